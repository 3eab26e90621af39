package weak

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
)

// Options holds the model, the properties and the bounds of an exploration.
type Options struct {
	Model       *Model
	Properties  interp.Properties // each judged as if alone (semantics 5); of those of the model, and termination (hang.go)
	Environment ir.Environment
	Domain      func(interp.Choice) (values []wide.Word, exact bool) // as in smc.Options; nil: interp.Corners
	StopAtFirst bool                                                 // at the first violation
	Runs        uint64                                               // at most; 0: no limit
	Budget      time.Duration                                        // at most; 0: no limit
	MaxSteps    uint64                                               // instructions of one run; 0: the machine's default
	MaxMemory   uint64                                               // bytes of one run; 0: the machine's default
	// Unwind and ConstantUnwind bound loops as in interp.Config.
	Unwind, ConstantUnwind int
	// Visit is called for each whole execution; nil: it is not. A call with nil means that the search begins
	// again, so that former calls do not count.
	Visit func(*Execution)
	// Judge returns an error if the execution in which a violation was found is not one of the model.
	Judge func(*Execution) error
	// Cycles: executions with a cycle of po ∪ rf are explored as well, if the model has some (cycle.go). It needs Allowed.
	Cycles bool
	// Allowed reports whether an execution, or the part of one, is one of the model; nil: each is. The search counts no
	// others.
	Allowed func(*Execution) bool
}

// Properties returns the properties that an exploration judges under the model.
func (m *Model) Properties() interp.Properties {
	if m.Hardware() { // a race is an error of C
		return properties &^ interp.PropertySet(verdict.Race)
	}
	return properties
}

// properties has the properties that an exploration judges.
const properties interp.Properties = 1<<verdict.Assert | 1<<verdict.Reach | 1<<verdict.Overflow | 1<<verdict.Div | 1<<verdict.Shift | 1<<verdict.Uninit | 1<<verdict.Race

// Exploration holds the results of Explore. Executions has those in which no thread is blocked.
type Exploration struct {
	smc.Exploration
	Runs      uint64            // machines; an execution of which a part is dropped has one as well
	Refused   string            // the construct that has no meaning yet under a memory model
	RefusedAt ir.Pos            // its place, if known
	Race      *interp.Violation // the first race; nil: there is none
	Cyclic    Cyclic            // with Options.Cycles
	Continued bool              // a release sequence has a later write of the same thread (Model.Chains)
}

// Explore visits each consistent execution graph of a program once. An error means that the context ended,
// or that Judge found a mistake of the package.
func Explore(ctx context.Context, c *interp.Code, opts Options) (*Exploration, error) {
	s := &search{code: c, opts: opts, model: opts.Model, ctx: ctx, locations: newLocations(), names: c.NewNames(), cycles: newCycles()}
	if opts.Domain == nil {
		s.opts.Domain = interp.Corners
	}
	if opts.Budget > 0 {
		var cancel context.CancelFunc
		s.ctx, cancel = context.WithTimeout(ctx, opts.Budget)
		defer cancel()
	}
	s.all()
	if opts.Cycles && s.model.Cycles() && s.finished() {
		s.cyclic()
	}
	if s.mistake != nil {
		return nil, s.mistake
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	x := &s.found
	x.OutOfTime = s.ctx.Err() != nil
	switch {
	case x.Refused != "":
		x.Incomplete = x.Refused
	case x.OutOfTime:
		x.Incomplete = "the time budget is spent"
	case len(s.stack) > 0:
		x.Incomplete = "the budget of runs is spent"
	}
	if opts.StopAtFirst && len(x.Violations) > 0 {
		x.Incomplete = "it stopped at the first violation"
	}
	x.Complete = x.Incomplete == "" && !slices.ContainsFunc(x.Limits, func(interp.End) bool { return true })
	return x, nil
}

// search is the state of an exploration.
type search struct {
	code      *interp.Code
	opts      Options
	model     *Model
	ctx       context.Context
	locations *locations
	names     *footprint.Names
	stack     []task
	found     Exploration
	refused   error
	mistake   error
	again     bool // classes of sections changed: the search begins again
	ordered   []*interp.Thread
	cycles    cycles
}

// task is a graph to visit: the first n events of another and one event more, or the whole other graph if a
// read was revisited.
type task struct {
	base    *graph
	n       int
	event   event
	at      int  // the place of a new write in the coherence order
	early   bool // the event is a section that finds data of the past
	revisit bool
}

func (s *search) push(t task) { s.stack = append(s.stack, t) }

// all visits every graph.
func (s *search) all() {
	for again := true; again; again = s.again {
		if s.again && s.opts.Visit != nil {
			s.opts.Visit(nil)
		}
		found := s.found
		s.found = Exploration{Exploration: smc.Exploration{Exact: true, Violations: found.Violations}, Race: found.Race, Continued: found.Continued}
		s.again, s.stack = false, s.stack[:0]
		s.locations.forget()
		s.push(task{base: newGraph()})
		for len(s.stack) > 0 && s.going() {
			if s.opts.StopAtFirst && len(s.found.Violations) > 0 || s.opts.Runs > 0 && s.found.Runs >= s.opts.Runs {
				return
			}
			s.next()
		}
	}
}

// going reports whether nothing ended the search.
func (s *search) going() bool {
	return !s.again && s.refused == nil && s.mistake == nil && s.ctx.Err() == nil
}

// finished reports whether every graph was visited.
func (s *search) finished() bool { return len(s.stack) == 0 && s.going() && len(s.found.Limits) == 0 }

// next visits a graph of the stack.
func (s *search) next() {
	t := s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
	s.run(t.graph(), t.early)
}

// graph returns the graph of a task.
func (t *task) graph() *graph {
	g := t.base.prefix(t.n)
	switch {
	case t.revisit:
		g.last, g.revisiting = t.base.last, t.base.revisiting
		g.place(g.revisiting, t.at)
	case t.n > 0 || t.event.kind != local:
		g.last = g.add(t.event)
		if t.event.kind == write {
			g.place(g.last, t.at)
		}
	}
	return g
}

func (s *search) refuse(why string, at ir.Pos) {
	s.refused = errors.New(why)
	s.found.Refused, s.found.RefusedAt = why, at
}

// record records a violation at a new place, with a trace of steps. The violation of termination has a number of steps before its loop.
func (r *run) record(v *interp.Violation, steps []stepOf, loop int) {
	s := r.search
	if s.cycles.on { // it is known already, or no trace shows it
		if r.failing == nil {
			r.failing = v
		}
		return
	}
	for i := range s.found.Violations {
		if s.found.Violations[i].Violation.Same(v) {
			return
		}
	}
	if s.opts.StopAtFirst && len(s.found.Violations) > 0 {
		return
	}
	if !s.allowed(r) {
		return
	}
	if s.opts.Judge != nil {
		if err := s.opts.Judge(&Execution{r}); err != nil {
			s.mistake = err
			return
		}
	}
	t := r.trace(v, steps)
	t.Failure.Loop = uint64(loop)
	s.found.Violations = append(s.found.Violations, smc.Counterexample{Violation: *v, Trace: t})
}

func (s *search) allowed(r *run) bool {
	return s.opts.Allowed == nil || s.opts.Allowed(&Execution{r})
}

func (x *Exploration) cut(m verdict.Mark) {
	if !slices.Contains(x.Cuts, m) {
		x.Cuts = append(x.Cuts, m)
	}
}

func (x *Exploration) racy(v interp.Violation) {
	if x.Race == nil {
		x.Race = &v
	}
}
