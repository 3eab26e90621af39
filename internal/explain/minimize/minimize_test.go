package minimize

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// program has a failure that needs two inputs of a thread and several switches, and no step of another
// thread.
const program = `
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int x, y, noise;
static void *a(void *arg)
{
	int v = __VERIFIER_nondet_int();
	unsigned char w = __VERIFIER_nondet_uchar();
	x = 1;
	x = v > 1000 && w >= 7 ? 2 : 3;
	return arg;
}
static void *b(void *arg)
{
	for (int i = 0; i < 5; i++)
		noise++;
	return arg;
}
int main(void)
{
	pthread_t t, u;
	int unused = __VERIFIER_nondet_int();
	pthread_create(&u, 0, b, 0);
	pthread_create(&t, 0, a, 0);
	y = unused;
	assert(x != 2);
	return 0;
}
`

// large returns a trace of the program's failure that is larger than necessary.
func large(t testing.TB, code *interp.Code) *trace.Trace {
	t.Helper()
	tr := &trace.Trace{
		Schedule: []trace.Segment{{Thread: "main", Steps: 1}, {Thread: "main.1", Steps: 3}, {Thread: "main", Steps: 1},
			{Thread: "main.1", Steps: 4}, {Thread: "main.2", Steps: 1}, {Thread: "main.1", Steps: 3}, {Thread: "main.2", Steps: 2}, {Thread: "main", Steps: 3}},
		Threads: []trace.ThreadInputs{
			{Thread: "main", Inputs: []trace.Input{{Reason: "nondet", Width: 32, Value: wide.Word{Lo: 0xfffffff0}}}},
			{Thread: "main.2", Inputs: []trace.Input{{Reason: "nondet", Width: 32, Value: wide.Word{Lo: 77777}}, {Reason: "nondet", Width: 8, Value: wide.Word{Lo: 200}}}},
		},
	}
	source, err := interp.TraceSource(tr)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.NewMachine(code, interp.Config{Properties: interp.PropertySet(verdict.Assert), Source: source})
	for _, s := range tr.Schedule {
		for range s.Steps {
			for _, th := range m.Threads() {
				if th.Name() == s.Thread && m.Step(th) != interp.Stepped {
					t.Fatalf("%s cannot go on", s.Thread)
				}
			}
		}
	}
	if len(m.Violations()) != 1 {
		t.Fatalf("no failure: %+v", m.End())
	}
	whole := m.Trace(&m.Violations()[0])
	whole.Schedule = tr.Schedule
	return whole
}

func TestMinimize(t *testing.T) {
	code := testprog.Code(t, program)
	tr := large(t, code)
	small, stats, err := Minimize(context.Background(), code, tr, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []trace.Segment{{Thread: "main", Steps: 3}, {Thread: "main.2", Steps: 2}, {Thread: "main", Steps: 2}}
	if !reflect.DeepEqual(small.Schedule, want) {
		t.Errorf("schedule %v, want %v", small.Schedule, want)
	}
	got := make(map[string][]uint64)
	for _, th := range small.Threads {
		for _, in := range th.Inputs {
			got[th.Thread] = append(got[th.Thread], in.Value.Lo)
		}
	}
	if fmt.Sprint(got["main"]) != "[0]" || got["main.2"][0] != 1001 || got["main.2"][1] != 7 {
		t.Errorf("inputs %v", got)
	}
	if stats.SwitchesBefore != 7 || stats.SwitchesAfter != 2 || !stats.Searched {
		t.Errorf("%+v", stats)
	}
	again, _, err := Minimize(context.Background(), code, tr, Options{})
	if err != nil || !reflect.DeepEqual(small, again) {
		t.Errorf("a second time %v, %v", again, err)
	}
	if _, err := interp.ReplayCode(context.Background(), code, small, interp.ReplayOptions{}); err != nil {
		t.Error(err)
	}
}

func TestBadTraces(t *testing.T) {
	code := testprog.Code(t, program)
	tr := large(t, code)
	tests := map[string]struct {
		change func(*trace.Trace)
		want   string
	}{
		"no failure":       {func(tr *trace.Trace) { tr.Failure = nil }, "leads to no failure"},
		"unknown property": {func(tr *trace.Trace) { tr.Failure.Property = "beauty" }, "beauty"},
		"does not replay":  {func(tr *trace.Trace) { tr.Schedule = tr.Schedule[:2] }, "without the failure"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			bad := *tr
			failure := *tr.Failure
			bad.Failure = &failure
			tt.change(&bad)
			if _, _, err := Minimize(context.Background(), code, &bad, Options{}); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

func TestBudgets(t *testing.T) {
	code := testprog.Code(t, program)
	tr := large(t, code)
	for _, steps := range []uint64{1, 10, 30, 100, 400} {
		small, stats, err := Minimize(context.Background(), code, tr, Options{Steps: steps})
		if err != nil {
			t.Fatal(err)
		}
		if !stats.Spent || stats.Steps > 2*steps+100 {
			t.Errorf("%d steps: %+v", steps, stats)
		}
		if _, err := interp.ReplayCode(context.Background(), code, small, interp.ReplayOptions{}); err != nil {
			t.Error(err)
		}
	}
	small, stats, err := Minimize(context.Background(), code, tr, Options{Budget: time.Nanosecond})
	if err != nil || !stats.Spent || small.Switches() != tr.Switches() {
		t.Errorf("no time: %+v, %v", stats, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Minimize(ctx, code, tr, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestDoubt minimises a deadlock that another thread may still resolve: a mutex
// is unlocked by a thread that does not own it, on one path.
func TestDoubt(t *testing.T) {
	code := testprog.Code(t, `
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int help;
static void *a(void *arg) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); return arg; }
static void *b(void *arg) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); return arg; }
static void *c(void *arg) { __atomic_store_n(&help, 1, __ATOMIC_SEQ_CST); return arg; }
int main(void)
{
	pthread_t t, u, v;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_create(&v, 0, c, 0);
	if (!__atomic_load_n(&help, __ATOMIC_SEQ_CST))
		pthread_mutex_unlock(&n);
	return 0;
}
`)
	tr, _ := failing(t, code, verdict.Deadlock, 0, 5000)
	if tr == nil {
		t.Fatal("no deadlock")
	}
	small, _, err := Minimize(context.Background(), code, tr, Options{})
	if err != nil {
		t.Fatal(err)
	}
	// main must have unlocked n before, or have decided not to unlock it.
	decided := false
	for _, s := range small.Schedule {
		decided = decided || s.Thread == "main.3" || s.Thread == "main" && s.Steps >= 5
	}
	if !decided {
		t.Errorf("schedule %v: main can still unlock n", small.Schedule)
	}
	if _, err := interp.ReplayCode(context.Background(), code, small, interp.ReplayOptions{}); err != nil {
		t.Error(err)
	}
}
