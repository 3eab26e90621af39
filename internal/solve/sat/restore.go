package sat

// Eliminated variables. Models are extended to them, and a variable comes back when a caller mentions
// it again (Nadel, Ryvchin, Strichman: Preprocessing in Incremental SAT, SAT 2012). A variable that
// came back is not eliminated again, nor is an assumed variable.

// removed is an eliminated variable with its clauses at that time, which
// mention no variable eliminated before it.
type removed struct {
	v          Var // 0 if it came back
	start, end int // its clauses in restorer.lits, each preceded by its size
}

const removedBytes = 24

// restorer is the stack of eliminated variables. The given clauses imply the clauses that remain in the
// solver. The remaining clauses and those of the stack imply the given clauses.
type restorer struct {
	stack  []removed
	lits   []Lit
	ids    map[int]ClauseID // numbers of the clauses, by index in lits, for a proof
	isOut  []bool           // by variable: eliminated
	frozen []bool           // by variable: not to be eliminated
	out    int              // variables eliminated now
}

func (r *restorer) grow(n int) {
	r.isOut = extend(r.isOut, n)
	r.frozen = extend(r.frozen, n)
}

// frozen reports whether v must not be eliminated.
func (s *Solver) frozen(v Var) bool {
	return s.rs.isOut[v] || s.rs.frozen[v] || s.th.observed[v]
}

// takeOut removes the unassigned variable v from the decisions; its clauses
// follow with keep.
func (s *Solver) takeOut(v Var) {
	r := &s.rs
	r.isOut[v] = true
	r.out++
	r.stack = append(r.stack, removed{v, len(r.lits), len(r.lits)})
	s.heap.remove(v)
	s.queue.remove(v)
}

// keep stores the clause id of the variable taken out last. It stays in the
// proof, since it may come back.
func (r *restorer) keep(lits []Lit, id ClauseID) {
	if id != 0 {
		if r.ids == nil {
			r.ids = map[int]ClauseID{}
		}
		r.ids[len(r.lits)] = id
	}
	r.lits = append(r.lits, Lit(len(lits)))
	r.lits = append(r.lits, lits...)
	r.stack[len(r.stack)-1].end = len(r.lits)
}

// clauses calls f with each clause of an entry and its number.
func (r *restorer) clauses(e removed, f func([]Lit, ClauseID)) {
	for at := e.start; at < e.end; {
		n := int(r.lits[at])
		f(r.lits[at+1:at+1+n], r.ids[at])
		at += 1 + n
	}
}

// need brings the variables of the literals back and keeps them.
//
// requires: level 0.
func (s *Solver) need(lits []Lit) {
	r := &s.rs
	if r.out == 0 {
		return
	}
	any := false
	for _, l := range lits {
		r.frozen[l.Var()] = r.frozen[l.Var()] || r.isOut[l.Var()]
		any = any || r.isOut[l.Var()]
	}
	if !any {
		return
	}
	// Clauses of an entry mention only variables of later entries and variables that are not
	// eliminated. So one pass finds all variables that have to come back.
	var back []removed
	for i := range r.stack {
		e := r.stack[i]
		if e.v == 0 || !r.frozen[e.v] {
			continue
		}
		back = append(back, e)
		r.stack[i].v = 0
		r.isOut[e.v] = false
		r.out--
		s.heap.push(e.v)
		s.queue.enqueue(e.v)
		r.clauses(e, func(lits []Lit, _ ClauseID) {
			for _, l := range lits {
				r.frozen[l.Var()] = r.frozen[l.Var()] || r.isOut[l.Var()]
			}
		})
	}
	for _, e := range back {
		r.clauses(e, s.add)
	}
}

// extendModel gives the eliminated variables values that satisfy their clauses.
func (s *Solver) extendModel() {
	r := &s.rs
	for i := len(r.stack) - 1; i >= 0; i-- {
		e := r.stack[i]
		if e.v == 0 {
			continue
		}
		s.model[e.v] = -1
		r.clauses(e, func(lits []Lit, _ ClauseID) {
			positive, satisfied := false, false
			for _, l := range lits {
				if l == e.v.Pos() {
					positive = true
				} else {
					satisfied = satisfied || s.Value(l)
				}
			}
			if positive && !satisfied {
				s.model[e.v] = 1
			}
		})
	}
}
