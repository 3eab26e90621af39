package circuit_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testflag"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	patience  = testflag.Patience(150 * time.Millisecond)
	generated = testflag.Generated(8)
	every     = testflag.Every(25)
	only      = testflag.Engines()
)

// tally counts, by engine, verdicts that were reached, and why others were not.
type tally struct {
	reached, all map[string]int
	why          map[string]int
}

func newTally() *tally {
	return &tally{make(map[string]int), make(map[string]int), make(map[string]int)}
}

// log fails the test if an engine decided less than a third.
func (c *tally) log(t *testing.T) {
	t.Log(c.why)
	for method, all := range c.all {
		t.Log(method)
		testprog.AtLeast(t, c.reached[method], all, 33)
	}
}

// judge asks an engine; unknown is what it says for want of time.
func judge(t *testing.T, e engine.Engine, code *interp.Code, p verdict.Property, env ir.Environment) *engine.Outcome {
	t.Helper()
	return testprog.Judge(t, e, &engine.Problem{Program: code.Program(), Property: p, Environment: env}, *patience)
}

// holds compares what the engines say with a verdict that is known.
func (c *tally) holds(t *testing.T, name string, code *interp.Code, p verdict.Property, env ir.Environment, want string) {
	t.Helper()
	for _, k := range circuit.Kinds() {
		if !only.Has(k.Name) {
			continue
		}
		at := slices.IndexFunc(k.Options, func(o engine.Option) bool { return o.Name == "reduce" })
		if at < 0 {
			c.one(t, name, k.Name, k.New(nil), code, p, env, want)
			continue
		}
		for _, value := range k.Options[at].Values {
			c.one(t, name, k.Name+" "+value, k.New(engine.Settings{k.Options[at].Name: value}), code, p, env, want)
		}
	}
}

// one compares what an engine says with a verdict that is known.
func (c *tally) one(t *testing.T, name, method string, e engine.Engine, code *interp.Code, p verdict.Property, env ir.Environment, want string) {
	t.Helper()
	out := judge(t, e, code, p, env)
	got := out.Verdict.String()
	if want != "safe" && want != "violation" { // what the driver makes of it
		if got == "violation" {
			t.Errorf("%s: %s: %s is violated, expected %s", name, method, p, want)
		}
		return
	}
	c.all[method]++
	switch {
	case got == want:
		c.reached[method]++
	case got == "safe" || got == "violation":
		t.Errorf("%s: %s: %s is %s, expected %s", name, method, p, got, want)
	default:
		why := fmt.Sprintf("%s: %s %s", method, out.Verdict, out.Reason)
		if out.Reason == verdict.NoReason && len(out.Marks) > 0 {
			why += string(out.Marks[0].Bound)
		}
		c.why[why]++
	}
}

// TestStatedVerdicts: what the examples and testdata/semantics state.
func TestStatedVerdicts(t *testing.T) {
	count := newTally()
	for i, file := range testprog.Files(t) {
		if !every.Has(i) {
			continue
		}
		code := testprog.FileCode(t, file)
		for p, want := range testprog.Stated(t, file) {
			if !depth.Supports(p) {
				continue
			}
			count.holds(t, filepath.Base(file), code, p, testprog.Environment(t, file), want)
		}
	}
	count.log(t)
}

// TestGenerated: what the explorer says of generated programs.
func TestGenerated(t *testing.T) {
	count := newTally()
	for seed := range generated.All() {
		r := testprog.Generate(t, seed)
		code := interp.Prepare(r.Program)
		for _, p := range []verdict.Property{verdict.Assert, verdict.Race, verdict.Overflow} {
			want := judge(t, explore.New(), code, p, r.Environment).Verdict
			if want == verdict.Safe || want == verdict.Violation {
				count.holds(t, r.Name, code, p, r.Environment, want.String())
			}
		}
	}
	count.log(t)
}

// TestBounds: what ends a search early is said, with what was completed.
func TestBounds(t *testing.T) {
	p := testprog.Source(t, `#include <pthread.h>
#include <assert.h>
unsigned x;
void *add(void *a) { for (;;) { __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); assert(x != 77777); } }
int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); add(0); }
`, ir.LP64)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, k := range circuit.Kinds() {
		out, err := k.New(engine.Settings{"depth": "5"}).Run(context.Background(), &engine.Problem{Program: p, Property: verdict.Assert})
		if err != nil || out.Verdict != verdict.Bounded || len(out.Marks) != 1 || out.Marks[0] != (verdict.Mark{Bound: verdict.DepthBound, Limit: 5}) {
			t.Errorf("%s: found %+v, %v, want bounded by depth 5", k.Name, out, err)
		} else if done := out.Stats.Own.(circuit.Stats).Depth; done != 5 {
			t.Errorf("%s: depth %d is completed, want 5", k.Name, done)
		}
		out, err = k.New(nil).Run(ended, &engine.Problem{Program: p, Property: verdict.Assert})
		if err != nil || out.Verdict != verdict.Unknown || out.Reason != verdict.Interrupted {
			t.Errorf("%s: found %+v, %v, want unknown, since it was interrupted", k.Name, out, err)
		}
	}
}
