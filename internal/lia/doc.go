// Package lia owns integer linear arithmetic over words: it shows of conjunctions of terms, about sums
// for most of them, that nothing satisfies them. Adders that are compared with adders are hard for a
// solver of clauses, and easy for linear programs.
//
// A word of width w stands for its value with a sign. The value of a sum is that of its atoms, terms
// that are no sums, as integers, less a multiple of 2^w that brings it back into the range of words: the
// sum's wrap, an unknown of its own. So an answer is one about words, and needs no promise that nothing
// overflows: where bounds say so the wrap is zero, and else its few values are tried.
//
// Rational solutions are looked for by the simplex method with bounds (Dutertre and de Moura, "A fast
// linear-arithmetic solver for DPLL(T)", CAV 2006). Alternatives, by the structure of terms, and unknowns
// that are no integers are split. All numbers are exact; where they would grow beyond 64 bits, or
// the work beyond its limits, there is no answer.
package lia
