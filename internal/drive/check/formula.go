package check

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/smtlib"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// listener is a solver that keeps its last question about a violation. It is a search.Listener.
type listener struct {
	*solver.Embedded
	terms    *term.Store
	asserted []term.ID
	last     [2][]term.ID // what was asserted before the question, and its assumptions
	asks     func()       // called for each such question; nil: the questions are not answered
	aside    bool         // the next question is about bounds
}

func newListener(s *term.Store) *listener {
	return &listener{Embedded: solver.New(s, sat.Options{}), terms: s}
}

// Assert implements solver.Solver.
func (q *listener) Assert(f term.ID) {
	q.asserted = append(q.asserted, f)
	q.Embedded.Assert(f)
}

// Check implements solver.Solver.
func (q *listener) Check(ctx context.Context, assumptions ...term.ID) (solver.Result, error) {
	if q.aside {
		return q.Embedded.Check(ctx, assumptions...)
	}
	q.last = [2][]term.ID{slices.Clone(q.asserted), slices.Clone(assumptions)}
	if q.asks == nil {
		return solver.Result{}, nil
	}
	q.asks()
	return q.Embedded.Check(ctx, assumptions...)
}

// Aside implements search.Listener.
func (q *listener) Aside(aside bool) { q.aside = aside }

// clauses writes the question in DIMACS.
func (q *listener) clauses(w io.Writer) error {
	s := solver.New(q.terms, sat.Options{})
	for _, f := range q.last[0] {
		s.Assert(f)
	}
	return s.WriteDIMACS(w, q.last[1]...)
}

// script writes the question in SMT-LIB.
func (q *listener) script(w io.Writer) error {
	return smtlib.WriteScript(w, q.terms, smtlib.PrintOptions{Names: true}, slices.Concat(q.last[:]...)...)
}

// ofGraph returns the form of the formula of an event graph, written as write does.
func ofGraph(write func(*listener, io.Writer) error) func(context.Context, io.WriterTo, io.Writer) error {
	return func(ctx context.Context, made io.WriterTo, w io.Writer) error {
		g := made.(*event.Graph)
		q := newListener(g.Terms)
		e, err := consistency.New(ctx, g, q, consistency.Options{Eager: true})
		if err != nil {
			return fmt.Errorf("encode: %w", err)
		}
		if _, err := e.Check(ctx); err != nil {
			return err
		}
		return write(q, w)
	}
}
