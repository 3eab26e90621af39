package token

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// These are the example of the paper's Fig. 1: as in the paper, and made from C, with a main thread that
// creates and joins the two.
const (
	fromText = "p1p2.efsm"
	fromC    = "../fromir/testdata/ganai_gupta_race.efsm"
)

// paper reads the example.
func paper(t *testing.T, name string) *efsm.System {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "model", "efsm", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	s, err := efsmtest.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func encode(s *efsm.System, opts Options) *Encoding {
	terms := term.New(term.Options{})
	return NewEncoding(s, solver.New(terms, sat.Options{}), terms, opts)
}

// all returns the violations at the present depth, one for each set of passes.
func all(t *testing.T, e *Encoding) []string {
	t.Helper()
	var list []string
	for {
		w, result, err := e.Find(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if w == nil {
			if result.Status != sat.Unsatisfiable {
				t.Fatal(result)
			}
			slices.Sort(list)
			return list
		}
		what := e.sys.Vars[w.Var].Name
		if o := w.Violated(e.sys); o != nil {
			what = o.Message
		} else {
			first, second := w.Steps[w.First], w.Steps[len(w.Steps)-1]
			what = e.sys.Threads[first.Thread].States[first.State].Name + "/" + e.sys.Threads[second.Thread].States[second.State].Name + " on " + what
		}
		list = append(list, what+" via "+w.Via())
		if !e.Block(w) {
			return list
		}
	}
}

// TestPaper compares the paper's example with the paper, depth by depth: the reachable nodes, the new
// pairs, and the races (Ganai and Gupta, section 4.1).
//
// Depth 11 of the text is depth 10 in C, where 1b is no state of its own. Before that depth there is no
// race on g1. At it the races are 3a/7b and 4a/7b. Their passings are the paper's, after a passing of main,
// which has created both threads.
func TestPaper(t *testing.T) {
	for _, test := range []struct {
		name, system string
		mtx          bool
	}{
		{"p1p2.token", fromText, false},
		{"p1p2.mtx", fromText, true},
		{"c.token", fromC, false},
		{"c.mtx", fromC, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			const last = 12
			e := encode(paper(t, test.system), Options{Property: verdict.Race, MaxDepth: last, CSR: true, MTX: test.mtx})
			var b strings.Builder
			for seen := 0; ; e.Extend() {
				fmt.Fprintf(&b, "depth %d", e.depth)
				for _, m := range e.machines[1:] {
					fmt.Fprintf(&b, " |")
					for _, c := range m.reach.At(e.depth) {
						n := m.g.nodes[c]
						fmt.Fprintf(&b, " %s%s", [...]string{"", "r", "w"}[n.role], m.t.States[n.state].Name)
					}
				}
				fmt.Fprintln(&b)
				for _, p := range e.passes[seen:] {
					fmt.Fprintf(&b, "  pair %s\n", Pass{p.reader, p.readDepth, p.writer, p.writeDepth})
				}
				seen = len(e.passes)
				for _, s := range all(t, e) {
					fmt.Fprintf(&b, "  race %s\n", s)
				}
				if e.depth == last {
					break
				}
			}
			golden.File(t, filepath.Join("testdata", test.name), b.String())
		})
	}
}
