package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
)

// Held holds the library locks at known places that a thread holds, ascending: those it certainly took and has
// not released, and those it may have taken and not released. A known place is a single one in a global. Whether
// the lock excludes other threads does not matter here.
type Held struct{ Surely, Maybe []pointsto.LocID }

// Held returns the locks that a thread holds before an instruction: the first of a block, or the one behind a
// call. It returns nil for a place that the walk did not reach.
func (p *Parallel) Held(at pointsto.At) *Held {
	s := p.a.states[at]
	if s == nil {
		return nil
	}
	h := &Held{Surely: s.list[0].taken}
	for _, q := range s.list {
		h.Surely, h.Maybe = Common(h.Surely, q.taken), either(h.Maybe, q.maybe)
	}
	return h
}

// Lost returns the reason why nothing is known; empty: the walk has ended.
func (p *Parallel) Lost() string { return p.a.lost }

// either returns the elements of two ascending lists.
func either(p, q []pointsto.LocID) []pointsto.LocID {
	if len(q) == 0 || slices.Equal(p, q) {
		return p
	}
	out := slices.Concat(p, q)
	slices.Sort(out)
	return slices.Compact(out)
}

// noteTaken records that the lock at a pointer was taken.
func (a *prover) noteTaken(x value, list []*path) []*path {
	l, ok := a.pts.OnlyGlobal(x.n, x.v)
	if !ok {
		return list
	}
	one := []pointsto.LocID{l}
	return each(list, func(p *path) *path {
		return p.with(func(n *path) { n.taken, n.maybe = either(p.taken, one), either(p.maybe, one) })
	})
}

// noteTried records that the lock at a pointer may have been taken.
func (a *prover) noteTried(x value, list []*path) []*path {
	l, ok := a.pts.OnlyGlobal(x.n, x.v)
	if !ok {
		return list
	}
	return each(list, func(p *path) *path {
		return p.with(func(n *path) { n.maybe = either(p.maybe, []pointsto.LocID{l}) })
	})
}

// noteGiven records that the lock at a pointer was released.
func (a *prover) noteGiven(x value, list []*path) []*path {
	at := a.pts.PointsTo(x.n, x.v)
	l, only := a.pts.OnlyGlobal(x.n, x.v)
	return each(list, func(p *path) *path {
		return p.with(func(n *path) {
			n.taken = without(p.taken, func(k pointsto.LocID) bool {
				return slices.ContainsFunc(at, func(m pointsto.LocID) bool { return m == pointsto.Wild || a.overlap(k, 1, m, 1) })
			})
			if only {
				n.maybe = without(p.maybe, func(k pointsto.LocID) bool { return k == l })
			}
		})
	})
}
