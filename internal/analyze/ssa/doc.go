// Package ssa computes the value numbering of a function: the definition that each operand of an
// instruction refers to. The IR's registers are mutable, and a source variable has one register for its
// lifetime; analyses need to distinguish its values. The program is not changed: Build returns a
// separate view. Package pointsto builds the views of a program, and analyses take them from its result if there is one.
//
// A value is a constant, a parameter, the result of an instruction, or the zero that a register holds
// before it is assigned. Or it is a phi, which selects one of several values by the edge through which
// control entered its block. Two operands with one value are equal in every visit of a block between
// two executions of the value's definition.
//
// The construction is that of Braun, Buchwald, Hack, Leißa, Mallon, Zwinkau, "Simple and efficient
// construction of static single assignment form", CC 2013, for a finished graph. A register without a
// definition in a block before its use is looked up in the predecessors. A phi whose arguments are a
// single value is replaced by it. Deviation: trivial phis are removed by iteration at the end, strongly
// connected sets of redundant phis stay. Blocks that control cannot reach have no values. Cost:
// quadratic in the blocks in the worst case, nearly linear in practice.
package ssa
