package interp

import (
	"context"
	"time"

	"github.com/heddle-mc/heddle/internal/trace"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// ExploreOptions says what Explore looks for, and how far.
type ExploreOptions struct {
	Property    verdict.Property // judged alone, as DESIGN 5.5 says
	Environment Environment
	Domain      func(Choice) (values []Value, exact bool) // nil: Corners
	StopAtFirst bool                                      // at the first violation
	Executions  uint64                                    // at most, abandoned ones included; 0: no limit
	Budget      time.Duration                             // at most; 0: no limit
	MaxSteps    uint64                                    // instructions of one execution; 0: DefaultMaxSteps
	MaxMemory   uint64                                    // bytes of one execution; 0: DefaultMaxMemory
}

// Exploration is what Explore found.
type Exploration struct {
	Violations []Counterexample // each place once
	Executions uint64           // that were executed to their end
	Abandoned  uint64           // that came to a state from which everything was explored
	Steps      uint64           // visible operations, re-executed ones included
	Complete   bool             // every interleaving was executed, for the values of the domains
	Exact      bool             // the domains had every value that was asked for
	Incomplete string           // why, if not Complete
}

// Counterexample is a violation and a trace that leads to it.
type Counterexample struct {
	Violation Violation
	Trace     *trace.Trace
}

// Explore executes every interleaving of a program at its visible operations,
// depth first, with every value of the domains where it makes a choice. There
// are no snapshots: each execution begins anew and repeats the decisions of the
// former one up to the last that has an alternative. A program that can run for
// ever is cut by MaxSteps, and the exploration is incomplete.
//
// It assumes nothing and reduces nothing, so that it can be believed: what is
// cleverer is held against it. An error means that the context ended.
func Explore(ctx context.Context, c *Code, opts ExploreOptions) (*Exploration, error) {
	e := &explorer{code: c, opts: opts, found: Exploration{Exact: true}}
	if opts.Domain == nil {
		e.opts.Domain = Corners
	}
	limited := ctx
	if opts.Budget > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, opts.Budget)
		defer cancel()
	}
	for {
		e.execute(limited)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case limited.Err() != nil:
			e.cut("the time budget is spent")
			return &e.found, nil
		case opts.StopAtFirst && len(e.found.Violations) > 0:
			e.cut("it stopped at the first violation")
			return &e.found, nil
		case !e.advance(0):
			e.found.Complete = e.found.Incomplete == ""
			return &e.found, nil
		case opts.Executions > 0 && e.found.Executions+e.found.Abandoned >= opts.Executions:
			e.cut("the budget of executions is spent")
			return &e.found, nil
		}
	}
}

// explorer is the state of an exploration. As the machine's Source it answers
// choices by its decisions.
type explorer struct {
	code  *Code
	opts  ExploreOptions
	found Exploration
	path  []decision
	depth int     // how many decisions of the path this execution has used
	run   *runner // of this execution; nil while its machine is being made
}

// decision is a point of an execution with alternatives: which thread goes on,
// or which value a choice has.
type decision struct {
	threads []int   // by index; or
	values  []Value // of a choice
	at      int     // the alternative that is being explored
	stepped bool    // of threads: one of them could go on
}

func (d *decision) alternatives() int { return max(len(d.threads), len(d.values)) }

// advance goes to the next alternative of the last decision that has one, but
// leaves the first so many alone. It reports whether there was one.
func (e *explorer) advance(keep int) bool {
	for len(e.path) > keep {
		d := &e.path[len(e.path)-1]
		if d.at++; d.at < d.alternatives() {
			return true
		}
		e.path = e.path[:len(e.path)-1]
	}
	return false
}

func (e *explorer) cut(why string) {
	if e.found.Incomplete == "" {
		e.found.Incomplete = why
	}
}

// execute does one execution: the decisions of the path, then the first
// alternative of every new one.
func (e *explorer) execute(ctx context.Context) {
	e.depth, e.run = 0, nil
	properties := PropertySet(e.opts.Property)
	r := &runner{opts: Options{Properties: properties}}
	r.m = NewMachine(e.code, Config{Properties: properties, Environment: e.opts.Environment, Source: e,
		MaxSteps: e.opts.MaxSteps, MaxMemory: e.opts.MaxMemory, Done: ctx.Done()})
	e.run = r
	races := 0
	for r.m.end.Kind == Running && ctx.Err() == nil {
		if e.opts.Property == verdict.Deadlock && r.deadlock() {
			break
		}
		stepped, more := e.step()
		if !more {
			if stepped {
				e.found.Abandoned++
				e.found.Steps += r.steps
				return
			}
			r.stuck()
			break
		}
		if r.m.race != nil && len(r.m.violations) > races {
			list := r.m.Races()
			for i := range list[races:] {
				e.record(&list[races+i])
			}
			races = len(list)
		}
	}
	if ctx.Err() != nil {
		return
	}
	r.convict()
	e.found.Executions++
	e.found.Steps += r.steps
	switch r.m.end.Kind {
	case Unsupported, StepLimit, MemoryLimit, Mismatch:
		e.cut("an execution ended: " + r.m.end.Kind.String())
	}
	if v := r.result().Violation; v != nil && e.opts.Property != verdict.Race {
		e.record(v)
	}
}

// step does the next visible operation that the path says, or the first
// possible one. If there is none, more is false; stepped says whether there was
// one that is explored already.
func (e *explorer) step() (stepped, more bool) {
	r, node := e.run, e.depth
	if node == len(e.path) {
		d := decision{}
		for _, t := range r.m.ready {
			d.threads = append(d.threads, t.index)
		}
		e.path = append(e.path, d)
	}
	for {
		d := &e.path[node]
		if d.at >= len(d.threads) {
			stepped = d.stepped
			e.path = e.path[:node]
			return stepped, false
		}
		t := r.m.threads[d.threads[d.at]]
		e.depth = node + 1
		if r.m.Step(t) == Stepped {
			e.path[node].stepped = true
			r.taken.AddStep(t.name)
			r.steps++
			r.reconsider()
			return true, true
		}
		// Nothing changed: other values of the attempt's choices, then the next thread.
		if !e.advance(node + 1) {
			e.path[node].at++
		}
	}
}

// record keeps a violation at a place where none was found before, with the
// trace of the execution so far.
func (e *explorer) record(v *Violation) {
	if e.opts.StopAtFirst && len(e.found.Violations) > 0 {
		return
	}
	for i := range e.found.Violations {
		if e.found.Violations[i].Violation.same(v) {
			return
		}
	}
	t := e.run.m.Trace(v)
	t.Schedule = append([]trace.Segment(nil), e.run.taken.Schedule...)
	e.found.Violations = append(e.found.Violations, Counterexample{*v, t})
}

// Choose implements Source.
func (e *explorer) Choose(c Choice) (Value, error) {
	if e.run != nil && e.run.m.probing {
		return lowest(c), nil // whether a thread is blocked does not depend on it
	}
	if e.depth == len(e.path) {
		values, exact := e.opts.Domain(c)
		e.found.Exact = e.found.Exact && exact
		e.path = append(e.path, decision{values: values})
	}
	d := &e.path[e.depth]
	e.depth++
	return d.values[d.at], nil
}

// Uninit implements Source.
func (e *explorer) Uninit(ObjectKey, uint64) (byte, error) {
	if e.run != nil && e.run.m.probing {
		return 0, nil
	}
	if e.depth == len(e.path) {
		e.found.Exact = false
		e.path = append(e.path, decision{values: []Value{{}, {Lo: 0xff}}})
	}
	d := &e.path[e.depth]
	e.depth++
	return byte(d.values[d.at].Lo), nil
}
