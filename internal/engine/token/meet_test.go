package token_test

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/token"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/testprog"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	meetings = flag.String("meetings", "../../../testdata/papers/ganai_gupta_race.c", "programs whose lines to look at for meetings, by pattern")
	every    = flag.Int("every", 7, "of the pairs of lines, ask about one in so many")
)

// lines are the lines of a program's file at which threads are at once, in pairs; the
// smaller one first. Where a thread ends is no line of it.
type lines map[[2]int]bool

func (l lines) add(m *interp.Machine) {
	for i, x := range m.Threads() {
		for _, y := range m.Threads()[:i] {
			a, b := x.Where().Pos, y.Where().Pos
			if x.State() != interp.Finished && y.State() != interp.Finished && a.File == 0 && b.File == 0 {
				l[[2]int{int(min(a.Line, b.Line)), int(max(a.Line, b.Line))}] = true
			}
		}
	}
}

// explore executes every interleaving of a program without choices, by executing it
// again and again, and notes where the threads stand.
func explore(code *interp.Code, seen lines) (executions int) {
	var prefix []int // indices of threads
	for {
		m := interp.NewMachine(code, interp.Config{})
		var open []int // by step: the next thread to try there, or none
		for step := 0; m.End().Kind == interp.Running; step++ {
			seen.add(m)
			first := 0
			if step < len(prefix) {
				first = prefix[step]
			}
			at := next(m, first)
			if at < 0 {
				break
			}
			open = append(open, at)
			m.Step(m.Threads()[at])
		}
		executions++
		for len(open) > 0 {
			last := len(open) - 1
			prefix = append(prefix[:0], open...)
			prefix[last]++
			if canGoOn(code, prefix) {
				break
			}
			open = open[:last]
		}
		if len(open) == 0 {
			return executions
		}
	}
}

// next returns the first thread from an index on that can do a step; -1: none.
func next(m *interp.Machine, from int) int {
	for i := from; i < len(m.Threads()); i++ {
		if th := m.Threads()[i]; th.State() != interp.Finished && m.Probe(th) {
			return i
		}
	}
	return -1
}

// canGoOn reports whether after all but the last step of a prefix a thread from the
// last one's index on can do a step.
func canGoOn(code *interp.Code, prefix []int) bool {
	m := interp.NewMachine(code, interp.Config{})
	last := len(prefix) - 1
	for _, at := range prefix[:last] {
		m.Step(m.Threads()[at])
	}
	return next(m, prefix[last]) >= 0
}

// TestMeetings: two threads are at two lines at once iff they are in some
// interleaving, with and without the static analyses.
func TestMeetings(t *testing.T) {
	files, err := filepath.Glob(*meetings)
	if err != nil || len(files) == 0 {
		t.Fatal(*meetings, err)
	}
	for _, file := range files {
		code := interp.Prepare(testprog.Compile(t, file, ir.LP64))
		seen := make(lines)
		executions := explore(code, seen)
		turn, asked, met := 0, 0, 0
		var at []int
		for pair := range seen {
			at = append(at, pair[0], pair[1])
		}
		slices.Sort(at)
		at = slices.Compact(at)
		for i, a := range at {
			for _, b := range at[i:] {
				for _, without := range []engine.Static{0, engine.PB | engine.CXT | engine.MTX} {
					if turn++; turn%*every != 0 {
						continue
					}
					p := &engine.Problem{Code: code, Property: verdict.Race, Without: without}
					out, err := token.Meet(context.Background(), p, token.Place{File: filepath.Base(file), Line: a}, token.Place{File: file, Line: b})
					if err != nil {
						continue // a failing assertion is a step of the program, and no control state
					}
					asked++
					name := fmt.Sprintf("%s: %d and %d, without %d", file, a, b, without)
					switch {
					case out.Verdict == verdict.Violation:
						met++
						if !seen[[2]int{a, b}] || len(out.Violations) != 1 {
							t.Errorf("%s: a meeting that no interleaving has", name)
						}
					case out.Verdict != verdict.Safe || seen[[2]int{a, b}]:
						t.Errorf("%s: %s, and there is a meeting: %t", name, out.Verdict, seen[[2]int{a, b}])
					}
				}
			}
		}
		if met == 0 || met == asked {
			t.Errorf("%s: %d of %d questions have a meeting", file, met, asked)
		}
		t.Logf("%s: %d of %d questions have a meeting, in %d executions", file, met, asked, executions)
	}
}
