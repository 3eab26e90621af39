package refine_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/refine"
	"github.com/heddle-mc/heddle/internal/model/efsm/fromir"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	patience  = testflag.Patience(time.Second)
	generated = testflag.Generated(4)
	every     = testflag.Every(60)
)

// engines are the engine with each order, and without a reduction.
func engines() map[string]engine.Engine {
	k := refine.Kind()
	out := map[string]engine.Engine{"plain": refine.Plain(), "": k.New(nil)}
	for _, o := range k.Options[0].Values {
		out[o] = k.New(engine.Settings{k.Options[0].Name: o})
	}
	return out
}

// TestGenerated compares the engine in all orders with the explorer on generated programs.
func TestGenerated(t *testing.T) {
	count := make(testprog.Tally)
	all := engines()
	testprog.Concurrent(t, generated.All(), testprog.HalfOfAll, func(t *testing.T, seed uint64, text string) {
		prog := testprog.Source(t, text, ir.LP64)
		code := interp.Prepare(prog)
		found, err := smc.Explore(context.Background(), code, smc.Options{
			Properties: interp.PropertySet(verdict.Assert), Reduction: smc.DPOR, Executions: 2000, Budget: 2 * time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, e := range all {
			out := testprog.Judge(t, e, &engine.Problem{Program: prog, Property: verdict.Assert}, *patience)
			count.Agree(t, name, out, found, verdict.Safe)
			testprog.Replay(t, code, verdict.Assert, out)
		}
	})
	testprog.Decided(t, count, 50)
}

// TestStepThroughTheHeadOfALoop checks a first step that executes one round of the loop and ends at its
// head.
func TestStepThroughTheHeadOfALoop(t *testing.T) {
	prog := testprog.Source(t, `#include <assert.h>
unsigned __VERIFIER_nondet_uint(void); unsigned x;
int main(void) { unsigned n = __VERIFIER_nondet_uint(); for (unsigned i = 0; i < n; i++) x += 3; assert(x != 9); }`, ir.LP64)
	for name, e := range engines() {
		out := testprog.Judge(t, e, &engine.Problem{Program: prog, Property: verdict.Assert}, time.Minute)
		if out.Verdict != verdict.Violation {
			t.Errorf("%s: %s (%s)", name, out.Verdict, out.Detail)
		}
		testprog.Replay(t, interp.Prepare(prog), verdict.Assert, out)
	}
}

// TestTooLarge checks a violation that takes an object which the interpreter cannot make.
func TestTooLarge(t *testing.T) {
	prog := testprog.Source(t, `#include <assert.h>
#include <stdlib.h>
int main(void) { volatile size_t n = 1ul << 45; char *p = malloc(n); assert(!p); }`, ir.LP64)
	out := testprog.Judge(t, refine.Kind().New(nil), &engine.Problem{Program: prog, Property: verdict.Assert}, time.Minute)
	if out.Verdict != verdict.Unknown || out.Reason != verdict.OutOfMemory {
		t.Errorf("%s: %s (%s)", out.Verdict, out.Reason, out.Detail)
	}
}

// TestStatedVerdicts compares the verdicts with the stated verdicts of the examples and
// testdata/semantics.
func TestStatedVerdicts(t *testing.T) {
	reached, asked := 0, 0
	for _, file := range testprog.Files(t) {
		if !every.Has(testprog.Turn(file)) {
			continue
		}
		code := testprog.FileCode(t, file)
		for p, want := range testprog.Stated(t, file) {
			if !p.Is(fromir.ArrayChecks) || want != "safe" && want != "violation" {
				continue
			}
			for name, e := range engines() {
				out := testprog.Judge(t, e, &engine.Problem{Program: code.Program(), Property: p, Environment: testprog.Environment(t, file)}, *patience)
				asked++
				switch got := out.Verdict.String(); {
				case got == want:
					reached++
				case got == "safe" || got == "violation":
					t.Errorf("%s: %q: %s is %s, expected %s", filepath.Base(file), name, p, got, want)
				default:
					t.Logf("%s: %q: %s %s", filepath.Base(file), name, out.Reason, out.Detail)
				}
			}
		}
	}
	testprog.AtLeast(t, reached, asked, 50)
}

// TestInputsOfOneStep checks that a step through several states with one input has a value for it in each.
func TestInputsOfOneStep(t *testing.T) {
	prog := testprog.Source(t, `#include <assert.h>
int __VERIFIER_nondet_int(void);
static unsigned char x;
int main(void)
{
	while (__VERIFIER_nondet_int())
		x += 64;
	assert(x < 192);
}
`, ir.LP64)
	for name, e := range engines() {
		out := testprog.Judge(t, e, &engine.Problem{Program: prog, Property: verdict.Assert}, 10*time.Second)
		if out.Verdict != verdict.Violation {
			t.Errorf("%q: %s %s %s", name, out.Verdict, out.Reason, out.Detail)
		}
		testprog.Replay(t, interp.Prepare(prog), verdict.Assert, out)
	}
}
