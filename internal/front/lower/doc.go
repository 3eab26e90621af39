// Package lower turns the typed tree of one C translation unit into IR. It owns
// the meaning of C's expressions and statements in terms of loads, stores,
// registers and branches; it knows nothing of syntax (sema's business), of
// other translation units or of the library (link's business).
//
// # Place in the pipeline
//
// sema hands over a tree.Unit in which types, conversions and constants are
// settled. Lower lowers every function that the unit's external definitions need and
// returns a Unit: one ir.Program with a Symbol for each global and function. link merges
// such programs. Package front calls Lower for each source file, and cmd/clibgen for the
// library models. link calls MakeReducible, Tidy and ValueType for the code that it adds.
//
// # Normal forms of the result
//
//   - Every block is reachable from the entry; blocks are numbered in reverse
//     post-order; no block but the entry and empty endless loops consists of a
//     single br; a block whose only successor has no other predecessor is merged
//     with it; a branch condition is never a constant.
//   - Control flow is reducible (reducible.go). A loop that C enters elsewhere than at
//     its head begins with a switch on a register that says where control goes on.
//   - No call, load or store is hidden in anything: one instruction each, in evaluation order.
//     Evaluation order is left to right, except that a compound assignment evaluates its right side
//     first, as gcc does; where another order can matter (package evalorder) it is a choice (order.go).
//   - A scalar automatic variable whose address is never taken and that is
//     neither volatile nor _Atomic is a register with its name. Every other one
//     is a Local: entered at its declaration (at the start of its block when
//     control can jump past the declaration), left on every way out of the scope.
//   - _Bool is i8, 0 or 1. Comparisons yield i1 and are extended only when their
//     value is used as an int.
//   - && and || are branches, except where the right side is a few operations on
//     registers that cannot fail: then both sides are evaluated (cond.go).
//   - A bit-field access is a load and, for writes, a store of its unit.
//   - A structure passed by value is a pointer to a copy that the caller made; a
//     structure result is written through a hidden first parameter.
//   - Variable arguments lie in a Local of the caller, each in a multiple of 8
//     bytes; the callee's last parameter points to it, and va_list is a pointer
//     into it.
//   - Aggregate copies are one load and store per scalar leaf ("granule");
//     unions and padding go by bytes or small integers, long arrays by a loop.
//   - nsw stands on signed additions, subtractions, multiplications, negations,
//     left shifts and divisions, nowhere else.
//   - A register variable has a `choose uninit` at its birth, and asserts of
//     property uninit before its uses, only where it may be read unassigned
//     (uninit.go).
//
// Registers are mutable, and an expression that reads a register variable uses
// the register itself, not a copy. That is sound because C leaves a program
// undefined that writes the variable unsequenced with the read; the places where
// C sequences such a write (post-increment, conditional values) copy.
//
// # Files
//
// unit.go, data.go, types.go: file-scope things. function.go, scope.go, stmt.go,
// jump.go: statements. expr.go, arith.go, convert.go, cond.go, assign.go,
// place.go, bitfield.go, aggregate.go, order.go: expressions. call.go, builtin.go,
// output.go, memory.go, intrinsic.go, atomic.go: calls. emit.go folds constants.
// blocks.go, uninit.go, tidy.go, reducible.go finish a function.
package lower
