package check

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/circuit/fromefsm"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated = testflag.Generated(1)
	every     = testflag.Every(720)
	patience  = testflag.Patience(150 * time.Millisecond)
	long      = testflag.Long()
)

// passTest counts answers with a pass left out that could be compared.
type passTest struct{ same, all int }

// TestPassesLeftOut leaves each pass of each engine out in turn. No verdict may change, and the result of
// each pass must satisfy its checker.
func TestPassesLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("engines one after another")
	}
	var n passTest
	for _, file := range testprog.Files(t) {
		for property := range testprog.Stated(t, file) {
			if !every.Has(testprog.Turn(file + " " + property.String())) {
				continue
			}
			p := testprog.Compile(t, file, ir.LP64)
			n.try(t, filepath.Base(file), p, property, testprog.Environment(t, file))
		}
	}
	testprog.Concurrent(t, generated.All(), nil, func(t *testing.T, seed uint64, text string) {
		n.try(t, fmt.Sprint("seed ", seed), testprog.Source(t, text, ir.LP64), []verdict.Property{verdict.Race, verdict.Assert}[seed%2], 0)
	})
	testprog.AtLeast(t, n.same, n.all, 50)
}

// try judges a program with every engine that has passes, with each of them left out.
func (n *passTest) try(t *testing.T, name string, p *ir.Program, property verdict.Property, env ir.Environment) {
	for _, k := range Kinds() {
		left := passNames([]engine.Kind{k}, func(p engine.Pass) bool { return !p.Needed })
		if len(left) == 0 || !k.Supports(property) {
			continue
		}
		with := n.judge(t, &k, &engine.Problem{Program: p, Property: property, Environment: env})
		if !final(with) && !every.IsAll() {
			n.all += len(left) // there was no time, and there is little more without a pass
			continue
		}
		for _, pass := range left {
			without := n.judge(t, &k, &engine.Problem{Program: p, Property: property, Environment: env, Without: []string{pass}})
			n.all++
			if !final(with) || !final(without) {
				continue // there was no time
			}
			n.same++
			if with.Verdict != without.Verdict || !slices.Equal(with.Marks, without.Marks) && with.Verdict == verdict.Bounded {
				t.Errorf("%s, %s: %s says %s %v, without %s %s %v", name, property, k.Name, with.Verdict, with.Marks, pass, without.Verdict, without.Marks)
			}
		}
	}
}

// final reports whether more time would not change an outcome.
func final(out *engine.Outcome) bool {
	return out.Reason == verdict.NoReason || out.Reason == verdict.Unsupported
}

// judge runs an engine, within a bound that it obeys, and checks the results of its passes.
func (n *passTest) judge(t *testing.T, k *engine.Kind, p *engine.Problem) *engine.Outcome {
	t.Helper()
	if k.Bounds&engine.UnwindBound != 0 {
		p.Bounds.Unwind = 2
	}
	p.After = func(pass string, made io.WriterTo) (err error) {
		switch made := made.(type) {
		case *event.Graph:
			err = event.Check(made)
		case *efsm.System:
			err = efsm.Check(made)
		case *fromefsm.Composition:
			err = made.Circuit.Check()
		case *ir.Program:
			err = ir.Check(made)
		default:
			err = fmt.Errorf("found a %T, which has no checker", made)
		}
		if err != nil {
			return fmt.Errorf("after %s: %w", pass, err)
		}
		return nil
	}
	return testprog.Judge(t, k.New(nil), p, *patience)
}
