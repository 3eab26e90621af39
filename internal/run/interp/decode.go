package interp

import "github.com/heddle-mc/heddle/internal/program/ir"

// simple maps the opcodes whose decoded form depends on no type, or only on
// whether integers fit 64 bits.
var simple = map[ir.Op]code{
	ir.OpCopy: cCopy, ir.OpAdd: cAdd, ir.OpSub: cSub, ir.OpMul: cMul,
	ir.OpUDiv: cUDiv, ir.OpURem: cURem, ir.OpSDiv: cSDiv, ir.OpSRem: cSRem, ir.OpNeg: cNeg,
	ir.OpAnd: cAnd, ir.OpOr: cOr, ir.OpXor: cXor, ir.OpNot: cNot,
	ir.OpShl: cShl, ir.OpLShr: cLShr, ir.OpAShr: cAShr,
	ir.OpEq: cEq, ir.OpNe: cNe, ir.OpULt: cULt, ir.OpULe: cULe, ir.OpSLt: cSLt, ir.OpSLe: cSLe,
	ir.OpSelect: cSelect, ir.OpTrunc: cTrunc, ir.OpZExt: cZExt, ir.OpSExt: cSExt, ir.OpBitcast: cCopy,

	ir.OpFuncAddr: cFuncAddr, ir.OpPtrAdd: cPtrAdd, ir.OpPtrDiff: cPtrDiff, ir.OpPtrApart: cPtrApart,
	ir.OpPtrToInt: cPtrToInt, ir.OpIntToPtr: cIntToPtr, ir.OpEnter: cEnter, ir.OpLeave: cLeave,
	ir.OpAlloc: cAlloc, ir.OpFree: cFree, ir.OpObjectSize: cObjectSize,

	ir.OpRMW: cRMW, ir.OpCmpXchg: cCmpXchg, ir.OpFence: cFence,
	ir.OpChoose: cChoose, ir.OpChooseRange: cChoose, ir.OpChooseBit: cChoose,
	ir.OpAssume: cAssume, ir.OpAssert: cAssert, ir.OpUnsupported: cUnsupported, ir.OpLimit: cLimit, ir.OpOutput: cOutput,

	ir.OpSpawn: cSpawn, ir.OpJoin: cJoin, ir.OpSelf: cSelf, ir.OpAcquire: cAcquire,
	ir.OpRelease: cRelease, ir.OpLockState: cLockState, ir.OpBlockUntil: cBlockUntil,
	ir.OpAtomicBegin: cAtomicBegin, ir.OpAtomicEnd: cAtomicEnd, ir.OpSend: cSend, ir.OpRecv: cRecv,
	ir.OpFork: cFork, ir.OpShare: cShare,
}

// checked maps the operations that have a form of their own when a signed
// overflow is a violation.
var checked = map[ir.Op]code{ir.OpAdd: cAddS, ir.OpSub: cSubS, ir.OpMul: cMulS}

var fast64 = map[ir.Op]code{
	ir.OpFAdd: cFAdd64, ir.OpFSub: cFSub64, ir.OpFMul: cFMul64, ir.OpFDiv: cFDiv64,
	ir.OpFEq: cFEq64, ir.OpFLt: cFLt64, ir.OpFLe: cFLe64,
}

func (d *decoder) instr(in *ir.Instr) inst {
	out := inst{code: simple[in.Op], dst: int32(in.Dst)}
	slots := [...]*int32{&out.a, &out.b, &out.c}
	for i, a := range in.Args {
		if i < len(slots) {
			*slots[i] = d.slot(a)
		}
	}
	width := in.Type.Bits(d.m)
	if in.Type != ir.NoType {
		out.size = uint8(in.Type.Bytes(d.m))
		if width <= 64 {
			out.sh = uint8(64 - width)
		}
	}
	switch op := in.Op; {
	case op == ir.OpCopy || op == ir.OpSelect || op == ir.OpBitcast:
	case op <= ir.OpSExt:
		d.integer(in, &out, width)
	case op >= ir.OpFAdd && op <= ir.OpFToF:
		out.code = cFloat
		if c, ok := fast64[op]; ok && in.Type == ir.F64 {
			out.code = c
		}
	}
	switch in.Op {
	case ir.OpGlobalAddr:
		out.code, out.aux = cGlobalAddr, int32(in.Glob)
		if d.p.Globals[in.Glob].Storage == ir.ThreadLocal {
			out.code = cThreadLocalAddr
		}
	case ir.OpFuncAddr, ir.OpSpawn:
		out.aux = int32(in.Func)
	case ir.OpEnter, ir.OpLeave:
		out.aux = int32(in.Local)
		if len(in.Args) == 0 {
			out.a = -1
		}
	case ir.OpLoad:
		out.code = cLoadAny
		if !in.Type.IsPtr() && width <= 64 && in.Flags&ir.Copying == 0 {
			out.code = cLoad
		}
	case ir.OpStore:
		out.code = cStoreAny
		if !in.Type.IsPtr() && width <= 64 && in.Flags&ir.Copying == 0 {
			out.code = cStore
		}
	case ir.OpCall, ir.OpCallPtr, ir.OpOutput:
		out.aux = d.call(in)
		if in.Op == ir.OpCall {
			out.code = cCall
		} else if in.Op == ir.OpCallPtr {
			out.code = cCallPtr
		}
	}
	return out
}

// integer picks the decoded form of an integer or pointer operation.
func (d *decoder) integer(in *ir.Instr, out *inst, width int) {
	from := d.f.TypeOf(in.Args[0])
	switch {
	case from.IsPtr():
		out.code = cPtrCompare
	case from.Bits(d.m) > 64 || width > 64:
		out.code = cWide
	case in.Op == ir.OpSExt:
		out.aux = int32(64 - from.Bits(d.m)) // sh is the result's
	case in.Flags&ir.NSW != 0:
		if c, ok := checked[in.Op]; ok {
			out.code = c
		}
	}
}

func (d *decoder) call(in *ir.Instr) int32 {
	c := callInfo{callee: in.Func, result: in.Type}
	for _, a := range in.Args {
		c.args = append(c.args, d.slot(a))
		c.types = append(c.types, d.f.TypeOf(a))
	}
	d.out.calls = append(d.out.calls, c)
	return int32(len(d.out.calls) - 1)
}
