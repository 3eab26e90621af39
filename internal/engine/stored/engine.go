package stored

import (
	"context"
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
	"github.com/heddle-mc/heddle/internal/prove/confirm"
	"github.com/heddle-mc/heddle/internal/prove/confirm/threads"
)

// Engine confirms the proofs of a certificate. It implements engine.Engine.
type Engine struct {
	certificate *certificate.Certificate
	reports     map[*certificate.Section]*threads.Report
}

// New returns an engine.
func New(c *certificate.Certificate) *Engine {
	return &Engine{c, make(map[*certificate.Section]*threads.Report)}
}

// Run implements engine.Engine. A proof that does not hold is verdict.Refused. Text that is no proof about
// the program is an *engine.InputError.
//
// requires: the certificate has a proof of the property.
func (e *Engine) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	s := e.certificate.Of(p.Property)
	confirm := e.ofCircuit
	if s.Kind == certificate.Values {
		confirm = e.ofThreads
	}
	out, err := confirm(ctx, p, s)
	var syntax *certificate.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, &engine.InputError{Err: syntax}
	case err != nil && ctx.Err() != nil:
		return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Timeout}, nil
	}
	return out, err
}

// refused is the answer on a proof that does not hold.
func refused(format string, args ...any) *engine.Outcome {
	return &engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Refused, Detail: fmt.Sprintf(format, args...)}
}

// confirmed is the answer on a proof that does.
func confirmed(s *certificate.Section) *engine.Outcome {
	return &engine.Outcome{Verdict: verdict.Safe, Detail: "the certificate is confirmed: " + string(s.Kind)}
}

// assumed is the assumption of some thread-modular proofs beyond those of every verdict.
const assumed = "no access through a pointer that was never given a value"

// ofThreads confirms a thread-modular proof.
func (e *Engine) ofThreads(ctx context.Context, p *engine.Problem, s *certificate.Section) (*engine.Outcome, error) {
	r := e.reports[s]
	if r == nil {
		proof, err := s.Values(p.Program, p.Environment)
		if err != nil {
			return nil, err
		}
		if why := given(ctx, p, proof); why != "" {
			return refused("%s", why), ctx.Err()
		}
		if r, err = threads.Confirm(ctx, p.Program, proof); err != nil {
			return nil, err
		}
		e.reports[s] = r
	}
	if ok, why := r.Confirms(p.Property); !ok {
		return refused("%s", why), nil
	}
	out := confirmed(s)
	out.Layout, out.Assumed = engine.EveryLayout, []string{assumed}
	return out, nil
}

// ofCircuit confirms a proof about the program's unreduced circuit.
func (e *Engine) ofCircuit(ctx context.Context, p *engine.Problem, s *certificate.Section) (*engine.Outcome, error) {
	sys, why, err := system(ctx, depth.With(p, s.Instances), s.Kind)
	switch {
	case err != nil:
		return nil, err
	case why != "":
		return refused("%s", why), nil
	}
	m, err := fromefsm.Build(ctx, sys, fromefsm.Options{Property: p.Property, Places: p.Places})
	if err != nil {
		return nil, err
	}
	proof, err := s.Circuit(confirm.Names(m.Circuit))
	if err != nil {
		return nil, err
	}
	var all []int
	for b := range m.Targets {
		all = append(all, b)
	}
	err = confirm.Confirm(ctx, m.Circuit, m.Replicas(), all, proof)
	var wrong *confirm.RefutedError
	switch {
	case errors.As(err, &wrong):
		return refused("it does not hold: %s", wrong.Part), nil
	case err != nil:
		return nil, err
	}
	return confirmed(s), nil
}

// system returns the transition system that a proof is about, or the reason why there is none.
func system(ctx context.Context, p *engine.Problem, kind certificate.Kind) (s *efsm.System, why string, err error) {
	if p.Temporal != nil || p.Property.IsTemporal() {
		return nil, "no proof of executions as a whole can be written down", nil
	}
	r := search.Begin(p)
	if kind == certificate.Replicas && p.Property != verdict.Deadlock {
		if s, err = depth.Replicated(ctx, r.Problem); s != nil {
			s.Count() // a proof that does not count holds there as well
		}
	} else if kind != certificate.Replicas {
		s, err = depth.Begin(ctx, r, nil)
	}
	switch {
	case err != nil:
		return nil, "", err
	case s == nil && r.Unsupported != "":
		return nil, "the program has no such circuit: " + r.Unsupported, nil
	case s == nil:
		return nil, "the program has no threads of any number that a proof could be about", nil
	}
	if why = depth.NotAdjacent(r.Problem, s); why == "" && p.Property == verdict.Deadlock {
		if st := s.Choosy(); st != nil {
			why = depth.Construct(s, "an operation of which a choice says whether it can be done", st.Origin)
		}
	}
	return s, why, nil
}
