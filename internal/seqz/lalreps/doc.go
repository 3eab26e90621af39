// Package lalreps has the method that runs the threads one after another, each from its
// beginning to its end, and guesses the memory in which rounds begin (LalReps). States may
// be guessed that no execution of the original comes to, which is noticed at the end only.
package lalreps
