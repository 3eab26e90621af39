package testgen

import "slices"

// scope is where the next statement will stand.
type scope struct {
	thread    ThreadID
	arg       ObjectID
	held      []ObjectID // locks, for writing
	shared    []ObjectID // locks, for reading only
	called    []ObjectID // Onces
	section   bool
	routine   bool // in a function that threads call
	late      bool // in one that is called at an end, when heap objects may be freed
	exclusive bool // no other thread runs
	chosen    bool // a mutex of an array is held
	chain     int  // reads around that this one chooses an element for
	depth     int
	locals    *locals
}

// locals are a thread's registers.
type locals struct {
	next   LocalID
	set    []LocalID // that have been assigned to and may be again
	counts []LocalID // of the loops around: read only
}

// fresh returns a local to assign to.
func (g *conc) fresh(s *scope) LocalID {
	l := s.locals
	if len(l.set) < 5 {
		l.next++
		l.set = append(l.set, l.next)
		return l.next
	}
	return l.set[g.rng.IntN(len(l.set))]
}

// local returns the value of a local that has been assigned to.
func (g *conc) local(s *scope) (Expr, bool) {
	all := slices.Concat(s.locals.set, s.locals.counts)
	if len(all) == 0 {
		return Expr{}, false
	}
	return Expr{Op: Local, Local: all[g.rng.IntN(len(all))]}, true
}

func (g *conc) constant() Expr { return Expr{Op: Constant, Value: g.rng.IntN(4)} }

// value returns an expression that a thread writes. Sums of unknown values are masked, so that no sum
// can overflow.
func (g *conc) value(s *scope) Expr {
	l, ok := g.local(s)
	if !ok || g.chance(2) && (!g.fs.Has(Chains) || g.chance(3)) {
		return g.constant()
	}
	r, _ := g.local(s)
	one := g.constant()
	switch g.rng.IntN(5) {
	case 0:
		return Expr{Op: Sub, L: &l, R: &one}
	case 1:
		return Expr{Op: Add, L: &l, R: &one}
	case 2:
		sum, mask := Expr{Op: Add, L: &l, R: &r}, Expr{Op: Constant, Value: 7}
		return Expr{Op: And, L: &sum, R: &mask}
	}
	return l
}

// data lists the objects that hold ints and are reached by name.
func (g *conc) data() []ObjectID {
	return g.of(Int, StackInt, Array, Pointer, HeapInt, AtomicInt, Pair, Union, Bits, ThreadInt)
}

// free reports whether a plain object may be accessed here.
func (g *conc) free(id ObjectID, s *scope, write bool) bool {
	gd := g.guard[id]
	switch {
	case s.exclusive:
		return true
	case gd.kind == byLocks && g.p.object(gd.lock).Kind == Once:
		return !write && slices.Contains(s.called, gd.lock)
	case gd.kind == byLocks:
		return slices.Contains(s.held, gd.lock) || !write && slices.Contains(s.shared, gd.lock)
	case gd.kind == bySections:
		return s.section
	}
	return gd.kind == unguarded
}

// place returns a way to reach an object from here, if it may be accessed.
func (g *conc) place(id ObjectID, s *scope, write bool) (Place, bool) {
	o := g.p.object(id)
	pl := Place{Object: id}
	if o.Kind != Pointer && o.Kind != AtomicInt && !g.free(id, s, write) {
		return pl, false
	}
	if s.arg == id && (o.Kind == StackInt || g.chance(2)) {
		return Place{Kind: Argument}, true
	}
	switch o.Kind {
	case StackInt:
		return pl, s.thread == 0 && !s.routine
	case Array:
		pl.Kind, pl.Index = Element, g.index(o, s)
	case Pointer:
		pl.Kind = Deref
		return pl, o.Target == 0 || g.free(o.Target, s, write)
	case HeapInt:
		pl.Kind = Deref
		return pl, !s.late || g.fs.Has(UseAfterFree)
	case Pair, Union, Bits:
		pl.Kind, pl.Index = Member, &Expr{Op: Constant, Value: g.rng.IntN(len(members[o.Kind]))}
	case Int:
		if g.fs.Has(MixedSizes) && g.chance(5) {
			pl.Kind, pl.Index = Byte, &Expr{Op: Constant, Value: g.rng.IntN(2)}
		}
	}
	return pl, true
}

// index is within the array, unless bad accesses are wanted.
func (g *conc) index(o *Object, s *scope) *Expr {
	if chain := g.chain(s); chain != nil {
		return chain
	}
	if l, ok := g.local(s); ok && g.chance(3) {
		return &l
	}
	n := g.rng.IntN(o.Len)
	if g.fs.Has(BadAccess) && g.chance(8) {
		n = o.Len
	}
	return &Expr{Op: Constant, Value: n}
}

// access reads or writes an object, with the necessary protection.
func (g *conc) access(s *scope, room int) (Stmt, bool) {
	ids := g.data()
	id := ids[g.rng.IntN(len(ids))]
	if st, ok := g.plain(id, s, room); ok {
		return st, true
	}
	gd := g.guard[id]
	switch {
	case s.depth >= 2:
	case gd.kind == byLocks && g.p.object(gd.lock).Kind == Once:
		return g.once(gd.lock, s, room)
	case s.late && g.p.object(id).Kind == HeapInt:
	case gd.kind == byLocks:
		return g.locked(gd.lock, s, room)
	case gd.kind == bySections:
		return g.inSection(s, room)
	case gd.kind == byAtomics:
		return g.atomic(s, room)
	}
	return Stmt{}, false
}

// plain reads an object into a local, or writes it.
func (g *conc) plain(id ObjectID, s *scope, room int) (Stmt, bool) {
	write := g.chance(2)
	pl, ok := g.place(id, s, write)
	if !ok || g.p.reach(&pl) > room {
		return Stmt{}, false
	}
	if !write {
		e := Expr{Op: Read, Place: pl}
		if g.fs.Has(BadAccess) && g.chance(12) {
			four := Expr{Op: Constant, Value: 4}
			e = Expr{Op: Div, L: &four, R: &Expr{Op: Read, Place: pl}}
		}
		return Stmt{Kind: Assign, Dst: g.fresh(s), Value: e}, true
	}
	st := Stmt{Kind: Assign, Place: pl, Value: g.value(s)}
	if 2*g.p.reach(&pl) <= room && g.chance(3) {
		st.Value = g.plus(pl, 1+g.rng.IntN(2))
	}
	return st, true
}

// condition compares something that was read with a constant, or reads an object.
func (g *conc) condition(s *scope, room int) (Expr, bool) {
	left, ok := g.local(s)
	if !ok || room > 0 && g.chance(3) {
		ids := g.data()
		pl, free := g.place(ids[g.rng.IntN(len(ids))], s, false)
		switch {
		case free && g.p.reach(&pl) <= room:
			left = Expr{Op: Read, Place: pl}
		case !ok:
			return Expr{}, false
		}
	}
	right := Expr{Op: Constant, Value: g.rng.IntN(3)}
	op := []ExprOp{Eq, Ne, Lt, Le}[g.rng.IntN(4)]
	if op == Lt {
		right.Value = max(1, right.Value)
	}
	return Expr{Op: op, L: &left, R: &right}, true
}

// assertion returns an assertion about values that were read before or, within room, about values that
// it reads itself.
func (g *conc) assertion(s *scope, room int) (Stmt, bool) {
	a, ok := g.condition(s, room)
	if !ok {
		return Stmt{}, false
	}
	switch {
	case a.Op == Eq || a.Op == Lt: // hardly ever true
		a.Op = Ne
	case a.Op == Le && a.R.Value == 0:
		a.R = &Expr{Op: Constant, Value: 2}
	}
	if g.chance(2) {
		if b, ok := g.condition(s, room-g.p.reads(&a)); ok && *b.L != *a.L {
			left := a
			a = Expr{Op: Either, L: &left, R: &b}
		}
	}
	return Stmt{Kind: Assert, Cond: a, Reach: g.chance(6)}, true
}
