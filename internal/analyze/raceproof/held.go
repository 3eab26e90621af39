package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
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

// Presence reports whether the threads of a kind may run while another thread is at a place.
type Presence uint8

// The presences.
const (
	Present Presence = iota // they may run
	Unborn                  // none was created yet
	Joined                  // they have ended, and were joined
)

// Others returns the presence of the thread of one place while another thread is at at. Both have paths, as those of
// Held have.
func (p *Parallel) Others(at, other pointsto.At) Presence {
	t, all := p.a.pts.Nodes[other.Node].Thread, status(0)
	for _, q := range p.a.states[at].list {
		all |= q.status[t]
	}
	switch {
	case p.a.pts.Nodes[at.Node].Thread == t:
		return Present
	case all == unborn:
		return Unborn
	case all == joined:
		return Joined
	}
	return Present
}

// CommonLock names a lock at a known place that threads hold at both of two places, at most one of them for reading;
// empty: none is known. Whether other code releases the lock does not matter here.
func (p *Parallel) CommonLock(at, other pointsto.At) string {
	a := p.a
	here := a.states[at].list[0].locks
	for _, q := range slices.Concat(a.states[at].list, a.states[other].list) {
		here = slices.DeleteFunc(slices.Clone(here), func(l int32) bool {
			f := &a.locks[l]
			return len(f.form.terms) > 0 || f.form.obj == 0 || f.mode == shared || !slices.ContainsFunc(q.locks, func(k int32) bool {
				g := &a.locks[k]
				return f.class.excludes(g.class) && f.form.key() == g.form.key()
			})
		})
	}
	if len(here) == 0 {
		return ""
	}
	f := &a.locks[here[0]].form
	return p.nameAt(pointsto.Loc{Obj: f.obj, Off: f.off})
}

// LockName names a lock in a global as the program's source does.
func (p *Parallel) LockName(l pointsto.LocID) string { return p.nameAt(p.a.pts.Locs[l]) }

// nameAt names the smallest part of an object at a place.
func (p *Parallel) nameAt(at pointsto.Loc) string {
	return p.a.nameOf(at.Obj, p.a.prog.PartName(p.a.typeOf(at.Obj), ir.Part{Off: uint64(at.Off), Size: 1}))
}

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
