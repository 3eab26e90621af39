package testprog

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/ir"
)

// Row is a line of the corpus's index.
type Row struct {
	File     string // relative to the corpus
	Property string // as the corpus calls it
	Expected string // safe or violation
	dir      string
	defines  []string
	model    ir.DataModel
}

// Corpus returns the rows of ../shared/corpus whose files' names contain a text. It
// skips the test if there is no corpus beside the repository.
func Corpus(t testing.TB, only string) []Row {
	t.Helper()
	dir := filepath.Join(root(t), "..", "shared", "corpus")
	f, err := os.Open(filepath.Join(dir, "index.csv"))
	if err != nil {
		t.Skip("no corpus beside the repository")
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := make(map[string]int)
	for i, name := range lines[0] {
		column[name] = i
	}
	var rows []Row
	for _, line := range lines[1:] {
		at := func(name string) string { return line[column[name]] }
		if !strings.Contains(at("file"), only) {
			continue
		}
		row := Row{File: at("file"), Property: at("property"), Expected: at("expected"), dir: dir, model: ir.LP64}
		for _, d := range strings.Fields(at("defines")) {
			row.defines = append(row.defines, strings.TrimPrefix(d, "-D"))
		}
		if at("arch") == ir.ILP32.String() {
			row.model = ir.ILP32
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("no file of the corpus has %q in its name", only)
	}
	return rows
}

// Compile returns the row's program; nil: it does not compile.
func (r *Row) Compile(t testing.TB) *ir.Program {
	t.Helper()
	c, err := cfront.Compile(context.Background(), cfront.Options{
		Files: []string{filepath.Join(r.dir, filepath.FromSlash(r.File))}, Model: r.model, Defines: r.defines,
	})
	if err != nil {
		t.Fatal(err)
	}
	return c.Program
}
