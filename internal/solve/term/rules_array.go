package term

// maxStoreChain bounds how many stores one select looks past, so that reading a
// long chain costs no more than building it for programs of usual size.
const maxStoreChain = 4096

// arrayRules are the rules of select, store and constarray. Two indices are
// apart if their known bits clash or they are one base plus different constants.
func arrayRules() []rule {
	return []rule{
		{"select/store", OpSelect, "select(store(m, i, a), i)", "a", func(s *Store, r redex) ID { return given(s.is(OpStore, r.x) && s.at(r.x, 1) == r.y, s.at(r.x, 2)) }},
		{"select/past", OpSelect, "select(store(m, i, a), j), i and j apart; repeatedly", "select(m, j)", func(s *Store, r redex) ID {
			m := r.x
			for range maxStoreChain {
				if !s.is(OpStore, m) || !s.indexApart(s.at(m, 1), r.y) {
					break
				}
				m = s.at(m, 0)
			}
			if m == r.x {
				return None
			}
			return s.Select(m, r.y)
		}},
		{"select/constarray", OpSelect, "select(constarray(a), i)", "a", func(s *Store, r redex) ID { return given(s.is(OpConstArray, r.x), s.at(r.x, 0)) }},
		{"select/ite", OpSelect, "select(ite(p, m1, m2), c)", "ite(p, select(m1, c), select(m2, c))", func(s *Store, r redex) ID {
			if !s.is(OpIte, r.x) || !s.IsConst(r.y) {
				return None
			}
			return s.Ite(s.at(r.x, 0), s.Select(s.at(r.x, 1), r.y), s.Select(s.at(r.x, 2), r.y))
		}},
		{"store/overwrite", OpStore, "store(store(m, i, a), i, b)", "store(m, i, b)", func(s *Store, r redex) ID {
			if s.is(OpStore, r.x) && s.at(r.x, 1) == r.y {
				return s.Store(s.at(r.x, 0), r.y, r.z)
			}
			return None
		}},
		{"store/unchanged", OpStore, "store(m, i, select(m, i))", "m", func(s *Store, r redex) ID {
			return given(s.is(OpSelect, r.z) && s.at(r.z, 0) == r.x && s.at(r.z, 1) == r.y, r.x)
		}},
		{"store/constarray", OpStore, "store(constarray(a), i, a)", "constarray(a)", func(s *Store, r redex) ID {
			return given(s.is(OpConstArray, r.x) && s.at(r.x, 0) == r.z, r.x)
		}},
	}
}

// indexApart reports whether two indices differ under every assignment.
func (s *Store) indexApart(i, j ID) bool { return s.clash(i, j) || s.apart(i, j) }
