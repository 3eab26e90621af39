package testgen

import "slices"

// Chains: the value of a shared object chooses the element of an array that a thread accesses, or the
// mutex that it locks. Other threads write the shared object. An engine that removes reads of unused
// values has to keep the reads that choose elements and mutexes.

// maxChain bounds how many reads choose an element one for the other: a[b[c]] has two.
const maxChain = 3

// chain returns a read that chooses an element, or nil: another index is wanted, or nothing may be read here.
func (g *conc) chain(s *scope) *Expr {
	if !g.fs.Has(Chains) || s.chain >= maxChain || !g.chance(2) {
		return nil
	}
	in := *s
	in.chain++
	ids := g.of(Int, Array, Array, AtomicInt)
	pl, ok := g.place(ids[g.rng.IntN(len(ids))], &in, false)
	if !ok || pl.Kind == Byte {
		return nil
	}
	return &Expr{Op: Read, Place: pl}
}

// source gives a thread an input, which it may write to an object that chooses elements. Without inputs the
// object has few constants as values, which an engine may know without the read.
func (g *conc) source(s *scope) (Stmt, bool) {
	if !g.fs.Has(Chains|Inputs) || g.chance(4) {
		return Stmt{}, false
	}
	return g.input(s, 0)
}

// feed writes data on which lookups depend: a local to an object that chooses, or a number to an
// element.
func (g *conc) feed(s *scope, room int) (Stmt, bool) {
	ids := g.of(Int, Array)
	id := ids[g.rng.IntN(len(ids))]
	st := Stmt{Kind: Assign, Place: Place{Object: id}, Value: Expr{Op: Constant, Value: 1 + g.rng.IntN(3)}}
	if o := g.p.object(id); o.Kind == Array {
		st.Place.Kind, st.Place.Index = Element, &Expr{Op: Constant, Value: g.rng.IntN(o.Len)}
	}
	if l, ok := g.local(s); ok && g.chance(2) {
		st.Value = l
	}
	return g.guarded(id, s, st)
}

// lookup reads the element that a shared value chooses: into a local, or to assert that it is not some number
// from 1 to 3. Threads write such numbers to some of the elements.
func (g *conc) lookup(id ObjectID, s *scope) (Stmt, bool) {
	in := *s
	if gd := g.guard[id]; gd.kind == byLocks {
		in.held = append(slices.Clone(s.held), gd.lock)
	}
	in.section = in.section || g.guard[id].kind == bySections
	pl := Place{Kind: Element, Object: id, Index: g.chain(&in)}
	if pl.Index == nil || !g.free(id, &in, false) {
		return Stmt{}, false
	}
	read := Expr{Op: Read, Place: pl}
	var st Stmt
	if g.fs.Has(Asserts) && !g.chance(3) {
		st = Stmt{Kind: Assert, Cond: Expr{Op: Ne, L: &read, R: &Expr{Op: Constant, Value: 1 + g.rng.IntN(3)}}}
	} else {
		st = Stmt{Kind: Assign, Dst: g.fresh(s), Value: read}
	}
	if g.free(id, s, false) {
		return st, true
	}
	return g.guarded(id, s, st)
}

// lockAt is a region under the mutex that a shared value or a local chooses.
func (g *conc) lockAt(id ObjectID, s *scope, room int) (Stmt, bool) {
	if s.depth >= 2 || s.chosen || room < 4 {
		return Stmt{}, false
	}
	l := s.locals
	st := Stmt{Kind: LockAt, Object: id, Value: g.constant()}
	if chain := g.chain(s); chain != nil {
		st.Value = *chain
	} else if v, ok := g.local(s); ok {
		st.Value = v
	}
	l.next++
	st.Dst = l.next
	l.counts = append(l.counts, st.Dst)
	in := *s
	in.chosen = true
	st.Body = g.body(&in, room-2-g.p.reads(&st.Value), 2)
	l.counts = l.counts[:len(l.counts)-1]
	return st, len(st.Body) > 0
}
