package pointsto_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heddle-mc/heddle/internal/analysis/pointsto"
	"github.com/heddle-mc/heddle/internal/cfront"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares what is printed for small programs with what was.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source := filepath.Join(t.TempDir(), "a.c")
			if err := os.WriteFile(source, a.Files[0].Data, 0o600); err != nil {
				t.Fatal(err)
			}
			c, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{source}})
			if err != nil {
				t.Fatal(err)
			}
			if c.Program == nil {
				t.Fatal(c.Diagnostics)
			}
			got := pointsto.Analyse(context.Background(), c.Program).String()
			if *update {
				a.Files = []txtar.File{a.Files[0], {Name: "out", Data: []byte(got)}}
				if err := os.WriteFile(file, txtar.Format(a), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(a.Files) != 2 || string(a.Files[1].Data) != got {
				t.Errorf("%s differs; got:\n%s", file, got)
			}
		})
	}
}
