package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
)

// Owned describes an access under locks whose place is relative to the accessed place:
//
//	lock(&p->m); p->n++; unlock(&p->m);
//
// Two threads that access the same byte in this way, at the same distance from a lock, hold the same
// lock.
type Owned struct {
	// Place identifies the address. Two accesses of one thread with the same Place have the same
	// address if the thread has held a lock at one of the distances between them.
	Place     string
	Distances []int64 // from the access to locks that its thread holds exclusively, in bytes
	Moves     bool    // the address is not constant
}

// Owned returns the accesses of the program under such locks. Locks at one place exclude one another.
// Library models are left out, since they release locks before they return.
func (p *Parallel) Owned() map[pointsto.At]Owned {
	a := p.a
	if a.lost != "" || !slices.ContainsFunc(a.locks, func(f lockFact) bool { return len(f.form.terms) > 0 }) {
		return nil
	}
	if a.collect(); a.lost != "" {
		return nil
	}
	out := make(map[pointsto.At]Owned)
	for i := range a.accesses {
		x := &a.accesses[i]
		if x.whole || len(x.paths) == 0 || a.pts.View(x.at.Node).IR.Model {
			continue
		}
		distances := a.distances(x, x.paths[0])
		for _, q := range x.paths[1:] {
			distances = Common(distances, a.distances(x, q))
		}
		if len(distances) > 0 {
			out[x.at] = Owned{Place: x.form.key(), Distances: distances, Moves: len(x.form.terms) > 0}
		}
	}
	return out
}

// distances returns the distances, from an access, of the locks that a path holds.
func (a *prover) distances(x *access, p *path) (out []int64) {
	for _, l := range p.locks {
		f := &a.locks[l]
		if f.mode == shared || f.class > mutex || f.form.obj != x.form.obj {
			continue
		}
		place := x.form
		place.obj = 0
		lock := f.form
		lock.obj = 0
		if d, ok := lock.plus(place, -1); ok && len(d.terms) == 0 && a.trusted(l) {
			out = append(out, d.off)
		}
	}
	return out
}
