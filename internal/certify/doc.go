// Package certify confirms proofs that engines found, independently of how they were
// found: it writes the question down itself, in the plainest form, and asks a solver
// of its own. It shares the circuit and the solver with what it checks, nothing else:
// clauses of gates are Tseitin's, and nothing is simplified or learned from one question
// to the next, but that latches have their values put in where states are taken by those. What it is shown
// can be written down (package certificate), so that it can be confirmed once more. A
// proof that is not confirmed is a bug of Heddle, never a verdict, unless it was found for a
// part of the executions only.
package certify
