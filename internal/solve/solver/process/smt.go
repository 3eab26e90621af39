package process

import (
	"context"
	"fmt"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/smtlib"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// SMT is a solver that keeps a program running and exchanges SMT-LIB with it.
type SMT struct {
	base
	reads *smtlib.Reads
	talk  *conversation // nil: no program is running
}

var _ Solver = (*SMT)(nil)

func newSMT(b base) *SMT { return &SMT{base: b, reads: smtlib.NewReads(b.terms)} }

// Close ends the program.
func (s *SMT) Close() error {
	s.end()
	return nil
}

// end ends the conversation and returns the end of the program's standard error.
func (s *SMT) end() string {
	if s.talk == nil {
		return ""
	}
	said := s.talk.end()
	s.talk = nil
	return said
}

// Check implements solver.Solver.
func (s *SMT) Check(ctx context.Context, assumptions ...term.ID) (solver.Result, error) {
	if err := s.begin(); err != nil {
		return s.last, err
	}
	res, err := s.ask(ctx, assumptions)
	if err != nil {
		return s.gaveUp(ctx, err, s.end())
	}
	return s.answered(res), nil
}

// ask lets the program answer and checks the answer.
func (s *SMT) ask(ctx context.Context, assumptions []term.ID) (solver.Result, error) {
	if ctx.Err() != nil {
		return solver.Result{}, ctx.Err()
	}
	if err := s.prepare(assumptions); err != nil {
		return solver.Result{}, err
	}
	t := s.talk
	defer t.listen(ctx)()
	answer, reason, err := t.checkSat(assumptions)
	if err != nil {
		return solver.Result{}, err
	}
	switch answer {
	case sat.Satisfiable:
		model, err := t.model(s.reads.List())
		if err != nil {
			return solver.Result{}, fmt.Errorf("read its model: %w", err)
		}
		if err := s.accept(model, assumptions); err != nil {
			return solver.Result{}, err
		}
	case sat.Unsatisfiable:
		core, err := t.core(assumptions)
		if err != nil {
			return solver.Result{}, fmt.Errorf("read its core: %w", err)
		}
		if err := s.refute(ctx, core); err != nil {
			return solver.Result{}, err
		}
	}
	t.takeBack()
	return solver.Result{Status: answer, Reason: reason}, nil
}

// prepare starts a program if necessary and sends everything except the question.
func (s *SMT) prepare(assumptions []term.ID) error {
	for _, list := range [][]term.ID{s.asserted, assumptions} {
		for _, f := range list {
			s.reads.Visit(f)
		}
	}
	// A logic with arrays starts a new conversation, so that questions before the first array use a
	// logic without.
	if t := s.talk; t != nil && (t.killed || t.logic != s.reads.Logic() || t.memory != s.limits.Memory) {
		s.end()
	}
	if s.talk == nil {
		var err error
		if s.talk, err = converse(s.tool, s.terms, s.reads.Logic(), s.limits.Memory); err != nil {
			return err
		}
	}
	s.talk.tell(s.asserted, assumptions, s.reads.List())
	return nil
}
