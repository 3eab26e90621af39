package interp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// notes is an observer that lists its observations as text.
type notes struct{ list []string }

var observedNames = map[ObservedKind]string{
	ObservedRead: "read", ObservedWrite: "write", ObservedUpdate: "update", ObservedAcquire: "acquire",
	ObservedRelease: "release", ObservedLockState: "state", ObservedSpawn: "spawn", ObservedJoin: "join",
	ObservedExit: "exit", ObservedHalt: "halt", ObservedDeath: "death", ObservedFence: "fence",
	ObservedBlocked: "blocked", ObservedFault: "fault", ObservedChoice: "choice", ObservedRollback: "rollback",
}

// Observe implements Observer.
func (n *notes) Observe(m *Machine, t *Thread, o *Observation) {
	s := t.Name() + " " + observedNames[o.Kind]
	if info, ok := m.ObjectInfo(o.Object); ok {
		name := info.Key.Global
		if name == "" {
			name = fmt.Sprintf("site%d", info.Key.Site)
		}
		s += fmt.Sprintf(" %s+%d", name, o.Offset)
		if !o.Shared {
			s += " private"
		}
	}
	switch o.Kind {
	case ObservedRead:
		s += fmt.Sprintf(" = %d", o.Old.Lo)
	case ObservedWrite, ObservedChoice:
		s += fmt.Sprintf(" = %d", o.New.Lo)
	case ObservedUpdate:
		s += fmt.Sprintf(" = %d -> %d", o.Old.Lo, o.New.Lo)
	case ObservedSpawn, ObservedJoin:
		s += " " + o.Other.Name()
	}
	if o.Bookkeeping {
		s += " (model)"
	}
	n.list = append(n.list, s)
}

const observed = irtext.Shared + `
global @h size 8 align 8 model
func @work(%h.1: ptr) {
b1:
  %2 = globaladdr ptr @m
  acquire exclusive %2
  release %2
  threadexit
}
func @main() {
  local &l.1 size 4 align 4
b1:
  %1 = globaladdr ptr @x
  %2 = choose nondet i32
  store i32 %1, %2
  %3 = load i32 %1
  %4 = rmw add seq_cst i32 %1, 5:i32
  %5 = cmpxchg seq_cst fail seq_cst i32 %1, 0:i32, 1:i32
  fence seq_cst
  %6 = enter ptr &l.1
  store i32 %6, 9:i32
  leave &l.1
  %7 = alloc heap ptr 4:i64, 4:i64
  store i32 %7, 3:i32
  free %7
  %8 = globaladdr ptr @m
  acquire exclusive %8
  %9 = lockstate i32 %8
  atomicbegin model
  store i32 %1, 1:i32
  atomicend model
  %10 = globaladdr ptr @h
  spawn @work(%10)
  release %8
  join %10
  atomicbegin user
  store i32 %1, 2:i32
  assume 0:i1
  atomicend user
  halt 0:i32
}
`

const observedWant = `main choice = 0
main write x+0 = 0
main read x+0 = 0
main update x+0 = 0 -> 5
main read x+0 = 5
main fence
main write site1+0 private = 9
main death site1+0 private
main write site2+0 = 3
main death site2+0
main acquire m+0
main state m+0
main write x+0 = 1 (model)
main spawn main.1
main.1 blocked m+0
main release m+0
main.1 acquire m+0
main.1 release m+0
main.1 exit
main join main.1
main write x+0 = 2
main rollback`

func TestObserver(t *testing.T) {
	c := Prepare(irtext.Parse(t, observed))
	var n notes
	m := NewMachine(c, Config{Source: leastSource{}, Observer: &n})
	for range 20 {
		for _, th := range append([]*Thread(nil), m.Ready()...) {
			if th.index == 0 && len(m.threads) > 1 && m.Step(m.threads[1]) == Waits && th.state == Ready {
				m.Step(th)
			} else if th.index == 0 {
				m.Step(th)
			}
			if strings.HasSuffix(n.list[len(n.list)-1], "rollback") {
				if got := strings.Join(n.list, "\n"); got != observedWant {
					t.Errorf("got\n%s\nwant\n%s", got, observedWant)
				}
				return
			}
		}
	}
	t.Errorf("no rollback:\n%s", strings.Join(n.list, "\n"))
}

// TestObserverChangesNothing runs programs with and without an observer, with
// probing in between: the executions are the same, and probing is not observed.
func TestObserverChangesNothing(t *testing.T) {
	for _, text := range []string{irtext.Counter, choosing, observed} {
		c := Prepare(irtext.Parse(t, text))
		run := func(o Observer) (uint64, EndKind) {
			m := NewMachine(c, Config{Properties: AllProperties &^ PropertySet(verdict.Race), Source: newRandom(c, 3, 1), Observer: o})
			for n := 0; n < 200 && m.End().Kind == Running; n++ {
				for i := 0; i < len(m.threads); i++ {
					m.Step(m.threads[i])
				}
				if probe, ok := o.(*notes); ok && m.End().Kind == Running {
					before := len(probe.list)
					m.FindDeadlocks()
					if len(probe.list) != before {
						t.Errorf("probing is observed: %v", probe.list[before:])
					}
				}
			}
			return m.Hash(), m.End().Kind
		}
		hash, end := run(nil)
		observedHash, observedEnd := run(&notes{})
		if hash != observedHash || end != observedEnd {
			t.Errorf("with an observer another execution: %s, not %s", observedEnd, end)
		}
	}
}

func TestTraceSource(t *testing.T) {
	c, tr := failing(t)
	src, err := TraceSource(tr)
	if err != nil {
		t.Fatal(err)
	}
	m := NewMachine(c, Config{Properties: withoutRaces, Source: src})
	if _, err := m.follow(t.Context(), tr.Schedule, nil); err != nil || m.End().Kind != Violated {
		t.Errorf("%v %+v", err, m.End())
	}
	tr = clone(t, tr)
	tr.Threads = nil
	if src, err = TraceSource(tr); err != nil {
		t.Fatal(err)
	}
	if v, err := src.Choose(Choice{Thread: "main.1", Range: true, Lo: 4, Hi: 9}); err != nil || v.Lo != 4 {
		t.Errorf("the least value is %v, %v", v, err)
	}
}
