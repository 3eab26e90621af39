package term

import "slices"

// productRules are the rules of multiplication, division and remainder. For a divisor 0 they agree with
// fold.
func productRules() []rule { return slices.Concat(mulRules(), divRules(), signedDivRules()) }

// onConst returns a rule that applies when the second argument is constant.
func onConst(op Op, name, match, result string, f func(s *Store, x ID, c Word, r redex) ID) rule {
	return on(op, name, match, result, func(s *Store, r redex) ID {
		if c, ok := s.Value(r.y); ok {
			return f(s, r.x, c, r)
		}
		return None
	})
}

// mulRules are the rules of bvmul.
func mulRules() []rule {
	return []rule{
		onConst(OpMul, "zero", "a * 0", "0", func(s *Store, x ID, c Word, r redex) ID { return given(c.IsZero(), r.y) }),
		onConst(OpMul, "one", "a * 1", "a", func(s *Store, x ID, c Word, r redex) ID { return given(c == WordOf(1), x) }),
		onConst(OpMul, "minus-one", "a * -1", "-a", func(s *Store, x ID, c Word, r redex) ID {
			if c == Ones(r.w) {
				return s.Neg(x)
			}
			return None
		}),
		on(OpMul, "bit", "a * b, width 1", "a ∧ b", func(s *Store, r redex) ID {
			if r.w == 1 {
				return s.BvAnd(r.x, r.y)
			}
			return None
		}),
		on(OpMul, "assoc-const", "(a * c1) * c2", "a * (c1 * c2)", assocConst),
		on(OpMul, "float-const", "(a * c) * b", "(a * b) * c", floatConst),
		onConst(OpMul, "distribute", "(a + c1) * c2", "a * c2 + c1 * c2", func(s *Store, x ID, c Word, r redex) ID {
			if a, c1 := s.offset(x); a != x {
				return s.Add(s.Mul(a, r.y), s.Const(c1.Mul(c), r.w))
			}
			return None
		}),
		onConst(OpMul, "power", "a * 2^k", "concat(extract[w-1-k:0](a), 0)", func(s *Store, x ID, c Word, r redex) ID {
			if c.OnesCount() == 1 {
				return s.shifted(x, c.TrailingZeros())
			}
			return None
		}),
		on(OpMul, "bvneg", "-a * b", "-(a * b)", func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				if s.is(OpNeg, o[0]) {
					return s.Neg(s.Mul(s.at(o[0], 0), o[1]))
				}
			}
			return None
		}),
	}
}

// divRules are the rules of unsigned division and remainder.
func divRules() []rule {
	return []rule{
		onConst(OpUdiv, "zero", "a / 0", "1s", func(s *Store, x ID, c Word, r redex) ID { return s.constGiven(c.IsZero(), Ones(r.w), r.sort) }),
		onConst(OpUdiv, "power", "a / 2^k", "zext(extract[w-1:k](a))", func(s *Store, x ID, c Word, r redex) ID {
			if c.OnesCount() == 1 {
				return s.Zext(s.Extract(x, r.w-1, c.TrailingZeros()), r.w)
			}
			return None
		}),
		on(OpUdiv, "self", "a / a", "ite(a = 0, 1s, 1)", func(s *Store, r redex) ID {
			if r.x != r.y {
				return None
			}
			zero := s.constOf(Word{}, r.sort)
			return s.Ite(s.Eq(r.x, zero), s.constOf(Ones(r.w), r.sort), s.Uint(1, r.w))
		}),
		on(OpUdiv, "less", "a / b, a < b by known bits", "0", func(s *Store, r redex) ID {
			return s.constGiven(s.Known(r.x).max(r.w).Less(s.Known(r.y).min()), Word{}, r.sort)
		}),
		on(OpUdiv, "zero-left", "0 / a", "ite(a = 0, 1s, 0)", func(s *Store, r redex) ID {
			if s.isZero(r.x) {
				return s.Ite(s.Eq(r.y, r.x), s.constOf(Ones(r.w), r.sort), r.x)
			}
			return None
		}),
		onConst(OpUdiv, "zext-const", "zext(a) / c, c fits", "zext(a / c)", func(s *Store, x ID, c Word, r redex) ID {
			return narrowConst(s, OpUdiv, x, c, r)
		}),

		onConst(OpUrem, "zero", "a % 0", "a", func(s *Store, x ID, c Word, r redex) ID { return given(c.IsZero(), x) }),
		onConst(OpUrem, "one", "a % 1", "0", func(s *Store, x ID, c Word, r redex) ID { return s.constGiven(c == WordOf(1), Word{}, r.sort) }),
		onConst(OpUrem, "power", "a % 2^k", "zext(extract[k-1:0](a))", func(s *Store, x ID, c Word, r redex) ID {
			if c.OnesCount() == 1 {
				return s.Zext(s.Extract(x, c.TrailingZeros()-1, 0), r.w)
			}
			return None
		}),
		on(OpUrem, "self", "a % a", "0", func(s *Store, r redex) ID { return s.constGiven(r.x == r.y, Word{}, r.sort) }),
		on(OpUrem, "zero-left", "0 % a", "0", func(s *Store, r redex) ID { return given(s.isZero(r.x), r.x) }),
		on(OpUrem, "less", "a % b, a < b by known bits", "a", func(s *Store, r redex) ID { return given(s.Known(r.x).max(r.w).Less(s.Known(r.y).min()), r.x) }),
		onConst(OpUrem, "zext-const", "zext(a) % c, c fits", "zext(a % c)", func(s *Store, x ID, c Word, r redex) ID {
			return narrowConst(s, OpUrem, x, c, r)
		}),
		on(OpUrem, "zext", "zext(a) % zext(b), widths equal", "zext(a % b)", func(s *Store, r redex) ID {
			if !s.is(OpZext, r.x) || !s.is(OpZext, r.y) || s.Sort(s.at(r.x, 0)) != s.Sort(s.at(r.y, 0)) {
				return None
			}
			return s.Zext(s.Urem(s.at(r.x, 0), s.at(r.y, 0)), r.w)
		}),
	}
}

// signedDivRules are the rules of signed division and remainder.
func signedDivRules() []rule {
	return []rule{
		onConst(OpSdiv, "zero", "a /s 0", "ite(a < 0, 1, -1)", func(s *Store, x ID, c Word, r redex) ID {
			if !c.IsZero() {
				return None
			}
			return s.Ite(s.Slt(x, r.y), s.Uint(1, r.w), s.constOf(Ones(r.w), r.sort))
		}),
		onConst(OpSdiv, "minus-one", "a /s -1", "-a", func(s *Store, x ID, c Word, r redex) ID {
			if c == Ones(r.w) {
				return s.Neg(x)
			}
			return None
		}),
		onConst(OpSdiv, "one", "a /s 1", "a", func(s *Store, x ID, c Word, r redex) ID { return given(c == WordOf(1), x) }),
		on(OpSdiv, "self", "a /s a", "ite(a = 0, -1, 1)", func(s *Store, r redex) ID {
			if r.x != r.y {
				return None
			}
			zero := s.constOf(Word{}, r.sort)
			return s.Ite(s.Eq(r.x, zero), s.constOf(Ones(r.w), r.sort), s.Uint(1, r.w))
		}),
		on(OpSdiv, "unsigned", "a /s b, both known not negative", "a / b", func(s *Store, r redex) ID {
			if s.notNegative(r.x) && s.notNegative(r.y) {
				return s.Udiv(r.x, r.y)
			}
			return None
		}),

		onConst(OpSrem, "zero", "a %s 0", "a", func(s *Store, x ID, c Word, r redex) ID { return given(c.IsZero(), x) }),
		onConst(OpSrem, "one", "a %s 1, a %s -1", "0", func(s *Store, x ID, c Word, r redex) ID {
			return s.constGiven(c == WordOf(1) || c == Ones(r.w), Word{}, r.sort)
		}),
		onConst(OpSrem, "negative", "a %s c, c negative and not the least value", "a %s -c", func(s *Store, x ID, c Word, r redex) ID {
			if !c.Negative(r.w) || c == SignBit(r.w) {
				return None
			}
			return s.Srem(x, s.Const(c.Neg(), r.w))
		}),
		on(OpSrem, "self", "a %s a", "0", func(s *Store, r redex) ID { return s.constGiven(r.x == r.y, Word{}, r.sort) }),
		on(OpSrem, "zero-left", "0 %s a", "0", func(s *Store, r redex) ID { return given(s.isZero(r.x), r.x) }),
		on(OpSrem, "unsigned", "a %s b, both known not negative", "a % b", func(s *Store, r redex) ID {
			if s.notNegative(r.x) && s.notNegative(r.y) {
				return s.Urem(r.x, r.y)
			}
			return None
		}),
	}
}

// narrowConst rewrites zext(a) op c to zext(a op c), for op an unsigned division
// or remainder and c not 0 and not wider than a.
func narrowConst(s *Store, op Op, x ID, c Word, r redex) ID {
	if !s.is(OpZext, x) || c.IsZero() {
		return None
	}
	a := s.at(x, 0)
	if c.Len() > s.Width(a) {
		return None // the rules on known bits decide these
	}
	return s.Zext(s.binary(op, a, s.Const(c, s.Width(a))), r.w)
}

// notNegative reports whether the sign bit of a bit-vector is known to be 0.
func (s *Store) notNegative(a ID) bool { return s.Known(a).Zeros.Bit(s.Width(a)-1) == 1 }
