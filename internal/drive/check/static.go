package check

import (
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// NothingToViolate reports whether a program has no instruction at all that could violate the property, and
// no unsupported construct, so that it is safe for all executions. It returns false for memory and uninit,
// which every load can violate, for exclusion, which any instruction can, and for properties of executions
// as a whole.
func NothingToViolate(p *ir.Program, property verdict.Property) bool {
	if property.Is(verdict.AccessCheck | verdict.ValueCheck | verdict.PlaceCheck | verdict.WholeCheck) {
		return false
	}
	for id := 1; id < len(p.Funcs); id++ {
		if !p.Funcs[id].HasBody() {
			return false
		}
	}
	for f, in := range p.Instrs() {
		limited := in.Op == ir.OpLimit && property != verdict.Race // beyond a limit is one thread, too
		if in.Op == ir.OpUnsupported || limited || canViolate(f, in, p.Model, property) {
			return false
		}
	}
	return true
}

// canViolate reports whether an instruction, by its kind and its constant operands, can take part in a
// violation. For a race that is the creation of a second thread or process; for a deadlock, an operation that waits.
func canViolate(f *ir.Func, in *ir.Instr, model ir.DataModel, property verdict.Property) bool {
	if in.Op == ir.OpAssert {
		return in.Property() == property
	}
	switch property {
	case verdict.Race:
		return in.Op == ir.OpSpawn || in.Op == ir.OpFork
	case verdict.Deadlock:
		return in.Op == ir.OpAcquire || in.Op == ir.OpJoin || in.Op == ir.OpBlockUntil
	case verdict.Leaks:
		k := ir.AllocKind(in.Sub)
		return in.Op == ir.OpAlloc && (k == ir.HeapObject || k == ir.HeapZero)
	case verdict.Overflow:
		return in.Flags&ir.NSW != 0
	case verdict.Div:
		switch in.Op {
		case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
			divisor, ok := constant(f, in.Args[1])
			return !ok || divisor.Lo == 0 && divisor.Hi == 0
		}
	case verdict.Shift:
		switch in.Op {
		case ir.OpShl, ir.OpLShr, ir.OpAShr:
			amount, ok := constant(f, in.Args[1])
			return !ok || amount.Hi != 0 || amount.Lo >= uint64(in.Type.Bits(model))
		}
	}
	return false
}

// constant returns the value of an operand that is one.
func constant(f *ir.Func, o ir.Operand) (ir.Const, bool) {
	if !o.IsConst() {
		return ir.Const{}, false
	}
	return f.Consts[o.Const()], true
}
