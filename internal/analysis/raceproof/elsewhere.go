package raceproof

import "github.com/heddle-mc/heddle/internal/analysis/pointsto"

// Elements of an array in a structure are for pointers all places at multiples of their size, also in front of the array
// and behind it, where locks may lie:
//
//	struct { struct list slot[10]; pthread_mutex_t m[10]; } t;
//
// Where it is known of values that indices stay in the arrays (Known.Span), a store to one does not reach the other.

// writtenElsewhere reports whether a store that may be to bytes of mutexes, so many behind their starts, is to no such bytes of those
// that are ever locked and may be at a place: it is in front of all of these in their object, or behind them.
func (a *prover) writtenElsewhere(w *written, id pointsto.LocID, distance int64) bool {
	o := a.pts.Locs[id].Obj
	if a.known == nil || o == 0 {
		return false
	}
	from, to, ok := a.known.Span(w.by, 0, o)
	if !ok || from > to {
		return ok
	}
	for i := range a.trust.held {
		h := &a.trust.held[i]
		if !a.mayBe(h.arg, id) {
			continue
		}
		lo, hi, ok := a.known.Span(h.at, h.operand, o)
		if !ok || lo <= hi && from < hi+distance+kindSize && lo+distance < to+w.size {
			return false
		}
	}
	return true
}
