// Package lmp has the method that runs a thread again for each of its contexts, on the
// memory that its contexts had before (LMP). No memory is guessed, so that only states are
// seen that an execution of the original comes to.
package lmp
