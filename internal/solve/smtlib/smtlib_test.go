package smtlib

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/termtest"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

// generated is the number of random terms in the round trip.
var generated = testflag.Generated(2000)

// parse reads a script into a raw store and returns its assertions.
func parse(s *term.Store, text string) (asserted []term.ID, p *Parser, err error) {
	p = NewParser(strings.NewReader(text), s, ParseOptions{MaxTerms: 100_000})
	for {
		cmd, err := p.Next()
		if err == io.EOF {
			return asserted, p, nil
		}
		if err != nil {
			return nil, p, err
		}
		if cmd.Name == "assert" {
			asserted = append(asserted, cmd.Terms[0])
		}
	}
}

const declarations = `
(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8)) (declare-const z (_ BitVec 8))
(declare-fun a () (Array (_ BitVec 4) (_ BitVec 8)))
(define-fun double ((v (_ BitVec 8))) (_ BitVec 8) (bvadd v v))
(define-fun sum ((v (_ BitVec 8)) (w (_ BitVec 8))) (_ BitVec 8) (bvadd (double v) w))
(define-fun five () (_ BitVec 8) #x05)
`

// TestRead compares the terms read with the canonical text.
func TestRead(t *testing.T) {
	cases := []struct{ text, want string }{
		{"(and p q r)", "and (and p q) r"},
		{"(and p)", "and p p"},
		{"(=> p q r)", "or (not p) (or (not q) r)"},
		{"(= p q r)", "and (= p q) (= q r)"},
		{"(distinct x y z)", "and (not (= x y)) (and (not (= x z)) (not (= y z)))"},
		{"(xor p q r)", "xor (xor p q) r"},
		{"(! (ite p q r) :named it :pattern (p))", "ite p q r"},
		{"(bvugt x y)", "bvult y x"},
		{"(bvsge x y)", "bvsle y x"},
		{"(bvult (bvadd x y z) (bvnand x y))", "bvult (bvadd (bvadd x y) z) (bvnot (bvand x y))"},
		{"(= x #b00001111)", "= x 0xf:8"},
		{"(= x (_ bv200 8))", "= x 0xc8:8"},
		{"(= #b1 (bvcomp x y))", "= 0x1:1 (ite (= x y) 0x1:1 0x0:1)"},
		{"(= x (let ((x y) (y x)) (bvsub x y)))", "= x (bvsub y x)"},
		{"(= x (let ((y x)) (let ((x z)) (bvsub x y))))", "= x (bvsub z x)"},
		{"(= x (double y))", "= x (bvadd y y)"},
		{"(= x (sum y five))", "= x (bvadd (bvadd y y) 0x5:8)"},
		{"(= x ((_ zero_extend 4) ((_ extract 3 0) y)))", "= x (zext[8] (extract[3:0] y))"},
		{"(= x ((_ sign_extend 0) y))", "= x y"},
		{"(= x ((_ rotate_left 11) y))", "= x (rotate_left[3] y)"},
		{"(= x ((_ repeat 2) ((_ extract 3 0) y)))", "= x (concat (extract[3:0] y) (extract[3:0] y))"},
		{"(= x (ext_rotate_left y z))", "= x (ext_rotate_left y z)"},
		{"(bvsmulo x y)", "bvsmulo x y"},
		{"(= x (select (store a #x1 y) #x2))", "= x (select (store a 0x1:4 y) 0x2:4)"},
		{"(= x (select ((as const (Array (_ BitVec 4) (_ BitVec 8))) y) #x2))", "= x (select (constarray[4] y) 0x2:4)"},
		{"(= |x| y) ; |bars| and a (comment", "= x y"},
	}
	for _, c := range cases {
		s := term.New(term.Options{Mode: term.Raw})
		got, p, err := parse(s, declarations+"(assert "+c.text+"\n)")
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		vars := make(map[string]term.ID)
		for _, v := range p.Vars() {
			vars[v.Symbol] = v.Term
		}
		want, err := term.ParseTerm(s, c.want, vars)
		if err != nil {
			t.Fatalf("%s: %v", c.want, err)
		}
		if got[0] != want {
			t.Errorf("%s: got\n%swant\n%s", c.text, s.Text(got[0]), s.Text(want))
		}
	}
}

func TestReadErrors(t *testing.T) {
	cases := []struct{ text, want string }{
		{"assert", "1:1: found assert, expected a command"},
		{"()", "1:1: found (), expected a command"},
		{")", "1:1: found ), expected an expression"},
		{"(check-sat", "1:11: end of text in a list: ) is missing"},
		{"(assert |p", "1:11: end of text in a quoted symbol"},
		{"(echo \"p", "1:9: end of text in a string"},
		{"(assert #y1)", `1:9: found "#y1", expected #x or #b and digits`},
		{"(assert 1x)", `1:9: found "1x", expected a number`},
		{"(assert\n  p)", "2:3: p is not declared"},
		{"(assert 1)", "1:9: unsupported: 1: numbers and strings"},
		{"(assert (forall ((x Bool)) x))", "1:9: unsupported: forall"},
		{"(assert #b1)", "1:9: found a term of sort bv1, expected bool"},
		{"(assert (not true false))", "1:9: not of 2 arguments, expected 1"},
		{"(assert (bvult #b1 #b11))", "1:9: bvult: arguments of sorts bv1 and bv2, want equal widths"},
		{"(assert (= #b1 ((_ extract 4 2) #x7)))", "1:16: extract: bits 4 to 2 of bv4"},
		{"(assert (= #b1 ((_ extract 999 2) #x7)))", "1:16: extract: bits 128 to 2 of bv4"},
		{"(assert ((_ extract 1) #x7))", "1:10: (_ extract 1) has 1 indices, expected 2"},
		{"(assert (= #b1 (_ bv2 1)))", "1:16: (_ bv2 1) does not fit 1 bits"},
		{"(assert (let () true))", "1:9: malformed let, expected (let ((name term) …) term)"},
		{"(assert (let ((x true) (x false)) true))", "1:24: x is bound twice"},
		{"(declare-const x Int)", "1:18: unsupported: sort Int"},
		{"(declare-const x (_ BitVec 0))", "1:28: bit-vectors of 0 bits"},
		{"(declare-const x (_ BitVec 129))", "1:28: unsupported: bit-vectors of more than 128 bits"},
		{"(declare-fun f (Bool) Bool)", "1:1: unsupported: functions that are declared"},
		{"(declare-const x Bool)(declare-const x Bool)", "1:38: x is declared already"},
		{"(declare-const bvadd Bool)", "1:16: bvadd is declared already"},
		{"(define-fun f ((x Bool)) Bool x)(assert f)", "1:41: f takes 1 arguments, found none"},
		{"(define-fun f ((x Bool)) Bool x)(assert (f #b1))", "1:44: argument of sort bv1, expected bool"},
		{"(define-fun f () Bool #b1)", "1:23: body of sort bv1, expected bool"},
		{"(push 1)(declare-const x Bool)(pop 1)(assert x)", "1:46: x is not declared"},
		{"(pop 1)", "1:1: pop of 1 levels, there are 0"},
		{"(minimize x)", "1:1: unsupported: command minimize"},
		{"(assert (! true :named))", "1:17: :named without a name"},
		{
			"(declare-const a (Array (_ BitVec 2) (_ BitVec 2)))(assert (= a a))",
			"1:60: unsupported: = of arrays",
		},
		{"(check-sat 1)", "1:12: found 1 after check-sat"},
		{"\x00", `1:1: found '\x00', expected an expression`},
	}
	for _, c := range cases {
		s := term.New(term.Options{})
		_, _, err := parse(s, c.text)
		var at *Error
		if !errors.As(err, &at) || err.Error() != c.want {
			t.Errorf("%s\ngot  %v\nwant %s", c.text, err, c.want)
		}
		if at != nil && at.Unsupported != strings.Contains(c.want, "unsupported") {
			t.Errorf("%s: unsupported is %t", c.text, at.Unsupported)
		}
	}
}

func TestLongExpression(t *testing.T) {
	for _, text := range []string{"(assert " + strings.Repeat("true ", 100), strings.Repeat(" ", 300), "; " + strings.Repeat("x", 300)} {
		r := NewReader(strings.NewReader(text), 200)
		if _, err := r.Next(); err == nil || !strings.Contains(err.Error(), "more than 200 bytes") {
			t.Errorf("got %v", err)
		}
	}
	deep := strings.Repeat("(", MaxDepth+1)
	if _, err := NewReader(strings.NewReader(deep), 0).Next(); err == nil || !strings.Contains(err.Error(), "nested") {
		t.Errorf("got %v", err)
	}
}

// TestPrint shows examples of scripts.
func TestPrint(t *testing.T) {
	s := term.New(term.Options{Mode: term.Raw})
	x := s.Var("main::i 2", term.BV(8))
	y := s.Var("main::i 2", term.BV(8))
	p := s.Var("true", term.Bool)
	a := s.Var("a", term.Array(4, 8))
	sum := s.Add(x, y)
	root := s.And(p, s.Ult(sum, s.Select(s.Store(a, s.Uint(3, 4), sum), s.Extract(x, 3, 0))))
	var out bytes.Buffer
	if err := WriteScript(&out, s, PrintOptions{Names: true}, root); err != nil {
		t.Fatal(err)
	}
	const want = `(set-logic QF_ABV)
(declare-fun |main::i 2| () (_ BitVec 8))
(declare-fun |main::i 2#2| () (_ BitVec 8))
(declare-fun |true#2| () Bool)
(declare-fun a () (Array (_ BitVec 4) (_ BitVec 8)))
(define-fun $1 () (_ BitVec 8) (bvadd |main::i 2| |main::i 2#2|))
(assert (and |true#2| (bvult $1 (select (store a #x3 $1) ((_ extract 3 0) |main::i 2|)))))
(check-sat)
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// TestPrintIsLinear prints terms that are exponentially large as trees, and deep
// ones.
func TestPrintIsLinear(t *testing.T) {
	s := term.New(term.Options{Mode: term.Raw})
	x := s.Var("x", term.BV(32))
	sum, deep := x, x
	for range 1000 {
		sum = s.Add(sum, sum)
		deep = s.Add(deep, x)
	}
	for _, v := range []term.ID{sum, deep} {
		var out bytes.Buffer
		if err := WriteScript(&out, s, PrintOptions{}, s.Eq(v, x)); err != nil {
			t.Fatal(err)
		}
		if out.Len() > 100*1000 {
			t.Errorf("%d bytes", out.Len())
		}
	}
	// Terms printed one after the other: only new terms are written.
	p := NewPrinter(s, PrintOptions{})
	total := 0
	deep = x
	for range 1000 {
		deep = s.BvXor(deep, s.Add(deep, x))
		text := p.AppendDefinitions(nil, deep)
		total += len(p.AppendTerm(text, deep))
	}
	if total > 300*1000 {
		t.Errorf("%d bytes", total)
	}
}

// TestRoundTrip prints random terms, reads them and compares values under random
// assignments.
func TestRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(generated.First(), 5))
	const perStore = 20
	for range generated.N() / perStore {
		extended := rnd.IntN(2) == 0
		widths := []uint{1, 2, 3, 8, 16, 32, 64}
		if extended {
			widths = append(widths, 65, 127, 128)
		}
		s := term.New(term.Options{Mode: term.Mode(rnd.IntN(2))})
		g := termtest.New(s, rnd, termtest.Config{Widths: widths, VarsPerSort: 2, Arrays: extended})
		var roots []term.ID
		for range perStore {
			roots = append(roots, g.Term(term.Bool, 1+rnd.IntN(7)))
		}
		opts := PrintOptions{Names: rnd.IntN(2) == 0, Extended: extended}
		var out bytes.Buffer
		if err := WriteScript(&out, s, opts, roots...); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		back := term.New(term.Options{Mode: term.Mode(rnd.IntN(2))})
		got, p, err := parse(back, text)
		if unsupported := new(Error); errors.As(err, &unsupported) && unsupported.Unsupported && !extended {
			continue // products of more than 64 bits
		}
		if err != nil || len(got) != len(roots) {
			t.Fatalf("%v\n%s", err, text)
		}
		printed := NewPrinter(s, opts)
		for _, r := range roots {
			printed.AppendDefinitions(nil, r)
		}
		for range 5 {
			asg := termtest.Assignment(s, rnd, g.Vars())
			again := new(term.Assignment)
			for i, v := range printed.Vars() {
				if s.Sort(v).IsArray() {
					again.SetArray(p.Vars()[i].Term, asg.Array(v))
				} else {
					again.Set(p.Vars()[i].Term, asg.Word(v))
				}
			}
			want, have := term.NewEvaluator(s, asg), term.NewEvaluator(back, again)
			for i := range roots {
				if want.Holds(roots[i]) != have.Holds(got[i]) {
					t.Fatalf("values differ\n%sas text\n%s", s.Text(roots[i]), text)
				}
			}
		}
	}
}

func TestValues(t *testing.T) {
	rnd := rand.New(rand.NewPCG(generated.First(), 6))
	for range 2000 {
		sort := term.Bool
		if w := uint(rnd.IntN(term.MaxWidth + 1)); w > 0 {
			sort = term.BV(w)
		}
		v := termtest.Word(rnd, sort.Width())
		text := AppendValue(nil, v, sort)
		e, err := NewReader(bytes.NewReader(text), 0).Next()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ReadValue(&e, sort); err != nil || got != v {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, v)
		}
	}
}

// FuzzParse checks that errors have a position, and that terms keep their values when they are printed
// and read again.
func FuzzParse(f *testing.F) {
	f.Add(declarations + "(assert (! (= x (sum y five)) :named n))(push 1)(check-sat-assuming (p (not q)))(get-value (x))(pop)(get-unsat-core)")
	f.Add("(set-logic QF_ABV)(set-info :status sat)(set-option :produce-models true)(echo \"a\"\"b\")(reset)(exit)")
	f.Add("(declare-fun a () (Array (_ BitVec 4) (_ BitVec 8)))(assert (= #x00 (select (store a #x1 #b00000000) (_ bv3 4))))")
	f.Add("(assert (let ((|let| true) (y false)) (=> |let| y (distinct y |let|))))")
	f.Add("(declare-const x (_ BitVec 9))(assert (bvsmulo x ((_ rotate_left 3) ((_ sign_extend 2) ((_ extract 8 2) x)))))")
	f.Add(floatDeclarations + "(assert (fp.lt (fp.min x third) ((_ to_fp 8 24) m b) (ite p x (twice x))))(assert (= ((_ fp.to_ubv 9) m d) #b000000001))")
	f.Add("(declare-const y (_ FloatingPoint 3 4))(assert (= y (_ -oo 3 4) (fp #b0 #b101 #b011)))(get-value (y (fp.rem y y)))")
	f.Fuzz(func(t *testing.T, text string) {
		s := term.New(term.Options{Mode: term.Raw})
		roots, _, err := parse(s, text)
		if err != nil {
			var at *Error
			if !errors.As(err, &at) || at.Line < 1 || at.Column < 1 {
				t.Fatalf("error without position: %v", err)
			}
			return
		}
		for _, names := range []bool{true, false} {
			var out, again bytes.Buffer
			opts := PrintOptions{Names: names, Extended: true}
			if err := WriteScript(&out, s, opts, roots...); err != nil {
				t.Fatal(err)
			}
			back := term.New(term.Options{Mode: term.Raw})
			got, _, err := parse(back, out.String())
			if err != nil {
				t.Fatalf("%v\n%s", err, out.String())
			}
			if strings.Contains(out.String(), "(_ to_fp ") {
				continue // floats need assertions beside the roots
			}
			if err := WriteScript(&again, back, opts, got...); err != nil || out.String() != again.String() {
				t.Fatalf("%v\n%sthen\n%s", err, out.String(), again.String())
			}
		}
	})
}
