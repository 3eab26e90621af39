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
	places  []int32 // of the members: the first of each class at each place of the program
	counted *tally  // the last
	exact   bool    // for counted
	updates answer  // one of the accesses is an update
}

// between is a pair of classes of accesses to one object, or of families (family.go) without some of their pairs.
type between struct {
	c, d   *class
	except *exceptions // nil: none
}

// size returns the number of pairs of accesses.
func (b between) size() int {
	n := pairsOf(len(b.c.members), len(b.d.members), b.c == b.d)
	if b.except != nil {
		n -= b.except.size
	}
	return n
}

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
		a.classify(i)
		id := a.accesses[i].class
		if byID[id] == nil {
			byID[id] = &class{group: g}
			g.classes = append(g.classes, byID[id])
		}
		byID[id].members = append(byID[id].members, int32(n))
	}
	return g.classes
}

// classify finds the numbers of an access's class and family. The accesses of a group in one class have the same facts
// that reason and doubtful use. The accesses of one family may have different plain locks.
func (a *prover) classify(i int32) {
	x := &a.accesses[i]
	if x.class != 0 {
		return
	}
	facts, locks := make([]int64, len(x.paths)), make([]int64, len(x.paths))
	for k, p := range x.paths {
		f := a.factsOf(p)
		facts[k] = int64(f.rest) << 1
		if a.isFresh(x, p) {
			facts[k]++
		}
		locks[k] = facts[k]<<31 | int64(f.locks)
	}
	text := numbers(nil, facts)
	for _, b := range a.belong {
		if b != nil && b.inside(x.at.Node, x.at.Block) {
			text = fmt.Append(text, " team ", b.t, b.isLate(x.at))
		}
	}
	text = fmt.Append(text, " whole ", x.whole)
	if a.usesForm(x) {
		text = fmt.Append(text, " form ", x.form.key())
	}
	switch {
	case !x.whole && (slices.ContainsFunc(x.paths, a.holdsElement) || len(a.claimed) > 0 && x.form.obj != 0 && len(x.form.terms) == 1):
		text = fmt.Append(text, " access ", i) // lockedSlot and claimedApart look at its pointer
	case a.known != nil && len(x.form.terms) > 1 && a.inRow(x.form):
		text = fmt.Append(text, " access ", i) // rowOf looks at its pointer
	case a.announces && a.once.thread(x.thread) && a.once.called(x.at.Node):
		text = fmt.Append(text, " at ", x.at)
	}
	if region, ok := a.around(x.at.Node); ok {
		text = fmt.Append(text, " region ", region, a.barriers.of(x.at), a.takings(x.at))
	}
	x.family = number(a.familyIDs, string(text))
	x.class = number(a.classIDs, string(numbers(fmt.Append(nil, x.family, " "), locks)))
}

// usesForm reports whether a reason may depend on the form of an access's pointer. The place of a lock that the thread
// holds may be determined by it. Without a lock at a place that depends on values, that can only be a constant place (relation).
// iterationsApart looks at the form of an access with the number of an iteration.
func (a *prover) usesForm(x *access) bool {
	if len(x.form.terms) == 1 && a.atoms[x.form.terms[0].atom].width > 0 {
		return true
	}
	locked := slices.ContainsFunc(x.paths, func(p *path) bool { return len(p.locks) > 0 })
	return locked && len(x.form.terms) == 0 || a.owns[x.thread] != (own{}) || a.byArgument(x) || slices.ContainsFunc(x.paths, a.holdsElement)
}

// numbers appends a set of numbers to a text.
func numbers(text []byte, list []int64) []byte {
	slices.Sort(list)
	for _, n := range slices.Compact(list) {
		text = binary.AppendVarint(text, n)
	}
	return text
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

// pathFacts are the numbers of a path's facts for reasons: of its plain locks, and of the others without freshness.
type pathFacts struct{ rest, locks int32 }

func (a *prover) factsOf(p *path) pathFacts {
	f, ok := a.pathFacts[p]
	if !ok {
		text, locks := make([]byte, 0, len(p.status)+16), []byte{}
		for _, s := range p.status {
			text = append(text, byte(s))
		}
		for _, l := range p.locks {
			if a.locks[l].plain() {
				locks = binary.AppendVarint(locks, int64(l))
			} else {
				text = binary.AppendVarint(text, int64(l))
			}
		}
		f.rest = number(a.factIDs, fmt.Sprintf("%s %q %t", text, p.inits, p.inSection()))
		f.locks = number(a.factIDs, "locks "+string(locks))
		a.pathFacts[p] = f
	}
	return f
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

// locate calls do with the parts of two classes, the number of the pairs of their accesses, and their location
// (tallyOf).
func (a *prover) locate(o pointsto.ObjID, b between, do func(s, u *part, n int, t *tally, vague bool)) {
	for k, s := range a.partsOf(o, b.c) {
		rest := a.partsOf(o, b.d)
		if b.c == b.d {
			rest = rest[k:]
		}
		for _, u := range rest {
			if !s.ties(u) {
				n := pairsOf(len(s.members), len(u.members), s == u)
				if b.except != nil { // both have one part
					n = b.size()
				}
				t, vague := a.tallyOf(o, s, u)
				do(s, u, n, t, vague)
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

// ties reports whether the location of two accesses depends on their order.
func (s *part) ties(u *part) bool {
	return s != u && !s.spot.less(u.spot) && !u.spot.less(s.spot) && s.spot.part != u.spot.part
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
		of    spot
		class int32
		at    Position
		pos   ir.Pos
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
		if key := (place{*s, x.class, a.position(x), a.source(x)}); !seen[key] {
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
	listing
	except *exceptions
}

// leaveOpen counts the pairs of accesses of classes that may race, as None or as Later, and lists some of them.
func (a *prover) leaveOpen(r *Result, o pointsto.ObjID, list []between, reason Reason) {
	byPart := make(map[*part][]left)
	for _, b := range list {
		x, y := a.pairOf(b)
		doubtful := a.doubtful(o, x, y)
		r.Excluded[reason] += b.size()
		a.locate(o, b, func(s, u *part, n int, t *tally, vague bool) {
			e := left{s, u, t, listing{Bare, a.mayLose(s, u)}, b.except}
			switch {
			case reason == Later:
				e.kind = Following
			case doubtful:
				e.kind = Doubtful
				t.Doubtful += n
			case vague:
				e.kind = Vague
				t.Vague += n
			default:
				t.Update = t.Update || e.update
			}
			if reason == None {
				t.Open += n
			}
			byPart[s] = append(byPart[s], e)
			if s != u && s.group == u.group {
				byPart[u] = append(byPart[u], left{u, s, t, e.listing, b.except})
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
			i, j := n.of.s.group.members[m], n.of.u.group.members[n.at]
			if n.of.except.has(&a.accesses[i], &a.accesses[j]) {
				continue
			}
			if r.pairs++; a.lists(r, n.of) && r.pairs <= a.mostPairs {
				a.report(r, n.of, i, j)
			}
		}
	}
}

// lists reports whether further pairs of a location and a class are listed.
func (a *prover) lists(r *Result, e *left) bool {
	return !a.survey && len(r.Pairs) <= maxLeft || e.tally.reported[e.listing] < maxSurvey
}

// report lists two accesses that may race.
func (a *prover) report(r *Result, e *left, i, j int32) {
	x, y, _ := a.ordered(i, j)
	pair := Pair{A: a.position(x), B: a.position(y), PosA: a.source(x), PosB: a.source(y)}
	key := pairKey{pair, e.tally, e.kind}
	if !a.seen[key] {
		a.seen[key] = true
		e.tally.reported[e.listing]++
		pair.Kind, pair.x, pair.y, pair.tally = e.kind, x, y, e.tally
		pair.Update = x.writes && y.writes && (a.updates(x) || a.updates(y))
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
