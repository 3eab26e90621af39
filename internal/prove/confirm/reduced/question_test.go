package reduced

import (
	"context"
	"errors"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestApart has questions that are too hard together. The answer is then that of each single question.
func TestApart(t *testing.T) {
	terms := term.New(term.Options{})
	const width = 6
	x, y, z := terms.Var("x", term.BV(width)), terms.Var("y", term.BV(width)), terms.Var("z", term.BV(width))
	never := func(x, y term.ID) term.ID { // an odd square is 1 modulo 8
		odd := terms.Add(terms.Add(x, x), terms.Uint(1, width))
		square := terms.Add(terms.Mul(odd, odd), terms.Mul(y, terms.Uint(8, width)))
		return terms.Eq(terms.Extract(square, 2, 0), terms.Uint(5, 3))
	}
	small := func(x term.ID) term.ID {
		return terms.And(terms.Ult(terms.Uint(1, width), x), terms.Ult(x, terms.Uint(8, width)))
	}
	factors := terms.Conj(terms.Eq(terms.Mul(x, y), terms.Uint(35, width)), small(x), small(y), terms.Ult(x, y))
	for name, p := range map[string]struct {
		goals   []term.ID
		refuted bool
	}{
		"none holds":     {[]term.ID{never(x, y), never(y, z), never(z, x)}, false},
		"the last holds": {[]term.ID{never(x, y), never(y, z), factors}, true},
		"the first does": {[]term.ID{factors, never(y, z)}, true},
	} {
		for _, together := range []int64{1, maxTogether} {
			c := &checker{ctx: context.Background(), terms: terms, asked: asked{cores: make(map[term.ID][][]term.ID), alone: maxConflicts, together: together}}
			err := c.askOf(nil, p.goals, name)
			if errors.As(err, new(*Refuted)) != p.refuted || !p.refuted && err != nil {
				t.Errorf("%s, %d conflicts: %v", name, together, err)
			}
		}
	}
}

// TestAstray has a question for which a solver that knows an old question needs more conflicts than
// allowed, and a new solver answers.
func TestAstray(t *testing.T) {
	terms := term.New(term.Options{})
	const width = 32
	x, y, n := terms.Var("x", term.BV(width)), terms.Var("y", term.BV(width)), terms.Var("n", term.BV(width))
	old := terms.And(terms.Eq(terms.Mul(x, y), terms.Uint(35, width)), terms.Ult(x, y))
	apart := terms.And(terms.Slt(x, n), terms.Not(terms.Slt(y, n)))
	never := terms.And(terms.Eq(x, y), apart)
	ask := func(conflicts int64, knows bool, goal term.ID) error {
		c := &checker{ctx: context.Background(), terms: terms, asked: asked{cores: make(map[term.ID][][]term.ID), alone: maxConflicts}}
		if knows {
			if err := c.askOf(nil, []term.ID{old}, "an old question"); !errors.As(err, new(*Refuted)) {
				t.Fatal(err)
			}
		}
		c.asked.alone = conflicts
		return c.askOf(nil, []term.ID{goal}, "a new one")
	}
	const enough, few = 60, 5
	for _, knows := range []bool{false, true} {
		if err := ask(enough, knows, never); err != nil {
			t.Errorf("knows %v: %v", knows, err)
		}
		if err := ask(few, knows, never); err == nil || errors.As(err, new(*Refuted)) {
			t.Errorf("knows %v, few conflicts: %v", knows, err)
		}
		if err := ask(enough, knows, apart); !errors.As(err, new(*Refuted)) {
			t.Errorf("knows %v, a goal that can hold: %v", knows, err)
		}
	}
}
