package member_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/consistency"
	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/intervals"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/member"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/unwind"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	only       = flag.String("only", "", "judge the programs whose name contains this")
	executions = flag.Uint64("executions", 4, "of each program")
	programs   = flag.Uint64("programs", 40, "generated programs")
	firstSeed  = flag.Uint64("first", 1, "the first of them")
)

func compile(t *testing.T, file string, model ir.DataModel) *interp.Code {
	t.Helper()
	r, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{file}, Model: model})
	if err != nil || r.Program == nil {
		t.Fatal(file, err, r.Diagnostics)
	}
	return interp.Prepare(r.Program)
}

// sources are the programs of the repository that say what they do.
func sources(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"../../examples/*.c", "../../testdata/semantics/*.c", "testdata/*.c"} {
		more, err := filepath.Glob(pattern)
		if err != nil || len(more) == 0 {
			t.Fatal(pattern, err)
		}
		for _, f := range more {
			if strings.Contains(f, *only) {
				files = append(files, f)
			}
		}
	}
	return files
}

// generated writes a generated program to a file.
func generated(t *testing.T, seed uint64) (file, text string) {
	t.Helper()
	opts := testgen.Options{Seed: seed}
	if seed%2 == 0 {
		opts.Features = testgen.AllFeatures
	}
	text = testgen.Concurrent(opts).C()
	file = filepath.Join(t.TempDir(), fmt.Sprintf("%d.c", seed))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file, text
}

// seeds returns how many executions of a program of the repository are judged: more of
// those that are there for it.
func seeds(file string) uint64 {
	if strings.HasPrefix(file, "testdata") {
		return 10 * *executions
	}
	return *executions
}

// judged counts executions.
type judged struct{ whole, cut int }

// properties are those whose graphs differ.
var properties = []verdict.Property{verdict.Assert, verdict.Memory, verdict.Race, verdict.Deadlock, verdict.Uninit, verdict.Overflow, verdict.Lock}

// inGraphs holds executions of a program against its event graphs: with the paths of
// threads, as the engine makes it, and as the engine makes it smaller.
func inGraphs(t *testing.T, name string, code *interp.Code, property verdict.Property, loop int, seeds uint64, n *judged) bool {
	t.Helper()
	ctx := context.Background()
	var graphs []*event.Graph
	for _, trail := range []bool{true, false} {
		g, err := unwind.Unwind(ctx, code.Facts(), term.New(term.Options{}), unwind.Options{Property: property, Loop: loop, Trail: trail})
		if err != nil {
			t.Fatal(name, err)
		}
		graphs = append(graphs, g)
	}
	graphs = append(graphs, narrowed(t, graphs[0]))
	for seed := range seeds {
		e, err := member.Random(ctx, code, member.Options{Property: property, Seed: seed})
		if err != nil {
			t.Fatal(name, err)
		}
		for i, g := range graphs {
			out, err := member.NewGraph(g).Check(ctx, e)
			switch {
			case err != nil:
				t.Errorf("%s, %s, loop %d, graph %d, seed %d: %v", name, property, loop, i, seed, err)
				return false
			case out.Cut != nil:
				n.cut++
			default:
				n.whole++
			}
		}
	}
	return true
}

// narrowed returns what the engine makes of a graph by what it knows of its values.
func narrowed(t *testing.T, g *event.Graph) *event.Graph {
	t.Helper()
	ctx := context.Background()
	list, err := consistency.ReadCandidates(ctx, g)
	if err != nil {
		t.Fatal(err)
	}
	values, err := intervals.Analyse(ctx, g, list, intervals.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return values.Narrow()
}

// TestGraph: random executions of the programs of the repository are in their event
// graphs, or come to a mark.
func TestGraph(t *testing.T) {
	var n judged
	for i, file := range sources(t) {
		code := compile(t, file, [...]ir.DataModel{ir.LP64, ir.ILP32}[i%2])
		for _, property := range properties {
			inGraphs(t, filepath.Base(file), code, property, 1+i%3, seeds(file), &n)
		}
	}
	t.Logf("%d executions to their end, %d to a mark", n.whole, n.cut)
	if *only == "" && n.whole < 10_000 {
		t.Errorf("%d executions judged to their end", n.whole)
	}
}

// TestGraphGenerated is TestGraph of generated programs.
func TestGraphGenerated(t *testing.T) {
	var n judged
	for seed := *firstSeed; seed < *firstSeed+*programs; seed++ {
		file, text := generated(t, seed)
		code := compile(t, file, [...]ir.DataModel{ir.LP64, ir.ILP32}[seed%2])
		for _, property := range properties {
			if !inGraphs(t, fmt.Sprintf("seed %d", seed), code, property, 1+int(seed%8), *executions, &n) {
				t.Log(text)
				break
			}
		}
	}
	t.Logf("%d executions to their end, %d to a mark", n.whole, n.cut)
	if n.whole < int(*programs**executions) {
		t.Errorf("%d executions judged to their end", n.whole)
	}
}
