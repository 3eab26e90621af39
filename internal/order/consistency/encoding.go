package consistency

import (
	"context"
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Options configure an encoding. The zero value is the theory with all pruning.
type Options struct {
	Eager   bool    // clocks in place of the theory
	Without Pruning // reasons that are switched off
	// Candidates are the candidates of the graph's reads. They may also be those of a graph from which it
	// was rewritten with the same executions and numbers. No other pairs are considered. nil: all are.
	Candidates []event.Candidates
	// Schedule, if not nil, restricts the order of the executions.
	Schedule Schedule
	// Model, if not nil, defines the executions in place of sequential consistency (weak.go). The graph is made for
	// it (unwind.Options.Weak). Decode and DecodeRace cannot be used then.
	Model *Model
}

// Encoding holds the executions of a graph as constraints on a solver. Its checks differ in assumptions
// only, so they share the clauses that the solver learns. It is for one goroutine.
type Encoding struct {
	g        *event.Graph
	host     solver.Solver
	rel      *Relations
	violated []term.ID // by index of Obligations
	theory   *theory   // nil of the eager encoding
	races    []race    // that are not excluded, of a graph for races
	schedule Schedule
}

// New encodes a graph into a solver for its terms. If the theory is used, the solver must be a solver.Host
// without other contents: there can be one propagator. An error is the cause of the context's end, or means
// that the solver is no host.
func New(ctx context.Context, g *event.Graph, host solver.Solver, opts Options) (*Encoding, error) {
	theorist, ok := host.(solver.Host)
	if !opts.Eager && !ok {
		return nil, errors.New("the theory of order needs a solver that it can take part in")
	}
	if opts.Model != nil {
		opts.Without |= PruneSections
	}
	rel, facts, races, err := relate(ctx, g, opts)
	if err != nil {
		return nil, fmt.Errorf("encode the order: %w", err)
	}
	e := &Encoding{g: g, host: host, rel: rel, violated: make([]term.ID, len(g.Obligations)), races: races, schedule: opts.Schedule}
	for i := range g.Obligations {
		o := &g.Obligations[i]
		e.violated[i] = g.Terms.And(o.Guard, g.Terms.Not(o.Cond))
	}
	for i, f := range facts {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("encode the order: %w", context.Cause(ctx))
		}
		host.Assert(f)
	}
	if opts.Eager {
		if err := assertClocks(ctx, host, rel); err != nil {
			return nil, fmt.Errorf("encode the order: %w", err)
		}
	} else {
		var w *weak
		if opts.Model != nil {
			w = newWeak(theorist, opts.Model, rel, races)
		}
		e.theory = connectTheory(theorist, rel, w)
	}
	if e.schedule != nil {
		e.follow(e.schedule)
	}
	return e, nil
}

// Relations returns the arcs of the encoding.
func (e *Encoding) Relations() *Relations { return e.rel }

// Bytes returns the memory that the encoding itself holds, nearly.
func (e *Encoding) Bytes() int64 {
	bytes := 48 * int64(len(e.rel.Arcs))
	if e.theory != nil {
		bytes += e.theory.Memory()
	}
	return bytes
}

// Check decides whether one of the obligations can be violated, or whether there is a race. If so, Decode
// or DecodeRace returns an execution that has it.
func (e *Encoding) Check(ctx context.Context) (solver.Result, error) {
	return e.anyOf(ctx, []term.ID{e.Question()})
}

// Exclude excludes executions that violate an obligation, given by its index in the graph.
func (e *Encoding) Exclude(obligation int) {
	e.host.Assert(e.g.Terms.Not(e.violated[obligation]))
	e.violated[obligation] = term.False
}

// Drop removes some of the obligations, by index in the graph, from the queries of Check. Executions that
// violate them stay.
func (e *Encoding) Drop(dropped func(int) bool) {
	for i := range e.violated {
		if dropped(i) {
			e.violated[i] = term.False
		}
	}
}

// CheckMarks checks whether an execution can reach one of the marks for which wanted holds. It returns the
// indices of the marks that one such execution reaches.
func (e *Encoding) CheckMarks(ctx context.Context, wanted func(int) bool) (solver.Result, []int, error) {
	var list []term.ID
	for i := range e.g.Marks {
		if wanted(i) {
			list = append(list, e.g.Marks[i].Guard)
		}
	}
	res, err := e.anyOf(ctx, list)
	if err != nil || res.Status != sat.Satisfiable {
		return res, nil, err
	}
	var reached []int
	for i := range e.g.Marks {
		if wanted(i) && e.holds(e.g.Marks[i].Guard) {
			reached = append(reached, i)
		}
	}
	return res, reached, nil
}

// anyOf checks whether one of the terms can hold.
func (e *Encoding) anyOf(ctx context.Context, list []term.ID) (solver.Result, error) {
	any := e.g.Terms.Disj(list...)
	if any == term.False {
		return solver.Result{Status: sat.Unsatisfiable}, nil
	}
	return e.host.Check(ctx, any)
}

// holds returns the value of a Bool in the model of the last check.
func (e *Encoding) holds(t term.ID) bool {
	if t == term.True || t == term.False {
		return t == term.True
	}
	return e.host.Value(t) != term.Word{}
}
