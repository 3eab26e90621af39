package unwind_test

import (
	"context"
	"flag"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	corpus   = testflag.Corpus()
	patience = testflag.Patience(10 * time.Second)
	only     = testflag.Only()
	bound    = flag.Int("bound", 2, "loop bound for the corpus")
)

// TestCorpus unwinds the programs of the corpus and checks the graphs. It logs their sizes and the
// unsupported constructs.
func TestCorpus(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	for _, row := range testprog.Corpus(t, only) {
		if row.Property == "assert" || row.Property == "unreach-call" {
			t.Run(row.File, func(t *testing.T) { unwindRow(t, &row) })
		}
	}
}

func unwindRow(t *testing.T, row *testprog.Row) {
	p := row.Compile(t)
	if p == nil {
		t.Skip("does not compile")
	}
	prop := verdict.Assert
	if row.Property == "unreach-call" {
		prop = verdict.Reach
	}
	ctx, cancel := context.WithTimeout(context.Background(), *patience)
	defer cancel()
	var stats unwind.Stats
	start := time.Now()
	g, err := unwind.Unwind(ctx, analyze.Of(p), term.New(term.Options{}), unwind.Options{Property: prop, Loop: *bound, Stats: &stats})
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
