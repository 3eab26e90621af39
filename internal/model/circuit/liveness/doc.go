// Package liveness turns questions about infinite executions of circuits into questions that checkers of
// bad signals answer. It checks nothing.
//
// Package engine/circuit calls Product and Safety for properties of executions as a whole, and Execution
// and Start for a violation.
//
//	circuit, formula ──Product──▶ circuit with justice ──Safety──▶ circuit with a bad signal ──checker──▶ Lasso
//
// # Product
//
// The truth of a formula in negation normal form is guessed step by step. For each subformula with a
// temporal operator an input guesses whether it is to hold after the step. A latch keeps that
// obligation, and a constraint enforces it. An obligation of an until may not be postponed forever,
// which is justice. Clarke, Grumberg, Hamaguchi, "Another look at LTL model checking", CAV 1994,
// section 4, with one deviation. Since no subformula is negated, a guess need not be exact, it only
// creates an obligation (as in Gerth, Peled, Vardi, Wolper, "Simple on-the-fly automatic verification
// of linear temporal logic", PSTV 1995).
//
// # Safety
//
// An input guesses a step at which the state is saved. Being in that state again, after all edges of
// justice held in between, is bad. Biere, Artho, Schuppan, "Liveness checking as safety checking",
// FMICS 2002. Constant latches, and latches on which nothing depends, are not compared.
//
// # Cost
//
// Product has a latch and an input for each temporal subformula, Safety doubles the latches.
package liveness
