package pointsto

import (
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// instr adds the effects of a node's instruction on pointers.
func (s *solver) instr(n NodeID, b ir.BlockID, i int) {
	if s.late() {
		return
	}
	view := s.View(n)
	in := &view.IR.Blocks[b].Instrs[i]
	args := view.Args(b, i)
	arg := func(k int) varID { return s.of(n, args[k]) }
	at := At{n, b, i}
	dst := varID(0)
	if in.Dst != 0 {
		dst = s.of(n, view.Def(b, i))
	}
	width := in.Type.Bytes(s.Program.Model)
	switch in.Op {
	case ir.OpCopy, ir.OpBitcast, ir.OpPtrToInt:
		s.define(arg(0), edge{to: dst})
	case ir.OpSelect:
		s.connect(arg(1), edge{to: dst})
		s.connect(arg(2), edge{to: dst})
	case ir.OpTrunc, ir.OpZExt, ir.OpSExt:
		s.define(arg(0), edge{to: dst, kind: toNumber})
	case ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpXor:
		s.bitwise(n, in.Op, args[0], args[1], dst)
	case ir.OpIntToPtr:
		s.define(arg(0), edge{to: dst, kind: toPointer})
	case ir.OpGlobalAddr:
		s.add(dst, s.global(in.Glob, s.Nodes[n].Thread))
	case ir.OpFuncAddr:
		s.add(dst, s.function(in.Func))
	case ir.OpPtrAdd:
		d := s.strideOf(n, args[1], maxResolve)
		if d.off != 0 && view.Values[args[0]].Type.IsPtr() && advances(view, args[0], view.Def(b, i)) {
			d.step = gcd(d.step, d.off)
		}
		s.define(arg(0), edge{to: dst, kind: shift, off: d.off, step: d.step})
	case ir.OpEnter:
		s.add(dst, s.local(at, in, args))
	case ir.OpAlloc:
		s.add(dst, s.allocated(at, in, args))
	case ir.OpLoad:
		if s.NoNumbers && width < int64(s.Program.Model.PtrBits()/8) && in.Flags&ir.Copying == 0 {
			s.add(dst, Num) // a piece of a pointer
			return
		}
		s.load(arg(0), use{kind: useLoad, v: dst, size: width, ptr: in.Type.IsPtr(), number: in.Type.IsInt() && view.IR.Model})
	case ir.OpStore:
		if s.copyingStore(at, in) {
			return
		}
		s.employ(arg(0), use{kind: useStore, v: arg(1), size: width})
	case ir.OpRMW:
		s.load(arg(0), use{kind: useLoad, v: dst, size: width, ptr: in.Type.IsPtr()})
		s.employ(arg(0), use{kind: useStore, v: s.updated(n, in, dst, args[1]), size: width})
	case ir.OpCmpXchg:
		s.load(arg(0), use{kind: useLoad, v: dst, size: width, ptr: in.Type.IsPtr()})
		s.employ(arg(0), use{kind: useStore, v: arg(2), size: width})
	case ir.OpCall:
		s.call(at, in.Func, nil)
	case ir.OpCallPtr:
		if base, d := s.dispatchOf(at, args); d != nil {
			s.employ(s.of(n, base), use{kind: useDispatch, dispatch: d})
			return
		}
		s.employ(arg(0), use{kind: useCall, at: at})
	case ir.OpSpawn:
		s.spawn(at, in.Func, args[0])
	default:
		if dst != 0 && in.ResultType().IsInt() && in.ResultType() != ir.I1 {
			s.add(dst, Num)
		}
		if dst != 0 && in.ResultType().IsPtr() && ir.ChooseReason(in.Sub) != ir.ChooseUninit {
			s.wild(dst) // a chosen pointer
		}
	}
}

// wild adds to a variable that it may point anywhere.
func (s *solver) wild(v varID) {
	if !s.NoNumbers {
		s.add(v, Wild)
	}
}

// updated returns the variable of the value that a read-modify-write stores.
func (s *solver) updated(n NodeID, in *ir.Instr, old varID, y ssa.ValueID) varID {
	if ir.RMWKind(in.Sub) == ir.RMWXchg {
		return s.of(n, y)
	}
	v := s.newVar()
	switch kind := ir.RMWKind(in.Sub); {
	case !in.Type.IsPtr():
		if t, ok := s.taggingOf(n, rmwOps[kind], y); ok {
			s.connect(old, edge{to: v, kind: tag, bits: t})
		} else {
			s.add(v, Num)
		}
	case kind == ir.RMWAdd || kind == ir.RMWSub:
		s.connect(old, edge{to: v, kind: shift, step: 1})
	default:
		s.wild(v)
	}
	return v
}

func (s *solver) local(at At, in *ir.Instr, args []ssa.ValueID) LocID {
	l := &s.View(at.Node).IR.Locals[in.Local]
	o := Object{Kind: Local, Local: in.Local, Node: at.Node, Block: at.Block, Instr: at.Instr, Size: l.Size}
	if len(args) > 0 {
		o.Size = -1
		if size, ok := s.constant(at.Node, args[0]); ok {
			o.Size = size
		}
	}
	id, isNew := s.object(objKey{kind: Local, id: int32(in.Local), at: At{Node: at.Node}}, o)
	switch {
	case isNew:
		s.initialise(id, l.Init)
	case s.Objects[id].Size != o.Size:
		s.Objects[id].Size = -1
	}
	return s.start(id)
}

func (s *solver) allocated(at At, in *ir.Instr, args []ssa.ValueID) LocID {
	o := Object{Kind: Heap, Node: at.Node, Block: at.Block, Instr: at.Instr, Size: -1}
	switch ir.AllocKind(in.Sub) {
	case ir.StackObject:
		o.Kind = Stack
	case ir.ModelObject:
		o.Kind, o.Bookkeeping = Model, true
	case ir.HeapZero:
		o.Zeroed = true
	case ir.ExternalObject:
		o.External = true
	}
	if size, ok := s.constant(at.Node, args[0]); ok && size >= 0 {
		o.Size = size
	}
	id, isNew := s.object(objKey{kind: o.Kind, at: at}, o)
	if isNew && o.External {
		s.add(s.cellAt(s.start(id), max(o.Size, 1)), Num)
	}
	return s.start(id)
}
