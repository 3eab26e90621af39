package values_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/run/smc"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated  = testflag.Generated(5)
	executions = testflag.Executions(12)
	show       = testflag.Show()
)

// tally counts, by property, programs that are certainly safe and the proved ones among them.
type tally map[verdict.Property][2]int

func (c tally) log(t *testing.T, programs int) {
	safe, proved := 0, 0
	for _, p := range values.Checks.Properties() {
		t.Logf("%s: of %d programs %d are safe, %d of them proved", p, programs, c[p][0], c[p][1])
		safe, proved = safe+c[p][0], proved+c[p][1]
	}
	testprog.AtLeast(t, proved, safe, 70)
}

// hold compares the proofs of properties, or of all, with the violations that the explorer finds. It
// reports whether the explorer finds one.
func hold(t *testing.T, name string, p *ir.Program, limits smc.Options, count tally, properties ...verdict.Property) (found bool) {
	t.Helper()
	r := values.Analyse(context.Background(), analyze.Of(p), limits.Environment)
	code := interp.Prepare(p)
	if len(properties) == 0 {
		properties = values.Checks.Properties()
	}
	for _, property := range properties {
		limits.Properties, limits.Reduction = interp.PropertySet(property), smc.DPOR
		x, err := smc.Explore(context.Background(), code, limits)
		if err != nil {
			t.Fatal(err)
		}
		proved, _ := r.Proves(property)
		violated := false
		for _, c := range x.Violations {
			violated = violated || c.Violation.Property == property
			if proved && c.Violation.Property == property {
				t.Errorf("%s: %s is proved, but: %s at %v", name, property, c.Violation.Message, c.Violation.Pos)
			}
		}
		found = found || violated
		if violated && limits.MaxSteps == 0 { // not for programs that take long
			refuses(t, name, p, r, property)
		}
		if x.Complete && !violated {
			n := count[property]
			n[0]++
			if proved {
				n[1]++
			}
			count[property] = n
			if !proved && *show {
				t.Logf("%s: %s is not proved\n%s", name, property, r)
			}
		}
	}
	return found
}

// TestGenerated compares the proofs with the explorer on generated programs, some with undefined
// behaviour.
func TestGenerated(t *testing.T) {
	count, lost := make(tally), 0
	for seed := range generated.All() {
		g := testprog.Generate(t, seed)
		limits := smc.Options{Executions: *executions, MaxDepth: 2000, Environment: g.Environment}
		hold(t, g.Name, g.Program, limits, count)
		if t.Failed() || *show {
			t.Logf("%s", g.Text)
		}
		if t.Failed() {
			t.FailNow()
		}
		if values.Analyse(context.Background(), analyze.Of(g.Program), 0).Lost != "" {
			lost++
		}
	}
	count.log(t, generated.N())
	t.Logf("nothing known of %d", lost)
}

// TestPrograms compares the proofs with the explorer and with the verdicts stated in the programs.
func TestPrograms(t *testing.T) {
	count, claims := make(tally), make(tally)
	for _, file := range testprog.Some(t, 40, *long) {
		p := testprog.Compile(t, file, ir.LP64)
		hold(t, file, p, smc.Options{Executions: *executions, MaxDepth: 2000, MaxSteps: 1 << 18}, count)
		r := values.Analyse(context.Background(), analyze.Of(p), testprog.Environment(t, file))
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "environment") {
			continue
		}
		stated := testprog.Stated(t, file)
		for _, property := range values.Checks.Properties() {
			proved, _ := r.Proves(property)
			switch stated[property] {
			case "safe":
				n := claims[property]
				n[0]++
				if proved {
					n[1]++
				}
				claims[property] = n
			case "violation":
				if proved {
					t.Errorf("%s: %s is violated and proved", file, property)
				}
			}
		}
	}
	safe, proved := 0, 0
	for _, p := range values.Checks.Properties() {
		t.Logf("%s: proved %d of %d stated safe", p, claims[p][1], claims[p][0])
		safe, proved = safe+claims[p][0], proved+claims[p][1]
	}
	testprog.AtLeast(t, proved, safe, 50)
}
