package ir

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/wide"
)

func TestCheck(t *testing.T) {
	tests := []struct{ name, items, body, want string }{
		{"block", "", "br b7", "f: b1 instruction 1: br: target b7 does not exist"},
		{"type", "", "%1 = add i32 1:i32, 2:i64\n  ret", "add: operand 2 is i64, expected i32"},
		{"float add", "", "%1 = add f64 1:f64, 2:f64\n  ret", "add: type f64 is not allowed"},
		{"arity", "", "%1 = add i32 1:i32\n  ret", "add: 1 operands, expected 2"},
		{"result", "", "ret 1:i32", "ret: operand is missing or superfluous"},
		{"trunc", "", "%1 = trunc i32 1:i8\n  ret", "trunc: no conversion from i8 to i32"},
		{"call", "func @g(%1: i32)\n", "call @g()\n  ret", "call: 0 arguments for the 1 parameters of g"},
		{"call result", "func @g()\n", "%1 = call i32 @g()\n  ret", "call: result none of g, expected i32"},
		{"spawn", "func @g()\n", "spawn @g(null)\n  ret", "spawn: g is not a function of one pointer"},
		{"model section", "", "atomicbegin model\n  ret", "model section is open at a return"},
		{"section join", "", "condbr 1:i1, b2, b3\nb2:\n  atomicbegin model\n  br b3\nb3:\n  ret", "b3 is reached inside and outside a model section"},
		{"switch overlap", "", "switch 1:i8, b1 [0..5: b1, 5: b1]", "switch: case 5..5 overlaps another"},
		{"switch range", "", "switch 1:i8, b1 [256: b1]", "does not fit i8"},
		{"order", "", "%1 = rmw add i32 null, 1:i32\n  ret", "rmw: bad memory order"},
		{"init", "global @g size 4 align 4 { 2: \"abc\" }\n", "ret", "g: initial value at 2 overlaps another or leaves the object"},
		{"alignment", "global @g size 4 align 3\n", "ret", "alignment 3 is bad"},
		{"halt", "", "halt 1:i64", "halt: operand is i64, expected i32"},
		{"role", "func @g(%1: ptr) model role wait thread\n", "ret", "g: role wait thread does not exist"},
		{"role of a program's function", "func @g(%1: ptr) role free heap\n", "ret", "g: role free heap is the library's alone"},
		{"role without the mutex", "func @g(%1: ptr, %2: i32) model role wait condition\n", "ret", "g: role wait condition needs 2 pointers"},
		{"role without a result", "func @g(%1: i64) model role alloc heap\n", "ret", "g: role alloc heap needs a pointer as result"},
		{"kind of a violation", "", "assert lock 1:i1 \"leak\"\n  ret", `assert: bad kind ""`},
		{"pointer rmw", "", "%1 = rmw add seq_cst ptr null, null\n  ret", "rmw add: of a pointer with ptr"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Parse("program lp64 start @f\n" + tt.items + "func @f() {\nb1:\n  " + tt.body + "\n}\n")
			if err != nil {
				t.Fatal(err)
			}
			if err := Check(p); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

func TestCheckCollects(t *testing.T) {
	p, err := Parse("program lp64\nfunc @f() {\nb1:\n  br b8\n}\nfunc @g() {\nb1:\n  br b9\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	text := Check(p).Error()
	for _, want := range []string{"no start function", "f: b1", "g: b1"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestSites(t *testing.T) {
	p, err := Parse(`program lp64 start @main
global @tls size 4 align 4 thread_local
func @malloc(%1: i64) -> ptr model {
b1:
  %2 = call ptr @inner(%1)
  ret %2
}
func @inner(%1: i64) -> ptr model {
b1:
  %2 = alloc heap ptr %1, 16:i64
  ret %2
}
func @other() model {
b1:
  ret
}
func @main() {
  local &a.1 size 4 align 4
b1:
  %1 = call ptr @malloc(1:i64)
  call @other()
  %2 = call ptr @malloc(1:i64)
  %3 = callptr ptr %1()
  %4 = funcaddr ptr @malloc
  halt 0:i32
}
`)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSites(p)
	main, inner := FuncID(4), FuncID(2)
	got := []SiteID{s.Instr(inner, 1, 0), s.Local(main, 1), s.Instr(main, 1, 0), s.Instr(main, 1, 1),
		s.Instr(main, 1, 2), s.Instr(main, 1, 3), s.Global(1), s.Instr(1, 1, 0)}
	want := []SiteID{1, 2, 3, 0, 4, 5, 6, 0}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("sites %v, want %v", got, want)
		}
	}
	if s.Count != 6 {
		t.Errorf("count %d", s.Count)
	}
}

func TestSpace(t *testing.T) {
	for _, model := range []DataModel{LP64, ILP32} {
		p := &Program{Model: model, Funcs: make([]Func, 3), Globals: []Global{{}, {Size: 100, Align: 64}, {Size: 1, Align: 1}}}
		s := NewSpace(p, &Sites{Count: 5, small: []bool{4: true}})
		if s.Global(1)%64 != 0 || s.Global(2) <= s.Global(1)+100 || s.Global(1) < s.Func(2)+16 {
			t.Errorf("%s: globals at %#x, %#x", model, s.Global(1), s.Global(2))
		}
		seen := map[uint64]bool{}
		for site := SiteID(1); site <= 5; site++ {
			for _, thread := range []ThreadNumber{0, 1, 2, 3, 7} {
				for count := uint64(0); count < 3; count++ {
					const size = smallObject
					a, ok := s.Dynamic(site, thread, count, size)
					if !ok || seen[a] || a <= s.Global(2) || a>>model.PtrBits() != 0 {
						t.Fatalf("%s: site %d thread %d count %d at %#x %v", model, site, thread, count, a, ok)
					}
					seen[a] = true
					if start, ok := s.Slot(a + size); start != a || !ok {
						t.Fatalf("%s: slot of %#x is %#x %v", model, a+size, start, ok)
					}
				}
			}
		}
		if _, ok := s.Dynamic(4, 0, 10_000, smallObject); !ok {
			t.Errorf("%s: there are no addresses for many small objects", model)
		}
		if _, ok := s.Dynamic(1, NoThreadNumber, 0, 1); ok {
			t.Errorf("%s: a thread without a number has addresses", model)
		}
		if _, ok := s.Dynamic(1, 0, 0, 1<<40); ok {
			t.Errorf("%s: a huge object has an address", model)
		}
	}
}

func TestThreadNumbers(t *testing.T) {
	main := ThreadNumber(0)
	if got := []ThreadNumber{main.Child(1), main.Child(2), main.Child(3), main.Child(1).Child(1), main.Child(1).Child(2)}; !slices.Equal(got, []ThreadNumber{1, 3, 5, 2, 6}) {
		t.Errorf("numbers %v", got)
	}
	deep := main
	for range 40 {
		deep = deep.Child(1)
	}
	if deep == NoThreadNumber {
		t.Error("a chain of 40 threads has no numbers")
	}
	for range 40 {
		deep = deep.Child(1)
	}
	if deep != NoThreadNumber || deep.Child(1) != NoThreadNumber || main.Child(1<<63) != NoThreadNumber {
		t.Error("there are numbers for any thread")
	}
}

// TestThreadTrees checks that the threads of trees, deep ones and wide ones, have distinct numbers and
// addresses.
func TestThreadTrees(t *testing.T) {
	s := NewSpace(&Program{Model: LP64, Funcs: make([]Func, 3)}, &Sites{Count: 40})
	of := make(map[ThreadNumber]string)
	at := make(map[uint64]string)
	var grow func(n ThreadNumber, name string, depth int, width uint64)
	grow = func(n ThreadNumber, name string, depth int, width uint64) {
		if other, ok := of[n]; ok && other != name || n == NoThreadNumber {
			t.Fatalf("%s has the number %d of %q", name, n, other)
		}
		of[n] = name
		for count := range uint64(3) {
			key := fmt.Sprint(name, " ", count)
			a, ok := s.Dynamic(7, n, count, 100)
			if other, taken := at[a]; !ok || taken && other != key {
				t.Fatalf("object %d of %s (%d) has the address %#x (%v) of %q", count, name, n, a, ok, other)
			}
			at[a] = key
		}
		for k := uint64(1); k <= width && depth > 0; k++ {
			grow(n.Child(k), fmt.Sprint(name, ".", k), depth-1, width)
		}
	}
	for depth, width := range map[int]uint64{1: 1000, 2: 9, 3: 4, 5: 3, 8: 2, 14: 1} {
		grow(0, "main", depth, width)
	}
}

func TestConstants(t *testing.T) {
	for _, c := range []struct {
		k    Const
		want string
	}{
		{Const{Type: I8, Word: wide.Word{Lo: 255}}, "-1:i8"},
		{Const{Type: I1, Word: wide.Word{Lo: 1}}, "1:i1"},
		{Const{Type: I64, Word: wide.Word{Lo: 1 << 63}}, "-9223372036854775808:i64"},
		{Const{Type: Int(63), Word: wide.Word{Lo: 1 << 62}}, "-4611686018427387904:i63"},
		{Const{Type: I128, Word: wide.Word{Hi: 1}}, "0x10000000000000000:i128"},
		{Const{Type: F64, Word: wide.Word{Lo: 0x7ff8000000000000}}, "0x7ff8000000000000:f64"},
		{Const{Type: F32, Word: wide.Word{Lo: 0x3f800000}}, "1:f32"},
		{Const{Type: Ptr}, "null"},
		{Const{Type: Ptr, Word: wide.Word{Lo: 4096}}, "0x1000:ptr"},
	} {
		if got := c.k.Text(LP64); got != c.want {
			t.Errorf("%+v: %s, want %s", c.k, got, c.want)
		}
	}
}
