package unwind_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// graphOf unwinds a program and checks the graph.
func graphOf(t *testing.T, p *ir.Program, opts unwind.Options) *event.Graph {
	t.Helper()
	g, err := unwind.Unwind(context.Background(), analyze.Of(p), term.New(term.Options{}), opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := event.Check(g); err != nil {
		t.Errorf("%s: %v\n%s", p.Files[0], err, g)
	}
	return g
}

// TestGolden compares the graphs of small programs with the golden ones.
func TestGolden(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		p := testprog.Source(t, input, ir.LP64)
		return func(string) string {
			got := graphOf(t, p, unwind.Options{Property: verdict.Assert, Loop: 2}).String()
			if again := graphOf(t, p, unwind.Options{Property: verdict.Assert, Loop: 2}).String(); again != got {
				t.Errorf("unwinding is not deterministic:\n%s\n%s", got, again)
			}
			return got
		}
	})
}

// TestSemanticPrograms unwinds the programs of testdata/semantics and checks the graphs.
func TestSemanticPrograms(t *testing.T) {
	for _, file := range testprog.Some(t, 12, *long) {
		for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
			t.Run(filepath.Base(file)+"/"+model.String(), func(t *testing.T) {
				p := testprog.Compile(t, file, model)
				other := map[ir.DataModel]verdict.Property{ir.LP64: verdict.Memory, ir.ILP32: verdict.Uninit}
				for _, prop := range []verdict.Property{verdict.Assert, other[model]} {
					var stats unwind.Stats
					g := graphOf(t, p, unwind.Options{Property: prop, Loop: 2, Stats: &stats})
					for _, m := range g.Marks {
						if m.Unsupported != "" {
							t.Logf("%s: %s at %s", prop, m.Unsupported, m.Location)
						}
					}
					t.Logf("%s: %+v", prop, stats)
				}
			})
		}
	}
}
