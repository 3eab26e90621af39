package interp

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// choosing is a program whose failure depends on schedule, inputs and an
// uninitialised byte.
const choosing = irtext.Shared + `
global @ha size 8 align 8 model
func @a(%h.1: ptr) {
b1:
  %2 = choose nondet i32 @0:3:3
  %3 = globaladdr ptr @x
  store i32 %3, %2 @0:4:3
  threadexit
}
func @main() {
b1:
  %1 = globaladdr ptr @ha
  spawn @a(%1)
  %2 = alloc stack ptr 1:i64, 1:i64
  %3 = load copying i8 %2 @0:8:3
  %4 = globaladdr ptr @x
  %5 = load i32 %4 @0:9:3
  %6 = ne i32 %5, -1:i32
  %7 = eq i8 %3, 0:i8
  %8 = or i1 %6, %7
  assert assert %8 "x" @0:10:3
  join %1
  halt 0:i32
}
`

// failing returns the program and a trace of its failure.
func failing(t testing.TB) (*Code, *trace.Trace) {
	t.Helper()
	c := Prepare(irtext.Parse(t, choosing))
	for seed := range uint64(1000) {
		res, tr, err := RunCode(context.Background(), c, Options{Seed: seed, Properties: withoutRaces})
		if err != nil {
			t.Fatal(err)
		}
		if res.End.Kind == Violated {
			return c, tr
		}
	}
	t.Fatal("no failure found")
	return nil, nil
}

func clone(t testing.TB, tr *trace.Trace) *trace.Trace {
	t.Helper()
	copied, err := trace.Parse([]byte(traceText(tr)))
	if err != nil {
		t.Fatal(err)
	}
	return copied
}

func TestReplayMisfits(t *testing.T) {
	c, tr := failing(t)
	tests := []struct {
		name   string
		change func(*trace.Trace)
		want   string
	}{
		{"none", func(*trace.Trace) {}, ""},
		{"program", func(tr *trace.Trace) { tr.Program = "0" }, "for another program"},
		{"any program", func(tr *trace.Trace) { tr.Program = "" }, ""},
		{"model", func(tr *trace.Trace) { tr.Model = "ilp32" }, "the trace is for ilp32"},
		{"no inputs", func(tr *trace.Trace) { tr.Threads = nil }, "after 0 steps, thread main.1 at t.c:3:3: main.1 makes choice 1 (nondet), but the trace has 0"},
		{"reason", func(tr *trace.Trace) { tr.Threads[0].Inputs[0].Reason = "wake" }, "is a nondet of 32 bits, but in the trace a wake of 32"},
		{"unknown reason", func(tr *trace.Trace) { tr.Threads[0].Inputs[0].Reason = "luck" }, `unknown reason "luck"`},
		{"width", func(tr *trace.Trace) { tr.Threads[0].Inputs[0].Width = 8 }, "in the trace a nondet of 8"},
		{"value", func(tr *trace.Trace) { tr.Threads[0].Inputs[0].Value.Lo = 5 }, "without the failure"},
		{"byte", func(tr *trace.Trace) { tr.Uninit = nil }, "byte 0 of object 1 of site 1 by main is read without a value"},
		{"other byte", func(tr *trace.Trace) { tr.Uninit[0].Value = 0 }, "without the failure"},
		{"environment", func(tr *trace.Trace) { tr.Environment = []string{"nondet"} }, `"nondet" is no environment choice`},
		{"unknown thread", func(tr *trace.Trace) { tr.Schedule[0].Thread = "main.7" }, "after 0 steps, thread main.7: there is no such thread yet"},
		{"too short", func(tr *trace.Trace) { tr.Schedule = tr.Schedule[:1] }, "without the failure"},
		{"too long", func(tr *trace.Trace) { tr.Schedule = append(tr.Schedule, trace.Segment{Thread: "main", Steps: 1}) }, "the execution has ended (violated), but the trace goes on"},
		{"finished thread", func(tr *trace.Trace) { tr.Schedule[1].Steps = 9 }, "it does not run any more"},
		{"other failure", func(tr *trace.Trace) { tr.Failure.Line = 1 }, "the execution fails with assert  at t.c:10:3, the trace says assert  at t.c:1:3"},
		{"unknown property", func(tr *trace.Trace) { tr.Failure.Property = "beauty" }, `unknown property "beauty"`},
		{"waiting", func(tr *trace.Trace) {
			tr.Schedule = []trace.Segment{{Thread: "main", Steps: 4}}
			tr.Threads[0].Inputs[0].Value.Lo = 5
		}, "after 2 steps, thread main: it has to wait for the end of a thread"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changed := clone(t, tr)
			tt.change(changed)
			_, err := ReplayCode(context.Background(), c, changed, ReplayOptions{})
			var misfit *MisfitError
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !errors.As(err, &misfit) || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestReplayLimit checks that a limit that ends a replay is no fault of the trace.
func TestReplayLimit(t *testing.T) {
	c, tr := failing(t)
	if _, err := ReplayCode(context.Background(), c, tr, ReplayOptions{MaxMemory: 1}); !errors.As(err, new(*LimitError)) {
		t.Errorf("got %v", err)
	}
}

// TestGivenSchedule runs a program under a given schedule. The run follows the schedule and its inputs while
// they fit; then the seed decides.
func TestGivenSchedule(t *testing.T) {
	c, tr := failing(t)
	for seed := range uint64(20) {
		res, again, err := RunCode(context.Background(), c, Options{Seed: seed, Schedule: tr, Properties: withoutRaces})
		if err != nil || res.End.Kind != Violated {
			t.Fatalf("seed %d: %v %+v", seed, err, res)
		}
		if traceText(again) != traceText(tr) {
			t.Fatalf("seed %d: trace\n%swant\n%s", seed, traceText(again), traceText(tr))
		}
		part := &trace.Trace{Schedule: tr.Schedule[:1]}
		if _, _, err := RunCode(context.Background(), c, Options{Seed: seed, Schedule: part}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRunIsDeterministic(t *testing.T) {
	c := Prepare(irtext.Parse(t, choosing))
	for seed := range uint64(50) {
		_, a := runSeed(t, c, Options{Seed: seed, Properties: withoutRaces})
		_, b := runSeed(t, c, Options{Seed: seed, Properties: withoutRaces})
		if traceText(a) != traceText(b) {
			t.Fatalf("seed %d: two runs differ", seed)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := RunCode(ctx, Prepare(irtext.Parse(t, irtext.Counter)), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestSteppingAllocatesNothing steps a thread through visible accesses.
func TestSteppingAllocatesNothing(t *testing.T) {
	c := Prepare(irtext.Parse(t, irtext.Shared+irtext.Main(`b1:
  %1 = globaladdr ptr @x
  br b2
b2:
  %2 = load i32 %1
  %3 = add i32 %2, 1:i32
  store i32 %1, %3
  acquire exclusive %1
  release %1
  br b2
b3:`)))
	m := NewMachine(c, Config{Source: newRandom(c, 1, 1)})
	main := m.Threads()[0]
	for range 100 {
		m.Step(main)
	}
	if n := testing.AllocsPerRun(1000, func() { m.Step(main) }); n != 0 {
		t.Errorf("a step allocates %v times", n)
	}
}

// FuzzReplay replays damaged traces: an error or a result, never a panic.
func FuzzReplay(f *testing.F) {
	c, tr := failing(f)
	f.Add([]byte(traceText(tr)))
	f.Fuzz(func(t *testing.T, data []byte) {
		tr, err := trace.Parse(data)
		if err != nil {
			return
		}
		tr.Program = ""
		opts := ReplayOptions{MaxSteps: 10_000}
		a, errA := ReplayCode(context.Background(), c, tr, opts)
		b, errB := ReplayCode(context.Background(), c, tr, opts)
		if (errA == nil) != (errB == nil) || errA == nil && a.Hash != b.Hash {
			t.Errorf("two replays differ: %v %v", errA, errB)
		}
		RunCode(context.Background(), c, Options{Schedule: tr, MaxSteps: 10_000, Output: &bytes.Buffer{}})
	})
}
