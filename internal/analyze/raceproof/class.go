package raceproof

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Accesses of a group form a class if every reason holds for all of them, or for none. So one pair of two classes is
// judged, and the others are counted. The pairs that are left are counted by the parts of the object, and listed up
// to a limit.

// class holds accesses of a group that differ in their places in the program only.
type class struct {
	group   *group
	members []int32 // positions in the group
	parts   []*part
}

// part holds the accesses of a class to one part of an object.
type part struct {
	spot    *spot
	group   *group
	members []int32 // positions in the group
	places  []int32 // of the members: the first at each place of the program
	counted *tally  // the last
	exact   bool    // for counted
}

// between is a pair of classes of accesses to one object.
type between struct{ c, d *class }

// size returns the number of pairs of accesses.
func (b between) size() int { return pairsOf(len(b.c.members), len(b.d.members), b.c == b.d) }

// pairsOf returns the number of pairs of two lists, or of one.
func pairsOf(n, m int, same bool) int {
	if same {
		return n * (n + 1) / 2
	}
	return n * m
}

// classesOf returns the classes of a group.
func (a *prover) classesOf(g *group) []*class {
	if g.classes != nil {
		return g.classes
	}
	byID := make(map[int32]*class)
	for n, i := range g.members {
		id := a.classOf(i)
		if byID[id] == nil {
			byID[id] = &class{group: g}
			g.classes = append(g.classes, byID[id])
		}
		byID[id].members = append(byID[id].members, int32(n))
	}
	return g.classes
}

// classOf returns the number that the accesses of one class share. It is the same for accesses of which reason and
// doubtful use the same facts, apart from those that a group shares.
func (a *prover) classOf(i int32) int32 {
	x := &a.accesses[i]
	if x.class != 0 {
		return x.class
	}
	var text []byte
	list := make([]int64, len(x.paths))
	for k, p := range x.paths {
		list[k] = int64(a.pathID(p)) << 1
		if a.isFresh(x, p) {
			list[k]++
		}
	}
	slices.Sort(list)
	for _, k := range slices.Compact(list) {
		text = binary.AppendVarint(text, k)
	}
	for _, b := range a.belong {
		if b != nil && b.inside(x.at.Node, x.at.Block) {
			text = fmt.Append(text, " team ", b.t, b.isLate(x.at))
		}
	}
	text = fmt.Append(text, " form ", x.form.key(), x.whole)
	switch {
	case !x.whole && (slices.ContainsFunc(x.paths, a.holdsElement) || len(a.claimed) > 0 && x.form.obj != 0 && len(x.form.terms) == 1):
		text = fmt.Append(text, " access ", i) // lockedSlot and claimedApart look at its pointer
	case a.announces && a.once.thread(x.thread) && a.once.called(x.at.Node):
		text = fmt.Append(text, " at ", x.at)
	}
	x.class = number(a.classIDs, string(text))
	return x.class
}

// number returns the number of a key, from 1.
func number[K comparable](ids map[K]int32, key K) int32 {
	id, ok := ids[key]
	if !ok {
		id = int32(len(ids)) + 1
		ids[key] = id
	}
	return id
}

// pathID returns the number of the paths with the same facts for reasons. Freshness is left out.
func (a *prover) pathID(p *path) int32 {
	id, ok := a.pathIDs[p]
	if !ok {
		text := make([]byte, 0, len(p.status)+16)
		for _, s := range p.status {
			text = append(text, byte(s))
		}
		for _, l := range p.locks {
			text = binary.AppendVarint(text, int64(l))
		}
		id = number(a.factIDs, fmt.Sprintf("%s %q %t", text, p.inits, p.inSection()))
		a.pathIDs[p] = id
	}
	return id
}

// findAnnounces finds out whether some access comes after a thread that has set a mark.
func (a *prover) findAnnounces() {
	for i := range a.locks {
		f := &a.locks[i]
		a.announces = a.announces || f.class == first && slices.ContainsFunc(a.accesses, func(x access) bool {
			return slices.ContainsFunc(x.paths, func(p *path) bool { return slices.Contains(p.inits, f.after) })
		})
	}
}

// judgeClasses judges the pairs of accesses of two classes.
func (a *prover) judgeClasses(o pointsto.ObjID, b between) Reason {
	i, j := b.c.group.members[b.c.members[0]], b.d.group.members[b.d.members[0]]
	reason := a.reason(o, &a.accesses[min(i, j)], &a.accesses[max(i, j)])
	if reason == Locked {
		a.locate(o, b, func(_, _ *part, n int, t *tally, _ bool) { t.Locked += n })
	}
	return reason
}

// locate calls do with the parts of two classes, the number of the pairs of their accesses, and their location
// (tallyOf).
func (a *prover) locate(o pointsto.ObjID, b between, do func(s, u *part, n int, t *tally, vague bool)) {
	for k, s := range a.partsOf(o, b.c) {
		rest := a.partsOf(o, b.d)
		if b.c == b.d {
			rest = rest[k:]
		}
		for _, u := range rest {
			if s == u || s.spot.less(u.spot) || u.spot.less(s.spot) || s.spot.part == u.spot.part {
				t, vague := a.tallyOf(o, s, u)
				do(s, u, pairsOf(len(s.members), len(u.members), s == u), t, vague)
				continue
			}
			for _, m := range s.members { // the location is that of the first access in the program
				for _, n := range u.members {
					v, w := s.only(m), u.only(n)
					p, q := v, w
					if _, _, swapped := a.ordered(s.group.members[m], u.group.members[n]); swapped {
						p, q = w, v
					}
					t, vague := a.tallyOf(o, p, q)
					do(v, w, 1, t, vague)
				}
			}
		}
	}
}

// only returns the part with one of its accesses.
func (s *part) only(m int32) *part {
	return &part{spot: s.spot, group: s.group, members: []int32{m}, places: []int32{m}}
}

// partsOf returns the accesses of a class by the parts of an object.
func (a *prover) partsOf(o pointsto.ObjID, c *class) []*part {
	if c.parts != nil {
		return c.parts
	}
	bySpot := make(map[spot]*part)
	type place struct {
		of  spot
		at  Position
		pos ir.Pos
	}
	seen := make(map[place]bool)
	for _, m := range c.members {
		x := &a.accesses[c.group.members[m]]
		s := a.spotOf(o, x)
		p := bySpot[*s]
		if p == nil {
			p = &part{spot: s, group: c.group}
			bySpot[*s] = p
			c.parts = append(c.parts, p)
		}
		p.members = append(p.members, m)
		if key := (place{*s, a.position(x), a.source(x)}); !seen[key] {
			seen[key] = true
			p.places = append(p.places, m)
		}
	}
	return c.parts
}

// left is a pair of parts whose accesses may race.
type left struct {
	s, u  *part
	tally *tally
	kind  Kind
}

// leaveOpen counts the pairs of accesses of classes that may race, and lists some of them.
func (a *prover) leaveOpen(r *Result, o pointsto.ObjID, list []between) {
	byPart := make(map[*part][]left)
	for _, b := range list {
		x, y := &a.accesses[b.c.group.members[b.c.members[0]]], &a.accesses[b.d.group.members[b.d.members[0]]]
		doubtful := a.doubtful(o, x, y)
		r.Excluded[None] += b.size()
		a.locate(o, b, func(s, u *part, n int, t *tally, vague bool) {
			t.Open += n
			e := left{s, u, t, Bare}
			switch {
			case doubtful:
				e.kind = Doubtful
				t.Doubtful += n
			case vague:
				e.kind = Vague
				t.Vague += n
			}
			byPart[s] = append(byPart[s], e)
			if s != u && s.group == u.group {
				byPart[u] = append(byPart[u], left{u, s, t, e.kind})
			}
		})
	}
	a.list(r, byPart)
}

// list lists pairs of parts in the order of their accesses in the groups.
func (a *prover) list(r *Result, byPart map[*part][]left) {
	type member struct {
		at int32
		of *part
	}
	var firsts []member
	for s := range byPart {
		for _, m := range s.places {
			firsts = append(firsts, member{m, s})
		}
	}
	slices.SortFunc(firsts, func(x, y member) int { return cmp.Compare(x.at, y.at) })
	type candidate struct {
		at int32
		of *left
	}
	for len(firsts) > 0 {
		m := firsts[0].at
		var seconds []candidate
		for ; len(firsts) > 0 && firsts[0].at == m; firsts = firsts[1:] {
			s := firsts[0].of
			byPart[s] = slices.DeleteFunc(byPart[s], func(e left) bool { return !a.lists(r, &e) })
			for k := range byPart[s] {
				e := &byPart[s][k]
				for _, n := range e.u.places {
					if e.s.group != e.u.group || n >= m {
						seconds = append(seconds, candidate{n, e})
					}
				}
			}
		}
		slices.SortFunc(seconds, func(x, y candidate) int { return cmp.Compare(x.at, y.at) })
		for _, n := range seconds {
			if r.pairs++; a.lists(r, n.of) && r.pairs <= maxPairs {
				a.report(r, n.of, n.of.s.group.members[m], n.of.u.group.members[n.at])
			}
		}
	}
}

// lists reports whether further pairs of a location and a kind are listed.
func (a *prover) lists(r *Result, e *left) bool {
	return !a.survey && len(r.Pairs) <= maxLeft || e.tally.reported[e.kind] < maxSurvey
}

// report lists two accesses that may race.
func (a *prover) report(r *Result, e *left, i, j int32) {
	x, y, _ := a.ordered(i, j)
	pair := Pair{A: a.position(x), B: a.position(y), PosA: a.source(x), PosB: a.source(y)}
	key := pairKey{pair, e.tally, e.kind}
	if !a.seen[key] {
		a.seen[key] = true
		e.tally.reported[e.kind]++
		pair.Kind, pair.x, pair.y, pair.tally = e.kind, x, y, e.tally
		r.Pairs = append(r.Pairs, pair)
	}
}

// ordered returns two accesses in the order of the program. It reports whether that is not the given order.
func (a *prover) ordered(i, j int32) (x, y *access, swapped bool) {
	x, y = &a.accesses[i], &a.accesses[j]
	if cmp.Or(a.position(x).compare(a.position(y)), cmp.Compare(i, j)) > 0 {
		return y, x, true
	}
	return x, y, false
}
