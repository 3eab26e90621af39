// Package rounds has what the methods of Lal and Reps (lalreps) and of La Torre,
// Madhusudan and Parlato (lmp) share: each of a number of rounds has its own copy of what
// threads share, and a thread is run from one step to the next through all its rounds. With
// an arbitrary schedule a round is a context, and belongs to one thread.
//
//	sharing.go   what threads share: which cells of memory need copies
//	numbers.go   which pointers may be numbers
//	copies.go    the copies: guessing, comparing and restoring them
//	rewrite.go   steps that work on the copy of a round
//	program.go   the functions that run threads, and how an execution is judged
//
// A method makes a Program, adds the functions of the threads (Thread), and writes the
// start function: what copies hold before threads run, in which order threads run, and what
// the copies must hold afterwards.
package rounds
