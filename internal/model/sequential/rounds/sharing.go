package rounds

import (
	"cmp"
	"context"
	"iter"
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// target is a possible target of an access: bytes of a global at an offset. If step is not 0 it means
// every offset that differs by a multiple of step.
type target struct {
	global    ir.GlobalID
	off, step int64
}

// access holds the possible targets of an access.
type access struct {
	exact   bool     // the address is known: it is the only target
	lost    bool     // the pointer may point anywhere
	targets []target // by global, then offset
}

// sharing describes the accesses of several threads to the objects of an inlined program.
type sharing struct {
	p      *sequential.Inlined
	access []map[ir.At]access // by function of Inlined.Program: the accesses of its instructions
	shared []*sharedObject    // objects that need copies, by global
	of     map[ir.GlobalID]*sharedObject
	own    [][]*sharedObject // by thread: memory that only this thread accesses, and writes, by global
	// lost is the reason why the targets of pointers are unknown; empty: they are known.
	lost string

	points  *pointsto.Result
	numbers []numberSpan      // where a pointer may be a number other than null (numbers.go)
	node    []pointsto.NodeID // by function of Inlined.Program
	byID    map[ir.GlobalID]pointsto.ObjID
	used    []usage // by global
}

// usage holds the accesses to a global.
type usage struct {
	uses []use
	full bool // there are more uses than are stored
}

// use is the form of an access, with the threads that access so while there are several threads.
type use struct {
	off, size int64
	ptr       bool
	indirect  bool   // through a pointer that may have other targets, too
	tids      uint64 // a sequential.ThreadSet
	written   bool
}

// sharedObject is a global with the cells that need copies, since one thread may see another thread's
// writes. For private memory, it holds the cells of a thread.
type sharedObject struct {
	global ir.GlobalID
	cells  []cell // by offset
	// indirect: accesses through pointers with several possible targets go to copies.
	indirect bool
	copies   ir.GlobalID
	stride   int64 // bytes from copy to copy
}

// holds reports whether an access at an offset goes to a cell with copies.
func (o *sharedObject) holds(off int64) bool {
	return o != nil && slices.ContainsFunc(o.cells, func(c cell) bool { return c.off == off })
}

// cell is a part of an object that is always accessed as a whole.
type cell struct {
	off  int64
	typ  ir.Type
	hold []pointee // possible targets of the pointers in it; empty if it is narrower than a pointer
	num  bool      // for a pointer: it may be a number other than null
}

// pointee is a possible target of a pointer in a cell: a function, or places in a global.
type pointee struct {
	fn ir.FuncID
	target
}

// parts returns the runs of cells that are narrower than a pointer.
func (o *sharedObject) parts(model ir.DataModel) []span {
	var list []span
	for _, c := range o.cells {
		size := c.typ.Bytes(model)
		switch last := len(list) - 1; {
		case size >= ir.Ptr.Bytes(model):
		case last >= 0 && list[last].hi == c.off:
			list[last].hi += size
		default:
			list = append(list, span{c.off, c.off + size})
		}
	}
	return list
}

// span is the bytes of an object from lo up to but not including hi.
type span struct{ lo, hi int64 }

// maxCells bounds the cells of all objects that need copies.
const maxCells = 4096

// newSharing analyses an inlined program. Objects that only one thread accesses, or that are not
// written once there are several threads, need no copies.
func newSharing(ctx context.Context, p *sequential.Inlined) (*sharing, error) {
	s := &sharing{p: p, access: make([]map[ir.At]access, len(p.Program.Funcs)), of: make(map[ir.GlobalID]*sharedObject),
		node: make([]pointsto.NodeID, len(p.Program.Funcs)), byID: make(map[ir.GlobalID]pointsto.ObjID),
		own: make([][]*sharedObject, len(p.Threads)), used: make([]usage, len(p.Program.Globals))}
	s.analyse(ctx)
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if s.lost == "" {
		s.findNumbers()
	}
	for tid := range p.Threads {
		t := &p.Threads[tid]
		for i := range t.Steps {
			s.step(tid, &t.Steps[i], tid == 0 && i < t.Alone)
		}
		if tid > 0 { // the driver tests whether the thread exists
			s.note(tid, t.Steps[0].At, use{size: 1}, 0, false)
		}
	}
	total := 0
	for g := range s.used {
		o, err := s.divide(ir.GlobalID(g), &s.used[g])
		if err != nil {
			return nil, err
		}
		if o == nil {
			continue
		}
		s.shared = append(s.shared, o)
		s.of[o.global] = o
		if total += len(o.cells); total > maxCells {
			return nil, sequential.ErrTooLarge
		}
		s.contents(o)
	}
	return s, nil
}

// cells yields the cells of some objects.
func cells(list []*sharedObject) iter.Seq2[*sharedObject, *cell] {
	return func(yield func(*sharedObject, *cell) bool) {
		for _, o := range list {
			for i := range o.cells {
				if !yield(o, &o.cells[i]) {
					return
				}
			}
		}
	}
}

// divide splits a global into cells and finds the cells that need copies; nil: none. If two cells may
// be accessed together, either both have copies or neither.
func (s *sharing) divide(g ir.GlobalID, u *usage) (*sharedObject, error) {
	cells, covers := tile(u.uses, s.p.Program.Model)
	who := make([]use, len(cells))
	for i := range u.uses {
		for _, c := range covers[i] {
			who[c].tids |= u.uses[i].tids
			who[c].written = who[c].written || u.uses[i].written
		}
	}
	needs := make([]bool, len(cells))
	needed := false
	for i := range cells {
		needs[i] = who[i].written && sequential.Several(who[i].tids)
		needed = needed || needs[i]
	}
	if needed && u.full {
		return nil, sequential.ErrTooLarge
	}
	o := &sharedObject{global: g}
	for changed := needed; changed; {
		changed = false
		for i := range u.uses {
			any := u.uses[i].indirect && o.indirect
			for _, c := range covers[i] {
				any = any || needs[c]
			}
			if any && u.uses[i].indirect && !o.indirect {
				o.indirect, changed = true, true
			}
			for _, c := range covers[i] {
				changed = changed || any && !needs[c]
				needs[c] = needs[c] || any
			}
		}
	}
	own := make(map[int]*sharedObject)
	for i, c := range cells {
		switch {
		case needs[i]:
			o.cells = append(o.cells, c)
		case who[i].written:
			tid := bits.TrailingZeros64(who[i].tids)
			if own[tid] == nil {
				own[tid] = &sharedObject{global: g}
				s.own[tid] = append(s.own[tid], own[tid])
			}
			own[tid].cells = append(own[tid].cells, c)
		}
	}
	if !needed {
		return nil, nil
	}
	return o, nil
}

// analyse runs the points-to analysis on all steps.
func (s *sharing) analyse(ctx context.Context) {
	s.points = pointsto.Analyse(ctx, s.p.EveryStep())
	s.lost = s.points.Lost
	if s.lost != "" {
		return
	}
	for n := range s.points.Nodes {
		if f := s.points.Nodes[n].Func; n > 0 && int(f) < len(s.node) {
			s.node[f] = pointsto.NodeID(n)
		}
	}
	for o := range s.points.Objects {
		if ob := &s.points.Objects[o]; o > 0 && ob.Kind == pointsto.Global {
			s.byID[ob.Global] = pointsto.ObjID(o)
		}
	}
}

// step records the accesses of a step.
func (s *sharing) step(tid int, p *sequential.Step, alone bool) {
	fn := &s.p.Program.Funcs[p.Func]
	found := make(map[ir.At]access)
	s.access[p.Func] = found
	known := fn.KnownAddresses(s.p.Program.Model)
	var view *ssa.Func
	for at, in := range fn.Instrs() {
		if !in.Op.Accesses() {
			continue
		}
		n := in.Type.Bytes(s.p.Program.Model)
		a := access{}
		if to, ok := known[in.Args[0].Reg()]; ok && s.inside(to, n) {
			a = access{exact: true, targets: []target{{global: to.Global, off: to.Off}}}
		} else {
			if view == nil {
				view = ssa.Build(fn)
			}
			a = s.pointers(p.Func, view, at.Block, at.Index, n)
		}
		if c := p.Classes[at.Block][at.Index]; c == sequential.Shared || c == sequential.Sync {
			found[ir.At{Block: at.Block, Index: at.Index}] = a
		}
		for _, t := range a.targets {
			s.note(tid, t.global, use{off: t.off, size: n, ptr: in.Type.IsPtr(), indirect: !a.exact, written: in.Op.Writes()}, t.step, alone)
		}
	}
}

// inside reports whether n bytes at a place are within their global.
func (s *sharing) inside(at ir.GlobalByte, n int64) bool {
	return at.Off >= 0 && at.Off+n <= s.p.Program.Globals[at.Global].Size
}

// pointers queries the points-to analysis for the targets of an access.
func (s *sharing) pointers(f ir.FuncID, view *ssa.Func, b ir.BlockID, i int, n int64) access {
	if s.lost != "" || s.node[f] == 0 || !view.Reachable(b) {
		return access{lost: s.lost != "" || view.Reachable(b)}
	}
	a := access{}
	for _, id := range s.points.PointsTo(s.node[f], view.Arg(b, i, 0)) {
		switch id {
		case pointsto.Num:
		case pointsto.Wild:
			a.lost = true
		default:
			if l := s.points.Locs[id]; !s.points.Outside(l, n) {
				a.targets = append(a.targets, s.targetOf(l))
			}
		}
	}
	slices.SortFunc(a.targets, func(x, y target) int {
		return cmp.Or(cmp.Compare(x.global, y.global), cmp.Compare(x.off, y.off), cmp.Compare(x.step, y.step))
	})
	return a
}

// mayBePointer reports whether a value of a function may be a pointer, or a part of one.
func (s *sharing) mayBePointer(f ir.FuncID, v ssa.ValueID) bool {
	return s.node[f] == 0 || slices.ContainsFunc(s.points.PointsTo(s.node[f], v), func(id pointsto.LocID) bool { return id != pointsto.Num })
}

func (s *sharing) targetOf(l pointsto.Loc) target {
	return target{s.points.Objects[l.Obj].Global, l.Off, l.Step}
}

// note adds an access of a thread to the uses of a global.
func (s *sharing) note(tid int, g ir.GlobalID, u use, step int64, alone bool) {
	gl := &s.p.Program.Globals[g]
	if gl.Storage == ir.Constant {
		return
	}
	if u.tids = sequential.ThreadSet(tid); alone {
		u.tids, u.written = 0, false
	}
	to := &s.used[g]
	for ; u.off+u.size <= gl.Size && !to.full; u.off += step {
		if u.off >= 0 {
			to.add(u)
		}
		if step <= 0 {
			return
		}
	}
}

// add merges a use with a stored use of the same form.
func (u *usage) add(a use) {
	i := slices.IndexFunc(u.uses, func(b use) bool {
		return a.off == b.off && a.size == b.size && a.ptr == b.ptr && a.indirect == b.indirect
	})
	if i < 0 {
		u.full = len(u.uses) == maxCells
		if !u.full {
			u.uses = append(u.uses, a)
		}
		return
	}
	u.uses[i].tids |= a.tids
	u.uses[i].written = u.uses[i].written || a.written
}

// tile splits an object's bytes into cells such that each access covers whole cells. It returns the
// cells of each use. A cell is a pointer only if it is as wide as one.
func tile(uses []use, model ir.DataModel) (cells []cell, covers [][]int) {
	slices.SortFunc(uses, func(a, b use) int { return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(a.size, b.size)) })
	covers = make([][]int, len(uses))
	for i := 0; i < len(uses); {
		lo, hi, g, ptr := uses[i].off, uses[i].off+uses[i].size, uses[i].size, uses[i].ptr
		j := i + 1
		for ; j < len(uses) && uses[j].off < hi; j++ {
			g = gcd(gcd(g, uses[j].size), uses[j].off-lo)
			hi = max(hi, uses[j].off+uses[j].size)
			ptr = ptr || uses[j].ptr
		}
		g = gcd(g, hi-lo)
		first := len(cells)
		for at := lo; at < hi; at += g {
			c := cell{off: at, typ: ir.Int(int(8 * g))}
			if ptr && int(8*g) == model.PtrBits() {
				c.typ = ir.Ptr
			}
			cells = append(cells, c)
		}
		for k := i; k < j; k++ {
			for at := uses[k].off; at < uses[k].off+uses[k].size; at += g {
				covers[k] = append(covers[k], first+int((at-lo)/g))
			}
		}
		i = j
	}
	return cells, covers
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// contents finds the cells of an object that may hold pointers, and their targets.
func (s *sharing) contents(o *sharedObject) {
	if s.lost != "" {
		return
	}
	for i := range o.cells {
		c := &o.cells[i]
		c.num = mayOverlap(s.numbers, target{global: o.global, off: c.off}, c.typ.Bytes(s.p.Program.Model))
	}
	id, ok := s.byID[o.global]
	if !ok {
		return
	}
	s.points.Contents(id, func(at pointsto.Loc, size int64, holds []pointsto.LocID) {
		for i := range o.cells {
			c := &o.cells[i]
			n := c.typ.Bytes(s.p.Program.Model)
			if n < ir.Ptr.Bytes(s.p.Program.Model) || !pointsto.Overlap(at, size, pointsto.Loc{Obj: id, Off: c.off}, n) {
				continue
			}
			for _, l := range holds {
				if l == pointsto.Num || l == pointsto.Wild {
					c.num = true
					continue
				}
				at := s.points.Locs[l]
				c.hold = append(c.hold, pointee{s.points.Objects[at.Obj].Func, s.targetOf(at)})
			}
		}
	})
}
