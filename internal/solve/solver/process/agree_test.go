package process

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/termtest"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

// generated is the number of random terms on which each installed solver must agree with the embedded
// solver.
var generated = testflag.Generated(100)

// find returns a tool, or skips the test if it is not installed.
func find(t *testing.T, name string) *Tool {
	t.Helper()
	tool, err := Find(name)
	if err != nil {
		t.Skip(err)
	}
	return tool
}

// kind is a kind of random terms. Arrays and floats are not in one formula: z3
// 4.8 gives up on many such, and C has them in different places.
type kind struct {
	name  string
	share int // of the terms, in percent
	cfg   termtest.Config
	depth int
	needs formats
	has   func(*term.Store, term.ID) bool // subterms that make a term one of the kind; nil: any term
}

// formats is the set of float formats that a program supports.
type formats uint8

const (
	noFormat  formats = iota
	cFormats          // those of C
	anyFormat         // small formats too, whose limits random numbers reach
)

// kinds lists the kinds of terms. Three conditions hold for small formats. Their range includes all
// integers of their precision; otherwise the standard defines little about rounding to integers. They
// have at least four bits of precision, since z3 4.8 errs on fp.fma with fewer. They have at least as
// many bits of precision as of exponent, since z3 does not divide otherwise. Integers are about as wide
// as the floats, because z3 does not convert to other widths. Operators that no solver decides quickly
// on doubles (fp.rem, fp.fma, fp.div, fp.sqrt) are in TestFloats only.
var kinds = []kind{
	{"words", 25, termtest.Config{Widths: []uint{1, 2, 3, 5, 8}, VarsPerSort: 2}, 5, noFormat, nil},
	{"arrays", 40, termtest.Config{Widths: []uint{1, 2, 3, 5, 8}, VarsPerSort: 2, Arrays: true}, 5, noFormat, isArray},
	{"wide", 5, termtest.Config{Widths: []uint{16, 33, 64, 65, 128}, VarsPerSort: 2, Arrays: true}, 1, noFormat, nil},
	{"floats", 20, termtest.Config{
		Widths: []uint{7, 8, 9, 10, 12}, VarsPerSort: 2, Floats: true,
		Formats: []term.Format{{Exp: 3, Sig: 4}, {Exp: 4, Sig: 4}, {Exp: 4, Sig: 5}, {Exp: 5, Sig: 5}},
	}, 3, anyFormat, isFloat},
	{"float", 5, termtest.Config{
		Widths: []uint{8, 32}, VarsPerSort: 2, Floats: true, Formats: []term.Format{term.Float32},
	}, 2, cFormats, isFloat},
	{"double", 5, termtest.Config{
		Widths: []uint{32, 64}, VarsPerSort: 2, Floats: true, Formats: []term.Format{term.Float32, term.Float64},
		Omit: []term.Op{term.OpFRem, term.OpFFma, term.OpFDiv, term.OpFSqrt},
	}, 2, cFormats, isFloat},
}

func isArray(s *term.Store, id term.ID) bool { return s.Sort(id).IsArray() }

func isFloat(s *term.Store, id term.ID) bool { return s.Op(id).IsFloat() }

// knows lists the formats of the programs that do not support all formats. Other formats are
// experimental in cvc5 1.0, which crashes and errs on them.
var knows = map[string]formats{
	"cvc5": cFormats, "bitwuzla": cFormats, "mathsat": cFormats,
	"boolector": noFormat, "yices-smt2": noFormat,
}

// TestAgree asks each installed program, and the embedded solver, whether random terms hold together. A
// few are asserted, the others are assumed one after the other. Models are checked by the package
// itself, cores by the embedded solver.
func TestAgree(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tool, count := find(t, name), generated.N()
			if tool.language != smt {
				count /= 4 // a process for each question
			}
			agree(t, tool, count)
		})
	}
}

// TestAgreeByLevel has z3 take assumptions in the way of programs without check-sat-assuming.
func TestAgreeByLevel(t *testing.T) {
	tool := find(t, "z3")
	tool.assuming = byLevel
	agree(t, tool, generated.N()/4)
}

// TestAgreeOnOneSolver has programs answer all questions in one conversation, from one growing store:
// definitions and names must not get mixed up.
func TestAgreeOnOneSolver(t *testing.T) {
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(generated.First(), 8))
			m := newMatch(t, find(t, name), term.New(term.Options{}))
			defer m.theirs.Close()
			g := termtest.New(m.store, rnd, kinds[0].cfg)
			for i := range 40 {
				if i == 20 { // arrays come late and need a new conversation
					g = termtest.New(m.store, rnd, kinds[1].cfg)
				}
				f := g.Term(term.Bool, 4)
				m.ask(f, g.Term(term.Bool, 3), f)
			}
		})
	}
}

// agree compares a tool with the embedded solver on a number of terms.
func agree(t *testing.T, tool *Tool, count int) {
	for i, k := range kinds {
		if known, limited := knows[tool.name]; limited && k.needs > known {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(generated.First(), uint64(i)))
			var sum tally
			for range max(1, count*k.share/100/perStore) {
				some(t, tool, rnd, k, &sum)
				if t.Failed() {
					break
				}
			}
			sum.judge(t)
		})
	}
}

// perStore is the number of terms per store, each the subject of a question in one conversation.
const perStore = 10

// some compares a tool with the embedded solver on terms of one store.
func some(t *testing.T, tool *Tool, rnd *rand.Rand, k kind, sum *tally) {
	s := term.New(term.Options{Mode: term.Mode(rnd.IntN(2))})
	g := termtest.New(s, rnd, k.cfg)
	var roots []term.ID
	for len(roots) < perStore {
		f := g.Term(term.Bool, 1+rnd.IntN(k.depth))
		if !k.takes(s, f) {
			continue
		}
		if rnd.IntN(2) == 0 {
			f = s.Not(f)
		}
		roots = append(roots, f)
	}
	m := newMatch(t, tool, s)
	defer m.theirs.Close()
	var decided []term.ID // a term that is too hard makes every term that contains it too hard
	for _, f := range roots {
		if m.ask(f) == sat.Unknown {
			continue
		}
		decided = append(decided, f)
		if len(decided)%4 == 0 {
			m.assert(f)
		}
		if m.ask(decided...) != sat.Unknown {
			m.terms++
		}
	}
	sum.add(m.tally)
}

// takes reports whether a term is of a kind.
func (k *kind) takes(s *term.Store, f term.ID) bool {
	return k.has == nil || slices.ContainsFunc(s.Below(f), func(id term.ID) bool { return k.has(s, id) })
}
