// Package prove is the door of everything that confirms a proof with code that did not
// find it.
//
//	certificate  the text form of a proof, bound to a program by a digest
//	confirm      checks invariants of circuits; confirm/threads checks proofs of the threads of a
//	             program block by block; confirm/reduced checks proofs over reduced interleavings
//	pathproof    proves an obligation about all paths of one function with a solver
//	inclusion    checks that random executions of the interpreter are executions of a model
//
// confirm imports no analysis that finds proofs; TestConfirmedAlone holds this.
package prove
