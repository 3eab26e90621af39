package circuit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/heddle-mc/heddle/internal/circuit"
	"github.com/heddle-mc/heddle/internal/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/circuit/kind"
	"github.com/heddle-mc/heddle/internal/circuit/pdr"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Engine is an engine. A problem is its own.
type Engine struct{ method method }

// method makes the checker of a circuit whose output holds where there is progress.
type method struct {
	name    string
	proves  bool // its proofs are confirmed, on the circuit that is not reduced
	locates bool // clauses about where threads are help
	make    func(c *circuit.Circuit, o options) circuit.Checker
}

// options bound a checker.
type options struct {
	depth     int // 0: no bound
	memory    int64
	completed func(depth int)
}

// methods lists the methods.
func methods() []method {
	return []method{
		{"bmc", false, false, func(c *circuit.Circuit, o options) circuit.Checker {
			return bmc.New(c, bmc.Options{Progress: c.Outputs[0].Edge, Depth: o.depth, Memory: o.memory, Completed: o.completed})
		}},
		{"kind", true, false, func(c *circuit.Circuit, o options) circuit.Checker {
			return kind.New(c, bmc.Options{Progress: c.Outputs[0].Edge, Depth: o.depth, Memory: o.memory, Completed: o.completed})
		}},
		{"pdr", true, true, func(c *circuit.Circuit, o options) circuit.Checker {
			return pdr.New(c, pdr.Options{Depth: o.depth, Memory: o.memory, Completed: o.completed})
		}},
	}
}

// Methods lists the names of the engines.
func Methods() []string {
	var names []string
	for _, m := range methods() {
		names = append(names, m.name)
	}
	return names
}

// New returns the engine of a method.
func New(name string) *Engine {
	for _, m := range methods() {
		if m.name == name {
			return &Engine{m}
		}
	}
	panic("engine/circuit: no method " + name)
}

var _ engine.Engine = (*Engine)(nil)

// Supports reports whether a property is one of a circuit.
func Supports(p verdict.Property) bool { return depth.Supports(p) }

// Run implements engine.Engine.
func (e *Engine) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	if p.Bounds != (engine.Bounds{Depth: p.Bounds.Depth}) {
		return unsupported("this engine can bound nothing but the depth"), nil
	}
	if !Supports(p.Property) {
		return unsupported("property " + p.Property.String()), nil
	}
	if p.Property == verdict.Exclusion && p.Places == nil {
		return nil, errors.New("no places are asked about")
	}
	alone := *p
	alone.Environment = p.Environment.For(p.Property)
	r := &run{Problem: &alone, start: time.Now(), out: &engine.Outcome{}}
	r.tell("build", 0)
	m, err := build(ctx, &alone, !e.method.proves && !p.Without.Has(engine.SUB))
	var refused *depth.Refusal
	switch {
	case ctx.Err() != nil:
		r.end(verdict.Unknown, engine.WhyEnded(ctx))
		return r.out, nil
	case errors.As(err, &refused):
		return unsupported(refused.Error()), nil
	case err != nil:
		return nil, fmt.Errorf("transition system: %w", err)
	}
	r.model = m
	r.stage("build", r.start, len(m.Circuit.Latches))
	start := time.Now()
	c := m.Circuit
	if e.method.locates {
		c = circuit.Locate(c)
		c.Outputs = nil
	}
	r.reduced = circuit.Reduce(c)
	r.stage("reduce", start, len(r.reduced.Latches))
	r.checker = e.method.make(r.reduced.Circuit, options{p.Bounds.Depth, p.Memory, func(d int) { r.tell("solve", d) }})
	start = time.Now()
	err = r.search(ctx)
	s := r.checker.Stats()
	r.stage("search", start, s.Checks)
	r.out.Stats.Depth, r.out.Stats.Threads = max(0, r.checker.Depth()), len(m.System.Threads)-1
	r.out.Stats.Variables, r.out.Stats.Clauses, r.out.Stats.Conflicts = s.Variables, s.Clauses, s.Conflicts
	if err != nil {
		return nil, err
	}
	return r.out, nil
}

// build returns the circuit of a problem. An error is a *depth.Refusal where the program
// has none.
func build(ctx context.Context, p *engine.Problem, reduce bool) (*fromefsm.Model, error) {
	s, err := depth.System(ctx, p)
	if err != nil {
		return nil, err
	}
	return fromefsm.Build(ctx, s, fromefsm.Options{Property: p.Property, Places: p.Places, Reduce: reduce})
}

func unsupported(construct string) *engine.Outcome {
	return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Unsupported, Detail: construct}
}

// stage adds a stage that began at start.
func (r *run) stage(name string, start time.Time, size int) {
	r.out.Stats.Stages = append(r.out.Stats.Stages, engine.StageStats{Name: name, Time: time.Since(start), Size: size})
}

// tell reports progress.
func (r *run) tell(stage string, depth int) {
	if r.Progress == nil {
		return
	}
	p := engine.Progress{Stage: stage, Bound: depth}
	if r.checker != nil {
		s := r.checker.Stats()
		p.Clauses, p.Conflicts = s.Clauses, s.Conflicts
	}
	r.Progress(p)
}
