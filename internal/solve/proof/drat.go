package proof

import (
	"fmt"
	"slices"
)

// drat checks lemmas by propagation with two watched literals.
//
// What follows from unit clauses alone is assigned for good: the first root
// literals of the trail. A clause that is the reason of one is never deleted, so
// these assignments are never taken back. A clause of two or more literals is
// watched at its first two; one of them is false at the root only if the other
// one, or the blocking literal, is true there.
type drat struct {
	*database
	byHash  map[uint64]*clause
	all     []*clause // without some of the dead
	deadIn  int       // dead clauses in all
	watches [][]watch // by literal: to be visited when it becomes false
	reasons []*clause // by variable; valid at the root
	root    int       // length of the trail there
	head    int       // the first literal of the trail to be propagated
	refuted bool      // propagation at the root ended in a conflict
}

// watch is a clause with one of its other literals.
type watch struct {
	*clause
	blocking lit
}

func newDrat(d *database) *drat { return &drat{database: d, byHash: map[uint64]*clause{}} }

func (c *drat) contradictory() bool { return c.refuted }

func (c *drat) axiom(s *step) error {
	c.input(s.lits)
	return nil
}

// input adds a clause, whose literals it may reorder, and propagates at the root.
func (c *drat) input(lits []lit) {
	c.grow()
	own := &clause{lits: lits}
	h := hash(lits)
	own.next, c.byHash[h] = c.byHash[h], own
	c.all = append(c.all, own)
	c.count(lits, 1)
	if c.refuted {
		return
	}
	c.chooseWatches(own.lits)
	if len(own.lits) > 1 {
		c.watch(own, 0)
		c.watch(own, 1)
	}
	switch {
	case len(own.lits) == 0 || c.values[own.lits[0]] < 0:
		c.refuted = true
	case len(own.lits) == 1 && c.values[own.lits[0]] > 0:
		c.reasons[own.lits[0]/2] = own // so that the older reason may go
	case c.values[own.lits[0]] == 0 && (len(own.lits) == 1 || c.values[own.lits[1]] < 0):
		c.imply(own.lits[0], own)
		c.refuted = c.propagate()
		c.root = len(c.trail)
	}
}

// chooseWatches puts two literals in front that are not false, true ones first.
func (c *drat) chooseWatches(lits []lit) {
	for i := 0; i < 2 && i < len(lits); i++ {
		best := i
		for j := i + 1; j < len(lits); j++ {
			if c.values[lits[j]] > c.values[lits[best]] {
				best = j
			}
		}
		lits[i], lits[best] = lits[best], lits[i]
	}
}

func (c *drat) watch(own *clause, i int) {
	l := own.lits[i]
	c.watches[l] = append(c.watches[l], watch{own, own.lits[1-i]})
}

func (c *drat) grow() {
	for len(c.reasons) < len(c.names) {
		c.reasons = append(c.reasons, nil)
		c.watches = append(c.watches, nil, nil)
	}
}

func (c *drat) remove(s *step) (removed, ignored int, err error) {
	h := hash(s.lits)
	c.lists++
	for _, l := range s.lits {
		c.marks[l] = c.lists
	}
	var before *clause
	for own := c.byHash[h]; own != nil; before, own = own, own.next {
		if !c.isMarked(own, len(s.lits)) || c.isReason(own) {
			continue
		}
		if before == nil {
			c.byHash[h] = own.next
		} else {
			before.next = own.next
		}
		own.dead = true
		c.count(own.lits, -1)
		c.deadIn++
		c.compact()
		return 1, 0, nil
	}
	return 0, 1, nil
}

// isMarked tells that the clause has the n literals marked last.
func (c *drat) isMarked(own *clause, n int) bool {
	if len(own.lits) != n {
		return false
	}
	for _, l := range own.lits {
		if c.marks[l] != c.lists {
			return false
		}
	}
	return true
}

// isReason tells that a literal is true at the root because of the clause.
func (c *drat) isReason(own *clause) bool {
	for _, l := range own.lits {
		if c.values[l] > 0 && c.reasons[l/2] == own {
			return true
		}
	}
	return false
}

// compact drops the dead once they are the larger half.
func (c *drat) compact() {
	if 2*c.deadIn <= len(c.all) {
		return
	}
	live := c.all[:0]
	for _, own := range c.all {
		if !own.dead {
			live = append(live, own)
		}
	}
	clear(c.all[len(live):])
	c.all, c.deadIn = live, 0
	for l, ws := range c.watches {
		keep := ws[:0]
		for _, w := range ws {
			if !w.dead {
				keep = append(keep, w)
			}
		}
		clear(ws[len(keep):])
		c.watches[l] = keep
	}
}

func (c *drat) lemma(s *step) (rat bool, err error) {
	c.grow()
	rat, err = c.derive(s.lits)
	c.undo(c.root)
	c.head = c.root
	if err != nil {
		return false, err
	}
	c.input(s.lits)
	return rat, nil
}

// derive checks a lemma; it leaves assignments behind.
func (c *drat) derive(lits []lit) (rat bool, err error) {
	if c.refuted || !c.deny(lits, noLit) || c.propagate() {
		return false, nil
	}
	if len(lits) == 0 {
		return false, fmt.Errorf("the empty clause is not implied by propagation")
	}
	return true, c.deriveRAT(lits[0])
}

// deriveRAT checks that propagation refutes every clause with the negated pivot.
func (c *drat) deriveRAT(pivot lit) error {
	start := len(c.trail)
	if c.occurs[pivot.not()] > 0 {
		for _, own := range c.all {
			if own.dead || !slices.Contains(own.lits, pivot.not()) {
				continue
			}
			if c.deny(own.lits, pivot.not()) && !c.propagate() {
				return fmt.Errorf("neither implied by propagation nor RAT on %d: clause %d resists",
					c.name(pivot), c.dimacs(own.lits))
			}
			c.undo(start)
			c.head = start
		}
	}
	if err := c.mayPivot(pivot); err != nil {
		return err
	}
	c.frozen[pivot.not()] = true
	return nil
}

// imply makes a literal true that has no value.
func (c *drat) imply(l lit, reason *clause) {
	c.reasons[l/2] = reason
	c.assign(l)
}

// propagate assigns what follows and reports whether it met a conflict.
func (c *drat) propagate() (conflict bool) {
	for c.head < len(c.trail) {
		denied := c.trail[c.head].not()
		c.head++
		ws := c.watches[denied]
		kept := 0
		for i := 0; i < len(ws); i++ {
			w := ws[i]
			if c.values[w.blocking] > 0 {
				ws[kept] = w
				kept++
				continue
			}
			if w.dead {
				continue
			}
			lits := w.lits
			if lits[0] == denied {
				lits[0], lits[1] = lits[1], denied
			}
			if k := c.notFalse(lits); k > 0 {
				lits[1], lits[k] = lits[k], denied
				c.watches[lits[1]] = append(c.watches[lits[1]], watch{w.clause, lits[0]})
				continue
			}
			ws[kept] = watch{w.clause, lits[0]}
			kept++
			switch {
			case c.values[lits[0]] > 0:
			case c.values[lits[0]] == 0:
				c.imply(lits[0], w.clause)
			default:
				kept += copy(ws[kept:], ws[i+1:])
				c.watches[denied] = ws[:kept]
				return true
			}
		}
		c.watches[denied] = ws[:kept]
	}
	return false
}

// notFalse finds a literal to be watched instead of the second one; 0 is none.
func (c *drat) notFalse(lits []lit) int {
	for k := 2; k < len(lits); k++ {
		if c.values[lits[k]] >= 0 {
			return k
		}
	}
	return 0
}

// hash is the same for all orders of the literals.
func hash(lits []lit) uint64 {
	h := uint64(len(lits))
	for _, l := range lits {
		x := (uint64(l) + 1) * 0x9e3779b97f4a7c15
		h += x ^ x>>29
	}
	return h
}
