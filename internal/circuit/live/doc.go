// Package live turns questions about endless executions of circuits into questions that
// checkers of bad signals answer. It checks nothing.
//
//	circuit, formula ──Product──▶ circuit with justice ──Safety──▶ circuit with a bad signal ──checker──▶ Lasso
//
// # Product
//
// What a formula in negation normal form says of an execution is guessed step by step: for
// each subformula with a temporal operator an input says whether it is to hold after the
// step, and a latch keeps that obligation, which a constraint demands. An obligation of an
// until may not be put off for ever, which is justice. Clarke, Grumberg, Hamaguchi, "Another
// look at LTL model checking", CAV 1994, section 4, with one deviation: since no subformula is
// negated, a guess need not be exact, it only obliges (as in Gerth, Peled, Vardi, Wolper,
// "Simple on-the-fly automatic verification of linear temporal logic", PSTV 1995).
//
// # Safety
//
// A state is saved at some step, guessed by an input; bad is to be in that state again, after
// all edges of justice held in between. Biere, Artho, Schuppan, "Liveness checking as safety
// checking", FMICS 2002. Latches that are constant, and those on which nothing depends, are
// not compared.
//
// # Cost
//
// Product has a latch and an input for each temporal subformula, Safety doubles the latches.
package live
