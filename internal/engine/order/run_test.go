package order

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// program compiles the text of a C program that has a second thread.
func program(t *testing.T, globals, other, rest string) *interp.Code {
	t.Helper()
	return testprog.Code(t, "#include <assert.h>\n#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\n"+globals+
		"\nstatic void *other(void *arg) { "+other+" return 0; }\n"+
		"int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); "+rest+" pthread_join(t, 0); return 0; }\n")
}

// describe summarises an outcome.
func describe(out *engine.Outcome) string {
	words := []string{out.Verdict.String()}
	if out.Reason != verdict.NoReason {
		words = append(words, string(out.Reason))
	}
	for _, m := range out.Marks {
		words = append(words, fmt.Sprintf("%s %d", m.Bound, m.Limit))
	}
	var messages []string
	for _, v := range out.Violations {
		messages = append(messages, v.Trace.Failure.Message)
	}
	slices.Sort(messages)
	words = append(words, messages...)
	return strings.Join(words, ", ")
}

// manyLocks is a function that takes the lock of a place from 0 to most, and
// changes a place of an array under it.
func manyLocks(most int, place string) string {
	text := `pthread_mutex_t m[40]; int x[40];
static void use(void) {
	int i = __VERIFIER_nondet_int();
	if (i < 0 || i > MOST) return;
	pthread_mutex_lock(&m[i]); x[PLACE]++; assert(x[PLACE] == 1); x[PLACE]--; pthread_mutex_unlock(&m[i]);
}`
	return strings.NewReplacer("MOST", fmt.Sprint(most), "PLACE", place).Replace(text)
}

// answeredContext is a context that was cancelled when its first part was over.
type answeredContext struct{ context.Context }

func (answeredContext) Deadline() (time.Time, bool) { return time.Now(), true }
func (answeredContext) Err() error                  { return context.Canceled }

func TestRun(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	tests := []struct {
		name                 string
		globals, other, rest string
		ctx                  context.Context
		problem              engine.Problem
		want                 string
	}{
		{name: "a violation", globals: "int x;", other: "x = 1;", rest: "assert(x == 0);", want: "violation, x == 0"},
		{name: "none", globals: "int x;", other: "x = 1;", rest: "assert(x < 2);", want: "safe"},
		{name: "beyond the first iterations of a constant loop", globals: "int x;", other: "for (int i = 0; i < 30; i++) x = i;",
			rest: "assert(x != 29);", want: "violation, x != 29"},
		{name: "a proof beyond them", globals: "int x;", other: "for (int i = 0; i < 30; i++) x = i;",
			rest: "assert(x < 30);", want: "safe"},
		{name: "a bound that grows", globals: "int x;", other: "int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x = i;",
			rest: "assert(x != 5);", want: "violation, x != 5"},
		{name: "a bound that does not", globals: "int x;", other: "int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x = i;",
			rest: "assert(x != 5);", problem: engine.Problem{Bounds: engine.Bounds{Unwind: 3}}, want: "bounded, loop 3"},
		{name: "all violations", globals: "int x;", other: "x = 1; assert(x == 1);", rest: "x = 2; assert(x == 2);",
			problem: engine.Problem{All: true}, want: "violation, x == 1, x == 2"},
		{name: "in two threads at one place", globals: "int x; static void look(void) { assert(x == 0); }", other: "look();", rest: "look(); x = 1;",
			problem: engine.Problem{All: true}, want: "violation, x == 0"},
		{name: "all, some of them beyond the first bound", globals: "int x;", other: "int n = __VERIFIER_nondet_int(); for (int i = 0; i < n && i < 6; i++) x = i;",
			rest: "int y = x; if (y == 5) assert(0); assert(y != 1);", problem: engine.Problem{All: true}, want: "violation, 0, y != 1"},
		{name: "few of many locks", globals: manyLocks(2, "i"), other: "use();", rest: "use();", want: "safe"},
		{name: "few of many locks, the wrong one", globals: manyLocks(2, "0"), other: "use();", rest: "use();", want: "violation, x[0] == 1"},
		{name: "more locks than are told apart", globals: manyLocks(20, "i"), other: "use();", rest: "use();", want: "unknown, unsupported"},
		{name: "a cancelled context", globals: "int x;", other: "x = 1;", ctx: cancelled, rest: "assert(x == 0);", want: "unknown, interrupted"},
		{name: "cancelled when the first round is late", globals: "int x;", other: "x = 1;", ctx: answeredContext{context.Background()}, rest: "assert(x == 0);", want: "unknown, interrupted"},
		{name: "no memory", globals: "int x;", other: "x++;", rest: "x++; assert(x != 2);", problem: engine.Problem{Memory: 1000}, want: "unknown, memory"},
	}
	for _, tt := range tests {
		for _, v := range variants {
			t.Run(tt.name+"/"+v.name, func(t *testing.T) {
				tt.problem.Program = program(t, tt.globals, tt.other, tt.rest).Program()
				if tt.ctx == nil {
					tt.ctx = context.Background()
				}
				out, err := New(v.opts).Run(tt.ctx, &tt.problem)
				if err != nil {
					t.Fatal(err)
				}
				if got := describe(out); got != tt.want {
					t.Errorf("%s, want %s; %s", got, tt.want, out.Detail)
				}
			})
		}
	}
}

// TestSmallerBounds checks that if the first bounds take too much memory, the answer is for smaller ones.
func TestSmallerBounds(t *testing.T) {
	code := testprog.Code(t, `#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x[8];
static void *mix(void *arg)
{
	for (int i = 0; i < 100; i++)
		x[__VERIFIER_nondet_int() & 7] += x[x[0] & 7] * 3 + __VERIFIER_nondet_int();
	return arg;
}
int main(void)
{
	pthread_t t[20];
	for (int i = 0; i < 20; i++)
		pthread_create(&t[i], 0, mix, 0);
	pthread_join(t[0], 0);
	assert(x[0] != 1234567 || x[1] != 7654321 || x[2] * x[2] != 77);
	return 0;
}
`)
	out := judge(t, Options{}, engine.Problem{Program: code.Program(), Property: verdict.Assert, Memory: 1 << 17})
	if got := describe(out); !strings.HasPrefix(got, "bounded, memory") || !strings.Contains(got, "threads 2") {
		t.Errorf("got %s", got)
	}
}

// TestPieces checks a pointer beside an array with accesses at unknown places, and beside numbers: its
// cells have the size of theirs, and its targets are still known.
func TestPieces(t *testing.T) {
	const text = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static struct queue { const int *one; _Atomic int tail, head; void *list[]; } *q;
static const int k = 1;
static void *put(void *arg) { q->list[q->tail] = arg; q->tail = 1 - q->tail; return 0; }
static void *get(void *arg) { void *v = q->list[q->head]; q->head = q->tail; return v; }
int main(void)
{
	pthread_t t, u;
	q = malloc(sizeof *q + 2 * sizeof(void *));
	q->one = &k, q->tail = FIRST, q->head = 0;
	pthread_create(&t, 0, put, q);
	pthread_create(&u, 0, get, 0);
	pthread_join(t, 0), pthread_join(u, 0);
	get(0);
	assert(*q->one == 1);
	return 0;
}
`
	for first, want := range map[string]string{"0": "safe", "-2": "violation, *q->one == 1"} { // -2: q over the pointer
		code := testprog.Code(t, strings.ReplaceAll(text, "FIRST", first))
		out := judge(t, Options{}, engine.Problem{Program: code.Program(), Property: verdict.Assert})
		if got := describe(out); got != want {
			t.Errorf("FIRST %s: %s, want %s; %s", first, got, want, out.Detail)
		}
	}
}
