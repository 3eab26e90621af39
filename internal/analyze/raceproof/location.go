package raceproof

import (
	"cmp"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Location is a part of an object with pairs that may race: a member of a structure, all elements of an array, or
// all of it. It counts the pairs of accesses by context, and the places of these accesses in the source. Nothing in
// it is part of a proof.
type Location struct {
	Object string
	Name   string // of the part, with that of the object
	Locked int    // pairs that a lock keeps apart
	Open   int    // pairs that may race
	// Of the open ones: Doubtful pairs are under one lock, for which it is not certain that it excludes other threads.
	// In the Vague ones, an access may as well be to other parts.
	Doubtful, Vague int
	Guard           string // the lock under which most places are; empty: none is under a lock
	Guarded, Places int
	Atomic          int  // places with atomic accesses only
	Waits           bool // a wait for a condition depends on its value
	Update          bool // an update may be lost (Pair.Update), in a pair that is neither doubtful nor vague
	Single          bool // the object has one instance
}

// Kind is the kind of a pair that may race, the most suspicious first.
type Kind uint8

// The kinds.
const (
	Unguarded Kind = iota // one of the accesses is not under the lock of the location, the other is
	Bare                  // neither is, or there is no such lock
	Vague                 // an access may as well be to other parts
	Doubtful              // both are under one lock, which may not exclude other threads
	Following             // one is to an object that is not shared yet, unless another pair races first
	numKinds
)

// tally is a location with its accesses.
type tally struct {
	Location
	accesses map[*access]bool // whether they are certainly to the part
	reported map[listing]int
}

// listing is a class of reported pairs. Each has a limit of its own, so that updates are listed beside many reads.
type listing struct {
	kind   Kind
	update bool
}

// spot is the part of an object that an access touches.
type spot struct {
	of    pointsto.ObjID
	part  string
	whole bool // the whole object is made or freed
	vague bool // the access may be to any part
	// indexed: the part is an array, and the index may be beyond it as far as is known.
	indexed bool
}

// tallyOf returns the location of the accesses of two parts, and notes them there. It reports whether an access may
// as well be to another part: then the parts differ, and only imprecise bounds of an index bring them together.
func (a *prover) tallyOf(o pointsto.ObjID, s, u *part) (t *tally, vague bool) {
	if s.spot.less(u.spot) {
		s, u = u, s
	}
	p, q := s.spot, u.spot
	apart := !p.whole && !q.whole && !strings.HasPrefix(p.part, q.part)
	key := tallyKey{o, p.part}
	if t = a.tallies[key]; t == nil {
		named := tallyName{a.pts.Describe(o), p.part}
		if t = a.named[named]; t == nil { // equal names: contexts of one place
			t = &tally{Location: Location{Object: named.object, Name: a.nameOf(o, p.part), Single: a.single(o)}, accesses: make(map[*access]bool), reported: make(map[listing]int)}
			a.named[named] = t
		}
		a.tallies[key] = t
	}
	a.count(t, s, !p.vague)
	a.count(t, u, !q.vague && !apart)
	return t, p.vague || q.vague || apart
}

// count notes the accesses of a part at a location, and whether they are to it.
func (a *prover) count(t *tally, s *part, exact bool) {
	if s.counted == t && (s.exact || !exact) {
		return
	}
	s.counted, s.exact = t, exact
	for _, m := range s.members {
		x := &a.accesses[s.group.members[m]]
		t.accesses[x] = t.accesses[x] || exact
	}
}

// less reports whether another spot tells more about the location of a pair.
func (p *spot) less(q *spot) bool {
	rank := func(s *spot) int {
		switch {
		case s.whole:
			return 0
		case s.vague:
			return 1
		case s.indexed:
			return 2
		}
		return 3
	}
	return cmp.Or(rank(p)-rank(q), len(p.part)-len(q.part)) < 0
}

type tallyKey struct {
	o    pointsto.ObjID
	part string
}

type tallyName struct{ object, part string }

// nameOf names a part of an object.
func (a *prover) nameOf(o pointsto.ObjID, part string) string {
	name := a.pts.Describe(o)
	switch a.pts.Objects[o].Kind {
	case pointsto.Heap, pointsto.Stack, pointsto.Model:
		if part == "" {
			return name
		}
		return strings.TrimPrefix(part, ".") + " of " + name
	}
	return name + part
}

// spotOf returns the part of an object that an access touches.
func (a *prover) spotOf(o pointsto.ObjID, x *access) *spot {
	if x.spot == nil || x.spot.of != o {
		x.spot = a.findSpot(o, x)
	}
	return x.spot
}

func (a *prover) findSpot(o pointsto.ObjID, x *access) *spot {
	if x.whole {
		return &spot{of: o, whole: true}
	}
	at, ok := pointsto.Loc{}, false
	for _, l := range x.locs {
		switch {
		case l.Obj != o:
		case ok && (l.Off != at.Off || l.Step != at.Step):
			return &spot{of: o, vague: true}
		default:
			at, ok = l, true
		}
	}
	size, indexed := uint64(x.size), false
	if at.Step != 0 {
		// An element of an array in the object: the array begins at the pointer before the index.
		if from, ok := a.start(o, x.pointer); ok {
			at, size, indexed = from, 0, true
		}
	}
	part, known := a.partOf(o, at, size, a.pts.View(x.at.Node).IR.Blocks[x.at.Block].Instrs[x.at.Instr].CType)
	return &spot{of: o, part: part, vague: !known, indexed: indexed}
}

// start returns the place in an object to which an index or a distance was added.
func (a *prover) start(o pointsto.ObjID, x value) (pointsto.Loc, bool) {
	for range maxForm {
		x = a.root(x)
		if l, ok := a.onlyIn(o, x); ok {
			return l, true
		}
		view := a.pts.View(x.n)
		if d := &view.Values[x.v]; d.Kind != ssa.Def || view.Instr(x.v).Op != ir.OpPtrAdd {
			break
		} else {
			x.v = view.Arg(d.Block, d.Index, 0)
		}
	}
	return pointsto.Loc{}, false
}

// onlyIn returns the place in an object that a pointer leads to, if there is one only.
func (a *prover) onlyIn(o pointsto.ObjID, x value) (at pointsto.Loc, ok bool) {
	for _, l := range a.pts.PointsTo(x.n, x.v) {
		if a.pts.Locs[l].Obj != o {
			continue
		}
		if at = a.pts.Locs[l]; ok || at.Step != 0 {
			return at, false
		}
		ok = true
	}
	return at, ok
}

// partOf names the part of an object at a location. It is not known for a location in any member.
func (a *prover) partOf(o pointsto.ObjID, at pointsto.Loc, size uint64, as ir.CTypeID) (name string, known bool) {
	id := a.typeOf(o)
	t := a.prog.ResolveCType(id)
	if at.Off < 0 {
		return "", false
	}
	x := ir.Part{Off: uint64(at.Off), Size: size, As: as, Step: uint64(at.Step), Fold: true}
	if t == nil || t.Size <= 0 || t.Kind != ir.CArray && t.Kind != ir.CStruct && t.Kind != ir.CUnion {
		return "", true
	}
	if kind := a.pts.Objects[o].Kind; kind != pointsto.Global && kind != pointsto.Local && kind != pointsto.ThreadLocal && !a.flexible(t) {
		x = x.InElement(uint64(t.Size))
	}
	name = strings.TrimSuffix(a.prog.PartName(id, x), "[]")
	return name, t.Kind == ir.CArray || x.Step == 0 && (name != "" || size > 0)
}

// flexible reports whether the last member of a structure is an array without a length.
func (a *prover) flexible(t *ir.CType) bool {
	if len(t.Fields) == 0 {
		return false
	}
	last := a.prog.ResolveCType(t.Fields[len(t.Fields)-1].Type)
	return last != nil && last.Kind == ir.CArray && last.Len <= 0
}

// maxWrappers bounds the functions through which an allocated object is returned.
const maxWrappers = 4

// typeOf returns the declared type of an object, or of the pointer to which an allocated one is assigned; zero: it
// is not known.
func (a *prover) typeOf(o pointsto.ObjID) ir.CTypeID {
	id, ok := a.types[o]
	if !ok {
		id = a.findType(&a.pts.Objects[o])
		if t := a.prog.ResolveCType(id); t != nil && a.pts.Objects[o].Size >= 0 && t.Size > a.pts.Objects[o].Size {
			id = 0
		}
		a.types[o] = id
	}
	return id
}

func (a *prover) findType(x *pointsto.Object) ir.CTypeID {
	switch x.Kind {
	case pointsto.Global, pointsto.ThreadLocal:
		return a.prog.Globals[x.Global].CType
	case pointsto.Local:
		return a.pts.View(x.Node).IR.Locals[x.Local].CType
	case pointsto.Function:
		return 0
	}
	at := a.pts.Site(pointsto.At{Node: x.Node, Block: x.Block, Instr: x.Instr})
	for range maxWrappers {
		fn := a.pts.View(at.Node).IR
		if id := a.prog.PointeeCType(fn, fn.Blocks[at.Block].Instrs[at.Instr].Dst); id != 0 {
			return id
		}
		result := a.prog.ResolveCType(fn.CType)
		if callers := a.pts.Nodes[at.Node].Callers; len(callers) == 1 && result != nil {
			if to := a.prog.ResolveCType(result.Elem); to != nil && to.Kind == ir.CPointer {
				at = callers[0]
				continue
			}
		}
		break
	}
	return 0
}

// guardKey identifies a lock by its place, or by its distance from the accessed bytes.
type guardKey struct {
	obj pointsto.ObjID
	off int64
	by  relation
}

// guards returns the locks that an access is under on all paths, each with one of its numbers.
func (a *prover) guards(x *access) map[guardKey]int32 {
	var held map[guardKey]int32
	for i, p := range x.paths {
		here := make(map[guardKey]int32)
		for _, l := range slices.Concat(p.locks, p.seen) {
			f := &a.locks[l]
			if !f.class.excludes(f.class) || f.class == control || f.mode == shared && x.writes {
				continue
			}
			key := guardKey{obj: f.form.obj, off: f.form.off}
			if len(f.form.terms) > 0 || f.form.obj == 0 {
				by, ok := a.relation(x.form, f.form)
				if !ok {
					continue
				}
				key = guardKey{by: by}
			}
			if _, ok := held[key]; ok || i == 0 {
				here[key] = l
			}
		}
		held = here
	}
	return held
}

// finish finds the lock of every location, and the kinds of the pairs.
func (a *prover) finish(r *Result) {
	waits := a.waits()
	under := make(map[*tally]map[*access]bool)
	for _, t := range a.named {
		under[t] = a.guard(t, waits)
	}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		t := under[p.tally]
		if p.Location = &p.tally.Location; p.Kind == Bare && t[p.x] != t[p.y] {
			p.Kind = Unguarded
		}
		p.x, p.y, p.tally = nil, nil, nil
	}
}

// guard finds the lock under which most places of the accesses to a location are, and returns the accesses under it.
func (a *prover) guard(t *tally, waits map[pointsto.At]bool) map[*access]bool {
	places := make(map[ir.Pos][]*access)
	held := make(map[*access]map[guardKey]int32)
	for x, exact := range t.accesses {
		if !exact {
			continue
		}
		t.Waits = t.Waits || waits[x.at]
		pos := a.source(x)
		places[pos] = append(places[pos], x)
		held[x] = a.guards(x)
	}
	t.Places = len(places)
	count := make(map[guardKey]int)
	name := make(map[guardKey]int32)
	for _, list := range places {
		if !slices.ContainsFunc(list, func(x *access) bool { return !x.atomic }) {
			t.Atomic++
		}
		for key, l := range held[list[0]] {
			if !slices.ContainsFunc(list, func(x *access) bool { _, ok := held[x][key]; return !ok }) {
				count[key]++
				name[key] = cmp.Or(name[key], l)
			}
		}
	}
	var best guardKey
	for key, n := range count {
		if n > count[best] || n == count[best] && compareGuards(key, best) < 0 {
			best = key
		}
	}
	under := make(map[*access]bool)
	if t.Guarded = count[best]; t.Guarded > 0 {
		t.Guard = a.lockName(&a.locks[name[best]])
		for x := range t.accesses {
			_, under[x] = held[x][best]
		}
	}
	return under
}

func compareGuards(p, q guardKey) int {
	return cmp.Or(cmp.Compare(p.obj, q.obj), cmp.Compare(p.off, q.off), cmp.Compare(p.by.obj, q.by.obj), cmp.Compare(p.by.off, q.by.off),
		cmp.Compare(p.by.ratio, q.by.ratio), cmp.Compare(p.by.per, q.by.per))
}

// lockName names a lock by one of its places.
func (a *prover) lockName(f *lockFact) string {
	at := pointsto.Loc{Obj: f.form.obj, Off: f.form.off}
	if at.Obj == 0 || len(f.form.terms) > 0 {
		locs := a.pts.PointsTo(f.at.n, f.at.v)
		if len(locs) == 0 || a.pts.Locs[locs[0]].Obj == 0 {
			return "a lock"
		}
		at = a.pts.Locs[locs[0]]
	}
	part, _ := a.partOf(at.Obj, at, 0, 0)
	return a.nameOf(at.Obj, part)
}

// maxDeciding bounds the number of branches in front of a wait, and the depth of their conditions.
const maxDeciding = 3

// waits returns the reads that decide whether a thread waits for a condition.
func (a *prover) waits() map[pointsto.At]bool {
	reads := make(map[pointsto.At]bool)
	for n := pointsto.NodeID(1); int(n) < len(a.pts.Nodes); n++ {
		view := a.pts.View(n)
		if view.IR.Model {
			continue
		}
		for use, in := range view.Instrs() {
			if in.Op != ir.OpCall || a.prog.Funcs[in.Func].Role.Object != ir.OnCondition {
				continue
			}
			if verb := a.prog.Funcs[in.Func].Role.Verb; verb == ir.VerbWait || verb == ir.VerbTimedWait {
				b := use.Block
				for range maxDeciding {
					if b = view.Loops.Dom.Parent(b); len(view.IR.Blocks[b].Term.Targets) > 1 {
						a.readsOf(value{n, view.Term(b)}, maxDeciding, reads)
					}
				}
			}
		}
	}
	return reads
}

// readsOf adds the reads of memory from which a value is computed.
func (a *prover) readsOf(x value, fuel int, reads map[pointsto.At]bool) {
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if d.Kind != ssa.Def {
		return
	}
	if view.Instr(x.v).Op == ir.OpLoad {
		reads[pointsto.At{Node: x.n, Block: d.Block, Instr: d.Index}] = true
		return
	}
	for _, v := range view.Args(d.Block, d.Index) {
		if fuel > 0 {
			a.readsOf(value{x.n, v}, fuel-1, reads)
		}
	}
}
