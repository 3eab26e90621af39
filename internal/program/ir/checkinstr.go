package ir

import (
	"cmp"
	"slices"
)

// operandType returns an operand's type, and reports an operand that names no register, object or
// constant.
func (c *checker) operandType(o Operand) Type {
	t := c.f.TypeOf(o)
	if t == NoType {
		c.errorf("an operand names nothing")
	}
	return t
}

// want checks operand i's type.
func (c *checker) want(in *Instr, i int, t Type) {
	if got := c.operandType(in.Args[i]); got != t && got != NoType {
		c.errorf("%s: operand %d is %s, expected %s", in.Op, i+1, got, t)
	}
}

func (c *checker) instr(in *Instr) {
	if in.Op <= OpInvalid || in.Op >= numOps {
		c.errorf("unknown opcode %d", in.Op)
		return
	}
	c.pos(in.Pos)
	c.fields(in)
	info := &opTable[in.Op]
	if in.Type != NoType && !validType(in.Type) {
		c.errorf("%s: unknown type", in.Op)
	}
	if info.arity >= 0 && len(in.Args) != info.arity {
		c.errorf("%s: %d operands, expected %d", in.Op, len(in.Args), info.arity)
		return
	}
	switch info.rule {
	case ruleSame:
		c.valueClass(in)
		for i := range in.Args {
			c.want(in, i, in.Type)
		}
	case ruleCompare:
		c.valueClass(in)
		for i := range in.Args {
			c.want(in, i, in.Type)
		}
	case ruleConvert:
		c.convert(in)
	case ruleNone:
		c.none(in)
	case ruleSpecial:
		c.special(in)
	}
	c.result(in)
}

// fields checks that only the fields which the opcode has are set.
func (c *checker) fields(in *Instr) {
	form := &opFormat[in.Op]
	if int(in.Sub) >= max(len(form.sub), 1) {
		c.errorf("%s: unknown kind %d", in.Op, in.Sub)
	} else if in.Op == OpAssert && !in.Kind.Of(in.Property()) || in.Kind != "" && (in.Op != OpAssert || in.Text != "") {
		c.errorf("%s: bad kind %q", in.Op, in.Kind)
	}
	if in.Flags&^form.flags != 0 {
		c.errorf("%s: a flag that it does not have is set", in.Op)
	}
	atomic := in.Order > NonAtomic && in.Order <= SeqCst
	atomicFail := in.Fail > NonAtomic && in.Fail <= SeqCst
	ok := true
	switch form.order {
	case orderNone:
		ok = in.Order == NonAtomic && in.Fail == NonAtomic
	case orderOptional:
		ok = (atomic || in.Order == NonAtomic) && in.Fail == NonAtomic
	case orderRequired:
		ok = atomic && in.Fail == NonAtomic
	case orderPair:
		ok = atomic && atomicFail
	}
	if !ok {
		c.errorf("%s: bad memory order", in.Op)
	}
	if (in.Func != 0) != (form.symbol == symbolFunc) || in.Func < 0 || int(in.Func) >= len(c.p.Funcs) {
		c.errorf("%s: bad function %d", in.Op, in.Func)
	}
	if (in.Glob != 0) != (form.symbol == symbolGlobal) || in.Glob < 0 || int(in.Glob) >= len(c.p.Globals) {
		c.errorf("%s: bad global %d", in.Op, in.Glob)
	}
	if (in.Local != 0) != (form.symbol == symbolLocal) || in.Local < 0 || int(in.Local) >= len(c.f.Locals) {
		c.errorf("%s: bad local %d", in.Op, in.Local)
	}
	if !form.access && (in.Align != 0 || in.CType != 0) || in.Align < 0 {
		c.errorf("%s: bad alignment or C type", in.Op)
	}
	if r := in.Run; r != (Run{}) && (in.Op != OpLoad && in.Op != OpStore || r.Before < 0 || int64(r.Size) <= int64(r.Before)) {
		c.errorf("%s: bad run of bit-fields", in.Op)
	}
	if d := in.Field; d != (Field{}) && (in.Op != OpLoad && in.Op != OpStore || d.Bits == 0 || int(d.First)+int(d.Bits) > in.Type.Bits(c.p.Model)) {
		c.errorf("%s: bad bit-field", in.Op)
	}
	if in.Mark < 0 || in.Mark > 0 && in.Op != OpUnsupported {
		c.errorf("%s: bad mark", in.Op)
	}
	if !form.text && !form.access && in.Text != "" {
		c.errorf("%s: has no text", in.Op)
	}
	c.ctype(in.CType)
}

// result checks that the destination has the result's type.
func (c *checker) result(in *Instr) {
	if in.Dst == 0 {
		return
	}
	if in.Dst < 0 || int(in.Dst) >= len(c.f.Regs) {
		c.errorf("%s: result register %%%d does not exist", in.Op, in.Dst)
		return
	}
	if got, want := c.f.Regs[in.Dst].Type, in.ResultType(); got != want {
		c.errorf("%s: result register is %s, expected %s", in.Op, got, want)
	}
}

// valueClass checks the class of Type for the arithmetic opcodes.
func (c *checker) valueClass(in *Instr) {
	t := in.Type
	ok := true
	switch op := in.Op; {
	case op == OpCopy:
		ok = t != NoType
	case op >= OpFAdd && op <= OpFLe:
		ok = t.IsFloat()
	case op == OpEq, op == OpNe, op == OpULt, op == OpULe:
		ok = t.IsInt() || t.IsPtr()
	case op == OpChooseRange, op == OpChooseBit:
		ok = t.IsInt() && t.Bits(c.p.Model) <= 64
	default:
		ok = t.IsInt()
	}
	if !ok {
		c.errorf("%s: type %s is not allowed", in.Op, t)
	}
}

func (c *checker) convert(in *Instr) {
	from, to := c.operandType(in.Args[0]), in.Type
	if from == NoType {
		return
	}
	m := c.p.Model
	fw, tw := from.Bits(m), to.Bits(m)
	ok := false
	switch in.Op {
	case OpTrunc:
		ok = from.IsInt() && to.IsInt() && tw < fw
	case OpZExt, OpSExt:
		ok = from.IsInt() && to.IsInt() && tw > fw
	case OpBitcast:
		ok = fw == tw && (from.IsInt() && to.IsFloat() || from.IsFloat() && to.IsInt())
	case OpFToSI, OpFToUI:
		ok = from.IsFloat() && to.IsInt()
	case OpSIToF, OpUIToF:
		ok = from.IsInt() && to.IsFloat()
	case OpFToF:
		ok = from.IsFloat() && to.IsFloat() && from != to
	case OpPtrToInt:
		ok = from.IsPtr() && to == m.PtrInt()
	case OpIntToPtr:
		ok = from == m.PtrInt() && to.IsPtr()
	}
	if !ok {
		c.errorf("%s: no conversion from %s to %s", in.Op, from, to)
	}
}

// none checks the opcodes without a result.
func (c *checker) none(in *Instr) {
	if in.Type != NoType {
		c.errorf("%s: has no type", in.Op)
	}
	switch in.Op {
	case OpFree, OpJoin, OpAcquire, OpRelease, OpShare:
		c.want(in, 0, Ptr)
	case OpAssume, OpAssert, OpBlockUntil:
		c.want(in, 0, I1)
	case OpSend, OpRecv:
		c.want(in, 0, Ptr)
		c.want(in, 1, I64)
	case OpSpawn:
		c.want(in, 0, Ptr)
		c.spawn(in)
	case OpOutput:
		c.output(in)
	}
}

func (c *checker) spawn(in *Instr) {
	if in.Func <= 0 || int(in.Func) >= len(c.p.Funcs) {
		return
	}
	f := &c.p.Funcs[in.Func]
	if len(f.Params) != 1 || f.TypeOf(RegOperand(f.Params[0])) != Ptr || f.Result != NoType {
		c.errorf("spawn: %s is not a function of one pointer without result", f.Name)
	}
}

func (c *checker) output(in *Instr) {
	if len(in.Args) < 2 {
		c.errorf("output: needs a file descriptor and a format")
		return
	}
	c.want(in, 0, I32)
	c.want(in, 1, Ptr)
	for _, a := range in.Args[2:] {
		c.operandType(a)
	}
	if in.Sub == OutputList {
		if len(in.Args) != 3 {
			c.errorf("output list: needs one pointer to the values")
			return
		}
		c.want(in, 2, Ptr)
	}
}

func (c *checker) special(in *Instr) {
	ptrInt := c.p.Model.PtrInt()
	result := func(t Type) {
		if in.Type != t {
			c.errorf("%s: type %s, expected %s", in.Op, in.Type, t)
		}
	}
	switch in.Op {
	case OpSelect:
		c.want(in, 0, I1)
		c.want(in, 1, in.Type)
		c.want(in, 2, in.Type)
	case OpGlobalAddr, OpFuncAddr:
		result(Ptr)
	case OpPtrAdd:
		result(Ptr)
		c.want(in, 0, Ptr)
		c.want(in, 1, ptrInt)
	case OpPtrDiff, OpPtrApart:
		result(ptrInt)
		c.want(in, 0, Ptr)
		c.want(in, 1, Ptr)
	case OpObjectSize:
		result(ptrInt)
		c.want(in, 0, Ptr)
	case OpEnter:
		result(Ptr)
		c.enter(in)
	case OpAlloc:
		result(Ptr)
		c.want(in, 0, ptrInt)
		c.want(in, 1, ptrInt)
	case OpLoad, OpChoose, OpSelf:
		if in.Type == NoType {
			c.errorf("%s: needs a type", in.Op)
		}
		if in.Op == OpLoad {
			c.want(in, 0, Ptr)
		}
	case OpStore, OpRMW, OpCmpXchg:
		c.write(in)
	case OpFork:
		result(I32)
	case OpLockState:
		result(I32)
		c.want(in, 0, Ptr)
	case OpCall:
		c.call(in)
	case OpCallPtr:
		if len(in.Args) == 0 {
			c.errorf("callptr: needs a function pointer")
			return
		}
		c.want(in, 0, Ptr)
		for _, a := range in.Args[1:] {
			c.operandType(a)
		}
	}
}

func (c *checker) enter(in *Instr) {
	if len(in.Args) > 1 {
		c.errorf("enter: more than one operand")
		return
	}
	if in.Local > 0 && int(in.Local) < len(c.f.Locals) {
		if l := &c.f.Locals[in.Local]; len(in.Args) == 1 && (l.Size != 0 || l.Initialised) {
			c.errorf("enter: a local of fixed size takes no operand")
		}
	}
	if len(in.Args) == 1 {
		c.want(in, 0, c.p.Model.PtrInt())
	}
}

func (c *checker) write(in *Instr) {
	c.want(in, 0, Ptr)
	t := in.Type
	switch {
	case in.Op == OpRMW && t.IsPtr():
		got := c.operandType(in.Args[1])
		if kind := RMWKind(in.Sub); kind == RMWXchg && got != Ptr || kind != RMWXchg && got != c.p.Model.PtrInt() {
			c.errorf("rmw %s: of a pointer with %s", kind, got)
		}
		return
	case in.Op == OpRMW && t.IsFloat() && RMWKind(in.Sub) != RMWXchg:
		c.errorf("rmw: float arithmetic is not atomic")
	case t == NoType:
		c.errorf("%s: needs a type", in.Op)
	}
	for i := 1; i < len(in.Args); i++ {
		c.want(in, i, t)
	}
}

func (c *checker) call(in *Instr) {
	if in.Func <= 0 || int(in.Func) >= len(c.p.Funcs) {
		return
	}
	f := &c.p.Funcs[in.Func]
	if len(in.Args) != len(f.Params) {
		c.errorf("call: %d arguments for the %d parameters of %s", len(in.Args), len(f.Params), f.Name)
		return
	}
	for i := range in.Args {
		if r := f.Params[i]; r > 0 && int(r) < len(f.Regs) {
			c.want(in, i, f.Regs[r].Type)
		}
	}
	if in.Type != f.Result && (in.Type != NoType || in.Dst != 0) {
		c.errorf("call: result %s of %s, expected %s", f.Result, f.Name, in.Type)
	}
}

func (c *checker) term(t *Term) {
	c.pos(t.Pos)
	targets, arg := 0, false
	switch t.Op {
	case TermBr:
		targets = 1
	case TermCondBr:
		targets, arg = 2, true
	case TermSwitch:
		targets, arg = len(t.Cases)+1, true
	case TermRet:
		arg = c.f.Result != NoType
	case TermHalt:
		arg = true
	case TermUnreachable, TermThreadExit:
	default:
		c.errorf("no terminator")
		return
	}
	if len(t.Targets) != targets || t.Op != TermSwitch && len(t.Cases) > 0 {
		c.errorf("%s: %d targets, expected %d", t.Op, len(t.Targets), targets)
	}
	for _, b := range t.Targets {
		if b <= 0 || int(b) >= len(c.f.Blocks) {
			c.errorf("%s: target b%d does not exist", t.Op, b)
		}
	}
	if t.HasArg != arg {
		c.errorf("%s: operand is missing or superfluous", t.Op)
		return
	}
	if !arg {
		if t.Arg != 0 {
			c.errorf("%s: operand is superfluous", t.Op)
		}
		return
	}
	got := c.operandType(t.Arg)
	switch t.Op {
	case TermCondBr:
		c.termType(t, got, I1)
	case TermRet:
		c.termType(t, got, c.f.Result)
	case TermHalt:
		c.termType(t, got, I32)
	case TermSwitch:
		c.switchCases(t, got)
	}
}

func (c *checker) termType(t *Term, got, want Type) {
	if got != want && got != NoType {
		c.errorf("%s: operand is %s, expected %s", t.Op, got, want)
	}
}

func (c *checker) switchCases(t *Term, got Type) {
	if !got.IsInt() || got.Bits(c.p.Model) > 64 {
		c.errorf("switch: operand is %s, expected an integer of at most 64 bits", got)
		return
	}
	limit := ^uint64(0) >> (64 - got.Bits(c.p.Model))
	seen := sortedCases(t.Cases)
	for i, k := range seen {
		if k.Lo > k.Hi || k.Hi > limit {
			c.errorf("switch: case %d..%d is empty or does not fit %s", k.Lo, k.Hi, got)
		}
		if i > 0 && k.Lo <= seen[i-1].Hi {
			c.errorf("switch: case %d..%d overlaps another", k.Lo, k.Hi)
		}
	}
}

func sortedCases(cases []Case) []Case {
	sorted := slices.Clone(cases)
	slices.SortFunc(sorted, func(a, b Case) int { return cmp.Compare(a.Lo, b.Lo) })
	return sorted
}
