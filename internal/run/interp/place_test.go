package interp

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// meeting is a program in which main and a thread reach lines 5 and 7: main through registers only, the
// thread with an access. Line 9 is in an atomic section.
const meeting = irtext.Shared + `
func @a(%h.1: ptr) {
b1:
  %2 = globaladdr ptr @x @0:7:3
  store i32 %2, 1:i32 @0:7:3
  atomicbegin user @0:8:3
  store i32 %2, 2:i32 @0:9:3
  atomicend user @0:10:3
  threadexit
}
func @main() {
b1:
  spawn @a(null) @0:4:3
  %1 = copy i32 1:i32 @0:5:3
  %2 = add i32 %1, 1:i32 @0:5:5
  br b2
b2:
  %3 = copy i32 %2 @0:5:7
  %4 = globaladdr ptr @x @0:6:3
  store i32 %4, 3:i32 @0:6:3
  halt 0:i32
}
`

// TestPlaces checks that leaving a place is a step of its own, and that two threads at the two places at
// once end the execution. The violation names the first place's thread first.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		name   string
		places [2]int32
		steps  string // names of threads; main.1 is b
		want   string // the violation, or where threads are
	}{
		{"at once", [2]int32{7, 5}, "m", "main.1 is at t.c:7:3 while main is at t.c:5:3"},
		{"the other way round", [2]int32{5, 7}, "m", "main is at t.c:5:3 while main.1 is at t.c:7:3"},
		{"one thread twice", [2]int32{5, 5}, "m", "at main"},
		{"twice at a line", [2]int32{5, 5}, "mm", "at main"},
		{"left", [2]int32{5, 5}, "mmm", "at"},
		{"left, and not begun", [2]int32{7, 7}, "mb", "at"},
		{"the operation is another step", [2]int32{7, 8}, "mbb", "at main.1"},
		{"only there", [2]int32{7, 7}, "mm", "at main.1"},
		{"no place in a section", [2]int32{9, 9}, "mbb", "at"},
	} {
		t.Run(c.name, func(t *testing.T) {
			places := [2]ir.Place{{Line: c.places[0]}, {Line: c.places[1]}}
			m := NewMachine(Prepare(irtext.Parse(t, meeting)), Config{Places: &places})
			for _, s := range c.steps {
				th := m.Threads()[0]
				if s == 'b' {
					th = m.Threads()[1]
				}
				if !m.Probe(th) || m.Step(th) != Stepped {
					t.Fatalf("%s cannot do a step", th.Name())
				}
			}
			got := "at"
			for _, th := range m.Threads() {
				if m.IsAtPlace(th) {
					got += " " + th.Name()
				}
			}
			if m.End().Kind == Violated {
				got = m.Violations()[0].Message
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestReplayOfPlaces checks that a trace of an exclusion replays, or that the error has the reason.
func TestReplayOfPlaces(t *testing.T) {
	c := Prepare(irtext.Parse(t, meeting))
	m := NewMachine(c, Config{Places: &[2]ir.Place{{Line: 7}, {Line: 5}}})
	m.Step(m.Threads()[0])
	made := m.Trace(&m.Violations()[0])
	made.AddStep("main")
	for _, tt := range []struct {
		name   string
		change func(*trace.Trace)
		want   string
	}{
		{"none", func(*trace.Trace) {}, ""},
		{"column", func(tr *trace.Trace) { tr.Failure.Other.Column = 4 }, "the other thread is at t.c:5:3, the trace says t.c:5:4"},
		{"line", func(tr *trace.Trace) { tr.Failure.Other.Line = 4 }, "the execution ends (running) without the failure"},
		{"file", func(tr *trace.Trace) { tr.Failure.File = "u.c" }, "a file that the program has not"},
		{"alone", func(tr *trace.Trace) { tr.Failure.Other = nil }, "does not say where the other thread is"},
		{"too long", func(tr *trace.Trace) { tr.AddStep("main.1") }, "the execution has ended (violated)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed := clone(t, made)
			tt.change(changed)
			res, err := ReplayCode(context.Background(), c, changed, ReplayOptions{})
			var misfit *MisfitError
			switch {
			case tt.want == "" && (err != nil || res.Violation == nil || res.Violation.Other.Thread != "main"):
				t.Errorf("%v %v", res, err)
			case tt.want != "" && (!errors.As(err, &misfit) || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}
