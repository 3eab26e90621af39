package token_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine/eager"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
)

const stopped = -1

// place is a state of a system, with the depth of each thread: that of the node of its bracketed
// graph at which it arrives next; stopped: a mark ended it.
type place struct {
	run   *efsm.Simulator
	depth []int
}

// within explores executions in which no thread gets beyond a given depth of its own. It is the oracle for
// one depth of the lazy model. An operation is one depth after its read_sync. Other threads see it from its
// write_sync on, one depth later.
type within struct {
	t        *testing.T
	sys      *efsm.System
	property verdict.Property
	depth    int
	violated bool
	running  bool // some thread can be somewhere at the next depth
	seen     map[string]bool
	queue    []place
}

func explored(t *testing.T, sys *efsm.System, property verdict.Property, depth int) *within {
	w := &within{t: t, sys: sys, property: property, depth: depth, seen: make(map[string]bool)}
	w.add(place{efsm.NewSimulator(sys, nil), make([]int, len(sys.Threads))})
	for len(w.queue) > 0 {
		p := w.queue[0]
		w.queue = w.queue[1:]
		for id := efsm.ThreadID(1); int(id) < len(sys.Threads); id++ {
			w.step(p, id)
		}
	}
	return w
}

func (w *within) add(p place) {
	if key := fmt.Sprint(p.run.Key(), p.depth); !w.seen[key] {
		w.seen[key] = true
		w.queue = append(w.queue, p)
	}
}

// step executes the next step of a thread, if it is not too deep. A thread stops after an operation so deep
// that others cannot see its effect.
func (w *within) step(p place, id efsm.ThreadID) {
	at, d := p.run.At(id), p.depth[id]
	if at == 0 || d == stopped || p.run.Over() || p.run.IsStuck(id) {
		return
	}
	st := &w.sys.Threads[id].States[at]
	operation, after := d, d+1
	if st.IsVisible() {
		operation, after = d+1, d+3
	}
	if st.Kind != efsm.Stopped && p.run.Alive(id) && d <= w.depth+1 && w.depth+1 <= operation {
		w.running = true
	}
	if operation > w.depth {
		return
	}
	if w.property == verdict.Race && operation < w.depth {
		for other := efsm.ThreadID(1); int(other) < len(w.sys.Threads); other++ {
			w.violated = w.violated || other != id && p.depth[other] != stopped && p.depth[other]+1 <= w.depth && p.run.Races(id, other)
		}
	}
	next := place{p.run.Clone(), append([]int(nil), p.depth...)}
	done, err := next.run.Step(id, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	if done.Progress != efsm.Stepped {
		return
	}
	w.violated = w.violated || w.property != verdict.Race && len(done.Obligations) > 0
	w.running = w.running || st.Kind == efsm.Visible && operation == w.depth
	next.depth[id] = after
	for _, m := range done.Marks {
		if !st.Marks[m].GoesOn {
			next.depth[id] = stopped
		}
	}
	if !st.IsVisible() || operation < w.depth {
		w.add(next)
	}
}

// marked is a system in which thread a stops before it races, unless it reads a value that no thread
// writes.
const marked = `shared y data bv2 0x0:2
thread a entry 1a
  state 1a visible
    access read y
    bound loop 0 if = y 0x0:2
    goto 2a
  state 2a visible
    access write y
    set y := 0x0:2
    goto 3a
  state 3a local
thread b entry 1b
  state 1b visible
    access read y
    goto 2b
  state 2b visible
    access read y
    goto 3b
  state 3b local
`

// TestDepth checks that at every depth the lazy model has exactly the violations of executions in which no
// thread is deeper, with all combinations of its analyses. Its answer whether threads still run must also
// be right. The composition with a scheduler has them at n times that depth, n the threads (Ganai and
// Gupta, theorem 1).
func TestDepth(t *testing.T) {
	const last = 11
	found, fewer, all := make(map[verdict.Property]int), 0, 0
	try := func(name string, sys *efsm.System) {
		for _, property := range []verdict.Property{verdict.Assert, verdict.Race} {
			asked := []token.Options{{CSR: true}, {CSR: true, MTX: true}, {CSR: true, POR: true}, {CSR: true, MTX: true, POR: true}}
			models := make([]*token.Encoding, len(asked))
			for i, opts := range asked {
				opts.Property, opts.MaxDepth = property, last
				terms := term.New(term.Options{})
				models[i] = token.NewEncoding(sys, solver.New(terms, sat.Options{}), terms, opts)
			}
			for d := 0; d <= last; d++ {
				want := explored(t, sys, property, d)
				for i, m := range models {
					w, _, err := m.Find(context.Background())
					if err != nil || (w != nil) != want.violated {
						t.Fatalf("%s, %s, depth %d, %+v: violated %t, expected %t, %v\n%s", name, property, d, asked[i], w != nil, want.violated, err, sys)
					}
					if runs, err := m.Check(context.Background(), m.Running()); err != nil || want.running && runs.Status != sat.Satisfiable {
						t.Fatalf("%s, %s, depth %d, %+v: threads run, and not in the model: %v\n%s", name, property, d, asked[i], err, sys)
					}
				}
				if want.violated {
					found[property]++
					eagerly(t, sys, property, d)
					break
				}
				for _, m := range models {
					m.Extend()
				}
			}
			fewer, all = fewer+models[2].Stats().Pairs, all+models[0].Stats().Pairs
		}
	}
	stops, err := efsmtest.Parse(marked)
	if err != nil {
		t.Fatal(err)
	}
	try("marked", stops)
	for seed := range generated.Next(20 * generated.N()) {
		try(fmt.Sprint("seed ", seed), efsmtest.Random(seed))
		try(fmt.Sprint("seed ", seed, " with locks"), efsmtest.Locked(seed))
	}
	t.Logf("violated: %v; %d pairs, %d that are needed", found, all, fewer)
	if found[verdict.Assert] == 0 || found[verdict.Race] == 0 || fewer >= all {
		t.Error("nothing is violated, or no pass left out")
	}
}

// eagerly fails unless the compositions have a violation that the lazy model has at a depth.
func eagerly(t *testing.T, sys *efsm.System, property verdict.Property, depth int) {
	t.Helper()
	for _, tokens := range []bool{false, true} {
		terms, last := term.New(term.Options{}), depth*(len(sys.Threads)-1)
		if tokens { // a thread does a step at each depth from 0 on, and only one does
			last = (depth + 1) * (len(sys.Threads) - 1)
		}
		m := eager.NewEncoding(sys, solver.New(terms, sat.Options{}), terms, eager.Options{Property: property, CSR: true, Tokens: tokens})
		for range last {
			m.Extend()
		}
		if w, _, _, err := m.Find(context.Background()); w == nil || err != nil {
			t.Fatalf("%s, tokens %t: not violated in %d steps of all threads: %v\n%s", property, tokens, last, err, sys)
		}
	}
}
