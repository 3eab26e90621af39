package cemit

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// instructions returns the statements of a block, its terminator apart.
func (f *funcPrinter) instructions(b ir.BlockID) []stmt {
	var list []stmt
	blk := &f.fn.Blocks[b]
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if f.folds.silent(in) || f.folds.dead[in] {
			continue
		}
		if in.Dst != 0 && f.folds.def[in.Dst] == in && in.Op != ir.OpEnter {
			continue
		}
		for _, text := range f.instruction(in) {
			list = append(list, stmt{text: text, pos: in.Pos, ends: f.endsHere(in)})
		}
		if f.endsHere(in) {
			break
		}
	}
	return list
}

// endsHere reports whether control does not come back from an instruction.
func (f *funcPrinter) endsHere(in *ir.Instr) bool {
	return in.Op == ir.OpCall && f.p.prog.Funcs[in.Func].NoReturn ||
		in.Op == ir.OpAssert && in.Property() == verdict.Reach && in.Args[0].IsConst() &&
			f.fn.Consts[in.Args[0].Const()].Lo == 0
}

func (f *funcPrinter) instruction(in *ir.Instr) []string {
	one := func(format string, args ...any) []string { return []string{fmt.Sprintf(format, args...)} }
	switch in.Op {
	case ir.OpEnter:
		return f.enter(in)
	case ir.OpStore:
		return one("%s", f.store(in))
	case ir.OpRMW:
		return f.assign(in, f.atomic(in))
	case ir.OpCmpXchg:
		return f.exchange(in)
	case ir.OpFence:
		return one("__atomic_thread_fence(%s);", orderName(in.Order))
	case ir.OpAlloc:
		return f.assign(in, f.alloc(in))
	case ir.OpFree:
		f.p.include("stdlib.h")
		return one("free(%s);", f.operand(in.Args[0]).text)
	case ir.OpChoose:
		return f.assign(in, f.choose(in))
	case ir.OpChooseRange, ir.OpChooseBit:
		return f.chooseAmong(in)
	case ir.OpAssume:
		return one("%s(%s);", f.p.need("ASSUME"), f.operand(in.Args[0]).text)
	case ir.OpAssert:
		return f.assert(in)
	case ir.OpOutput:
		return one("%s", f.output(in))
	case ir.OpAtomicBegin:
		return one("%s();", f.p.need("__VERIFIER_atomic_begin"))
	case ir.OpAtomicEnd:
		return one("%s();", f.p.need("__VERIFIER_atomic_end"))
	case ir.OpUnsupported, ir.OpFork, ir.OpShare:
		if in.Mark != 0 {
			return one("%s(0); /* bound: %s */", f.p.need("ASSUME"), in.Text)
		}
		f.p.fail(in.Pos, "%s", in.Text)
	case ir.OpLimit:
		return one("/* limit: %s */", in.Text)
	case ir.OpSpawn, ir.OpJoin, ir.OpSelf, ir.OpAcquire, ir.OpRelease, ir.OpLockState, ir.OpBlockUntil, ir.OpObjectSize:
		f.p.fail(in.Pos, "the instruction %s outside a library function", in.Op)
	}
	return f.assign(in, f.expr(in))
}

// assign gives a value to an instruction's result, if it is needed.
func (f *funcPrinter) assign(in *ir.Instr, v value) []string {
	switch {
	case in.Dst == 0 || f.folds.uses[in.Dst] == 0:
		call := in.Op == ir.OpChoose && v.prec == precPostfix // and not a part of its value
		if call || in.Op == ir.OpCall || in.Op == ir.OpCallPtr || in.Op == ir.OpRMW || in.Op == ir.OpCmpXchg {
			return []string{v.text + ";"}
		}
		return []string{"(void)" + v.in(precUnary) + ";"}
	case in.Op == ir.OpCopy || in.Op == ir.OpPtrAdd:
		v = f.assignable(in)
	}
	t := f.regType(in.Dst)
	v = f.p.converted(v, t)
	if t.t.IsInt() && v.k != nil {
		v = f.p.constant(*v.k, t.signed)
	}
	return []string{f.regName(in.Dst) + " = " + v.text + ";"}
}

// assignable returns the value of a copy as the type of its variable, if a part of
// the object that it points to has that type.
func (f *funcPrinter) assignable(in *ir.Instr) value {
	t := f.regType(in.Dst)
	if in.Op == ir.OpCopy {
		return f.operandFor(in.Args[0], t)
	}
	return f.p.pointerTo(f.address(in), t.elem, t.elem != 0)
}

// enter returns the statements for the birth of a stack object.
func (f *funcPrinter) enter(in *ir.Instr) []string {
	l := &f.fn.Locals[in.Local]
	name := f.locals[in.Local]
	var out []string
	switch {
	case len(in.Args) > 0:
		v := value{text: fmt.Sprintf("__builtin_alloca(%s)", f.operand(in.Args[0]).text), prec: precPostfix, typ: ctyp{t: ir.Ptr}}
		return f.assign(in, v)
	case f.areas[in.Local] != nil:
		return nil
	case l.Initialised && !f.initAtBirth(in.Local):
		out = f.p.initialise(f.localTypes[in.Local], l, name)
	}
	if in.Dst != 0 && f.folds.def[in.Dst] == nil && f.folds.uses[in.Dst] > 0 {
		out = append(out, f.assign(in, f.pointerTo(f.address(in), 0, false))...)
	}
	return out
}

// alloc returns the call that makes a dynamic object.
func (f *funcPrinter) alloc(in *ir.Instr) value {
	size := f.operand(in.Args[0]).text
	v := value{prec: precPostfix, typ: ctyp{t: ir.Ptr}}
	switch ir.AllocKind(in.Sub) {
	case ir.StackObject:
		v.text = fmt.Sprintf("__builtin_alloca(%s)", size)
	case ir.HeapZero:
		f.p.include("stdlib.h")
		v.text = fmt.Sprintf("calloc(1, %s)", size)
	default:
		f.p.include("stdlib.h")
		v.text = fmt.Sprintf("malloc(%s)", size)
	}
	return v
}

// choose returns the call that yields any value of a type.
func (f *funcPrinter) choose(in *ir.Instr) value {
	if ir.ChooseReason(in.Sub).IsEnvironment() {
		return f.p.constant(ir.Const{Type: in.Type}, true)
	}
	t := ctyp{t: in.Type, signed: f.wantSigned(in.Dst)}
	bits := f.p.bitsOf(in.Type)
	if !in.Type.IsInt() || bits == 1 || bits == storageBits(bits) {
		return value{text: f.p.nondet(in, t) + "()", prec: precPostfix, typ: t}
	}
	wide := ctyp{t: ir.Int(storageBits(bits))}
	return f.narrow(value{text: f.p.nondet(in, wide) + "()", prec: precPostfix, typ: wide}, t)
}

// nondet returns the name of the function that yields any value of a type.
func (p *printer) nondet(in *ir.Instr, t ctyp) string {
	name := ""
	switch bits := p.bitsOf(t.t); {
	case t.t.IsPtr():
		name = "pointer"
	case t.t == ir.F32:
		name = "float"
	case t.t == ir.F64:
		name = "double"
	case bits == 1:
		name = "bool"
	case bits != storageBits(bits):
		p.fail(in.Pos, "any value of %d bits", bits)
	default:
		name = map[int]string{8: "char", 16: "short", 32: "int", 64: "longlong", 128: "int128"}[bits]
		if bits == 64 && p.prog.Model == ir.LP64 {
			name = "long"
		}
		if !t.signed {
			name = "u" + name
		}
	}
	return p.need(nondetPrefix + name)
}

// chooseAmong returns the statements of a choice among few values.
func (f *funcPrinter) chooseAmong(in *ir.Instr) []string {
	f.folds.uses[in.Dst] = max(f.folds.uses[in.Dst], 1)
	v := f.regName(in.Dst)
	t := f.regType(in.Dst)
	u := f.p.as(value{text: v, prec: precPrimary, typ: t}, false)
	out := []string{v + " = " + f.choose(in).text + ";"}
	assume := f.p.need("ASSUME")
	if in.Op == ir.OpChooseBit {
		set := f.p.as(f.operand(in.Args[0]), false)
		return append(out, fmt.Sprintf("%s(%s < %d && (%s >> %s & 1));", assume, u.text, f.p.bitsOf(in.Type), set.in(precShift), v))
	}
	lo, hi := f.operand(in.Args[0]), f.p.as(f.operand(in.Args[1]), false)
	if lo.k == nil || lo.k.Lo != 0 {
		out = append(out, fmt.Sprintf("%s(%s >= %s);", assume, u.text, f.p.as(lo, false).in(precShift)))
	}
	return append(out, fmt.Sprintf("%s(%s <= %s);", assume, u.text, hi.in(precShift)))
}

func (f *funcPrinter) assert(in *ir.Instr) []string {
	c := f.operand(in.Args[0])
	if in.Property() == verdict.Reach {
		call := f.p.need("reach_error") + "();"
		if c.k != nil && c.k.Lo == 0 {
			return []string{call}
		}
		return []string{"if (" + f.negate(c).text + ")", "\t" + call}
	}
	if in.Property() == verdict.Memory { // of a model
		return []string{"if (" + f.negate(c).text + ")", fmt.Sprintf("\t*(volatile char *)0 = 0; /* %s */", in.Kind)}
	}
	text := c.text
	if source := in.Message(); f.p.opts.Sequential && source != "" { // tools show what the macro is given
		text = c.in(precEqual) + " && " + quote([]byte(source))
	}
	return []string{fmt.Sprintf("%s(%s);", f.p.need("ASSERT"), text)}
}

func (f *funcPrinter) leave(b ir.BlockID, t *ir.Term) []stmt {
	for i := range f.fn.Blocks[b].Instrs {
		if in := &f.fn.Blocks[b].Instrs[i]; !f.folds.silent(in) && f.endsHere(in) {
			return nil
		}
	}
	end := func(format string, args ...any) []stmt {
		return []stmt{{text: fmt.Sprintf(format, args...), ends: true, pos: t.Pos}}
	}
	switch t.Op {
	case ir.TermRet:
		if !t.HasArg {
			if f.id == f.p.reach.main {
				return end("return 0;")
			}
			return end("return;")
		}
		return end("return %s;", f.operandFor(t.Arg, f.result).text)
	case ir.TermHalt:
		f.p.include("stdlib.h")
		return end("exit(%s);", f.operand(t.Arg).text)
	case ir.TermUnreachable:
		return end("__builtin_unreachable();")
	}
	f.p.fail(t.Pos, "the end of a thread outside a library function")
	return nil
}
