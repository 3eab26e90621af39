package loops

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heddle-mc/heddle/internal/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares the analysis of testdata/*.txtar (the comment says what is
// shown; program.ir; loops.txt) with what is there.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p, err := ir.Parse(string(a.Files[0].Data))
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Check(p); err != nil {
				t.Fatal(err)
			}
			got := Analyse(p).String()
			if *update {
				a.Files = append(a.Files[:1], txtar.File{Name: "loops.txt", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(a.Files) < 2 || got != string(a.Files[1].Data) {
				t.Errorf("got\n%s\nwant\n%s", got, a.Files[len(a.Files)-1].Data)
			}
		})
	}
}
