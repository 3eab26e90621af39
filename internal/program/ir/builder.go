package ir

import (
	"fmt"
	"math"

	"github.com/heddle-mc/heddle/internal/program/wide"
)

// FuncBuilder appends code to one function. It holds a current block and a
// current source position; instructions go to the end of the block and carry
// the position unless they have one of their own.
//
// The function belongs to the builder until Finish; its slices may be read at any time. A builder must
// be used by one goroutine only.
type FuncBuilder struct {
	F     *Func
	Model DataModel
	Pos   Pos // position of instructions that are appended without one
	// Storing holds flags that Store gives to stores in addition to the flags of their accesses.
	Storing Flags
	block   BlockID
	consts  map[Const]int
	ended   []bool    // by BlockID: the block has its terminator
	args    []Operand // arena of the instructions' operands
}

// NewFuncBuilder returns a builder for f, which must have no blocks yet. It
// adds the unused entries at index 0 where they are missing. No block is
// current: call NewBlock and SetBlock first.
func NewFuncBuilder(m DataModel, f *Func) *FuncBuilder {
	if len(f.Regs) == 0 {
		f.Regs = make([]RegInfo, 1, 16)
	}
	if len(f.Locals) == 0 {
		f.Locals = make([]Local, 1, 4)
	}
	if len(f.Blocks) == 0 {
		f.Blocks = make([]Block, 1, 8)
	}
	b := &FuncBuilder{F: f, Model: m, consts: make(map[Const]int), ended: make([]bool, len(f.Blocks))}
	for i, c := range f.Consts {
		b.consts[c] = i
	}
	return b
}

// NewReg returns a new register that holds a source variable, or a temporary
// when name is empty.
func (b *FuncBuilder) NewReg(t Type, name string, ctype CTypeID) Reg {
	b.F.Regs = append(b.F.Regs, RegInfo{Type: t, Name: name, CType: ctype})
	return Reg(len(b.F.Regs) - 1)
}

// Temp returns a new register for a temporary.
func (b *FuncBuilder) Temp(t Type) Reg { return b.NewReg(t, "", 0) }

// Param returns a new register that is the function's next parameter.
func (b *FuncBuilder) Param(t Type, name string, ctype CTypeID) Reg {
	r := b.NewReg(t, name, ctype)
	b.F.Params = append(b.F.Params, r)
	return r
}

// NewLocal adds a stack object.
func (b *FuncBuilder) NewLocal(l Local) LocalID {
	b.F.Locals = append(b.F.Locals, l)
	return LocalID(len(b.F.Locals) - 1)
}

// Const returns the operand for a constant; equal ones share an entry. Bits
// beyond the type's width are dropped.
func (b *FuncBuilder) Const(c Const) Operand {
	return constOf(b.F, b.consts, c.Normal(b.Model))
}

// constOf returns the operand for a constant of a function, whose constants known has by their index.
func constOf(f *Func, known map[Const]int, c Const) Operand {
	i, ok := known[c]
	if !ok {
		i = len(f.Consts)
		f.Consts = append(f.Consts, c)
		known[c] = i
	}
	return ConstOperand(i)
}

// Int returns an integer (or address) constant; v is taken modulo the type's
// width and not sign-extended beyond 64 bits.
func (b *FuncBuilder) Int(t Type, v uint64) Operand {
	return b.Const(Const{Type: t, Word: wide.Word{Lo: v}})
}

// SignedInt returns an integer constant, sign-extended to the type's width.
func (b *FuncBuilder) SignedInt(t Type, v int64) Operand {
	return b.Const(Const{Type: t, Word: wide.Word{Lo: uint64(v), Hi: uint64(v >> 63)}})
}

// Float returns a floating constant of type F32 or F64, rounded to nearest even.
func (b *FuncBuilder) Float(t Type, v float64) Operand {
	if t == F32 {
		return b.Const(Const{Type: t, Word: wide.Word{Lo: uint64(math.Float32bits(float32(v)))}})
	}
	return b.Const(Const{Type: t, Word: wide.Word{Lo: math.Float64bits(v)}})
}

// Null returns the null pointer.
func (b *FuncBuilder) Null() Operand { return b.Const(Const{Type: Ptr}) }

// TypeOf returns the type of an operand.
func (b *FuncBuilder) TypeOf(o Operand) Type { return b.F.TypeOf(o) }

// NewBlock adds an empty block. The first one is the function's entry.
func (b *FuncBuilder) NewBlock() BlockID {
	b.F.Blocks = append(b.F.Blocks, Block{})
	b.ended = append(b.ended, false)
	return BlockID(len(b.F.Blocks) - 1)
}

// SetBlock makes id the current block.
func (b *FuncBuilder) SetBlock(id BlockID) { b.block = id }

// Block returns the current block.
func (b *FuncBuilder) Block() BlockID { return b.block }

// Ended reports whether the current block has its terminator.
func (b *FuncBuilder) Ended() bool { return b.ended[b.block] }

// Emit appends an instruction to the current block, which must not have ended,
// and returns its result as an operand (zero when it has none).
func (b *FuncBuilder) Emit(in Instr) Operand {
	if b.ended[b.block] {
		panic(fmt.Sprintf("ir: emit %s into ended block b%d of %s", in.Op, b.block, b.F.Name))
	}
	if !in.Pos.IsValid() {
		in.Pos = b.Pos
	}
	in.Args = b.own(in.Args)
	blk := &b.F.Blocks[b.block]
	blk.Instrs = append(blk.Instrs, in)
	return RegOperand(in.Dst)
}

// own copies operands into the arena, so that no two instructions share them.
func (b *FuncBuilder) own(args []Operand) []Operand {
	if len(args) == 0 {
		return nil
	}
	if cap(b.args)-len(b.args) < len(args) {
		b.args = make([]Operand, 0, max(256, len(args)))
	}
	start := len(b.args)
	b.args = append(b.args, args...)
	return b.args[start:len(b.args):len(b.args)]
}

// value emits an instruction with a result of type t in a new temporary.
func (b *FuncBuilder) value(t Type, in Instr) Operand {
	in.Dst = b.Temp(t)
	return b.Emit(in)
}

// CopyTo assigns an operand to a register.
func (b *FuncBuilder) CopyTo(dst Reg, x Operand) {
	b.Emit(Instr{Op: OpCopy, Type: b.F.Regs[dst].Type, Dst: dst, Args: []Operand{x}})
}

// Unary emits an operation whose operand and result have the same type.
func (b *FuncBuilder) Unary(op Op, flags Flags, x Operand) Operand {
	t := b.TypeOf(x)
	return b.value(t, Instr{Op: op, Flags: flags, Type: t, Args: []Operand{x}})
}

// Binary emits an operation whose operands and result have the same type.
func (b *FuncBuilder) Binary(op Op, flags Flags, x, y Operand) Operand {
	t := b.TypeOf(x)
	return b.value(t, Instr{Op: op, Flags: flags, Type: t, Args: []Operand{x, y}})
}

// Compare emits a comparison; the result is an i1.
func (b *FuncBuilder) Compare(op Op, x, y Operand) Operand {
	return b.value(I1, Instr{Op: op, Type: b.TypeOf(x), Args: []Operand{x, y}})
}

// Convert emits a conversion to type t.
func (b *FuncBuilder) Convert(op Op, t Type, x Operand) Operand {
	return b.value(t, Instr{Op: op, Type: t, Args: []Operand{x}})
}

// Select emits cond ? x : y.
func (b *FuncBuilder) Select(cond, x, y Operand) Operand {
	t := b.TypeOf(x)
	return b.value(t, Instr{Op: OpSelect, Type: t, Args: []Operand{cond, x, y}})
}

// GlobalAddr emits the address of a global.
func (b *FuncBuilder) GlobalAddr(g GlobalID) Operand {
	return b.value(Ptr, Instr{Op: OpGlobalAddr, Type: Ptr, Glob: g})
}

// FuncAddr emits the address of a function.
func (b *FuncBuilder) FuncAddr(f FuncID) Operand {
	return b.value(Ptr, Instr{Op: OpFuncAddr, Type: Ptr, Func: f})
}

// PtrAdd emits p moved by a pointer-wide integer number of bytes.
func (b *FuncBuilder) PtrAdd(p, bytes Operand) Operand {
	return b.value(Ptr, Instr{Op: OpPtrAdd, Type: Ptr, Args: []Operand{p, bytes}})
}

// PtrDiff emits the difference of two pointers in bytes.
func (b *FuncBuilder) PtrDiff(p, q Operand) Operand {
	t := b.Model.PtrInt()
	return b.value(t, Instr{Op: OpPtrDiff, Type: t, Args: []Operand{p, q}})
}

// PtrApart emits how many bytes two pointers into one object are apart.
func (b *FuncBuilder) PtrApart(p, q Operand) Operand {
	t := b.Model.PtrInt()
	return b.value(t, Instr{Op: OpPtrApart, Type: t, Args: []Operand{p, q}})
}

// Enter emits the birth of a Local; size is given for a variable-length array only.
func (b *FuncBuilder) Enter(l LocalID, size ...Operand) Operand {
	return b.value(Ptr, Instr{Op: OpEnter, Type: Ptr, Local: l, Args: size})
}

// Leave emits the end of a Local's lifetime.
func (b *FuncBuilder) Leave(l LocalID) { b.Emit(Instr{Op: OpLeave, Local: l}) }

// Access holds the fields of loads and stores other than address and value.
type Access struct {
	Align    int32 // the alignment that the type promises, in bytes
	Run      Run
	Field    Field
	CType    CTypeID
	Order    MemOrder
	Volatile bool
	Text     string // as in Instr
}

func (a Access) flags() Flags {
	if a.Volatile {
		return Volatile
	}
	return 0
}

// Load emits a load of a value of type t.
func (b *FuncBuilder) Load(t Type, p Operand, a Access) Operand {
	return b.value(t, Instr{Op: OpLoad, Type: t, Args: []Operand{p}, Align: a.Align, Run: a.Run, Field: a.Field,
		CType: a.CType, Order: a.Order, Flags: a.flags(), Text: a.Text})
}

// Store emits a store.
func (b *FuncBuilder) Store(p, v Operand, a Access) {
	b.Emit(Instr{Op: OpStore, Type: b.TypeOf(v), Args: []Operand{p, v}, Align: a.Align, Run: a.Run, Field: a.Field,
		CType: a.CType, Order: a.Order, Flags: a.flags() | b.Storing, Text: a.Text})
}

// CmpXchg emits an atomic compare and exchange; the result is the old value.
func (b *FuncBuilder) CmpXchg(p, expected, desired Operand, fail MemOrder, a Access) Operand {
	t := b.TypeOf(desired)
	return b.value(t, Instr{Op: OpCmpXchg, Flags: a.flags(), Type: t, Order: a.Order, Fail: fail,
		Args: []Operand{p, expected, desired}, Align: a.Align, CType: a.CType, Text: a.Text})
}

// Choose emits a nondeterministic value of type t.
func (b *FuncBuilder) Choose(t Type, reason ChooseReason) Operand {
	return b.value(t, Instr{Op: OpChoose, Type: t, Sub: uint8(reason)})
}

// ChooseRange emits a value between two bounds, inclusive and unsigned.
func (b *FuncBuilder) ChooseRange(lo, hi Operand, reason ChooseReason) Operand {
	t := b.TypeOf(lo)
	return b.value(t, Instr{Op: OpChooseRange, Type: t, Sub: uint8(reason), Args: []Operand{lo, hi}})
}

// Call emits a call. The result, if result is a type, is in a new temporary.
func (b *FuncBuilder) Call(f FuncID, result Type, args ...Operand) Operand {
	in := Instr{Op: OpCall, Func: f, Type: result, Args: args}
	if result == NoType {
		return b.Emit(in)
	}
	return b.value(result, in)
}

// CallPtr emits a call through a pointer.
func (b *FuncBuilder) CallPtr(f Operand, result Type, args ...Operand) Operand {
	in := Instr{Op: OpCallPtr, Type: result, Args: append([]Operand{f}, args...)}
	if result == NoType {
		return b.Emit(in)
	}
	return b.value(result, in)
}

// Terminate ends the current block, which must not have ended.
func (b *FuncBuilder) Terminate(t Term) {
	if b.ended[b.block] {
		panic(fmt.Sprintf("ir: second terminator in block b%d of %s", b.block, b.F.Name))
	}
	if !t.Pos.IsValid() {
		t.Pos = b.Pos
	}
	b.F.Blocks[b.block].Term = t
	b.ended[b.block] = true
}

// Br ends the block with a jump.
func (b *FuncBuilder) Br(to BlockID) { b.Terminate(Term{Op: TermBr, Targets: []BlockID{to}}) }

// CondBr ends the block with a branch on an i1.
func (b *FuncBuilder) CondBr(cond Operand, then, otherwise BlockID) {
	b.Terminate(Term{Op: TermCondBr, Arg: cond, HasArg: true, Targets: []BlockID{then, otherwise}})
}

// Switch ends the block with a switch: cases[i] goes to targets[i].
func (b *FuncBuilder) Switch(v Operand, otherwise BlockID, cases []Case, targets []BlockID) {
	b.Terminate(Term{Op: TermSwitch, Arg: v, HasArg: true,
		Targets: append([]BlockID{otherwise}, targets...), Cases: cases})
}

// Ret ends the block with the return of a value.
func (b *FuncBuilder) Ret(v Operand) { b.Terminate(Term{Op: TermRet, Arg: v, HasArg: true}) }

// RetVoid ends the block with a return without a value.
func (b *FuncBuilder) RetVoid() { b.Terminate(Term{Op: TermRet}) }

// Unreachable ends the block where control cannot come.
func (b *FuncBuilder) Unreachable() { b.Terminate(Term{Op: TermUnreachable}) }

// ThreadExit ends the block and the running thread.
func (b *FuncBuilder) ThreadExit() { b.Terminate(Term{Op: TermThreadExit}) }

// Halt ends the block and the process.
func (b *FuncBuilder) Halt(status Operand) {
	b.Terminate(Term{Op: TermHalt, Arg: status, HasArg: true})
}

// Finish gives every block without a terminator an unreachable one, brings the
// function into canonical form and returns it.
func (b *FuncBuilder) Finish() *Func {
	for id := 1; id < len(b.F.Blocks); id++ {
		if !b.ended[id] {
			b.F.Blocks[id].Term = Term{Op: TermUnreachable}
			b.ended[id] = true
		}
	}
	b.F.Canonicalise()
	return b.F
}
