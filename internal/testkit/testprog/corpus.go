package testprog

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

// Row is a line of the corpus's index.
type Row struct {
	File     string // relative to the corpus
	Property string // as the corpus calls it
	Expected string // safe or violation
	Path     string
	Defines  []string
	Model    ir.DataModel
}

// Corpus returns the rows of ../shared/corpus whose files the filter selects. It skips the test if
// there is no corpus beside the repository.
func Corpus(t testing.TB, only testflag.Filter) []Row {
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
		if !only.Has(at("file")) {
			continue
		}
		row := Row{File: at("file"), Property: at("property"), Expected: at("expected"), Path: filepath.Join(dir, filepath.FromSlash(at("file"))), Model: ir.LP64}
		for _, d := range strings.Fields(at("defines")) {
			row.Defines = append(row.Defines, strings.TrimPrefix(d, "-D"))
		}
		if at("arch") == ir.ILP32.String() {
			row.Model = ir.ILP32
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatal("no file of the corpus is chosen")
	}
	return rows
}

// CorpusPrograms returns a row for each program of the corpus that is chosen.
func CorpusPrograms(t testing.TB, only testflag.Filter) []Row {
	t.Helper()
	seen := make(map[string]bool)
	return slices.DeleteFunc(Corpus(t, only), func(r Row) bool {
		key := fmt.Sprint(r.File, r.Defines, r.Model)
		again := seen[key]
		seen[key] = true
		return again
	})
}

// Compile returns the row's program; nil: it does not compile.
func (r *Row) Compile(t testing.TB) *ir.Program {
	t.Helper()
	c, err := front.Compile(context.Background(), front.Options{
		Files: []string{r.Path}, Model: r.Model, Defines: r.Defines,
	})
	if err != nil {
		t.Fatal(err)
	}
	return c.Program
}
