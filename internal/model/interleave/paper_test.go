package interleave

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// unwound returns the graph of a program, and a solver of its terms.
func unwound(t testing.TB, text string, loop int) (*event.Graph, asked) {
	t.Helper()
	terms := term.New(term.Options{})
	g, err := unwind.Unwind(context.Background(), analyze.Of(testprog.Source(t, text, ir.LP64)), terms, unwind.Options{Property: verdict.Assert, Loop: loop})
	if err != nil {
		t.Fatal(err)
	}
	return g, asked{solver.New(terms, sat.Options{})}
}

// asked is a solver.
type asked struct{ *solver.Embedded }

func (a asked) Satisfiable(ctx context.Context, assumptions ...term.ID) (bool, error) {
	res, err := a.Check(ctx, assumptions...)
	return res.Status == sat.Satisfiable, err
}

// TestPaper shows the interleavings of the slides' running example within the blocks of I_s, and
// the first that fails.
func TestPaper(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		var out strings.Builder
		g, s := unwound(t, input, 1)
		p := Prepare(g, nil)
		tree := NewTree(p, s, 5)
		tree.seen = nil // the slides' tree contains each interleaving
		found, err := tree.Search(context.Background())
		if err != nil || found == nil {
			t.Fatal(found, err)
		}
		fmt.Fprintf(&out, "fails: %s%d interleavings, %d calls of the solver\n", p.list(found.Order), tree.Stats().Interleavings, tree.Stats().Checks)
		g.Obligations = nil // obligations would end the search
		p = Prepare(g, nil)
		tree = NewTree(p, s, 5)
		var seen []string
		tree.Ask = func(context.Context, []Turn) (bool, error) {
			if text := p.list(tree.order); !slices.Contains(seen, text) {
				seen = append(seen, text)
				out.WriteString(text)
			}
			return false, nil
		}
		if _, err = tree.Search(context.Background()); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%d interleavings, which differ in when main joins\n", tree.Stats().Interleavings)
		return func(string) string { return out.String() }
	})
}

// shift is the difference between the lines of a function and the slides' line numbers.
var shift = map[string]int{"twoStage": 10, "reader": 20}

// list writes an interleaving as the slides do.
func (p *Program) list(order []event.NodeID) string {
	var out strings.Builder
	var statements []string
	accesses := make(map[string][]string)
	last := 0
	for _, n := range order {
		node := &p.g.Nodes[n]
		name := p.g.Program.Funcs[node.Func].Name
		number := int(node.Pos.Line) - shift[name]
		if shift[name] == 0 || node.Kind == event.ThreadEnd {
			continue
		}
		if number != last {
			statements, last = append(statements, fmt.Sprint(number)), number
		}
		for e := node.First; e < node.Last; e++ {
			ev := &p.g.Events[e]
			if r := &p.g.Regions[ev.Region]; r.Kind == event.Data {
				global := p.g.Program.Globals[p.g.Objects[r.Object].Global].Name
				accesses[global] = append(accesses[global], fmt.Sprintf("%s %s,%d", ev.Kind, name, number))
			}
		}
	}
	fmt.Fprintf(&out, "%s\n", strings.Join(statements, "-"))
	for _, v := range []string{"val1", "val2"} {
		fmt.Fprintf(&out, "  %s: %s\n", v, strings.Join(accesses[v], " - "))
	}
	return out.String()
}
