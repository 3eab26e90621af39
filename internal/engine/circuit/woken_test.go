package circuit_test

import (
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/circuit"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestFinitelyManyWakeUps checks that no endless execution has spurious wake-ups for ever.
func TestFinitelyManyWakeUps(t *testing.T) {
	code := testprog.FileCode(t, "../../../testdata/temporal/woken_again.c")
	bdd := circuit.Kinds()[slices.IndexFunc(circuit.Kinds(), func(k engine.Kind) bool { return k.Name == "bdd" })]
	options := check.Options{}
	p := &engine.Problem{Program: code.Program(), Property: verdict.Termination, Environment: ir.DefaultEnvironment, Temporal: options.Temporal(verdict.Termination)}
	if out := testprog.Judge(t, bdd.New(nil), p, time.Minute); out.Verdict != verdict.Safe {
		t.Errorf("termination is %s, expected safe", out.Verdict)
	}
}
