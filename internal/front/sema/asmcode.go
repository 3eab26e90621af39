package sema

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// execute adds the effects of an instruction, and reports whether the instruction is known. The memory
// access of a locked instruction is one atomic operation, sequentially consistent. A move from memory
// acquires and a move to memory releases, as on the processor, if the statement has a "memory"
// clobber. Without it the compiler may move plain accesses across the instruction.
func (m *asmMachine) execute(in *asmInstr) bool {
	op := in.op
	m.size = m.sizeOf(in)
	if flag, ok := strings.CutPrefix(op, "set"); ok && len(in.args) == 1 {
		v := m.flag(flag)
		return v != nil && m.store(in.args[0], v)
	}
	switch op {
	case "pause", "nop", "yield", "isb", "wfe", "sev", "cld":
		return true // functions are entered with the direction flag clear, as cld leaves it
	case "stosb", "stosw", "stosl", "stosq":
		return in.rep && len(in.args) == 0 && m.fill(asmSizes[op[4:]])
	case "mfence", "lfence", "sfence", "dmb", "dsb", "sync", "lwsync":
		return m.fence()
	case "rdtsc", "rdtscp":
		m.clock('a')
		m.clock('d')
		return true
	case "cpuid", "rdmsr", "wrmsr", "rdpmc", "rdrand", "rdseed", "in", "inb", "inw", "inl", "out", "outb", "outw", "outl":
		return m.device()
	case "ud2":
		m.do(m.a.callNamed("abort", nil, m.pos))
		return true
	case "cmpxchg8b", "cmpxchg16b":
		return m.exchangePair(in, map[string]int64{"cmpxchg8b": 8, "cmpxchg16b": 16}[op])
	}
	code := asmCodes[op]
	if code == nil {
		op = op[:len(op)-1]
		code = asmCodes[op]
	}
	return code != nil && len(in.args) > 0 && code(m, in, op)
}

// asmCodes are the instructions with a size.
var asmCodes map[string]func(m *asmMachine, in *asmInstr, name string) bool

func init() {
	asmCodes = map[string]func(m *asmMachine, in *asmInstr, name string) bool{
		"mov": (*asmMachine).move, "xchg": (*asmMachine).exchange, "xadd": (*asmMachine).exchangeAdd, "cmpxchg": (*asmMachine).compareExchange,
		"add": (*asmMachine).compute, "sub": (*asmMachine).compute, "and": (*asmMachine).compute, "or": (*asmMachine).compute,
		"xor": (*asmMachine).compute, "inc": (*asmMachine).compute, "dec": (*asmMachine).compute, "shl": (*asmMachine).shift,
		"bts": (*asmMachine).bit, "btr": (*asmMachine).bit, "btc": (*asmMachine).bit, "sbb": (*asmMachine).borrow,
	}
}

// sizeOf returns the operand size of an instruction in bytes. The size follows from its last letter,
// or from an operand with a modifier or in a register. It is 0 if the size depends on the operand in
// memory.
func (m *asmMachine) sizeOf(in *asmInstr) int64 {
	if asmCodes[in.op] == nil {
		if last := in.op[len(in.op)-1:]; asmCodes[strings.TrimSuffix(in.op, last)] != nil {
			return asmSizes[last]
		}
		return 0
	}
	for i := range in.args {
		switch arg := &in.args[i]; {
		case arg.memory || arg.constant != nil || arg.word != "":
		case arg.size > 0:
			return arg.size
		case arg.reg != "":
			return asmRegisterSize(arg.reg)
		default:
			if p, _ := m.arg(*arg); p.reg != nil {
				return p.reg.Type.Size(m.a.model)
			}
		}
	}
	return 0
}

// narrow returns as much of a register's value as the instruction works on.
func (m *asmMachine) narrow(v tree.Expr) tree.Expr {
	if t := v.Type(); m.size > 0 && m.size < t.Size(m.a.model) {
		return m.a.convert(v, m.a.integerOfSize(m.size, m.pos), true)
	}
	return v
}

func (m *asmMachine) order(o ir.MemOrder) tree.Expr { return m.a.intNode(int64(o), intType, m.pos) }

func (m *asmMachine) fence() bool {
	m.do(m.a.fence(m.order(ir.SeqCst), m.pos))
	return true
}

// device is an instruction that asks the processor or a device, and uses registers only. Every output of the statement gets any value.
func (m *asmMachine) device() bool {
	for _, p := range m.list {
		if p.reg == nil {
			return false
		}
	}
	for _, o := range m.outputs {
		m.set(o.from.reg, m.nondet(o.from.reg.Type))
	}
	m.zero, m.carry = nil, nil
	return true
}

// clock gives a register half of a time stamp.
func (m *asmMachine) clock(letter byte) {
	half := m.nondet(uintType)
	if p := m.fixed[letter]; p != nil {
		m.set(p.reg, half)
		return
	}
	m.fixed[letter] = &asmPlace{reg: m.temp(m.a.convert(half, ctype.Basic(ctype.ULong), true))}
}

// value returns the value of an operand that is not in memory.
func (m *asmMachine) value(arg asmArg) tree.Expr {
	p, constant := m.arg(arg)
	switch {
	case constant != nil:
		return constant
	case p.reg == nil:
		return nil
	}
	return m.narrow(m.get(p.reg))
}

// target returns the address of an operand in memory and the type there. That is the type of the
// operand, if its size is the operand size of the instruction. Some programs give only an address,
// with type char or a large structure. Then the type is the type of the register that is moved there.
func (m *asmMachine) target(p *asmPlace, like ...*ctype.Type) (tree.Expr, *ctype.Type) {
	elem := p.pointer.Type.Elem()
	size := m.size
	if size == 0 && !elem.IsVoid() && !elem.IsFunc() && elem.IsComplete() {
		size = elem.Size(m.a.model)
	}
	if elem.IsScalar() && elem.Size(m.a.model) == size || size == 0 {
		return m.a.atomicTarget(m.get(p.pointer))
	}
	t := m.a.integerOfSize(size, m.pos)
	for _, l := range like {
		if l.IsScalar() && l.Size(m.a.model) == size {
			t = l.Unqualified()
		}
	}
	return m.a.convert(m.get(p.pointer), ctype.PointerTo(t), true), t
}

// store writes to a register, or to memory.
func (m *asmMachine) store(arg asmArg, v tree.Expr) bool {
	p, constant := m.arg(arg)
	if constant != nil {
		return false
	}
	if p.reg != nil {
		m.set(p.reg, v)
		return true
	}
	at, t := m.target(p, v.Type())
	order := ir.Relaxed
	if m.clobbers {
		order = ir.Release
	}
	m.do(m.a.intrinsic(tree.AtomicStore, voidType, m.pos, at, m.a.convert(v, t, true), m.order(order)))
	return true
}

func (m *asmMachine) move(in *asmInstr, _ string) bool {
	if len(in.args) != 2 {
		return false
	}
	if v := m.value(in.args[0]); v != nil {
		return m.store(in.args[1], v)
	}
	p, _ := m.arg(in.args[0])
	to, _ := m.arg(in.args[1])
	if to == nil || to.reg == nil {
		return false
	}
	at, t := m.target(p, to.reg.Type)
	order := ir.Relaxed
	if m.clobbers {
		order = ir.Acquire
	}
	return m.store(in.args[1], m.a.intrinsic(tree.AtomicLoad, t, m.pos, at, m.order(order)))
}

// memoryAnd returns the place in memory and the register among two operands.
func (m *asmMachine) memoryAnd(in *asmInstr) (mem, reg *asmPlace, ok bool) {
	if len(in.args) != 2 || in.args[0].constant != nil || in.args[1].constant != nil {
		return nil, nil, false
	}
	reg, _ = m.arg(in.args[0])
	mem, _ = m.arg(in.args[1])
	if reg.reg == nil {
		mem, reg = reg, mem
	}
	return mem, reg, mem.pointer != nil && reg.reg != nil
}

func (m *asmMachine) exchange(in *asmInstr, _ string) bool {
	if len(in.args) == 2 && in.args[0] == in.args[1] && in.args[0].reg != "" && !in.args[0].memory {
		return true // the mark at the end of valgrind's client requests
	}
	mem, reg, ok := m.memoryAnd(in)
	if !ok {
		return false
	}
	at, t := m.target(mem, reg.reg.Type)
	m.set(reg.reg, m.a.rmw(at, m.a.convert(m.get(reg.reg), t, true), atomicOp{kind: ir.RMWXchg}, m.order(ir.SeqCst), false, m.pos))
	return true
}

func (m *asmMachine) exchangeAdd(in *asmInstr, _ string) bool {
	mem, reg, ok := m.memoryAnd(in)
	if !ok || !in.lock {
		return false
	}
	old := m.update(mem, m.get(reg.reg), atomicOps["add"])
	m.set(reg.reg, m.get(old))
	return true
}

// update is a locked read-modify-write. It returns the old value and sets the flags.
func (m *asmMachine) update(mem *asmPlace, v tree.Expr, op atomicOp) *tree.Object {
	at, t := m.target(mem)
	operand := m.temp(m.a.atomicOperand(m.a.convert(v, m.integer(t), true), t, op))
	old := m.temp(m.a.rmw(at, m.get(operand), op, m.order(ir.SeqCst), false, m.pos))
	m.isZero(m.a.recompute(m.get(old), m.get(operand), t, op, m.pos))
	return old
}

// integer returns the type of integers as large as a scalar.
func (m *asmMachine) integer(t *ctype.Type) *ctype.Type {
	if t.IsInteger() {
		return t
	}
	return m.a.integerOfSize(t.Size(m.a.model), m.pos)
}

// isZero sets the flag of a result.
func (m *asmMachine) isZero(v tree.Expr) { m.setZero(m.a.not(m.a.isNonzero(v, m.pos), m.pos)) }

func (m *asmMachine) setZero(v tree.Expr) {
	m.zero, m.carry = m.temp(m.a.convert(v, boolType, false)), nil
}

func (m *asmMachine) compareExchange(in *asmInstr, _ string) bool {
	mem, reg, ok := m.memoryAnd(in)
	acc := m.fixed['a']
	if !ok || !in.lock || acc == nil || acc.reg == nil {
		return false
	}
	at, t := m.target(mem, reg.reg.Type)
	expected := m.temp(m.a.convert(m.get(acc.reg), t, true))
	old := m.temp(m.a.intrinsic(tree.AtomicCmpSwap, t, m.pos, at, m.get(expected), m.a.convert(m.get(reg.reg), t, true), m.order(ir.SeqCst)))
	m.setZero(m.a.binary(tree.Eq, m.get(old), m.get(expected), intType, m.pos))
	m.set(acc.reg, m.get(old))
	return true
}

// exchangePair compares and exchanges size bytes, whose halves are in registers.
func (m *asmMachine) exchangePair(in *asmInstr, size int64) bool {
	if len(in.args) != 1 || !in.lock {
		return false
	}
	mem, _ := m.arg(in.args[0])
	for _, letter := range []byte("abcd") {
		if m.fixed[letter] == nil || m.fixed[letter].reg == nil {
			return false
		}
	}
	if mem.pointer == nil {
		return false
	}
	a := m.a
	t, half := a.integerOfSize(size, m.pos), a.integerOfSize(size/2, m.pos)
	shift := a.intNode(4*size, intType, m.pos)
	pair := func(high, low byte) *tree.Object {
		word := func(letter byte) tree.Expr {
			return a.convert(a.convert(m.get(m.fixed[letter].reg), half, true), t, true)
		}
		return m.temp(a.binary(tree.Or, a.binary(tree.Shl, word(high), shift, t, m.pos), word(low), t, m.pos))
	}
	expected, desired := pair('d', 'a'), pair('c', 'b')
	at := a.convert(m.get(mem.pointer), ctype.PointerTo(t), true)
	old := m.temp(a.intrinsic(tree.AtomicCmpSwap, t, m.pos, at, m.get(expected), m.get(desired), m.order(ir.SeqCst)))
	m.setZero(a.binary(tree.Eq, m.get(old), m.get(expected), intType, m.pos))
	m.set(m.fixed['a'].reg, a.convert(m.get(old), half, true))
	m.set(m.fixed['d'].reg, a.convert(a.binary(tree.Shr, m.get(old), shift, t, m.pos), half, true))
	return true
}

// compute executes an operation that changes its last operand. An operation that adds zero to the
// stack is a fence.
func (m *asmMachine) compute(in *asmInstr, name string) bool {
	last := in.args[len(in.args)-1]
	if in.lock && last.memory && (last.reg == "rsp" || last.reg == "esp") {
		c := in.args[0].constant
		return (name == "add" || name == "or") && c != nil && *c == 0 && m.fence()
	}
	v := m.value(in.args[0])
	switch {
	case name == "inc" || name == "dec":
		name, v = map[string]string{"inc": "add", "dec": "sub"}[name], m.a.intNode(1, intType, m.pos)
		if len(in.args) != 1 {
			return false
		}
	case len(in.args) != 2 || v == nil:
		return false
	}
	p, constant := m.arg(last)
	switch op := atomicOps[name]; {
	case constant != nil || p.reg == nil && !in.lock:
		return false
	case p.reg == nil:
		m.update(p, v, op)
	case !p.reg.Type.IsInteger():
		return false
	default:
		t := p.reg.Type
		m.set(p.reg, m.a.recompute(m.get(p.reg), m.a.convert(v, t, true), t, op, m.pos))
		m.isZero(m.get(p.reg))
	}
	return true
}

// shift shifts a register to the left by a constant.
func (m *asmMachine) shift(in *asmInstr, _ string) bool {
	if len(in.args) != 2 || in.args[0].constant == nil {
		return false
	}
	p, _ := m.arg(in.args[1])
	if p == nil || p.reg == nil || !p.reg.Type.IsInteger() || *in.args[0].constant >= 8*p.reg.Type.Size(m.a.model) {
		return false
	}
	u := p.reg.Type.Promote(m.a.model).ToUnsigned()
	m.set(p.reg, m.a.binary(tree.Shl, m.a.convert(m.get(p.reg), u, false), m.value(in.args[0]), u, m.pos))
	m.zero, m.carry = nil, nil
	return true
}

// bit sets, clears or flips a bit of a bit string in memory and keeps its old value.
func (m *asmMachine) bit(in *asmInstr, name string) bool {
	if len(in.args) != 2 || !in.lock {
		return false
	}
	a := m.a
	p, _ := m.arg(in.args[1])
	index := m.value(in.args[0])
	if index == nil || p == nil || p.pointer == nil || !index.Type().IsInteger() {
		return false
	}
	_, t := m.target(p)
	t = m.integer(t).ToUnsigned()
	width := 8 * t.Size(a.model)
	n := m.temp(a.convert(index, a.ptrdiffT(), true))
	u := a.ptrdiffT().ToUnsigned()
	low := a.binary(tree.And, a.convert(m.get(n), u, false), a.intNode(width-1, u, m.pos), u, m.pos)
	mask := m.temp(a.convert(a.binary(tree.Shl, a.intNode(1, u, m.pos), low, u, m.pos), t, true))
	word := a.binary(tree.Shr, m.get(n), a.intNode(int64(bits.TrailingZeros64(uint64(width))), intType, m.pos), a.ptrdiffT(), m.pos)
	pt := ctype.PointerTo(t)
	at := &asmPlace{pointer: m.temp(&tree.PtrAdd{Node: tree.Node{T: pt, P: m.pos}, X: a.convert(m.get(p.pointer), pt, true), Index: word, Elem: t.Size(a.model)})}
	op, v := "or", m.get(mask)
	switch name {
	case "btr":
		op, v = "and", a.convert(a.complement(v, m.pos), t, true)
	case "btc":
		op = "xor"
	}
	old := m.update(at, v, atomicOps[op])
	set := a.binary(tree.And, a.convert(m.get(old), u, false), a.convert(m.get(mask), u, false), u, m.pos)
	m.zero, m.carry = nil, m.temp(a.convert(a.isNonzero(set, m.pos), boolType, false))
	return true
}

// borrow subtracts a register, and the carry, from itself.
func (m *asmMachine) borrow(in *asmInstr, _ string) bool {
	if len(in.args) != 2 || m.carry == nil || !slices.Equal(in.args[:1], in.args[1:]) {
		return false
	}
	return m.store(in.args[0], &tree.Unary{Node: tree.Node{T: intType, P: m.pos}, Op: tree.Neg, X: m.a.convert(m.get(m.carry), intType, false)})
}

// fill stores the register of letter a at the address in that of letter D, once for each unit of the register
// of letter c, and moves the address along: FD_ZERO of glibc.
func (m *asmMachine) fill(size int64) bool {
	var regs []*tree.Object
	for _, letter := range []byte("aDc") {
		if m.fixed[letter] == nil || m.fixed[letter].reg == nil {
			return false
		}
		regs = append(regs, m.fixed[letter].reg)
	}
	value, at, count := regs[0], regs[1], regs[2]
	m.filled = at
	if !value.Type.IsInteger() || !at.Type.IsPointer() || !count.Type.IsInteger() {
		return false
	}
	a, t := m.a, m.a.integerOfSize(size, m.pos)
	pt := ctype.PointerTo(t)
	outer, node := m.body, m.body.StmtNode
	m.body = &tree.Block{StmtNode: node, End: m.pos}
	m.do(a.assign(a.deref(a.convert(m.get(at), pt, true), m.pos), a.convert(m.get(value), t, true), m.pos))
	m.set(at, &tree.PtrAdd{Node: tree.Node{T: pt, P: m.pos}, X: a.convert(m.get(at), pt, true), Index: a.intNode(1, a.ptrdiffT(), m.pos), Elem: size})
	m.set(count, a.recompute(m.get(count), a.intNode(1, count.Type, m.pos), count.Type, atomicOps["sub"], m.pos))
	outer.Stmts = append(outer.Stmts, &tree.Loop{StmtNode: node, C: a.isNonzero(m.get(count), m.pos), Body: m.body})
	m.body = outer
	return true
}

// flag returns the value of a condition; nil: it is not known here.
func (m *asmMachine) flag(name string) tree.Expr {
	o, negated := m.zero, false
	switch name {
	case "e", "z":
	case "ne", "nz":
		negated = true
	case "c", "b", "nae":
		o = m.carry
	case "nc", "ae", "nb":
		o, negated = m.carry, true
	default:
		return nil
	}
	if o == nil {
		return nil
	}
	v := m.get(o)
	if negated {
		v = m.a.not(v, m.pos)
	}
	return v
}
