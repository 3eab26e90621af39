// Package candidate enumerates the candidate executions of a litmus test: a path for each thread, a write for each
// read, and an order of the writes of each part of memory. A memory model judges each of them.
//
// Values follow from the writes that reads take them from. A value that depends on itself may be each constant of
// the test. Accesses of different sizes are torn: memory is divided at the ends of all accesses, and an access
// is an event for each part, related by si. There is no po between events of one access.
//
// Candidates that a model forbids because it implies coherence or atomicity are not made unless Plain is set. An access at a
// computed address that no object has ends the execution, which does not count.
//
// Package memmodel/litmus runs a Search for each test.
package candidate

import (
	"context"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// Search looks for executions of a test.
type Search struct {
	Test       *program.Test
	Model      *memmodel.Model
	All        bool                  // visit all executions, not only those that decide the condition
	Visit      func(*Execution) bool // is called for each consistent execution; false ends the search
	Refused    func(*Refusal) bool   // is called for forbidden candidates that would decide the condition, as Visit; nil: none is
	Candidates int                   // how many candidates the model has judged
	Plain      bool                  // candidates that the model forbids by coherence or atomicity are made, too
	Bounded    bool                  // executions of loops that go on are left out: see Unrolled

	coherentModel, atomicModel bool
	ctx                        context.Context
	steps                      int
	constants                  []int64
}

// Execution is a consistent execution. It is valid during the call of Visit.
type Execution struct {
	*solver
	Satisfied bool // the condition holds in its final state
}

// Refusal is a candidate that the model forbids.
type Refusal struct {
	Axiom string
	Pairs []string // of base relations, in the order of the axiom's cycle, such as "po: P0 W[x]=1 -> P0 R[y]=0"
}

// goal returns the truth of the condition in the executions that decide the test.
func (s *Search) goal() bool { return s.Test.Quantifier != program.Forall }

// Run visits the executions. Its error is an *Error, or the cause of the end of ctx.
func (s *Search) Run(ctx context.Context) error {
	s.ctx = ctx
	s.coherentModel, s.atomicModel = !s.Plain && s.Model.ImpliesCoherence(), !s.Plain && s.Model.ImpliesAtomicity()
	pointers := pointersOf(s.Test)
	var threads []*paths
	for t := range s.Test.Threads {
		p, err := pathsOf(ctx, s.Test, t, pointers)
		if err != nil {
			return err
		}
		s.Bounded = s.Bounded || p.cut
		threads = append(threads, p)
	}
	s.grow(threads)
	m := divide(s.Test, threads)
	for _, t := range threads {
		for _, p := range t.all {
			m.tear(p)
		}
	}
	s.constants = constantsOf(s.Test, pointers)
	s.choosePaths(m, threads, nil)
	return context.Cause(ctx)
}

// grow makes objects without a type as large as their accesses.
func (s *Search) grow(threads []*paths) {
	for _, t := range threads {
		for _, p := range t.all {
			for _, e := range p.events {
				if e.object != program.None {
					o := &s.Test.Objects[e.object]
					o.Size = max(o.Size, int(e.offset)+e.op.Size)
				}
			}
		}
	}
}

// choosePaths chooses the paths of the threads that have none.
func (s *Search) choosePaths(m *memory, threads []*paths, chosen []*path) bool {
	if len(chosen) == len(threads) {
		return s.step() && newSolver(s, newExecution(m, chosen)).start()
	}
	for _, p := range threads[len(chosen)].all {
		paths := append(slices.Clip(chosen), p)
		if !s.All && !s.mayDecide(paths) {
			continue
		}
		if !s.choosePaths(m, threads, paths) {
			return false
		}
	}
	return true
}

// mayDecide reports whether executions with these paths may decide the condition.
func (s *Search) mayDecide(paths []*path) bool {
	holds, known := s.Test.Condition.Holds(func(p *program.Place) (int64, bool) {
		if p.Thread == program.None || p.Thread >= len(paths) || p.Register >= len(paths[p.Thread].registers) {
			return 0, false
		}
		e := paths[p.Thread].registers[p.Register]
		return e.N, e.Op == program.Const
	})
	return !known || holds == s.goal()
}

// step reports whether there is time for another step.
func (s *Search) step() bool {
	s.steps++
	return s.steps%256 != 0 || s.ctx.Err() == nil
}

// constantsOf returns the numbers that a test mentions, and the addresses of objects that are values in it.
func constantsOf(test *program.Test, pointers []int64) []int64 {
	all := map[int64]bool{0: true}
	for _, p := range pointers {
		all[p] = true
	}
	var walk func(e *program.Expr)
	walk = func(e *program.Expr) {
		if e != nil {
			if e.Op == program.Const {
				all[e.N] = true
			}
			walk(e.A)
			walk(e.B)
			walk(e.C)
		}
	}
	for i := range test.Objects {
		for _, init := range test.Objects[i].Initial {
			all[init.Value] = true
		}
	}
	for _, t := range test.Threads {
		for _, n := range t.Initial {
			all[n] = true
		}
		for i := range t.Code {
			walk(t.Code[i].Value)
		}
	}
	var condition func(c *program.Condition)
	condition = func(c *program.Condition) {
		all[c.Right.Number] = true
		for _, arg := range c.Args {
			condition(arg)
		}
	}
	condition(test.Condition)
	return slices.Sorted(maps.Keys(all))
}

// Final returns the value of a place at the end.
func (x *Execution) Final(p *program.Place) int64 {
	value, _ := x.place(p)
	return value
}

// Flags returns the names of the flags of the model that the execution raises.
func (x *Execution) Flags() []string { return x.checker.Flags() }

// prepare makes the model's checker when the first candidate is complete.
func (s *solver) prepare() {
	if s.checker == nil {
		n := len(s.Events)
		s.rf, s.co = relation.New(n), relation.New(n)
		s.checker = s.Model.Prepare(s.Execution)
	}
}

// start searches from the beginning, unless the paths contradict each other.
func (s *solver) start() bool { return !s.propagate() || s.choose(0) }
