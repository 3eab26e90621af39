package check

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
)

// modelled is an engine that returns a model.
type modelled struct {
	engineFunc
	model inclusion.Model
}

func (m modelled) Model(context.Context, *engine.Problem, *engine.Outcome) (inclusion.Model, error) {
	return m.model, nil
}

// modelFunc is a model that is a function.
type modelFunc func(*inclusion.Execution) (*inclusion.Outcome, error)

func (f modelFunc) Check(_ context.Context, e *inclusion.Execution) (*inclusion.Outcome, error) {
	return f(e)
}

// TestParanoid checks that random executions find wrong answers, and models that lost something.
func TestParanoid(t *testing.T) {
	loop := []verdict.Mark{{Bound: verdict.LoopBound, Limit: 4}}
	safe, bounded := says(engine.Outcome{Verdict: verdict.Safe}), says(engine.Outcome{Verdict: verdict.Bounded, Marks: loop})
	lost := modelFunc(func(e *inclusion.Execution) (*inclusion.Outcome, error) {
		return nil, &inclusion.LostError{Model: "graph", Msg: "a step is lost", Execution: e}
	})
	cut := modelFunc(func(*inclusion.Execution) (*inclusion.Outcome, error) {
		return &inclusion.Outcome{Cut: &loop[0]}, nil
	})
	has := modelFunc(func(*inclusion.Execution) (*inclusion.Outcome, error) { return &inclusion.Outcome{}, nil })
	table := []struct {
		name, text string
		answer     engineFunc
		model      inclusion.Model
		wrong      string // in the internal error; empty: there is none
	}{
		{"violated", lostUpdate, safe, nil, "violates assert at"},
		{"beyond the bound", lostUpdate, bounded, cut, ""},
		{"safe", holds, safe, has, ""},
		{"lost", holds, safe, lost, "a step is lost"},
		{"lost within the bound", holds, bounded, lost, "a step is lost"},
		{"cut", holds, safe, cut, "comes to the loop bound 4"},
		{"no model", holds, safe, nil, ""},
	}
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			e := fake("a", symbolic, modelled{c.answer, c.model})
			_, err := checked(t, c.text, time.Minute, Options{Properties: []string{"assert"}, Paranoid: true}, e)
			var broken *InternalError
			switch {
			case c.wrong == "" && err != nil:
				t.Error(err)
			case c.wrong == "":
			case !errors.As(err, &broken) || !strings.Contains(err.Error(), c.wrong):
				t.Errorf("got %v, want %q", err, c.wrong)
			case broken.Stage != "paranoid" || broken.Trace == nil:
				t.Errorf("got %+v", broken)
			}
			if _, err := checked(t, c.text, time.Minute, Options{Properties: []string{"assert"}}, e); err != nil {
				t.Errorf("not asked for: %v", err)
			}
		})
	}
}
