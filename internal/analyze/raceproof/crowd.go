package raceproof

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
)

// Accesses of one thread to the same bytes of an object form a group. All pairs of two groups may touch the same
// byte, or none. Some reasons hold for all of them at once, the others for all pairs of two classes (class.go). So
// large programs have few pairs to judge.

// share is a footprint of accesses, with the part of its locations that is in an object.
type share struct {
	print int32
	locs  []pointsto.Loc
}

// byObject returns the footprints of the accesses to each object.
func (a *prover) byObject() [][]share {
	a.crowds = make([][]*group, len(a.prints))
	byKey := make(map[groupKey]*group)
	for i := range a.accesses {
		x := &a.accesses[i]
		key := groupKey{int(x.print), x.size, x.thread, x.writes, x.atomic, a.beside(x)}
		if byKey[key] == nil {
			byKey[key] = &group{groupKey: key}
			a.crowds[x.print] = append(a.crowds[x.print], byKey[key])
		}
		byKey[key].members = append(byKey[key].members, int32(i))
	}
	out := make([][]share, len(a.pts.Objects))
	for print, locs := range a.prints {
		for len(a.crowds[print]) > 0 && len(locs) > 0 {
			n := 1
			for n < len(locs) && locs[n].Obj == locs[0].Obj {
				n++
			}
			out[locs[0].Obj] = append(out[locs[0].Obj], share{int32(print), locs[:n]})
			locs = locs[n:]
		}
	}
	return out
}

// group holds accesses that differ in their places in the program, in locks and in facts.
type group struct {
	groupKey
	locs     []pointsto.Loc // in one object
	members  []int32        // accesses
	own      bool           // the slice is the group's own
	classes  []*class       // see classesOf
	families []*family      // see familiesOf
}

type groupKey struct {
	shape          int // of the locations in the object, or the footprint
	size           int64
	thread         pointsto.ThreadID
	writes, atomic bool
	beside         string // by thread: 1 if it may run at one of the accesses
}

// groups returns the groups of accesses to an object, by its footprints.
func (a *prover) groups(shares []share) (list []*group) {
	shapes := make(map[string]int)
	byKey := make(map[groupKey]*group)
	for _, e := range shares {
		var text []byte
		for _, l := range e.locs {
			text = binary.AppendVarint(binary.AppendVarint(text, l.Off), l.Step)
		}
		shape, ok := shapes[string(text)]
		if !ok {
			shape = len(shapes)
			shapes[string(text)] = shape
		}
		for _, crowd := range a.crowds[e.print] {
			key := crowd.groupKey
			key.shape = shape
			if g := byKey[key]; g != nil {
				if !g.own {
					g.members, g.own = slices.Clone(g.members), true
				}
				g.members = append(g.members, crowd.members...)
				continue
			}
			byKey[key] = &group{groupKey: key, locs: e.locs, members: crowd.members}
			list = append(list, byKey[key])
		}
	}
	return list
}

// beside returns the threads that may run at an access.
func (a *prover) beside(x *access) string {
	text := make([]byte, len(a.pts.Threads))
	for _, p := range x.paths {
		for t := range text {
			if p.status[t]&mayRun != 0 {
				text[t] = 1
			}
		}
	}
	return string(text)
}

// judgeObject judges the pairs of accesses to an object.
func (a *prover) judgeObject(r *Result, o pointsto.ObjID, list []*group) {
	type shapes struct {
		a, b         int
		sizeA, sizeB int64
	}
	met := make(map[shapes]bool)
	near := newNeighbours(list)
	for k, g := range list {
		for _, at := range near.from(k) {
			h := list[at]
			if !g.writes && !h.writes || g.atomic && h.atomic && !(a.prog.WeakRaces && tear(g, h)) {
				continue
			}
			key := shapes{g.shape, h.shape, g.size, h.size}
			meets, known := met[key]
			if !known && a.ctx.Err() == nil {
				meets = meet(g, h)
				met[key] = meets
			}
			if meets || !known && a.ctx.Err() != nil {
				a.judgeGroups(r, o, g, h)
			}
		}
	}
}

// neighbours finds groups that may touch the same bytes. The groups with one place each are in the order of their
// places, so that an object with n places is not compared n² times.
type neighbours struct {
	list   []*group
	wide   []int // the groups with several places
	narrow []int // the groups with one place, in the order of the places
	widest int64 // the largest access of these
}

// single reports whether the accesses are to one place.
func (g *group) single() bool { return len(g.locs) == 1 && g.locs[0].Step == 0 }

func newNeighbours(list []*group) *neighbours {
	n := &neighbours{list: list}
	for at, g := range list {
		if !g.single() {
			n.wide = append(n.wide, at)
			continue
		}
		n.narrow = append(n.narrow, at)
		n.widest = max(n.widest, g.size)
	}
	slices.SortStableFunc(n.narrow, func(x, y int) int { return cmp.Compare(list[x].locs[0].Off, list[y].locs[0].Off) })
	return n
}

// from returns the groups, from the kth on, that may touch the same bytes as the kth one. Others among them do not.
func (n *neighbours) from(k int) (out []int) {
	g := n.list[k]
	if !g.single() {
		for at := k; at < len(n.list); at++ {
			out = append(out, at)
		}
		return out
	}
	first, _ := slices.BinarySearch(n.wide, k)
	out = append(out, n.wide[first:]...)
	off := g.locs[0].Off
	first, _ = slices.BinarySearchFunc(n.narrow, off-n.widest, func(at int, from int64) int { return cmp.Compare(n.list[at].locs[0].Off, from) })
	for _, at := range n.narrow[first:] {
		if n.list[at].locs[0].Off >= off+g.size {
			break
		}
		if at >= k {
			out = append(out, at)
		}
	}
	slices.Sort(out)
	return out
}

// judgeGroups judges the pairs of accesses of two groups, or of one.
func (a *prover) judgeGroups(r *Result, o pointsto.ObjID, g, h *group) {
	pairs := pairsOf(len(g.members), len(h.members), g == h)
	switch {
	case g.thread == h.thread && a.once.thread(g.thread):
		r.Excluded[OneThread] += pairs
		return
	case g.thread == h.thread && a.belongTo(o, g.thread):
		r.Excluded[Apart] += pairs
		return
	case g.thread != h.thread && len(a.claimed) == 0 && (g.beside[h.thread] == 0 || h.beside[g.thread] == 0):
		r.Excluded[Ordered] += pairs
		return
	}
	j := &judging{a: a, r: r, o: o}
	for k, f := range a.familiesOf(g) {
		rest := a.familiesOf(h)
		if g == h {
			rest = rest[k:]
		}
		for _, e := range rest {
			j.families(f, e)
		}
	}
	a.leaveOpen(r, o, j.left[None], None)
	if len(j.left[Fresh]) > 0 {
		a.deferred = append(a.deferred, deferral{o, j.left[Fresh]})
	}
}

// meet reports whether accesses of two groups may touch the same byte.
func meet(g, h *group) bool {
	for _, l := range g.locs {
		for _, m := range h.locs {
			if pointsto.Overlap(l, g.size, m, h.size) {
				return true
			}
		}
	}
	return false
}

// tear reports whether accesses of two groups may overlap in a part of the bytes of one of them.
func tear(g, h *group) bool {
	for _, l := range g.locs {
		for _, m := range h.locs {
			whole := g.size == h.size && (l.Off-m.Off)%g.size == 0 && l.Step%g.size == 0 && m.Step%g.size == 0
			if !whole && pointsto.Overlap(l, g.size, m, h.size) {
				return true
			}
		}
	}
	return false
}
