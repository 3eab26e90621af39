package values

import (
	"encoding/binary"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

type cellID int32

// cell is a part of the objects of one ObjID that is accessed as a unit: the size bytes at off. With a
// step, the bytes at every multiple of the step belong to one cell.
//
//	int a[9]; struct { int n; } s;
//	a: off 0 step 4 size 4      one value for all elements
//	s: off 0 step 0 size 4      strong updates, if there is one s
type cell struct {
	pointsto.Loc
	size   int64
	mixed  bool // parts of it are accessed separately, so nothing is known about it
	shared bool // several threads can reach it
	strong bool // there is one instance at a time, and a store replaces its contents
}

// maxParts is the greatest number of cells of an object.
const maxParts = 200

// layOut finds the cells: every access gives a cell, and cells that overlap without being equal are
// mixed.
func (a *solver) layOut() {
	a.cells = make([]cell, 1)
	a.parts = make([][]cellID, len(a.pts.Objects))
	a.users = make([]raceproof.Threads, len(a.pts.Objects))
	known := make(map[cell]cellID)
	for n := 1; n < len(a.pts.Nodes); n++ {
		view := a.pts.View(pointsto.NodeID(n))
		for use, in := range view.Instrs() {
			if !in.Op.Accesses() {
				continue
			}
			size := in.Type.Bytes(a.model)
			for _, l := range a.pts.PointsTo(pointsto.NodeID(n), view.Arg(use.Block, use.Index, 0)) {
				at := a.pts.Locs[l]
				if at.Obj == 0 || a.pts.Objects[at.Obj].Kind == pointsto.Function || a.pts.Outside(at, size) {
					continue
				}
				a.use(at.Obj, a.pts.Nodes[n].Thread)
				key := cell{Loc: at, size: size}
				id, ok := known[key]
				if !ok {
					id = cellID(len(a.cells))
					known[key] = id
					a.cells = append(a.cells, key)
					a.parts[at.Obj] = append(a.parts[at.Obj], id)
				}
				if in.Type.Bits(a.model) != int(8*size) || size > 8 {
					a.cells[id].mixed = true
				}
			}
		}
	}
	for o, list := range a.parts {
		a.findMixed(list)
		single := o != 0 && a.par.Replaces(pointsto.ObjID(o))
		for _, id := range list {
			c := &a.cells[id]
			c.shared = a.par.Escaped(pointsto.ObjID(o))
			c.strong = c.Step == 0 && single
		}
	}
}

// use records that threads of a kind access an object.
func (a *solver) use(o pointsto.ObjID, t pointsto.ThreadID) {
	if a.users[o] == nil {
		a.users[o] = raceproof.NewThreads(len(a.pts.Threads))
	}
	a.users[o].Add(t)
}

// findMixed marks the cells of an object that overlap in part.
func (a *solver) findMixed(list []cellID) {
	many := len(list) > maxParts
	for i, x := range list {
		c := &a.cells[x]
		if many || c.Step != 0 && c.size > c.Step {
			c.mixed = true
		}
		if many {
			continue
		}
		for _, y := range list[:i] {
			if d := &a.cells[y]; c.overlaps(d) && !c.fits(d) {
				c.mixed, d.mixed = true, true
			}
		}
	}
	// Cells that overlap a mixed cell are accessed through it, too.
	for changed := !many; changed; {
		changed = false
		for _, x := range list {
			for _, y := range list {
				if c, d := &a.cells[x], &a.cells[y]; c.mixed && !d.mixed && c.overlaps(d) {
					d.mixed, changed = true, true
				}
			}
		}
	}
}

func (c *cell) overlaps(d *cell) bool { return pointsto.Overlap(c.Loc, c.size, d.Loc, d.size) }

// fits reports whether places of the two cells are equal or disjoint.
func (c *cell) fits(d *cell) bool {
	g := c.Step
	for h := d.Step; h != 0; {
		g, h = h, g%h
	}
	return c.size == d.size && (c.Off == d.Off || g != 0 && (c.Off-d.Off)%g == 0 && c.size <= g)
}

// cellsAt returns the cells that an access may touch, for any value of its pointer.
func (a *solver) cellsAt(at pointsto.At, p []pointsto.LocID, size int64) []cellID {
	if list, ok := a.reach[at]; ok {
		return list
	}
	var list []cellID
	for _, l := range p {
		loc := a.pts.Locs[l]
		if loc.Obj == 0 {
			continue
		}
	cells:
		for i, id := range a.parts[loc.Obj] {
			if !pointsto.Overlap(loc, size, a.cells[id].Loc, a.cells[id].size) {
				continue
			}
			for _, k := range list {
				if k == id {
					continue cells
				}
			}
			list = append(list, id)
			if t := a.recentOf(loc.Obj); t != 0 {
				list = append(list, a.parts[t][i])
			}
		}
	}
	a.reach[at] = list
	return list
}

// born returns the initial contents of a cell in an object.
func (a *solver) born(id cellID) value {
	if c := &a.cells[id]; c.Step == 0 || c.mixed {
		return a.initially(id)
	}
	v := nothing
	v.unwritten = true
	return v
}

// resolve returns the value that a load finds in a cell's contents.
func (a *solver) resolve(id cellID, at pointsto.At, v value) value {
	if v.unwritten {
		v.unwritten = false
		if !a.filled[at] {
			v = v.join(a.initially(id))
		}
	}
	return v
}

// initially returns the contents of a cell when its object begins.
func (a *solver) initially(id cellID) value {
	v, known := a.initial[id]
	if !known {
		v = a.findInitial(id)
		a.initial[id] = v
	}
	return v
}

func (a *solver) findInitial(id cellID) value {
	c := &a.cells[id]
	obj := a.object(c.Obj)
	var init []ir.InitItem
	w := int(8 * c.size)
	switch obj.Kind {
	case pointsto.Global, pointsto.ThreadLocal:
		g := &a.prog.Globals[obj.Global]
		if g.External || c.mixed {
			return full(w)
		}
		init = g.Init
	case pointsto.Local:
		l := &a.pts.View(obj.Node).IR.Locals[obj.Local]
		if !l.Initialised {
			return noValue(w)
		}
		init = l.Init
	default:
		switch {
		case obj.External:
			return full(w)
		case !obj.Zeroed:
			return noValue(w)
		}
	}
	if c.Step == 0 {
		return a.initialBytes(init, c.Off, c.size)
	}
	if len(init) == 0 {
		return number(0, w)
	}
	out := nothing
	for off, k := c.Off, 0; off+c.size <= obj.Size; off, k = off+c.Step, k+1 {
		if k == maxElements {
			return full(w)
		}
		out = out.join(a.initialBytes(init, off, c.size))
	}
	return out
}

// maxElements is the greatest number of elements of an array whose initial values are examined.
const maxElements = 1 << 12

// noValue returns the possible contents of bytes that were never written.
func noValue(w int) value {
	v := full(w)
	v.uninit = true
	return v
}

// initialBytes returns the value that initialisers give to size bytes at an offset.
func (a *solver) initialBytes(items []ir.InitItem, off, size int64) value {
	var bytes [8]byte
	width := int64(a.model.PtrBits() / 8)
	for i := range items {
		it := &items[i]
		n := int64(len(it.Bytes))
		if it.Global != 0 || it.Func != 0 {
			n = width
		}
		if it.Offset >= off+size || it.Offset+n <= off {
			continue
		}
		if it.Global != 0 || it.Func != 0 {
			if it.Offset != off || size != width {
				return full(int(8 * size))
			}
			return a.address(it)
		}
		for k := max(it.Offset, off); k < min(it.Offset+n, off+size); k++ {
			bytes[k-off] = it.Bytes[k-it.Offset]
		}
	}
	return number(binary.LittleEndian.Uint64(bytes[:]), int(8*size))
}

func (a *solver) address(it *ir.InitItem) value {
	if it.Func != 0 {
		if o := a.functions[it.Func]; o != 0 {
			return pointer(o, it.Addend)
		}
	} else if o := a.globals[it.Global]; o != 0 {
		return pointer(o, it.Addend)
	}
	return full(a.model.PtrBits())
}
