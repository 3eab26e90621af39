// Package stored is the engine that looks for nothing: it confirms proofs that were written down
// (package certificate). What a proof is about, the circuit of a program or its threads, it makes anew from
// the program; whether the proof holds, package confirm and confirm/threads say. No code that finds proofs is
// below it, which a test holds.
//
// Package threadproof lists the facts of other analyses that a thread-modular proof rests on. In a file they may
// say anything, so that these analyses, packages pointsto and raceproof, are asked once more (given.go): what is
// stated must be no more than they know. They are the only part of the work of package values that is done
// with the same code.
package stored
