package consistency

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// section holds the events of a hold of a lock.
type section struct {
	acquire  event.ID   // its read of the lock word
	word     term.ID    // the value that it writes there
	releases []event.ID // writes of the free value; at most one is executed
}

// sections orders the sections of a lock as wholes, if all accesses to the lock word are parts of holds
// (event.HoldID): then no rf and ws of the word are needed. Two sections i and j are disjoint:
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
	l := lock{past: make([]int32, len(b.g.Threads))}
	at := make(map[event.HoldID]int)
	for t := range b.g.Threads {
		for _, n := range b.g.Threads[t].Nodes {
			node := &b.g.Nodes[n]
			for id := node.First; id < node.Last && !node.Final; id++ {
				if e := &b.g.Events[id]; e.Region == a.region && e.Guard != term.False && !b.section(&l, at, id) {
					return lock{}, false
				}
			}
		}
		l.past[t] = int32(len(l.sections))
	}
	return l, !slices.ContainsFunc(l.sections, func(s section) bool { return s.word == term.None })
}

// section adds an event to the section of its hold, whose index it notes. It reports false if the event is no
// part of a section. If the acquire's read has the guard of the write, the lock is free whenever it is read: the
// guard or a fact of the graph says so.
func (b *builder) section(l *lock, at map[event.HoldID]int, id event.ID) bool {
	e := &b.g.Events[id]
	i, begun := at[e.Hold]
	switch {
	case e.Lock == event.NoLock || begun == (e.Kind == event.Read):
		return false
	case !begun:
		at[e.Hold] = len(l.sections)
		l.sections = append(l.sections, section{acquire: id})
		return true
	}
	s := &l.sections[i]
	if first := &b.g.Events[s.acquire]; first.Node == e.Node {
		s.word = e.Value
		if first.Guard != e.Guard { // the thread may read the word, find the lock taken, and stop
			return false
		}
	}
	if e.Lock == event.Release {
		s.releases = append(s.releases, id)
	}
	return true
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
