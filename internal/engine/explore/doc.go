// Package explore is the engine that executes: first some random schedules, which
// find most of what is easy to find, then every interleaving by the interpreter's
// exploration, under growing bounds on the iterations of loops; and, for a part of
// the time, every state without bounds on loops, which proves programs that have
// too many traces, or never end, but few states. It holds no interleaving semantics
// of its own; that is package interp's.
//
// # What its verdicts mean
//
// A violation is an execution that happened. Safe is answered only when every
// interleaving was executed, nothing was cut, and every choice was tried with
// each of its values. What waits in a loop without changing anything is stopped
// there (package analyze/loops), which loses nothing; any other loop whose number
// of iterations is not a constant is bounded, by 1, 4, 16, … in turn, and a place
// where the bound was hit leaves a mark.
//
// # Why random first
//
// Depth-first search changes the end of an execution first, and a fault that
// needs an early switch is found late. Schedules by random priorities (Burckhardt,
// Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic
// Guarantees of Finding Bugs, ASPLOS 2010; interp.RunCode) find faults of few
// switches anywhere in the execution with a probability that one can state. They
// prove nothing.
package explore
