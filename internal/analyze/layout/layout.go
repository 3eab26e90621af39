package layout

import (
	"cmp"
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Dependence is an instruction whose result may depend on the addresses of objects.
type Dependence struct {
	Bound verdict.Bound // AddressBound or ReuseBound
	Func  string        // of the innermost function outside the library models
	Pos   ir.Pos
	// Pointers is true for a comparison of pointers. Engines that execute it know their targets.
	Pointers bool
	// Pieces is true for a library model that looks at single bytes of a pointer. Interpreters know which bytes
	// belong to pointers.
	Pieces bool
}

// Find returns the dependences of a program, by position, each once. When ctx ends it returns the
// dependences found without knowledge of pointers.
func Find(ctx context.Context, facts *analyze.Facts) []Dependence {
	pts := facts.PointsTo(ctx)
	f := &finder{prog: facts.Program, pts: pts, found: make(map[Dependence]bool)}
	if pts.Lost == "" {
		f.par = raceproof.FindParallel(ctx, pts, ^ir.Environment(0))
		f.mortals()
		for n := 1; n < len(pts.Nodes); n++ {
			f.function(instr{node: pointsto.NodeID(n), view: pts.View(pointsto.NodeID(n))})
		}
	} else {
		f.lost()
	}
	list := make([]Dependence, 0, len(f.found))
	for at := range f.found {
		list = append(list, at)
	}
	slices.SortFunc(list, func(a, b Dependence) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Bound, b.Bound), cmp.Compare(a.Func, b.Func))
	})
	return list
}

// finder is the state of Find.
type finder struct {
	prog   *ir.Program
	pts    *pointsto.Result
	par    *raceproof.Parallel
	mortal map[pointsto.ObjID]bool // their lifetime may end before the program does
	found  map[Dependence]bool
}

// instr is an instruction of a node.
type instr struct {
	node  pointsto.NodeID
	view  *ssa.Func
	block ir.BlockID
	index int
	read  bool // a model computes with bytes that it read
}

// mortals finds the objects whose lifetime may end before the program does.
func (f *finder) mortals() {
	f.mortal = make(map[pointsto.ObjID]bool)
	all := false
	for n := 1; n < len(f.pts.Nodes); n++ {
		view := f.pts.View(pointsto.NodeID(n))
		for at, in := range view.Instrs() {
			if in.Op != ir.OpFree {
				continue
			}
			for _, l := range f.pts.PointsTo(pointsto.NodeID(n), view.Arg(at.Block, at.Index, 0)) {
				all = all || l == pointsto.Wild
				f.mortal[f.pts.Locs[l].Obj] = true
			}
		}
	}
	for o := range f.pts.Objects {
		switch k := f.pts.Objects[o].Kind; k {
		case pointsto.Heap:
			f.mortal[pointsto.ObjID(o)] = f.mortal[pointsto.ObjID(o)] || all
		case pointsto.Local, pointsto.Stack:
			f.mortal[pointsto.ObjID(o)] = true
		}
	}
}

func (f *finder) function(at instr) {
	for _, b := range at.view.Order {
		at.block = b
		block := &at.view.IR.Blocks[b]
		for at.index = range block.Instrs {
			at.read = at.view.IR.Model && f.onlyRead(at.view, at.view.Args(b, at.index))
			f.instruction(at, &block.Instrs[at.index])
		}
		at.read = false
		if at.index = len(block.Instrs); block.Term.Op == ir.TermSwitch && len(f.address(at, at.view.Term(b))) > 0 {
			f.add(at, verdict.AddressBound, block.Term.Pos, false)
		}
	}
}

// add adds a dependence. In a library model it belongs to the call.
func (f *finder) add(at instr, bound verdict.Bound, pos ir.Pos, pointers bool) {
	name := at.view.IR.Name
	if at.view.IR.Model && f.pts.Lost == "" {
		site := f.pts.Site(pointsto.At{Node: at.node, Block: at.block, Instr: at.index})
		fn := f.pts.View(site.Node).IR
		if name = fn.Name; !fn.Model && site.Instr < len(fn.Blocks[site.Block].Instrs) {
			pos = fn.Blocks[site.Block].Instrs[site.Instr].Pos
		}
	}
	f.found[Dependence{Bound: bound, Func: name, Pos: pos, Pointers: pointers, Pieces: at.read}] = true
}

// onlyRead reports whether values are numbers that their function read from memory, by accesses smaller than a pointer.
// Constants count as well.
func (f *finder) onlyRead(view *ssa.Func, list []ssa.ValueID) bool {
	for _, v := range list {
		if !f.small(view.Values[v].Type) || !f.wasRead(view, v, maxMoves) {
			return false
		}
	}
	return len(list) > 0
}

// small reports whether a type is that of numbers smaller than a pointer. An interpreter sees their reads (Pieces).
func (f *finder) small(t ir.Type) bool {
	return t.IsInt() && t.Bits(f.prog.Model) < f.prog.Model.PtrBits()
}

// maxMoves bounds the moves between a read and its use.
const maxMoves = 4

func (f *finder) wasRead(view *ssa.Func, v ssa.ValueID, moves int) bool {
	d := &view.Values[v]
	switch {
	case d.Kind == ssa.Const:
		return true
	case d.Kind != ssa.Def || moves == 0:
		return false
	}
	switch in := view.Instr(v); in.Op {
	case ir.OpLoad:
		return f.small(in.Type) && in.Flags&ir.Copying == 0
	case ir.OpCopy, ir.OpZExt, ir.OpSExt, ir.OpTrunc:
		return f.wasRead(view, view.Arg(d.Block, d.Index, 0), moves-1)
	}
	return false
}

// address returns the places in objects that a value may point to. In models, private objects of the
// models do not count.
func (f *finder) address(at instr, v ssa.ValueID) []pointsto.Loc {
	var out []pointsto.Loc
	for _, id := range f.pts.PointsTo(at.node, v) {
		l := f.pts.Locs[id]
		if l.Obj != 0 && (!at.view.IR.Model || f.pts.Objects[l.Obj].Kind != pointsto.Model) {
			out = append(out, l)
		}
	}
	return out
}

func (f *finder) instruction(at instr, in *ir.Instr) {
	args := at.view.Args(at.block, at.index)
	pointers := len(args) > 0 && at.view.Values[args[0]].Type.IsPtr()
	switch in.Op {
	case ir.OpEq, ir.OpNe:
		f.equality(at, in.Pos, args[0], args[1], pointers)
	case ir.OpCmpXchg:
		f.equality(at, in.Pos, at.view.Def(at.block, at.index), args[1], in.Type.IsPtr())
	case ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe:
		f.order(at, in.Pos, args[0], args[1], pointers)
	case ir.OpPtrDiff:
		f.difference(at, in.Pos, args[0], args[1])
	case ir.OpLoad:
		if slices.Contains(f.pts.PointsTo(at.node, args[0]), pointsto.Wild) && !at.view.IR.Model {
			f.add(at, verdict.AddressBound, in.Pos, false)
		}
	case ir.OpRMW:
		old := f.address(at, at.view.Def(at.block, at.index))
		if kind := ir.RMWKind(in.Sub); kind != ir.RMWXchg && in.Type.IsInt() && len(old) > 0 && !f.tags(at, kind, args[1]) {
			f.add(at, verdict.AddressBound, in.Pos, false)
		}
	default:
		if computes(in.Op) {
			f.arithmetic(at, in, args)
		}
	}
}

// computes reports whether an instruction computes with numbers instead of only moving them.
func computes(op ir.Op) bool {
	switch op {
	case ir.OpTrunc, ir.OpZExt, ir.OpSExt, ir.OpBitcast, ir.OpSIToF, ir.OpUIToF:
		return true
	}
	return ir.OpAdd <= op && op <= ir.OpAShr
}

// tags reports whether a read-modify-write with a value changes only the low bits of an address, in the
// sense of package pointsto.
func (f *finder) tags(at instr, kind ir.RMWKind, with ssa.ValueID) bool {
	c, ok := at.view.Const(with)
	switch kind {
	case ir.RMWAnd:
		return ok && ^c.Lo&(^uint64(0)>>(64-f.prog.Model.PtrBits())) < pointsto.TagRange
	case ir.RMWOr, ir.RMWXor:
		return ok && c.Lo < pointsto.TagRange
	}
	return false
}

// arithmetic handles a computation on numbers. It depends on the layout if an operand is an address,
// unless the result is an address, too, or C defines it.
func (f *finder) arithmetic(at instr, in *ir.Instr, args []ssa.ValueID) {
	if len(args) == 2 && in.Op == ir.OpSub && len(f.address(at, args[0])) > 0 && len(f.address(at, args[1])) > 0 {
		f.difference(at, in.Pos, args[0], args[1])
		return
	}
	if in.Op == ir.OpTrunc && in.Type == ir.I1 && f.choosesCallee(at) {
		return
	}
	if len(f.address(at, at.view.Def(at.block, at.index))) > 0 {
		return // the address of a place in the same object, or with a tag
	}
	for k, v := range args {
		if list := f.address(at, v); len(list) > 0 && !(len(args) == 2 && f.lowBits(at, in.Op, list, args[1-k])) {
			f.add(at, verdict.AddressBound, in.Pos, false)
			return
		}
	}
}

// lowBits reports whether an operation with a constant uses only the bits of addresses that are known
// from the alignment of the objects.
func (f *finder) lowBits(at instr, op ir.Op, list []pointsto.Loc, with ssa.ValueID) bool {
	c, ok := at.view.Const(with)
	if !ok {
		return false
	}
	mask := c.Lo
	switch {
	case op == ir.OpURem && c.Lo != 0 && c.Lo&(c.Lo-1) == 0:
		mask = c.Lo - 1
	case op != ir.OpAnd:
		return false
	}
	return !slices.ContainsFunc(list, func(l pointsto.Loc) bool { return mask >= f.alignment(l.Obj) })
}

// alignment returns a power of two that divides an object's address.
func (f *finder) alignment(o pointsto.ObjID) uint64 {
	obj := &f.pts.Objects[o]
	switch obj.Kind {
	case pointsto.Global, pointsto.ThreadLocal:
		return uint64(max(f.prog.Globals[obj.Global].Align, 1))
	case pointsto.Local:
		return uint64(max(f.pts.View(obj.Node).IR.Locals[obj.Local].Align, 1))
	case pointsto.Heap, pointsto.Stack:
		return 2 * uint64(f.prog.Model.PtrBits()/8) // max_align_t
	}
	return 1
}
