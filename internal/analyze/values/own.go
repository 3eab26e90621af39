package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Elements that have locks of their own:
//
//	struct { int n; pthread_mutex_t m; } a[10]; … lock(&a[i].m); a[i].n++; … a[i].n--; unlock(&a[i].m);
//
// A cell stands for all elements of an array, and which of their locks is held is unknown, so a lock
// cannot guard the cell. But assume every thread that writes an element while others run holds a lock
// at the same distance from it (raceproof.Owned). Then the holder finds the value that another holder
// left at its release, or the value from before other threads existed. The holder's accesses to the
// element are tracked separately from the cell, in a focus. The focus ends when any lock in that object
// is acquired or released. Then the value is left to other threads.
//
// This is written to the proof (holdings.go), and confirmed by package confirm/threads.
//
// A thread can have two elements in focus under different names. They may be the same element if a lock
// can be acquired twice. So a value written to one may be in the other.

// focus is an element that a thread has accessed while it holds its lock.
type focus struct {
	place string   // raceproof.Owned
	cells []cellID // the cells that may contain it
	v     value
}

func (f *focus) meets(cells []cellID) bool {
	return slices.ContainsFunc(f.cells, func(c cellID) bool { return slices.Contains(cells, c) })
}

// ownable reports whether the elements of a cell can be identified by their locks.
func (a *solver) ownable(c cellID) bool {
	x := &a.cells[c]
	return x.shared && !x.mixed && a.object(x.Obj).Kind == pointsto.Global && a.par.Single(x.Obj)
}

// findOwned finds, from the results of a round, the cells whose elements are written under their own
// locks.
func (a *solver) findOwned() {
	a.ownBy = make([][]int64, len(a.cells))
	objects := make(map[pointsto.ObjID]bool)
	for c := range a.ownBy {
		if a.shared.moves[c] && len(a.shared.owners[c]) > 0 {
			a.ownBy[c] = a.shared.owners[c]
			objects[a.cells[c].Obj] = true
		}
	}
	if len(objects) > 0 {
		a.ownLocks = &ownLocks{objects: objects, numbers: make(map[string]int32), addresses: make(map[ownAt]ownAddress)}
	}
}

// usesOwn reports whether there are such cells.
func (a *solver) usesOwn() bool { return a.ownLocks != nil }

// noteOwner records the locks under which a cell is written while others run.
func (w *walker) noteOwner(c cellID, at pointsto.At) {
	s := &w.a.shared
	if len(w.a.owned) == 0 || !w.a.ownable(c) || w.alone() {
		return
	}
	o := w.a.owned[at]
	if !s.isOwned[c] {
		s.owners[c], s.isOwned[c] = o.Distances, true
	} else {
		s.owners[c] = slices.DeleteFunc(slices.Clone(s.owners[c]), func(d int64) bool { return !slices.Contains(o.Distances, d) })
	}
	s.moves[c] = s.moves[c] || o.Moves
}

// inFocus returns the cells of an access that the thread does under the lock of the accessed element;
// ok is false if it does not.
func (w *walker) inFocus(at pointsto.At, hits []hit, in *ir.Instr) (place string, cells []cellID, ok bool) {
	for _, h := range hits {
		cells = insert(cells, h.cell)
	}
	o := w.a.owned[at]
	if w.a.ownBy == nil || len(o.Distances) == 0 || len(cells) == 0 || in.Field != (ir.Field{}) || !in.Type.IsInt() {
		return "", cells, false
	}
	common := o.Distances
	for _, c := range cells {
		common = slices.DeleteFunc(slices.Clone(common), func(d int64) bool { return !slices.Contains(w.a.ownBy[c], d) })
	}
	return o.Place, cells, len(common) > 0
}

// readOwn returns the value that an access finds in an element under its own lock.
func (w *walker) readOwn(at pointsto.At, hits []hit, in *ir.Instr) (v value, ok bool) {
	place, cells, ok := w.inFocus(at, hits, in)
	if !ok {
		return nothing, false
	}
	for _, c := range cells {
		w.readsShared(c)
	}
	for i := range w.st.focus {
		if f := &w.st.focus[i]; f.place == place {
			return f.v, true
		}
	}
	v = nothing
	for _, c := range cells {
		v = v.join(w.a.initially(c)).join(w.a.shared.own[c])
	}
	for i := range w.st.focus {
		if f := &w.st.focus[i]; f.meets(cells) {
			v = v.join(f.v)
		}
	}
	return v, true
}

// writeOwn records a value written to elements.
func (w *walker) writeOwn(at pointsto.At, hits []hit, v value, in *ir.Instr) {
	if !w.a.usesOwn() {
		return
	}
	place, cells, ok := w.inFocus(at, hits, in)
	var list []focus
	for _, f := range w.st.focus {
		switch {
		case ok && f.place == place:
			cells = union(f.cells, cells)
			continue
		case f.meets(cells):
			f.v = f.v.join(v)
		}
		list = append(list, f)
	}
	if ok {
		list = append(list, focus{place, cells, v})
	} else {
		for _, c := range cells {
			w.a.leaveOwn(c, v)
		}
	}
	w.st.focus = list
}

// leaveOwn records a value that the next holder of an element's lock may find.
func (a *solver) leaveOwn(c cellID, v value) {
	if len(a.ownBy) > 0 && len(a.ownBy[c]) > 0 {
		a.show(&a.shared.own[c], shownKey{0, c, ownLock}, v)
	}
}

// leaveFocus leaves an element to other threads.
func (a *solver) leaveFocus(f *focus) {
	for _, c := range f.cells {
		a.leaveOwn(c, f.v)
	}
}

// unfocus leaves the elements of the objects that a pointer to a lock may point into.
func (w *walker) unfocus(lock value) {
	w.st.focus = slices.DeleteFunc(slices.Clone(w.st.focus), func(f focus) bool {
		o := w.a.cells[f.cells[0]].Obj
		if lock.hasNumber() && !lock.isZero() || slices.ContainsFunc(lock.to, func(t target) bool { return w.a.base(t.obj) == o }) {
			w.a.leaveFocus(&f)
			return true
		}
		return false
	})
}

// unfocusAll leaves all elements in focus.
func (w *walker) unfocusAll() {
	for i := range w.st.focus {
		w.a.leaveFocus(&w.st.focus[i])
	}
	w.st.focus = nil
}

// commonFocus returns the elements that two states of a place both have in focus, with the union of
// their values. It leaves the others.
func (a *solver) commonFocus(s, x *state, wider *steps) (out []focus, grew bool) {
	in := func(list []focus, place string) int {
		return slices.IndexFunc(list, func(f focus) bool { return f.place == place })
	}
	for _, f := range s.focus {
		i := in(x.focus, f.place)
		if i < 0 {
			a.leaveFocus(&f)
			grew = true
			continue
		}
		if all := union(f.cells, x.focus[i].cells); len(all) > len(f.cells) {
			f.cells, grew = all, true
		}
		if j := f.v.join(x.focus[i].v); !j.equal(f.v) {
			if wider != nil {
				j = wider.widen(f.v, x.focus[i].v)
			}
			f.v, grew = j, true
		}
		out = append(out, f)
	}
	for i := range x.focus {
		if in(s.focus, x.focus[i].place) < 0 {
			a.leaveFocus(&x.focus[i])
		}
	}
	return out, grew
}
