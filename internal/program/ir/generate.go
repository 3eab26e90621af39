package ir

import "math/bits"

// Shorthands for passes that generate code.

// And, Or and Not emit the bitwise operations.
func (b *FuncBuilder) And(x, y Operand) Operand { return b.Binary(OpAnd, 0, x, y) }
func (b *FuncBuilder) Or(x, y Operand) Operand  { return b.Binary(OpOr, 0, x, y) }
func (b *FuncBuilder) Not(x Operand) Operand    { return b.Unary(OpNot, 0, x) }

// Equal, Less and LessOrEqual emit comparisons of unsigned numbers; the result is an i1.
func (b *FuncBuilder) Equal(x, y Operand) Operand       { return b.Compare(OpEq, x, y) }
func (b *FuncBuilder) Less(x, y Operand) Operand        { return b.Compare(OpULt, x, y) }
func (b *FuncBuilder) LessOrEqual(x, y Operand) Operand { return b.Compare(OpULe, x, y) }

// NonZero emits the test of an integer; the result is an i1.
func (b *FuncBuilder) NonZero(x Operand) Operand {
	return b.Compare(OpNe, x, b.Int(b.TypeOf(x), 0))
}

// Assume emits the end of every execution in which an i1 is 0.
func (b *FuncBuilder) Assume(cond Operand) { b.Emit(Instr{Op: OpAssume, Args: []Operand{cond}}) }

// Moved emits p moved by a constant number of bytes, which is p itself if that is 0.
func (b *FuncBuilder) Moved(p Operand, bytes int64) Operand {
	if bytes == 0 {
		return p
	}
	return b.PtrAdd(p, b.Int(b.Model.PtrInt(), uint64(bytes)))
}

// Last returns where the instruction is that was emitted last.
func (b *FuncBuilder) Last() At { return At{b.block, len(b.F.Blocks[b.block].Instrs) - 1} }

// LoadGlobal emits a load of a value of type t from the beginning of a global, which is
// aligned for it.
func (b *FuncBuilder) LoadGlobal(t Type, g GlobalID) Operand {
	return b.Load(t, b.GlobalAddr(g), Access{Align: int32(t.Bytes(b.Model))})
}

// StoreGlobal emits a store to the beginning of a global, which is aligned for it.
func (b *FuncBuilder) StoreGlobal(g GlobalID, v Operand) {
	b.Store(b.GlobalAddr(g), v, Access{Align: int32(b.TypeOf(v).Bytes(b.Model))})
}

// When emits code that is executed if an i1 is true. Control continues behind it, unless then ends its
// last block.
func (b *FuncBuilder) When(cond Operand, then func()) {
	yes, on := b.NewBlock(), b.NewBlock()
	b.CondBr(cond, yes, on)
	b.SetBlock(yes)
	then()
	if !b.Ended() {
		b.Br(on)
	}
	b.SetBlock(on)
}

// Unless emits code that is executed where an i1 does not hold, and returns.
func (b *FuncBuilder) Unless(cond Operand, otherwise func()) {
	on, no := b.NewBlock(), b.NewBlock()
	b.CondBr(cond, on, no)
	b.SetBlock(no)
	otherwise()
	b.RetVoid()
	b.SetBlock(on)
}

// SwitchEach emits a switch on a number below n with code for each value. Larger values go to the code
// of 0. After each code control continues behind the switch, unless the code ends its last block.
func (b *FuncBuilder) SwitchEach(v Operand, n int, each func(i int)) {
	from, on := b.Block(), b.NewBlock()
	var cases []Case
	var targets []BlockID
	for i := range n {
		to := b.NewBlock()
		b.SetBlock(to)
		each(i)
		if !b.Ended() {
			b.Br(on)
		}
		targets = append(targets, to)
		if i > 0 {
			cases = append(cases, Case{Lo: uint64(i), Hi: uint64(i)})
		}
	}
	b.SetBlock(from)
	b.Switch(v, targets[0], cases, targets[1:])
	b.SetBlock(on)
}

// ChooseUpTo emits a nondeterministic number of type t from 0 to most, of no more bits
// than it needs.
func (b *FuncBuilder) ChooseUpTo(t Type, most int) Operand {
	if most == 0 {
		return b.Int(t, 0)
	}
	w := bits.Len(uint(most))
	v := b.Choose(Int(w), ChooseNondet)
	if most != 1<<w-1 {
		b.Assume(b.LessOrEqual(v, b.Int(Int(w), uint64(most))))
	}
	if t == Int(w) {
		return v
	}
	return b.Convert(OpZExt, t, v)
}
