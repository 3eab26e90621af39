// Package record turns an execution of a transition system (package efsm) into a trace (package trace) of
// the program that the system was built from. It executes the system concretely, and the program beside it.
// A step of the system is one or more visible operations of the program's thread; it is more than one where
// the system knows that an operation touches only its thread's data. The package searches for nothing: the
// caller provides the steps.
//
// Packages engine/depth and engine/circuit call Trace and Lasso when a solver has found the steps of a
// violation. Package engine/sequentialized uses Number only.
//
// The program's thread has done a step's operation if it stood right before that instruction, or executed
// it as an invisible operation (semantics 1). The interpreter counts an object as shared once it has
// escaped; the system does so if it ever escapes.
package record
