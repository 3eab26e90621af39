package unwind_test

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestHolds checks the holds of locks in graphs of generated programs: a release has its acquire before it. In between
// the thread does nothing else to the lock.
func TestHolds(t *testing.T) {
	features := func(uint64) testgen.Features {
		return testgen.Locks | testgen.TryLocks | testgen.Blocking | testgen.Conditions | testgen.Branches | testgen.Loops | testgen.LockMisuse | testgen.Inputs | testgen.Sections
	}
	ended, all := 0, 0
	testprog.Concurrent(t, generated.Next(4*generated.N()), features, func(t *testing.T, _ uint64, text string) {
		p := testprog.Source(t, text, ir.LP64)
		for _, property := range []verdict.Property{verdict.Assert, verdict.Race, verdict.Deadlock, verdict.Lock} {
			g := graphOf(t, p, unwind.Options{Property: property, Loop: 2})
			wrong, known, n := wrongHolds(g)
			ended, all = ended+known, all+n
			s := solver.New(g.Terms, sat.Options{})
			for _, f := range g.Facts {
				s.Assert(f)
			}
			if r, err := s.Check(context.Background(), wrong); err != nil || r.Status != sat.Unsatisfiable {
				t.Errorf("%s: %v, %v: a hold does not end where the graph says\n%s\n%s", property, r.Status, err, text, g)
			}
		}
	})
	testprog.AtLeast(t, ended, all, 25)
}

// wrongHolds returns the condition that a hold ends without its begin, twice, or after another write to the lock,
// and the numbers of releases of known holds and of all releases.
func wrongHolds(g *event.Graph) (wrong term.ID, known, all int) {
	s := g.Terms
	wrong = term.False
	for e := range g.Events {
		end := &g.Events[e]
		if end.Kind == event.Write && g.Regions[end.Region].Kind == event.Lock && end.Lock != event.Acquire {
			all++
		}
		if end.Lock != event.Release {
			continue
		}
		begun, between := term.False, term.False
		for k := e - 1; k > 0; k-- {
			x := &g.Events[k]
			if x.Region != end.Region || g.Nodes[x.Node].Thread != g.Nodes[end.Node].Thread {
				continue
			}
			switch {
			case x.Hold == end.Hold && x.Lock == event.Acquire:
				begun = s.Or(begun, x.Guard)
			case x.Kind == event.Write && begun == term.False:
				between = s.Or(between, x.Guard)
			}
		}
		if begun != term.False { // else the acquire and the release are one write
			known++
			wrong = s.Or(wrong, s.And(end.Guard, s.Or(between, s.Not(begun))))
		}
	}
	return wrong, known, all
}
