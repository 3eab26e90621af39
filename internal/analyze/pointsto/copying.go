package pointsto

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A loop may copy memory in pieces that are smaller than its contents:
//
//	for (i = 0; i < n; i++) t[i] = f[i];
//
// Every piece keeps its distance from the pointers. So whatever is stored at f+d may be found at t+d later, and
// nowhere else because of the loop. Each cell of the source has a counterpart in the destination, of the same
// size. That holds for all steps i, since both distances are one value.

// maxTransfers bounds the pairs of a source and a destination of one copy. A copy with more of them is a load and
// a store.
const maxTransfers = 400

// copying is a store of the value that was loaded at the same distance from another pointer.
type copying struct {
	distance   stride
	size       int64
	at, value  varID // the operands of the store
	from, to   []LocID
	indistinct bool // it is a load and a store
}

// transfer is the movement of an object's contents by a copy. It reads at from, and writes at to.
type transfer struct {
	from, to Loc
	size     int64
	by       Loc // the movement of offsets, for the object that gets them
}

// copyingStore makes a store a copy, if it is one.
func (s *solver) copyingStore(at At, in *ir.Instr) bool {
	view := s.View(at.Node)
	if in.Flags&ir.Copying == 0 || in.Field != (ir.Field{}) {
		return false
	}
	v := through(view, view.Arg(at.Block, at.Instr, 1))
	d := &view.Values[v]
	if d.Kind != ssa.Def || d.Block != at.Block || d.Index > at.Instr || view.Instr(v).Op != ir.OpLoad || view.Instr(v).Type != in.Type {
		return false
	}
	to, there, ok := splitPointer(view, view.Arg(at.Block, at.Instr, 0))
	from, here, found := splitPointer(view, view.Arg(d.Block, d.Index, 0))
	if !ok || !found || !sameNumber(view, here, there, maxResolve) {
		return false
	}
	distance := s.strideOf(at.Node, there, maxResolve)
	if distance.step == 0 {
		return false // one place
	}
	c := &copying{distance: distance, size: in.Type.Bytes(s.Program.Model),
		at: s.of(at.Node, view.Arg(at.Block, at.Instr, 0)), value: s.of(at.Node, v)}
	s.employ(s.of(at.Node, from), use{kind: useCopyFrom, copy: c})
	s.employ(s.of(at.Node, to), use{kind: useCopyTo, copy: c})
	return true
}

// through follows copies of a value.
func through(f *ssa.Func, v ssa.ValueID) ssa.ValueID {
	for f.Values[v].Kind == ssa.Def && f.Instr(v).Op == ir.OpCopy {
		v = f.Arg(f.Values[v].Block, f.Values[v].Index, 0)
	}
	return v
}

// splitPointer returns the base of a pointer and the distance from it.
func splitPointer(f *ssa.Func, v ssa.ValueID) (base, distance ssa.ValueID, ok bool) {
	v = through(f, v)
	d := &f.Values[v]
	if d.Kind != ssa.Def || f.Instr(v).Op != ir.OpPtrAdd {
		return 0, 0, false
	}
	return f.Arg(d.Block, d.Index, 0), f.Arg(d.Block, d.Index, 1), true
}

// sameNumber reports whether values that are both defined at some place are equal there, because they are
// computed in the same way from the same values.
func sameNumber(f *ssa.Func, x, y ssa.ValueID, fuel int) bool {
	x, y = through(f, x), through(f, y)
	if x == y {
		return true
	}
	if c, ok := f.Const(x); ok {
		d, same := f.Const(y)
		return same && c == d
	}
	d, e := &f.Values[x], &f.Values[y]
	if d.Kind != ssa.Def || e.Kind != ssa.Def || d.Type != e.Type || fuel == 0 {
		return false
	}
	in, other := f.Instr(x), f.Instr(y)
	if in.Op != other.Op || in.Type != other.Type || !slices.Contains([]ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpSExt, ir.OpZExt, ir.OpTrunc}, in.Op) {
		return false
	}
	args, others := f.Args(d.Block, d.Index), f.Args(e.Block, e.Index)
	for k := range args {
		if f.Values[args[k]].Type != f.Values[others[k]].Type || !sameNumber(f, args[k], others[k], fuel-1) {
			return false
		}
	}
	return true
}

// copyAt adds a location of a copy's source, or of its destination.
func (s *solver) copyAt(c *copying, l LocID, source bool) {
	list, others := &c.to, c.from
	if source {
		list, others = &c.from, c.to
	}
	if c.indistinct || slices.Contains(*list, l) {
		return
	}
	*list = append(*list, l)
	if len(*list)*len(others) > maxTransfers {
		s.copyIndistinctly(c)
		return
	}
	for _, m := range others {
		if source {
			s.transferFrom(c, l, m)
		} else {
			s.transferFrom(c, m, l)
		}
	}
}

// copyIndistinctly makes a copy a load and a store.
func (s *solver) copyIndistinctly(c *copying) {
	if !c.indistinct {
		c.indistinct = true
		s.employ(c.at, use{kind: useStore, v: c.value, size: c.size})
	}
}

// transferFrom copies the contents of one location's object to that of another.
func (s *solver) transferFrom(c *copying, from, to LocID) {
	f, t := s.Locs[from], s.Locs[to]
	if s.Objects[f.Obj].Kind == Function || s.Objects[t.Obj].Kind == Function {
		return
	}
	x := transfer{size: c.size, from: f.moved(c.distance), to: t.moved(c.distance), by: Loc{t.Obj, t.Off - f.Off, gcd(f.Step, t.Step)}}
	s.transfers[f.Obj] = append(s.transfers[f.Obj], x)
	for k := 0; k < len(s.cells[f.Obj]); k++ {
		s.transfer(s.cells[f.Obj][k], x)
	}
}

func (l Loc) moved(by stride) Loc {
	l.Off, l.Step = l.Off+by.off, gcd(l.Step, by.step)
	return l
}

// transfer connects a cell to its counterpart in the object that gets it.
func (s *solver) transfer(c cell, x transfer) {
	at := s.Locs[c.loc]
	if !Overlap(at, c.size, x.from, x.size) {
		return
	}
	l := Loc{x.by.Obj, at.Off + x.by.Off, gcd(at.Step, x.by.Step)}
	if l.Step != 0 {
		l.Off = mod(l.Off, l.Step)
	}
	o := &s.Objects[l.Obj]
	if !Overlap(l, c.size, x.to, x.size) || l.Step == 0 && (l.Off+c.size <= 0 || o.Size >= 0 && l.Off >= o.Size) {
		return
	}
	s.connect(c.v, edge{to: s.cellAt(s.widened(c.loc, l, x.by.Off, maxExact), c.size)})
}
