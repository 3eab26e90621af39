package interleave

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated = testflag.Generated(12)
	patience  = testflag.Patience(time.Second)
	only      = testflag.Engines()
	every     = testflag.Every(240)
	long      = testflag.Long()
)

// contexts are the bounds that are compared, 0: none.
var contexts = []int{2, 3, 4, 6, 0}

// comparison counts verdicts: against the explorer's within the same bounds, and against order's without
// bounds.
type comparison struct {
	explored, ordered testprog.Tally
}

func compare() comparison { return comparison{make(testprog.Tally), make(testprog.Tally)} }

// decided checks that enough verdicts were decided.
func (c comparison) decided(t *testing.T) {
	t.Helper()
	testprog.Decided(t, c.explored, 80)
	testprog.Decided(t, c.ordered, 80)
}

// agree compares the engines with the explorer and with order, for those whose turn it is with this
// program.
func (c comparison) agree(t *testing.T, code *interp.Code, turn int) {
	t.Helper()
	known := make(map[verdict.Property]*engine.Outcome) // by order
	for _, kind := range Kinds() {
		if !only.Has(kind.Name) {
			continue
		}
		for p := range verdict.NumProperties {
			for i := range 2 * len(contexts) {
				if turn++; !kind.Supports(p) || !every.Has(turn) {
					continue
				}
				n, settings := contexts[i/2], engine.Settings{}
				if i%2 == 1 && len(kind.Options) == 0 {
					continue
				}
				if i%2 == 1 {
					settings["reduce"] = sleepSets
				}
				b := engine.Bounds{Contexts: n}
				out := testprog.JudgeWithin(t, kind.New(settings), code, p, b, *patience)
				found, exhausts := testprog.ExploreWithin(t, code, p, b, *patience), verdict.Safe
				if n > 0 {
					exhausts = verdict.Bounded
				}
				// Where the rest runs on, the explorer sees a deadlock only at the end of an
				// execution, perhaps beyond the bound. The trace was replayed.
				found.Exact = found.Exact && p != verdict.Deadlock
				who := fmt.Sprintf("%s %v %s contexts %d", kind.Name, settings, p, n)
				c.explored.Agree(t, who, out, found, exhausts)
				if b.Contexts > 0 {
					continue
				}
				if known[p] == nil {
					known[p] = testprog.JudgeWithin(t, order.New(order.Options{}), code, p, b, *patience)
				}
				c.same(t, who, out, known[p])
			}
		}
	}
}

// same counts an engine's verdict for all executions together with order's, and fails the test if they
// contradict each other. A verdict other than safe or violation counts as unknown.
func (c comparison) same(t *testing.T, who string, out, known *engine.Outcome) {
	t.Helper()
	says := [2]verdict.Verdict{out.Verdict, known.Verdict}
	for i := range says {
		if says[i] != verdict.Safe && says[i] != verdict.Violation {
			says[i] = verdict.Unknown
		}
	}
	c.ordered[fmt.Sprintf("%s %s, order %s", who, says[0], says[1])]++
	if says[0] != says[1] && says[0] != verdict.Unknown && says[1] != verdict.Unknown {
		t.Errorf("%s: %s, but order says %s", who, out.Verdict, known.Verdict)
	}
}

// TestPrograms compares the engines with the explorer and with order on the examples and on the programs of
// testdata/semantics.
func TestPrograms(t *testing.T) {
	count := compare()
	for _, file := range testprog.Some(t, 16, *long) {
		t.Run(filepath.Base(file), func(t *testing.T) { count.agree(t, testprog.FileCode(t, file), testprog.Turn(file)) })
	}
	count.decided(t)
}

// TestGenerated compares the engines with the explorer and order on generated programs.
func TestGenerated(t *testing.T) {
	count := compare()
	testprog.Concurrent(t, generated.All(), testprog.SomeChains, func(t *testing.T, seed uint64, text string) {
		count.agree(t, testprog.Code(t, text), int(seed))
	})
	count.decided(t)
}
