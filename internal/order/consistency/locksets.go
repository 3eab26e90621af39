package consistency

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Accesses under one lock never race: its sections are disjoint, and the end of one happens before the
// beginning of the next. The first fact holds for locks whose sections are ordered as wholes (sections.go).
// The second comes from library models: releasing the lock sends on a channel, taking it receives.

// locksets holds which locks order the accesses under them.
type locksets struct {
	*happens
	orders []bool   // by index of builder.locks
	held   [][]hold // by access: the sections of such locks that it is in
}

func (h *happens) locksets() *locksets {
	s := &locksets{happens: h, orders: make([]bool, len(h.locks)), held: make([][]hold, len(h.g.Touches))}
	points := make([][]event.PointID, len(h.g.Nodes))
	for i := 1; i < len(h.g.Points); i++ {
		if p := &h.g.Points[i]; p.Kind == event.PointSend || p.Kind == event.PointRecv {
			points[p.Node] = append(points[p.Node], event.PointID(i))
		}
	}
	for l := range h.locks {
		s.orders[l] = s.synchronises(&h.locks[l], points)
	}
	for i := range h.g.Touches {
		for l := range h.locks {
			if s.orders[l] {
				if k := s.sectionOfTouch(&h.locks[l], &h.g.Touches[i]); k >= 0 {
					s.held[i] = append(s.held[i], hold{int32(l), k})
				}
			}
		}
	}
	return s
}

// synchronises reports whether every release of a lock sends on a channel on which every
// acquire receives.
func (s *locksets) synchronises(l *lock, points [][]event.PointID) bool {
	var channel, number term.ID
	does := func(kind event.PointKind, e event.ID) bool {
		for _, id := range points[s.g.Events[e].Node] {
			p := &s.g.Points[id]
			if p.Kind != kind || !s.known.implies(s.g.Events[e].Guard, p.Guard) {
				continue
			}
			if channel == term.None {
				channel, number = p.Channel, p.Number
			}
			if p.Channel == channel && p.Number == number {
				return true
			}
		}
		return false
	}
	for i := range l.sections {
		sec := &l.sections[i]
		if !does(event.PointRecv, sec.acquire) || slices.ContainsFunc(sec.releases, func(r event.ID) bool { return !does(event.PointSend, r) }) {
			return false
		}
	}
	return true
}

// sectionOfTouch returns the section of a lock that contains an access: after the node that takes the lock
// and before the nodes that release it; -1: none.
func (s *locksets) sectionOfTouch(l *lock, t *event.Touch) int32 {
	if t.Node == 0 {
		return -1
	}
	k := s.sectionAt(l, t.Node, t.Guard)
	if k < 0 {
		return -1
	}
	index := s.g.Nodes[t.Node].Index
	if t.Inside && s.node(l.sections[k].acquire).Index == index {
		return -1
	}
	for _, r := range l.sections[k].releases {
		if s.node(r).Index == index {
			return -1
		}
	}
	return k
}

// apart reports whether two accesses, by number, lie in different sections of one
// lock.
func (s *locksets) apart(a, b int32) bool {
	for _, x := range s.held[a] {
		for _, y := range s.held[b] {
			if x.lock == y.lock && x.section != y.section {
				return true
			}
		}
	}
	return false
}
