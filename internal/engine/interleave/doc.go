// Package interleave is the engines that choose interleavings of the program's event graph
// (package internal/model/interleave): lazy asks about one after another, schedule about all in
// one formula, uw about more and more of them.
//
// Races and deadlocks are no matter of one interleaving: happens-before leaves many, and who
// waits for good sees the last values. For them the schedule is held against the relations of
// package consistency (ordered.go); lazy asks so for each interleaving of its tree.
//
// Bounds grow until nothing is cut: those of unwinding as in all engines, and the number of
// contexts, of which there are one more than switches.
package interleave
