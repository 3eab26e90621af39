package term

import "slices"

// eqRules are the rules of equality. A constant, if any, is the second argument.
func eqRules() []rule {
	return slices.Concat(eqBasicRules(), eqConstRules(), eqShapeRules(), eqIteRules())
}

// eqRule returns a rule of equality. f gets the arguments in both orders, unless the second is a constant.
func eqRule(name, match, result string, f func(s *Store, x, y ID) ID) rule {
	return rule{
		name: "=/" + name, op: OpEq, match: match, result: result,
		apply: func(s *Store, r redex) ID {
			if t := f(s, r.x, r.y); t != None {
				return t
			}
			if s.IsConst(r.y) {
				return None
			}
			return f(s, r.y, r.x)
		},
	}
}

// inverse returns a rule f(a) = c ⇒ a = f⁻¹(c) for a unary or half-constant f.
func inverse(name, match, result string, op Op, f func(s *Store, t ID, c Word, w uint) ID) rule {
	return eqRule(name, match, result, func(s *Store, x, y ID) ID {
		c, ok := s.Value(y)
		if !ok || !s.is(op, x) {
			return None
		}
		return f(s, x, c, s.Width(x))
	})
}

// eqBasicRules are the rules of equality for equal, opposite and distinct arguments, and of truth values.
func eqBasicRules() []rule {
	return []rule{
		eqRule("reflexive", "a = a", "true", func(s *Store, x, y ID) ID { return given(x == y, True) }),
		eqRule("complement", "a = ¬a, a = ~a", "false", func(s *Store, x, y ID) ID { return given(s.opposite(x, y), False) }),
		eqRule("true", "p = true", "p", func(s *Store, x, y ID) ID { return given(y == True, x) }),
		eqRule("false", "p = false", "¬p", func(s *Store, x, y ID) ID {
			if y == False {
				return s.Not(x)
			}
			return None
		}),
		eqRule("not", "¬p = q", "¬(p = q)", func(s *Store, x, y ID) ID {
			if s.is(OpNot, x) {
				return s.Not(s.Eq(s.at(x, 0), y))
			}
			return None
		}),
		eqRule("iff-cancel", "(p = q) = p", "q", func(s *Store, x, y ID) ID {
			if !s.is(OpEq, x) {
				return None
			}
			q, _ := s.other(x, y)
			return q
		}),
		eqRule("known-clash", "a = b, a bit known 1 in one and 0 in the other", "false", func(s *Store, x, y ID) ID {
			return given(s.Sort(x).IsBV() && s.clash(x, y), False)
		}),
		eqRule("bit", "a = 0, width 1", "¬(a = 1)", func(s *Store, x, y ID) ID {
			if s.Sort(x) == BV(1) && s.isZero(y) {
				return s.Not(s.Eq(x, s.Uint(1, 1)))
			}
			return None
		}),
		eqRule("offset", "a + c1 = a + c2, c1 ≠ c2; a + c1 = a, c1 ≠ 0", "false", func(s *Store, x, y ID) ID { return given(s.Sort(x).IsBV() && s.apart(x, y), False) }),
	}
}

// withoutConst returns the solution of f(a, c1) = c2, where undo(c2, c1) is the value of a.
func withoutConst(undo func(c2, c1 Word) Word) func(*Store, ID, Word, uint) ID {
	return func(s *Store, t ID, c Word, w uint) ID {
		c1, ok := s.Value(s.at(t, 1))
		if !ok {
			return None
		}
		return s.Eq(s.at(t, 0), s.Const(undo(c, c1), w))
	}
}

// equalArguments is the solution of f(a, b) = 0 for an f that is zero if a = b only.
func equalArguments(s *Store, t ID, c Word, _ uint) ID {
	if !c.IsZero() {
		return None
	}
	return s.Eq(s.at(t, 0), s.at(t, 1))
}

// eqConstRules are the rules that solve f(a) = c for a.
func eqConstRules() []rule {
	return []rule{
		inverse("bvadd-const", "a + c1 = c2", "a = c2 - c1", OpAdd, withoutConst(Word.Sub)),
		inverse("bvsub-const", "c1 - a = c2", "a = c1 - c2", OpSub, func(s *Store, t ID, c Word, w uint) ID {
			c1, ok := s.Value(s.at(t, 0))
			if !ok {
				return None
			}
			return s.Eq(s.at(t, 1), s.Const(c1.Sub(c), w))
		}),
		inverse("bvsub-zero", "a - b = 0", "a = b", OpSub, equalArguments),
		inverse("bvneg-const", "-a = c", "a = -c", OpNeg, func(s *Store, t ID, c Word, w uint) ID {
			return s.Eq(s.at(t, 0), s.Const(c.Neg(), w))
		}),
		inverse("bvnot-const", "~a = c", "a = ~c", OpBvNot, func(s *Store, t ID, c Word, w uint) ID {
			return s.Eq(s.at(t, 0), s.Const(c.Not(), w))
		}),
		inverse("bvxor-const", "xor(a, c1) = c2", "a = xor(c1, c2)", OpBvXor, withoutConst(Word.Xor)),
		inverse("bvxor-zero", "xor(a, b) = 0", "a = b", OpBvXor, equalArguments),
		inverse("bvmul-odd", "a * c1 = c2, c1 odd", "a = c2 * c1⁻¹", OpMul, func(s *Store, t ID, c Word, w uint) ID {
			c1, ok := s.Value(s.at(t, 1))
			if !ok || c1.Bit(0) == 0 {
				return None
			}
			return s.Eq(s.at(t, 0), s.Const(c.Mul(oddInverse(c1)), w))
		}),
		inverse("zext-const", "zext(a) = c, c fits", "a = c", OpZext, func(s *Store, t ID, c Word, w uint) ID {
			a := s.at(t, 0)
			if c.Len() > s.Width(a) {
				return None // known-clash
			}
			return s.Eq(a, s.Const(c, s.Width(a)))
		}),
		inverse("sext-const", "sext(a) = c, c fits", "a = c", OpSext, func(s *Store, t ID, c Word, w uint) ID {
			a := s.at(t, 0)
			if c.Mask(s.Width(a)).Extend(s.Width(a)).Mask(w) != c {
				return None
			}
			return s.Eq(a, s.Const(c, s.Width(a)))
		}),
		inverse("sext-outside", "sext(a) = c, c does not fit", "false", OpSext, func(s *Store, t ID, c Word, w uint) ID {
			if aw := s.Width(s.at(t, 0)); c.Mask(aw).Extend(aw).Mask(w) == c {
				return None
			}
			return False
		}),
		inverse("concat-const", "concat(a, b) = concat(c1, c2)", "a = c1 ∧ b = c2", OpConcat, func(s *Store, t ID, c Word, w uint) ID {
			a, b := s.at(t, 0), s.at(t, 1)
			return s.And(s.Eq(a, s.Const(c.Shr(s.Width(b)), s.Width(a))), s.Eq(b, s.Const(c, s.Width(b))))
		}),
	}
}

// eqShapeRules are the rules for the same operator on both sides, and for an operator and its argument.
func eqShapeRules() []rule {
	return []rule{
		eqRule("concat", "concat(a, b) = concat(d, e), same cut", "a = d ∧ b = e", func(s *Store, x, y ID) ID {
			if !s.is(OpConcat, x) || !s.is(OpConcat, y) || s.Width(s.at(x, 1)) != s.Width(s.at(y, 1)) {
				return None
			}
			return s.And(s.Eq(s.at(x, 0), s.at(y, 0)), s.Eq(s.at(x, 1), s.at(y, 1)))
		}),
		eqRule("injective", "~a = ~b, -a = -b, zext(a) = zext(b), sext(a) = sext(b)", "a = b", func(s *Store, x, y ID) ID {
			op := s.Op(x)
			if op != s.Op(y) || op != OpBvNot && op != OpNeg && op != OpZext && op != OpSext {
				return None
			}
			if a, b := s.at(x, 0), s.at(y, 0); s.Sort(a) == s.Sort(b) {
				return s.Eq(a, b)
			}
			return None
		}),
		eqRule("zext-widths", "zext(a) = zext(b), a narrower than b", "zext(a) = b", func(s *Store, x, y ID) ID {
			if !s.is(OpZext, x) || !s.is(OpZext, y) {
				return None
			}
			if a, b := s.at(x, 0), s.at(y, 0); s.Width(a) < s.Width(b) {
				return s.Eq(s.Zext(a, s.Width(b)), b)
			}
			return None
		}),
		eqRule("bvadd-cancel", "a + b = a + d", "b = d", func(s *Store, x, y ID) ID { return eqShared(s, OpAdd, x, y) }),
		eqRule("bvxor-cancel", "xor(a, b) = xor(a, d)", "b = d", func(s *Store, x, y ID) ID { return eqShared(s, OpBvXor, x, y) }),
		eqRule("bvsub-cancel", "a - b = a - d, b - a = d - a", "b = d", func(s *Store, x, y ID) ID {
			if !s.is(OpSub, x) || !s.is(OpSub, y) {
				return None
			}
			for i := range 2 {
				if s.at(x, i) == s.at(y, i) {
					return s.Eq(s.at(x, 1-i), s.at(y, 1-i))
				}
			}
			return None
		}),
		eqRule("neutral", "a + b = a, xor(a, b) = a, a - b = a", "b = 0", func(s *Store, x, y ID) ID {
			b, ok := None, false
			switch s.Op(x) {
			case OpAdd, OpBvXor:
				b, ok = s.other(x, y)
			case OpSub:
				b, ok = s.at(x, 1), s.at(x, 0) == y
			}
			if !ok {
				return None
			}
			return s.Eq(b, s.constOf(Word{}, s.Sort(b)))
		}),
	}
}

// eqIteRules are the rules of an ite on one side or both.
func eqIteRules() []rule {
	return []rule{
		eqRule("ite-const", "ite(p, c1, a) = c2; the same in the other branch", "p ∨ a = c2 if c1 = c2, else ¬p ∧ a = c2", func(s *Store, x, y ID) ID {
			if !s.is(OpIte, x) || !s.IsConst(y) {
				return None
			}
			p, a, b := s.at(x, 0), s.at(x, 1), s.at(x, 2)
			if !s.IsConst(a) {
				p, a, b = s.Not(p), b, a
			}
			switch {
			case !s.IsConst(a):
				return None
			case a == y:
				return s.Or(p, s.Eq(b, y))
			}
			return s.And(s.Not(p), s.Eq(b, y))
		}),
		eqRule("ite-branch", "ite(p, a, b) = a; the same for b", "p ∨ b = a", func(s *Store, x, y ID) ID {
			switch {
			case !s.is(OpIte, x):
				return None
			case s.at(x, 1) == y:
				return s.Or(s.at(x, 0), s.Eq(s.at(x, 2), y))
			case s.at(x, 2) == y:
				return s.Or(s.Not(s.at(x, 0)), s.Eq(s.at(x, 1), y))
			}
			return None
		}),
		eqRule("ite-ite", "ite(p, a, b) = ite(p, d, e)", "ite(p, a = d, b = e)", func(s *Store, x, y ID) ID {
			if !s.is(OpIte, x) || !s.is(OpIte, y) || s.at(x, 0) != s.at(y, 0) {
				return None
			}
			return s.Ite(s.at(x, 0), s.Eq(s.at(x, 1), s.at(y, 1)), s.Eq(s.at(x, 2), s.at(y, 2)))
		}),
	}
}

// eqShared rewrites op(a, b) = op(a, d) to b = d.
func eqShared(s *Store, op Op, x, y ID) ID {
	if !s.is(op, x) || !s.is(op, y) {
		return None
	}
	for i := range 2 {
		if d, ok := s.other(y, s.at(x, i)); ok {
			return s.Eq(s.at(x, 1-i), d)
		}
	}
	return None
}

// oddInverse returns the inverse of an odd number modulo 2^128: Newton's
// iteration doubles the correct low bits, of which x itself has 3.
func oddInverse(x Word) Word {
	inv := x
	for range 6 {
		inv = inv.Mul(WordOf(2).Sub(x.Mul(inv)))
	}
	return inv
}

// offset splits a bit-vector term into a base and a constant: base + c.
func (s *Store) offset(id ID) (base ID, c Word) {
	if s.is(OpAdd, id) {
		if c, ok := s.Value(s.at(id, 1)); ok {
			return s.at(id, 0), c
		}
	}
	return id, Word{}
}

// apart reports whether two terms are one base plus different constants.
func (s *Store) apart(a, b ID) bool {
	base1, c1 := s.offset(a)
	base2, c2 := s.offset(b)
	return base1 == base2 && c1 != c2
}
