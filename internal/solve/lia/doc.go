// Package lia decides integer linear arithmetic over words: it refutes conjunctions of terms, most of
// them comparisons of sums. Comparing adders with adders is hard for a SAT solver and easy for a linear
// program.
//
// Package engine/refine calls Refute for questions that the SAT solver does not answer soon.
//
// A word of width w stands for its value with a sign. The value of a sum is the integer sum of its
// atoms (terms other than sums) less a multiple of 2^w that brings it back into the range of words.
// This multiple, the sum's wrap, is an unknown of its own. So a refutation holds for words, and
// overflow need not be excluded. Where the bounds exclude it the wrap is zero; otherwise its few values
// are tried.
//
// The package searches rational solutions by the simplex method with bounds (Dutertre and de Moura, "A
// fast linear-arithmetic solver for DPLL(T)", CAV 2006). Then it splits on alternatives, as the
// structure of terms has them, and on unknowns whose value is not an integer. All numbers are exact;
// where they would grow beyond 64 bits, or the work beyond its limits, there is no answer.
//
// Sums of words wider than 32 bits are used only if they cannot wrap. Words wider than 64 bits are not
// compared.
package lia
