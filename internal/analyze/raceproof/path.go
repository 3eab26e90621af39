package raceproof

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// status is the set of possible states of the threads of a kind, from the view of a related thread.
type status uint8

const (
	unborn status = 1 << iota // none was created, and all will be created by this thread or its descendants
	joined                    // there was only one, and it has ended before
	mayRun                    // unknown
)

// fact states that a value is zero, or that it is not.
type fact struct {
	of   value
	zero bool
}

// try is a lock that is held if a value is zero.
type try struct {
	of   value
	lock int32
}

// path holds the facts at a place on some of the paths there. It is immutable.
type path struct {
	locks    []int32          // certainly held, ascending
	seen     []int32          // locks that the walk saw held here before it gave up: no facts (partial.go)
	tries    []try            // ordered
	taken    []pointsto.LocID // library locks at known places (held.go) that were certainly taken and not released, ascending
	maybe    []pointsto.LocID // those that may have been taken and not released, ascending
	sections []ir.SectionKind // certainly open, outermost first
	status   []status         // by thread
	facts    *set             // the values that are zero (true) or not
	inits    []string         // forms of the locks that were certainly initialised, and of the controls whose routine has run
	fresh    *set             // pointers to objects that no other thread can reach yet
	from     int32            // the entry (entry.go) by which control came into the function that several calls share; none, or anyEntry
}

// maxFacts is the number of facts from which on a path drops those of functions that have returned.
const maxFacts = 64

// paths holds the paths at a place; one of them applies on every way there.
type paths struct {
	list   []*path
	due    []*path // of the list: those that the walk did not follow yet
	merged merging
}

// merging says which paths at a place are kept as one.
type merging uint8

const (
	byState merging = iota // those that differ in facts at most
	byLocks                // those with the same locks and entry, too: there were too many by state
	all                    // there were too many by locks
)

// mostPaths holds the greatest numbers of paths at a place; of more, more are kept as one. The function that runs handlers
// of signals before each operation has hundreds of entries.
var mostPaths = [...]int{byState: 24, byLocks: 128}

func compareValues(a, b value) int {
	return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(a.v, b.v))
}

// sameState reports whether paths differ in facts at most.
func (p *path) sameState(q *path) bool {
	return p.from == q.from && slices.Equal(p.locks, q.locks) && slices.Equal(p.status, q.status) &&
		slices.Equal(p.tries, q.tries) && slices.Equal(p.sections, q.sections) && slices.Equal(p.taken, q.taken)
}

// knowsAll reports whether p, the meet of q and another path with the same state, has all facts of q.
func (p *path) knowsAll(q *path) bool {
	return len(p.maybe) == len(q.maybe) && p.facts.len() == q.facts.len() && len(p.inits) == len(q.inits) && p.fresh.len() == q.fresh.len()
}

// alike reports whether two paths are kept as one.
func (m merging) alike(p, q *path) bool {
	switch m {
	case byState:
		return p.sameState(q)
	case byLocks:
		return p.from == q.from && slices.Equal(p.locks, q.locks) && slices.Equal(p.sections, q.sections)
	}
	return true
}

// add adds a path and reports whether that changes anything. Paths that differ only in facts are
// merged: this is the property simulation of Das, Lerner, Seigle, "ESP: path-sensitive program
// verification in polynomial time", PLDI 2002. If there are too many paths, more are merged. Locks are merged last:
// where they are lost, they seem to be released without being held.
//
// least is the least merging.
func (s *paths) add(p *path, least merging) bool {
	if s.merged < least {
		s.merge(least)
	}
	if !s.put(p) {
		return false
	}
	for s.merged != all && len(s.list) > mostPaths[s.merged] {
		s.merge(s.merged + 1)
	}
	return true
}

// put adds a path, without a limit for their number.
func (s *paths) put(p *path) bool {
	for i, q := range s.list {
		if !s.merged.alike(q, p) {
			continue
		}
		n := q.meet(p)
		if n.sameState(q) && n.knowsAll(q) {
			return false
		}
		s.list = slices.Clone(s.list)
		s.list[i] = n
		s.due = append(without(s.due, func(p *path) bool { return p == q }), n)
		return true
	}
	s.list, s.due = append(slices.Clip(s.list), p), append(s.due, p)
	return true
}

// merge merges paths, and keeps them so.
func (s *paths) merge(m merging) {
	list := s.list
	*s = paths{merged: m}
	for _, p := range list {
		s.put(p)
	}
}

func (p *path) meet(q *path) *path {
	n := 0
	for n < len(p.sections) && n < len(q.sections) && p.sections[n] == q.sections[n] {
		n++
	}
	out := &path{
		locks: Common(p.locks, q.locks), tries: Common(p.tries, q.tries), facts: p.facts.common(q.facts), inits: Common(p.inits, q.inits),
		fresh: p.fresh.common(q.fresh), taken: Common(p.taken, q.taken), maybe: either(p.maybe, q.maybe),
		sections: p.sections[:n:n], status: slices.Clone(p.status), from: p.from,
	}
	if p.from != q.from {
		out.from = anyEntry
	}
	for t := range out.status {
		out.status[t] |= q.status[t]
	}
	return out
}

// Common returns the elements of a that are in b.
func Common[E comparable](a, b []E) []E {
	if slices.Equal(a, b) {
		return a
	}
	var out []E
	for _, x := range a {
		if slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// with returns a changed copy. change must replace slices, not write to them.
func (p *path) with(change func(*path)) *path {
	q := *p
	change(&q)
	return &q
}

func (p *path) hold(lock int32) *path {
	i, found := slices.BinarySearch(p.locks, lock)
	if found {
		return p
	}
	return p.with(func(n *path) { n.locks = slices.Insert(slices.Clone(p.locks), i, lock) })
}

// mayHold reports whether a lock is held, or is held if some value is zero.
func (p *path) mayHold(lock int32) bool {
	return slices.Contains(p.locks, lock) || slices.ContainsFunc(p.tries, func(t try) bool {
		return t.lock == lock && !p.knows(fact{t.of, false})
	})
}

// drop returns the path without the locks and conditions selected by a function.
func (p *path) drop(lock func(int32) bool) *path {
	gone := func(t try) bool { return lock(t.lock) }
	if !slices.ContainsFunc(p.locks, lock) && !slices.ContainsFunc(p.tries, gone) {
		return p
	}
	return p.with(func(n *path) {
		n.locks = slices.DeleteFunc(slices.Clone(p.locks), lock)
		n.tries = slices.DeleteFunc(slices.Clone(p.tries), gone)
	})
}

// inModel reports whether the innermost section is a library model's.
func (p *path) inModel() bool {
	return len(p.sections) > 0 && p.sections[len(p.sections)-1] == ir.ModelSection
}

func (p *path) inSection() bool { return slices.Contains(p.sections, ir.UserSection) }

// knows reports whether the path has a fact.
func (p *path) knows(f fact) bool {
	zero, ok := p.facts.get(f.of)
	return ok && zero == f.zero
}

// learn adds a fact; it returns nil if the path has the opposite fact.
func (p *path) learn(f fact) *path {
	if zero, ok := p.facts.get(f.of); ok {
		if zero != f.zero {
			return nil
		}
		return p
	}
	q := p.with(func(n *path) { n.facts = p.facts.with(f.of, f.zero) })
	if f.zero {
		for _, t := range p.tries {
			if t.of == f.of {
				q = q.hold(t.lock)
			}
		}
	}
	return q
}
