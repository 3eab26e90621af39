package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestProperties checks that every property is complete beyond its row: programs of the semantics state
// both verdicts, a page has the parts of all pages, and an engine judges it. The options choose what
// exclusion, ltl, termination and progress are about, so that programs of the semantics cannot state them.
func TestProperties(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/semantics/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	stated := make(map[verdict.Property]map[string]int)
	for _, file := range files {
		for p, v := range testprog.Stated(t, file) {
			if stated[p] == nil {
				stated[p] = make(map[string]int)
			}
			stated[p][v]++
		}
	}
	for p := range verdict.NumProperties {
		if p.Is(verdict.FiniteChecks) && (stated[p]["violation"] == 0 || stated[p]["safe"] == 0) {
			t.Errorf("%s: the programs of testdata/semantics state %v, expected violation and safe", p, stated[p])
		}
		page, err := os.ReadFile("../../../docs/use/properties/" + p.String() + ".md")
		if err != nil {
			t.Error(err)
		}
		for _, part := range []string{"# " + p.String() + "\n", "\n## A bug\n", "\n## The repair\n", "\n## What is not covered\n"} {
			if !strings.Contains(string(page), part) {
				t.Errorf("the page of %s has no part %q", p, part)
			}
		}
		judges := 0
		for _, k := range everything().kinds {
			if k.Supports(p) {
				judges++
			}
		}
		if judges == 0 {
			t.Errorf("%s: no engine judges its check", p)
		}
	}
}
