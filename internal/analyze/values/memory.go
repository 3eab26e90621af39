package values

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// hit is a cell that an access may touch.
type hit struct {
	cell cellID
	only bool // the access touches no other place
}

// hits returns the cells that an access through a pointer may touch. A place with a cell of its own is
// in no array's cell. A recent object that does not exist has none.
func (w *walker) hits(at pointsto.At, v value, size int64) []hit {
	a := w.a
	p := w.view.Arg(at.Block, at.Instr, 0)
	wild := v.hasNumber() && !v.isZero()
	var out []hit
	list := a.cellsAt(at, a.pts.PointsTo(w.n, p), size)
	for _, id := range list {
		c := &a.cells[id]
		if c.Obj == a.toNodes[at] || a.isRecent(c.Obj) && !slices.Contains(w.st.fresh, c.Obj) {
			continue
		}
		in, exact := false, false
		for _, t := range v.to {
			if t.obj != c.Obj || c.Step != 0 && t.lo == t.hi && a.hasOwn(list, t, size) {
				continue
			}
			if c.Step != 0 || t.lo < c.Off+c.size && c.Off < t.hi+size {
				in, exact = true, t.lo == t.hi
			}
		}
		if in || wild {
			out = append(out, hit{id, exact && !wild})
		}
	}
	if len(out) > 1 || len(v.to) > 1 {
		for i := range out {
			out[i].only = false
		}
	}
	return out
}

// hasOwn reports whether the one place of a target has a cell of its own in a list.
func (a *solver) hasOwn(list []cellID, t target, size int64) bool {
	return slices.ContainsFunc(list, func(id cellID) bool {
		c := &a.cells[id]
		return c.Obj == t.obj && c.Step == 0 && c.Off == t.lo && c.size == size
	})
}

// store records that a value is written through a pointer. x is the stored value, if there is one.
func (w *walker) store(at pointsto.At, x ssa.ValueID, v value, in *ir.Instr) {
	a := w.a
	size := in.Type.Bytes(a.model)
	pointer := w.view.Arg(at.Block, at.Instr, 0)
	hits := w.hits(at, w.get(pointer), size)
	w.keep(v, hits)
	if len(hits) == 0 || slices.ContainsFunc(hits, func(h hit) bool { return !a.hides(h.cell) }) {
		if v = w.exposeAll(v); len(w.st.fresh) > 0 {
			hits = w.hits(at, w.get(pointer), size)
		}
	}
	w.writeOwn(at, hits, v, in)
	for _, h := range hits {
		c := &a.cells[h.cell]
		replaces := h.only && c.strong
		v := w.counted(h.cell, at, x, v)
		if in.Field != (ir.Field{}) && w.read(h.cell, at).uninit {
			v.uninit = true // at least the other bits of the unit
		}
		w.noteOwner(h.cell, at)
		w.lockWord(h.cell, v, replaces)
		w.write(h.cell, v, replaces)
		if replaces && !c.mixed && x != ssa.NoValue && w.stable(h.cell) {
			w.link(h.cell, x)
			w.linkPlace(h.cell, x, true)
		}
	}
}

// load executes an instruction that reads, including its writes.
func (w *walker) load(at pointsto.At, in *ir.Instr, args []ssa.ValueID, def ssa.ValueID) bool {
	a := w.a
	p := w.get(args[0])
	size := in.Type.Bytes(a.model)
	v, lastCell := nothing, cellID(0)
	atomic := in.Op != ir.OpLoad
	if atomic && w.st.depth == 0 { // it is a section of its own
		w.beginSection()
		w.st.depth++
		defer w.endUpdate()
	}
	hits := w.hits(at, p, size)
	known := len(hits) > 0 // the place holds the value until a thread writes to these cells
	for _, h := range hits {
		c := &a.cells[h.cell]
		if c.mixed {
			v = v.join(w.anything(in, def))
			known = false
			continue
		}
		v = v.join(w.bounded(h.cell, at, w.read(h.cell, at)))
		stable := w.stable(h.cell)
		if h.only && c.strong && stable {
			lastCell = h.cell
		}
		known = known && stable
	}
	if p.hasNumber() && !p.isZero() && (len(hits) == 0 || slices.Contains(a.pts.PointsTo(w.n, args[0]), pointsto.Wild)) {
		v = w.anything(in, def)
	}
	if v.empty() {
		return false
	}
	if in.Type.IsFloat() {
		v = full(w.bits(in.Type))
	}
	if own, ok := w.readOwn(at, hits, in); ok && len(own.to) == 0 && len(v.to) == 0 {
		v = v.meet(own, w.bits(in.Type))
	}
	if v.empty() {
		return false
	}
	if def != ssa.NoValue {
		w.noteLoad(def, v, lastCell)
		w.define(def, v)
		switch {
		case lastCell != 0:
			w.link(lastCell, def)
			w.linkPlace(lastCell, def, true)
		case known && !atomic:
			for _, h := range hits {
				w.linkPlace(h.cell, def, false)
			}
		}
	}
	if atomic {
		w.update(at, in, args, v)
	}
	return w.accessed(args[0])
}

// anything returns the value of an unknown load.
func (w *walker) anything(in *ir.Instr, def ssa.ValueID) value {
	v := full(w.bits(in.Type))
	if def != ssa.NoValue {
		v = w.a.top(w.n, def)
	}
	v.uninit = true
	return v
}

// endUpdate ends the section of a read-modify-write.
func (w *walker) endUpdate() {
	if w.st.depth--; w.st.depth == 0 {
		w.publishSection()
		w.unlinkUnstable()
	}
}

// update executes the write of an rmw or a cmpxchg, given the value that it read.
func (w *walker) update(at pointsto.At, in *ir.Instr, args []ssa.ValueID, old value) {
	width := w.bits(in.Type)
	if in.Op == ir.OpCmpXchg {
		if same := w.compared(ir.OpEq, old, w.get(args[1]), width); same.yes {
			v := w.get(args[2])
			if same.no {
				v = v.join(old)
			}
			w.store(at, ssa.NoValue, v, in)
		}
		return
	}
	if ir.RMWKind(in.Sub) != ir.RMWXchg {
		w.exposeAll(old)
		w.exposeAll(w.get(args[1]))
	}
	x := w.get(args[1])
	v := full(width)
	plain := len(x.to) == 0 && len(old.to) == 0 && width <= 64
	switch ir.RMWKind(in.Sub) {
	case ir.RMWXchg:
		v = x
	case ir.RMWAdd:
		if plain {
			v, _ = add(old, x, width)
		}
	case ir.RMWSub:
		if plain {
			v, _ = sub(old, x, width)
		}
	case ir.RMWAnd:
		if plain {
			v = bitwise(ir.OpAnd, old, x, width)
		}
	case ir.RMWOr:
		if plain {
			v = bitwise(ir.OpOr, old, x, width)
		}
	case ir.RMWXor:
		if plain {
			v = bitwise(ir.OpXor, old, x, width)
		}
	}
	w.store(at, ssa.NoValue, v, in)
}

// accessed uses the success of an access through a pointer: the pointer is not null.
func (w *walker) accessed(p ssa.ValueID) bool {
	v := w.get(p)
	if v.mayBeZero() {
		v = without(v, number(0, 64), w.a.model.PtrBits())
	}
	if v.empty() {
		return false
	}
	return w.learn(p, v, maxOrigin)
}

// birth records the beginning of an object.
func (w *walker) birth(o pointsto.ObjID) {
	for _, id := range w.a.parts[o] {
		c := &w.a.cells[id]
		if c.mixed {
			continue
		}
		v := w.a.born(id)
		fresh := w.a.par.Replaces(o)
		w.unlink(id)
		if fresh {
			w.setMem(id, v)
		} else {
			w.setMem(id, w.st.mem.at(id).join(v))
		}
		if c.shared && !w.alone() {
			w.a.appear(w.own, id, v)
		}
	}
}

// enterLocal creates a new instance of a local.
func (w *walker) enterLocal(args []ssa.ValueID, def ssa.ValueID) {
	to := w.a.pts.PointsTo(w.n, def)
	if len(to) != 1 {
		w.a.lose("a local that is no object")
		return
	}
	o := w.a.pts.Locs[to[0]].Obj
	if len(args) > 0 {
		w.noteSize(o, w.num(args[0]))
	}
	p := w.bear(o)
	w.st.alive = insert(w.st.alive, o)
	w.define(def, p)
}

// alloc creates a new object.
func (w *walker) alloc(at pointsto.At, in *ir.Instr, args []ssa.ValueID, def ssa.ValueID) {
	if def == ssa.NoValue {
		return
	}
	to := w.a.pts.PointsTo(w.n, def)
	if len(to) != 1 {
		w.a.lose("an allocation that is no object")
		return
	}
	o := w.a.pts.Locs[to[0]].Obj
	w.noteSize(o, w.num(args[0]))
	p := w.bear(o)
	if k := ir.AllocKind(in.Sub); k == ir.HeapObject || k == ir.HeapZero {
		w.allocated(o, at)
	}
	if w.a.pts.Objects[o].Kind == pointsto.Stack {
		w.st.alive = insert(w.st.alive, o)
	}
	w.define(def, p)
}

// noteSize records a lower bound of an object's size in bytes.
func (w *walker) noteSize(o pointsto.ObjID, v value) {
	n := int64(0)
	if v.hasNumber() {
		n = int64(min(v.ulo, farOff))
	}
	if old, ok := w.a.sizes[o]; !ok || n < old {
		w.a.sizes[o] = n
	}
}

// sizeOf returns the least size of an object in bytes.
func (a *solver) sizeOf(o pointsto.ObjID) int64 {
	if size := a.object(o).Size; size >= 0 {
		return size
	}
	return a.sizes[a.base(o)]
}

// lockWord acquires or releases a lock that is a word in memory. A store of a nonzero value acquires
// it, in a section in which the word was zero; a store of zero releases it.
func (w *walker) lockWord(c cellID, v value, replaces bool) {
	a := w.a
	cell := &a.cells[c]
	if !cell.shared || cell.mixed {
		return
	}
	key := lock{obj: cell.Obj, off: cell.Off, word: true}
	l, known := a.shared.lockIDs[key]
	switch {
	case replaces && w.st.depth > 0 && w.stable(c) && w.st.mem.at(c).isZero() && !v.mayBeZero() && len(v.to) == 0 && cell.Step == 0:
		w.take(a.shared.lockID(key), false)
		return
	case replaces && known && w.st.holds(l) && v.isZero():
		w.write(c, v, true)
		w.give(l)
		return
	}
	if !w.alone() {
		a.shared.spoiled[a.shared.lockID(key)] = true
	}
	if known && w.st.holds(l) {
		w.give(l)
	}
}
