package raceproof

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
)

// Accesses under many locks have many classes. Classes of one family differ only in locks with constant places. Two of
// them with no place of a lock in common have the same reason as any other two such classes of the same families. So
// pairs of classes with a common lock are judged, then one pair without. A lock whose place depends on values may be one
// with a constant place. With such locks all pairs of classes are judged.

// family holds classes of a group.
type family struct {
	class   // all accesses
	classes []*class
}

// plain reports whether the lock has one place, and is a reason only where the other thread holds it, too.
func (f *lockFact) plain() bool {
	return len(f.form.terms) == 0 && f.form.obj != 0 && f.class != control && f.class != first && f.class != found && f.class != over
}

// holdsOther reports whether an access is under a lock that is not plain.
func (a *prover) holdsOther(x *access) bool {
	return slices.ContainsFunc(x.paths, func(p *path) bool {
		return slices.ContainsFunc(p.locks, func(l int32) bool { f := &a.locks[l]; return f.class.excludes(f.class) && !f.plain() })
	})
}

// familiesOf returns the families of a group.
func (a *prover) familiesOf(g *group) []*family {
	if g.families != nil {
		return g.families
	}
	byID := make(map[int32]*family)
	for _, c := range a.classesOf(g) {
		id := a.first(c).family
		f := byID[id]
		if f == nil {
			f = &family{class: class{group: g}}
			byID[id] = f
			g.families = append(g.families, f)
		}
		f.classes = append(f.classes, c)
		f.members = append(f.members, c.members...)
	}
	for _, f := range g.families {
		slices.Sort(f.members)
	}
	return g.families
}

// first returns the first access of a class.
func (a *prover) first(c *class) *access { return &a.accesses[c.group.members[c.members[0]]] }

// lockPlaces returns the places of the plain locks that an access is under on some path.
func (a *prover) lockPlaces(x *access) (list []pointsto.Loc) {
	for _, p := range x.paths {
		for _, l := range p.locks {
			if f := &a.locks[l]; f.plain() {
				list = append(list, pointsto.Loc{Obj: f.form.obj, Off: f.form.off})
			}
		}
	}
	return list
}

// exceptions are pairs of classes of two families, which are judged by themselves.
type exceptions struct {
	same bool // the groups of the families are one
	of   map[[2]int32]bool
	size int      // the number of pairs of accesses
	rest [2]int32 // a pair of accesses that is not among them
}

// has reports whether the pair of two accesses is among the exceptions.
func (e *exceptions) has(x, y *access) bool { return e != nil && e.of[e.key(x, y)] }

func (e *exceptions) key(x, y *access) [2]int32 {
	if e.same {
		return [2]int32{min(x.class, y.class), max(x.class, y.class)}
	}
	return [2]int32{x.class, y.class}
}

// pairOf returns two accesses of a pair of classes or families, in the order of the walk.
func (a *prover) pairOf(b between) (x, y *access) {
	i, j := b.c.group.members[b.c.members[0]], b.d.group.members[b.d.members[0]]
	if b.except != nil {
		i, j = b.except.rest[0], b.except.rest[1]
	}
	return &a.accesses[min(i, j)], &a.accesses[max(i, j)]
}

// judging judges the pairs of accesses of two groups.
type judging struct {
	a    *prover
	r    *Result
	o    pointsto.ObjID
	left [numReasons][]between // by reason: None and Fresh
}

// judge judges a pair of classes or families. It returns false if there was no time.
func (j *judging) judge(b between) (reason Reason, ok bool) {
	a, r := j.a, j.r
	if r.pairs >= a.mostPairs || a.ctx.Err() != nil {
		r.Unjudged += b.size()
		r.Excluded[None] += b.size()
		return None, false
	}
	r.pairs++
	x, y := a.pairOf(b)
	return a.reason(j.o, x, y), true
}

// note notes the reason for all pairs of accesses of two classes or families.
func (j *judging) note(b between, reason Reason) {
	switch reason {
	case None, Fresh:
		j.left[reason] = append(j.left[reason], b)
		return
	case Locked:
		j.a.locate(j.o, b, func(_, _ *part, n int, t *tally, _ bool) { t.Locked += n })
	}
	j.r.Excluded[reason] += b.size()
}

// families judges the pairs of accesses of two families.
func (j *judging) families(f, g *family) {
	except := &exceptions{same: f.group == g.group, of: make(map[[2]int32]bool)}
	each := len(f.classes) == 1 && len(g.classes) == 1 || j.a.holdsOther(j.a.first(&f.class)) || j.a.holdsOther(j.a.first(&g.class))
	byLock := make(map[pointsto.Loc][]*class)
	for _, d := range g.classes {
		for _, l := range j.a.lockPlaces(j.a.first(d)) {
			if list := byLock[l]; len(list) == 0 || list[len(list)-1] != d {
				byLock[l] = append(list, d)
			}
		}
	}
	judge := func(c, d *class) {
		key := except.key(j.a.first(c), j.a.first(d))
		if except.of[key] {
			return
		}
		b := between{c: c, d: d}
		except.of[key] = true
		except.size += b.size()
		if reason, ok := j.judge(b); ok {
			j.note(b, reason)
		}
	}
	for _, c := range f.classes {
		if each {
			for _, d := range g.classes {
				judge(c, d)
			}
			continue
		}
		for _, l := range j.a.lockPlaces(j.a.first(c)) {
			for _, d := range byLock[l] {
				judge(c, d)
			}
		}
	}
	b := between{&f.class, &g.class, except}
	if b.size() == 0 {
		return
	}
	whole := j.others(f, g, except)
	reason, ok := j.judge(b)
	switch {
	case !ok:
	case reason == None || reason == Fresh || reason == Locked:
		s, u := j.a.partsOf(j.o, b.c), j.a.partsOf(j.o, b.d)
		if whole && len(s) == 1 && len(u) == 1 && !s[0].ties(u[0]) {
			j.note(b, reason)
			return
		}
		for k, c := range f.classes {
			for l, d := range g.classes {
				if !except.has(j.a.first(c), j.a.first(d)) && (f != g || k <= l) {
					j.note(between{c: c, d: d}, reason)
				}
			}
		}
	default:
		j.note(b, reason)
	}
}

// others finds a pair of classes that is no exception. It reports whether each class is in such a pair.
func (j *judging) others(f, g *family, except *exceptions) (whole bool) {
	found := false
	whole = true
	for side, list := range [][]*class{f.classes, g.classes} {
		other := g.classes
		if side == 1 {
			other = f.classes
		}
		for _, c := range list {
			k := slices.IndexFunc(other, func(d *class) bool {
				if side == 1 {
					return !except.has(j.a.first(d), j.a.first(c))
				}
				return !except.has(j.a.first(c), j.a.first(d))
			})
			if k < 0 {
				whole = false
			} else if !found && side == 0 {
				found = true
				except.rest = [2]int32{c.group.members[c.members[0]], other[k].group.members[other[k].members[0]]}
			}
		}
	}
	return whole
}
