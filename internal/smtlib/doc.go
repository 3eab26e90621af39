// Package smtlib writes and reads formulas in SMT-LIB 2.6: the door to outside
// solvers and to the formulas of other tools. It sits on floor 2, knows terms and
// no solver: package solver/process talks to solvers in this language, package
// solver/script runs scripts.
//
// # Key types
//
//	Reader   text to S-expressions, one at a time, with positions
//	Parser   S-expressions to commands whose terms are in a store
//	Printer  terms of a store to text
//	Reads    which arrays terms read, and where
//	Error    what is wrong with a text, and where
//
// # The fragment
//
// Bool, bit-vectors of 1 to 128 bits and arrays from bit-vectors to bit-vectors,
// with every operator of theories Core, FixedSizeBitVectors and ArraysEx but
// equality of arrays, the predicates of overflow of SMT-LIB 2.7, rotations by
// terms (ext_rotate_left, ext_rotate_right) and constant arrays ((as const S) v)
// as all solvers have them, and theory FloatingPoint without conversion to reals.
// Functions may be defined, not declared: those with arguments are expanded. Sorts of the user's, quantifiers, integers, reals and
// the rest are an Error that says they are unsupported.
//
// # Sharing
//
// A term that is used more than once becomes a define-fun, and so does one that is
// nested deeply, so that the text is linear in the number of terms and solvers
// that parse by recursion do not run out of stack. Definitions rather than let:
// a solver that is asked several questions about growing formulas reads each term
// once. A printer writes a term at most twice in its life: inside the first term
// that uses it, and as a definition when it turns out to be used again.
//
// # What the standard does not have
//
// The store's operators beyond SMT-LIB 2.6 are written out: overflow as
// arithmetic in more bits, rotations by terms as shifts. A constant array becomes
// an array about which is asserted, for each index at which it may be read, what
// it has there; without equality of arrays that is all that matters.
// PrintOptions.Extended writes them by name, for this package and solvers that
// know them.
//
// Floats and rounding modes are bit-vectors in the store (Meaning, readfloat.go,
// printfloat.go).
//
// Reference: C. Barrett, P. Fontaine, C. Tinelli, "The SMT-LIB standard, version
// 2.6", 2017, and the theory pages of smt-lib.org.
package smtlib
