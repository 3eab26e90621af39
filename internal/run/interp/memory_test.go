package interp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// copying returns code that copies the pointer in &p.1 to &q.2 with accesses of
// a width in bytes, and then writes 7 through the copy.
func copying(width, total int) string {
	var b strings.Builder
	r := 3
	for off := 0; off < total; off += width {
		fmt.Fprintf(&b, "  %%%d = ptradd ptr %%1, %d:i%d\n  %%%d = load i%d %%%d\n  %%%d = ptradd ptr %%2, %d:i%d\n  store i%d %%%d, %%%d\n",
			r, off, 8*total, r+1, 8*width, r, r+2, off, 8*total, 8*width, r+2, r+1)
		r += 3
	}
	fmt.Fprintf(&b, "  %%%d = load ptr %%2\n  store i32 %%%d, 7:i32\n", r, r)
	return b.String()
}

// TestPointerCopies copies pointers in pieces: the copy points to the same
// object, also when that has no address.
func TestPointerCopies(t *testing.T) {
	for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
		for _, size := range []int64{4, 1 << 35} {
			if size > 4 && model == ir.ILP32 {
				size = 1 << 13
			}
			for width := 1; width <= model.PtrBits()/8; width *= 2 {
				isModel := ""
				if size > 4 && width < model.PtrBits()/8 {
					isModel = " model" // the bits of such a pointer are a model's business only
				}
				if size > 4 && isModel == "" {
					continue
				}
				text := fmt.Sprintf(`program %s start @main
func @copy(%%1: ptr, %%2: ptr)%s {
b1:
%s  ret
}
func @main() {
  local &p.1 size 8 align 8 {}
  local &q.2 size 8 align 8 {}
b1:
  %%1 = enter ptr &p.1
  %%2 = enter ptr &q.2
  %%3 = alloc stack ptr %d:%s, 8:%s
  store ptr %%1, %%3
  store ptr %%2, 0x1234:ptr
  call @copy(%%1, %%2)
  %%4 = load i32 %%3
  %%5 = eq i32 %%4, 7:i32
  assert assert %%5 "copied" @0:1:1
  halt 0:i32
}
file 0 "a.c"
`, model, isModel, copying(width, model.PtrBits()/8), size, model.PtrInt(), model.PtrInt())
				if size > 1<<20 {
					continue // too large to allocate here
				}
				if got := outcomes(t, text, Options{Properties: withoutRaces}, 1); got != "exited" {
					t.Errorf("%s, %d bytes at a time, object of %d: %s", model, width, size, got)
				}
			}
		}
	}
}

func TestPointers(t *testing.T) {
	all := Options{Properties: withoutRaces}
	tests := []struct {
		name, text string
		want       string
	}{
		{"to integer and back", irtext.Shared + irtext.Main(`b1:
  %1 = globaladdr ptr @x
  %2 = ptrtoint i64 %1
  %3 = add i64 %2, 1:i64
  %4 = sub i64 %3, 1:i64
  %5 = inttoptr ptr %4
  %6 = eq ptr %5, %1
  assert assert %6 "same" @0:1:1
  store i32 %5, 1:i32`), "exited"},
		{"a function's address", "func @f() {\nb1:\n  ret\n}\n" + irtext.Main(`b1:
  %1 = funcaddr ptr @f
  %2 = ptrtoint i64 %1
  %3 = inttoptr ptr %2
  callptr %3()`), "exited"},
		{"a heap object by its address, after its end", irtext.Main(`b1:
  %1 = alloc heap ptr 4:i64, 4:i64
  %2 = ptrtoint i64 %1
  free %1
  %3 = inttoptr ptr %2
  store i32 %3, 1:i32 @0:1:1`), "memory use-after-free"},
		{"a guessed address of a stack object", "func @f(%1: i64) {\n  local &v.1 size 4 align 4 {}\nb1:\n  %2 = enter ptr &v.1\n  %3 = inttoptr ptr %1\n  %4 = eq ptr %2, %3\n  assert reach %4 \"\" @0:1:1\n  ret\n}\n" +
			irtext.Main("b1:\n  call @f(4611686018427387904:i64)"), "reach"},
		{"no object there", irtext.Main("b1:\n  %1 = inttoptr ptr 99999:i64\n  store i8 %1, 1:i8 @0:1:1"), "memory out-of-bounds"},
		{"the null page", irtext.Main("b1:\n  %1 = ptradd ptr null, 8:i64\n  store i8 %1, 1:i8 @0:1:1"), "memory null-dereference"},
		{"a pointer partly overwritten is its bytes", "global @p size 8 align 8\n" + irtext.Shared + irtext.Main(`b1:
  %1 = globaladdr ptr @p
  %2 = globaladdr ptr @x
  store ptr %1, %2
  store i8 %1, 0:i8
  %3 = load ptr %1
  %4 = ptrtoint i64 %2
  %5 = and i64 %4, -256:i64
  %6 = ptrtoint i64 %3
  %7 = eq i64 %5, %6
  assert assert %7 "bytes" @0:1:1`), "exited"},
		{"distinct objects differ", irtext.Shared + irtext.Main("b1:\n  %1 = globaladdr ptr @x\n  %2 = globaladdr ptr @m\n  %3 = eq ptr %1, %2\n  %4 = ptradd ptr %1, 4:i64\n  %5 = eq ptr %4, %2\n  %6 = or i1 %3, %5\n  %7 = xor i1 %6, 1:i1\n  assert assert %7 \"differ\" @0:1:1"), "exited"},
		{"order within an object", irtext.Shared + irtext.Main("b1:\n  %1 = globaladdr ptr @x\n  %2 = ptradd ptr %1, -1:i64\n  %3 = ult ptr %2, %1\n  assert assert %3 \"below\" @0:1:1\n  %4 = ptrdiff i64 %2, %1\n  %5 = eq i64 %4, -1:i64\n  assert assert %5 \"-1\" @0:2:1"), "exited"},
		{"a switch on an address constant", irtext.Main("b1:\n  %1 = ptrtoint i64 0x2:ptr\n  switch %1, b2 [2: b3]\nb2:\n  assert assert 0:i1 \"\" @0:1:1\n  br b3\nb3:"), "exited"},
		{"call through null", irtext.Main("b1:\n  callptr null() @0:1:1"), "memory null-dereference"},
		{"call through data", irtext.Shared + irtext.Main("b1:\n  %1 = globaladdr ptr @x\n  callptr %1() @0:1:1"), "memory out-of-bounds"},
		{"call with other widths", "func @f(%1: i8, %2: i64) -> i8 {\nb1:\n  %3 = eq i64 %2, 258:i64\n  assert assert %3 \"wide\" @0:1:1\n  ret %1\n}\n" +
			irtext.Main("b1:\n  %1 = funcaddr ptr @f\n  %2 = callptr i32 %1(257:i32, 258:i16)\n  %3 = eq i32 %2, 1:i32\n  assert assert %3 \"narrow\" @0:2:1"), "exited"},
		{"size of an object", irtext.Main("b1:\n  %1 = alloc stack ptr 24:i64, 8:i64\n  %2 = ptradd ptr %1, 3:i64\n  %3 = objectsize i64 %2\n  %4 = eq i64 %3, 24:i64\n  assert assert %4 \"24\" @0:1:1"), "exited"},
		{"size of a dead object", irtext.Main("b1:\n  %1 = alloc heap ptr 24:i64, 8:i64\n  free %1\n  %2 = objectsize i64 %1 @0:1:1"), "memory use-after-free"},
		{"alloca dies with its frame", "func @f() -> ptr {\nb1:\n  %1 = call ptr @alloca()\n  store i32 %1, 1:i32\n  ret %1\n}\nfunc @alloca() -> ptr model {\nb1:\n  %1 = alloc stack ptr 4:i64, 4:i64\n  ret %1\n}\n" +
			irtext.Main("b1:\n  %1 = call ptr @f()\n  store i32 %1, 1:i32 @0:1:1"), "memory use-after-scope"},
		{"zeroed memory", irtext.Main("b1:\n  %1 = alloc zero ptr 8:i64, 8:i64\n  %2 = load i64 %1\n  %3 = eq i64 %2, 0:i64\n  assert assert %3 \"0\" @0:1:1\n  free %1"), "exited"},
		{"wide loads and stores", irtext.Main("  local &v.1 size 16 align 16 {}\nb1:\n  %1 = enter ptr &v.1\n  store i128 %1, 0x123456789abcdef0fedcba9876543210:i128\n  %2 = ptradd ptr %1, 4:i64\n  %3 = load i64 %2\n  %4 = eq i64 %3, -7296712174568022376:i64\n  %5 = load i128 %1\n  %6 = eq i128 %5, 0x123456789abcdef0fedcba9876543210:i128\n  %7 = load i72 %2\n  %8 = trunc i8 %7\n  %9 = eq i8 %8, 152:i8\n  %10 = and i1 %6, %9\n  assert assert %10 \"wide\" @0:1:1"), "exited"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := outcomes(t, tt.text, all, 3); got != tt.want {
				t.Errorf("outcomes %s, want %s", got, tt.want)
			}
		})
	}
}

// TestAtomics checks one program per read-modify-write operation.
func TestAtomics(t *testing.T) {
	tests := []struct {
		kind string
		want int64
	}{{"xchg", 6}, {"add", 18}, {"sub", 6}, {"and", 4}, {"or", 14}, {"xor", 10}, {"nand", -5}}
	for _, tt := range tests {
		t.Run(tt.kind, func(t *testing.T) {
			text := irtext.Shared + irtext.Main(fmt.Sprintf(`b1:
  %%1 = globaladdr ptr @x
  store i32 %%1, 12:i32
  %%2 = rmw %s seq_cst i32 %%1, 6:i32
  %%3 = eq i32 %%2, 12:i32
  assert assert %%3 "old" @0:1:1
  %%4 = load i32 %%1
  %%5 = eq i32 %%4, %d:i32
  assert assert %%5 "new" @0:2:1
  %%6 = cmpxchg seq_cst fail relaxed i32 %%1, 1:i32, 2:i32
  %%7 = cmpxchg seq_cst fail relaxed i32 %%1, %%6, 3:i32
  %%8 = load i32 %%1
  %%9 = eq i32 %%8, 3:i32
  assert assert %%9 "exchanged" @0:3:1`, tt.kind, tt.want))
			if got := outcomes(t, text, Options{Properties: withoutRaces}, 1); got != "exited" {
				t.Error(got)
			}
		})
	}
}

// TestExternal checks that an external global is unknown, not uninitialised.
func TestExternal(t *testing.T) {
	text := "global @e size 4 align 4 external\n" + irtext.Main("b1:\n  %1 = globaladdr ptr @e\n  %2 = load i32 %1\n  %3 = eq i32 %2, 0:i32\n  assert assert %3 \"0\" @0:1:1")
	if got := outcomes(t, text, Options{Properties: withoutRaces}, 40); got != "assert, exited" {
		t.Error(got)
	}
}

// TestKeepGoing collects every violation of one execution.
func TestKeepGoing(t *testing.T) {
	c := Prepare(irtext.Parse(t, irtext.Main(`b1:
  %1 = add nsw i8 127:i8, 1:i8 @0:1:1
  %2 = shl i8 1:i8, 9:i8 @0:2:1
  assert lock 0:i1 "unlock-free" @0:3:1
  %3 = add nsw i8 127:i8, 1:i8 @0:1:1
  %4 = udiv i8 1:i8, 0:i8 @0:4:1`)))
	m := NewMachine(c, Config{Properties: withoutRaces, Source: newRandom(c, 1, 1), KeepGoing: true})
	for m.End().Kind == Running {
		m.Step(m.Threads()[0])
	}
	var got []verdict.Property
	for _, v := range m.Violations() {
		got = append(got, v.Property)
	}
	if fmt.Sprint(got) != "[overflow shift lock div]" {
		t.Errorf("violations %v", got)
	}
}
