package values

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
)

// state holds the facts at a place of a thread. Its slices are shared with other states and must be
// copied before a change.
type state struct {
	vals     []value          // of the values that are needed there, in their order
	mem      memory           // see package comment
	links    []origin         // by cell, or nil: a value that the cell is known to hold
	loaded   []loaded         // ascending
	fixed    []loaded         // like loaded, for cells with only one place: values that an execution computes at most once
	locks    []hold           // certainly held, ascending
	elements []int32          // the elements' own locks that are certainly held, ascending; see holdings.go
	depth    int              // of open sections
	dirty    []cellID         // written in the open section, ascending
	fresh    []pointsto.ObjID // the recent objects that exist, ascending
	alive    []pointsto.ObjID // the stack objects that are certainly alive, ascending
	loose    []pointsto.ObjID // heap objects that are not stored anywhere yet, ascending; see leak.go
	focus    []focus          // elements under their own locks
	pending  []guardID        // of cells written since the lock was released, ascending
}

// origin is a value of a node.
type origin struct {
	n pointsto.NodeID
	v ssa.ValueID
}

// loaded is a value that was read from a place, or stored there, and is still its contents if the place
// is in this cell. The place may be in one of several cells, and the cell may have several places,
// unless only is set.
type loaded struct {
	cell cellID
	from origin
	only bool
}

// hold is a lock that is held.
type hold struct {
	lock   int32
	shared bool
}

func compareHolds(x, y hold) int {
	if x.lock != y.lock {
		return int(x.lock) - int(y.lock)
	}
	if x.shared == y.shared {
		return 0
	}
	if y.shared {
		return -1
	}
	return 1
}

func (s *state) holds(lock int32) bool {
	return slices.ContainsFunc(s.locks, func(h hold) bool { return h.lock == lock })
}

// insert adds an element to a copy of an ascending list.
func insert[E cmp.Ordered](list []E, c E) []E {
	i, found := slices.BinarySearch(list, c)
	if found {
		return list
	}
	return slices.Insert(slices.Clone(list), i, c)
}

// remove removes an element from a copy of an ascending list.
func remove[E cmp.Ordered](list []E, c E) []E {
	i, found := slices.BinarySearch(list, c)
	if !found {
		return list
	}
	return slices.Delete(slices.Clone(list), i, i+1)
}

// union merges two ascending lists.
func union[E cmp.Ordered](a, b []E) []E {
	if len(b) == 0 || slices.Equal(a, b) {
		return a
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// joinValues returns the union of two lists of values, element by element, and whether it is larger
// than the first.
func joinValues(a, b []value, wider *steps) (out []value, grew bool) {
	if len(a) == 0 || &a[0] == &b[0] {
		return a, false
	}
	out = a
	for i := range a {
		if a[i].equal(b[i]) {
			continue
		}
		j := a[i].join(b[i])
		if j.equal(a[i]) {
			continue
		}
		if wider != nil {
			j = wider.widen(a[i], b[i])
		}
		if !grew {
			out, grew = slices.Clone(a), true
		}
		out[i] = j
	}
	return out, grew
}

// join returns the union of two states of one place. If wider is not nil, growing intervals are
// extended to the next step. It reports whether the union is larger than s.
func (s *state) join(x *state, wider *steps) (out *state, grew bool) {
	n := *s
	var g1, g2 bool
	n.vals, g1 = joinValues(s.vals, x.vals, wider)
	n.mem, g2 = s.mem.join(x.mem, wider)
	grew = g1 || g2
	if lost := dropLinks(s.links, x.links); lost != nil || s.links != nil && x.links == nil {
		n.links, grew = lost, true
	}
	if both := raceproof.Common(s.loaded, x.loaded); len(both) < len(s.loaded) {
		n.loaded, grew = both, true
	}
	if both := raceproof.Common(s.fixed, x.fixed); len(both) < len(s.fixed) {
		n.fixed, grew = both, true
	}
	if both := raceproof.Common(s.locks, x.locks); len(both) < len(s.locks) {
		n.locks, grew = both, true
	}
	if both := raceproof.Common(s.elements, x.elements); len(both) < len(s.elements) {
		n.elements, grew = both, true
	}
	if both := raceproof.Common(s.alive, x.alive); len(both) < len(s.alive) {
		n.alive, grew = both, true
	}
	if all := union(s.dirty, x.dirty); len(all) > len(s.dirty) {
		n.dirty, grew = all, true
	}
	if all := union(s.loose, x.loose); len(all) > len(s.loose) {
		n.loose, grew = all, true
	}
	if all := union(s.pending, x.pending); len(all) > len(s.pending) {
		n.pending, grew = all, true
	}
	return &n, grew
}

// maxLoaded bounds the number of values known to be in places.
const maxLoaded = 64

// placed returns a list with one more element. Earlier elements of a cell stay, since another path may
// know one of them.
func placed(list []loaded, l loaded) []loaded {
	i, found := slices.BinarySearchFunc(list, l, func(x, y loaded) int {
		return cmp.Or(cmp.Compare(x.cell, y.cell), cmp.Compare(x.from.n, y.from.n), cmp.Compare(x.from.v, y.from.v), orderOf(x.only, y.only))
	})
	if found || len(list) >= maxLoaded {
		return list
	}
	return slices.Insert(slices.Clone(list), i, l)
}

func orderOf(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

// except returns a list without some of its elements.
func except[E any](list []E, drop func(E) bool) []E {
	if !slices.ContainsFunc(list, drop) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), drop)
}

// dropLinks returns the links of a that b has too, or nil if these are all of a.
func dropLinks(a, b []origin) []origin {
	if a == nil || b == nil || &a[0] == &b[0] {
		return nil
	}
	var out []origin
	for i := range a {
		if a[i] != (origin{}) && a[i] != b[i] {
			if out == nil {
				out = slices.Clone(a)
			}
			out[i] = origin{}
		}
	}
	return out
}
