package consistency

import (
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// section holds the events of a thread that take and release a lock once.
type section struct {
	acquire  event.ID   // its read of the lock word
	word     term.ID    // the value that it writes there
	releases []event.ID // writes of the free value; at most one is executed
}

// sections orders the sections of a lock as wholes, if all accesses to the lock word have the form of
// sections: then no rf and ws of the word are needed.
//
//	acquire  reads the free value, the initial one, and writes another
//	release  writes the free value; it comes with an acquire of its thread
//	         before it, and nothing is done to the lock between them
//
// or both in one node. Two sections i and j are disjoint:
//
//	acquire(i) ∧ acquire(j) ⇒ release(i) → acquire(j), i released,
//	                        or release(j) → acquire(i), j released
//
// This is equivalent to rf and ws of the word. Disjoint sections read the free value. Conversely, suppose
// that rf explains the reads of the free value. Then no two of them can read from the same release, since
// each would have to precede the other's write, so sections form a chain from the initial value.
//
// Reads of final nodes see the holder of the lock at the end (lastHolder). sections reports whether it
// applied; if not, it added nothing.
func (b *builder) sections(a *area) bool {
	if b.g.Regions[a.region].Kind != event.Lock || b.without&PruneSections != 0 {
		return false
	}
	l, ok := b.findSections(a)
	if !ok {
		return false
	}
	for i := range l.sections {
		for j := range l.sections[:i] {
			b.disjoint(&l.sections[j], &l.sections[i])
		}
	}
	b.lastHolder(a, &l)
	b.locks = append(b.locks, l)
	return true
}

// findSections returns the sections of a lock; the sections of a thread are in program order.
func (b *builder) findSections(a *area) (lock, bool) {
	free := b.g.Regions[a.region].Init
	l := lock{past: make([]int32, len(b.g.Threads))}
	for t := range b.g.Threads {
		first := len(l.sections)
		for _, n := range b.g.Threads[t].Nodes {
			if !b.section(n, a.region, free, &l.sections, first) {
				return lock{}, false
			}
		}
		l.past[t] = int32(len(l.sections))
	}
	return l, true
}

// section adds a node's accesses to a lock to the sections of its thread, which are those from first on. It
// reports false if they are no part of a section.
func (b *builder) section(n event.NodeID, region event.RegionID, free term.ID, list *[]section, first int) bool {
	node := &b.g.Nodes[n]
	if node.Final {
		return true
	}
	read, write := event.ID(0), event.ID(0)
	for id := node.First; id < node.Last; id++ {
		e := &b.g.Events[id]
		if e.Region != region || e.Guard == term.False {
			continue
		}
		switch {
		case !b.terms.IsConst(e.Value):
			return false
		case e.Kind == event.Read && (read != 0 || write != 0 || e.Value != free):
			return false
		case read != 0 && e.Guard != b.g.Events[read].Guard, write != 0 && e.Guard != b.g.Events[write].Guard:
			return false
		case e.Kind == event.Read:
			read = id
		default:
			write = id
		}
	}
	switch {
	case read == 0 && write == 0:
		return true
	case write == 0:
		return false
	case read != 0:
		s := section{acquire: read, word: b.g.Events[write].Value}
		if b.g.Events[write].Value == free {
			s.releases = []event.ID{write}
		}
		*list = append(*list, s)
		return true
	}
	return b.g.Events[write].Value == free && b.release(write, (*list)[first:])
}

// release finds the section of its thread that a release ends.
func (b *builder) release(write event.ID, list []section) bool {
	guard := b.g.Events[write].Guard
	for i := len(list) - 1; i >= 0; i-- {
		s := &list[i]
		for _, r := range s.releases {
			if !b.known.exclude(b.g.Events[r].Guard, guard) {
				return false
			}
		}
		acquire := b.g.Events[s.acquire].Guard
		if b.known.implies(guard, acquire) {
			s.releases = append(s.releases, write)
			return true
		}
		if !b.known.exclude(acquire, guard) {
			return false
		}
	}
	return false
}

func (b *builder) disjoint(x, y *section) {
	n, m := b.g.Events[x.acquire].Node, b.g.Events[y.acquire].Node
	both := b.terms.And(b.g.Events[x.acquire].Guard, b.g.Events[y.acquire].Guard)
	switch {
	case both == term.False || b.known.exclude(b.g.Events[x.acquire].Guard, b.g.Events[y.acquire].Guard):
	case b.must.Before(n, m):
		b.after(x, y, both)
	case b.must.Before(m, n):
		b.after(y, x, both)
	default:
		first := b.first(n, m)
		b.after(x, y, b.terms.And(both, first))
		b.after(y, x, b.terms.And(both, b.terms.Not(first)))
	}
}

// after lets section y follow section x when holds does, which implies that
// both begin.
func (b *builder) after(x, y *section, holds term.ID) {
	begin := &b.g.Events[y.acquire]
	var released []term.ID
	surely := false
	for _, r := range x.releases {
		e := &b.g.Events[r]
		if b.known.exclude(e.Guard, begin.Guard) {
			continue
		}
		released = append(released, e.Guard)
		surely = surely || b.known.implies(begin.Guard, e.Guard)
		if b.must.Before(e.Node, begin.Node) {
			continue
		}
		if t := b.terms.And(holds, e.Guard); t != term.False {
			b.rel.Acquire[r] = x.acquire
			b.add(b.arc(LO, r, y.acquire, t))
		}
	}
	if !surely {
		b.assume(holds, b.terms.Disj(released...))
	}
}
