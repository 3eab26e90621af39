package load_test

import (
	"context"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front/load"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	corpus = testflag.Corpus()
	only   = testflag.Only()
)

// TestCorpus parses every program of the corpus.
func TestCorpus(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	rows, failed := testprog.CorpusPrograms(t, only), 0
	var slowest time.Duration
	for _, row := range rows {
		start := time.Now()
		unit, diags := load.Parse(context.Background(), row.Path, load.Options{Model: row.Model, Defines: row.Defines})
		slowest = max(slowest, time.Since(start))
		if unit.AST == nil {
			failed++
			t.Errorf("%s: %s", row.File, diags[0])
		}
	}
	t.Logf("%d of %d programs parse; the slowest takes %s", len(rows)-failed, len(rows), slowest)
}
