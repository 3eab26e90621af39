package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// leaks finds allocations whose objects are always reachable when the process ends (semantics 9.3). The
// allocating thread, while no other thread runs, stores the pointer into a global before the process
// can end. The global is never written when it may hold a pointer to the heap. state.loose has the
// objects that are allocated and not stored yet.
type leaks struct {
	allocated map[pointsto.ObjID]pointsto.At // place of the allocation
	lost      map[pointsto.ObjID]bool
	keeps     map[pointsto.ObjID][]cellID // the globals to which pointers were stored
	rewritten map[cellID]bool             // while it may have held a pointer
}

func newLeaks() *leaks {
	return &leaks{allocated: make(map[pointsto.ObjID]pointsto.At), lost: make(map[pointsto.ObjID]bool), keeps: make(map[pointsto.ObjID][]cellID), rewritten: make(map[cellID]bool)}
}

// kept reports whether the instances of an object can be reached when the process ends.
func (l *leaks) kept(o pointsto.ObjID) bool {
	return !l.lost[o] && len(l.keeps[o]) > 0 && !slices.ContainsFunc(l.keeps[o], func(c cellID) bool { return l.rewritten[c] })
}

// allocated records a heap object.
func (w *walker) allocated(o pointsto.ObjID, at pointsto.At) {
	if j := w.a.judge; j != nil {
		j.leaks.allocated[o] = at
		if !w.alone() || slices.Contains(w.st.loose, o) {
			j.leaks.lost[o] = true
		}
	}
	w.st.loose = insert(w.st.loose, o)
}

// keep records a store of a value to cells.
func (w *walker) keep(v value, hits []hit) {
	a := w.a
	if a.judge != nil {
		for _, h := range hits {
			old := *w.st.mem.at(h.cell)
			for t := range a.shared.seen {
				old = old.join(a.shared.seen[t][h.cell])
			}
			if old.unwritten || slices.ContainsFunc(old.to, func(t target) bool { return a.object(t.obj).Kind == pointsto.Heap }) {
				a.judge.leaks.rewritten[h.cell] = true
			}
		}
	}
	if len(w.st.loose) == 0 || len(hits) != 1 || !hits[0].only || len(v.to) != 1 || v.hasNumber() || v.uninit || v.to[0].lo != 0 || v.to[0].hi != 0 {
		return
	}
	c, o := &a.cells[hits[0].cell], a.base(v.to[0].obj)
	if c.mixed || !c.strong || a.object(c.Obj).Kind != pointsto.Global || c.size != int64(a.model.PtrBits()/8) {
		return
	}
	if !a.isRecent(v.to[0].obj) && !a.par.Single(o) || !slices.Contains(w.st.loose, o) {
		return // the pointer may be to another instance
	}
	w.st.loose = remove(w.st.loose, o)
	if a.judge != nil {
		a.judge.leaks.keeps[o] = append(a.judge.leaks.keeps[o], hits[0].cell)
	}
}

// looseAt records a place where the process or the thread may end, or another thread begins, while
// objects are allocated and not stored yet.
func (j *judge) looseAt(w *walker, in *ir.Instr) {
	switch in.Op {
	case ir.OpAssert, ir.OpSpawn, ir.OpUnsupported, ir.OpFork, ir.OpShare, ir.OpLimit, ir.OpBlockUntil, ir.OpAcquire, ir.OpJoin:
		j.lose(w)
	}
}

func (j *judge) lose(w *walker) {
	for _, o := range w.st.loose {
		j.leaks.lost[o] = true
	}
}

// annotate writes the globals that keep each object.
func (l *leaks) annotate(p *threadproof.Proof) {
	p.Kept = make(map[threadproof.ObjectID][]threadproof.CellID)
	for o := range l.allocated {
		if !l.kept(o) {
			continue
		}
		for _, c := range slices.Compact(slices.Sorted(slices.Values(l.keeps[o]))) {
			p.Kept[threadproof.ObjectID(o)] = append(p.Kept[threadproof.ObjectID(o)], threadproof.CellID(c))
		}
	}
}

// leak records a place that may allocate memory that is never freed.
func (j *judge) leak(at pointsto.At) {
	for _, p := range verdict.Leak.Properties() {
		j.fail(p, at, "memory that may never be freed")
	}
}

// leaked records the allocations whose objects may be unreachable at the end.
func (j *judge) leaked() {
	for o, at := range j.leaks.allocated {
		if !j.leaks.kept(o) {
			j.leak(at)
		}
	}
}
