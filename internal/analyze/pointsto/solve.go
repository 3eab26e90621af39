package pointsto

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

type varID int32

// variable is a growing set of locations, with the edges and uses that depend on it.
type variable struct {
	set
	done    int // number of entries already passed along the edges
	used    int // number of entries to which the uses are applied
	out     []edge
	uses    []use
	waiting bool  // on the list of variables with uses
	rep     varID // the variable that stands for it; 0: itself
	rank    int32 // in the agenda
	tidied  int32 // number of edges when equal ones were dropped
}

// edgeKind is the change of a location along an edge.
type edgeKind uint8

const (
	move      edgeKind = iota
	toNumber           // arithmetic: a pointer becomes a number
	toPointer          // a number becomes a pointer
	shift              // off and step are added
	tag                // low bits of an address are changed by bits
)

type edge struct {
	to        varID
	kind      edgeKind
	off, step int64
	bits      tagging
}

// useKind is the kind of use of a pointer.
type useKind uint8

const (
	useLoad useKind = iota
	useStore
	useCall
	useCopyFrom
	useCopyTo
	useDispatch
)

// use is an operation through a pointer.
type use struct {
	kind useKind
	v    varID // loads: the result; stores: the value
	size int64
	ptr  bool // the value is a pointer
	// number means that the value is not a pointer if it is a variable argument: a library model takes
	// it by va_arg with an integer type, which is defined only for integers (C11 7.16.1.1).
	number bool
	at     At       // calls
	copy   *copying // copies
	// dispatch is the reading of the function and of arguments, for calls through from.
	dispatch *dispatch
	from     LocID
}

// cell is the memory at a location with a width, with the values stored to it.
type cell struct {
	loc  LocID
	size int64
	v    varID
}

// read is a load of a width from a location, with the values that loads get there.
type read struct {
	readKey
	v varID
}

type readKey struct {
	loc  LocID
	size int64
	ptr  bool // the value is a pointer
}

func (s *solver) newVar() varID {
	s.vars = append(s.vars, variable{})
	return varID(len(s.vars) - 1)
}

// add adds a location to a variable, unless one there covers it. Locations that the new one covers leave
// the variable.
func (s *solver) add(v varID, l LocID) {
	v = s.find(v)
	x := &s.vars[v]
	if x.has(l) || slices.ContainsFunc(s.order[l].above, x.has) {
		return
	}
	x.removeAll(s.order[l].below)
	x.append(l)
	s.mark(v)
}

// connect adds an edge, and passes the locations that its source already has.
func (s *solver) connect(from varID, e edge) {
	if from = s.find(from); from == s.find(e.to) && s.copies(e) {
		return
	}
	s.edges++
	s.vars[from].out = append(s.vars[from].out, e)
	s.passAll(from, e, 0)
	if x := &s.vars[from]; len(x.out) > 2*int(x.tidied)+32 && !s.plain {
		s.tidyEdges(from)
	}
}

// define makes a variable the result of an edge to it, and of nothing else. Equal results are one
// variable.
func (s *solver) define(from varID, e edge) {
	if from = s.find(from); s.copies(e) && !s.plain {
		s.merge(e.to, from)
		return
	}
	s.unite(definedBy(from, e), e.to, func() { s.connect(from, e) })
}

// load makes a variable the result of a use, and of nothing else.
func (s *solver) load(p varID, u use) {
	p = s.find(p)
	s.unite(loadedBy(p, u), u.v, func() { s.employ(p, u) })
}

// definition is all on which a variable depends: an edge, or a load through a pointer.
type definition struct {
	from varID
	edge
	size        int64 // loads
	ptr, number bool
}

// definedBy returns the definition by an edge.
func definedBy(from varID, e edge) definition {
	e.to = 0
	return definition{from: from, edge: e}
}

// loadedBy returns the definition by a load.
func loadedBy(p varID, u use) definition {
	return definition{from: p, size: u.size, ptr: u.ptr, number: u.number}
}

// unite merges a variable with an earlier variable of the same definition. If there is none it calls first.
func (s *solver) unite(d definition, v varID, first func()) {
	if old, ok := s.defined[d]; ok && !s.plain {
		s.merge(v, s.find(old))
		return
	}
	s.defined[d] = v
	first()
}

// employ adds a use, and applies it to the locations that the pointer already has.
func (s *solver) employ(p varID, u use) {
	p = s.find(p)
	s.vars[p].uses = append(s.vars[p].uses, u)
	for k := 0; k < s.vars[p].used; k++ {
		if l, ok := s.vars[p].entry(k); ok {
			s.apply(u, l)
		}
	}
	s.await(p)
}

// await puts a variable with new locations on the list of those with uses.
func (s *solver) await(v varID) {
	if x := &s.vars[v]; !x.waiting && len(x.uses) > 0 && x.used < len(x.locs) {
		x.waiting = true
		s.waiting = append(s.waiting, v)
	}
}

// solve propagates until nothing changes or the result is lost. Uses wait until no location moves along
// an edge: by then many locations are covered by others.
func (s *solver) solve() {
	for s.Lost == "" {
		switch {
		case len(s.equal) > 0:
			s.mergeAll()
		case s.agenda.count > 0:
			s.propagate(s.agenda.next())
		case len(s.waiting) > 0:
			list := s.waiting
			s.waiting = nil
			for _, v := range list {
				s.vars[v].waiting = false
				s.applyUses(v)
			}
			if s.edges-s.arranged > s.arranged/4+1000 && !s.plain {
				s.arrange()
			}
		default:
			return
		}
		if s.steps++; s.steps > maxSteps || len(s.vars) > maxVars {
			s.lose("the program is too large")
		}
		if s.work > s.limit || s.again && s.work > s.found+s.found/4+maxWork/256 {
			s.lose("another attempt follows")
		}
	}
}

// propagate passes the new locations of a variable along its edges.
func (s *solver) propagate(v varID) {
	for s.vars[v].done < len(s.vars[v].locs) && !s.late() {
		from := s.vars[v].done
		s.vars[v].done = len(s.vars[v].locs)
		for k, n := 0, len(s.vars[v].out); k < n && !s.late(); k++ {
			s.passAll(v, s.vars[v].out[k], from)
		}
	}
	s.await(v)
}

// passAll sends the locations of a variable, from a place in their order on, along an edge. Many of them
// go as words of bits to a target that has bits: mostly it has them all.
func (s *solver) passAll(v varID, e edge, from int) {
	to, n := s.find(e.to), s.vars[v].done
	if pages := len(s.vars[v].pages); pages > 0 && n-from > pages && s.vars[to].pages != nil && s.copies(e) {
		s.work += pages
		for at := range pages {
			for w, lacked := range s.vars[v].lackedBy(&s.vars[to].set, at) {
				for ; lacked != 0; lacked &= lacked - 1 {
					s.add(to, LocID((at*pageWords+w)*64+bits.TrailingZeros64(lacked)))
				}
			}
		}
		return
	}
	s.work += n - from
	for k := from; k < n; k++ {
		if l, ok := s.vars[v].entry(k); ok {
			s.pass(e, l)
		}
	}
}

// applyUses applies the uses of a variable to its new locations.
func (s *solver) applyUses(v varID) {
	for s.vars[v].used < len(s.vars[v].locs) && !s.late() {
		l, ok := s.vars[v].entry(s.vars[v].used)
		s.vars[v].used++
		if !ok {
			continue
		}
		for k, n := 0, len(s.vars[v].uses); k < n; k++ {
			s.apply(s.vars[v].uses[k], l)
		}
	}
}

// late looks at the context in every 64th call. It reports whether the result is lost, which the end of the context causes.
func (s *solver) late() bool {
	if s.polls++; s.polls%64 == 0 && s.ctx.Err() != nil {
		s.lose("there was no time")
	}
	return s.Lost != ""
}

// pass sends a location along an edge.
func (s *solver) pass(e edge, l LocID) {
	switch e.kind {
	case toNumber:
		l = Num
	case toPointer:
		if l == Num && !s.NoNumbers {
			l = Wild
		}
	case shift:
		if l != Num && l != Wild {
			l = s.shifted(l, e.off, e.step)
		}
	case tag:
		if l != Num && l != Wild {
			l = s.tagged(l, e.bits)
		}
	}
	s.add(e.to, l)
}

// shifted returns a location moved by off and any multiple of step.
func (s *solver) shifted(id LocID, off, step int64) LocID {
	l := s.Locs[id]
	if s.Objects[l.Obj].Kind == Function {
		return id
	}
	l.Off += off
	l.Step = gcd(l.Step, step)
	return s.widened(id, l, off, maxExact)
}

// apply applies a use to one location of its pointer.
func (s *solver) apply(u use, l LocID) {
	if l == Num {
		return
	}
	if l == Wild {
		switch u.kind {
		case useLoad:
			s.add(u.v, Wild)
			s.add(u.v, Num)
		case useStore:
			s.lose("a store through a pointer that was made from a number")
		case useCall, useDispatch:
			s.lose("a call through a pointer that was made from a number")
		case useCopyFrom:
			s.copyIndistinctly(u.copy)
		case useCopyTo:
			s.lose("a store through a pointer that was made from a number")
		}
		return
	}
	at := s.Locs[l]
	o := &s.Objects[at.Obj]
	switch u.kind {
	case useCall:
		if o.Kind == Function {
			callee := s.call(u.at, o.Func, u.dispatch)
			if u.dispatch != nil && callee != 0 {
				s.passData(u.dispatch, u.from, callee)
			}
		}
	case useLoad:
		if u.number && s.isArguments(o) {
			s.add(u.v, Num)
		} else if !s.Outside(at, u.size) {
			s.connect(s.readAt(l, u.size, u.ptr), edge{to: u.v})
		}
	case useStore:
		if !s.Outside(at, u.size) {
			s.connect(u.v, edge{to: s.cellAt(l, u.size), kind: move})
		}
	case useDispatch:
		s.dispatchAt(u.dispatch, l)
	case useCopyFrom, useCopyTo:
		s.copyAt(u.copy, l, u.kind == useCopyFrom)
	}
}

// isArguments reports whether an object holds the variable arguments of a call.
func (s *solver) isArguments(o *Object) bool {
	return o.Kind == Local && s.View(o.Node).IR.Locals[o.Local].IsArguments()
}

// readAt returns the variable of the values that loads at a location get.
func (s *solver) readAt(l LocID, size int64, ptr bool) varID {
	key := readKey{l, size, ptr}
	if v, ok := s.readIDs[key]; ok {
		return v
	}
	r := read{key, s.newVar()}
	s.readIDs[key] = r.v
	o := s.Locs[l].Obj
	s.reads[o] = append(s.reads[o], r)
	for k := 0; k < len(s.cells[o]); k++ {
		s.link(s.cells[o][k], r)
	}
	return r.v
}

func (s *solver) cellAt(l LocID, size int64) varID {
	key := cellKey{l, size}
	if v, ok := s.cellIDs[key]; ok {
		return v
	}
	v := s.newVar()
	s.cellIDs[key] = v
	o := s.Locs[l].Obj
	c := cell{l, size, v}
	s.cells[o] = append(s.cells[o], c)
	for k := 0; k < len(s.reads[o]); k++ {
		s.link(c, s.reads[o][k])
	}
	for k := 0; k < len(s.transfers[o]); k++ {
		s.transfer(c, s.transfers[o][k])
	}
	return v
}

// link connects a cell to a read if they overlap.
func (s *solver) link(c cell, r read) {
	if !Overlap(s.Locs[c.loc], c.size, s.Locs[r.loc], r.size) {
		return
	}
	kind := move
	if r.ptr {
		kind = toPointer
	}
	s.connect(c.v, edge{to: r.v, kind: kind})
}

// between returns the edge for a value of one type given to another.
func between(from, to ir.Type, v varID) edge {
	switch {
	case to.IsPtr() && !from.IsPtr():
		return edge{to: v, kind: toPointer}
	case from == to || from.IsPtr():
		return edge{to: v, kind: move}
	}
	return edge{to: v, kind: toNumber}
}
