package lower

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// rvalue evaluates a scalar expression. The operand is valid until the
// variables of the expression are assigned. A void expression yields nothing.
func (f *function) rvalue(e tree.Expr) ir.Operand {
	if r, ok := f.ready[e]; ok {
		return r.value
	}
	defer f.arrange(e)()
	if e.Type().Kind() == ctype.LongDouble {
		f.out.LongDouble = true
	}
	switch e := e.(type) {
	case *tree.Const:
		return f.constOperand(e)
	case *tree.Ref, *tree.StringLit, *tree.CompoundLit, *tree.Deref, *tree.Member:
		p := f.lvalue(e)
		f.b.Pos = e.Pos()
		return f.load(p)
	case *tree.Load:
		p := f.lvalue(e.X)
		f.b.Pos = e.P
		return f.load(p)
	case *tree.Decay, *tree.AddrOf, *tree.Address, *tree.PtrAdd:
		a := f.pointer(e)
		f.b.Pos = e.Pos()
		return f.materialise(a)
	case *tree.Convert:
		return f.convertExpr(e)
	case *tree.Unary:
		return f.unary(e)
	case *tree.Binary:
		return f.binaryExpr(e)
	case *tree.PtrSub:
		return f.ptrSub(e)
	case *tree.Logical:
		return f.extendBool(f.cond(e), irType(f.model, e.T))
	case *tree.Cond:
		return f.condExpr(e, 0)
	case *tree.Comma:
		f.discard(e.X)
		return f.rvalue(e.Y)
	case *tree.Assign:
		return f.assignExpr(e)
	case *tree.IncDec:
		return f.incDec(e, false)
	case *tree.Call:
		return f.call(e, address{})
	case *tree.StmtExpr:
		var v ir.Operand
		f.stmtExpr(e, func(x tree.Expr) { v = f.rvalue(x) })
		return v
	case *tree.LabelAddr:
		return f.b.Int(ir.Ptr, e.Label.Number)
	case *tree.VaStart:
		f.store(f.lvalue(e.List), f.area)
		return 0
	case *tree.VaCopy:
		p := f.lvalue(e.Dst)
		f.store(p, f.rvalue(e.Src))
		return 0
	case *tree.VaArg:
		a := f.vaArg(e)
		return f.loadScalar(e.T, a, access{Align: 1, CType: f.types.id(e.T)})
	case *tree.Intrinsic:
		return f.intrinsic(e)
	case *tree.Unsupported:
		return f.unsupportedExpr(e)
	}
	f.unsupported(e.Pos(), "this expression")
	return f.zero(e)
}

// rvalueInto evaluates a scalar expression into a register.
func (f *function) rvalueInto(e tree.Expr, dst ir.Reg) {
	if _, ok := f.ready[e]; ok {
		f.assign(dst, f.rvalue(e))
		return
	}
	switch e := e.(type) {
	case *tree.Cond:
		f.condExpr(e, dst)
		return
	case *tree.Comma:
		f.discard(e.X)
		f.rvalueInto(e.Y, dst)
		return
	case *tree.StmtExpr:
		f.stmtExpr(e, func(x tree.Expr) { f.rvalueInto(x, dst) })
		return
	}
	v := f.rvalue(e)
	f.b.Pos = e.Pos()
	f.assign(dst, v)
}

// discard evaluates an expression for its effects.
func (f *function) discard(e tree.Expr) {
	if _, ok := f.ready[e]; ok {
		return
	}
	switch e := e.(type) {
	case *tree.Const, *tree.FuncRef, *tree.LabelAddr, *tree.Address, *tree.StringLit:
		return
	case *tree.Load:
		p := f.lvalue(e.X)
		if p.reg == 0 && e.T.IsScalar() {
			f.b.Pos = e.P
			f.loadUnused(p)
		}
		return
	case *tree.Ref, *tree.Deref, *tree.Member, *tree.CompoundLit:
		f.lvalue(e)
		return
	case *tree.Decay:
		if _, ok := e.X.(*tree.FuncRef); !ok {
			f.lvalue(e.X)
		}
		return
	case *tree.Convert:
		if !e.T.IsBool() || !e.X.Type().IsFloating() {
			f.discard(e.X)
			return
		}
	case *tree.IncDec:
		f.incDec(e, true)
		return
	case *tree.Comma:
		f.discard(e.X)
		f.discard(e.Y)
		return
	case *tree.StmtExpr:
		f.stmtExpr(e, f.discard)
		return
	case *tree.Cond:
		f.discardCond(e)
		return
	case *tree.Logical:
		f.discardLogical(e)
		return
	}
	if e.Type().IsRecord() {
		f.recordValue(e)
		return
	}
	f.unused = e
	f.rvalue(e)
}

// loadUnused reads a place without a use of its value, which may have none. The read may fault or race. In
// the library such a read stands for a use (semantics 5.14).
func (f *function) loadUnused(p place) {
	switch {
	case f.opts.Library || p.typ.IsAtomic():
		f.load(p)
	case p.bits != nil:
		f.neighbours(p)
	default:
		f.load(p)
		f.copying()
	}
}

// stmtExpr lowers ({ ... }); value is called inside its scope.
func (f *function) stmtExpr(e *tree.StmtExpr, value func(tree.Expr)) {
	f.push(e.Body)
	for _, s := range e.Body.Stmts {
		f.stmt(s)
	}
	if e.Value != nil {
		value(e.Value)
	}
	f.b.Pos = e.Body.End
	f.pop()
}

func (f *function) constOperand(e *tree.Const) ir.Operand {
	t := irType(f.model, e.T)
	switch {
	case t == ir.NoType:
		return 0
	case t.IsFloat():
		return f.b.Float(t, e.Float)
	}
	return f.b.Const(ir.Const{Type: t, Word: e.Word})
}

// zero returns a value for code that is never executed.
func (f *function) zero(e tree.Expr) ir.Operand {
	t := irType(f.model, e.Type())
	switch {
	case t == ir.NoType:
		return 0
	case t.IsFloat():
		return f.b.Float(t, 0)
	}
	return f.b.Int(t, 0)
}

// unsupported emits an instruction that makes the verdict unknown when reached.
func (f *function) unsupported(pos ir.Pos, construct string) {
	f.b.Emit(ir.Instr{Op: ir.OpUnsupported, Text: construct, Pos: pos})
}

func (f *function) unsupportedExpr(e *tree.Unsupported) ir.Operand {
	f.unsupported(e.P, e.Construct)
	return f.zero(e)
}
