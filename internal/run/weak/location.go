package weak

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// span is a range of bytes of an object, by its number in the names of the search.
type span struct {
	name   uint32
	lo, hi uint64
}

func (s span) overlaps(o span) bool { return s.name == o.name && s.lo < o.hi && o.lo < s.hi }

// locations numbers the locations of a search: byte ranges of visible objects, and classes of the data of
// sections.
type locations struct {
	count  int32
	ranges map[uint32][]placed // by object
	inside map[uint32][]span   // accessed in sections

	shared map[unit]*sharedUnit
	parent []int32 // classes, as a forest
	class  []int32 // by class: its location; 0: none yet
}

type placed struct {
	span
	loc int32
}

// unit is eight bytes of an object, or a lock, that sections use.
type unit struct {
	name  uint32
	at    uint64
	space footprint.Space
}

type sharedUnit struct {
	thread           int32 // the first that used it
	several, written bool  // used by several threads, written
	class            int32 // of a unit that both holds for
}

func newLocations() *locations {
	return &locations{count: 1, ranges: make(map[uint32][]placed), inside: make(map[uint32][]span), shared: make(map[unit]*sharedUnit)}
}

// forget drops the locations, but keeps the classes: the search begins again.
func (l *locations) forget() {
	l.count = 1
	clear(l.ranges)
	clear(l.inside)
	clear(l.class)
}

// of returns the location of an access.
func (l *locations) of(a *interp.Access) (int32, error) {
	s := span{a.Name, a.Offset, a.Offset + a.Size}
	for _, p := range l.ranges[a.Name] {
		switch {
		case p.span == s:
			return p.loc, nil
		case p.overlaps(s):
			return 0, fmt.Errorf("accesses of %d and %d bytes to the same memory", p.hi-p.lo, a.Size)
		}
	}
	for _, p := range l.inside[a.Name] {
		if p.overlaps(s) {
			return 0, fmt.Errorf("an access to memory that a library function accesses atomically")
		}
	}
	loc := l.next()
	l.ranges[a.Name] = append(l.ranges[a.Name], placed{s, loc})
	return loc, nil
}

func (l *locations) next() int32 {
	l.count++
	return l.count - 1
}

// enter records an access in a section.
func (l *locations) enter(a *interp.Access) error {
	s := span{a.Name, a.Offset, a.Offset + a.Size}
	for _, p := range l.ranges[a.Name] {
		if p.overlaps(s) {
			return fmt.Errorf("a library function accesses memory of other accesses atomically")
		}
	}
	for _, p := range l.inside[a.Name] {
		if p == s {
			return nil
		}
	}
	l.inside[a.Name] = append(l.inside[a.Name], s)
	return nil
}

func (l *locations) find(c int32) int32 {
	for l.parent[c] != c {
		c = l.parent[c]
	}
	return c
}

// units calls f for each unit of an item. The end of an object's life writes the units that are known.
func (l *locations) units(it *footprint.Item, f func(u unit, writes bool)) {
	writes := it.Class != footprint.Reads
	switch {
	case it.Space == footprint.Locks:
		f(unit{it.Object, it.Lo, footprint.Locks}, writes)
	case it.Space != footprint.Memory || it.Lo >= footprint.LifeOffset:
	case it.Hi > footprint.LifeOffset:
		var known []unit
		for u := range l.shared {
			if u.name == it.Object {
				known = append(known, u)
			}
		}
		slices.SortFunc(known, func(a, b unit) int { return cmp.Or(cmp.Compare(a.space, b.space), cmp.Compare(a.at, b.at)) })
		for _, u := range known {
			f(u, true)
		}
	default:
		for at := it.Lo / 8; at <= (it.Hi-1)/8; at++ {
			f(unit{it.Object, at, footprint.Memory}, writes)
		}
	}
}

// section returns the location of a thread's section with this footprint; 0: it shares nothing. again reports that
// classes changed, so the search has to begin again.
func (l *locations) section(th int32, foot *footprint.Footprint) (loc int32, writes, again bool) {
	class := absent
	for i := range foot.Items {
		l.units(&foot.Items[i], func(u unit, w bool) {
			s := l.shared[u]
			if s == nil {
				s = &sharedUnit{thread: th, class: absent}
				l.shared[u] = s
			}
			s.written, s.several = s.written || w, s.several || s.thread != th
			if !s.written || !s.several {
				return
			}
			if s.class == absent { // earlier sections were taken for independent
				again = true
				s.class = int32(len(l.parent))
				l.parent = append(l.parent, s.class)
				l.class = append(l.class, 0)
			}
			writes = writes || w
			c := l.find(s.class)
			if class == absent {
				class = c
			}
			if class = l.find(class); class != c {
				again = again || l.class[c] != 0 && l.class[class] != 0
				l.class[class] = max(l.class[class], l.class[c])
				l.parent[c] = class
			}
		})
	}
	if class == absent {
		return 0, false, again
	}
	if l.class[class] == 0 {
		l.class[class] = l.next()
	}
	return l.class[class], writes, again
}
