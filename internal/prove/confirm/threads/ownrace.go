package threads

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Accesses to elements with locks of their own (threadproof.Own) do not race if each is done while holding
// the element's lock:
//
//	lock(&p->m); p->n++; unlock(&p->m);
//
// The proof needs nothing more than for values: the distance of the lock, and the locks that a thread
// holds at the entry of a block. For each access the solver shows, in every execution that reaches it,
// that it is to a cell as a whole, and that the thread holds the lock at that distance exclusively.
// Places of cells do not overlap, so two such accesses that share a byte begin at one offset of one
// global, and are under one lock. The lock has one holder at a time, as own.go confirms.
//
// The later holder's access must also happen after the earlier one's. That is so if all places that may
// release a lock of the object concurrently send on a channel, and all places that may take one
// exclusively receive from it. A release while no other thread runs happens before everything in the
// threads created later.
//
// The solver also finds the cells that an access to such an object may touch. Taking a lock reads the
// lock's own bytes.

// asked is a question about an access to an object with such elements.
type asked struct {
	object threadproof.ObjectID
	access int       // its number among those of the object
	comes  term.ID   // in which executions it is done
	exact  term.ID   // it is to a whole cell
	places []reach   // these
	held   []term.ID // by distance: the thread holds the lock there
}

// askOwn records the questions about the last recorded access.
func (e *exec) askOwn(a alt, list []reach, exact term.ID) {
	q := asked{object: a.object, access: len(e.c.accesses[a.object]) - 1, comes: e.s.And(e.st.path, a.guard), exact: exact, places: list}
	w := e.s.Width(a.bits)
	for _, d := range e.c.distances(a.object) {
		q.held = append(q.held, e.holdsOwn(a.object, e.s.Add(a.bits, e.s.Uint(uint64(d)&ones(w), w))))
	}
	e.asks = append(e.asks, q)
}

// distances returns the distances from elements of an object to their locks.
func (c *checker) distances(o threadproof.ObjectID) (list []int64) {
	for _, k := range c.ownOf(o) {
		if d := c.proof.Owns[k].Distance; !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// answerOwn asks the solver about the accesses of a block. Facts that it does not show remain unknown.
func (e *exec) answerOwn() error {
	if len(e.asks) == 0 {
		return nil
	}
	prover := newProver(e.s)
	for i := range e.asks {
		q := &e.asks[i]
		x := &e.c.accesses[q.object][q.access]
		never := func(cond term.ID) (bool, error) {
			got, err := prover.Check(e.c.ctx, e.s.And(q.comes, cond))
			if err == nil {
				err = e.c.ctx.Err()
			}
			return err == nil && got.Status == sat.Unsatisfiable, err
		}
		exact, err := never(e.s.Not(q.exact))
		if err != nil {
			return err
		}
		if !exact {
			continue
		}
		x.cells = nil
		for _, r := range q.places {
			not, err := never(r.cond)
			if err != nil {
				return err
			}
			if !not {
				x.cells = append(x.cells, r.cell)
			}
		}
		for j, d := range e.c.distances(q.object) {
			is, err := never(e.s.Not(q.held[j]))
			if err != nil {
				return err
			}
			if is {
				x.under = append(x.under, d)
			}
		}
	}
	return nil
}

// ownOrdered reports whether two accesses of an object are to elements under the same lock, which
// orders them.
func (c *checker) ownOrdered(o threadproof.ObjectID, x, y *access) bool {
	return slices.ContainsFunc(x.under, func(d int64) bool { return slices.Contains(y.under, d) }) &&
		slices.ContainsFunc(c.ownSent[o], func(n uint64) bool { return slices.Contains(c.ownReceived[o], n) })
}

// objectChannels has channels, by object with elements that have locks of their own: the common
// channels of all places where such a lock may be released, or taken. No entry: there is no such place.
type objectChannels map[threadproof.ObjectID][]uint64

func (t objectChannels) limit(o threadproof.ObjectID, list []uint64) {
	if old, known := t[o]; known {
		list = slices.DeleteFunc(slices.Clone(old), func(n uint64) bool { return !slices.Contains(list, n) })
	}
	t[o] = list
}

// noteOwnTaken records the channels that order the taking of an element's lock.
func (e *exec) noteOwnTaken(o threadproof.ObjectID) {
	e.c.ownReceived.limit(o, e.channelsAt(ir.OpRecv))
}

// noteOwnGiven records the channels that order the release. Like noteGiven it does nothing while no
// other thread may run.
func (e *exec) noteOwnGiven(o threadproof.ObjectID) {
	if !e.alone() {
		e.c.ownSent.limit(o, e.channelsAt(ir.OpSend))
	}
}
