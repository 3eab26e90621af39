// Package ssa owns the value numbering of a function: which definition every
// operand of an instruction sees. The IR's registers are mutable and a source
// variable keeps one register for life; the analyses want to tell its values
// apart. The program is not changed: Build returns a view beside it.
//
// A value is a constant, a parameter, the result of an instruction, the zero
// that a register holds before it is assigned, or a phi, which is one of several
// values by the edge through which control came to its block. Two operands with
// one value are equal in every visit of a block between two executions of the
// value's definition.
//
// The construction is that of Braun, Buchwald, Hack, Leißa, Mallon, Zwinkau,
// "Simple and efficient construction of static single assignment form", CC 2013,
// for a finished graph: a register that has no definition in a block before its
// use is looked up in the predecessors, and phis whose arguments are one value
// are that value. Deviation: trivial phis are removed by iteration at the end,
// strongly connected sets of redundant phis stay. Blocks that control cannot
// reach have no values. Cost: quadratic in the blocks in the worst case, nearly
// linear in practice.
package ssa
