package litmus

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/read"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// TestGolden judges small tests of every language. The parts of an archive are named after models.
func TestGolden(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		test, err := read.Test("test.litmus", input)
		if err != nil {
			t.Fatal(err)
		}
		return func(name string) string {
			model, err := LoadModel(name)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Run(context.Background(), test, model, true)
			if err != nil {
				t.Fatal(err)
			}
			first, err := Run(context.Background(), test, model, false)
			if err != nil || first.Holds != r.Holds {
				t.Errorf("%s: the first deciding execution says %v (%v), all say %v", name, first.Holds, err, r.Holds)
			}
			var b strings.Builder
			if err := r.Write(&b); err != nil {
				t.Fatal(err)
			}
			return strings.ReplaceAll(strings.TrimRight(b.String(), "\n"), " \n", "\n") + "\n"
		}
	})
}
