package values_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	corpus = testflag.Corpus()
	long   = testflag.Long()
	only   = testflag.Only()
)

// names are the corpus's properties.
var names = map[string]verdict.Property{
	"assert": verdict.Assert, "unreach-call": verdict.Reach, "memsafety": verdict.Memory, "no-overflow": verdict.Overflow,
}

// TestCorpus analyses the programs of the corpus: no row with a violation may be proved, unless
// docs/develop/corpus-notes.md corrects the verdict. The median time should be less than 50 ms. With -long
// every property of every program is also compared with the explorer.
func TestCorpus(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	rows := testprog.Corpus(t, only)
	notes, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "develop", "corpus-notes.md"))
	if err != nil {
		t.Fatal(err)
	}
	count := make(tally)
	seen := make(map[string]bool)
	var times []time.Duration
	for _, row := range rows {
		p := row.Compile(t)
		if p == nil {
			continue
		}
		start := time.Now()
		r := values.Analyse(context.Background(), analyze.Of(p), ir.DefaultEnvironment)
		spent := time.Since(start)
		if !seen[row.File] {
			times = append(times, spent)
			if spent > time.Second {
				t.Logf("%s took %v: %s", row.File, spent, r.Lost)
			}
			if *long {
				hold(t, row.File, p, smc.Options{Environment: ir.DefaultEnvironment, Executions: 100, MaxDepth: 1000, MaxSteps: 1 << 15, Budget: time.Second / 2}, make(tally))
			}
		}
		seen[row.File] = true
		property, ok := names[row.Property]
		if !ok {
			continue
		}
		proved, _ := r.Proves(property)
		n := count[property]
		switch {
		case row.Expected == "safe":
			n[0]++
			if proved {
				n[1]++
				t.Logf("%s %s: proved", row.File, property)
			} else if *show {
				t.Logf("%s %s\n%s", row.File, property, r)
			}
		case proved && !strings.Contains(string(notes), "\n## "+row.File+", "+row.Property+"\n"):
			t.Errorf("%s: %s is violated and proved", row.File, property)
		}
		count[property] = n
	}
	for _, p := range values.Checks.Properties() {
		t.Logf("%s: proved %d of %d", p, count[p][1], count[p][0])
	}
	slices.Sort(times)
	t.Logf("median time %v, largest %v", times[len(times)/2], times[len(times)-1])
}
