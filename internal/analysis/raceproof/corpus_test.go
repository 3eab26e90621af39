package raceproof_test

import (
	"context"
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analysis/raceproof"
	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
)

var (
	corpus = flag.Bool("corpus", false, "analyse the programs of ../shared/corpus")
	only   = flag.String("only", "", "files of the corpus whose names contain this")
	dump   = flag.Bool("dump", false, "print the result of every program of the corpus that is not proved")
)

// TestCorpus analyses the race rows of the corpus: no program with a race may be
// proved, and of the others at least half must be. The median time should be less
// than 0.3 s. The explorer must find no race in what is proved, other rows included.
func TestCorpus(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	root := filepath.Join("..", "..", "..", "..", "shared", "corpus")
	f, err := os.Open(filepath.Join(root, "index.csv"))
	if err != nil {
		t.Skip("no corpus beside the repository")
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	safe, proved := 0, 0
	seen := make(map[string]bool)
	var times []time.Duration
	for _, row := range rows[1:] {
		if !strings.Contains(row[0], *only) {
			continue
		}
		model := ir.LP64
		if row[6] == "ilp32" {
			model = ir.ILP32
		}
		c, err := cfront.Compile(context.Background(), cfront.Options{
			Files: []string{filepath.Join(root, row[0])}, Model: model, Defines: strings.Fields(row[5])})
		if err != nil {
			t.Fatal(err)
		}
		if c.Program == nil {
			continue
		}
		if row[2] != "no-data-race" {
			if !seen[row[0]] {
				hold(t, row[0], c.Program, interp.ExploreOptions{Executions: 100, MaxDepth: 1000, MaxSteps: 1 << 15, Budget: time.Second})
			}
			seen[row[0]] = true
			continue
		}
		start := time.Now()
		r := raceproof.Analyse(context.Background(), c.Program, raceproof.Options{})
		times = append(times, time.Since(start))
		if row[3] == "safe" {
			safe++
			if r.RaceFree() {
				proved++
			}
		} else if r.RaceFree() {
			t.Errorf("%s has a race and is proved race-free", row[0])
		}
		if *dump && (!r.RaceFree() && row[3] == "safe" || *only != "") {
			t.Logf("%s\n%s", row[0], r)
		}
	}
	slices.Sort(times)
	t.Logf("proved %d of %d, median time %v, largest %v", proved, safe, times[len(times)/2], times[len(times)-1])
	if *only == "" && 2*proved < safe {
		t.Error("fewer than half are proved")
	}
}
