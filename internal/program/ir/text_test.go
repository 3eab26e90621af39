package ir

import (
	"reflect"
	"strings"
	"testing"
)

const sample = `program lp64 start @start
file 0 "a.c"
file 1 "<pthread.h>"
type $int = int "int" size 4 signed
type $pointer.node = pointer size 8 $node
type $node = struct "node" size 16 { "next" $pointer.node 0, "flag" $int 64 3 }
type $func.int = func variadic $int ($int, $pointer.node)
type $array.int = array size 40 len 10 $int
type $int.2 = int "int" size 8 signed
global @x size 4 align 4 $int { 0: "\x01\x02\x00\x00" } @0:1:5
global @"a.c:y" size 16 align 8 thread_local volatile model external { 0: global @x + 4, 8: func @start + 0 }
func @ext(%1: i32 $int, %p.2: ptr) -> i32 variadic noreturn $func.int
func @take(%1: ptr) -> i32 model role trylock mutex
func @thread(%h.1: ptr) model {
b1:
  threadexit
}
func @start() @0:3:1 {
  reg %i.1: i32 $int
  reg %7: i64
  local &buf.1 size 16 align 1 $array.int @0:4:1
  local &2 size 0 align 1 volatile
  local &s.3 size 8 align 8 { 0: global @x + -4 }
b1:
  %i.1 = copy i32 -7:i32 @0:4:2
  %2 = add nsw i32 %i.1, 3:i32 @1:4:2
  %3 = fadd f64 1.5:f64, -0:f64
  %4 = fadd f32 1e+06:f32, 0x7f800000:f32
  %5 = copy i128 0xffffffffffffffffffffffffffffffff:i128
  %6 = ptradd ptr null, %7
  %8 = eq ptr %6, 0x10:ptr
  %9 = globaladdr ptr @"a.c:y"
  %10 = funcaddr ptr @ext
  %11 = enter ptr &buf.1
  %12 = enter ptr &2, %7
  %13 = call i32 @ext(%i.1, null)
  call i32 @ext(%13, %12)
  %14 = callptr i32 %10(%13, 1:i1)
  callptr %10()
  leave &buf.1
  store seq_cst i32 %9, 5:i32 align 4 $int @0:1:2
  %15 = load volatile relaxed i32 %9 align 4 $int
  %16 = rmw add acq_rel i32 %9, 1:i32
  %17 = cmpxchg volatile seq_cst fail relaxed i32 %9, %15, %16
  assert reach %8 "x == \"y\"" @0:5:6
  unsupported "asm"
  %18 = choose nondet i32
  spawn @thread(%9)
  atomicbegin user
  atomicend user
  switch %18, b2 [0: b2, 5..9: b1, 4294967295: b3]
b2:
  condbr %8, b1, b3 @0:9:9
b3:
  halt 0:i32
}
`

func TestRoundTrip(t *testing.T) {
	p, err := Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	if got := p.String(); got != sample {
		t.Errorf("printed text differs\n%s", diff(got, sample))
	}
}

func diff(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	return "one is longer"
}

func roundTrip(t *testing.T, p *Program) {
	t.Helper()
	text := p.String()
	q, err := Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !reflect.DeepEqual(p, q) {
		t.Errorf("parsed program differs\n%s\n%s", diff(q.String(), text), text)
	}
}
