// Package interpolant computes interpolants of clauses in two parts, A and B, that contradict each
// other: functions of the common variables that A implies and that contradict B. It has a solver of its
// own, and reads the proof that this solver writes (sat.ProofWriter).
//
// Package model/circuit/itp is its only user.
//
// A derived clause follows from its hints by propagation: read backwards, resolution with one
// after the other. Each clause of the proof gets a partial interpolant:
//
//	clause of A            the disjunction of its literals over variables of B
//	clause of B            true
//	resolved, p in B       the conjunction of the two
//	resolved, p not in B   the disjunction
//
// The partial interpolant of the empty clause is the interpolant. Clauses that the empty clause does
// not need are skipped, so that the graph grows by the interpolant's gates only.
//
// McMillan, "Interpolation and SAT-based model checking", CAV 2003, section 3.
//
// # Cost
//
// The proof is kept as a whole; an interpolant has at most two gates for each literal of it.
package interpolant
