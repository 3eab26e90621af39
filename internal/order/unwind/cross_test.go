package unwind_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated = testflag.Generated(6)
	long      = testflag.Long()
)

// crossProperties are judged by the default engine and by exploration.
var crossProperties = []verdict.Property{verdict.Assert, verdict.Memory, verdict.Lock, verdict.Overflow, verdict.Div, verdict.Shift, verdict.Uninit}

// TestAgainstExplorer compares unwinding and the default engine with the exploration of all interleavings:
// the same verdict, and every violation replays (the engine sees to that).
func TestAgainstExplorer(t *testing.T) {
	count := make(testprog.Tally)
	testprog.Concurrent(t, generated.All(), testprog.HalfOfAll, func(t *testing.T, _ uint64, text string) {
		p := testprog.Source(t, text, ir.LP64)
		for _, prop := range crossProperties {
			agree(t, p, prop, count)
		}
	})
	testprog.Decided(t, count, 80)
}

// TestProgramsAgainstExplorer makes the same comparison with the programs of testdata/semantics.
func TestProgramsAgainstExplorer(t *testing.T) {
	if !*long {
		t.Skip("no -long")
	}
	count := make(testprog.Tally)
	for _, file := range testprog.Files(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
				p := testprog.Compile(t, file, model)
				for _, prop := range crossProperties[1:] {
					agree(t, p, prop, count)
				}
			}
		})
	}
	testprog.Decided(t, count, 80)
}

// agree fails if the engine and the explorer contradict each other. It counts the engine's verdicts.
func agree(t *testing.T, p *ir.Program, prop verdict.Property, count testprog.Tally) {
	t.Helper()
	problem := &engine.Problem{Program: p, Property: prop, Bounds: engine.Bounds{Unwind: 4}}
	out := testprog.Judge(t, order.New(order.Options{}), problem, 10*time.Second)
	found := &smc.Exploration{}
	if out.Verdict != verdict.Unknown {
		var err error
		if found, err = smc.Explore(context.Background(), interp.Prepare(p), smc.Options{
			Properties: interp.PropertySet(prop), Executions: 5000, Reduction: smc.DPOR, Loops: interp.CutAwait, MaxSteps: 100_000, Budget: 2 * time.Second,
		}); err != nil {
			t.Fatal(err)
		}
	}
	count.Agree(t, prop.String(), out, found, verdict.Safe)
}
