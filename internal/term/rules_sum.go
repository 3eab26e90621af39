package term

// sumRules are the rules of bvneg, bvadd and bvsub. Sums keep their constant
// outermost, a + c; constants are added, never subtracted; negations move out.
func sumRules() []rule {
	neg := func(name, match, result string, f func(s *Store, r redex) ID) rule {
		return rule{"bvneg/" + name, OpNeg, match, result, f}
	}
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
	sub := func(name, match, result string, f func(s *Store, x, y ID, r redex) ID) rule {
		return rule{"bvsub/" + name, OpSub, match, result, func(s *Store, r redex) ID { return f(s, r.x, r.y, r) }}
	}
	return []rule{
		neg("bit", "-a, width 1", "a", func(s *Store, r redex) ID {
			if r.w == 1 {
				return r.x
			}
			return None
		}),
		neg("double", "-(-a)", "a", cancelUnary),
		neg("bvsub", "-(a - b)", "b - a", func(s *Store, r redex) ID {
			if s.is(OpSub, r.x) {
				return s.Sub(s.at(r.x, 1), s.at(r.x, 0))
			}
			return None
		}),
		neg("bvnot", "-(~a)", "a + 1", func(s *Store, r redex) ID {
			if s.is(OpBvNot, r.x) {
				return s.Add(s.at(r.x, 0), s.Uint(1, r.w))
			}
			return None
		}),
		neg("const", "-(a + c)", "-c - a", func(s *Store, r redex) ID {
			if a, c := s.offset(r.x); a != r.x {
				return s.Sub(s.Const(c.Neg(), r.w), a)
			}
			return None
		}),
		neg("ite", "-ite(p, c1, c2)", "ite(p, -c1, -c2)", throughConstIte),

		add("zero", "a + 0", "a", func(s *Store, x, y ID, r redex) ID {
			if s.isZero(y) {
				return x
			}
			return None
		}),
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
		add("complement", "a + ~a", "1s", func(s *Store, x, y ID, r redex) ID {
			if s.opposite(x, y) {
				return s.constOf(Ones(r.w), r.sort)
			}
			return None
		}),
		add("assoc-const", "(a + c1) + c2", "a + (c1 + c2)", func(s *Store, x, y ID, r redex) ID { return assocConst(s, r) }),
		add("bvsub-const", "(c1 - a) + c2", "(c1 + c2) - a", func(s *Store, x, y ID, r redex) ID {
			if s.IsConst(y) && s.is(OpSub, x) && s.IsConst(s.at(x, 0)) {
				return s.Sub(s.Add(s.at(x, 0), y), s.at(x, 1))
			}
			return None
		}),
		add("float-const", "(a + c) + b", "(a + b) + c", func(s *Store, x, y ID, r redex) ID { return floatConst(s, r) }),
		add("float-minuend", "(c - a) + b", "(b - a) + c", func(s *Store, x, y ID, r redex) ID {
			if !s.IsConst(y) && s.is(OpSub, x) && s.IsConst(s.at(x, 0)) {
				return s.Add(s.Sub(y, s.at(x, 1)), s.at(x, 0))
			}
			return None
		}),
		add("bvsub-cancel", "(a - b) + b", "a", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpSub, x) && s.at(x, 1) == y {
				return s.at(x, 0)
			}
			return None
		}),
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

		sub("self", "a - a", "0", func(s *Store, x, y ID, r redex) ID {
			if x == y {
				return s.constOf(Word{}, r.sort)
			}
			return None
		}),
		sub("zero", "0 - a", "-a", func(s *Store, x, y ID, r redex) ID {
			if s.isZero(x) {
				return s.Neg(y)
			}
			return None
		}),
		sub("bit", "a - b, width 1", "xor(a, b)", func(s *Store, x, y ID, r redex) ID {
			if r.w == 1 {
				return s.BvXor(x, y)
			}
			return None
		}),
		sub("const", "a - c", "a + -c", func(s *Store, x, y ID, r redex) ID {
			if s.IsConst(y) {
				return s.Add(x, s.Neg(y))
			}
			return None
		}),
		sub("bvneg-right", "a - -b", "a + b", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpNeg, y) {
				return s.Add(x, s.at(y, 0))
			}
			return None
		}),
		sub("bvneg-left", "-a - b", "-(a + b)", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpNeg, x) {
				return s.Neg(s.Add(s.at(x, 0), y))
			}
			return None
		}),
		sub("const-bvnot", "c - ~a", "a + (c + 1)", func(s *Store, x, y ID, r redex) ID {
			if s.IsConst(x) && s.is(OpBvNot, y) {
				return s.Add(s.at(y, 0), s.Add(x, s.Uint(1, r.w)))
			}
			return None
		}),
		sub("float-left", "(a + c) - b", "(a - b) + c", func(s *Store, x, y ID, r redex) ID {
			if a, c := s.offset(x); a != x {
				return s.Add(s.Sub(a, y), s.Const(c, r.w))
			}
			return None
		}),
		sub("float-right", "a - (b + c)", "(a - b) + -c", func(s *Store, x, y ID, r redex) ID {
			if b, c := s.offset(y); b != y {
				return s.Add(s.Sub(x, b), s.Const(c.Neg(), r.w))
			}
			return None
		}),
		sub("cancel-left", "(a + b) - a", "b", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpAdd, x) {
				if b, ok := s.other(x, y); ok {
					return b
				}
			}
			return None
		}),
		sub("cancel-right", "a - (a + b)", "-b", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpAdd, y) {
				if b, ok := s.other(y, x); ok {
					return s.Neg(b)
				}
			}
			return None
		}),
		sub("cancel-both", "(a + b) - (a + d)", "b - d", func(s *Store, x, y ID, r redex) ID {
			if !s.is(OpAdd, x) || !s.is(OpAdd, y) {
				return None
			}
			for i := range 2 {
				if d, ok := s.other(y, s.at(x, i)); ok {
					return s.Sub(s.at(x, 1-i), d)
				}
			}
			return None
		}),
		sub("cancel-minuend", "(a - b) - a", "-b", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpSub, x) && s.at(x, 0) == y {
				return s.Neg(s.at(x, 1))
			}
			return None
		}),
		sub("cancel-nested", "a - (a - b)", "b", func(s *Store, x, y ID, r redex) ID {
			if s.is(OpSub, y) && s.at(y, 0) == x {
				return s.at(y, 1)
			}
			return None
		}),
	}
}

// shifted returns a shifted left by k bits: concat(extract[w-1-k:0](a), 0).
// requires: 0 < k < w.
func (s *Store) shifted(a ID, k uint) ID {
	return s.Concat(s.Extract(a, s.Width(a)-1-k, 0), s.Uint(0, k))
}
