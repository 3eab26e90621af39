// Package lmp has the method that runs a thread again for each of its contexts, on the memory of its
// earlier contexts (LMP). It guesses no memory, so that only reachable states of the original program
// occur.
//
// Package engine/sequentialized runs it as a Method. It decides no property.
package lmp
