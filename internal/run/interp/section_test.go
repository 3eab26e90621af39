package interp

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// dump writes everything of a machine that an execution can depend on.
func dump(m *Machine) string {
	var b strings.Builder
	for i, o := range m.objects {
		if i == 0 || o.kind == kindFunc {
			continue
		}
		fmt.Fprintf(&b, "object %d %x dead %v visible %v escaped %v exposed %v data %x prov %x uninit %x\n",
			i, o.ref, o.dead, o.visible, o.escaped, o.exposed, o.data, nonZero(o.prov), o.uninit)
	}
	for _, t := range m.threads {
		fmt.Fprintf(&b, "thread %s state %d number %d children %d inputs %v sections %v tls %x counts %v locals %x allocas %x\n",
			t.name, t.state, t.number, t.children, t.inputs, t.sections, nonZero(t.tls), t.counts, t.locals, t.allocas)
		for i := range t.frames {
			fr := &t.frames[i]
			fmt.Fprintf(&b, "  %s pc %d %v registers %x\n", fr.fn.ir.Name, fr.pc, *fr, t.slots[fr.base:int(fr.base)+fr.fn.numSlots])
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(m.locks), func(a, b wide.Word) int { return int(a.Lo) - int(b.Lo) }) {
		if l := m.locks[p]; l.owner != nil || len(l.shared) > 0 {
			fmt.Fprintf(&b, "lock %x %v\n", p, *l)
		}
	}
	fmt.Fprintf(&b, "handles %d ready %d live %d slots %d hash %x version %d output %q uninit %v\n", len(m.handles), len(m.ready),
		m.live, len(m.bySlot), m.hash, m.version, m.output, m.uninit)
	return b.String()
}

func nonZero(prov []uint64) (list []string) {
	for i, p := range prov {
		if p != 0 {
			list = append(list, fmt.Sprintf("%d:%x", i, p))
		}
	}
	return list
}

// TestRollback attempts a section that does everything an attempt may have to
// undo, and cannot be completed.
func TestRollback(t *testing.T) {
	text := `
global @x size 16 align 8
global @m size 8 align 8
global @n size 8 align 8
global @tls size 8 align 8 thread_local
global @f size 2 align 1 constant { 0: "x\x00" }
func @child(%1: ptr) {
b1:
  %2 = alloc heap ptr 8:i64, 8:i64
  store ptr %1, %2
  threadexit
}
func @open(%1: ptr) -> ptr {
  local &inner.1 size 8 align 8 {}
b1:
  %2 = enter ptr &inner.1
  store ptr %2, %1
  atomicbegin user
  store i64 %1, 99:i64
  ret %1
}
func @deep(%1: i64) -> i64 {
  local &d.1 size 8 align 8
b1:
  %2 = enter ptr &d.1
  store i64 %2, %1
  %3 = load i64 %2
  ret %3
}
func @main() {
  reg %r.1: i64
  local &a.1 size 16 align 8 {}
  local &b.2 size 8 align 8
  local &c.3 size 8 align 8 {}
b1:
  %2 = enter ptr &a.1
  %3 = enter ptr &b.2
  %4 = globaladdr ptr @m
  acquire exclusive %4
  %5 = alloc heap ptr 24:i64, 8:i64
  %6 = alloc stack ptr 24:i64, 8:i64
  store i64 %5, 1:i64
  %r.1 = copy i64 5:i64
  %7 = call ptr @open(%2)
  %r.1 = copy i64 6:i64
  %8 = call i64 @deep(%r.1)
  store ptr %3, %2
  %9 = ptradd ptr %3, 0:i64
  store i16 %9, 1:i16
  %10 = ptradd ptr %5, 8:i64
  store ptr %10, %3
  %11 = load i8 %6
  %12 = ptrtoint i64 %6
  free %5
  leave &a.1
  %13 = enter ptr &c.3
  store i64 %13, %12
  %14 = alloc heap ptr 8:i64, 8:i64
  %15 = alloc stack ptr 8:i64, 8:i64
  %16 = globaladdr ptr @tls
  store ptr %16, %14
  release %4
  %17 = globaladdr ptr @n
  acquire shared %17
  spawn @child(%13)
  %18 = choose nondet i32
  %19 = globaladdr ptr @f
  output values 1:i32, %19
  %20 = globaladdr ptr @x
  %21 = load i64 %20
  %22 = ne i64 %21, 0:i64
  assume %22
  atomicend user
  halt 0:i32
}
`
	c := Prepare(irtext.Parse(t, text))
	m := NewMachine(c, Config{Source: newRandom(c, 1, 1), Output: &strings.Builder{}})
	main := m.Threads()[0]
	for main.top().fn.code[main.top().pc].code != cAtomicBegin {
		m.Step(main)
	}
	before := dump(m)
	for range 3 {
		if m.Step(main) != Waits || main.wait.Kind != WaitSection {
			t.Fatalf("the section is entered, or waits for %v", main.wait.Kind)
		}
		if after := dump(m); after != before {
			t.Fatalf("the attempt left something behind\nbefore\n%s\nafter\n%s", before, after)
		}
		if m.Probe(main) || dump(m) != before {
			t.Fatal("a probe left something behind")
		}
	}
	// Once it can be completed a probe still changes nothing, and a step does.
	m.objects[m.numFuncs+1].data[0] = 1
	before = dump(m)
	if !m.Probe(main) || dump(m) != before {
		t.Fatalf("the probe of a possible section\nbefore\n%s\nafter\n%s", before, dump(m))
	}
	if m.Step(main) != Stepped || len(m.threads) != 2 || m.End().Kind != Running {
		t.Errorf("the section is not entered: %v", m.End())
	}
	if m.Step(main) != Stepped || m.End().Kind != Exited {
		t.Errorf("end %v", m.End())
	}
}
