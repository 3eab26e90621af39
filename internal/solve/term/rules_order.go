package term

// orderRules are the rules of single comparisons. x ≤ y is ¬(y < x).
func orderRules() []rule {
	list := []rule{
		on(OpUle, "bvult", "a ≤ b", "¬(b < a)", func(s *Store, r redex) ID { return s.Not(s.Ult(r.y, r.x)) }),
		on(OpSle, "bvslt", "a ≤s b", "¬(b <s a)", func(s *Store, r redex) ID { return s.Not(s.Slt(r.y, r.x)) }),
	}
	for _, op := range []Op{OpUlt, OpSlt} {
		list = append(list, strictRules(op)...)
	}
	return append(list,
		on(OpUlt, "bit", "a < b, width 1", "¬(a = 1) ∧ b = 1", func(s *Store, r redex) ID {
			if r.w != 1 {
				return None
			}
			one := s.Uint(1, 1)
			return s.And(s.Not(s.Eq(r.x, one)), s.Eq(r.y, one))
		}),
		on(OpUlt, "known", "a < b, decided by known bits", "true or false", func(s *Store, r redex) ID {
			kx, ky := s.Known(r.x), s.Known(r.y)
			switch {
			case kx.max(r.w).Less(ky.min()):
				return True
			case !kx.min().Less(ky.max(r.w)):
				return False
			}
			return None
		}),
		on(OpUlt, "extend", "zext(a) < zext(b), sext(a) < sext(b), widths equal", "a < b", func(s *Store, r redex) ID {
			if op := s.Op(r.x); op != s.Op(r.y) || op != OpZext && op != OpSext || s.Sort(s.at(r.x, 0)) != s.Sort(s.at(r.y, 0)) {
				return None
			}
			return s.Ult(s.at(r.x, 0), s.at(r.y, 0))
		}),
		on(OpUlt, "zext-const", "zext(a) < c, c < zext(a), c fits", "a < c, c < a", func(s *Store, r redex) ID {
			if c, ok := s.Value(r.y); ok && s.is(OpZext, r.x) {
				if a := s.at(r.x, 0); c.Len() <= s.Width(a) {
					return s.Ult(a, s.Const(c, s.Width(a)))
				}
			}
			if c, ok := s.Value(r.x); ok && s.is(OpZext, r.y) {
				if a := s.at(r.y, 0); c.Len() <= s.Width(a) {
					return s.Ult(s.Const(c, s.Width(a)), a)
				}
			}
			return None
		}),
		on(OpSlt, "bit", "a <s b, width 1", "a = 1 ∧ ¬(b = 1)", func(s *Store, r redex) ID {
			if r.w != 1 {
				return None
			}
			one := s.Uint(1, 1)
			return s.And(s.Eq(r.x, one), s.Not(s.Eq(r.y, one)))
		}),
		on(OpSlt, "known-sign", "a <s b, signs known and different", "true or false", func(s *Store, r redex) ID {
			kx, ky := s.Known(r.x), s.Known(r.y)
			switch {
			case kx.Ones.Bit(r.w-1) == 1 && ky.Zeros.Bit(r.w-1) == 1:
				return True
			case kx.Zeros.Bit(r.w-1) == 1 && ky.Ones.Bit(r.w-1) == 1:
				return False
			}
			return None
		}),
		on(OpSlt, "unsigned", "a <s b, signs known and equal", "a < b", func(s *Store, r redex) ID {
			kx, ky := s.Known(r.x), s.Known(r.y)
			if kx.Zeros.And(ky.Zeros).Or(kx.Ones.And(ky.Ones)).Bit(r.w-1) == 1 {
				return s.Ult(r.x, r.y)
			}
			return None
		}),
		on(OpSlt, "sext", "sext(a) <s sext(b), widths equal", "a <s b", func(s *Store, r redex) ID {
			if !s.is(OpSext, r.x) || !s.is(OpSext, r.y) || s.Sort(s.at(r.x, 0)) != s.Sort(s.at(r.y, 0)) {
				return None
			}
			return s.Slt(s.at(r.x, 0), s.at(r.y, 0))
		}),
		on(OpSlt, "sext-left", "sext(a) <s c", "a <s c if c fits, else whether c > 0", func(s *Store, r redex) ID {
			c, ok := s.Value(r.y)
			if !ok || !s.is(OpSext, r.x) {
				return None
			}
			a := s.at(r.x, 0)
			if aw := s.Width(a); c.Mask(aw).Extend(aw).Mask(r.w) == c {
				return s.Slt(a, s.Const(c, aw))
			}
			return s.Bool(!c.Negative(r.w))
		}),
		on(OpSlt, "sext-right", "c <s sext(a)", "c <s a if c fits, else whether c < 0", func(s *Store, r redex) ID {
			c, ok := s.Value(r.x)
			if !ok || !s.is(OpSext, r.y) {
				return None
			}
			a := s.at(r.y, 0)
			if aw := s.Width(a); c.Mask(aw).Extend(aw).Mask(r.w) == c {
				return s.Slt(s.Const(c, aw), a)
			}
			return s.Bool(c.Negative(r.w))
		}),
	)
}

// strictRules are the rules that bvult and bvslt share. least and greatest are
// the extreme values in the order of op.
func strictRules(op Op) []rule {
	least := func(w uint) Word {
		if op == OpSlt {
			return SignBit(w)
		}
		return Word{}
	}
	greatest := func(w uint) Word { return least(w).Not().Mask(w) }
	right := func(name, match, result string, f func(s *Store, x ID, c Word, w uint) ID) rule {
		return on(op, name, match, result, func(s *Store, r redex) ID {
			if c, ok := s.Value(r.y); ok {
				return f(s, r.x, c, r.w)
			}
			return None
		})
	}
	left := func(name, match, result string, f func(s *Store, c Word, y ID, w uint) ID) rule {
		return on(op, name, match, result, func(s *Store, r redex) ID {
			if c, ok := s.Value(r.x); ok {
				return f(s, c, r.y, r.w)
			}
			return None
		})
	}
	one := WordOf(1)
	return []rule{
		on(op, "irreflexive", "a < a", "false", func(s *Store, r redex) ID { return given(r.x == r.y, False) }),
		right("below-least", "a < least", "false", func(s *Store, x ID, c Word, w uint) ID { return given(c == least(w), False) }),
		left("above-greatest", "greatest < a", "false", func(s *Store, c Word, y ID, w uint) ID { return given(c == greatest(w), False) }),
		right("is-least", "a < least + 1", "a = least", func(s *Store, x ID, c Word, w uint) ID {
			if c == least(w).Add(one).Mask(w) {
				return s.Eq(x, s.Const(least(w), w))
			}
			return None
		}),
		left("is-greatest", "greatest - 1 < a", "a = greatest", func(s *Store, c Word, y ID, w uint) ID {
			if c == greatest(w).Sub(one).Mask(w) {
				return s.Eq(y, s.Const(greatest(w), w))
			}
			return None
		}),
		left("not-least", "least < a", "a ≠ least", func(s *Store, c Word, y ID, w uint) ID {
			if c == least(w) {
				return s.Not(s.Eq(y, s.Const(c, w)))
			}
			return None
		}),
		right("not-greatest", "a < greatest", "a ≠ greatest", func(s *Store, x ID, c Word, w uint) ID {
			if c == greatest(w) {
				return s.Not(s.Eq(x, s.Const(c, w)))
			}
			return None
		}),
		on(op, "bvnot", "~a < ~b, ~a < c, c < ~a", "b < a, ~c < a, a < ~c", func(s *Store, r redex) ID {
			nx, ny := s.is(OpBvNot, r.x), s.is(OpBvNot, r.y)
			if nx && (ny || s.IsConst(r.y)) || ny && s.IsConst(r.x) {
				return s.binary(op, s.BvNot(r.y), s.BvNot(r.x))
			}
			return None
		}),
		on(op, "concat-upper", "concat(a, b) < concat(a, d)", "b < d unsigned", func(s *Store, r redex) ID {
			if !s.is(OpConcat, r.x) || !s.is(OpConcat, r.y) || s.at(r.x, 0) != s.at(r.y, 0) {
				return None
			}
			return s.Ult(s.at(r.x, 1), s.at(r.y, 1))
		}),
		on(op, "concat-lower", "concat(a, b) < concat(d, b)", "a < d", func(s *Store, r redex) ID {
			if !s.is(OpConcat, r.x) || !s.is(OpConcat, r.y) || s.at(r.x, 1) != s.at(r.y, 1) {
				return None
			}
			return s.binary(op, s.at(r.x, 0), s.at(r.y, 0))
		}),
	}
}
