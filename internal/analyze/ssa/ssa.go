package ssa

import (
	"iter"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// ValueID numbers the values of a function from 1.
type ValueID int32

// NoValue means that there is no value.
const NoValue ValueID = 0

// Kind is the kind of a value.
type Kind uint8

// The kinds of value.
const (
	Const    Kind = iota // Func.Consts[Index]
	Param                // parameter Index
	Def                  // the result of the instruction at Block, Index
	Zero                 // of a register that was never assigned
	Phi                  // in Block: Args, one for each of Preds
	Replaced             // a phi that always was one other value: nothing refers to it
)

// Value is a value of a function.
type Value struct {
	Kind  Kind
	Type  ir.Type
	Block ir.BlockID // Def, Phi
	Index int        // Const, Param, Def: see Kind
	Args  []ValueID  // Phi
}

// Func is the view of a function. It is immutable.
type Func struct {
	IR     *ir.Func
	Values []Value        // entry 0 is unused
	Order  []ir.BlockID   // the reachable blocks in reverse post-order
	Preds  [][]ir.BlockID // by block: reachable predecessors, one per edge
	Loops  *ir.LoopNest

	args  [][][]ValueID // by block, instruction, operand
	defs  [][]ValueID   // by block, instruction
	terms []ValueID     // by block: the terminator's operand
	first []map[ir.Reg]ValueID
}

// Arg returns the value of an operand of an instruction of a reachable block.
func (f *Func) Arg(b ir.BlockID, instr, operand int) ValueID { return f.args[b][instr][operand] }

// Args returns the values of an instruction's operands. The caller must not change the slice.
func (f *Func) Args(b ir.BlockID, instr int) []ValueID { return f.args[b][instr] }

// Def returns the value of an instruction's result, or NoValue.
func (f *Func) Def(b ir.BlockID, instr int) ValueID { return f.defs[b][instr] }

// AtStart returns the values of registers at the start of a block, for registers that are read later.
// The caller must not change the map.
func (f *Func) AtStart(b ir.BlockID) map[ir.Reg]ValueID { return f.first[b] }

// Term returns the value of a terminator's operand, or NoValue.
func (f *Func) Term(b ir.BlockID) ValueID { return f.terms[b] }

// Instrs yields the reachable instructions, in Order.
func (f *Func) Instrs() iter.Seq2[ir.At, *ir.Instr] { return f.IR.InstrsOf(f.Order) }

// Reachable reports whether control can reach a block.
func (f *Func) Reachable(b ir.BlockID) bool { return f.args[b] != nil }

// Instr returns the instruction that defines a value of kind Def.
func (f *Func) Instr(v ValueID) *ir.Instr {
	d := &f.Values[v]
	return &f.IR.Blocks[d.Block].Instrs[d.Index]
}

// Const returns the constant of a value of kind Const; otherwise it returns false.
func (f *Func) Const(v ValueID) (ir.Const, bool) {
	switch d := &f.Values[v]; d.Kind {
	case Const:
		return f.IR.Consts[d.Index], true
	case Zero:
		return ir.Const{Type: d.Type}, true
	}
	return ir.Const{}, false
}

// Param returns the value of a parameter, if it is used; else NoValue.
func (f *Func) Param(index int) ValueID {
	for v, d := range f.Values {
		if d.Kind == Param && d.Index == index {
			return ValueID(v)
		}
	}
	return NoValue
}
