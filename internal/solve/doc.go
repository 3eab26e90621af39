// Package solve is the door of the decision procedures: terms over bit-vectors, floats
// and arrays, their translation to clauses, and the solvers.
//
//	term      hash-consed terms, simplified when they are built
//	bitblast  terms to an and-inverter graph and to clauses
//	sat       the CDCL solver, with a propagator interface for theories
//	solver    one interface over term, bitblast and sat; solvers that are programs of their own
//	          (process), scripts in SMT-LIB (script)
//	lia       linear integer arithmetic over terms, with an unknown for each wrap
//	affine    linear relations modulo a power of two
//	smtlib    the SMT-LIB language
//	dimacs    DIMACS files
//	proof     an independent checker of LRAT and DRAT proofs; it imports nothing of ours
//
//	term ──bitblast──▶ clauses ──sat──▶ model or proof of unsatisfiability
//
// The packages know formulas only: no program, no thread, no memory model.
package solve
