package term

// bitwiseRules are the rules of bvnot, bvand, bvor and bvxor; those that bvand
// shares with and are conjunctionRules.
func bitwiseRules() []rule {
	list := []rule{{
		name: "bvnot/double", op: OpBvNot,
		match:  "~~a",
		result: "a",
		apply:  cancelUnary,
	}, {
		name: "bvnot/bvneg", op: OpBvNot,
		match:  "~(-a)",
		result: "a - 1",
		apply: func(s *Store, r redex) ID {
			if s.is(OpNeg, r.x) {
				return s.Add(s.at(r.x, 0), s.constOf(Ones(r.w), r.sort))
			}
			return None
		},
	}, {
		name: "bvnot/ite", op: OpBvNot,
		match:  "~ite(p, c1, c2)",
		result: "ite(p, ~c1, ~c2)",
		apply:  throughConstIte,
	}}
	list = append(list, conjunctionRules(OpBvAnd)...)
	return append(list, rule{
		name: "bvand/assoc-const", op: OpBvAnd,
		match:  "(a ∧ c1) ∧ c2",
		result: "a ∧ (c1 ∧ c2)",
		apply:  assocConst,
	}, rule{
		name: "bvand/float-const", op: OpBvAnd,
		match:  "(a ∧ c) ∧ b",
		result: "(a ∧ b) ∧ c",
		apply:  floatConst,
	}, rule{
		name: "bvand/low-mask", op: OpBvAnd,
		match:  "a ∧ 0…01…1, k ones",
		result: "zext(extract[k-1:0](a))",
		apply: func(s *Store, r redex) ID {
			c, ok := s.Value(r.y)
			if !ok || c != Ones(c.Len()) {
				return None
			}
			return s.Zext(s.Extract(r.x, c.Len()-1, 0), r.w)
		},
	}, rule{
		name: "bvand/high-mask", op: OpBvAnd,
		match:  "a ∧ 1…10…0, k zeros",
		result: "concat(extract[w-1:k](a), 0)",
		apply: func(s *Store, r redex) ID {
			c, ok := s.Value(r.y)
			k := c.TrailingZeros()
			if !ok || c != Ones(r.w).AndNot(Ones(k)) {
				return None
			}
			return s.Concat(s.Extract(r.x, r.w-1, k), s.Uint(0, k))
		},
	}, rule{
		name: "bvand/zext-const", op: OpBvAnd,
		match:  "zext(a) ∧ c",
		result: "zext(a ∧ c)",
		apply: func(s *Store, r redex) ID {
			c, ok := s.Value(r.y)
			if !ok || !s.is(OpZext, r.x) {
				return None
			}
			a := s.at(r.x, 0)
			return s.Zext(s.BvAnd(a, s.Const(c, s.Width(a))), r.w)
		},
	}, rule{
		name: "bvand/concat-const", op: OpBvAnd,
		match:  "concat(a, b) ∧ concat(c1, c2)",
		result: "concat(a ∧ c1, b ∧ c2)",
		apply: func(s *Store, r redex) ID {
			c, ok := s.Value(r.y)
			if !ok || !s.is(OpConcat, r.x) {
				return None
			}
			a, b := s.at(r.x, 0), s.at(r.x, 1)
			wa, wb := s.Width(a), s.Width(b)
			return s.Concat(s.BvAnd(a, s.Const(c.Shr(wb), wa)), s.BvAnd(b, s.Const(c, wb)))
		},
	}, rule{
		name: "bvor/disjoint", op: OpBvOr,
		match:  "a ∨ b, upper bits of a and lower bits of b known 0",
		result: "concat(extract(b), extract(a))",
		apply:  splice,
	}, rule{
		name: "bvor/de-morgan", op: OpBvOr,
		match:  "a ∨ b",
		result: "~(~a ∧ ~b)",
		apply: func(s *Store, r redex) ID {
			return s.BvNot(s.BvAnd(s.BvNot(r.x), s.BvNot(r.y)))
		},
	}, rule{
		name: "bvxor/zero", op: OpBvXor,
		match:  "xor(a, 0)",
		result: "a",
		apply: func(s *Store, r redex) ID {
			if s.isZero(r.y) {
				return r.x
			}
			return None
		},
	}, rule{
		name: "bvxor/ones", op: OpBvXor,
		match:  "xor(a, 1s)",
		result: "~a",
		apply: func(s *Store, r redex) ID {
			if s.isOnes(r.y) {
				return s.BvNot(r.x)
			}
			return None
		},
	}, rule{
		name: "bvxor/self", op: OpBvXor,
		match:  "xor(a, a)",
		result: "0",
		apply: func(s *Store, r redex) ID {
			if r.x == r.y {
				return s.constOf(Word{}, r.sort)
			}
			return None
		},
	}, rule{
		name: "bvxor/not", op: OpBvXor,
		match:  "xor(~a, b)",
		result: "~xor(a, b)",
		apply: func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				if s.is(OpBvNot, o[0]) {
					return s.BvNot(s.BvXor(s.at(o[0], 0), o[1]))
				}
			}
			return None
		},
	}, rule{
		name: "bvxor/assoc-const", op: OpBvXor,
		match:  "xor(xor(a, c1), c2)",
		result: "xor(a, xor(c1, c2))",
		apply:  assocConst,
	}, rule{
		name: "bvxor/float-const", op: OpBvXor,
		match:  "xor(xor(a, c), b)",
		result: "xor(xor(a, b), c)",
		apply:  floatConst,
	}, rule{
		name: "bvxor/cancel", op: OpBvXor,
		match:  "xor(xor(a, b), a)",
		result: "b",
		apply: func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				if s.is(OpBvXor, o[0]) {
					if b, ok := s.other(o[0], o[1]); ok {
						return b
					}
				}
			}
			return None
		},
	}, rule{
		name: "bvxor/disjoint", op: OpBvXor,
		match:  "xor(a, b), upper bits of a and lower bits of b known 0",
		result: "concat(extract(b), extract(a))",
		apply:  splice,
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
