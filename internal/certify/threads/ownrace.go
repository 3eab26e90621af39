package threads

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analysis/modular"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/sat"
	"github.com/heddle-mc/heddle/internal/term"
)

// Accesses to elements with locks of their own (modular.Own) do not race where each is under the element's lock:
//
//	lock(&p->m); p->n++; unlock(&p->m);
//
// The proof says nothing more than for values: at which distance the lock lies, and which locks a thread holds at the entry of a block.
// Of an access the solver shows that it is to a cell as a whole, in every execution that comes there, and that the thread
// holds the lock at that distance exclusively. Places of cells do not overlap, so two such accesses that share a byte begin at one
// offset of one global, and are under one lock. That has one holder at a time, as own.go confirms. Where every place that may give up a lock
// of the object beside other threads sends on a channel from which every place that may take one exclusively receives, the later holder's
// access comes after the earlier one's; who gives it up while no other thread runs comes before all that are created later.
//
// The solver is asked as well to which cells an access to such an object is at all: the lock's own bytes are read to take it.

// asked is an access to an object with such elements.
type asked struct {
	object modular.ObjectID
	access int       // its number among those of the object
	comes  term.ID   // in which executions it is done
	exact  term.ID   // it is to a whole cell
	places []reach   // these
	held   []term.ID // by distance: the thread holds the lock there
}

// askOwn notes what the solver shall be asked of the last access that was noted.
func (e *exec) askOwn(a alt, list []reach, exact term.ID) {
	q := asked{object: a.object, access: len(e.c.accesses[a.object]) - 1, comes: e.s.And(e.st.path, a.guard), exact: exact, places: list}
	w := e.s.Width(a.bits)
	for _, d := range e.c.distances(a.object) {
		q.held = append(q.held, e.holdsOwn(a.object, e.s.Add(a.bits, e.s.Uint(uint64(d)&ones(w), w))))
	}
	e.asks = append(e.asks, q)
}

// distances returns how far from elements of an object their own locks lie.
func (c *checker) distances(o modular.ObjectID) (list []int64) {
	for _, k := range c.ownOf(o) {
		if d := c.proof.Owns[k].Distance; !contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// answerOwn asks the solver of the accesses of a block. What it does not show is not known of them.
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

// ownOrdered reports whether two accesses of an object are to elements under one lock of these, which orders them.
func (c *checker) ownOrdered(o modular.ObjectID, x, y *access) bool {
	return slices.ContainsFunc(x.under, func(d int64) bool { return contains(y.under, d) }) &&
		slices.ContainsFunc(c.ownSent[o], func(n uint64) bool { return contains(c.ownReceived[o], n) })
}

// objectChannels are channels, by object with elements that have locks of their own: those of every place where such a lock may be given
// up, or taken. No entry: there is no such place.
type objectChannels map[modular.ObjectID][]uint64

func (t objectChannels) limit(o modular.ObjectID, list []uint64) {
	if old, known := t[o]; known {
		list = slices.DeleteFunc(slices.Clone(old), func(n uint64) bool { return !contains(list, n) })
	}
	t[o] = list
}

// noteOwnTaken notes by what a lock of elements orders threads.
func (e *exec) noteOwnTaken(o modular.ObjectID) { e.c.ownReceived.limit(o, e.channelsAt(ir.OpRecv)) }

// noteOwnGiven is not asked while no other thread may run, as noteGiven.
func (e *exec) noteOwnGiven(o modular.ObjectID) {
	if !e.alone() {
		e.c.ownSent.limit(o, e.channelsAt(ir.OpSend))
	}
}
