// Package record turns an execution of a transition system (package efsm) that was
// made from a program into a trace of that program (package trace). It executes the
// system concretely, and the program beside it: a step of the system is a number of
// visible operations of the program's thread, more than one where the system knows an
// operation to touch what only its thread touches. It finds nothing by itself: whether
// a step can be done is the caller's business.
//
// The program's thread is known to have done a step's operation when it stood right
// before that instruction, or executed it while it was invisible (semantics 1: the
// interpreter sees what escaped so far, the system what ever does).
package record
