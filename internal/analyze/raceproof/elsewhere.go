package raceproof

import "github.com/heddle-mc/heddle/internal/analyze/pointsto"

// For package pointsto, an element of an array in a structure may be at any multiple of its size, also
// in front of the array and behind it, where locks may lie:
//
//	struct { struct list slot[10]; pthread_mutex_t m[10]; } t;
//
// If indices are known to stay in the arrays (Known.Span), a store to one array does not reach the
// other.

// writtenElsewhere reports whether a store that pointsto places at bytes of mutexes, distance behind
// their starts, does not touch these bytes of any mutex in the object that is ever locked. It must lie
// in front of all of these mutexes, or behind them.
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
