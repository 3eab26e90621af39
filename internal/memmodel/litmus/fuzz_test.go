package litmus

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/candidate"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/read"
)

// FuzzRead reads texts. If a text is a test, some of its executions are enumerated. Mistakes have positions.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal("no tests", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(txtar.Parse(text).Files[0].Data))
	}
	values, err := Files([]string{"testdata/values"})
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range values {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	model, err := memmodel.Named("sc")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		test, err := read.Test("test.litmus", text)
		if err != nil {
			var mistake *read.Error
			if !errors.As(err, &mistake) || mistake.Line < 1 || mistake.Column < 1 || mistake.Message == "" {
				t.Fatalf("%v has no place", err)
			}
			return
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel() // the search ends after some steps
		s := candidate.Search{Test: test, Model: model, All: true}
		s.Visit = func(x *candidate.Execution) bool {
			test.Condition.Places(func(p *program.Place) { x.Final(p) })
			_ = dot(x)
			return false
		}
		var mistake *candidate.Error
		if err := s.Run(ctx); err != nil && !errors.As(err, &mistake) && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	})
}
