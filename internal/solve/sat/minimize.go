package sat

// Removal of implied literals from the learned clause. First comes recursive minimisation (Sörensson,
// Biere: Minimizing Learned Clauses, SAT 2009) with Knuth's early abort by level (a literal that
// precedes all others of its level, or is alone in it, cannot be removed). Then follows resolution with
// binary clauses over the first literal (Audemard, Simon: Glucose 2.1).

const (
	// minimizeDepth bounds the recursion, hence the stack.
	minimizeDepth = 1000
	// Binary minimisation pays for short clauses of low glue only.
	binaryMinimizeSize = 30
	binaryMinimizeGlue = 6
)

// minimize shortens an.clause, which keeps its first literal.
func (s *Solver) minimize(glue int) {
	a := &s.an
	kept := a.clause[:1]
	for _, l := range a.clause[1:] {
		if !s.implied(l, 0) {
			kept = append(kept, l)
		} else {
			s.proof.drop(l)
		}
	}
	a.clause = kept
	if len(kept) <= binaryMinimizeSize && glue <= binaryMinimizeGlue {
		s.minimizeBinary()
	}
}

// implied reports whether the false literal l follows from other literals of
// the clause.
func (s *Solver) implied(l Lit, depth int) bool {
	a := &s.an
	v := l.Var()
	d := s.vars[v]
	state := a.state[v]
	if d.level == 0 || state&removable != 0 || depth > 0 && state&inClause != 0 {
		return true
	}
	if d.why == noReason || state&poison != 0 || int(d.level) == len(s.frames) {
		return false
	}
	f := s.frames[d.level-1]
	if depth == 0 && f.seen < 2 || d.pos <= f.first || depth > minimizeDepth {
		return false
	}
	ok := true
	if why := s.reasonOf(l.Not()); why.isBinary() {
		ok = s.implied(why.other(), depth+1)
	} else {
		// Lists of literals do not move while reasons are explained: the
		// arena may, so it is read anew each time.
		for i, n := 0, s.size(cref(why)); i < n && ok; i++ {
			k := Lit(s.arena[int(why)+headerWords+i])
			ok = k == l.Not() || s.implied(k, depth+1)
		}
	}
	if state == 0 {
		a.visited = append(a.visited, v)
	}
	if ok {
		a.state[v] |= removable
	} else {
		a.state[v] |= poison
	}
	return ok
}

// minimizeBinary drops every literal k with a binary clause (¬k ∨ first).
func (s *Solver) minimizeBinary() {
	a := &s.an
	drop := 0
	for _, k := range a.clause[1:] {
		a.mark[k] = true
	}
	// The list of ¬first has the k with (first ∨ k); resolving the clause with
	// it removes ¬k.
	for _, w := range s.watches.of(a.clause[0].Not()) {
		if k := w.blocker.Not(); w.ref == binaryRef && a.mark[k] {
			a.mark[k] = false
			drop++
		}
	}
	if drop == 0 {
		for _, k := range a.clause[1:] {
			a.mark[k] = false
		}
		return
	}
	kept := a.clause[:1]
	for _, k := range a.clause[1:] {
		if a.mark[k] {
			kept = append(kept, k)
			a.mark[k] = false
		} else {
			s.proof.dropBinary(kept[0], k)
		}
	}
	a.clause = kept
}
