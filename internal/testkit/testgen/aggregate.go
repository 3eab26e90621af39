package testgen

import "slices"

// members are how the members of structures and unions are written after the name.
var members = map[ObjectKind][]string{
	Pair:  {".first", ".second"},
	Union: {".word", ".halves[0]", ".halves[1]", ".bytes[0]", ".bytes[1]"},
	Bits:  {".low", ".high", ".wide"},
}

// guarded puts a statement that writes an object into the necessary protection.
func (g *conc) guarded(id ObjectID, s *scope, st Stmt) (Stmt, bool) {
	gd := g.guard[id]
	switch {
	case g.free(id, s, true):
		return st, true
	case s.depth >= 2 || gd.kind == byAtomics || s.section:
		return st, false
	case gd.kind == bySections:
		return Stmt{Kind: Section, Body: []Stmt{st}}, true
	case !g.fs.Has(Blocking) || slices.Contains(s.shared, gd.lock) || g.p.object(gd.lock).Kind == Once:
		return st, false
	}
	return Stmt{Kind: Lock, Object: gd.lock, Body: []Stmt{st}}, true
}

// accessTo reads or writes an object.
func (g *conc) accessTo(id ObjectID, s *scope, room int) (Stmt, bool) {
	if st, ok := g.plain(id, s, room); ok {
		return st, true
	}
	pl := Place{Object: id}
	if names := members[g.p.object(id).Kind]; names != nil {
		pl.Kind, pl.Index = Member, &Expr{Op: Constant, Value: g.rng.IntN(len(names))}
	}
	if o := g.p.object(id); o.Kind == Array {
		pl.Kind, pl.Index = Element, &Expr{Op: Constant, Value: g.rng.IntN(o.Len)}
	}
	return g.guarded(id, s, Stmt{Kind: Assign, Place: pl, Value: g.plus(pl, 1)})
}

// copyPair assigns one structure to another.
func (g *conc) copyPair(id ObjectID, s *scope, room int) (Stmt, bool) {
	pairs := g.of(Pair)
	from := pairs[g.rng.IntN(len(pairs))]
	if from == id || g.guard[from] != g.guard[id] {
		return Stmt{}, false
	}
	return g.guarded(id, s, Stmt{Kind: CopyPair, Object: id, Target: from, Try: g.chance(3)})
}

// move copies a part of an array onto another part.
func (g *conc) move(id ObjectID, s *scope, room int) (Stmt, bool) {
	st := Stmt{Kind: Move, Object: id, Count: 1, Shared: g.chance(2), Try: g.chance(2)}
	if g.p.object(id).Len > 2 && room > 3 && (!st.Try || g.fs.Has(BadAccess) && g.chance(3)) {
		st.Count = 2
	}
	return g.guarded(id, s, st)
}

// reallocate makes a value pass through an int whose memory changes.
func (g *conc) reallocate(s *scope, room int) (Stmt, bool) {
	return Stmt{Kind: Realloc, Dst: g.fresh(s), Value: g.value(s), Try: g.chance(3)}, !s.section
}

// compare compares addresses.
func (g *conc) compare(s *scope, room int) (Stmt, bool) {
	ids, targets := g.of(Pointer, HeapInt, Published, Array), g.of(Int, Array, Pointer, HeapInt)
	if s.late {
		ids, targets = g.of(Pointer, Published, Array), g.of(Int, Array, Pointer)
	}
	if len(ids) == 0 {
		return Stmt{}, false
	}
	st := Stmt{Kind: Compare, Object: ids[g.rng.IntN(len(ids))], Value: g.value(s), Count: 1}
	if g.p.object(st.Object).Kind != Array {
		if len(targets) > 0 && !g.chance(3) {
			if st.Target = targets[g.rng.IntN(len(targets))]; st.Target == st.Object {
				st.Target = 0
			}
		}
	}
	st.Dst = g.fresh(s)
	return st, true
}
