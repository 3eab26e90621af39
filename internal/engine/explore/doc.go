// Package explore is the engine that executes programs. A program of one thread without inputs and other choices has one
// execution, so that the engine executes it once, without a bound. For other programs it runs three stages, the second
// one for a tenth of a second before the first:
//
//  1. Random schedules find most violations that are easy to find.
//  2. The interpreter's exploration executes every interleaving, under growing bounds on loop iterations.
//  3. For a part of the time, it visits every state without bounds on loops. This proves programs that have
//     too many traces, or never end, but few states.
//
// Package drive/check runs it by its Kind. The public package calls Explore for heddle explore, drive/relax for heddle
// relax, and drive/check for other memory models. The package defines no semantics of interleavings; package interp
// does.
//
// A task with a memory model is explored by execution graphs instead (package run/weak). Each violation is
// judged by the axioms of the model (package memmodel) before it is reported.
//
// # What its verdicts mean
//
// A violation is an execution that happened. The verdict is safe only if every interleaving was executed,
// none was cut, and every choice was tried with each of its values. A thread that waits in a loop without
// changing anything is stopped there (package analyze/loops), which loses nothing. Any other loop without a
// constant number of iterations is bounded by 1, 4, 16, … in turn; a place where the bound was reached
// leaves a mark.
//
// # Why random first
//
// Depth-first search changes the end of an execution first, so it finds faults late that need an early
// switch. Schedules by random priorities (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized
// Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010; interp.RunCode) find faults of few
// switches anywhere in the execution with a known minimal probability. They prove nothing.
package explore
