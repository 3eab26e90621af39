package term

// shiftRules are the rules of shifts and rotations. Constant amounts turn them
// into products, extracts and concats.
func shiftRules() []rule {
	// constant rules apply when the amount is a constant less than the width.
	constant := func(op Op, name, match, result string, f func(s *Store, x ID, n uint, r redex) ID) rule {
		return on(op, name, match, result, func(s *Store, r redex) ID {
			c, ok := s.Value(r.y)
			if !ok || amount(c) >= r.w {
				return None
			}
			return f(s, r.x, amount(c), r)
		})
	}
	return []rule{
		on(OpShl, "far", "a << b, b ≥ w by known bits", "0", func(s *Store, r redex) ID { return s.constGiven(s.tooFar(r), Word{}, r.sort) }),
		on(OpShl, "zero", "0 << a", "0", func(s *Store, r redex) ID { return given(s.isZero(r.x), r.x) }),
		constant(OpShl, "const", "a << n", "a * 2^n", func(s *Store, x ID, n uint, r redex) ID {
			return s.Mul(x, s.Const(WordOf(1).Shl(n), r.w))
		}),

		on(OpLshr, "far", "a >> b, b ≥ w by known bits", "0", func(s *Store, r redex) ID { return s.constGiven(s.tooFar(r), Word{}, r.sort) }),
		on(OpLshr, "zero", "0 >> a", "0", func(s *Store, r redex) ID { return given(s.isZero(r.x), r.x) }),
		constant(OpLshr, "const", "a >> n", "zext(extract[w-1:n](a))", func(s *Store, x ID, n uint, r redex) ID {
			return s.Zext(s.Extract(x, r.w-1, n), r.w)
		}),

		on(OpAshr, "fixed", "0 >>s a, -1 >>s a", "0, -1", func(s *Store, r redex) ID { return given(s.isZero(r.x) || s.isOnes(r.x), r.x) }),
		on(OpAshr, "far", "a >>s b, b ≥ w by known bits", "sext(extract[w-1:w-1](a))", func(s *Store, r redex) ID {
			if !s.tooFar(r) {
				return None
			}
			return s.Sext(s.Extract(r.x, r.w-1, r.w-1), r.w)
		}),
		constant(OpAshr, "const", "a >>s n", "sext(extract[w-1:n](a))", func(s *Store, x ID, n uint, r redex) ID {
			return s.Sext(s.Extract(x, r.w-1, n), r.w)
		}),
		on(OpAshr, "unsigned", "a >>s b, a known not negative", "a >> b", func(s *Store, r redex) ID {
			if s.notNegative(r.x) {
				return s.Lshr(r.x, r.y)
			}
			return None
		}),

		on(OpRotl, "zero", "rotate_left[0](a)", "a", func(s *Store, r redex) ID { return given(r.param == 0, r.x) }),
		on(OpRotl, "concat", "rotate_left[n](a)", "concat(extract[w-1-n:0](a), extract[w-1:w-n](a))", func(s *Store, r redex) ID {
			n := uint(r.param)
			return s.Concat(s.Extract(r.x, r.w-1-n, 0), s.Extract(r.x, r.w-1, r.w-n))
		}),
		on(OpRotr, "left", "rotate_right[n](a)", "rotate_left[w-n](a)", func(s *Store, r redex) ID {
			return s.RotateLeft(r.x, r.w-uint(r.param))
		}),
		on(OpRotlVar, "const", "ext_rotate_left(a, c)", "rotate_left[c mod w](a)", func(s *Store, r redex) ID {
			if c, ok := s.Value(r.y); ok {
				return s.RotateLeft(r.x, mod(c, r.w))
			}
			return None
		}),
		on(OpRotlVar, "fixed", "ext_rotate_left(0, a), ext_rotate_left(1s, a)", "0, 1s", func(s *Store, r redex) ID { return given(s.isZero(r.x) || s.isOnes(r.x), r.x) }),
		on(OpRotrVar, "const", "ext_rotate_right(a, c)", "rotate_right[c mod w](a)", func(s *Store, r redex) ID {
			if c, ok := s.Value(r.y); ok {
				return s.RotateRight(r.x, mod(c, r.w))
			}
			return None
		}),
		on(OpRotrVar, "fixed", "ext_rotate_right(0, a), ext_rotate_right(1s, a)", "0, 1s", func(s *Store, r redex) ID { return given(s.isZero(r.x) || s.isOnes(r.x), r.x) }),
	}
}

// tooFar reports whether the amount of a shift is known to be at least the
// width.
func (s *Store) tooFar(r redex) bool { return amount(s.Known(r.y).min()) >= r.w }
