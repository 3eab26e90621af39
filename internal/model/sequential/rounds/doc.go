// Package rounds has the common part of the methods of Lal and Reps (lalreps) and of La Torre,
// Madhusudan and Parlato (lmp). Each of a number of rounds has its own copy of the shared memory, and a
// thread runs step by step through all its rounds. With an arbitrary schedule a round is a context, and
// belongs to one thread. The package decides no property.
//
//	sharing.go   what threads share: which cells of memory need copies
//	numbers.go   which pointers may be numbers
//	copies.go    the copies: guessing, comparing and restoring them
//	rewrite.go   steps that work on the copy of a round
//	program.go   the functions that run threads, and how an execution is judged
//
// A method creates a Program, adds the functions of the threads (Thread), and writes the start
// function. The start function sets the initial contents of the copies, runs the threads in an order,
// and checks the final contents.
package rounds
