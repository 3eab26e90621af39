package check

import (
	"context"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check/shrink"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// TestHints checks that the first hint for each cause is the one of that cause.
func TestHints(t *testing.T) {
	memory := []Judgement{{Property: "memory", Verdict: verdict.Violation}}
	at := func(b verdict.Bound, line int) Judgement {
		return Judgement{Bounds: []verdict.Mark{{Bound: b, Limit: 32, Location: verdict.Location{File: "a.c", Line: line, Column: 2}}}}
	}
	because := func(r verdict.Reason, message string) Judgement { return Judgement{Reason: r, Message: message} }
	named := func(name string) Options { return Options{Engine: name} }
	bounded := func(b engine.Bounds) Options { return Options{Engine: Auto, Bounds: b} }
	where := "the marked lines must not depend on where objects lie in memory, which is the implementation's choice"
	var loops []verdict.Location
	for _, line := range []int{1, 4, 2, 5, 6} {
		loops = append(loops, verdict.Location{File: "a.c", Line: line})
	}
	number := verdict.Location{File: "a.c", Line: 3} // a loop with a number, which only its own mark makes smaller
	for _, c := range []struct {
		cause string
		j     Judgement
		opts  Options
		want  string
	}{
		{"undefined behaviour", because(UndefinedBehaviour, (&misbehaviour{property: verdict.Div}).String()), named(Auto), "--property div"},
		{"undefined behaviour", because(UndefinedBehaviour, (&misbehaviour{property: verdict.Memory, found: true}).String()), named(Auto), "mend what violates memory first"},
		{"a function without a body that fills a buffer", because(verdict.Unsupported, "call of f, which may write to what it is given, at <string.h>:1:2"), named(Auto), "a body for f in a second file: heddle check … stubs.c"},
		{"a function without a body", because(verdict.Unsupported, "call of f at a.c:1:2"), named(Auto), "--stub f"},
		{"an engine that cannot say", because(verdict.Inputs, ""), named("explore"), "--engine auto"},
		{"an engine that cannot say", because(NotReached, "inputs"), named("explore"), "--engine auto"},
		{"a solver that fails", because(SolverFailed, ""), named(Auto), "--solver embedded"},
		{"a solver that fails", because(SolverFailed, ""), Options{Engine: "pdr", Settings: engine.Settings{"backend": "abc"}}, "--engine-option backend=embedded"},
		{"no memory", because(verdict.OutOfMemory, ""), Options{Engine: Auto, Constants: func() map[string]string { return nil }}, "--memory 4096MB"},
		{"a fixed loop bound", at(verdict.LoopBound, 1), bounded(engine.Bounds{Unwind: 3}), "--unwind 6"},
		{"a fixed loop bound", at(verdict.RecursionBound, 1), bounded(engine.Bounds{Unwind: 3}), "--unwind 6"},
		{"a fixed number of threads", at(verdict.ThreadBound, 1), named("lr"), "--threads 64"},
		{"fixed rounds", at(verdict.SwitchBound, 0), bounded(engine.Bounds{Rounds: 2}), "--engine-option rounds=4"},
		{"fixed contexts", at(verdict.SwitchBound, 0), bounded(engine.Bounds{Contexts: 2}), "--engine-option contexts=4"},
		{"fixed writes", at(verdict.WriteBound, 0), bounded(engine.Bounds{Writes: 2}), "--engine-option writes=4"},
		{"a fixed depth", at(verdict.DepthBound, 0), Options{Engine: "token", Settings: engine.Settings{"depth": "9"}}, "--engine-option depth=18"},
		{"a loop with a constant", Judgement{Reason: verdict.Timeout, Bounds: at(verdict.DepthBound, 7).Bounds}, Options{Engine: "token", Settings: engine.Settings{"depth": "9"}}, "--set N=2 --set M=2"},
		{"a loop with a constant", at(verdict.LoopBound, 1), named(Auto), "--set N=2"},
		{"a loop with a constant", at(verdict.LoopBound, 2), named(Auto), "--set M=2"},
		{"a loop with a constant", at(verdict.LoopBound, 3), named(Auto), "--set a.c:3:18=2"},
		{"a loop with a constant", because(verdict.Timeout, ""), named(Auto), "--set N=2 --set M=2"},
		{"a loop with a constant", because(verdict.OutOfMemory, ""), named(Auto), "--set N=2 --set M=2"},
		{"a loop with a constant", at(verdict.AllocBound, 5), named(Auto), "--set N=2 --set M=2"},
		{"a loop among others", at(verdict.LoopBound, 5), named(Auto), "--loop a.c:5=64"},
		{"no time", Judgement{Reason: verdict.Timeout, Bounds: append(at(verdict.LoopBound, 5).Bounds, at(verdict.LoopBound, 6).Bounds...)}, Options{Engine: Auto, Constants: func() map[string]string { return nil }}, "--timeout 10m0s"},
		{"no time", Judgement{Reason: verdict.Timeout, Bounds: []verdict.Mark{{Bound: verdict.LoopBound, Limit: 1, Location: verdict.Location{File: "a.c", Line: 5}}, {Bound: verdict.ThreadBound, Limit: 2}}},
			Options{Engine: Auto, Constants: func() map[string]string { return nil }}, "--timeout 10m0s"},
		{"no time", Judgement{Reason: verdict.Timeout, Bounds: at(verdict.ArgumentBound, 9).Bounds}, Options{Engine: Auto, Constants: func() map[string]string { return nil }}, "--timeout 10m0s"},
		{"no time", because(verdict.Timeout, ""), Options{Engine: Auto, Constants: func() map[string]string { return nil }}, "--timeout 10m0s"},
		{"", because(verdict.Unsupported, "inline assembly"), named(Auto), ""},
		{"", because(NotBuilt, ""), named(Auto), ""},
		{"a size", at(verdict.AllocBound, 7), Options{Engine: Auto, Constants: func() map[string]string { return nil }}, "make what is allocated at a.c:7 smaller"},
		{"a loop with a constant", at(verdict.AllocBound, 8), named(Auto), "--set M=2"},
		{"a loop with a constant", at(verdict.AllocBound, 9), named(Auto), "--set N=2"},
		{"a loop with a constant", at(verdict.LoopBound, 8), named(Auto), "--set M=2"},
		{"a size", at(verdict.LoopBound, 7), named(Auto), "make what the call at a.c:7 works on smaller"},
		{"where objects lie", at(verdict.AddressBound, 3), named(Auto), where},
		{"where objects lie", at(verdict.ReuseBound, 3), named(Auto), where},
	} {
		c.opts.Sources = func(string) []string {
			return []string{"for (i = 0; i < N; i++)", "i = 0; while (i < HALF) i++;", "for (i = 1; i <= 500; i++)", "for (i = 0; i < M; i++) // n = 2", "for (;;) assert(x != 1000000);", "while (f(x)) y = 77;", "\tfill(b, 0, 500);", "\tb = take(0, sizeof *b * HALF);", "\tint list[3 * N];"}
		}
		if c.opts.Constants == nil {
			c.opts.Constants = func() map[string]string {
				return map[string]string{"N": "10", "HALF": "(M / 2)", "M": "0x20u", "loop": "loop", "n": "(3"}
			}
		}
		loops := loops
		if len(c.j.Bounds) > 0 && c.j.Bounds[0].Location.Line == number.Line {
			loops = append(loops, number)
		}
		s := &situation{Judgement: &c.j, opts: &c.opts, timeout: time.Minute, memory: 1 << 30, others: memory, loops: loops,
			text: func() *shrink.Text {
				return shrink.Read(context.Background(), &ir.Program{Files: []string{"a.c"}}, c.opts.Sources, c.opts.Constants())
			}}
		cause, got := "", ""
		for _, h := range hints {
			if got = h.then(s); got != "" {
				cause = h.cause
				break
			}
		}
		if cause != c.cause || got != c.want {
			t.Errorf("%+v: %q because of %s, want %q because of %s", c.j, got, cause, c.want, c.cause)
		}
	}
}
