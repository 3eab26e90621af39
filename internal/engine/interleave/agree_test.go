package interleave

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/testflag"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	generated = testflag.Generated(20)
	patience  = testflag.Patience(time.Second)
	only      = testflag.Engines()
	every     = testflag.Every(240)
)

// contexts are the bounds that are compared, 0: none; -1: none, with sleep sets.
var contexts = []int{2, 3, 4, 6, 0, -1}

// agree holds the engines against the explorer within the same bounds: those that are a program's turn.
func agree(t *testing.T, code *interp.Code, turn int, count testprog.Tally) {
	t.Helper()
	for _, kind := range Kinds() {
		if !only.Has(kind.Name) {
			continue
		}
		for p := range verdict.NumProperties {
			for _, n := range contexts {
				if turn++; !kind.Supports(p) || !every.Has(turn) {
					continue
				}
				b, settings := engine.Bounds{Contexts: n}, engine.Settings{}
				if len(kind.Options) > 0 && n < 0 {
					b.Contexts, settings["reduce"] = 0, sleepSets
				}
				if b.Contexts < 0 {
					continue
				}
				out := testprog.JudgeWithin(t, kind.New(settings), code, p, b, *patience)
				found, exhausts := testprog.ExploreWithin(t, code, p, b, *patience), verdict.Safe
				if n > 0 {
					exhausts = verdict.Bounded
				}
				// Where the rest runs on, the explorer sees a deadlock only at the end of an
				// execution, perhaps beyond the bound. The trace was replayed.
				found.Exact = found.Exact && p != verdict.Deadlock
				count.Agree(t, fmt.Sprintf("%s %s contexts %d", kind.Name, p, n), out, found, exhausts)
			}
		}
	}
}

// TestPrograms holds the engines against the explorer on the examples and on the programs that say
// what C programs mean.
func TestPrograms(t *testing.T) {
	count := make(testprog.Tally)
	for _, file := range testprog.Files(t) {
		t.Run(filepath.Base(file), func(t *testing.T) { agree(t, testprog.FileCode(t, file), testprog.Turn(file), count) })
	}
	testprog.Decided(t, count, 80)
}

// TestGenerated holds the engines against the explorer on generated programs.
func TestGenerated(t *testing.T) {
	count := make(testprog.Tally)
	testprog.Concurrent(t, generated.All(), nil, func(t *testing.T, seed uint64, text string) {
		agree(t, testprog.Code(t, text), int(seed), count)
	})
	testprog.Decided(t, count, 80)
}
