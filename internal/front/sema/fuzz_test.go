package sema

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/load"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// FuzzAnalyze types whatever parses: it must neither panic nor hang, and a unit
// without errors must have a dump.
func FuzzAnalyze(f *testing.F) {
	for _, pattern := range []string{"testdata/*.txtar", "testdata/errors/*.c"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		u, diags := load.Parse(ctx, "fuzz.c", load.Options{ReadFile: func(name string) ([]byte, error) {
			if name != "fuzz.c" {
				return nil, fs.ErrNotExist
			}
			return text, nil
		}})
		if u == nil || u.AST == nil || diag.HasErrors(diags) {
			return
		}
		unit, diags := Analyze(u.AST, Options{Model: ir.LP64, File: "fuzz.c"})
		if !diag.HasErrors(diags) {
			dumpUnit(unit)
		}
	})
}
