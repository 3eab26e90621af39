// Package term owns hash-consed formulas over Bool, bit-vectors of 1 to 128
// bits, floats in such bit-vectors, and arrays from bit-vectors to bit-vectors:
// SMT-LIB QF_ABVFP as far as C needs it. Unwinding and the
// encodings build terms, bit blasting and the SMT-LIB printer read them. It never
// solves anything and never knows a program. Of ours it imports package wide only.
//
// # Key types
//
//	ID      dense handle of a term; 0 (None) is no term, False is 1, True is 2
//	Store   owner of all terms; constructors and accessors are its methods
//	Sort    small value: Bool, BV(width), Array(index width, element width)
//	Op      opcode; everything known about one stands in its row of opTable
//	Format  a binary format of IEEE 754; its values are bit-vectors
//	Word    128-bit constant; Bool constants are the words 0 and 1
//
// Around the store: Walk visits a DAG in topological order, Evaluator computes
// values under an Assignment, Translator substitutes and copies between
// stores, WriteText writes the canonical text, ParseTerm reads one application of it.
// Package testkit/termtest generates random terms for the tests of other packages.
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
// Known bits are a forward analysis over (known zeros, known ones), as in Regehr and Duongsaa,
// "Deriving abstract transfer functions for analyzing embedded software", LCTES 2006. We use the plain
// transfer functions of each operator rather than derived ones. The two-level rules on conjunctions
// follow Brummayer and Biere, "Local two-level and-inverter graph minimization without blowup", MEMICS
// 2006, as far as they need at most one new conjunction. They apply whether or not the old ones are
// shared.
//
// # Semantics
//
// SMT-LIB (theories FixedSizeBitVectors, version 2.6, and ArraysEx). Division by zero gives all ones,
// remainder by zero the dividend; signed division truncates. A shift by the width or more gives 0 (or
// the sign); overflow predicates are those of SMT-LIB 2.7. There is no equality between arrays: C needs
// none, and without it arrays need no extensionality.
//
// # Floats
//
// A float is a bit-vector of its format's width: sign, biased exponent, fraction,
// as in memory. There is no sort of its own, so ite, arrays and bit casts need
// nothing new, and = compares bits. The operators on floats carry the format and
// the rounding direction in their parameter (FloatParam):
//
//	%1 = fp.add[rne,f32] x y
//	%2 = fp.to_fp[rne,f32,f64] %1
//	%3 = fp.leq[f64] %2 0x0:64
//
// They mean what IEEE 754-2019 says, with one NaN. An operator that computes gives Format.NaN if the
// result is NaN, for any bits of its arguments. Moving, negation and absolute value, which are
// operators on bits, keep them. fp.to_sbv is total, as x86-64's conversions are: NaN and numbers that
// do not fit give the least integer.
//
// In SMT-LIB a float operator is fp.op over ((_ to_fp e s) x) of its arguments. A result x in bits is a
// fresh bit-vector constant with (= ((_ to_fp e s) x) …), and x the bits of Format.NaN if it is NaN.
// fp.rem by rtz, fmod, has no counterpart: with r = (fp.rem |x| |y|), it is r, or (fp.add RNE r |y|),
// exact, if r is negative, with the sign of x. fp.to_sbv needs its range checked outside.
package term
