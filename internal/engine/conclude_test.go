package engine

import (
	"context"
	"reflect"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/verdict"
)

func TestConclude(t *testing.T) {
	violations, marks, done := make([]Violation, 1), make([]verdict.Mark, 1), Stats{Bound: 2}
	tests := []struct {
		name        string
		found       Outcome
		unsupported string
		want        Outcome
	}{
		{"nothing is left", Outcome{Stats: done}, "", Outcome{Verdict: verdict.Safe, Stats: done}},
		{"bounds were hit", Outcome{Marks: marks, Stats: done}, "", Outcome{Verdict: verdict.Bounded, Marks: marks, Stats: done}},
		{"time is up in the first bound", Outcome{Reason: verdict.Timeout, Detail: "d", Marks: marks}, "",
			Outcome{Verdict: verdict.Unknown, Reason: verdict.Timeout, Detail: "d"}},
		{"time is up in a later one", Outcome{Reason: verdict.Timeout, Detail: "d", Marks: marks, Stats: done}, "",
			Outcome{Verdict: verdict.Bounded, Reason: verdict.Timeout, Detail: "d", Marks: marks, Stats: done}},
		{"unsupported", Outcome{Marks: marks, Stats: done}, "asm",
			Outcome{Verdict: verdict.Unknown, Reason: verdict.Unsupported, Detail: "asm", Stats: done}},
		{"violated", Outcome{Violations: violations, Reason: verdict.Timeout, Detail: "d", Marks: marks, Stats: done}, "asm",
			Outcome{Verdict: verdict.Violation, Violations: violations, Stats: done}},
	}
	for _, tt := range tests {
		if got := Conclude(tt.found, tt.unsupported); !reflect.DeepEqual(*got, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.name, *got, tt.want)
		}
	}
}

func TestWhyEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := WhyEnded(ctx); got != verdict.Interrupted {
		t.Errorf("got %s after a cancellation", got)
	}
	ctx, cancel = context.WithDeadline(context.Background(), time.Time{})
	defer cancel()
	if got := WhyEnded(ctx); got != verdict.Timeout {
		t.Errorf("got %s after a deadline", got)
	}
}
