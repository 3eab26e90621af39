package term

// overflowRules are the rules of the overflow predicates. With a constant
// operand they become comparisons.
func overflowRules() []rule {
	constant := func(op Op, name, match, result string, f func(s *Store, x ID, c Word, w uint) ID) rule {
		return on(op, name, match, result, func(s *Store, r redex) ID {
			if c, ok := s.Value(r.y); ok {
				return f(s, r.x, c, r.w)
			}
			return None
		})
	}
	return []rule{
		constant(OpUaddo, "const", "bvuaddo(a, c)", "~c < a", func(s *Store, x ID, c Word, w uint) ID {
			return s.Ult(s.Const(c.Not(), w), x)
		}),
		on(OpUaddo, "known", "bvuaddo(a, b), decided by known bits", "true or false", func(s *Store, r redex) ID {
			kx, ky := s.Known(r.x), s.Known(r.y)
			switch {
			case !overflows(OpUaddo, r.w, kx.max(r.w), ky.max(r.w)):
				return False
			case overflows(OpUaddo, r.w, kx.min(), ky.min()):
				return True
			}
			return None
		}),
		constant(OpSaddo, "const", "bvsaddo(a, c)", "greatest - c <s a if c ≥ 0, else a <s least - c", func(s *Store, x ID, c Word, w uint) ID {
			if c.Negative(w) {
				return s.Slt(x, s.Const(SignBit(w).Sub(c), w))
			}
			return s.Slt(s.Const(Ones(w-1).Sub(c), w), x)
		}),
		on(OpSaddo, "extended", "bvsaddo(a, b), both with two equal sign bits", "false", func(s *Store, r redex) ID {
			return given(s.signBits(r.x) >= 2 && s.signBits(r.y) >= 2, False)
		}),
		on(OpUsubo, "bvult", "bvusubo(a, b)", "a < b", func(s *Store, r redex) ID { return s.Ult(r.x, r.y) }),
		on(OpSsubo, "self", "bvssubo(a, a)", "false", func(s *Store, r redex) ID { return given(r.x == r.y, False) }),
		constant(OpSsubo, "const", "bvssubo(a, c)", "a <s least + c if c ≥ 0, else greatest + c <s a", func(s *Store, x ID, c Word, w uint) ID {
			if c.Negative(w) {
				return s.Slt(s.Const(Ones(w-1).Add(c), w), x)
			}
			return s.Slt(x, s.Const(SignBit(w).Add(c), w))
		}),
		on(OpSsubo, "extended", "bvssubo(a, b), both with two equal sign bits", "false", func(s *Store, r redex) ID {
			return given(s.signBits(r.x) >= 2 && s.signBits(r.y) >= 2, False)
		}),
		constant(OpUmulo, "const", "bvumulo(a, c)", "false if c = 0, else greatest / c < a", func(s *Store, x ID, c Word, w uint) ID {
			if c.IsZero() {
				return False
			}
			quo, _ := Ones(w).DivMod(c)
			return s.Ult(s.Const(quo, w), x)
		}),
		on(OpUmulo, "known", "bvumulo(a, b), decided by known bits", "true or false", func(s *Store, r redex) ID {
			kx, ky := s.Known(r.x), s.Known(r.y)
			switch {
			case !overflows(OpUmulo, r.w, kx.max(r.w), ky.max(r.w)):
				return False
			case overflows(OpUmulo, r.w, kx.min(), ky.min()):
				return True
			}
			return None
		}),
		constant(OpSmulo, "const", "bvsmulo(a, c)", "a outside the quotients of greatest and least by c", smuloConst),
		on(OpSmulo, "extended", "bvsmulo(a, b), more than w + 1 equal sign bits together", "false", func(s *Store, r redex) ID {
			return given(s.signBits(r.x)+s.signBits(r.y) > r.w+1, False)
		}),
		on(OpSdivo, "define", "bvsdivo(a, b)", "a = least ∧ b = -1", func(s *Store, r redex) ID {
			return s.And(s.Eq(r.x, s.Const(SignBit(r.w), r.w)), s.Eq(r.y, s.Const(Ones(r.w), r.w)))
		}),
		on(OpNego, "define", "bvnego(a)", "a = least", func(s *Store, r redex) ID {
			return s.Eq(r.x, s.Const(SignBit(r.w), r.w))
		}),
	}
}

// smuloConst rewrites bvsmulo(a, c). The product fits iff
// least ≤ a * c ≤ greatest. Quotients truncate towards 0, which is the rounding
// each side needs:
//
//	c > 0:   least / c ≤ a ≤ greatest / c
//	c < -1:  greatest / c ≤ a ≤ least / c
//	c = -1:  a ≠ least
func smuloConst(s *Store, x ID, c Word, w uint) ID {
	least, greatest := SignBit(w), Ones(w-1)
	switch {
	case c.IsZero():
		return False
	case c == Ones(w):
		return s.Eq(x, s.Const(least, w))
	}
	lower := fold(OpSdiv, 0, w, w, [3]Word{least, c})
	upper := fold(OpSdiv, 0, w, w, [3]Word{greatest, c})
	if c.Negative(w) {
		lower, upper = upper, lower
	}
	return s.Or(s.Slt(x, s.Const(lower, w)), s.Slt(s.Const(upper, w), x))
}

// signBits returns a lower bound, at least 1, on the number of upper bits of a
// bit-vector that always equal its sign.
func (s *Store) signBits(a ID) uint {
	w := s.Width(a)
	if s.is(OpSext, a) {
		return w - s.Width(s.at(a, 0)) + 1
	}
	k := s.Known(a)
	return max(1, w-Ones(w).AndNot(k.Zeros).Len(), w-Ones(w).AndNot(k.Ones).Len())
}
