package interp

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// TestReplayOfEndlessThreads checks a thread that does nothing visible any more, and never ends, after the
// last step that the trace has for it.
func TestReplayOfEndlessThreads(t *testing.T) {
	tests := []struct {
		name, loop string
	}{
		{"arithmetic", "  %2 = add i32 %2, 1:i32\n"},
		{"choices", "  %2 = choose nondet i32 @0:5:3\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := Prepare(irtext.Parse(t, irtext.Shared+`
global @ha size 8 align 8 model
func @a(%h.1: ptr) {
b1:
  %3 = globaladdr ptr @x
  store i32 %3, 1:i32 @0:4:3
  %2 = copy i32 0:i32
  br b2
b2:
`+test.loop+`  br b2
}
func @main() {
b1:
  %1 = globaladdr ptr @ha
  spawn @a(%1)
  %2 = globaladdr ptr @x
  %3 = load i32 %2 @0:9:3
  %4 = eq i32 %3, 0:i32
  assert assert %4 "x" @0:10:3
  halt 0:i32
}
`))
			tr := &trace.Trace{
				Schedule: []trace.Segment{{Thread: "main", Steps: 1}, {Thread: "main.1", Steps: 1}, {Thread: "main", Steps: 2}},
				Failure:  &trace.Failure{Property: "assert", Thread: "main", File: "t.c", Line: 10, Column: 3},
			}
			res, err := ReplayCode(t.Context(), c, tr, ReplayOptions{MaxSteps: 4 * aheadSteps})
			if err != nil || res.Violation == nil {
				t.Errorf("%v %+v", err, res)
			}
		})
	}
}

// TestAhead checks the bound on instructions without a visible operation: a thread that has no further
// visible operation stops there, and others have a turn.
func TestAhead(t *testing.T) {
	c := Prepare(irtext.Parse(t, irtext.Shared+`
global @ha size 8 align 8 model
func @a(%h.1: ptr) {
b1:
  assert assert 0:i1 "a" @0:4:3
  ret
}
func @main() {
b1:
  %1 = globaladdr ptr @ha
  spawn @a(%1)
  %2 = copy i32 0:i32
  br b2
b2:
  %2 = add i32 %2, 1:i32
  br b2
}
`))
	for _, ahead := range []uint64{0, 1000} {
		res, _, err := RunCode(t.Context(), c, Options{Properties: PropertySet(verdict.Assert), MaxSteps: 10000, Ahead: ahead})
		if err != nil || (res.Violation != nil) != (ahead > 0) {
			t.Errorf("%d ahead: %v %+v", ahead, err, res)
		}
	}
}
