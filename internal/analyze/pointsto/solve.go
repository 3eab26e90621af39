package pointsto

import "slices"

import "github.com/heddle-mc/heddle/internal/program/ir"

type varID int32

// variable is a growing set of locations, with the edges and uses that depend on it.
type variable struct {
	locs []LocID // in the order of arrival
	done int     // number of locations already propagated
	in   map[LocID]struct{}
	out  []edge
	uses []use
	busy bool // on the work list
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
	at     At // calls
}

// cell is the memory at a location with a width, with the values stored to it.
type cell struct {
	loc  LocID
	size int64
	v    varID
}

// read is a load from a location.
type read struct {
	loc  LocID
	size int64
	v    varID
	ptr  bool
}

// smallSet is the size up to which sets of locations are searched without a map.
const smallSet = 12

func (x *variable) has(l LocID) bool {
	if x.in != nil {
		_, ok := x.in[l]
		return ok
	}
	return slices.Contains(x.locs, l)
}

func (s *solver) newVar() varID {
	s.vars = append(s.vars, variable{})
	return varID(len(s.vars) - 1)
}

// add adds a location to a variable.
func (s *solver) add(v varID, l LocID) {
	x := &s.vars[v]
	if x.has(l) {
		return
	}
	x.locs = append(x.locs, l)
	if x.in != nil {
		x.in[l] = struct{}{}
	} else if len(x.locs) > smallSet {
		x.in = make(map[LocID]struct{}, 2*len(x.locs))
		for _, k := range x.locs {
			x.in[k] = struct{}{}
		}
	}
	if !x.busy {
		x.busy = true
		s.work = append(s.work, v)
	}
}

// connect adds an edge, and passes the locations that its source already has.
func (s *solver) connect(from varID, e edge) {
	if from == e.to && e.kind != shift {
		return
	}
	s.vars[from].out = append(s.vars[from].out, e)
	for k := 0; k < s.vars[from].done; k++ {
		s.pass(e, s.vars[from].locs[k])
	}
}

// employ adds a use, and applies it to the locations that the pointer already has.
func (s *solver) employ(p varID, u use) {
	s.vars[p].uses = append(s.vars[p].uses, u)
	for k := 0; k < s.vars[p].done; k++ {
		s.apply(u, s.vars[p].locs[k])
	}
}

// solve propagates until nothing changes or the result is lost.
func (s *solver) solve() {
	for len(s.work) > 0 && s.Lost == "" {
		v := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		s.vars[v].busy = false
		if s.steps++; s.steps > maxSteps || len(s.vars) > maxVars {
			s.lose("the program is too large")
			return
		}
		if s.late() {
			return
		}
		for s.vars[v].done < len(s.vars[v].locs) {
			l := s.vars[v].locs[s.vars[v].done]
			s.vars[v].done++
			if s.late() {
				return
			}
			for k := 0; k < len(s.vars[v].out); k++ {
				s.pass(s.vars[v].out[k], l)
			}
			for k := 0; k < len(s.vars[v].uses); k++ {
				s.apply(s.vars[v].uses[k], l)
			}
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
	if l.Step == 0 && s.Objects[l.Obj].exact > maxExact && off != 0 {
		l.Step = max(off, -off) // a moving pointer
	}
	return s.loc(l)
}

func (s *solver) loc(l Loc) LocID {
	if l.Step != 0 {
		l.Off = mod(l.Off, l.Step)
	}
	id, ok := s.locIDs[l]
	if !ok {
		s.Locs = append(s.Locs, l)
		id = LocID(len(s.Locs) - 1)
		s.locIDs[l] = id
		if l.Step == 0 {
			s.Objects[l.Obj].exact++
		}
	}
	return id
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
		case useCall:
			s.lose("a call through a pointer that was made from a number")
		}
		return
	}
	at := s.Locs[l]
	o := &s.Objects[at.Obj]
	switch u.kind {
	case useCall:
		if o.Kind == Function {
			s.call(u.at, o.Func)
		}
	case useLoad:
		if u.number && s.isArguments(o) {
			s.add(u.v, Num)
		} else if !s.Outside(at, u.size) {
			s.addRead(at.Obj, read{l, u.size, u.v, u.ptr})
		}
	case useStore:
		if !s.Outside(at, u.size) {
			s.connect(u.v, edge{to: s.cellAt(l, u.size), kind: move})
		}
	}
}

// isArguments reports whether an object holds the variable arguments of a call.
func (s *solver) isArguments(o *Object) bool {
	return o.Kind == Local && s.View(o.Node).IR.Locals[o.Local].IsArguments()
}

func (s *solver) addRead(o ObjID, r read) {
	s.reads[o] = append(s.reads[o], r)
	for k := 0; k < len(s.cells[o]); k++ {
		s.link(s.cells[o][k], r)
	}
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
