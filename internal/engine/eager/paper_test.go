package eager

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// TestPaper checks that the composition of the paper's example saturates at depth 4 with 12 blocks (Ganai
// and Gupta, section 3), and finds the race and the failing assertion of the lazy model, deeper.
func TestPaper(t *testing.T) {
	compose(t, "p1p2.efsm", "p1p2.eager", Options{}, verdict.Race, verdict.Assert)
}

// TestPaperTokens checks the depth of the race of the paper's example with synchronisation states and a token. The
// second access is at depth 18 = 11 + 7, the sum of the threads' depths (Ganai and Gupta, section 4.1). The race is
// found where the read_sync before it is passed.
func TestPaperTokens(t *testing.T) {
	compose(t, "p1p2.efsm", "p1p2.tokens", Options{Tokens: true}, verdict.Race)
}

// TestPaperFromC is TestPaper for the example made from C.
func TestPaperFromC(t *testing.T) {
	compose(t, "../fromir/testdata/ganai_gupta_race.efsm", "c.eager", Options{}, verdict.Race)
}

// compose compares the composition of a system, depth by depth until something is violated, with a golden
// file.
func compose(t *testing.T, system, made string, opts Options, properties ...verdict.Property) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "model", "efsm", "testdata", system))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, property := range properties {
		s, err := efsmtest.Parse(string(text))
		if err != nil {
			t.Fatal(err)
		}
		terms := term.New(term.Options{})
		opts.Property, opts.CSR = property, true
		e := NewEncoding(s, solver.New(terms, sat.Options{}), terms, opts)
		fmt.Fprintln(&b, property)
		for before := ""; ; e.Extend() {
			level, size := "", 0
			for _, m := range e.machines[1:] {
				for _, c := range m.reach.At(e.depth) {
					level += " " + m.t.States[c].Name
					size++
				}
			}
			if level != before {
				fmt.Fprintf(&b, "  depth %d, %d blocks:%s\n", e.depth, size, level)
			}
			before = level
			w, _, result, err := e.Find(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if w != nil {
				fmt.Fprintf(&b, "  depth %d, violated:", e.depth)
				for _, step := range w.Steps {
					fmt.Fprintf(&b, " %s@%d", s.Threads[step.Thread].States[step.State].Name, step.Depth)
				}
				fmt.Fprintln(&b)
				break
			}
			if result.Status != sat.Unsatisfiable || e.depth > 30 {
				t.Fatal(result)
			}
		}
	}
	golden.File(t, filepath.Join("testdata", made), b.String())
}
