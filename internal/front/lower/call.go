package lower

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// call lowers a call. A structure result goes to the place to, which must then
// be given; other results are returned.
func (f *function) call(e *tree.Call, to address) ir.Operand {
	callee := e.Callee()
	if callee != nil && !f.opts.Library {
		if v, done := f.special(e, callee); done {
			return v
		}
	}
	ft := e.F.Type()
	if ft.IsPointer() {
		ft = ft.Elem()
	}
	if callee != nil {
		ft = callee.Type
	}
	sig := f.signature(ft)
	noReturn := ft.Sig().NoReturn || callee != nil && callee.NoReturn
	if callee != nil && callee.Body != nil {
		// An old-style definition fixes the parameters, regardless of the type.
		sig = f.definedSignature(callee)
	}
	var target ir.Operand
	if callee == nil {
		target = f.hold(f.rvalue(e.F))
	}
	var args []ir.Operand
	var copies []ir.LocalID
	if sig.hidden {
		if to == (address{}) {
			to = f.tempMemory(e.T)
		}
		args = append(args, f.materialise(to))
	}
	fixed := len(e.Args)
	if sig.variadic {
		fixed = min(fixed, sig.fixed())
	}
	for i := 0; i < fixed; i++ {
		v, local := f.argument(e.Args[i])
		args = append(args, v)
		if local != 0 {
			copies = append(copies, local)
		}
	}
	if sig.variadic {
		for i := len(args); i < len(sig.params)-1; i++ {
			args = append(args, f.b.Choose(sig.params[i], ir.ChooseUninit))
		}
		area, local := f.variableArgs(e.Args[fixed:])
		args = append(args, area)
		if local != 0 {
			copies = append(copies, local)
		}
	}
	f.b.Pos = e.P
	var v ir.Operand
	if callee != nil {
		f.passFrame(callee)
		v = f.b.Call(f.lowerer.function(callee), sig.result, f.adaptArgs(args, &sig)...)
	} else {
		v = f.b.CallPtr(target, sig.result, args...)
	}
	if noReturn {
		if callee == nil {
			f.unsupported(e.P, "a return from a function that is called as _Noreturn") // C11 6.7.4p8
		}
		f.stop()
		return f.zero(e)
	}
	for i := len(copies) - 1; i >= 0; i-- {
		f.b.Leave(copies[i])
	}
	if want := irType(f.model, e.T); want != ir.NoType && sig.result != want {
		if sig.result == ir.NoType {
			return f.zero(e)
		}
		return f.adapt(v, want)
	}
	return v
}

// definedSignature returns the signature of a function with a body.
func (l *lowerer) definedSignature(fn *tree.Function) signature {
	s := l.signature(fn.Type)
	if !s.oldStyle {
		return s
	}
	s.oldStyle = false
	s.params = nil
	if s.hidden {
		s.params = append(s.params, ir.Ptr)
	}
	for _, p := range fn.Params {
		s.params = append(s.params, paramType(l.model, p.Type))
	}
	return s
}

// adaptArgs fits the arguments of a direct call to the callee's parameters. A
// function that is not defined in the unit may still turn out to have other
// ones: link adapts then.
func (f *function) adaptArgs(args []ir.Operand, sig *signature) []ir.Operand {
	if sig.oldStyle {
		return args
	}
	for i, t := range sig.params {
		if i < len(args) {
			args[i] = f.adapt(args[i], t)
		} else {
			args = append(args, f.b.Choose(t, ir.ChooseUninit))
		}
	}
	return args[:len(sig.params)]
}

// argument evaluates an argument: a scalar, or the address of a copy of a
// structure, whose Local is returned to be left after the call.
func (f *function) argument(e tree.Expr) (ir.Operand, ir.LocalID) {
	t := e.Type()
	if !t.IsRecord() {
		v := f.rvalue(e)
		if v == 0 { // a void argument; sema has complained
			v = f.b.Int(ir.I32, 0)
		}
		return v, 0
	}
	f.b.Pos = e.Pos()
	v := f.memory(ir.Local{Size: t.Size(f.model), Align: typeAlign(f.model, t), CType: f.types.id(t)})
	f.enter(v)
	f.aggregate(e, place{typ: t.Unqualified(), addr: address{base: v.addr}})
	return v.addr, v.local
}

// slotSize is the multiple of bytes that a variable argument takes.
const slotSize = 8

func slots(size int64) int64 { return (size + slotSize - 1) / slotSize * slotSize }

// variableArgs stores the variable arguments of a call in a new Local.
func (f *function) variableArgs(args []tree.Expr) (ir.Operand, ir.LocalID) {
	if len(args) == 0 {
		return f.b.Null(), 0
	}
	type value struct {
		off  int64
		v    ir.Operand
		temp ir.LocalID
		typ  *ctype.Type
	}
	var values []value
	size := int64(0)
	for _, a := range args {
		v, temp := f.argument(a)
		values = append(values, value{size, f.holdAmong(v, args), temp, a.Type()})
		size += slots(a.Type().Size(f.model))
	}
	area := f.memory(ir.Local{Size: size, Align: slotSize})
	f.enter(area)
	for _, x := range values {
		to := address{base: area.addr, off: x.off}
		if x.temp != 0 {
			f.copyGranules(to, address{base: x.v}, x.typ.Unqualified(), access{}, access{})
			f.b.Leave(x.temp)
			continue
		}
		f.storeScalar(x.typ, f.materialise(to), x.v, access{Align: slotSize, CType: f.types.id(x.typ)})
		f.fillSlot(to, x.typ, x.v)
	}
	return area.addr, area.local
}

// fillSlot sets the rest of a slot to zero if the argument is a constant zero that is narrower than a pointer. The
// function may read it as a null pointer, as syscall does with its limit of time. Compilers pass such a constant in a
// whole register.
func (f *function) fillSlot(to address, t *ctype.Type, v ir.Operand) {
	const half = slotSize / 2
	if c, ok := f.intConst(v); ok && c == 0 && t.Size(f.model) == half && f.model.PtrBits() == 8*slotSize {
		f.b.Store(f.materialise(to.plus(half)), f.b.Int(ir.I32, 0), access{Align: half})
	}
}

// holdAmong is hold when one of the arguments assigns variables.
func (f *function) holdAmong(v ir.Operand, args []tree.Expr) ir.Operand {
	if slices.ContainsFunc(args, holdsStatements) {
		return f.hold(v)
	}
	return v
}

// vaArg returns the address of the next variable argument and moves the list on.
func (f *function) vaArg(e *tree.VaArg) ir.Operand {
	list := f.lvalue(e.List)
	f.b.Pos = e.P
	at := f.hold(f.load(list))
	f.store(list, f.ptrAdd(at, f.ptrInt(slots(e.T.Size(f.model)))))
	return at
}
