package page

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/heddle-mc/heddle/internal/lab/compare/plot"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

func sample() *Page {
	return &Page{
		Title: "A report", Intro: []string{"What is   measured, in a paragraph that is longer than a line and so goes on in another one, <escaped>."},
		Sections: []Section{
			{Title: "First", Text: []string{"Words."}, Tables: []Table{{File: "numbers", Title: "Numbers", Header: []string{"méthod", "n"}, Rows: [][]string{{"ö", "1"}, {"long one", "10"}}, Left: 1}}},
			{Title: "Second", Links: []Link{{Text: "Another <page>", To: "a/index.html"}}, Plots: []Plot{{Name: "figure", Grid: plot.Grid{Title: "A figure", Columns: 1}}}},
		},
	}
}

// TestFiles compares the written files with golden files.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	if err := sample().WriteFiles(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{textFile, htmlFile, "figure.svg", "numbers.csv"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		golden.File(t, filepath.Join("testdata", name), string(got))
	}
	if err := sample().WriteFiles(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("wrote into a directory that is not there")
	}
}
