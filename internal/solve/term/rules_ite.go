package term

import "slices"

// iteRules are the rules of ite, for all sorts first, then for Bools, then for
// bit-vectors and arrays.
func iteRules() []rule { return slices.Concat(iteBasicRules(), iteBoolRules(), iteHoistRules()) }

// iteRule returns a rule of ite.
func iteRule(name, match, result string, f func(s *Store, p, a, b ID) ID) rule {
	return on(OpIte, name, match, result, func(s *Store, r redex) ID { return f(s, r.x, r.y, r.z) })
}

// boolIteRule returns a rule of ite for Bools.
func boolIteRule(name, match, result string, f func(s *Store, p, a, b ID) ID) rule {
	return on(OpIte, name, match, result, func(s *Store, r redex) ID {
		if r.sort != Bool {
			return None
		}
		return f(s, r.x, r.y, r.z)
	})
}

// iteBasicRules are the rules of ite for all sorts.
func iteBasicRules() []rule {
	return []rule{
		iteRule("true", "ite(true, a, b)", "a", func(s *Store, p, a, b ID) ID { return given(p == True, a) }),
		iteRule("false", "ite(false, a, b)", "b", func(s *Store, p, a, b ID) ID { return given(p == False, b) }),
		iteRule("same", "ite(p, a, a)", "a", func(s *Store, p, a, b ID) ID { return given(a == b, a) }),
		iteRule("not", "ite(¬p, a, b)", "ite(p, b, a)", func(s *Store, p, a, b ID) ID {
			if s.is(OpNot, p) {
				return s.Ite(s.at(p, 0), b, a)
			}
			return None
		}),
		iteRule("nested-same", "ite(p, ite(p, a, b), d); the same below else", "ite(p, a, d)", func(s *Store, p, a, b ID) ID {
			if s.is(OpIte, a) && s.at(a, 0) == p {
				return s.Ite(p, s.at(a, 1), b)
			}
			if s.is(OpIte, b) && s.at(b, 0) == p {
				return s.Ite(p, a, s.at(b, 2))
			}
			return None
		}),
		iteRule("nested-then", "ite(p, ite(q, a, b), b); the same with a and ¬q", "ite(p ∧ q, a, b)", func(s *Store, p, a, b ID) ID {
			if !s.is(OpIte, a) {
				return None
			}
			q := s.at(a, 0)
			switch b {
			case s.at(a, 2):
				return s.Ite(s.And(p, q), s.at(a, 1), b)
			case s.at(a, 1):
				return s.Ite(s.And(p, s.Not(q)), s.at(a, 2), b)
			}
			return None
		}),
		iteRule("nested-else", "ite(p, a, ite(q, a, b)); the same with b and ¬q", "ite(p ∨ q, a, b)", func(s *Store, p, a, b ID) ID {
			if !s.is(OpIte, b) {
				return None
			}
			q := s.at(b, 0)
			switch a {
			case s.at(b, 1):
				return s.Ite(s.Or(p, q), a, s.at(b, 2))
			case s.at(b, 2):
				return s.Ite(s.Or(p, s.Not(q)), a, s.at(b, 1))
			}
			return None
		}),
		iteRule("eq-branches", "ite(a = b, a, b)", "b", func(s *Store, p, a, b ID) ID {
			if !s.is(OpEq, p) {
				return None
			}
			if o, ok := s.other(p, a); ok && o == b {
				return b
			}
			return None
		}),
	}
}

// iteBoolRules are the rules of ite for Bools.
func iteBoolRules() []rule {
	return []rule{
		boolIteRule("then-true", "ite(p, true, q), ite(p, p, q)", "p ∨ q", func(s *Store, p, a, b ID) ID {
			if a == True || a == p {
				return s.Or(p, b)
			}
			return None
		}),
		boolIteRule("then-false", "ite(p, false, q), ite(p, ¬p, q)", "¬p ∧ q", func(s *Store, p, a, b ID) ID {
			if a == False || s.opposite(a, p) {
				return s.And(s.Not(p), b)
			}
			return None
		}),
		boolIteRule("else-true", "ite(p, q, true), ite(p, q, ¬p)", "¬p ∨ q", func(s *Store, p, a, b ID) ID {
			if b == True || s.opposite(b, p) {
				return s.Or(s.Not(p), a)
			}
			return None
		}),
		boolIteRule("else-false", "ite(p, q, false), ite(p, q, p)", "p ∧ q", func(s *Store, p, a, b ID) ID {
			if b == False || b == p {
				return s.And(p, a)
			}
			return None
		}),
		boolIteRule("iff", "ite(p, q, ¬q)", "p = q", func(s *Store, p, a, b ID) ID {
			if s.opposite(a, b) {
				return s.Eq(p, a)
			}
			return None
		}),
	}
}

// iteHoistRules are the rules that move the operator of both branches out of an ite, for bit-vectors and arrays.
func iteHoistRules() []rule {
	return []rule{
		iteRule("bit", "ite(a = 1, 1, 0), width 1", "a", func(s *Store, p, a, b ID) ID {
			return given(s.Sort(a) == BV(1) && s.is(OpEq, p) && s.isOne(a) && s.isZero(b) && s.at(p, 1) == a, s.at(p, 0))
		}),
		iteRule("hoist-unary", "ite(p, f(a), f(b)), f one of ¬ ~ - zext sext, widths equal", "f(ite(p, a, b))", func(s *Store, p, a, b ID) ID {
			op := s.Op(a)
			switch op {
			case OpNot, OpBvNot, OpNeg, OpZext, OpSext:
			default:
				return None
			}
			if s.Op(b) != op || s.Sort(s.at(a, 0)) != s.Sort(s.at(b, 0)) {
				return None
			}
			inner := s.Ite(p, s.at(a, 0), s.at(b, 0))
			return s.app(key{op: op, args: [3]ID{inner}, param: s.nodes[a].param})
		}),
		iteRule("hoist-concat", "ite(p, concat(a, b), concat(a, d)); the same on the left", "concat(a, ite(p, b, d))", func(s *Store, p, a, b ID) ID {
			if !s.is(OpConcat, a) || !s.is(OpConcat, b) {
				return None
			}
			switch {
			case s.at(a, 0) == s.at(b, 0):
				return s.Concat(s.at(a, 0), s.Ite(p, s.at(a, 1), s.at(b, 1)))
			case s.at(a, 1) == s.at(b, 1):
				return s.Concat(s.Ite(p, s.at(a, 0), s.at(b, 0)), s.at(a, 1))
			}
			return None
		}),
		iteRule("store-store", "ite(p, store(m, i, a), store(m, i, b))", "store(m, i, ite(p, a, b))", func(s *Store, p, a, b ID) ID {
			if !s.is(OpStore, a) || !s.is(OpStore, b) || s.at(a, 0) != s.at(b, 0) || s.at(a, 1) != s.at(b, 1) {
				return None
			}
			return s.Store(s.at(a, 0), s.at(a, 1), s.Ite(p, s.at(a, 2), s.at(b, 2)))
		}),
		iteRule("store", "ite(p, store(m, i, a), m); the same in the other branch", "store(m, i, ite(p, a, select(m, i)))", func(s *Store, p, a, b ID) ID {
			switch {
			case s.is(OpStore, a) && s.at(a, 0) == b:
				return s.Store(b, s.at(a, 1), s.Ite(p, s.at(a, 2), s.Select(b, s.at(a, 1))))
			case s.is(OpStore, b) && s.at(b, 0) == a:
				return s.Store(a, s.at(b, 1), s.Ite(p, s.Select(a, s.at(b, 1)), s.at(b, 2)))
			}
			return None
		}),
	}
}
