package sat

// watch is an entry of a watch list: a clause and a literal of it. If the
// blocker is true the clause need not be visited (Sörensson, Eén: MiniSat 2.1,
// SAT Race 2008). A binary clause has no ref: the blocker is the other literal.
type watch struct {
	blocker Lit
	ref     cref // binaryRef for a binary clause
}

// binaryRef takes the place of the ref in watches of binary clauses.
const binaryRef cref = 0

// watchLists holds one list per literal in a single pool, so that finding and
// growing a list costs few cache lines and nothing for the garbage collector to
// follow:
//
//	heads[l] = {at, len, cap}
//	pool     = | … | at … at+len | free up to at+cap | … |
//
// A full list moves to the end of the pool with twice the capacity.
type watchLists struct {
	heads  []head
	pool   []watch
	wasted int // entries of the pool that no list can use
}

type head struct{ at, len, cap uint32 }

// of returns the list of l, which is valid until the next push.
func (w *watchLists) of(l Lit) []watch {
	h := w.heads[l]
	return w.pool[h.at : h.at+h.len]
}

// push appends to the list of l.
func (w *watchLists) push(l Lit, entry watch) {
	h := &w.heads[l]
	if h.len == h.cap {
		w.move(h)
	}
	w.pool[h.at+h.len] = entry
	h.len++
}

// move gives a full list twice the capacity at the end of the pool.
func (w *watchLists) move(h *head) {
	capacity := max(4, 2*h.cap)
	at := len(w.pool)
	need := at + int(capacity)
	if need > cap(w.pool) {
		pool := make([]watch, at, need+at/2)
		copy(pool, w.pool)
		w.pool = pool
	}
	w.pool = w.pool[:need]
	copy(w.pool[at:], w.pool[h.at:h.at+h.len])
	w.wasted += int(h.cap)
	h.at, h.cap = uint32(at), capacity
}

// pack closes the gaps of the pool if they are worth it, orders it by literal
// and puts binary clauses in front of each list.
func (w *watchLists) pack() {
	if w.wasted <= len(w.pool)/4 {
		return
	}
	total := 0
	for _, h := range w.heads {
		total += int(roomy(h.len))
	}
	pool := make([]watch, total, total+total/4)
	at := uint32(0)
	for l, h := range w.heads {
		list := w.pool[h.at : h.at+h.len]
		to := at
		for _, entry := range list {
			if entry.ref == binaryRef {
				pool[to] = entry
				to++
			}
		}
		for _, entry := range list {
			if entry.ref != binaryRef {
				pool[to] = entry
				to++
			}
		}
		w.heads[l] = head{at, h.len, roomy(h.len)}
		at += roomy(h.len)
	}
	w.pool, w.wasted = pool, 0
}

// roomy returns the capacity that pack gives to a list of n entries.
func roomy(n uint32) uint32 { return n + n/4 }

// addBinary adds the clause (k ∨ l), whose number is id.
func (s *Solver) addBinary(k, l Lit, id ClauseID) {
	s.proof.addBinary(k, l, id)
	s.watches.push(k.Not(), watch{l, binaryRef})
	s.watches.push(l.Not(), watch{k, binaryRef})
	s.nbin++
}

// addLong allocates and watches a clause of at least three literals.
func (s *Solver) addLong(lits []Lit, flags uint32, id ClauseID) cref {
	c := s.allocate(lits, flags)
	s.proof.setLong(c, id)
	s.watches.push(lits[0].Not(), watch{lits[1], c})
	s.watches.push(lits[1].Not(), watch{lits[0], c})
	return c
}
