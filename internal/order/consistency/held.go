package consistency

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// hold is a section of a lock that contains an event.
type hold struct {
	lock, section int32 // indices of builder.locks and of lock.sections
}

// lock is a lock whose sections are ordered as wholes.
type lock struct {
	sections []section
	past     []int32 // by thread: the end of its sections, which begin where the thread before's end
}

// holds returns the sections that contain an event, by lock: in every execution with the event, its thread
// is between taking the lock and releasing it. Nodes that take or release are inside.
//
// Events in sections i and j of one lock come in the order of the sections. The LO arcs ensure this, so no
// arc between the events is needed.
func (b *builder) holds(e event.ID) []hold {
	if len(b.locks) == 0 {
		return nil
	}
	if b.heldBy == nil {
		b.heldBy = make([][]hold, len(b.g.Events))
		b.heldKnown = make([]bool, len(b.g.Events))
	}
	if !b.heldKnown[e] {
		b.heldKnown[e] = true
		for l := range b.locks {
			if s := b.sectionOf(&b.locks[l], e); s >= 0 {
				b.heldBy[e] = append(b.heldBy[e], hold{int32(l), s})
			}
		}
	}
	return b.heldBy[e]
}

// sectionOf returns the section of a lock that an event lies in, or -1.
func (b *builder) sectionOf(l *lock, e event.ID) int32 {
	return b.sectionAt(l, b.g.Events[e].Node, b.g.Events[e].Guard)
}

// sectionAt is sectionOf for all events of a node under guard.
func (b *builder) sectionAt(l *lock, n event.NodeID, guard term.ID) int32 {
	node := &b.g.Nodes[n]
	first, past := int32(0), l.past[node.Thread]
	if node.Thread > 0 {
		first = l.past[node.Thread-1]
	}
	list := l.sections[first:past]
	at, found := slices.BinarySearchFunc(list, node.Index, func(s section, index int32) int {
		return int(b.node(s.acquire).Index - index)
	})
	if found {
		at++
	}
	for i := at - 1; i >= 0; i-- {
		s := &list[i]
		acquire := b.g.Events[s.acquire].Guard
		if b.known.exclude(guard, acquire) {
			continue
		}
		if !b.known.implies(guard, acquire) {
			return -1
		}
		for _, r := range s.releases {
			if b.node(r).Index < node.Index && !b.known.exclude(guard, b.g.Events[r].Guard) {
				return -1
			}
		}
		return first + int32(i)
	}
	return -1
}

// common returns the sections of one lock that contain two events of different threads; nil: there is none.
func (b *builder) common(x, y event.ID) (i, j *section) {
	if b.node(x).Thread == b.node(y).Thread {
		return nil, nil
	}
	for _, h := range b.holds(x) {
		for _, k := range b.holds(y) {
			if h.lock == k.lock {
				l := &b.locks[h.lock]
				return &l.sections[h.section], &l.sections[k.section]
			}
		}
	}
	return nil, nil
}

// within reports whether two events are in one section of a lock that a third event, of another thread, is
// under too. Then the events between the two do not concern the third.
func (b *builder) within(x, y, other event.ID) bool {
	for _, h := range b.holds(x) {
		if !slices.Contains(b.holds(y), h) {
			continue
		}
		for _, k := range b.holds(other) {
			if h.lock == k.lock && h.section != k.section {
				return true
			}
		}
	}
	return false
}

// inOrder returns the Bool that section i comes before section j. disjoint constrains it if both begin.
func (b *builder) inOrder(i, j *section) term.ID {
	n, m := b.g.Events[i.acquire].Node, b.g.Events[j.acquire].Node
	switch {
	case b.must.Before(n, m):
		return term.True
	case b.must.Before(m, n):
		return term.False
	}
	return b.first(n, m)
}
