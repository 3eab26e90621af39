package term

// orderRules are the rules of single comparisons. x ≤ y is ¬(y < x).
func orderRules() []rule {
	on := func(op Op, name, match, result string, f func(s *Store, x, y ID, w uint) ID) rule {
		return rule{op.String() + "/" + name, op, match, result, func(s *Store, r redex) ID { return f(s, r.x, r.y, r.w) }}
	}
	list := []rule{
		on(OpUle, "bvult", "a ≤ b", "¬(b < a)", func(s *Store, x, y ID, w uint) ID { return s.Not(s.Ult(y, x)) }),
		on(OpSle, "bvslt", "a ≤s b", "¬(b <s a)", func(s *Store, x, y ID, w uint) ID { return s.Not(s.Slt(y, x)) }),
	}
	for _, op := range []Op{OpUlt, OpSlt} {
		list = append(list, strictRules(op)...)
	}
	return append(list,
		on(OpUlt, "bit", "a < b, width 1", "¬(a = 1) ∧ b = 1", func(s *Store, x, y ID, w uint) ID {
			if w != 1 {
				return None
			}
			one := s.Uint(1, 1)
			return s.And(s.Not(s.Eq(x, one)), s.Eq(y, one))
		}),
		on(OpUlt, "known", "a < b, decided by known bits", "true or false", func(s *Store, x, y ID, w uint) ID {
			kx, ky := s.Known(x), s.Known(y)
			switch {
			case kx.max(w).Less(ky.min()):
				return True
			case !kx.min().Less(ky.max(w)):
				return False
			}
			return None
		}),
		on(OpUlt, "extend", "zext(a) < zext(b), sext(a) < sext(b), widths equal", "a < b", func(s *Store, x, y ID, w uint) ID {
			if op := s.Op(x); op != s.Op(y) || op != OpZext && op != OpSext || s.Sort(s.at(x, 0)) != s.Sort(s.at(y, 0)) {
				return None
			}
			return s.Ult(s.at(x, 0), s.at(y, 0))
		}),
		on(OpUlt, "zext-const", "zext(a) < c, c < zext(a), c fits", "a < c, c < a", func(s *Store, x, y ID, w uint) ID {
			if c, ok := s.Value(y); ok && s.is(OpZext, x) {
				if a := s.at(x, 0); c.Len() <= s.Width(a) {
					return s.Ult(a, s.Const(c, s.Width(a)))
				}
			}
			if c, ok := s.Value(x); ok && s.is(OpZext, y) {
				if a := s.at(y, 0); c.Len() <= s.Width(a) {
					return s.Ult(s.Const(c, s.Width(a)), a)
				}
			}
			return None
		}),
		on(OpSlt, "bit", "a <s b, width 1", "a = 1 ∧ ¬(b = 1)", func(s *Store, x, y ID, w uint) ID {
			if w != 1 {
				return None
			}
			one := s.Uint(1, 1)
			return s.And(s.Eq(x, one), s.Not(s.Eq(y, one)))
		}),
		on(OpSlt, "known-sign", "a <s b, signs known and different", "true or false", func(s *Store, x, y ID, w uint) ID {
			kx, ky := s.Known(x), s.Known(y)
			switch {
			case kx.Ones.Bit(w-1) == 1 && ky.Zeros.Bit(w-1) == 1:
				return True
			case kx.Zeros.Bit(w-1) == 1 && ky.Ones.Bit(w-1) == 1:
				return False
			}
			return None
		}),
		on(OpSlt, "unsigned", "a <s b, signs known and equal", "a < b", func(s *Store, x, y ID, w uint) ID {
			kx, ky := s.Known(x), s.Known(y)
			if kx.Zeros.And(ky.Zeros).Or(kx.Ones.And(ky.Ones)).Bit(w-1) == 1 {
				return s.Ult(x, y)
			}
			return None
		}),
		on(OpSlt, "sext", "sext(a) <s sext(b), widths equal", "a <s b", func(s *Store, x, y ID, w uint) ID {
			if !s.is(OpSext, x) || !s.is(OpSext, y) || s.Sort(s.at(x, 0)) != s.Sort(s.at(y, 0)) {
				return None
			}
			return s.Slt(s.at(x, 0), s.at(y, 0))
		}),
		on(OpSlt, "sext-left", "sext(a) <s c", "a <s c if c fits, else whether c > 0", func(s *Store, x, y ID, w uint) ID {
			c, ok := s.Value(y)
			if !ok || !s.is(OpSext, x) {
				return None
			}
			a := s.at(x, 0)
			if aw := s.Width(a); c.Mask(aw).Extend(aw).Mask(w) == c {
				return s.Slt(a, s.Const(c, aw))
			}
			return s.Bool(!c.Negative(w))
		}),
		on(OpSlt, "sext-right", "c <s sext(a)", "c <s a if c fits, else whether c < 0", func(s *Store, x, y ID, w uint) ID {
			c, ok := s.Value(x)
			if !ok || !s.is(OpSext, y) {
				return None
			}
			a := s.at(y, 0)
			if aw := s.Width(a); c.Mask(aw).Extend(aw).Mask(w) == c {
				return s.Slt(s.Const(c, aw), a)
			}
			return s.Bool(c.Negative(w))
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
	on := func(name, match, result string, f func(s *Store, x, y ID, w uint) ID) rule {
		return rule{op.String() + "/" + name, op, match, result, func(s *Store, r redex) ID { return f(s, r.x, r.y, r.w) }}
	}
	right := func(name, match, result string, f func(s *Store, x ID, c Word, w uint) ID) rule {
		return on(name, match, result, func(s *Store, x, y ID, w uint) ID {
			if c, ok := s.Value(y); ok {
				return f(s, x, c, w)
			}
			return None
		})
	}
	left := func(name, match, result string, f func(s *Store, c Word, y ID, w uint) ID) rule {
		return on(name, match, result, func(s *Store, x, y ID, w uint) ID {
			if c, ok := s.Value(x); ok {
				return f(s, c, y, w)
			}
			return None
		})
	}
	one := WordOf(1)
	return []rule{
		on("irreflexive", "a < a", "false", func(s *Store, x, y ID, w uint) ID {
			if x == y {
				return False
			}
			return None
		}),
		right("below-least", "a < least", "false", func(s *Store, x ID, c Word, w uint) ID {
			if c == least(w) {
				return False
			}
			return None
		}),
		left("above-greatest", "greatest < a", "false", func(s *Store, c Word, y ID, w uint) ID {
			if c == greatest(w) {
				return False
			}
			return None
		}),
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
		on("bvnot", "~a < ~b, ~a < c, c < ~a", "b < a, ~c < a, a < ~c", func(s *Store, x, y ID, w uint) ID {
			nx, ny := s.is(OpBvNot, x), s.is(OpBvNot, y)
			if nx && (ny || s.IsConst(y)) || ny && s.IsConst(x) {
				return s.binary(op, s.BvNot(y), s.BvNot(x))
			}
			return None
		}),
		on("concat-upper", "concat(a, b) < concat(a, d)", "b < d unsigned", func(s *Store, x, y ID, w uint) ID {
			if !s.is(OpConcat, x) || !s.is(OpConcat, y) || s.at(x, 0) != s.at(y, 0) {
				return None
			}
			return s.Ult(s.at(x, 1), s.at(y, 1))
		}),
		on("concat-lower", "concat(a, b) < concat(d, b)", "a < d", func(s *Store, x, y ID, w uint) ID {
			if !s.is(OpConcat, x) || !s.is(OpConcat, y) || s.at(x, 1) != s.at(y, 1) {
				return None
			}
			return s.binary(op, s.at(x, 0), s.at(y, 0))
		}),
	}
}
