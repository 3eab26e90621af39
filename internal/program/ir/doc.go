// Package ir owns the program representation of all phases after the front end: a control-flow graph
// of three-address instructions over virtual registers and explicit memory accesses. It owns the data
// (program.go, type.go, op.go, sub.go), the table that describes the opcodes (optable.go), and the
// rule that gives objects addresses (address.go, sites.go). It also has a builder, a text form that
// parses back to the same program, and a checker, and the dominators, loops and live registers of a
// function. It never executes or transforms a program.
//
// # Place in the pipeline
//
// front produces a Program; interp, unwind, efsm, sequential and cemit read it. The checker runs after
// linking. Tests also run it after lowering and on sequential programs.
//
// # Shape
//
//	Program ─┬─ Files, CTypes       names for people
//	         ├─ Globals             objects that exist from the start
//	         └─ Funcs ─┬─ Regs      virtual registers, mutable, typed
//	                   ├─ Locals    stack objects, made by enter, ended by leave
//	                   ├─ Consts    what constant operands name
//	                   └─ Blocks ── Instrs, then one Term
//
// Registers are not in SSA form: the same register may be assigned in several places, and holds zero
// until it is assigned. A register never has an address. Objects have addresses (a Global, a Local's
// instance, an alloc), and only loads, stores, rmw, cmpxchg and the lock operations access objects.
//
// # Invariants, held by Check
//
//   - Identifiers are dense from 1 and index the slices that own them.
//   - Names of functions and of globals are unique in the program, each in its
//     own name space. Nothing computes on names.
//   - Block 1 of a function is its entry; every block ends in one terminator.
//   - Control flow is reducible: every loop has a head that control enters it by
//     (Func.SideEntry; the front end brings that about).
//   - Operands, results and Type obey the opcode's rule in optable.go.
//   - A constant's bits beyond its type's width are zero, and a function's
//     constants are pairwise different and listed in the order in which the
//     text form meets them (Func.Canonicalise does that).
//
// # Text form
//
// WriteTo prints a program, Parse reads it back: Parse(p.String()) is deeply equal to p for every
// checked p. In the text functions, globals and C types appear by name, so that a single top-level
// item can be read alone and linked (Resolver, ParseFunc, ParseGlobal, ParseCType). See print.go for
// the grammar.
package ir
