package term

// boolRules returns the rules of the connectives, including those of conjunctionRules.
func boolRules() []rule {
	return append([]rule{
		{"not/double", OpNot, "¬¬p", "p", cancelUnary},
		{"or/de-morgan", OpOr, "p ∨ q", "¬(¬p ∧ ¬q)", func(s *Store, r redex) ID { return s.Not(s.And(s.Not(r.x), s.Not(r.y))) }},
		{"xor/iff", OpXor, "xor(p, q)", "¬(p = q)", func(s *Store, r redex) ID { return s.Not(s.Eq(r.x, r.y)) }},
	}, conjunctionRules(OpAnd)...)
}

// cancelUnary rewrites op(op(a)) to a.
func cancelUnary(s *Store, r redex) ID {
	if s.is(r.op, r.x) {
		return s.at(r.x, 0)
	}
	return None
}

// conjunctionRules returns the rules that and and bvand share. The complement is ¬ or ~, 0 is False and
// 1s is True for Bools. Of the two-level rules (Brummayer and Biere 2006) it has all that need at most
// one new conjunction.
func conjunctionRules(op Op) []rule {
	name := op.String()
	return []rule{
		{name + "/zero", op, "a ∧ 0", "0", func(s *Store, r redex) ID { return given(s.isZero(r.y), r.y) }},
		{name + "/ones", op, "a ∧ 1s", "a", func(s *Store, r redex) ID { return given(s.isOnes(r.y), r.x) }},
		{name + "/idempotent", op, "a ∧ a", "a", func(s *Store, r redex) ID { return given(r.x == r.y, r.x) }},
		{name + "/complement", op, "a ∧ ¬a", "0", func(s *Store, r redex) ID { return s.constGiven(s.opposite(r.x, r.y), Word{}, r.sort) }},
		{name + "/absorb", op, "(a ∧ b) ∧ a", "a ∧ b", func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				if s.is(op, o[0]) {
					if _, ok := s.other(o[0], o[1]); ok {
						return o[0]
					}
				}
			}
			return None
		}},
		{name + "/contradiction", op, "(a ∧ b) ∧ ¬a", "0", func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				if s.is(op, o[0]) && (s.opposite(s.at(o[0], 0), o[1]) || s.opposite(s.at(o[0], 1), o[1])) {
					return s.constant(Word{}, r.sort)
				}
			}
			return None
		}},
		{name + "/contradiction-deep", op, "(a ∧ b) ∧ (¬a ∧ d)", "0", func(s *Store, r redex) ID {
			if !s.is(op, r.x) || !s.is(op, r.y) {
				return None
			}
			for i := range 2 {
				for j := range 2 {
					if s.opposite(s.at(r.x, i), s.at(r.y, j)) {
						return s.constant(Word{}, r.sort)
					}
				}
			}
			return None
		}},
		{name + "/share", op, "(a ∧ b) ∧ (a ∧ d)", "(a ∧ b) ∧ d", func(s *Store, r redex) ID {
			if !s.is(op, r.x) || !s.is(op, r.y) {
				return None
			}
			for i := range 2 {
				if d, ok := s.other(r.y, s.at(r.x, i)); ok {
					return s.binary(op, r.x, d)
				}
			}
			return None
		}},
		{name + "/subsume", op, "¬(a ∧ b) ∧ ¬a", "¬a", func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				if t := s.at(o[0], 0); s.isNot(o[0]) && s.is(op, t) {
					if s.opposite(s.at(t, 0), o[1]) || s.opposite(s.at(t, 1), o[1]) {
						return o[1]
					}
				}
			}
			return None
		}},
		{name + "/subsume-deep", op, "¬(a ∧ b) ∧ (¬a ∧ d)", "¬a ∧ d", func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				t := s.at(o[0], 0)
				if !s.isNot(o[0]) || !s.is(op, t) || !s.is(op, o[1]) {
					continue
				}
				for i := range 2 {
					for j := range 2 {
						if s.opposite(s.at(t, i), s.at(o[1], j)) {
							return o[1]
						}
					}
				}
			}
			return None
		}},
		{name + "/substitute", op, "¬(a ∧ b) ∧ a", "a ∧ ¬b", func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				if t := s.at(o[0], 0); s.isNot(o[0]) && s.is(op, t) {
					if b, ok := s.other(t, o[1]); ok {
						return s.binary(op, o[1], s.flip(b))
					}
				}
			}
			return None
		}},
		{name + "/substitute-deep", op, "¬(a ∧ b) ∧ (a ∧ d)", "(a ∧ d) ∧ ¬b", func(s *Store, r redex) ID {
			for _, o := range both(r.x, r.y) {
				t := s.at(o[0], 0)
				if !s.isNot(o[0]) || !s.is(op, t) || !s.is(op, o[1]) {
					continue
				}
				for i := range 2 {
					if b, ok := s.other(t, s.at(o[1], i)); ok {
						return s.binary(op, o[1], s.flip(b))
					}
				}
			}
			return None
		}},
		{name + "/resolve", op, "¬(a ∧ b) ∧ ¬(a ∧ ¬b)", "¬a", func(s *Store, r redex) ID {
			if !s.isNot(r.x) || !s.isNot(r.y) {
				return None
			}
			t, u := s.at(r.x, 0), s.at(r.y, 0)
			if !s.is(op, t) || !s.is(op, u) {
				return None
			}
			for i := range 2 {
				a, b := s.at(t, i), s.at(t, 1-i)
				if d, ok := s.other(u, a); ok && s.opposite(b, d) {
					return s.flip(a)
				}
			}
			return None
		}},
	}
}
