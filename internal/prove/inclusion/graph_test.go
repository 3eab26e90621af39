package inclusion_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/consistency"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/order/intervals"
	"github.com/heddle-mc/heddle/internal/order/unwind"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/inclusion"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	only       = testflag.Only()
	executions = testflag.Executions(2)
	every      = testflag.Every(16)
	generated  = testflag.Generated(4)
)

// models makes the models of one kind of a program for a property; none: the kind does not support the
// program.
type models struct {
	make       func(t *testing.T, code *interp.Code, o modelOptions) []inclusion.Model
	whole, cut int // executions
}

type modelOptions struct {
	property    verdict.Property
	environment ir.Environment
	loop        int // the loop bound
}

// hold compares random executions of a program with its models.
func (m *models) hold(t *testing.T, code *interp.Code, o modelOptions, executions uint64) {
	t.Helper()
	ctx := context.Background()
	list := m.make(t, code, o)
	if len(list) == 0 {
		return
	}
	for seed := range executions {
		e, err := inclusion.Random(ctx, code, inclusion.Options{Property: o.property, Seed: seed, Environment: o.environment})
		if err != nil {
			t.Fatal(err)
		}
		for i, model := range list {
			out, err := model.Check(ctx, e)
			if err != nil {
				t.Errorf("%s, loop %d, model %d, seed %d: %v", o.property, o.loop, i, seed, err)
				return
			}
			if out.Cut != nil {
				m.cut++
			} else {
				m.whole++
			}
		}
	}
}

// ofFiles checks executions of the programs of the repository, and more executions of the programs in this
// package's testdata. At least so many executions must come to their end.
func (m *models) ofFiles(t *testing.T, least int, properties ...verdict.Property) {
	t.Helper()
	for _, file := range testprog.Files(t, "testdata/*.c") {
		i := testprog.Turn(file)
		own := strings.HasPrefix(file, "testdata")
		if !only.Has(file) || !own && !every.Has(i/2) { // the data model is i's
			continue
		}
		n := *executions
		if own {
			n *= 10
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			code := interp.Prepare(testprog.Compile(t, file, [...]ir.DataModel{ir.LP64, ir.ILP32}[i%2]))
			environment := testprog.Environment(t, file)
			for _, property := range properties {
				m.hold(t, code, modelOptions{property, environment, 1 + i%3}, n)
			}
		})
	}
	if every.Step() == 1 {
		least *= 2 // of all programs
	}
	m.demand(t, least)
}

// ofGenerated holds executions of generated programs.
func (m *models) ofGenerated(t *testing.T, properties ...verdict.Property) {
	t.Helper()
	features := func(seed uint64) testgen.Features {
		return testprog.HalfOfAll(seed) | testgen.Chains*testgen.Features(seed/2%2)
	}
	testprog.Concurrent(t, generated.All(), features, func(t *testing.T, seed uint64, text string) {
		code := interp.Prepare(testprog.Source(t, text, [...]ir.DataModel{ir.LP64, ir.ILP32}[seed%2]))
		for _, property := range properties {
			m.hold(t, code, modelOptions{property, ir.DefaultEnvironment, 1 + int(seed%8)}, *executions)
		}
	})
	m.demand(t, generated.N()*int(*executions))
}

// demand fails the test if fewer executions reached their end.
func (m *models) demand(t *testing.T, least int) {
	t.Helper()
	t.Logf("%d executions to their end, %d to a mark", m.whole, m.cut)
	if !only.IsSet() && m.whole < least {
		t.Errorf("%d executions judged to their end, expected %d", m.whole, least)
	}
}

// properties are those whose graphs differ.
var properties = []verdict.Property{verdict.Assert, verdict.Memory, verdict.Race, verdict.Deadlock, verdict.Uninit, verdict.Overflow, verdict.Lock}

// graphs are the event graphs of a program: with the paths of threads, as the engine makes
// it, and as the engine makes it smaller.
func graphs(t *testing.T, code *interp.Code, o modelOptions) []inclusion.Model {
	t.Helper()
	var list []*event.Graph
	for _, trail := range []bool{true, false} {
		g, err := unwind.Unwind(context.Background(), code.Facts(), term.New(term.Options{}), unwind.Options{Property: o.property, Environment: o.environment, Loop: o.loop, Trail: trail})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	var models []inclusion.Model
	for _, g := range append(list, narrowed(t, list[0])) {
		models = append(models, inclusion.NewGraph(g))
	}
	return models
}

// narrowed returns the graph narrowed by the bounds on its values, as the engine does.
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
	if err := values.Rejected(); err != nil {
		t.Error(err)
	}
	return values.Narrow()
}

// TestGraph checks that random executions of the programs of the repository are in their event graphs, or
// reach a mark.
func TestGraph(t *testing.T) { (&models{make: graphs}).ofFiles(t, 3_000, properties...) }

// TestGraphGenerated is TestGraph of generated programs.
func TestGraphGenerated(t *testing.T) { (&models{make: graphs}).ofGenerated(t, properties...) }
