package ltl

// Op is an operator of formulas.
type Op uint8

// The operators.
const (
	True Op = iota
	False
	Atomic
	Not
	And
	Or
	Implies
	Iff
	Next      // X: after the next step
	Finally   // F: now or at some later time
	Globally  // G: now and always
	Until     // l U r: r now or later, and l until then
	Release   // l R r: r up to and including the first l, or always
	WeakUntil // l W r: l until r, or always
)

// Formula is an immutable formula.
type Formula struct {
	Op   Op
	Atom int      // for Atomic: index into a list of atoms
	L, R *Formula // operands; a single operand is L
}

// Uses reports whether the formula contains an operator.
func (f *Formula) Uses(op Op) bool {
	return f != nil && (f.Op == op || f.L.Uses(op) || f.R.Uses(op))
}

// Conjuncts returns formulas that all hold where f does, and only there.
func (f *Formula) Conjuncts() []*Formula {
	if f.Op != And {
		return []*Formula{f}
	}
	return append(f.L.Conjuncts(), f.R.Conjuncts()...)
}

// Atoms returns the numbers of the atoms of the formula.
func (f *Formula) Atoms() []int {
	switch {
	case f == nil:
		return nil
	case f.Op == Atomic:
		return []int{f.Atom}
	}
	return append(f.L.Atoms(), f.R.Atoms()...)
}

// Renumber returns the formula with by added to the numbers of atoms.
func (f *Formula) Renumber(by int) *Formula {
	if f == nil {
		return nil
	}
	return &Formula{Op: f.Op, Atom: f.Atom + by, L: f.L.Renumber(by), R: f.R.Renumber(by)}
}

// NNF returns the negation normal form of a formula, or of its negation. It uses True, False, And, Or,
// Next, Until, Release, and Not of atoms.
func (f *Formula) NNF(negated bool) *Formula {
	l := func(n bool) *Formula { return f.L.NNF(n) }
	r := func(n bool) *Formula { return f.R.NNF(n) }
	either := func(op, dual Op) Op {
		if negated {
			return dual
		}
		return op
	}
	switch f.Op {
	case Not:
		return l(!negated)
	case Atomic:
		if negated {
			return &Formula{Op: Not, L: f}
		}
		return f
	case True:
		return &Formula{Op: either(True, False)}
	case False:
		return &Formula{Op: either(False, True)}
	case And:
		return &Formula{Op: either(And, Or), L: l(negated), R: r(negated)}
	case Or:
		return &Formula{Op: either(Or, And), L: l(negated), R: r(negated)}
	case Implies:
		return &Formula{Op: either(Or, And), L: l(!negated), R: r(negated)}
	case Iff:
		both := &Formula{Op: And, L: l(false), R: r(negated)}
		none := &Formula{Op: And, L: l(true), R: r(!negated)}
		return &Formula{Op: Or, L: both, R: none}
	case Next:
		return &Formula{Op: Next, L: l(negated)}
	case Finally:
		return &Formula{Op: either(Until, Release), L: &Formula{Op: either(True, False)}, R: l(negated)}
	case Globally:
		return &Formula{Op: either(Release, Until), L: &Formula{Op: either(False, True)}, R: l(negated)}
	case Until:
		return &Formula{Op: either(Until, Release), L: l(negated), R: r(negated)}
	case Release:
		return &Formula{Op: either(Release, Until), L: l(negated), R: r(negated)}
	default: // l W r = r R (l || r)
		weak := &Formula{Op: Release, L: f.R, R: &Formula{Op: Or, L: f.L, R: f.R}}
		return weak.NNF(negated)
	}
}

// Holds returns the truth of the formula at each of the positions 0 to length-1 of a lasso. Position
// loop follows the last one; holds gives the truth of atoms.
//
// requires: 0 <= loop < length.
func (f *Formula) Holds(length, loop int, holds func(atom, at int) bool) []bool {
	out := make([]bool, length)
	next := func(i int) int {
		if i == length-1 {
			return loop
		}
		return i + 1
	}
	var l, r []bool
	if f.L != nil {
		l = f.L.Holds(length, loop, holds)
	}
	if f.R != nil {
		r = f.R.Holds(length, loop, holds)
	}
	// fix computes a fixed point, backwards and once more around the loop.
	fix := func(first bool, step func(i int, then bool) bool) {
		for i := range out {
			out[i] = first
		}
		for range 2 {
			for i := length - 1; i >= 0; i-- {
				out[i] = step(i, out[next(i)])
			}
		}
	}
	for i := range out {
		switch f.Op {
		case True:
			out[i] = true
		case Atomic:
			out[i] = holds(f.Atom, i)
		case Not:
			out[i] = !l[i]
		case And:
			out[i] = l[i] && r[i]
		case Or:
			out[i] = l[i] || r[i]
		case Implies:
			out[i] = !l[i] || r[i]
		case Iff:
			out[i] = l[i] == r[i]
		case Next:
			out[i] = l[next(i)]
		}
	}
	switch f.Op {
	case Finally:
		fix(false, func(i int, then bool) bool { return l[i] || then })
	case Globally:
		fix(true, func(i int, then bool) bool { return l[i] && then })
	case Until:
		fix(false, func(i int, then bool) bool { return r[i] || l[i] && then })
	case Release:
		fix(true, func(i int, then bool) bool { return r[i] && (l[i] || then) })
	case WeakUntil:
		fix(true, func(i int, then bool) bool { return r[i] || l[i] && then })
	}
	return out
}
