package threads_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	corpus = testflag.Corpus()
	only   = testflag.Only()
)

// TestCorpus counts confirmed proofs of the programs of the corpus. It also compares the time for
// confirming with the time for making the proofs.
func TestCorpus(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	var all tally
	for _, row := range testprog.CorpusPrograms(t, only) {
		if p := row.Compile(t); p != nil {
			all.add(t, row.File, p, ir.DefaultEnvironment)
		}
	}
	all.log(t)
}

// TestSVComp does the same with the SV-COMP tasks beside the repository.
func TestSVComp(t *testing.T) {
	if !*corpus {
		t.Skip("no -corpus")
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "..", "shared", "svcomp25", "*.[ci]"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	var all tally
	for _, file := range files {
		if name := filepath.Base(file); only.Has(name) {
			row := testprog.Row{File: name, Path: file, Model: ir.ILP32}
			if p := row.Compile(t); p != nil {
				all.add(t, name, p, ir.DefaultEnvironment)
			}
		}
	}
	all.log(t)
}
