package load

import (
	"context"
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/ir"
)

var corpus = flag.String("corpus", "", "directory with an index.csv of C programs to parse")

// TestCorpus parses every program of a corpus.
func TestCorpus(t *testing.T) {
	if *corpus == "" {
		t.Skip("no -corpus")
	}
	f, err := os.Open(filepath.Join(*corpus, "index.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	seen := map[string]bool{}
	total, failed := 0, 0
	var slowest time.Duration
	for _, row := range rows[1:] {
		file, defines, arch := row[column["file"]], row[column["defines"]], row[column["arch"]]
		if key := file + defines + arch; seen[key] {
			continue
		} else {
			seen[key] = true
		}
		opts := Options{}
		if arch == "ilp32" {
			opts.Model = ir.ILP32
		}
		for _, d := range strings.Fields(defines) {
			opts.Defines = append(opts.Defines, strings.TrimPrefix(d, "-D"))
		}
		total++
		start := time.Now()
		unit, diags := Parse(context.Background(), filepath.Join(*corpus, file), opts)
		slowest = max(slowest, time.Since(start))
		if unit.AST == nil {
			failed++
			t.Errorf("%s: %s", file, diags[0])
		}
	}
	t.Logf("%d of %d programs parse; the slowest takes %s", total-failed, total, slowest)
}
