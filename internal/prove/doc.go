// Package prove is the door of the packages that check proofs and models with code that did not make
// them, and of pathproof, which finds proofs. It has no code.
//
//	certificate  the text form of a proof, bound to a program by a digest
//	confirm      checks invariants of circuits; confirm/threads checks proofs of the threads of a
//	             program block by block; confirm/reduced checks proofs over reduced interleavings,
//	             confirm/persistent checks reductions of circuits
//	pathproof    proves an obligation about all paths of one function with a solver
//	inclusion    checks that random executions of the interpreter are executions of a model
//
// engine/circuit confirms its proofs with confirm, engine/static with confirm/threads, and engine/refine with
// confirm/reduced. engine/stored confirms the proofs in a certificate. engine/static calls pathproof.
// drive/check calls inclusion under --paranoid, and engine/order calls it for a few executions. drive/result
// writes certificates, and the public package reads them for heddle certify.
//
// confirm and confirm/threads import no analysis that finds proofs; TestConfirmedAlone checks this.
package prove
