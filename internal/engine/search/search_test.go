package search

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
)

// TestGrow checks work that ends in every way, in the first bounds and later.
func TestGrow(t *testing.T) {
	violations, marks := make([]engine.Violation, 1), make([]verdict.Mark, 1)
	timeout := &LimitError{verdict.Timeout, "d"}
	tests := []struct {
		name        string
		found       engine.Outcome
		completed   bool
		unsupported string
		err         error
		want        engine.Outcome
	}{
		{"nothing is left", engine.Outcome{}, true, "", nil, engine.Outcome{Verdict: verdict.Safe}},
		{"bounds were hit", engine.Outcome{Marks: marks}, true, "", nil, engine.Outcome{Verdict: verdict.Bounded, Marks: marks}},
		{"a limit in the first bound", engine.Outcome{Marks: marks}, false, "", timeout,
			engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Timeout, Detail: "d"}},
		{"a limit in a later one", engine.Outcome{Marks: marks}, true, "", timeout,
			engine.Outcome{Verdict: verdict.Bounded, Reason: verdict.Timeout, Detail: "d", Marks: marks}},
		{"interrupted", engine.Outcome{}, false, "", context.Canceled, engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Interrupted}},
		{"unsupported", engine.Outcome{Marks: marks}, true, "asm", nil,
			engine.Outcome{Verdict: verdict.Unknown, Reason: verdict.Unsupported, Detail: "asm"}},
		{"violated", engine.Outcome{Violations: violations, Marks: marks}, true, "asm", timeout,
			engine.Outcome{Verdict: verdict.Violation, Violations: violations}},
	}
	for _, tt := range tests {
		ctx, cancel := context.WithCancel(context.Background())
		bounds := 0
		r := Begin(&engine.Problem{})
		got, err := r.Grow(ctx, func(context.Context) (more bool, err error) {
			if bounds++; bounds < 3 {
				return true, nil
			}
			if tt.err == context.Canceled {
				cancel()
			}
			r.Found, r.Completed, r.Unsupported = tt.found, tt.completed, tt.unsupported
			return false, tt.err
		})
		cancel()
		if err != nil || !reflect.DeepEqual(*got, tt.want) {
			t.Errorf("%s: got %+v, %v, want %+v", tt.name, got, err, tt.want)
		}
	}
}

// TestFailure checks that an error that is neither the end of the context nor a limit is the engine's.
func TestFailure(t *testing.T) {
	broken := errors.New("broken")
	r := Begin(&engine.Problem{})
	if _, err := r.Grow(context.Background(), func(context.Context) (bool, error) { return false, broken }); err != broken {
		t.Errorf("got %v", err)
	}
}

// TestAnswered checks every way in which a check ends without an answer.
func TestAnswered(t *testing.T) {
	ctx := context.Background()
	ended, cancel := context.WithDeadline(ctx, time.Time{})
	defer cancel()
	broken := errors.New("broken")
	for _, tt := range []struct {
		ctx  context.Context
		res  solver.Result
		err  error
		want error
	}{
		{ctx, solver.Result{Status: sat.Satisfiable}, nil, nil},
		{ended, solver.Result{Status: sat.Unsatisfiable}, nil, nil},
		{ended, solver.Result{Status: sat.Unknown}, nil, context.DeadlineExceeded},
		{ctx, solver.Result{}, broken, broken},
		{ctx, solver.Result{Status: sat.Unknown, Reason: sat.ReasonMemory}, nil, &LimitError{verdict.OutOfMemory, "the solver gave up: memory"}},
	} {
		if got := Answered(tt.ctx, tt.res, tt.err); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%v, %v: got %v, want %v", tt.res, tt.err, got, tt.want)
		}
	}
	if got := whyEnded(ended); got != verdict.Timeout {
		t.Errorf("got %s after a deadline", got)
	}
}
