package interp

import "github.com/heddle-mc/heddle/internal/verdict"

// noteReuse leaves the mark address-reuse when a pointer to a freed object is
// compared with one to an object that was allocated later: here their addresses
// differ, but an allocator may give an address again (DESIGN 5.9).
func (m *Machine) noteReuse(t *Thread, p, q word) {
	a, b := m.object(p.hi), m.object(q.hi)
	if a == nil || b == nil || a == b || a.kind != kindHeap || b.kind != kindHeap {
		return
	}
	if a.ref&(1<<refIndexBits-1) > b.ref&(1<<refIndexBits-1) {
		a, b = b, a
	}
	dead := a.dead
	if m.names != nil {
		// An execution stands for its trace: either may be the later one in another,
		// unless one thread made both.
		dead = dead || b.dead && a.owner != b.owner
	}
	if m.foot != nil {
		m.seenLife(a, reading)
		m.seenLife(b, reading)
	}
	if dead {
		l := t.Where()
		m.cut(Cut{Bound: verdict.ReuseBound, Func: l.Func, Pos: l.Pos})
	}
}
