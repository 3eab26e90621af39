package sat

import "slices"

// occClause is a clause of occurrences: its literals, which are ascending, and
// a Bloom filter of their variables.
type occClause struct {
	lits   []Lit // nil if deleted
	sig    uint32
	queued bool // waits in the queue of subsumption
}

const occClauseBytes = 32

// occurrences holds the given clauses while they are subsumed and variables are
// eliminated: without watches, but with the list of clauses per literal. Clauses
// are named by their index in list, as int32.
type occurrences struct {
	s     *Solver
	list  []occClause
	ids   []ClauseID // by index in list, for a proof
	occ   [][]int32  // by literal; may name clauses that were deleted or lost it
	count []int32    // by literal: clauses with it
	queue []int32    // clauses that may subsume others
	units []occUnit  // found and not propagated yet
	// touched are the variables that lost a clause or gained one.
	touched []bool
	buf     []Lit
	limit   int64 // ticks at which to stop
}

// occUnit is a unit clause.
type occUnit struct {
	l  Lit
	id ClauseID
}

// newOccurrences moves the given clauses out of the solver. Binary clauses,
// learned or not, count as given.
//
// requires: level 0, stripped and compact.
func newOccurrences(s *Solver, limit int64) *occurrences {
	o := &occurrences{
		s: s, limit: limit,
		list:    make([]occClause, 0, len(s.clauses)+s.nbin),
		occ:     make([][]int32, len(s.vals)),
		count:   make([]int32, len(s.vals)),
		touched: make([]bool, s.nvar+1),
	}
	total := 0
	s.eachGiven(func(lits []Lit, _ cref) {
		total += len(lits)
		for _, l := range lits {
			o.count[l]++
		}
	})
	pool := make([]int32, total)
	for l, n := range o.count {
		o.occ[l], pool = pool[:0:n], pool[n:]
		o.count[l] = 0
	}
	all := make([]Lit, 0, total)
	s.eachGiven(func(lits []Lit, c cref) {
		at := len(all)
		all = append(all, lits...)
		o.link(all[at:len(all):len(all)], s.proof.takeGiven(lits, c))
	})
	return o
}

// eachGiven calls f with the literals of every given clause and every binary
// one, and its ref or binaryRef. The slice is valid during the call only.
func (s *Solver) eachGiven(f func([]Lit, cref)) {
	var buf []Lit
	for l := range s.watches.heads {
		for _, w := range s.watches.of(Lit(l)) {
			if k := Lit(l).Not(); w.ref == binaryRef && k < w.blocker {
				f(append(buf[:0], k, w.blocker), binaryRef)
			}
		}
	}
	for _, c := range s.clauses {
		if s.garbage(c) {
			continue
		}
		buf = buf[:0]
		for _, l := range s.lits(c) {
			buf = append(buf, Lit(l))
		}
		f(buf, c)
	}
}

// link enters the clause id of at least two literals, which o keeps.
func (o *occurrences) link(lits []Lit, id ClauseID) {
	if o.s.proof != nil {
		o.ids = append(o.ids, id)
	}
	slices.Sort(lits)
	c := int32(len(o.list))
	o.list = append(o.list, occClause{lits: lits, sig: signature(lits), queued: true})
	o.queue = append(o.queue, c)
	for _, l := range lits {
		o.occ[l] = append(o.occ[l], c)
		o.count[l]++
		o.touched[l.Var()] = true
	}
}

// signature returns a set of variables as a Bloom filter.
func signature(lits []Lit) uint32 {
	sig := uint32(0)
	for _, l := range lits {
		sig |= 1 << (uint32(l.Var()) * 0x9e3779b1 >> 27)
	}
	return sig
}

// id returns the number of the clause c.
func (o *occurrences) id(c int32) ClauseID {
	if o.ids == nil {
		return 0
	}
	return o.ids[c]
}

// delete removes the clause c for good.
func (o *occurrences) delete(c int32) {
	o.s.proof.delete(o.id(c), o.list[c].lits)
	o.remove(c)
}

// remove takes the clause c out.
func (o *occurrences) remove(c int32) {
	for _, l := range o.list[c].lits {
		o.count[l]--
		o.touched[l.Var()] = true
	}
	o.list[c].lits = nil
}

// of returns the clauses with l, after dropping stale entries.
func (o *occurrences) of(l Lit) []int32 {
	list := o.occ[l]
	if len(list) == int(o.count[l]) {
		return list
	}
	kept := list[:0]
	for _, c := range list {
		if _, found := slices.BinarySearch(o.list[c].lits, l); found {
			kept = append(kept, c)
		}
	}
	o.occ[l] = kept
	return kept
}

// strengthen takes l out of the clause c; the clause by contradicts l if the
// other literals of c are false.
func (o *occurrences) strengthen(c int32, l Lit, by ClauseID) {
	e := &o.list[c]
	i, _ := slices.BinarySearch(e.lits, l)
	short := o.shorter(c, i, by)
	if len(e.lits) == 2 {
		o.units = append(o.units, occUnit{e.lits[1-i], short})
		o.remove(c)
		return
	}
	e.lits = append(e.lits[:i], e.lits[i+1:]...)
	e.sig = signature(e.lits)
	o.count[l]--
	for _, k := range e.lits {
		o.touched[k.Var()] = true
	}
	o.touched[l.Var()] = true
	o.enqueue(c)
}

// shorter derives the clause c without its literal at index i and puts it in
// the place of c in the proof.
func (o *occurrences) shorter(c int32, i int, by ClauseID) ClauseID {
	p := o.s.proof
	if p == nil {
		return 0
	}
	lits := o.list[c].lits
	p.lits = append(append(p.lits[:0], lits[:i]...), lits[i+1:]...)
	short := p.derive(p.lits, by, o.ids[c])
	p.delete(o.ids[c], lits)
	o.ids[c] = short
	return short
}

func (o *occurrences) enqueue(c int32) {
	if !o.list[c].queued {
		o.list[c].queued = true
		o.queue = append(o.queue, c)
	}
}

// propagateUnits assigns the units found and simplifies the clauses by them.
func (o *occurrences) propagateUnits() {
	s := o.s
	for len(o.units) > 0 && !s.empty {
		u := o.units[len(o.units)-1]
		o.units = o.units[:len(o.units)-1]
		l := u.l
		switch {
		case s.vals[l] > 0:
			continue
		case s.vals[l] < 0:
			s.empty = true
			s.proof.derive(nil, s.proof.unitOf(l.Var()), u.id)
			return
		}
		s.assignUnit(l, u.id)
		for _, c := range o.of(l) {
			o.delete(c)
		}
		for _, c := range o.of(l.Not()) {
			o.strengthen(c, l.Not(), u.id)
		}
	}
}

// spent reports whether the effort is used up.
func (o *occurrences) spent() bool {
	return o.s.empty || o.s.stats.Ticks > o.limit || o.s.lim.cancelled.Load()
}
