package lower

import (
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// intrinsic lowers a call of one of Heddle's own functions.
func (f *function) intrinsic(e *tree.Intrinsic) ir.Operand {
	switch e.Kind {
	case tree.AtomicLoad, tree.AtomicStore, tree.AtomicRMW, tree.AtomicCmpXchg, tree.AtomicCmpSwap, tree.Fence:
		return f.atomic11(e)
	case tree.Assert:
		c := f.cond(e.Args[0])
		f.b.Pos = e.P
		p := verdict.Property(f.lastConst(e))
		if k, ok := f.intConst(c); ok && k == 0 {
			f.fail(p, e.Text)
			return 0
		} else if !ok {
			f.check(c, p, e.Text)
		}
		return 0
	case tree.Assume:
		c := f.cond(e.Args[0])
		f.b.Pos = e.P
		f.assume(c)
		return 0
	case tree.Fail:
		f.unsupported(e.P, e.Text)
		return 0
	case tree.Limit:
		f.b.Emit(ir.Instr{Op: ir.OpLimit, Text: e.Text, Pos: e.P})
		return 0
	case tree.BlockUntil:
		c := f.cond(e.Args[0])
		f.b.Pos = e.P
		f.b.Emit(ir.Instr{Op: ir.OpBlockUntil, Sub: uint8(f.lastConst(e)), Args: []ir.Operand{c}})
		return 0
	case tree.Choose:
		f.b.Pos = e.P
		reason := ir.ChooseReason(f.lastConst(e))
		if e.T.IsArithmetic() {
			return f.chooseValue(e.T, reason)
		}
		return f.b.Choose(irType(f.model, e.T), reason)
	case tree.Spawn:
		return f.spawn(e)
	case tree.ThreadExit:
		f.b.Pos = e.P
		f.b.ThreadExit()
		f.openNew()
		return 0
	case tree.Halt:
		v := f.argAs(e, 0, ir.I32)
		f.b.Pos = e.P
		f.b.Halt(v)
		f.openNew()
		return 0
	case tree.AtomicBegin, tree.AtomicEnd:
		return f.sectionIntrinsic(e)
	case tree.Output, tree.OutputList:
		return f.outputIntrinsic(e)
	case tree.FSign:
		return f.signIntrinsic(e)
	}
	return f.plainIntrinsic(e)
}

// plainIntrinsic lowers the intrinsics that are one instruction on their arguments.
func (f *function) plainIntrinsic(e *tree.Intrinsic) ir.Operand {
	shape := intrinsicShapes[e.Kind]
	if shape.op == ir.OpInvalid {
		f.unsupported(e.P, "intrinsic "+tree.IntrinsicNames[e.Kind])
		return f.zero(e)
	}
	in := ir.Instr{Op: shape.op}
	if shape.op == ir.OpFork || shape.op == ir.OpShare {
		in.Text = "fork, whose children only the engine explore follows"
	}
	if shape.sub {
		in.Sub = uint8(f.lastConst(e))
	}
	float := irType(f.model, e.T)
	for i, t := range shape.args {
		switch t {
		case argPtrInt:
			t = f.model.PtrInt()
		case argResult:
			t = float
		}
		in.Args = append(in.Args, f.argAs(e, i, t))
	}
	switch shape.result {
	case ir.NoType:
		in.Pos = e.P
		f.b.Emit(in)
		return 0
	case argPtrInt:
		in.Type = f.model.PtrInt()
	case argResult:
		in.Type = float
	default:
		in.Type = shape.result
	}
	in.Dst = f.b.Temp(in.Type)
	in.Pos = e.P
	v := f.b.Emit(in)
	f.b.Pos = e.P
	if want := irType(f.model, e.T); want != ir.NoType && want != in.Type {
		v = f.adapt(v, want)
	}
	return v
}

// signIntrinsic moves the sign bit of a float into an int.
func (f *function) signIntrinsic(e *tree.Intrinsic) ir.Operand {
	v := f.rvalue(e.Args[0])
	f.b.Pos = e.P
	t := ir.I64
	if f.b.TypeOf(v) == ir.F32 {
		t = ir.I32
	}
	bits := f.b.Convert(ir.OpBitcast, t, v)
	return f.resize(f.binary(ir.OpLShr, 0, bits, f.b.Int(t, uint64(t.Bits(f.model)-1))), ir.I32, false)
}

// Pseudo-types of intrinsicShape.
const (
	argPtrInt ir.Type = 1 << 15 // an integer as wide as a pointer
	argResult ir.Type = 1<<15 | 1
)

// intrinsicShape describes an intrinsic that is one instruction.
type intrinsicShape struct {
	op     ir.Op
	result ir.Type
	args   []ir.Type
	sub    bool // the last argument is Instr.Sub
}

var intrinsicShapes = [tree.NumIntrinsics]intrinsicShape{
	tree.ChooseRange: {ir.OpChooseRange, ir.I64, []ir.Type{ir.I64, ir.I64}, true},
	tree.ChooseBit:   {ir.OpChooseBit, ir.I64, []ir.Type{ir.I64}, true},
	tree.Alloc:       {ir.OpAlloc, ir.Ptr, []ir.Type{argPtrInt, argPtrInt}, true},
	tree.Free:        {ir.OpFree, ir.NoType, []ir.Type{ir.Ptr}, false},
	tree.ObjectSize:  {ir.OpObjectSize, argPtrInt, []ir.Type{ir.Ptr}, false},
	tree.Apart:       {ir.OpPtrApart, argPtrInt, []ir.Type{ir.Ptr, ir.Ptr}, false},
	tree.Join:        {ir.OpJoin, ir.NoType, []ir.Type{ir.Ptr}, false},
	tree.Self:        {ir.OpSelf, ir.I32, nil, false},
	tree.Acquire:     {ir.OpAcquire, ir.NoType, []ir.Type{ir.Ptr}, true},
	tree.Release:     {ir.OpRelease, ir.NoType, []ir.Type{ir.Ptr}, false},
	tree.LockState:   {ir.OpLockState, ir.I32, []ir.Type{ir.Ptr}, false},
	tree.Send:        {ir.OpSend, ir.NoType, []ir.Type{ir.Ptr, ir.I64}, false},
	tree.Recv:        {ir.OpRecv, ir.NoType, []ir.Type{ir.Ptr, ir.I64}, false},
	tree.Fork:        {ir.OpFork, ir.I32, nil, false},
	tree.Share:       {ir.OpShare, ir.NoType, []ir.Type{ir.Ptr}, false},
	tree.FSqrt:       {ir.OpFSqrt, argResult, []ir.Type{argResult}, false},
	tree.FAbs:        {ir.OpFAbs, argResult, []ir.Type{argResult}, false},
	tree.FMA:         {ir.OpFMA, argResult, []ir.Type{argResult, argResult, argResult}, false},
	tree.FRem:        {ir.OpFRem, argResult, []ir.Type{argResult, argResult}, false},
	tree.FRound:      {ir.OpFRound, argResult, []ir.Type{argResult}, true},
}

// argAs evaluates argument i as a value of an IR type.
func (f *function) argAs(e *tree.Intrinsic, i int, t ir.Type) ir.Operand {
	v := f.rvalue(e.Args[i])
	f.b.Pos = e.P
	if f.b.TypeOf(v).IsInt() && t.IsInt() {
		return f.resize(v, t, e.Args[i].Type().IsSigned())
	}
	return f.adapt(v, t)
}

// lastConst returns the last argument, an integer constant.
func (f *function) lastConst(e *tree.Intrinsic) uint64 { return f.constArg(e, len(e.Args)-1) }

func (f *function) constArg(e *tree.Intrinsic, i int) uint64 {
	if c, ok := constValue(e.Args[i]); ok {
		return c
	}
	f.unsupported(e.P, "intrinsic "+tree.IntrinsicNames[e.Kind]+" without a constant kind")
	return 0
}

func (f *function) spawn(e *tree.Intrinsic) ir.Operand {
	fn := tree.Named(e.Args[0])
	if fn == nil {
		f.unsupported(e.P, "spawn of a function that is not named")
		return 0
	}
	id := f.lowerer.function(fn)
	v := f.argAs(e, 1, ir.Ptr)
	f.b.Emit(ir.Instr{Op: ir.OpSpawn, Func: id, Args: []ir.Operand{v}, Pos: e.P})
	return 0
}

func (f *function) sectionIntrinsic(e *tree.Intrinsic) ir.Operand {
	in := ir.Instr{Op: ir.OpAtomicBegin, Sub: uint8(ir.UserSection), Pos: e.P}
	if e.Kind == tree.AtomicEnd {
		in.Op = ir.OpAtomicEnd
	}
	if f.opts.Library || e.Text == tree.ModelSection {
		in.Sub = uint8(ir.ModelSection)
	}
	f.b.Emit(in)
	return 0
}

func (f *function) outputIntrinsic(e *tree.Intrinsic) ir.Operand {
	in := ir.Instr{Op: ir.OpOutput}
	in.Args = append(in.Args, f.argAs(e, 0, ir.I32))
	for i := 1; i < len(e.Args); i++ {
		v := f.rvalue(e.Args[i])
		in.Args = append(in.Args, v)
	}
	if e.Kind == tree.OutputList {
		in.Sub = ir.OutputList
	}
	in.Pos = e.P
	f.b.Emit(in)
	return 0
}
