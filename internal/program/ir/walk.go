package ir

import (
	"iter"
	"slices"
)

// At is where an instruction is in its function; Index counts from 0. The terminator
// comes behind the last one.
type At struct {
	Block BlockID
	Index int
}

// InstrsOf yields the instructions of some blocks, in order.
func (f *Func) InstrsOf(blocks []BlockID) iter.Seq2[At, *Instr] {
	return func(yield func(At, *Instr) bool) {
		for _, b := range blocks {
			list := f.Blocks[b].Instrs
			for i := range list {
				if !yield(At{b, i}, &list[i]) {
					return
				}
			}
		}
	}
}

// Instrs yields the instructions of f, block by block.
func (f *Func) Instrs() iter.Seq2[At, *Instr] {
	return func(yield func(At, *Instr) bool) {
		for b := range f.Blocks {
			for at, in := range f.InstrsOf([]BlockID{BlockID(b)}) {
				if !yield(at, in) {
					return
				}
			}
		}
	}
}

// Operands yields the operands of the instructions and terminators of f, block by block.
func (f *Func) Operands() iter.Seq[*Operand] {
	return func(yield func(*Operand) bool) {
		for b := range f.Blocks {
			for o := range f.Blocks[b].Operands() {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// Operands yields the operands of the instructions of b and of its terminator, in order.
func (b *Block) Operands() iter.Seq[*Operand] {
	return func(yield func(*Operand) bool) {
		for i := range b.Instrs {
			for j := range b.Instrs[i].Args {
				if !yield(&b.Instrs[i].Args[j]) {
					return
				}
			}
		}
		if b.Term.HasArg {
			yield(&b.Term.Arg)
		}
	}
}

// Instrs yields the instructions of all functions.
func (p *Program) Instrs() iter.Seq2[*Func, *Instr] {
	return func(yield func(*Func, *Instr) bool) {
		for i := range p.Funcs {
			for _, in := range p.Funcs[i].Instrs() {
				if !yield(&p.Funcs[i], in) {
					return
				}
			}
		}
	}
}

// Has reports whether some instruction of f has an opcode.
func (f *Func) Has(op Op) bool {
	for _, in := range f.Instrs() {
		if in.Op == op {
			return true
		}
	}
	return false
}

// Has reports whether some instruction of p has an opcode.
func (p *Program) Has(op Op) bool {
	return slices.ContainsFunc(p.Funcs, func(f Func) bool { return f.Has(op) })
}
