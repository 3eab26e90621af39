package unwind_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/analysis"
	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/unwind"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var update = flag.Bool("update", false, "rewrite golden files")

func compile(t *testing.T, file string, model ir.DataModel) *ir.Program {
	t.Helper()
	r, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{file}, Model: model})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Diagnostics {
		t.Errorf("%s", d)
	}
	if r.Program == nil {
		t.FailNow()
	}
	return r.Program
}

// graphOf unwinds a program and checks the graph.
func graphOf(t *testing.T, p *ir.Program, opts unwind.Options) *event.Graph {
	t.Helper()
	g, err := unwind.Unwind(context.Background(), analysis.Of(p), term.New(term.Options{}), opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := event.Check(g); err != nil {
		t.Errorf("%s: %v\n%s", p.Files[0], err, g)
	}
	return g
}

// TestGolden compares the graphs of small programs with what they were.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := compile(t, file, ir.LP64)
			got := graphOf(t, p, unwind.Options{Property: verdict.Assert, Loop: 2}).String()
			if again := graphOf(t, p, unwind.Options{Property: verdict.Assert, Loop: 2}).String(); again != got {
				t.Errorf("unwinding is not deterministic:\n%s\n%s", got, again)
			}
			golden := file[:len(file)-2] + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("graph differs from %s:\n%s", golden, got)
			}
		})
	}
}

// TestSemanticPrograms unwinds every program that says what C means and checks
// the graphs.
func TestSemanticPrograms(t *testing.T) {
	dir := filepath.Join("..", "..", "testdata", "semantics", "*.c")
	files, err := filepath.Glob(dir)
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs in %s: %v", dir, err)
	}
	for _, file := range files {
		for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
			t.Run(filepath.Base(file)+"/"+model.String(), func(t *testing.T) {
				p := compile(t, file, model)
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
