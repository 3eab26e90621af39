// Package stored is the engine that confirms written proofs (package certificate); it searches for none. It
// builds the object of a proof, the circuit of a program or its threads, anew from the program. Packages
// confirm and confirm/threads check the proof. The package imports no code that finds proofs, which a test
// checks. Package drive/check runs it for heddle certify. A verdict is safe or unknown, never a violation.
//
// Package threadproof lists the facts of other analyses that a thread-modular proof rests on. A file may
// contain any such facts, so the package runs these analyses, pointsto and raceproof, again (given.go). The
// stated facts must follow from their results. This is the only part of package values' work that is
// repeated by the same code.
package stored
