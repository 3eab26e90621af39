package litmus

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/heddle-mc/heddle/internal/memmodel"
	"github.com/heddle-mc/heddle/internal/memmodel/litmus/candidate"
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
			model, err := memmodel.Named(name)
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

// TestValues has tests of one thread that work out values: their conditions hold in the only final state.
func TestValues(t *testing.T) {
	files, err := Files([]string{"testdata/values"})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		test, err := Read(file)
		if err != nil {
			t.Error(err)
			continue
		}
		model, err := memmodel.Named(Models[test.Dialect])
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(context.Background(), test, model, true)
		if err != nil || !r.Holds || len(r.States) != 1 {
			t.Errorf("%s: %v, %+v", file, err, r)
		}
	}
}

// TestPruning compares the states with those without the short cuts of the search.
func TestPruning(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no tests", err)
	}
	compared := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		a := txtar.Parse(text)
		for _, part := range a.Files[1:] {
			model, err := memmodel.Named(part.Name)
			if err != nil {
				t.Fatal(err)
			}
			var finals [2]map[string]int
			var candidates [2]int
			for i := range finals {
				test, err := read.Test(file, string(a.Files[0].Data))
				if err != nil {
					t.Fatal(err)
				}
				finals[i] = make(map[string]int)
				s := candidate.Search{Test: test, Model: model, All: true, Plain: i == 1}
				s.Visit = func(x *candidate.Execution) bool {
					key := ""
					for _, p := range placesOf(test) {
						key += p.Name + "=" + test.Show(x.Final(&p)) + ";"
					}
					finals[i][key]++
					return true
				}
				if err := s.Run(context.Background()); err != nil {
					t.Fatal(err)
				}
				candidates[i] = s.Candidates
			}
			if !maps.Equal(finals[0], finals[1]) {
				t.Errorf("%s under %s: %v, without short cuts %v", file, part.Name, finals[0], finals[1])
			}
			if candidates[0] < candidates[1] {
				compared++
			}
		}
	}
	if compared < 8 {
		t.Errorf("the short cuts saved candidates of %d tests only", compared)
	}
}
