package sat

import (
	"fmt"
	"math/rand/v2"
)

// parity is the constraint that an odd number of lits is true.
type parity struct{ lits []Lit }

// cnf returns the clauses of the constraint.
func (p parity) cnf() [][]Lit {
	var out [][]Lit
	for m := 0; m < 1<<len(p.lits); m++ {
		c := make([]Lit, len(p.lits))
		odd := false
		for i, l := range p.lits {
			flip := m>>i&1 != 0
			odd = odd != flip
			c[i] = l.XorSign(flip)
		}
		// The clause forbids the assignment that makes all its literals
		// false; flipped literals are the true ones there.
		if !odd {
			out = append(out, c)
		}
	}
	return out
}

// xorTheory is a propagator for parity constraints over observed variables. It
// checks that the solver keeps the contract of [Propagator], and exercises it:
// it may be late, report conflicts as implications, and decide.
type xorTheory struct {
	s      *Solver
	rng    *rand.Rand
	list   []parity
	lazy   bool // reports in FinalCheck only, most of the time
	value  map[Var]int8
	stack  []Lit
	starts []int
	reason map[Lit]int // the parity constraint
	err    error
}

func newXorTheory(s *Solver, seed uint64, lazy bool) *xorTheory {
	return &xorTheory{s: s, rng: rand.New(rand.NewPCG(seed, 1)), lazy: lazy,
		value: map[Var]int8{}, reason: map[Lit]int{}}
}

// decidingTheory is an xorTheory that decides now and then.
type decidingTheory struct{ *xorTheory }

func (t decidingTheory) Decide() Lit {
	if t.rng.IntN(3) != 0 {
		return NoLit
	}
	for _, p := range t.list {
		for _, l := range p.lits {
			// The theory may be behind; ask the solver, as a test may.
			if t.value[l.Var()] == 0 && t.s.vals[l] == 0 {
				return l.XorSign(t.rng.IntN(2) == 0)
			}
		}
	}
	return NoLit
}

func (t *xorTheory) fail(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf(format, args...)
	}
}

func (t *xorTheory) Assigned(batch []Lit) {
	for _, l := range batch {
		if t.value[l.Var()] != 0 {
			t.fail("%d announced twice", l)
		}
		t.value[l.Var()] = 1 - int8(l&1)<<1
		t.stack = append(t.stack, l)
	}
}

func (t *xorTheory) NewLevel() { t.starts = append(t.starts, len(t.stack)) }

func (t *xorTheory) Backtrack(level int) {
	if level >= len(t.starts) {
		t.fail("backtrack to %d from %d", level, len(t.starts))
		return
	}
	for _, l := range t.stack[t.starts[level]:] {
		delete(t.value, l.Var())
	}
	t.stack = t.stack[:t.starts[level]]
	t.starts = t.starts[:level]
}

// check returns the number of unassigned literals, one of them, and whether the
// assigned ones have odd parity.
func (t *xorTheory) check(p parity) (open int, last Lit, odd bool) {
	for _, l := range p.lits {
		switch v := t.value[l.Var()]; {
		case v == 0:
			open++
			last = l
		case (v > 0) != l.IsNeg():
			odd = !odd
		}
	}
	return open, last, odd
}

// falseClause returns the literals of p, each with the sign that makes it false.
func (t *xorTheory) falseClause(p parity, except Lit) []Lit {
	var out []Lit
	for _, l := range p.lits {
		if l.Var() == except.Var() {
			continue
		}
		out = append(out, l.Var().Lit(t.value[l.Var()] < 0))
	}
	return out
}

func (t *xorTheory) Propagate(out *Theory) {
	if t.lazy && t.rng.IntN(4) != 0 {
		return
	}
	t.propagate(out)
}

func (t *xorTheory) propagate(out *Theory) {
	for i, p := range t.list {
		open, last, odd := t.check(p)
		if open == 0 && !odd {
			if t.rng.IntN(2) == 0 {
				out.Conflict(t.falseClause(p, NoLit)...)
				return
			}
			// The same, said as an implication of a false literal.
			l := p.lits[t.rng.IntN(len(p.lits))]
			l = l.Var().Lit(t.value[l.Var()] < 0)
			t.reason[l] = i
			out.Imply(l)
			return
		}
		if open == 1 {
			l := last.XorSign(odd)
			t.reason[l] = i
			out.Imply(l)
		}
	}
}

func (t *xorTheory) Explain(l Lit, buf []Lit) []Lit {
	i, ok := t.reason[l]
	if !ok {
		t.fail("asked to explain %d", l)
		return append(buf, l)
	}
	return append(append(buf, l), t.falseClause(t.list[i], l)...)
}

func (t *xorTheory) FinalCheck(out *Theory) {
	for _, p := range t.list {
		if open, _, _ := t.check(p); open != 0 {
			t.fail("final check with %d unassigned literals", open)
		}
	}
	t.propagate(out)
}
