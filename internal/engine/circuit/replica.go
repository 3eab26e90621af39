package circuit

import (
	"context"
	"errors"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/circuit/pdr"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/prove/confirm"
)

// replicated looks for a proof for any number of threads, in most of the time left. It is called when a
// program creates more threads than its system has, since nothing else can be proved then. The proof is
// about a system with replicas: a result of pdr for some of them is true of all. It reports whether there
// is a proof, and records it. An execution of such a system need not be one of the program, so it proves no
// violation.
func (r *run) replicated(ctx context.Context) (proved bool, err error) {
	if r.tried || !r.replicable() {
		return false, nil
	}
	r.tried = true
	part, cancel := ctx, context.CancelFunc(func() {})
	if end, limited := ctx.Deadline(); limited {
		part, cancel = context.WithTimeout(ctx, time.Until(end)*9/10)
	}
	defer cancel()
	stage, size := r.Stage("replicas"), 0
	defer func() { stage(size) }()
	m, clauses, err := r.ofAny(part)
	switch {
	case err != nil && ctx.Err() != nil:
		return false, context.Cause(ctx)
	case err != nil && part.Err() != nil, m == nil && err == nil:
		return false, nil
	case err != nil:
		return false, err
	}
	size = len(clauses)
	r.Found.Marks, r.met, r.Unsupported, r.Completed = nil, nil, "", true
	proof := &engine.Proof{Summary: "an inductive invariant of any number of threads", Conjuncts: m.Tell(m.Circuit, clauses)}
	r.proved(m, proof, &certificate.Circuit{Kind: certificate.Replicas, Clauses: confirm.Clauses(clauses)})
	return true, nil
}

// replicable reports whether a proof of any number of threads may be looked for.
func (r *run) replicable() bool {
	p := r.Problem
	return r.method.replicates && !r.isReduced() && p.Temporal == nil && p.Property != verdict.Deadlock && len(r.Found.Violations) == 0
}

// ofAny returns the circuit of a system with replicas, and a confirmed invariant for any number of them;
// nil: there is none.
func (r *run) ofAny(ctx context.Context) (*fromefsm.Composition, []circuit.Clause, error) {
	s, err := depth.Replicated(ctx, r.Problem)
	if s == nil || depth.NotAdjacent(r.Problem, s) != "" {
		return nil, nil, err
	}
	m, err := r.composition(ctx, s, fromefsm.None)
	if err != nil {
		return nil, nil, err
	}
	opts := pdr.Options{Memory: r.Problem.Memory}
	m, reduced, answer, err := r.compared(ctx, m, opts)
	if reduced == nil && err == nil {
		reduced = r.shrink(m.Circuit)
		opts.Alike = alike(reduced, m.Replicas())
		k := pdr.New(reduced.Circuit, opts)
		if answer, err = k.Check(ctx, targets(m)); err == nil && answer.Status == circuit.Proved {
			answer.Invariant = k.Trim(ctx, answer.Invariant, targets(m))
		}
	}
	if err != nil || answer.Status != circuit.Proved {
		return nil, nil, err
	}
	clauses := confirm.OfAll(m.Replicas(), reduced.Invariant(answer.Invariant))
	err = confirm.Replicas(ctx, m.Circuit, m.Replicas(), clauses, targets(m))
	if errors.As(err, new(*confirm.RefutedError)) {
		return nil, nil, nil // it is one of these few only
	}
	return m, clauses, err
}

// compared looks for a proof in which words occur only in comparisons. It gives two thirds of the time left
// to the composition m. If the guesses for a composition that counts replicas are a proof, that composition
// gets half of the rest. It returns the proof with its composition and circuit; without a proof, m, nil and
// nil.
func (r *run) compared(ctx context.Context, m *fromefsm.Composition, opts pdr.Options) (*fromefsm.Composition, *circuit.Reduced, *circuit.Answer, error) {
	stage, size := r.Stage("compare"), 0
	defer func() { stage(size) }()
	for _, try := range []struct {
		part  float64 // of the time that is left
		begin func(context.Context) (*comparison, error)
	}{
		{2.0 / 3, func(ctx context.Context) (*comparison, error) { return r.compare(ctx, m, opts), nil }},
		{0.5, func(ctx context.Context) (*comparison, error) { return r.counted(ctx, opts) }},
	} {
		part, cancel := ctx, context.CancelFunc(func() {})
		if end, limited := ctx.Deadline(); limited {
			part, cancel = context.WithTimeout(ctx, time.Duration(float64(time.Until(end))*try.part))
		}
		defer cancel()
		c, err := try.begin(part)
		if err != nil && part.Err() == nil {
			return m, nil, nil, err
		}
		if c == nil {
			continue
		}
		answer, err := c.checker.Check(part, c.bads)
		switch {
		case err != nil:
			return m, nil, nil, err
		case answer.Status == circuit.Proved:
			answer.Invariant = trimmed(ctx, c.checker, answer.Invariant, c.bads)
			size = len(answer.Invariant)
			return c.Composition, c.reduced, answer, nil
		}
	}
	return m, nil, nil, nil
}

// counted guesses clauses for a system that counts replicas. nil: its counters have no facts, or the
// clauses are no proof.
func (r *run) counted(ctx context.Context, opts pdr.Options) (*comparison, error) {
	s, err := depth.Replicated(ctx, r.Problem)
	if err != nil || s == nil {
		return nil, err
	}
	if s.Count(); len(s.Facts) == 0 {
		return nil, nil
	}
	m, err := r.composition(ctx, s, fromefsm.None)
	if err != nil {
		return nil, err
	}
	if c := r.compare(ctx, m, opts); c != nil && c.enough {
		return c, nil
	}
	return nil, nil
}

// maxCreation is the depth at which it is looked for whether more threads are created than there are,
// which pdr finds late.
const maxCreation = 24

// outgrown looks for an execution that creates more threads, or objects made with them, than the system
// has. It reports whether that led to a proof for any number of threads.
func (r *run) outgrown(ctx context.Context) (proved bool, err error) {
	if !r.replicable() {
		return false, nil
	}
	var bounds []int
	for _, b := range r.open {
		if m := r.mark(&r.model.Targets[b]); m != nil && (m.Bound == verdict.ThreadBound || m.Bound == verdict.AllocBound) {
			bounds = append(bounds, b)
		}
	}
	if len(bounds) == 0 {
		return false, nil
	}
	limit := maxOutgrown
	if end, limited := ctx.Deadline(); limited {
		limit = min(limit, time.Until(end)/4)
	}
	part, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answer, err := bmc.New(r.reduced.Circuit, bmc.Options{Depth: maxCreation, Memory: r.Problem.Memory}).Check(part, bounds)
	if err != nil || answer.Status != circuit.Reached {
		return false, nil // pdr may find out
	}
	again, err := r.reached(ctx, r.reduced.Execution(answer.Execution), answer.Bad)
	return err == nil && !again, err
}

// maxOutgrown is the time limit of the search for such an execution; it is at most a quarter of the time
// left.
const maxOutgrown = 2 * time.Second
