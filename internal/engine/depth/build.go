package depth

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/search"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Checks are the checks that the models can express: of states of single threads, of pairs of accesses, and
// of pairs of states.
const Checks = verdict.StatedCheck | verdict.OperandCheck | verdict.LockCheck | verdict.PairCheck | verdict.PlaceCheck

// refusal is the error for a program, or a property, that has no transition system.
type refusal struct{ construct string }

// Error returns the construct.
func (e *refusal) Error() string { return e.construct }

// Begin makes the system of a run's problem as System does. It returns nil if there is none; then
// r.Unsupported has the reason.
func Begin(ctx context.Context, r *search.Run, weight func(*efsm.State) int) (*efsm.System, error) {
	return begin(ctx, r, func() (*efsm.System, error) { return System(ctx, r.Problem, weight) })
}

// BeginArrays makes the system of a run's problem as Arrays does, and else is Begin.
func BeginArrays(ctx context.Context, r *search.Run) (*efsm.System, error) {
	return begin(ctx, r, func() (*efsm.System, error) { return Arrays(ctx, r.Problem) })
}

// begin is Begin for a run's problem with other bounds.
func begin(ctx context.Context, r *search.Run, build func() (*efsm.System, error)) (*efsm.System, error) {
	if r.Problem.Property == verdict.Exclusion && r.Problem.Places == nil {
		return nil, errors.New("no places are asked about")
	}
	end := r.Stage("build")
	s, err := build()
	var no *refusal
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.As(err, &no):
		r.Unsupported = no.construct
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("transition system: %w", err)
	}
	end(len(s.Vars))
	return s, nil
}

// build builds the transition system of a problem. form holds the options that do not come from the
// problem.
func build(ctx context.Context, p *engine.Problem, form fromir.Options) (*efsm.System, error) {
	opts := form
	opts.Property, opts.Environment, opts.Instances, opts.Threads = p.Property, p.Environment, p.Bounds.Unwind, p.Bounds.Threads
	if p.Property == verdict.Exclusion {
		opts.Places = p.Places[:]
	}
	if p.Temporal != nil {
		if err := watch(p.Program, p.Temporal, &opts); err != nil {
			return nil, err
		}
	}
	s, err := fromir.Build(ctx, p.Facts(), opts)
	var refused *fromir.Error
	if errors.As(err, &refused) {
		return nil, &refusal{refused.Error()}
	}
	if err == nil {
		err = nowhere(s, opts.Places)
	}
	return s, err
}

// System returns the system of a problem with all passes on it. weight returns how many depths a state
// takes; nil: it does not matter, and there is no Balance.
func System(ctx context.Context, p *engine.Problem, weight func(*efsm.State) int) (*efsm.System, error) {
	return system(ctx, p, weight, fromir.Options{})
}

// Arrays returns the system of a problem in which objects whose size is no constant are variables of
// arrays. If there is no such system, it returns one without arrays.
func Arrays(ctx context.Context, p *engine.Problem) (*efsm.System, error) {
	s, err := system(ctx, p, nil, fromir.Options{Arrays: true})
	if errors.As(err, new(*refusal)) {
		return System(ctx, p, nil)
	}
	return s, err
}

func system(ctx context.Context, p *engine.Problem, weight func(*efsm.State) int, form fromir.Options) (*efsm.System, error) {
	s, err := build(ctx, p.Alone(), form)
	if err == nil {
		err = p.Made("build", s)
	}
	for _, pass := range []struct {
		name string
		does func() *efsm.System
	}{
		{Contexts, func() *efsm.System { return s.Contexts() }},
		{Balance, func() *efsm.System { return s.Balance(weight, 0) }},
	} {
		if err == nil && p.Uses(pass.name) && (pass.name != Balance || weight != nil) {
			s = pass.does()
			err = p.Made(pass.name, s)
		}
	}
	return s, err
}

// nowhere returns an error if no thread of a system can be at one of the places.
func nowhere(s *efsm.System, places []ir.Place) error {
	for _, p := range places {
		if !slices.ContainsFunc(s.Threads, func(t efsm.Thread) bool {
			return slices.ContainsFunc(t.States, func(st efsm.State) bool { return st.Asked && p.Has(st.Origin.Pos) })
		}) {
			return &engine.InputError{Err: fmt.Errorf("%s:%d: no thread comes here to do anything", s.Files[p.File], p.Line)}
		}
	}
	return nil
}

// Replicated returns a system of a problem in which places that create threads without an end have replicas
// (fromir.Options). It is nil if there are none, or if the system distinguishes them.
func Replicated(ctx context.Context, p *engine.Problem) (*efsm.System, error) {
	s, err := build(ctx, p.Alone(), fromir.Options{Replicate: true})
	if errors.As(err, new(*refusal)) || err == nil && len(s.Replicas) == 0 {
		return nil, nil
	}
	if err == nil && p.Uses(Contexts) {
		s = s.Contexts()
	}
	if err != nil || s.CheckReplicas() != nil {
		return nil, err
	}
	return s, nil
}
