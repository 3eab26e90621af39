package check

import (
	"context"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// engineFunc is an engine that is a function.
type engineFunc func(context.Context, *engine.Problem) (*engine.Outcome, error)

func (f engineFunc) Run(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	return f(ctx, p)
}

// role is a fake engine's part in the automatic choice.
type role uint8

const (
	onRequest role = iota
	symbolic
	explicit
	prover
	unbounded // joins late
)

// entry is an engine and its role.
type entry struct {
	engine.Kind
	role role
}

// fake makes an entry of an engine.
func fake(name string, r role, f engine.Engine) entry {
	return entry{engine.Kind{
		Name: name, Checks: verdict.AllChecks &^ verdict.PlaceCheck, Bounds: ^engine.BoundSet(0),
		New: func(engine.Settings) engine.Engine { return f },
	}, r}
}

// cast is the table of some engines, with the shares of the real one.
func cast(entries ...entry) *table {
	t := &table{auto: strategy{proverShare: automatic.proverShare, largeShare: automatic.largeShare, jointShare: automatic.jointShare}}
	names := make(map[role]string)
	for _, e := range entries {
		t.kinds = append(t.kinds, e.Kind)
		names[e.role] = e.Name
	}
	part := map[string]role{"order": symbolic, "explore": explicit}
	for _, turn := range automatic.late {
		if part[turn.engine] = unbounded; names[unbounded] != "" {
			turn.engine, turn.of = names[unbounded], nil
			t.auto.late = append(t.auto.late[:0], turn)
		}
	}
	for _, name := range automatic.together {
		t.auto.together = append(t.auto.together, names[part[name]])
	}
	for _, turn := range automatic.turns {
		if automatic.isLate(turn.engine) && names[unbounded] == "" {
			continue
		}
		turn.engine, turn.of = names[part[turn.engine]], nil
		t.auto.turns = append(t.auto.turns, turn)
	}
	t.auto.prover, t.auto.joint, t.auto.otherwise = names[prover], names[explicit], names[onRequest]
	return t
}

// says returns an engine that answers at once.
func says(out engine.Outcome) engineFunc {
	return func(context.Context, *engine.Problem) (*engine.Outcome, error) { return &out, nil }
}

// waits answers when its context ends.
func waits(out engine.Outcome) engineFunc {
	return func(ctx context.Context, _ *engine.Problem) (*engine.Outcome, error) {
		<-ctx.Done()
		return &out, nil
	}
}

// hangs never answers, and does not listen.
func hangs(context.Context, *engine.Problem) (*engine.Outcome, error) { select {} }

// explores is a real engine.
func explores(ctx context.Context, p *engine.Problem) (*engine.Outcome, error) {
	return explore.New().Run(ctx, p)
}
