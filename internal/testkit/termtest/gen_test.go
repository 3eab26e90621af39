package termtest_test

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/termtest"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var generated = testflag.Generated(50_000)

// TestEveryOperatorOccurs holds the generator to all operators.
func TestEveryOperatorOccurs(t *testing.T) {
	s := term.New(term.Options{Mode: term.Raw})
	g := termtest.New(s, rand.New(rand.NewPCG(1, 1)), termtest.Config{
		Widths: []uint{1, 4, 8}, VarsPerSort: 2, Arrays: true, Floats: true,
	})
	for range 500 {
		g.Term(term.Bool, 6)
	}
	seen := make(map[term.Op]bool)
	for id := term.False; int(id) < s.Len(); id++ {
		seen[s.Op(id)] = true
	}
	for op := term.OpConst; op < term.OpCount; op++ {
		if !seen[op] {
			t.Errorf("operator %s never occurs", op)
		}
	}
}

// TestFormats checks that only allowed formats and operators occur.
func TestFormats(t *testing.T) {
	s := term.New(term.Options{Mode: term.Raw})
	g := termtest.New(s, rand.New(rand.NewPCG(1, 2)), termtest.Config{
		Widths: []uint{8, 32}, VarsPerSort: 2, Floats: true,
		Formats: []term.Format{term.Float32}, Omit: []term.Op{term.OpFRem, term.OpFFma},
	})
	for range 500 {
		g.Term(term.Bool, 6)
	}
	floats := 0
	for id := term.False; int(id) < s.Len(); id++ {
		op := s.Op(id)
		if !op.IsFloat() {
			continue
		}
		floats++
		if f := s.Float(id).Format; f != term.Float32 || op == term.OpFRem || op == term.OpFFma {
			t.Fatalf("found %s of format %s", op, f)
		}
	}
	if floats == 0 {
		t.Error("no floats")
	}
}

func TestMaxBits(t *testing.T) {
	for seed := range uint64(200) {
		s := term.New(term.Options{Mode: term.Raw})
		g := termtest.New(s, rand.New(rand.NewPCG(seed, 1)), termtest.Config{
			Widths: []uint{1, 3, 5}, VarsPerSort: 3, MaxBits: 16,
		})
		g.Term(term.Bool, 8)
		bits := uint(0)
		for _, v := range g.Vars() {
			bits += s.Width(v)
		}
		if bits > 16 {
			t.Errorf("seed %d: %d bits", seed, bits)
		}
	}
}

// TestSimplifiedEqualsRaw compares the values of random terms with the values of their simplified
// copies under random assignments.
func TestSimplifiedEqualsRaw(t *testing.T) {
	configs := []struct {
		name string
		cfg  termtest.Config
	}{
		{"narrow", termtest.Config{Widths: []uint{1, 2, 3}, VarsPerSort: 2, Arrays: true}},
		{"usual", termtest.Config{Widths: []uint{1, 8, 16, 32}, VarsPerSort: 2, Arrays: true}},
		{"wide", termtest.Config{Widths: []uint{63, 64, 65, 127, 128}, VarsPerSort: 2, Arrays: true}},
		{"floats", termtest.Config{Widths: []uint{5, 8, 16, 32}, VarsPerSort: 2, Floats: true}},
		{"C floats", termtest.Config{
			Widths: []uint{8, 32, 64}, VarsPerSort: 2, Floats: true, Formats: []term.Format{term.Float32, term.Float64},
		}},
		{"single", termtest.Config{Widths: []uint{4}, VarsPerSort: 1}},
		{"scalar", termtest.Config{Widths: []uint{4, 8, 12}, VarsPerSort: 2}},
	}
	for i, c := range configs {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(generated.First(), uint64(i)))
			const perStore = 50
			for range generated.N() / len(configs) / perStore {
				compare(t, rnd, c.cfg, perStore)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// compare generates terms in a fresh raw store and compares values.
func compare(t *testing.T, rnd *rand.Rand, cfg termtest.Config, count int) {
	raw := term.New(term.Options{Mode: term.Raw})
	g := termtest.New(raw, rnd, cfg)
	var roots []term.ID
	for range count {
		sort := term.Bool
		switch rnd.IntN(3) {
		case 0:
			sort = term.BV(g.Width())
		case 1:
			if cfg.Arrays {
				sort = term.Array(g.Width(), g.Width())
			}
		}
		roots = append(roots, g.Term(sort, 1+rnd.IntN(8)))
	}
	s := term.New(term.Options{})
	copier := term.NewTranslator(raw, s)
	images := make([]term.ID, len(roots))
	for i, r := range roots {
		images[i] = copier.Term(r)
	}
	if n := s.Stats().Cut; n > 0 {
		t.Errorf("rules nested too deep %d times: do they go in circles?", n)
	}
	for range 12 {
		asg := termtest.Assignment(raw, rnd, g.Vars())
		copied := new(term.Assignment)
		for _, v := range g.Vars() {
			if raw.Sort(v).IsArray() {
				copied.SetArray(copier.Term(v), asg.Array(v))
			} else {
				copied.Set(copier.Term(v), asg.Word(v))
			}
		}
		want, got := term.NewEvaluator(raw, asg), term.NewEvaluator(s, copied)
		for i, r := range roots {
			if !equal(raw.Sort(r), want, r, got, images[i]) {
				t.Errorf("values differ\nraw:\n%ssimplified:\n%s", raw.Text(r), s.Text(images[i]))
				return
			}
		}
	}
}

// equal compares two values: all elements that occur in either, for arrays.
func equal(sort term.Sort, e1 *term.Evaluator, id1 term.ID, e2 *term.Evaluator, id2 term.ID) bool {
	if !sort.IsArray() {
		return e1.Word(id1) == e2.Word(id2)
	}
	v1, v2 := e1.Array(id1), e2.Array(id2)
	for i := range v1.Elems {
		if v1.At(i) != v2.At(i) {
			return false
		}
	}
	for i := range v2.Elems {
		if v1.At(i) != v2.At(i) {
			return false
		}
	}
	// Defaults may differ only where every index has an element of its own.
	full := sort.IndexWidth() < 16 && (len(v1.Elems) == 1<<sort.IndexWidth() || len(v2.Elems) == 1<<sort.IndexWidth())
	return full || v1.Default == v2.Default
}
