package unwind_test

import (
	"context"
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analysis"
	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/unwind"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	corpus  = flag.Bool("corpus", false, "unwind the programs of ../shared/corpus")
	patient = flag.Duration("patience", 10*time.Second, "time for one program of the corpus")
	bound   = flag.Int("bound", 2, "loop bound for the corpus")
	only    = flag.String("only", "", "files of the corpus whose names contain this")
)

// TestCorpus unwinds the programs of the corpus, checks the graphs, and logs how
// large they are and what has no meaning yet.
func TestCorpus(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	root := filepath.Join("..", "..", "..", "shared", "corpus")
	f, err := os.Open(filepath.Join(root, "index.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		if row[2] != "assert" && row[2] != "unreach-call" || !strings.Contains(row[0], *only) {
			continue
		}
		t.Run(row[0], func(t *testing.T) { unwindRow(t, filepath.Join(root, row[0]), row) })
	}
}

func unwindRow(t *testing.T, file string, row []string) {
	model := ir.LP64
	if row[6] == "ilp32" {
		model = ir.ILP32
	}
	r, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{file}, Model: model, Defines: strings.Fields(row[5])})
	if err != nil {
		t.Fatal(err)
	}
	if r.Program == nil {
		t.Skip("does not compile")
	}
	prop := verdict.Assert
	if row[2] == "unreach-call" {
		prop = verdict.Reach
	}
	ctx, cancel := context.WithTimeout(context.Background(), *patient)
	defer cancel()
	var stats unwind.Stats
	start := time.Now()
	g, err := unwind.Unwind(ctx, analysis.Of(r.Program), term.New(term.Options{}), unwind.Options{Property: prop, Loop: *bound, Stats: &stats})
	if err != nil {
		t.Fatalf("after %v: %v", time.Since(start), err)
	}
	if err := event.Check(g); err != nil {
		t.Error(err)
	}
	marks := make(map[string]bool)
	for _, m := range g.Marks {
		if key := m.Unsupported; key != "" && !marks[key] {
			marks[key] = true
			t.Logf("MARK %s at %s", m.Unsupported, m.Location)
		}
	}
	t.Logf("DONE %v %+v terms %d", time.Since(start), stats, g.Terms.Len())
}
