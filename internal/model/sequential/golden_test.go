package sequential_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/model/sequential/lalreps"
	"github.com/heddle-mc/heddle/internal/model/sequential/lazy"
	"github.com/heddle-mc/heddle/internal/model/sequential/lmp"
	"github.com/heddle-mc/heddle/internal/model/sequential/mu"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

var methods = map[string]sequential.Method{
	"lazyseq": lazy.LazySeq, "epc": lazy.EPC, "lr": lalreps.LalReps, "lmp": lmp.LMP,
	"mu:fine-implicit": mu.Method(mu.FineImplicit), "mu:fine-explicit": mu.Method(mu.FineExplicit),
	"mu:mixed": mu.Method(mu.Mixed), "mu:intra": mu.Method(mu.Intra), "mu:inter": mu.Method(mu.Inter),
}

// TestGolden compares the results of methods with testdata/*.txtar. The comment of an archive
// describes the shown parts; program.ir is the program. There is one file for each method, named by
// the method and its limits: METHOD [SCHEDULE] NUMBER, or inlined for the inlined program alone.
func TestGolden(t *testing.T) {
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		p, err := ir.Parse(input)
		if err != nil {
			t.Fatal(err)
		}
		if err := ir.Check(p); err != nil {
			t.Fatal(err)
		}
		inlined, err := sequential.Inline(context.Background(), p, sequential.Options{Property: verdict.Assert, Loop: 1})
		if err != nil {
			t.Fatal(err)
		}
		return func(part string) string { return made(t, p, inlined, part) }
	})
}

// made returns the text of a method's result for an inlined program, without the functions and globals
// that the method leaves unchanged. For an inlined program itself it returns the parts that the source
// does not have.
func made(t *testing.T, source *ir.Program, p *sequential.Inlined, what string) string {
	t.Helper()
	words := strings.Fields(what)
	if words[0] == "inlined" {
		return without(p.Program.String(), source.String())
	}
	var limits sequential.Limits
	var err error
	if limits.Number, err = strconv.Atoi(words[len(words)-1]); err != nil {
		t.Fatal(err)
	}
	if len(words) > 2 && words[1] == sequential.Arbitrary.String() {
		limits.Schedule = sequential.Arbitrary
	}
	out := translated(t, methods[words[0]], p, limits).Program
	if err := ir.Check(out); err != nil {
		t.Fatal(err)
	}
	return without(out.String(), p.Program.String())
}

// without returns the parts of a program's text that another one has not.
func without(text, base string) string {
	has := make(map[string]bool)
	for _, part := range parts(base) {
		has[part] = true
	}
	return strings.Join(slices.DeleteFunc(parts(text), func(part string) bool { return has[part] }), "")
}

// parts divides a program's text into functions and other lines.
func parts(text string) []string {
	var out []string
	inside := false
	for line := range strings.Lines(text) {
		if inside {
			out[len(out)-1] += line
		} else {
			out = append(out, line)
		}
		inside = strings.HasPrefix(line, "func ") && strings.HasSuffix(line, "{\n") || inside && line != "}\n"
	}
	return out
}
