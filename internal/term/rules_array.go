package term

// maxStoreChain bounds how many stores one select looks past, so that reading a
// long chain costs no more than building it for programs of usual size.
const maxStoreChain = 4096

// arrayRules are the rules of select, store and constarray. Two indices are
// apart if their known bits clash or they are one base plus different constants.
func arrayRules() []rule {
	return []rule{{
		name: "select/store", op: OpSelect,
		match:  "select(store(m, i, a), i)",
		result: "a",
		apply: func(s *Store, r redex) ID {
			if s.is(OpStore, r.x) && s.at(r.x, 1) == r.y {
				return s.at(r.x, 2)
			}
			return None
		},
	}, {
		name: "select/past", op: OpSelect,
		match:  "select(store(m, i, a), j), i and j apart; repeatedly",
		result: "select(m, j)",
		apply: func(s *Store, r redex) ID {
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
		},
	}, {
		name: "select/constarray", op: OpSelect,
		match:  "select(constarray(a), i)",
		result: "a",
		apply: func(s *Store, r redex) ID {
			if s.is(OpConstArray, r.x) {
				return s.at(r.x, 0)
			}
			return None
		},
	}, {
		name: "select/ite", op: OpSelect,
		match:  "select(ite(p, m1, m2), c)",
		result: "ite(p, select(m1, c), select(m2, c))",
		apply: func(s *Store, r redex) ID {
			if !s.is(OpIte, r.x) || !s.IsConst(r.y) {
				return None
			}
			return s.Ite(s.at(r.x, 0), s.Select(s.at(r.x, 1), r.y), s.Select(s.at(r.x, 2), r.y))
		},
	}, {
		name: "store/overwrite", op: OpStore,
		match:  "store(store(m, i, a), i, b)",
		result: "store(m, i, b)",
		apply: func(s *Store, r redex) ID {
			if s.is(OpStore, r.x) && s.at(r.x, 1) == r.y {
				return s.Store(s.at(r.x, 0), r.y, r.z)
			}
			return None
		},
	}, {
		name: "store/unchanged", op: OpStore,
		match:  "store(m, i, select(m, i))",
		result: "m",
		apply: func(s *Store, r redex) ID {
			if s.is(OpSelect, r.z) && s.at(r.z, 0) == r.x && s.at(r.z, 1) == r.y {
				return r.x
			}
			return None
		},
	}, {
		name: "store/constarray", op: OpStore,
		match:  "store(constarray(a), i, a)",
		result: "constarray(a)",
		apply: func(s *Store, r redex) ID {
			if s.is(OpConstArray, r.x) && s.at(r.x, 0) == r.z {
				return r.x
			}
			return None
		},
	}}
}

// indexApart reports whether two indices differ under every assignment.
func (s *Store) indexApart(i, j ID) bool { return s.clash(i, j) || s.apart(i, j) }
