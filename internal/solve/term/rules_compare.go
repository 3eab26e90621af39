package term

// compareRules are the rules on conjunctions of comparisons: literals of the
// shape a < b, a = b and their negations, with constants or without.
func compareRules() []rule {
	pair := func(name, match, result string, f func(*Store, ID, ID) ID) rule {
		return rule{
			name: name, op: OpAnd, match: match, result: result,
			apply: func(s *Store, r redex) ID {
				for _, o := range both(r.x, r.y) {
					if t := f(s, o[0], o[1]); t != None {
						return t
					}
				}
				return None
			},
		}
	}
	list := []rule{
		pair("and/bounds-same-side", "a ≤ c1 ∧ a ≤ c2; the same for ≥ and signed",
			"the stronger of the two", boundsSameSide),
		pair("and/bounds-empty", "a ≥ c1 ∧ a ≤ c2, c1 > c2; the same signed",
			"false", boundsEmpty),
		pair("and/bounds-point", "a ≥ c ∧ a ≤ c; the same signed",
			"a = c", boundsPoint),
		pair("and/eq-eq", "a = c1 ∧ a = c2, c1 ≠ c2",
			"false", eqEq),
		pair("and/eq-neq", "a = c1 ∧ a ≠ c2, c1 ≠ c2",
			"a = c1", eqNeq),
		pair("and/eq-inside", "a = c ∧ a ≤ c2, c ≤ c2; the same for ≥ and signed",
			"a = c", eqInside),
		pair("and/eq-outside", "a = c ∧ a ≤ c2, c > c2; the same for ≥ and signed",
			"false", eqOutside),
		pair("and/neq-outside", "a ≠ c ∧ a ≤ c2, c > c2; the same for ≥ and signed",
			"a ≤ c2", neqOutside),
		pair("and/neq-edge", "a ≠ c ∧ a ≤ c; the same for ≥ and signed",
			"a < c", neqEdge),
		pair("and/less-greater", "a < b ∧ b < a; the same signed",
			"false", lessGreater),
		pair("and/less-less-equal", "a < b ∧ a ≤ b; the same signed",
			"a < b", lessLessEqual),
		pair("and/antisymmetric", "a ≤ b ∧ b ≤ a; the same signed",
			"a = b", antisymmetric),
		pair("and/less-eq", "a < b ∧ a = b; the same signed",
			"false", lessEq),
		pair("and/less-neq", "a < b ∧ a ≠ b; the same signed",
			"a < b", lessNeq),
		pair("and/less-equal-eq", "a ≤ b ∧ a = b; the same signed",
			"a = b", lessEqualEq),
		pair("and/less-equal-neq", "a ≤ b ∧ a ≠ b; the same signed",
			"a < b", lessEqualNeq),
	}
	pairs := make([]func(*Store, redex) ID, len(list))
	for i := range list {
		pairs[i] = list[i].apply
	}
	return append(list, rule{"and/chain", OpAnd, "(p ∧ q1) ∧ q2, a rule above rewrites q1 ∧ q2 to q", "p ∧ q", func(s *Store, r redex) ID {
		for _, o := range both(r.x, r.y) {
			if !s.is(OpAnd, o[0]) {
				continue
			}
			for i := range 2 {
				q := redex{op: OpAnd, x: s.at(o[0], i), y: o[1], sort: Bool, w: 1}
				for _, apply := range pairs {
					if t := apply(s, q); t != None {
						return s.And(s.at(o[0], 1-i), t)
					}
				}
			}
		}
		return None
	},
	})
}

// bound is a literal that compares a term with a constant, both inclusive:
// a ≥ c if lower, else a ≤ c.
type bound struct {
	a      ID
	c      Word
	lower  bool
	signed bool
}

// boundOf returns the literal as a bound. The rules of ult and slt removed
// comparisons that always or never hold, so c ± 1 does not wrap; where they did
// not fire, literals that would wrap are no bounds.
func (s *Store) boundOf(lit ID) (bound, bool) {
	t, negated := s.strip(lit)
	if !s.is(OpUlt, t) && !s.is(OpSlt, t) {
		return bound{}, false
	}
	x, y := s.at(t, 0), s.at(t, 1)
	w := s.Width(x)
	b := bound{signed: s.is(OpSlt, t)}
	least, greatest := Word{}, Ones(w)
	if b.signed {
		least, greatest = SignBit(w), Ones(w-1)
	}
	if c, ok := s.Value(y); ok { // x < c
		if c == least {
			return b, false
		}
		b.a, b.c, b.lower = x, c, negated
		if !negated {
			b.c = c.Sub(WordOf(1)).Mask(w)
		}
		return b, true
	}
	if c, ok := s.Value(x); ok { // c < y
		if c == greatest {
			return b, false
		}
		b.a, b.c, b.lower = y, c, !negated
		if !negated {
			b.c = c.Add(WordOf(1)).Mask(w)
		}
		return b, true
	}
	return b, false
}

// strip removes a negation and reports whether there was one.
func (s *Store) strip(lit ID) (t ID, negated bool) {
	if s.is(OpNot, lit) {
		return s.at(lit, 0), true
	}
	return lit, false
}

// less compares constants of the width of b.a in the order of the bound.
func (b bound) less(s *Store, x, y Word) bool {
	if b.signed {
		return x.SignedLess(y, s.Width(b.a))
	}
	return x.Less(y)
}

// admits reports whether the bound allows a = c.
func (b bound) admits(s *Store, c Word) bool {
	if b.lower {
		return !b.less(s, c, b.c)
	}
	return !b.less(s, b.c, c)
}

// valueOf matches a = c (or a ≠ c if negated).
func (s *Store) valueOf(lit ID, negated bool) (a ID, c Word, ok bool) {
	t, neg := s.strip(lit)
	if neg != negated || !s.is(OpEq, t) {
		return None, Word{}, false
	}
	c, ok = s.Value(s.at(t, 1))
	return s.at(t, 0), c, ok
}

func boundsSameSide(s *Store, p, q ID) ID {
	b1, ok1 := s.boundOf(p)
	b2, ok2 := s.boundOf(q)
	if !ok1 || !ok2 || b1.a != b2.a || b1.signed != b2.signed || b1.lower != b2.lower {
		return None
	}
	if b2.admits(s, b1.c) {
		return p
	}
	return q
}

// opposed returns a lower and an upper bound on one term.
func opposed(s *Store, p, q ID) (lower, upper bound, ok bool) {
	lower, ok1 := s.boundOf(p)
	upper, ok2 := s.boundOf(q)
	ok = ok1 && ok2 && lower.a == upper.a && lower.signed == upper.signed && lower.lower && !upper.lower
	return lower, upper, ok
}

func boundsEmpty(s *Store, p, q ID) ID {
	if lower, upper, ok := opposed(s, p, q); ok && !upper.admits(s, lower.c) {
		return False
	}
	return None
}

func boundsPoint(s *Store, p, q ID) ID {
	if lower, upper, ok := opposed(s, p, q); ok && lower.c == upper.c {
		return s.Eq(lower.a, s.Const(lower.c, s.Width(lower.a)))
	}
	return None
}

func eqEq(s *Store, p, q ID) ID {
	a, c1, ok1 := s.valueOf(p, false)
	b, c2, ok2 := s.valueOf(q, false)
	if ok1 && ok2 && a == b && c1 != c2 {
		return False
	}
	return None
}

func eqNeq(s *Store, p, q ID) ID {
	a, c1, ok1 := s.valueOf(p, false)
	b, c2, ok2 := s.valueOf(q, true)
	if ok1 && ok2 && a == b && c1 != c2 {
		return p
	}
	return None
}

// valueAndBound matches p as a = c (a ≠ c if negated) and q as a bound of a.
func valueAndBound(s *Store, p, q ID, negated bool) (c Word, b bound, ok bool) {
	a, c, ok1 := s.valueOf(p, negated)
	b, ok2 := s.boundOf(q)
	return c, b, ok1 && ok2 && a == b.a
}

func eqInside(s *Store, p, q ID) ID {
	if c, b, ok := valueAndBound(s, p, q, false); ok && b.admits(s, c) {
		return p
	}
	return None
}

func eqOutside(s *Store, p, q ID) ID {
	if c, b, ok := valueAndBound(s, p, q, false); ok && !b.admits(s, c) {
		return False
	}
	return None
}

func neqOutside(s *Store, p, q ID) ID {
	if c, b, ok := valueAndBound(s, p, q, true); ok && !b.admits(s, c) {
		return q
	}
	return None
}

func neqEdge(s *Store, p, q ID) ID {
	c, b, ok := valueAndBound(s, p, q, true)
	if !ok || c != b.c {
		return None
	}
	edge := s.Const(c, s.Width(b.a))
	if b.lower {
		return s.less(b.signed, edge, b.a)
	}
	return s.less(b.signed, b.a, edge)
}

// less returns x < y in the given order.
func (s *Store) less(signed bool, x, y ID) ID {
	if signed {
		return s.Slt(x, y)
	}
	return s.Ult(x, y)
}

// order is a literal x < y, or x ≤ y if not strict.
type order struct {
	x, y           ID
	strict, signed bool
}

// orderOf returns the literal as an order: ¬(y < x) is x ≤ y.
func (s *Store) orderOf(lit ID) (order, bool) {
	t, negated := s.strip(lit)
	if !s.is(OpUlt, t) && !s.is(OpSlt, t) {
		return order{}, false
	}
	o := order{x: s.at(t, 0), y: s.at(t, 1), strict: !negated, signed: s.is(OpSlt, t)}
	if negated {
		o.x, o.y = o.y, o.x
	}
	return o, true
}

// orders matches two order literals of one signedness.
func orders(s *Store, p, q ID) (o1, o2 order, ok bool) {
	o1, ok1 := s.orderOf(p)
	o2, ok2 := s.orderOf(q)
	return o1, o2, ok1 && ok2 && o1.signed == o2.signed
}

func lessGreater(s *Store, p, q ID) ID {
	if o1, o2, ok := orders(s, p, q); ok && o1.strict && o2.strict && o1.x == o2.y && o1.y == o2.x {
		return False
	}
	return None
}

func lessLessEqual(s *Store, p, q ID) ID {
	if o1, o2, ok := orders(s, p, q); ok && o1.strict && !o2.strict && o1.x == o2.x && o1.y == o2.y {
		return p
	}
	return None
}

func antisymmetric(s *Store, p, q ID) ID {
	if o1, o2, ok := orders(s, p, q); ok && !o1.strict && !o2.strict && o1.x == o2.y && o1.y == o2.x {
		return s.Eq(o1.x, o1.y)
	}
	return None
}

// orderAndEq matches p as an order of two terms, strict or not, and q as their
// equality, or its negation if negated.
func orderAndEq(s *Store, p, q ID, strict, negated bool) (order, bool) {
	o, ok := s.orderOf(p)
	t, neg := s.strip(q)
	if !ok || o.strict != strict || neg != negated || !s.is(OpEq, t) {
		return o, false
	}
	y, ok := s.other(t, o.x)
	return o, ok && y == o.y
}

func lessEq(s *Store, p, q ID) ID {
	if _, ok := orderAndEq(s, p, q, true, false); ok {
		return False
	}
	return None
}

func lessNeq(s *Store, p, q ID) ID {
	if _, ok := orderAndEq(s, p, q, true, true); ok {
		return p
	}
	return None
}

func lessEqualEq(s *Store, p, q ID) ID {
	if _, ok := orderAndEq(s, p, q, false, false); ok {
		return q
	}
	return None
}

func lessEqualNeq(s *Store, p, q ID) ID {
	if o, ok := orderAndEq(s, p, q, false, true); ok {
		return s.less(o.signed, o.x, o.y)
	}
	return None
}
