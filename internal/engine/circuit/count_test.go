package circuit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	model "github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/circuit/walk"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// counted returns programs in which any number of threads count, and programs in which they count
// differently or other code changes the counters: every third of them, with -long all.
func counted(t *testing.T) (out []countedProgram) {
	const head = `#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
typedef COUNTER number;
static volatile number in, out, busy = 1;
static volatile int closed, last, gone;
static void comes(void) { __VERIFIER_atomic_begin(); in++; __VERIFIER_atomic_end(); }
static void goes(void) { __VERIFIER_atomic_begin(); out++; __VERIFIER_atomic_end(); }
static int enters(void) { int is; __VERIFIER_atomic_begin(); is = !closed; if (is) busy++; __VERIFIER_atomic_end(); return is; }
static void leaves(void) { __VERIFIER_atomic_begin(); busy--; if (busy == 0) last = 1; __VERIFIER_atomic_end(); }
`
	const closing = "closed = 1; leaves(); if (last) gone = 1;"
	for i, c := range []struct {
		name, counter, thread, other string
		safe                         bool
	}{
		{"one is ahead", "int", "comes(); assert(out < in); goes();", "", true},
		{"one is ahead no more", "int", "comes(); goes(); assert(out < in);", "", false},
		{"one goes twice", "int", "comes(); assert(out < in); goes(); goes();", "", false},
		{"somebody else goes", "int", "comes(); assert(out < in); goes();", "goes();", false},
		{"one is set back", "int", "comes(); assert(out < in); goes();", "in = 0;", false},
		{"a number that comes round", "unsigned char", "comes(); assert(out < in); goes();", "", false},
		{"who is inside", "int", "if (enters()) { assert(!gone); leaves(); }", closing, true},
		{"who is outside", "int", "if (enters()) { leaves(); assert(!gone); }", closing, false},
		{"who leaves twice", "int", "if (enters()) { leaves(); assert(!gone); leaves(); }", closing, false},
		{"who leaves for another", "int", "if (enters()) { assert(!gone); leaves(); }", "leaves();" + closing, false},
		{"whose door is open", "int", "if (enters()) { assert(!gone); leaves(); }", "leaves(); if (last) gone = 1;", false},
		{"who is not counted", "int", "if (!closed) { assert(!gone); }", closing, false},
	} {
		if !*long && i%3 != 0 {
			continue
		}
		code := testprog.Code(t, strings.Replace(head, "COUNTER", c.counter, 1)+"static void *g(void *a) { "+c.other+" return a; }\n"+
			"static void *f(void *a) { "+c.thread+" return a; }\n"+
			"int main(void) { pthread_t t; int n = __VERIFIER_nondet_int(); pthread_create(&t, 0, g, 0); for (int i = 0; i < n; i++) pthread_create(&t, 0, f, 0); }\n")
		out = append(out, countedProgram{strings.ReplaceAll(c.name, " ", "_"), code, c.safe})
	}
	return out
}

type countedProgram struct {
	name string
	code *interp.Code
	safe bool
}

// TestCounted checks that pdr proves programs by the fact that the number of all counting threads is at
// least the number of some of them.
func TestCounted(t *testing.T) {
	pdr := circuit.Kinds()[slices.IndexFunc(circuit.Kinds(), func(k engine.Kind) bool { return k.Name == "pdr" })]
	for _, c := range counted(t) {
		t.Run(c.name, func(t *testing.T) {
			time := map[bool]time.Duration{true: time.Minute, false: 2 * time.Second}[c.safe]
			if !c.safe && !*long {
				time = 4 * *patience
			}
			out := testprog.Judge(t, pdr.New(nil), &engine.Problem{Program: c.code.Program(), Property: verdict.Assert}, time)
			if (out.Verdict == verdict.Safe) != c.safe || c.safe && out.Proof == nil {
				t.Errorf("%s %s %s, expected safe: %v", out.Verdict, out.Reason, out.Detail, c.safe)
			}
			testprog.Replay(t, c.code, verdict.Assert, out)
		})
	}
}

// TestCountedFacts checks the facts that Count adds to a system with counters. They hold in all its states,
// up to a depth and in long random executions.
func TestCountedFacts(t *testing.T) {
	some := 0
	for _, c := range counted(t) {
		t.Run(c.name, func(t *testing.T) {
			p := &engine.Problem{Program: c.code.Program(), Property: verdict.Assert}
			s, err := depth.Replicated(t.Context(), p)
			if err != nil || s == nil {
				t.Fatal(s, err)
			}
			s.Count()
			m, err := fromefsm.Build(t.Context(), s, fromefsm.Options{Property: verdict.Assert})
			if err != nil {
				t.Fatal(err)
			}
			if len(m.Circuit.Constraints) != len(s.Facts) {
				t.Fatalf("%d constraints, expected %d facts", len(m.Circuit.Constraints), len(s.Facts))
			}
			some += len(s.Facts)
			asked := *m.Circuit
			asked.Constraints, asked.Outputs, asked.Bads = nil, nil, nil
			var all []int
			for i, f := range m.Circuit.Constraints {
				asked.Bads = append(asked.Bads, model.Signal{Edge: f.Edge.Not(), Name: f.Name})
				all = append(all, i)
			}
			reduced := model.Reduce(&asked).Circuit
			answer, err := bmc.New(reduced, bmc.Options{Depth: 12}).Check(t.Context(), all)
			if err != nil || answer.Status == model.Reached {
				t.Errorf("%v %v", answer, err)
			}
			if x, _ := walk.Find(t.Context(), reduced, all, walk.Options{Depth: 3000, Effort: 1 << 27}); x != nil {
				t.Errorf("a long execution: %v", x)
			}
		})
	}
	if some < 6 || *long && some < 20 {
		t.Errorf("%d facts in all", some)
	}
}
