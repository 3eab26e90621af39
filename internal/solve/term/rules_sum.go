package term

import "slices"

// sumRules are the rules of bvneg, bvadd and bvsub. Sums keep their constant
// outermost, a + c; constants are added, never subtracted; negations move out.
func sumRules() []rule { return slices.Concat(negRules(), addRules(), subRules()) }

// negRules are the rules of bvneg.
func negRules() []rule {
	return []rule{
		on(OpNeg, "bit", "-a, width 1", "a", func(s *Store, r redex) ID { return given(r.w == 1, r.x) }),
		on(OpNeg, "double", "-(-a)", "a", cancelUnary),
		on(OpNeg, "bvsub", "-(a - b)", "b - a", func(s *Store, r redex) ID {
			if s.is(OpSub, r.x) {
				return s.Sub(s.at(r.x, 1), s.at(r.x, 0))
			}
			return None
		}),
		on(OpNeg, "bvnot", "-(~a)", "a + 1", func(s *Store, r redex) ID {
			if s.is(OpBvNot, r.x) {
				return s.Add(s.at(r.x, 0), s.Uint(1, r.w))
			}
			return None
		}),
		on(OpNeg, "const", "-(a + c)", "-c - a", func(s *Store, r redex) ID {
			if a, c := s.offset(r.x); a != r.x {
				return s.Sub(s.Const(c.Neg(), r.w), a)
			}
			return None
		}),
		on(OpNeg, "ite", "-ite(p, c1, c2)", "ite(p, -c1, -c2)", throughConstIte),
	}
}

// addRules are the rules of bvadd.
func addRules() []rule {
	// add tries both orders of the arguments.
	add := func(name, match, result string, f func(s *Store, x, y ID, r redex) ID) rule {
		return rule{"bvadd/" + name, OpAdd, match, result, func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				if t := f(s, o[0], o[1], r); t != None {
					return t
				}
			}
			return None
		}}
	}
	return []rule{
		add("zero", "a + 0", "a", func(s *Store, x, y ID, r redex) ID { return given(s.isZero(y), x) }),
		add("bit", "a + b, width 1", "xor(a, b)", func(s *Store, x, y ID, r redex) ID {
			if r.w == 1 {
				return s.BvXor(x, y)
			}
			return None
		}),
		add("bvneg-bvneg", "-a + -b", "-(a + b)", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpNeg, x) && s.is(OpNeg, y) {
				return s.Neg(s.Add(s.at(x, 0), s.at(y, 0)))
			}
			return None
		}),
		add("bvneg", "a + -b", "a - b", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpNeg, y) {
				return s.Sub(x, s.at(y, 0))
			}
			return None
		}),
		add("complement", "a + ~a", "1s", func(s *Store, x, y ID, r redex) ID { return s.constGiven(s.opposite(x, y), Ones(r.w), r.sort) }),
		on(OpAdd, "assoc-const", "(a + c1) + c2", "a + (c1 + c2)", assocConst),
		add("bvsub-const", "(c1 - a) + c2", "(c1 + c2) - a", func(s *Store, x, y ID, r redex) ID {
			if s.IsConst(y) && s.is(OpSub, x) && s.IsConst(s.at(x, 0)) {
				return s.Sub(s.Add(s.at(x, 0), y), s.at(x, 1))
			}
			return None
		}),
		on(OpAdd, "float-const", "(a + c) + b", "(a + b) + c", floatConst),
		add("float-minuend", "(c - a) + b", "(b - a) + c", func(s *Store, x, y ID, r redex) ID {
			if !s.IsConst(y) && s.is(OpSub, x) && s.IsConst(s.at(x, 0)) {
				return s.Add(s.Sub(y, s.at(x, 1)), s.at(x, 0))
			}
			return None
		}),
		add("bvsub-cancel", "(a - b) + b", "a", func(s *Store, x, y ID, r redex) ID { return given(s.is(OpSub, x) && s.at(x, 1) == y, s.at(x, 0)) }),
		add("double", "a + a", "concat(extract[w-2:0](a), 0)", func(s *Store, x, y ID, r redex) ID {
			if x == y {
				return s.shifted(x, 1)
			}
			return None
		}),
		{
			"bvadd/disjoint", OpAdd,
			"a + b, upper bits of a and lower bits of b known 0",
			"concat(extract(b), extract(a))", splice,
		},
	}
}

// subRules are the rules of bvsub.
func subRules() []rule {
	return []rule{
		on(OpSub, "self", "a - a", "0", func(s *Store, r redex) ID { return s.constGiven(r.x == r.y, Word{}, r.sort) }),
		on(OpSub, "zero", "0 - a", "-a", func(s *Store, r redex) ID {
			if s.isZero(r.x) {
				return s.Neg(r.y)
			}
			return None
		}),
		on(OpSub, "bit", "a - b, width 1", "xor(a, b)", func(s *Store, r redex) ID {
			if r.w == 1 {
				return s.BvXor(r.x, r.y)
			}
			return None
		}),
		on(OpSub, "const", "a - c", "a + -c", func(s *Store, r redex) ID {
			if s.IsConst(r.y) {
				return s.Add(r.x, s.Neg(r.y))
			}
			return None
		}),
		on(OpSub, "bvneg-right", "a - -b", "a + b", func(s *Store, r redex) ID {
			if s.is(OpNeg, r.y) {
				return s.Add(r.x, s.at(r.y, 0))
			}
			return None
		}),
		on(OpSub, "bvneg-left", "-a - b", "-(a + b)", func(s *Store, r redex) ID {
			if s.is(OpNeg, r.x) {
				return s.Neg(s.Add(s.at(r.x, 0), r.y))
			}
			return None
		}),
		on(OpSub, "const-bvnot", "c - ~a", "a + (c + 1)", func(s *Store, r redex) ID {
			if s.IsConst(r.x) && s.is(OpBvNot, r.y) {
				return s.Add(s.at(r.y, 0), s.Add(r.x, s.Uint(1, r.w)))
			}
			return None
		}),
		on(OpSub, "float-left", "(a + c) - b", "(a - b) + c", func(s *Store, r redex) ID {
			if a, c := s.offset(r.x); a != r.x {
				return s.Add(s.Sub(a, r.y), s.Const(c, r.w))
			}
			return None
		}),
		on(OpSub, "float-right", "a - (b + c)", "(a - b) + -c", func(s *Store, r redex) ID {
			if b, c := s.offset(r.y); b != r.y {
				return s.Add(s.Sub(r.x, b), s.Const(c.Neg(), r.w))
			}
			return None
		}),
		on(OpSub, "cancel-left", "(a + b) - a", "b", func(s *Store, r redex) ID {
			if s.is(OpAdd, r.x) {
				if b, ok := s.other(r.x, r.y); ok {
					return b
				}
			}
			return None
		}),
		on(OpSub, "cancel-right", "a - (a + b)", "-b", func(s *Store, r redex) ID {
			if s.is(OpAdd, r.y) {
				if b, ok := s.other(r.y, r.x); ok {
					return s.Neg(b)
				}
			}
			return None
		}),
		on(OpSub, "cancel-both", "(a + b) - (a + d)", "b - d", func(s *Store, r redex) ID {
			if !s.is(OpAdd, r.x) || !s.is(OpAdd, r.y) {
				return None
			}
			for i := range 2 {
				if d, ok := s.other(r.y, s.at(r.x, i)); ok {
					return s.Sub(s.at(r.x, 1-i), d)
				}
			}
			return None
		}),
		on(OpSub, "cancel-minuend", "(a - b) - a", "-b", func(s *Store, r redex) ID {
			if s.is(OpSub, r.x) && s.at(r.x, 0) == r.y {
				return s.Neg(s.at(r.x, 1))
			}
			return None
		}),
		on(OpSub, "cancel-nested", "a - (a - b)", "b", func(s *Store, r redex) ID { return given(s.is(OpSub, r.y) && s.at(r.y, 0) == r.x, s.at(r.y, 1)) }),
	}
}

// shifted returns a shifted left by k bits: concat(extract[w-1-k:0](a), 0).
// requires: 0 < k < w.
func (s *Store) shifted(a ID, k uint) ID {
	return s.Concat(s.Extract(a, s.Width(a)-1-k, 0), s.Uint(0, k))
}
