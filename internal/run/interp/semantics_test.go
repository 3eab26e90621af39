package interp

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// outcomes runs a program with many seeds and returns the kinds of its ends, sorted: "exited", "deadlock",
// "memory use-after-free", "stuck" …
func outcomes(t *testing.T, text string, opts Options, seeds int) string {
	t.Helper()
	c := Prepare(irtext.Parse(t, text))
	seen := map[string]bool{}
	for seed := range seeds {
		opts.Seed = uint64(seed)
		res, _ := runSeed(t, c, opts)
		s := res.End.Kind.String()
		if v := res.Violation; v != nil {
			s = strings.TrimSpace(v.Property.String() + " " + string(v.Kind))
		}
		if res.End.Kind == Exited && res.End.Status != 0 {
			s = fmt.Sprint("exited ", res.End.Status)
		}
		seen[s] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), ", ")
}

// Two handles and the functions a and b as threads of main, which joins them.
const noB = "func @b(%1: ptr) {\nb1:\n  threadexit\n}\n"

// incrementing returns a thread that adds one to x in two steps.
func incrementing(name, before, after string) string {
	return fmt.Sprintf(`
func @%s(%%h.1: ptr) {
b1:
  %s
  %%2 = globaladdr ptr @x
  %%3 = load i32 %%2
  %%4 = add i32 %%3, 1:i32
  store i32 %%2, %%4
  %s
  threadexit
}
`, name, before, after)
}

const assertTwo = `
func @after() {
b1:
  %1 = globaladdr ptr @x
  %2 = load i32 %1
  %3 = eq i32 %2, 2:i32
  assert assert %3 "x == 2" @0:1:1
  ret
}
`

// Locking m into %5 and unlocking it; and into %2.
const (
	lock2   = "%2 = globaladdr ptr @m\n  acquire exclusive %2"
	lockM   = "%5 = globaladdr ptr @m\n  acquire exclusive %5"
	unlockM = "release %5"
)

// allChecked has all properties but race.
var allChecked = Options{Properties: withoutRaces}

// unchecked returns options with all properties but race and p.
func unchecked(p verdict.Property) Options {
	return Options{Properties: withoutRaces &^ PropertySet(p)}
}

// semanticsTests has a program for each sentence of docs/understand/semantics.md, after the number of the
// paragraph.
var semanticsTests = []struct {
	name, text string
	opts       Options
	want       string
}{
	{"1 a switch can happen between the accesses of one statement",
		irtext.Shared + irtext.TwoThreads + incrementing("a", "", "") + incrementing("b", "", "") + assertTwo, allChecked, "assert, exited"},
	{"1 a lock excludes",
		irtext.Shared + irtext.TwoThreads + incrementing("a", lockM, unlockM) + incrementing("b", lockM, unlockM) + assertTwo, allChecked, "exited"},
	{"1 a stack object that escaped is shared",
		irtext.Shared + "global @p size 8 align 8\n" + irtext.TwoThreads + `
func @a(%h.1: ptr) {
  local &v.1 size 4 align 4 {}
b1:
  %2 = enter ptr &v.1
  %3 = globaladdr ptr @p
  store ptr %3, %2
  %4 = load i32 %2
  %5 = load i32 %2
  %6 = eq i32 %4, %5
  assert assert %6 "same" @0:1:1
  store ptr %3, null
  threadexit
}
func @b(%h.1: ptr) {
b1:
  %2 = globaladdr ptr @p
  %3 = load ptr %2
  %4 = ne ptr %3, null
  condbr %4, b2, b3
b2:
  store i32 %3, 1:i32
  br b3
b3:
  threadexit
}
` + irtext.EmptyAfter, allChecked, "assert, exited, memory use-after-scope"},
	{"2 a held lock blocks for ever only if nobody releases it",
		irtext.Shared + irtext.TwoThreads + incrementing("a", lockM, "") + incrementing("b", "", "") + assertTwo, unchecked(verdict.Deadlock), "assert, exited"},
	{"2 a false assume stops the thread, its locks stay held, a join on it blocks",
		irtext.Shared + irtext.TwoThreads + incrementing("a", lockM+"\n  assume 0:i1", unlockM) + incrementing("b", "", "") + irtext.EmptyAfter, allChecked, "stuck"},
	{"2 an assume does not erase what led to it",
		irtext.Shared + irtext.TwoThreads + "func @a(%1: ptr) {\nb1:\n  %2 = globaladdr ptr @x\n  store i32 %2, 1:i32\n  assume 0:i1\n  threadexit\n}\n" +
			"func @b(%1: ptr) {\nb1:\n  %2 = globaladdr ptr @x\n  %3 = load i32 %2\n  %4 = eq i32 %3, 0:i32\n  assert assert %4 \"x\" @0:1:1\n  threadexit\n}\n" + irtext.EmptyAfter,
		allChecked, "assert, stuck"},
	{"4 sections exclude each other",
		irtext.Shared + irtext.TwoThreads + incrementing("a", "atomicbegin user", "atomicend user") + incrementing("b", "atomicbegin user", "atomicend user") + assertTwo, allChecked, "exited"},
	{"4 sections nest",
		irtext.Shared + irtext.TwoThreads + incrementing("a", "atomicbegin user\n  atomicbegin user\n  atomicend user", "atomicend user") +
			incrementing("b", "atomicbegin user", "atomicend user") + assertTwo, allChecked, "exited"},
	{"4 an end without a begin does nothing", irtext.Main("b1:\n  atomicend user"), allChecked, "exited"},
	{"4 a section ends with its thread",
		irtext.Shared + irtext.TwoThreads + incrementing("a", "atomicbegin user", "") + incrementing("b", "atomicbegin user", "") + assertTwo, allChecked, "exited"},
	{"4 a section that cannot reach its end is not entered, and leaves nothing behind",
		irtext.Shared + irtext.TwoThreads + `
func @a(%h.1: ptr) {
b1:
  %2 = globaladdr ptr @x
  atomicbegin user
  store i32 %2, 7:i32
  %3 = globaladdr ptr @n
  %4 = load i32 %3
  %5 = eq i32 %4, 1:i32
  assume %5
  atomicend user
  threadexit
}
func @b(%h.1: ptr) {
b1:
  %2 = globaladdr ptr @x
  %3 = load i32 %2
  %4 = eq i32 %3, 0:i32
  assert assert %4 "x == 0" @0:1:1
  %5 = globaladdr ptr @n
  store i32 %5, 1:i32
  threadexit
}
` + irtext.EmptyAfter, allChecked, "exited"},
	{"4 an obligation on the attempted prefix is never lost", irtext.Main(`b1:
  atomicbegin user
  assert assert 0:i1 "inside" @0:1:1
  assume 0:i1
  atomicend user`), allChecked, "assert"},
	{"4 a violation that does not end the process neither", irtext.Main(`b1:
  atomicbegin user
  %1 = add nsw i32 2147483647:i32, 1:i32 @0:1:1
  assume 0:i1
  atomicend user`), allChecked, "overflow"},
	{"4 a thread before a section of the program counts as stopped", irtext.Main(`b1:
  atomicbegin user
  assume 0:i1
  atomicend user`), allChecked, "stuck"},
	{"4 re-entry chooses afresh", irtext.Shared + irtext.Main(`b1:
  %1 = globaladdr ptr @x
  atomicbegin user
  %2 = choose nondet i1
  assume %2
  atomicend user`), allChecked, "exited"},
	{"5 halt ends the process, nothing runs afterwards",
		irtext.Shared + irtext.TwoThreads + "func @a(%1: ptr) {\nb1:\n  halt 3:i32\n}\n" + noB + "func @after() {\nb1:\n  assert assert 0:i1 \"never\" @0:1:1\n  ret\n}\n", allChecked, "exited 3"},
	{"5 an unchecked assertion ends the process",
		irtext.Main("b1:\n  assert assert 0:i1 \"no\" @0:1:1\n  assert reach 0:i1 \"\" @0:2:1"), unchecked(verdict.Assert), "undefined"},
	{"5 an unchecked null dereference ends the process",
		irtext.Main("b1:\n  store i32 null, 1:i32 @0:1:1\n  assert assert 0:i1 \"no\" @0:2:1"), unchecked(verdict.Memory), "undefined"},
	{"5 an unchecked division by zero ends the process",
		irtext.Main("b1:\n  %1 = sdiv i32 1:i32, 0:i32 @0:1:1\n  assert assert 0:i1 \"no\" @0:2:1"), unchecked(verdict.Div), "undefined"},
	{"5 others can run before a failure ends the process",
		irtext.Shared + irtext.TwoThreads + "func @a(%1: ptr) {\nb1:\n  %2 = globaladdr ptr @x\n  store i32 %2, 1:i32\n  %3 = udiv i32 1:i32, 0:i32\n  threadexit\n}\n" +
			"func @b(%1: ptr) {\nb1:\n  %2 = globaladdr ptr @x\n  %3 = load i32 %2\n  %4 = eq i32 %3, 0:i32\n  assert assert %4 \"x\" @0:1:1\n  threadexit\n}\n" + irtext.EmptyAfter,
		unchecked(verdict.Div), "assert, undefined"},
	{"5 division by zero is a violation", irtext.Main("b1:\n  %1 = srem i64 1:i64, 0:i64 @0:1:1"), allChecked, "div"},
	{"5 overflow is a violation", irtext.Main("b1:\n  %1 = mul nsw i64 4611686018427387904:i64, 2:i64 @0:1:1"), allChecked, "overflow"},
	{"5 unchecked overflow wraps", irtext.Main("b1:\n  %1 = add nsw i8 127:i8, 1:i8 @0:1:1\n  %2 = eq i8 %1, -128:i8\n  assert assert %2 \"wraps\" @0:2:1"), unchecked(verdict.Overflow), "exited"},
	{"5 a shift out of range is a violation", irtext.Main("b1:\n  %1 = shl i32 1:i32, 32:i32 @0:1:1"), allChecked, "shift"},
	{"5 unchecked, it is any value", irtext.Main("b1:\n  %1 = lshr i8 1:i8, 8:i8 @0:1:1\n  %2 = eq i8 %1, 1:i8\n  assert assert %2 \"any\" @0:2:1"), unchecked(verdict.Shift), "assert, exited"},
	{"5 an uninitialised read is a violation", irtext.Main("b1:\n  %1 = alloc stack ptr 4:i64, 4:i64\n  %2 = load i32 %1 @0:1:1"), allChecked, "uninit"},
	{"5 unchecked, it is any value, stable on re-footprint.Reads", irtext.Main("b1:\n  %1 = alloc stack ptr 4:i64, 4:i64\n  %2 = load i32 %1\n  %3 = load i32 %1\n  %4 = eq i32 %2, %3\n  assert assert %4 \"stable\" @0:1:1\n  %5 = eq i32 %2, 0:i32\n  assert reach %5 \"zero\" @0:2:1"),
		unchecked(verdict.Uninit), "exited, reach"},
	{"5 copying it is no violation", irtext.Main("b1:\n  %1 = alloc stack ptr 4:i64, 4:i64\n  %2 = load copying i32 %1"), allChecked, "exited"},
	{"5 a lock violation does not end the process",
		irtext.Main("b1:\n  assert lock 0:i1 \"unlock-free\" @0:1:1\n  assert reach 0:i1 \"\" @0:2:1"), unchecked(verdict.Lock), "reach"},
	{"5 a lock violation has its kind", irtext.Main("b1:\n  assert lock 0:i1 \"unlock-free\" @0:1:1"), allChecked, "lock unlock-free"},
	{"5 unlock by a non-owner releases, of a free lock does nothing",
		irtext.Shared + irtext.TwoThreads + "func @a(%1: ptr) {\nb1:\n  " + lock2 + "\n  threadexit\n}\n" +
			"func @b(%1: ptr) {\nb1:\n  " + strings.Replace(lock2, "acquire exclusive", "release", 1) + "\n  threadexit\n}\n" +
			"func @after() {\nb1:\n  %1 = globaladdr ptr @m\n  %2 = lockstate i32 %1\n  %3 = eq i32 %2, 0:i32\n  assert assert %3 \"free\" @0:1:1\n  ret\n}\n", allChecked, "assert, exited"},
	{"8 overlapping accesses of several widths agree",
		irtext.Main("  local &v.1 size 4 align 4 {}\nb1:\n  %1 = enter ptr &v.1\n  store i32 %1, 305419896:i32\n  %2 = ptradd ptr %1, 1:i64\n  %3 = load i16 %2\n  %4 = eq i16 %3, 13398:i16\n  assert assert %4 \"0x3456\" @0:1:1"), allChecked, "exited"},
	{"9 null", irtext.Main("b1:\n  %1 = load i32 null @0:1:1"), allChecked, "memory null-dereference"},
	{"9 bounds above", irtext.Main("  local &v.1 size 4 align 4 {}\nb1:\n  %1 = enter ptr &v.1\n  %2 = ptradd ptr %1, 1:i64\n  %3 = load i32 %2 @0:1:1"), allChecked, "memory out-of-bounds"},
	{"9 bounds below", irtext.Main("  local &v.1 size 4 align 4 {}\nb1:\n  %1 = enter ptr &v.1\n  %2 = ptradd ptr %1, -1:i64\n  %3 = load i8 %2 @0:1:1"), allChecked, "memory out-of-bounds"},
	{"9 read-only", "global @s size 2 align 1 constant { 0: \"a\" }\n" + irtext.Main("b1:\n  %1 = globaladdr ptr @s\n  store i8 %1, 1:i8 @0:1:1"), allChecked, "memory read-only-write"},
	{"9 use after free", irtext.Main("b1:\n  %1 = alloc heap ptr 4:i64, 4:i64\n  free %1\n  store i32 %1, 1:i32 @0:1:1"), allChecked, "memory use-after-free"},
	{"9 double free", irtext.Main("b1:\n  %1 = alloc heap ptr 4:i64, 4:i64\n  free %1\n  free %1 @0:1:1"), allChecked, "memory double-free"},
	{"9 invalid free, inside", irtext.Main("b1:\n  %1 = alloc heap ptr 4:i64, 4:i64\n  %2 = ptradd ptr %1, 1:i64\n  free %2 @0:1:1"), allChecked, "memory invalid-free"},
	{"9 invalid free, of a variable", irtext.Shared + irtext.Main("b1:\n  %1 = globaladdr ptr @x\n  free %1 @0:1:1"), allChecked, "memory invalid-free"},
	{"9 use after scope", irtext.Main("  local &v.1 size 4 align 4 {}\nb1:\n  %1 = enter ptr &v.1\n  leave &v.1\n  store i32 %1, 1:i32 @0:1:1"), allChecked, "memory use-after-scope"},
	{"9 use after return", "func @f() -> ptr {\n  local &v.1 size 4 align 4 {}\nb1:\n  %1 = enter ptr &v.1\n  ret %1\n}\n" + irtext.Main("b1:\n  %1 = call ptr @f()\n  %2 = call ptr @f()\n  store i32 %1, 1:i32 @0:1:1"), allChecked, "memory use-after-scope"},
	{"9 a new instance ends the old one", irtext.Main("  local &v.1 size 4 align 4 {}\nb1:\n  %1 = enter ptr &v.1\n  %2 = enter ptr &v.1\n  store i32 %2, 1:i32\n  store i32 %1, 1:i32 @0:1:1"), allChecked, "memory use-after-scope"},
	{"9 a leak", irtext.Main("b1:\n  %1 = alloc heap ptr 4:i64, 4:i64 @0:1:1"), allChecked, "memory leak"},
	{"9 reachable from a global is no leak", "global @p size 8 align 8\n" + irtext.Main("b1:\n  %1 = alloc heap ptr 4:i64, 4:i64\n  %2 = globaladdr ptr @p\n  store ptr %2, %1"), allChecked, "exited"},
	{"9 reachable through another object is no leak", "global @p size 8 align 8\n" + irtext.Main("b1:\n  %1 = alloc heap ptr 8:i64, 4:i64\n  %2 = globaladdr ptr @p\n  store ptr %2, %1\n  %3 = alloc heap ptr 4:i64, 4:i64\n  store ptr %1, %3"), allChecked, "exited"},
	{"9 an overwritten pointer is a leak", "global @p size 8 align 8\n" + irtext.Main("b1:\n  %1 = alloc heap ptr 4:i64, 4:i64 @0:1:1\n  %2 = globaladdr ptr @p\n  store ptr %2, %1\n  store ptr %2, null"), allChecked, "memory leak"},
	{"9 frames of main are gone after its return", "func @user() {\n  reg %p.1: ptr\nb1:\n  %p.1 = alloc heap ptr 4:i64, 4:i64 @0:1:1\n  ret\n}\n" + irtext.Main("b1:\n  call @user()"), allChecked, "memory leak"},
	{"9 but not before", "func @user() {\n  reg %p.1: ptr\nb1:\n  %p.1 = alloc heap ptr 4:i64, 4:i64 @0:1:1\n  halt 0:i32\n}\n" + irtext.Main("b1:\n  call @user()"), allChecked, "exited"},
	{"9 another thread's free races with the use",
		"global @p size 8 align 8\n" + strings.Replace(irtext.TwoThreads, "spawn @a(%1)", "%3 = alloc heap ptr 4:i64, 4:i64\n  %4 = globaladdr ptr @p\n  store ptr %4, %3\n  spawn @a(%1)", 1) +
			"func @a(%1: ptr) {\nb1:\n  %2 = globaladdr ptr @p\n  %3 = load ptr %2\n  free %3\n  threadexit\n}\n" +
			"func @b(%1: ptr) {\nb1:\n  %2 = globaladdr ptr @p\n  %3 = load ptr %2\n  store i32 %3, 1:i32 @0:1:1\n  threadexit\n}\n" + irtext.EmptyAfter, allChecked, "exited, memory use-after-free"},
	{"9 a thread's locals die with it",
		"global @p size 8 align 8\nglobal @tls size 4 align 4 thread_local\n" + irtext.TwoThreads +
			"func @a(%1: ptr) {\nb1:\n  %2 = globaladdr ptr @tls\n  %3 = globaladdr ptr @p\n  store ptr %3, %2\n  threadexit\n}\n" + noB +
			"func @after() {\nb1:\n  %1 = globaladdr ptr @p\n  %2 = load ptr %1\n  %3 = load i32 %2 @0:1:1\n  ret\n}\n", allChecked, "memory use-after-scope"},
	{"11 two locks in irtext.Opposite order",
		irtext.Shared + irtext.TwoThreads + irtext.Opposite("a", "m", "n") + irtext.Opposite("b", "n", "m") + irtext.EmptyAfter, allChecked, "deadlock, exited"},
	{"11 unchecked, it is a stand-still",
		irtext.Shared + irtext.TwoThreads + irtext.Opposite("a", "m", "n") + irtext.Opposite("b", "n", "m") + irtext.EmptyAfter, unchecked(verdict.Deadlock), "exited, stuck"},
	{"11 a thread that waits for itself", irtext.Shared + irtext.Main("b1:\n  %1 = globaladdr ptr @m\n  acquire exclusive %1\n  acquire exclusive %1"), allChecked, "deadlock"},
	{"11 the owner is finished", irtext.Shared + irtext.TwoThreads + "func @a(%1: ptr) {\nb1:\n  " + lock2 + "\n  threadexit\n}\n" + noB +
		"func @after() {\nb1:\n  " + strings.ReplaceAll(lock2, "%2", "%1") + "\n  ret\n}\n", allChecked, "deadlock"},
	{"11 the owner is stopped: no deadlock", irtext.Shared + irtext.TwoThreads + "func @a(%1: ptr) {\nb1:\n  " + lock2 + "\n  assume 0:i1\n  threadexit\n}\n" +
		"func @b(%1: ptr) {\nb1:\n  " + lock2 + "\n  release %2\n  threadexit\n}\n" + irtext.EmptyAfter, allChecked, "stuck"},
	{"11 two threads deadlock while a third runs",
		irtext.Shared + strings.Replace(irtext.TwoThreads, "join %1\n", "br b2\nb2:\n  %3 = globaladdr ptr @x\n  %4 = load i32 %3\n  %5 = eq i32 %4, 2:i32\n  condbr %5, b3, b2\nb3:\n  join %1\n", 1) +
			irtext.Opposite("a", "m", "n") + irtext.Opposite("b", "n", "m") + irtext.EmptyAfter, Options{Properties: withoutRaces, MaxSteps: 200_000}, "deadlock, exited"},
	{"11 a condition that nobody is left to signal",
		irtext.Shared + irtext.Main("b1:\n  %1 = globaladdr ptr @x\n  atomicbegin model\n  %2 = load i32 %1\n  %3 = ne i32 %2, 0:i32\n  blockuntil condition %3\n  atomicend model"), allChecked, "deadlock"},
	{"11 a timed wait is not blocked",
		irtext.Shared + irtext.Main("b1:\n  %1 = globaladdr ptr @x\n  atomicbegin model\n  %2 = choose timeout i1\n  condbr %2, b3, b2\nb2:\n  blockuntil condition 0:i1\n  br b3\nb3:\n  atomicend model\n  br b4\nb4:"), allChecked, "exited"},
	{"12 environment choices are off by default",
		irtext.Main("b1:\n  %1 = choose spurious i1\n  %2 = xor i1 %1, 1:i1\n  assert assert %2 \"off\" @0:1:1"), allChecked, "exited"},
	{"12 and have switches",
		irtext.Main("b1:\n  %1 = choose spurious i1\n  %2 = xor i1 %1, 1:i1\n  assert assert %2 \"off\" @0:1:1"),
		Options{Properties: withoutRaces, Environment: ir.EnvironmentSet(ir.ChooseSpurious)}, "assert, exited"},
	{"an unsupported construct is reported when reached",
		irtext.Main("b1:\n  %1 = choose nondet i1\n  condbr %1, b2, b3\nb2:\n  unsupported \"asm\" @0:1:1\n  br b3\nb3:"), allChecked, "exited, unsupported"},
	{"endless recursion ends at the memory limit", "func @f() {\nb1:\n  call @f()\n  ret\n}\n" + irtext.Main("b1:\n  call @f()"), allChecked, "memory limit"},
	{"a huge object is a limit, not a crash", irtext.Main("b1:\n  %1 = alloc heap ptr -1:i64, 1:i64"), allChecked, "memory limit"},
	{"main may leave through the end of its thread",
		"global @h size 8 align 8 model\nfunc @t(%1: ptr) {\nb1:\n  threadexit\n}\nfunc @main() {\nb1:\n  %1 = globaladdr ptr @h\n  spawn @t(%1)\n  threadexit\n}\n", allChecked, "exited"},
}

// TestSemantics executes semanticsTests under random schedules.
func TestSemantics(t *testing.T) {
	for _, tt := range semanticsTests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.opts.MaxSteps == 0 {
				tt.opts.MaxSteps = 10_000_000
			}
			seeds := 400
			if strings.Contains(tt.want, "limit") {
				seeds = 2 // each is long
			}
			if got := outcomes(t, tt.text, tt.opts, seeds); got != tt.want {
				t.Errorf("outcomes %s, want %s", got, tt.want)
			}
		})
	}
}
