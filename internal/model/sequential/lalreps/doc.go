// Package lalreps has the method that runs the threads one after another, each from its beginning to
// its end, and guesses the memory at the beginning of rounds (LalReps). Guessed states may be
// unreachable in the original program; this is detected only at the end.
//
// Package engine/sequentialized runs it as a Method. It decides no property.
package lalreps
