package load_test

import (
	"context"
	"flag"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/load"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var mutations = flag.Int("mutations", 0, "token-level mutations of programs of ../shared/corpus to parse")

var tokenPattern = regexp.MustCompile(`\s+|\w+|"(\\.|[^"\\\n])*"|.`)

// TestMutations parses programs of the corpus with tokens deleted, doubled,
// exchanged, or taken from other programs: a tree or an error, soon.
func TestMutations(t *testing.T) {
	if *mutations == 0 {
		t.Skip("no -mutations")
	}
	var programs [][]string
	var names []string
	for _, row := range testprog.CorpusPrograms(t, only) {
		text, err := os.ReadFile(row.Path)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) < 20_000 {
			programs = append(programs, tokenPattern.FindAllString(string(text), -1))
			names = append(names, row.Path)
		}
	}
	rng := rand.New(rand.NewSource(time.Now().UnixNano()))
	for range *mutations {
		i := rng.Intn(len(programs))
		tokens := append([]string(nil), programs[i]...)
		for range 1 + rng.Intn(6) {
			other := programs[rng.Intn(len(programs))]
			at, from := rng.Intn(len(tokens)), rng.Intn(len(other))
			switch rng.Intn(6) {
			case 0:
				tokens[at] = ""
			case 1:
				tokens[at] += tokens[at]
			case 2:
				tokens[at] = other[from]
			case 3:
				tokens[at] += " " + other[from]
			case 4:
				to := min(at+1+rng.Intn(20), len(tokens))
				tokens = append(tokens[:at:at], tokens[to:]...)
				if len(tokens) == 0 {
					tokens = []string{""}
				}
			case 5:
				tokens = tokens[:at+1]
			}
		}
		mutate(t, names[i], strings.Join(tokens, ""))
	}
}

// mutate parses one mutant, in the place of the file it comes from.
func mutate(t *testing.T, name, text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	read := func(file string) ([]byte, error) {
		if file == name {
			return []byte(text), nil
		}
		return os.ReadFile(file)
	}
	u, diags := load.Parse(ctx, name, load.Options{ReadFile: read})
	if (u.AST == nil) != diag.HasErrors(diags) {
		t.Fatalf("tree %v, diagnostics %v", u.AST != nil, diags)
	}
	for _, d := range diags {
		if d.Code == "timeout" {
			file := filepath.Join(os.TempDir(), "mutant.c")
			os.WriteFile(file, []byte(text), 0o666)
			t.Fatalf("%s: %v; see %s", name, d, file)
		}
	}
}
