// Package term owns hash-consed formulas over Bool, bit-vectors of 1 to 128
// bits and arrays from bit-vectors to bit-vectors: SMT-LIB QF_ABV as far as C
// needs it. It sits on floor 1: unwinding and the encodings build terms, bit
// blasting and the SMT-LIB printer read them. It never solves anything, never
// knows a program, and imports nothing of ours.
//
// # Key types
//
//	ID      dense handle of a term; 0 (None) is no term, False is 1, True is 2
//	Store   owner of all terms; constructors and accessors are its methods
//	Sort    small value: Bool, BV(width), Array(index width, element width)
//	Op      opcode; everything known about one stands in its row of opTable
//	Word    128-bit constant; Bool constants are the words 0 and 1
//
// Around the store: Walk visits a DAG in topological order, Evaluator computes
// values under an Assignment, Translator substitutes and copies between
// stores, WriteText and Parse are the canonical text and its parser. The
// subpackage termtest generates random terms for the tests of other packages.
//
// # Layout
//
// Terms live in one flat slice of pointer-free structs, 28 bytes each:
//
//	nodes[id]  args[0] args[1] args[2] param | op width | sort | fact
//	const      bits 0-31, 32-63, 64-95, 96-127 of the value; width 0 is Bool
//	var        param indexes the names
//	others     up to three arguments; param as the row of the opcode says
//
// An open-addressing table maps the key (the first two groups) to the ID, or,
// when the simplifier rewrote that key, to the ID of the result. Construction
// of a known term is therefore one probe and allocates nothing, whether or not
// rules were needed the first time.
//
// # Invariants
//
//   - Two terms of one store with the same opcode, parameter and arguments have
//     the same ID. Variables are never shared: every call of Var makes a new
//     one; names are for people.
//   - Arguments have smaller IDs than the term. Ascending IDs are a topological
//     order, and terms never change once they exist.
//   - Every term is well sorted. A constructor given wrong sorts panics: that is
//     a bug of the caller, not an input error.
//   - A term and its simplified form have the same value under every
//     assignment. Nobody may rely on a rule having fired: every opcode can occur
//     in a simplified store.
//
// # Simplification
//
// A store in mode Simplified (the zero value) rewrites at construction; mode
// Raw keeps every term as asked for and exists for tests. The rules stand in
// tables, one file per family (rules_*.go), each with its match, its result and
// its own test. Normal forms, where rules fire:
//
//   - or, bvor, bool xor, ule and sle become not, and, =, ult and slt; constant
//     shifts and rotations become extracts and concats;
//   - commutative operators hold a constant second, otherwise the newer term
//     first, which is how accumulating code writes them; constants of nested
//     sums, products and conjunctions are merged;
//   - extracts move through concats, extensions and bitwise operators towards
//     the variables; adjacent extracts in a concat are joined.
//
// Rules may construct terms, which fires rules again. Results are remembered in
// the table, so no key is rewritten twice and sharing is never lost; nesting
// deeper than maxNesting stops rewriting and keeps the term as it is. That bounds
// the stack, and the work of moving one extract down a long chain of operators.
//
// Known bits are a forward analysis over (known zeros, known ones), as in
// Regehr and Duongsaa, "Deriving abstract transfer functions for analyzing
// embedded software", LCTES 2006; we use the plain transfer functions of each
// operator rather than derived ones. The two-level rules on conjunctions follow
// Brummayer and Biere, "Local two-level and-inverter graph minimization without
// blowup", MEMICS 2006, as far as they need at most one new conjunction; whether
// the old ones are shared is not looked at.
//
// # Semantics
//
// SMT-LIB (theories FixedSizeBitVectors, version 2.6, and ArraysEx):
// division by zero gives all ones, remainder by zero the dividend; signed
// division truncates; a shift by the width or more gives 0 (or the sign);
// overflow predicates are those of SMT-LIB 2.7. There is no equality between
// arrays: C needs none, and without it arrays need no extensionality.
//
// # Floats
//
// Floating-point sorts and rounding modes will be further kinds of Sort and
// further rows of opTable. A Sort has two free byte fields per kind, which
// hold exponent and significand width.
package term
