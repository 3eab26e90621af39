package term

import "slices"

// bitwiseRules returns the rules of bvnot, bvand, bvor and bvxor. conjunctionRules has the rules that
// bvand shares with and.
func bitwiseRules() []rule {
	first := []rule{
		{"bvnot/double", OpBvNot, "~~a", "a", cancelUnary},
		{"bvnot/bvneg", OpBvNot, "~(-a)", "a - 1", func(s *Store, r redex) ID {
			if s.is(OpNeg, r.x) {
				return s.Add(s.at(r.x, 0), s.constOf(Ones(r.w), r.sort))
			}
			return None
		}},
		{"bvnot/ite", OpBvNot, "~ite(p, c1, c2)", "ite(p, ~c1, ~c2)", throughConstIte},
	}
	return slices.Concat(first, conjunctionRules(OpBvAnd), []rule{
		{"bvand/assoc-const", OpBvAnd, "(a ∧ c1) ∧ c2", "a ∧ (c1 ∧ c2)", assocConst},
		{"bvand/float-const", OpBvAnd, "(a ∧ c) ∧ b", "(a ∧ b) ∧ c", floatConst},
		{"bvand/low-mask", OpBvAnd, "a ∧ 0…01…1, k ones", "zext(extract[k-1:0](a))", func(s *Store, r redex) ID {
			c, ok := s.Value(r.y)
			if !ok || c != Ones(c.Len()) {
				return None
			}
			return s.Zext(s.Extract(r.x, c.Len()-1, 0), r.w)
		}},
		{"bvand/high-mask", OpBvAnd, "a ∧ 1…10…0, k zeros", "concat(extract[w-1:k](a), 0)", func(s *Store, r redex) ID {
			c, ok := s.Value(r.y)
			k := c.TrailingZeros()
			if !ok || c != Ones(r.w).AndNot(Ones(k)) {
				return None
			}
			return s.Concat(s.Extract(r.x, r.w-1, k), s.Uint(0, k))
		}},
		{"bvand/zext-const", OpBvAnd, "zext(a) ∧ c", "zext(a ∧ c)", func(s *Store, r redex) ID {
			c, ok := s.Value(r.y)
			if !ok || !s.is(OpZext, r.x) {
				return None
			}
			a := s.at(r.x, 0)
			return s.Zext(s.BvAnd(a, s.Const(c, s.Width(a))), r.w)
		}},
		{"bvand/concat-const", OpBvAnd, "concat(a, b) ∧ concat(c1, c2)", "concat(a ∧ c1, b ∧ c2)", func(s *Store, r redex) ID {
			c, ok := s.Value(r.y)
			if !ok || !s.is(OpConcat, r.x) {
				return None
			}
			a, b := s.at(r.x, 0), s.at(r.x, 1)
			wa, wb := s.Width(a), s.Width(b)
			return s.Concat(s.BvAnd(a, s.Const(c.Shr(wb), wa)), s.BvAnd(b, s.Const(c, wb)))
		}},
		{"bvor/disjoint", OpBvOr, "a ∨ b, upper bits of a and lower bits of b known 0", "concat(extract(b), extract(a))", splice},
		{"bvor/de-morgan", OpBvOr, "a ∨ b", "~(~a ∧ ~b)", func(s *Store, r redex) ID {
			return s.BvNot(s.BvAnd(s.BvNot(r.x), s.BvNot(r.y)))
		}},
		{"bvxor/zero", OpBvXor, "xor(a, 0)", "a", func(s *Store, r redex) ID { return given(s.isZero(r.y), r.x) }},
		{"bvxor/ones", OpBvXor, "xor(a, 1s)", "~a", func(s *Store, r redex) ID {
			if s.isOnes(r.y) {
				return s.BvNot(r.x)
			}
			return None
		}},
		{"bvxor/self", OpBvXor, "xor(a, a)", "0", func(s *Store, r redex) ID { return s.constGiven(r.x == r.y, Word{}, r.sort) }},
		{"bvxor/not", OpBvXor, "xor(~a, b)", "~xor(a, b)", func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				if s.is(OpBvNot, o[0]) {
					return s.BvNot(s.BvXor(s.at(o[0], 0), o[1]))
				}
			}
			return None
		}},
		{"bvxor/assoc-const", OpBvXor, "xor(xor(a, c1), c2)", "xor(a, xor(c1, c2))", assocConst},
		{"bvxor/float-const", OpBvXor, "xor(xor(a, c), b)", "xor(xor(a, b), c)", floatConst},
		{"bvxor/cancel", OpBvXor, "xor(xor(a, b), a)", "b", func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				if s.is(OpBvXor, o[0]) {
					if b, ok := s.other(o[0], o[1]); ok {
						return b
					}
				}
			}
			return None
		}},
		{"bvxor/disjoint", OpBvXor, "xor(a, b), upper bits of a and lower bits of b known 0", "concat(extract(b), extract(a))", splice},
	})
}

// assocConst rewrites op(op(a, c1), c2) to op(a, op(c1, c2)) for an associative
// and commutative op.
func assocConst(s *Store, r redex) ID {
	if s.IsConst(r.y) && s.is(r.op, r.x) && s.IsConst(s.at(r.x, 1)) {
		return s.binary(r.op, s.at(r.x, 0), s.binary(r.op, s.at(r.x, 1), r.y))
	}
	return None
}

// floatConst rewrites op(op(a, c), b) to op(op(a, b), c) for an associative and
// commutative op and b not constant.
func floatConst(s *Store, r redex) ID {
	if s.IsConst(r.y) {
		return None
	}
	for _, o := range both(r.x, r.y) {
		if s.is(r.op, o[0]) && s.IsConst(s.at(o[0], 1)) {
			return s.binary(r.op, s.binary(r.op, s.at(o[0], 0), o[1]), s.at(o[0], 1))
		}
	}
	return None
}

// throughConstIte rewrites f(ite(p, c1, c2)) to ite(p, f(c1), f(c2)) for unary f.
func throughConstIte(s *Store, r redex) ID {
	if !s.constIte(r.x) {
		return None
	}
	k := key{op: r.op, param: r.param}
	k.args[0] = s.at(r.x, 1)
	a := s.app(k)
	k.args[0] = s.at(r.x, 2)
	return s.Ite(s.at(r.x, 0), a, s.app(k))
}

// splice rewrites a sum or disjunction of bit-vectors that cannot both have a
// bit, one living in the upper bits and one in the lower ones, to a concat:
//
//	x  0000xxxx
//	y  yyyy0000   ⇒   concat(y[w-1:k], x[k-1:0])
func splice(s *Store, r redex) ID {
	for _, o := range both(r.x, r.y) {
		low, high := o[0], o[1]
		k := Ones(r.w).AndNot(s.Known(low).Zeros).Len()
		if k == 0 || k == r.w || !Ones(k).AndNot(s.Known(high).Zeros).IsZero() {
			continue
		}
		return s.Concat(s.Extract(high, r.w-1, k), s.Extract(low, k-1, 0))
	}
	return None
}
