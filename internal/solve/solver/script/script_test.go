package script

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/smtlib"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/solver/process"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/termtest"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

// generated is the number of random scripts on which z3 must agree.
var generated = testflag.Generated(10)

func embedded(s *term.Store) solver.Solver { return solver.New(s, sat.Options{}) }

func TestRun(t *testing.T) {
	const vars = "(declare-const p Bool)(declare-const q Bool)(declare-const x (_ BitVec 4))"
	cases := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"nothing asserted", "(check-sat)", "sat"},
		{"levels", vars + "(assert p)(push 2)(assert (not p))(check-sat)(pop)(check-sat)(pop)(check-sat)(assert (not p))(check-sat)", "unsat sat sat unsat"},
		{"declarations end with their level", "(push)(declare-const y Bool)(assert y)(check-sat)(pop)(push)(declare-const y (_ BitVec 1))(assert (= y #b0))(check-sat)", "sat sat"},
		{"assumptions hold once", vars + "(assert (=> p q))(check-sat-assuming (p (not q)))(get-unsat-assumptions)(check-sat-assuming (p))(check-sat)", "unsat (p (not q)) sat sat"},
		{"values", vars + "(assert (= x #b0101))(check-sat)(get-value (x (bvneg x) (= x #x5)))", "sat ((x #x5) ((bvneg x) #xb) ((= x #x5) true))"},
		{"model", vars + "(assert (and p (not q) (= x #xa)))(check-sat)(get-model)", "sat ( (define-fun p () Bool true) (define-fun q () Bool false) (define-fun x () (_ BitVec 4) #xa) )"},
		{
			"core", "(set-option :produce-unsat-cores true)" + vars +
				"(assert (! (= x #x1) :named one))(assert (! p :named pp))(push)(assert (! (bvult #x1 x) :named |more than one|))(assert q)(check-sat)(get-unsat-core)",
			"unsat (one |more than one|)",
		},
		{"names of cores stand for their terms", vars + "(assert (! (= x #x1) :named one))(assert (not one))(check-sat)", "unsat"},
		{"reset", vars + "(assert false)(check-sat)(reset)(declare-const p (_ BitVec 3))(assert (= p #b000))(check-sat)", "unsat sat"},
		{"reset of assertions", vars + "(assert false)(push)(reset-assertions)(declare-const p Bool)(assert p)(check-sat)", "sat"},
		{"global declarations", "(set-option :global-declarations true)(push)(declare-const p Bool)(assert (not p))(pop)(assert p)(check-sat)", "sat"},
		{"talk", "(set-option :print-success true)(set-logic QF_BV)(echo \"a \"\"b\"\"\")(get-info :name)(get-info :version)(get-option :verbosity)", `success success "a ""b""" (:name "heddle") unsupported unsupported`},
		{"exit", "(check-sat)(exit)(check-sat)", "sat"},
		{"no model", "(assert false)(check-sat)(get-model)", "unsat 1:26: get-model: the last answer about what is asserted is not SATISFIABLE"},
		{"model of what was", "(check-sat)(assert true)(get-model)", "sat 1:25: get-model: the last answer about what is asserted is not SATISFIABLE"},
		{"no core", "(assert false)(check-sat)(get-unsat-core)", "unsat 1:26: get-unsat-core: the option :produce-unsat-cores is not set"},
		{"no assumptions", "(assert false)(check-sat)(get-unsat-assumptions)", "unsat 1:26: get-unsat-assumptions: the last question was check-sat"},
		{"error", "(check-sat)(check-sat", "sat 1:22: end of text in a list: ) is missing"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			_, err := Run(context.Background(), strings.NewReader(c.text), &out, embedded, Options{})
			got := strings.Join(strings.Fields(out.String()), " ")
			if err != nil {
				got += " " + err.Error()
				if at := new(smtlib.Error); !errors.As(err, &at) {
					t.Errorf("not positioned: %v", err)
				}
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestLimit(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out strings.Builder
	outcome, err := Run(ctx, strings.NewReader("(check-sat)(get-model)(get-info :reason-unknown)"), &out, embedded, Options{Limit: time.Hour})
	if err != nil || outcome != (Outcome{Unknown: 1}) || out.String() != "unknown\n(error \"the last answer is unknown\")\n(:reason-unknown \"cancelled\")\n" {
		t.Errorf("%v, %v, %s", outcome, err, out.String())
	}
}

// TestAgainstZ3 runs random scripts in this package, in this package with z3 as the solver, and in z3.
func TestAgainstZ3(t *testing.T) {
	tool, err := process.Find("z3")
	if err != nil {
		t.Skip(err)
	}
	outside := func(s *term.Store) solver.Solver { return process.New(tool, s, process.Options{}) }
	rnd := rand.New(rand.NewPCG(generated.First(), 3))
	for range generated.N() {
		text := random(rnd)
		z3 := exec.Command("z3", "-smt2", "-in")
		z3.Stdin = strings.NewReader(text)
		want, err := z3.Output()
		if err != nil {
			t.Fatalf("%v: %s\n%s", err, want, text)
		}
		for name, who := range map[string]func(*term.Store) solver.Solver{"embedded": embedded, "z3": outside} {
			var out strings.Builder
			if _, err := Run(context.Background(), strings.NewReader(text), &out, who, Options{}); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
			if out.String() != string(want) {
				t.Fatalf("%s: got\n%swant\n%s%s", name, out.String(), want, text)
			}
		}
	}
}

// random returns a script with levels and assumptions.
func random(rnd *rand.Rand) string {
	s := term.New(term.Options{Mode: term.Raw})
	g := termtest.New(s, rnd, termtest.Config{Widths: []uint{1, 3, 4}, VarsPerSort: 2, Arrays: rnd.IntN(2) == 0})
	var roots []term.ID
	for range 12 {
		roots = append(roots, g.Term(term.Bool, 3))
	}
	// All definitions stand before the first level.
	p := smtlib.NewPrinter(s, smtlib.PrintOptions{})
	reads := smtlib.NewReads(s)
	text := []byte("(set-logic QF_ABV)\n")
	for _, r := range roots {
		text = p.AppendNamed(text, r)
		reads.Visit(r)
	}
	text = p.AppendReads(text, reads.List())
	levels := 0
	for i, r := range roots {
		switch rnd.IntN(4) {
		case 0:
			text = append(text, "(push 1)\n"...)
			levels++
		case 1:
			if levels > 0 {
				text = append(text, "(pop 1)\n"...)
				levels--
			}
		}
		text = fmt.Appendf(text, "(declare-fun b%d () Bool)\n(assert (= b%d ", i, i)
		text = append(p.AppendTerm(text, r), "))\n"...)
		text = fmt.Appendf(text, "(check-sat-assuming (b%d))\n(check-sat-assuming ((not b%d)))\n", i, i)
		if rnd.IntN(2) == 0 {
			text = fmt.Appendf(text, "(assert b%d)\n(check-sat)\n", i)
		}
	}
	return string(text)
}
