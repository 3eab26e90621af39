// Package smtlib writes and reads formulas in SMT-LIB 2.6, the language of outside solvers and of other
// tools' formulas. It knows terms but no solver. Package solver/process uses it to
// exchange text with solvers, package solver/script to run scripts, and drive/check to write the
// formulas of heddle ir.
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
// Bool, bit-vectors of 1 to 128 bits and arrays from bit-vectors to bit-vectors, with every operator of
// theories Core, FixedSizeBitVectors and ArraysEx except equality of arrays. From SMT-LIB 2.7 come the
// predicates of overflow. Common extensions are rotations by terms (ext_rotate_left, ext_rotate_right)
// and constant arrays ((as const S) v). Theory FloatingPoint is complete except for conversion to
// reals. Functions may be defined but not declared; applications of functions with arguments are
// expanded. User-defined sorts, quantifiers, integers, reals and all else give an Error with
// Unsupported set.
//
// # Sharing
//
// A term that is used more than once becomes a define-fun, so that the text is linear in the number of
// terms. A deeply nested term does too, so that solvers with a recursive parser do not run out of
// stack. Definitions are used instead of let so that a solver reads each term only once if several
// questions follow about growing formulas. A printer writes a term at most twice in its life: inside
// the first term that uses it, and as a definition when it turns out to be used again.
//
// # Beyond the standard
//
// The store's operators beyond SMT-LIB 2.6 are written out: overflow as arithmetic in more bits,
// rotations by terms as shifts. A constant array becomes an array variable, with an assertion of its
// element for each index at which it may be read. Without equality of arrays no other element matters.
// PrintOptions.Extended writes these operators by name, for this package and solvers that support them.
//
// Floats and rounding modes are bit-vectors in the store (Meaning, readfloat.go,
// printfloat.go).
//
// Reference: C. Barrett, P. Fontaine, C. Tinelli, "The SMT-LIB standard, version
// 2.6", 2017, and the theory pages of smt-lib.org.
package smtlib
