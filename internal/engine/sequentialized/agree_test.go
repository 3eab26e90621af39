package sequentialized

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated = testflag.Generated(7)
	patience  = testflag.Patience(time.Second)
	only      = testflag.Engines()
	every     = testflag.Every(4 * len(methods))
	long      = testflag.Long()
)

// task is a method with a bound.
type task struct {
	method string
	bounds engine.Bounds
	each   bool // each write of an atomic section counts
}

func (k task) String() string {
	return fmt.Sprintf("%s rounds %d contexts %d", k.method, k.bounds.Rounds, k.bounds.Contexts)
}

// engine returns the engine of the method.
func (k task) engine() *Seq {
	s := New(k.method)
	s.eachWrite = k.each
	return s
}

// judge runs a method for the given time; a violation must replay.
func judge(t *testing.T, k task, code *interp.Code, p verdict.Property, wait time.Duration) *engine.Outcome {
	t.Helper()
	return testprog.JudgeWithin(t, k.engine(), code, p, k.bounds, wait)
}

// explored holds the explorer's results, by bounds on switches.
type explored map[engine.Bounds]*smc.Exploration

func (x explored) within(t *testing.T, code *interp.Code, p verdict.Property, b engine.Bounds, wait time.Duration) *smc.Exploration {
	t.Helper()
	if x[b] == nil {
		x[b] = testprog.ExploreWithin(t, code, p, b, wait)
	}
	return x[b]
}

// comparison describes how methods are compared with the explorer.
type comparison struct {
	name     string
	tasks    func(turn int) []task
	bounds   func(engine.Bounds) engine.Bounds // of the explorer
	exhausts verdict.Verdict
}

// comparisons lists the comparisons with the explorer: methods that bound switches within the same bounds,
// and memory unwinding, whose bounds differ, with all executions.
var comparisons = []comparison{
	{"switches", switches, func(b engine.Bounds) engine.Bounds { return b }, verdict.Bounded},
	{"writes", writes, func(engine.Bounds) engine.Bounds { return engine.Bounds{} }, verdict.Safe},
}

// switches returns the methods of switches with the bounds of a program's turn.
func switches(turn int) []task {
	var list []task
	i := 3 * turn
	for n := 1; n <= 4; n++ {
		for _, m := range methods {
			for _, b := range []engine.Bounds{{Rounds: n}, {Contexts: n}} {
				if m.measure == bySwitches {
					if every.Has(i) {
						list = append(list, task{m.name, b, false})
					}
					i++
				}
			}
		}
	}
	return list
}

// writes returns the schemes of memory unwinding of a program's turn.
func writes(turn int) []task {
	var list []task
	for i, name := range unwindings() {
		b := engine.Bounds{Unwind: 3}
		if turn/2%2 == 0 {
			b.Writes = 6
		}
		if every.Has(4 * (2*i + turn)) {
			list = append(list, task{name, b, turn%2 == 0 && New(name).method.measure == byWrites})
		}
	}
	return list
}

// agree compares the methods of a program's turn with the explorer.
func (c *comparison) agree(t *testing.T, code *interp.Code, turn int, count testprog.Tally) {
	t.Helper()
	for _, p := range []verdict.Property{verdict.Assert, verdict.Reach} {
		known := make(explored)
		for _, k := range c.tasks(turn) {
			if mentions(code.Program(), p) && only.Has(k.method) {
				found := known.within(t, code, p, c.bounds(k.bounds), *patience)
				count.Agree(t, k.method, judge(t, k, code, p, *patience), found, c.exhausts)
			}
		}
	}
}

// mentions reports whether a program can violate a property at all.
func mentions(p *ir.Program, property verdict.Property) bool {
	for i := range p.Funcs {
		for j := range p.Funcs[i].Blocks {
			for k := range p.Funcs[i].Blocks[j].Instrs {
				if in := &p.Funcs[i].Blocks[j].Instrs[k]; in.Op == ir.OpAssert && in.Property() == property {
					return true
				}
			}
		}
	}
	return false
}

// TestPrograms compares the methods with the explorer on the examples and on the programs of
// testdata/semantics; without -long on one in 32.
func TestPrograms(t *testing.T) {
	for _, c := range comparisons {
		count := make(testprog.Tally)
		for _, file := range testprog.Some(t, 32, *long) {
			t.Run(c.name+"/"+filepath.Base(file), func(t *testing.T) { c.agree(t, testprog.FileCode(t, file), testprog.Turn(file)/5, count) })
		}
		testprog.Decided(t, count, 70)
	}
}

// TestGenerated compares the methods with the explorer on generated programs.
func TestGenerated(t *testing.T) {
	for _, c := range comparisons {
		t.Run(c.name, func(t *testing.T) {
			count := make(testprog.Tally)
			testprog.Concurrent(t, generated.All(), nil, func(t *testing.T, seed uint64, text string) {
				c.agree(t, testprog.Code(t, text), int(seed), count)
			})
			testprog.Decided(t, count, 70)
		})
	}
}
