package sat

// Equivalent literal substitution (Van Gelder, Tsuji: Satisfiability Testing
// with More Reasoning and Less Guessing, DIMACS 1996): of literals that imply
// each other by binary clauses one stands for all. The variables of the others
// are taken out like eliminated ones; the two clauses that define such a
// variable are those it comes back with. Frozen variables stay.

// substitute replaces equivalent literals in all clauses.
//
// requires: level 0, propagation complete, stripped and compact.
// ensures: the same, or s.empty.
func (s *Solver) substitute() {
	before := s.stats.Ticks
	if c := s.findComponents(); c.both != NoLit {
		s.probeLit(c.both)
	} else if c.count > 0 {
		s.replace(c)
	}
	if !s.empty {
		s.strip()
	}
	s.compact()
	s.lim.substitutedAt = s.nbin
	s.stats.SimplifyTicks += s.stats.Ticks - before
}

// substituteDue reports whether there may be new equivalences: they need new
// binary clauses.
func (s *Solver) substituteDue() bool {
	return s.opts.Without&Substitute == 0 && s.nbin != s.lim.substitutedAt
}

// replace takes the variables that another one stands for out of the solver.
func (s *Solver) replace(c *components) {
	r := replacement{s: s, rep: c.rep, proved: s.proveEquivalences(c)}
	binary := r.takeBinaries()
	for v := Var(1); v <= s.nvar; v++ {
		if l := v.Pos(); c.rep[l] != l {
			s.stats.Substituted++
			s.takeOut(v)
			s.rs.keep([]Lit{l.Not(), c.rep[l]}, r.equal(l))
			s.rs.keep([]Lit{l, c.rep[l].Not()}, r.equal(l.Not()))
		}
	}
	given := s.lim.givenSince
	for _, b := range binary {
		r.enter(b.lits[:], b.id, 0)
	}
	r.replaceIn(s.clauses)
	r.replaceIn(s.learned)
	s.lim.givenSince = given
	s.compact() // before a replaced clause propagates
	if !s.empty && !s.propagate() {
		s.conflictAtRoot()
	}
}

// replacement is one call of replace.
type replacement struct {
	s      *Solver
	rep    []Lit      // by literal: the literal that replaces it
	proved []ClauseID // by literal l: the clause (¬root ∨ l), for a proof
	old    []Lit
	lits   []Lit
	hints  []ClauseID
}

// equal returns the number of the clause (¬l ∨ rep of l).
func (r *replacement) equal(l Lit) ClauseID {
	if r.proved == nil {
		return 0
	}
	return r.proved[l.Not()]
}

// replacedBinary is a binary clause with a literal to replace.
type replacedBinary struct {
	lits [2]Lit
	id   ClauseID
}

// takeBinaries removes the binary clauses with a literal to replace.
func (r *replacement) takeBinaries() []replacedBinary {
	var taken []replacedBinary
	r.s.removeBinaries(func(k, l Lit) bool { return r.rep[k] != k || r.rep[l] != l }, func(k, l Lit) {
		taken = append(taken, replacedBinary{[2]Lit{k, l}, r.s.proof.takeBinary(k, l)})
	})
	return taken
}

// replaceIn puts new clauses in the place of those of the list with a literal to
// replace.
func (r *replacement) replaceIn(list []cref) {
	s := r.s
	for _, c := range list {
		s.stats.Ticks++
		for _, l := range s.lits(c) {
			if r.rep[l] != Lit(l) {
				r.old = r.old[:0]
				for _, k := range s.lits(c) {
					r.old = append(r.old, Lit(k))
				}
				flags := s.arena[c]
				r.enter(r.old, s.proof.takeLong(c), flags)
				s.discard(c)
				break
			}
		}
	}
}

// enter adds the clause id with its literals replaced; flags are those of a
// clause in the arena.
func (r *replacement) enter(lits []Lit, id ClauseID, flags uint32) {
	s := r.s
	mark := s.an.mark
	r.lits = r.lits[:0]
	tautology := false
	for _, l := range lits {
		k := r.rep[l]
		tautology = tautology || mark[k.Not()]
		if !mark[k] {
			mark[k] = true
			r.lits = append(r.lits, k)
		}
	}
	for _, k := range r.lits {
		mark[k] = false
	}
	if tautology {
		s.proof.delete(id, lits)
		return
	}
	id = r.prove(lits, id)
	if flags&flagLearned != 0 {
		s.relearn(r.lits, flags, id)
	} else {
		s.add(r.lits, id)
	}
}

// prove derives r.lits from the clause id with the literals lits.
func (r *replacement) prove(lits []Lit, id ClauseID) ClauseID {
	p := r.s.proof
	if p == nil {
		return 0
	}
	r.hints = r.hints[:0]
	for _, l := range lits {
		if r.rep[l] != l {
			r.hints = append(r.hints, r.equal(l))
		}
	}
	replaced := p.derive(r.lits, append(r.hints, id)...)
	p.delete(id, lits)
	return replaced
}

// proveEquivalences derives, for every literal l to replace, the clause that its
// root implies it: along the binary clauses of the component, starting from the
// root. The result is nil without a proof.
func (s *Solver) proveEquivalences(c *components) []ClauseID {
	p := s.proof
	if p == nil {
		return nil
	}
	proved := make([]ClauseID, len(c.rep))
	var queue, passed []Lit
	for l := range c.rep {
		root := c.root[l]
		if c.rep[l] == Lit(l) || proved[l] != 0 {
			continue
		}
		queue = append(queue[:0], root)
		for len(queue) > 0 {
			k := queue[0]
			queue = queue[1:]
			for _, w := range s.watches.of(k) {
				m := w.blocker
				if w.ref != binaryRef || c.root[m] != root || m == root || proved[m] != 0 {
					continue
				}
				clause := []Lit{root.Not(), m}
				if k == root {
					proved[m] = p.derive(clause, p.binary(k.Not(), m))
				} else {
					proved[m] = p.derive(clause, proved[k], p.binary(k.Not(), m))
				}
				queue = append(queue, m)
				if c.rep[m] == m {
					passed = append(passed, m)
				}
			}
		}
	}
	for _, m := range passed {
		p.delete(proved[m], []Lit{c.root[m].Not(), m})
	}
	return proved
}
