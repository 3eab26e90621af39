// Package interleave has the engines that choose interleavings of the program's event graph (package
// internal/model/interleave): lazy solves one after another, schedule solves all in one formula, and uw
// solves growing sets of them.
//
// Package drive/check runs them by their Kinds. A violation is replayed before it is
// returned.
//
// A single interleaving does not decide a race or a deadlock: happens-before allows many orders, and a
// thread that waits for ever sees the last values. For these properties, the schedule is combined with the
// relations of package consistency (ordered.go). lazy does so for each interleaving of its tree.
//
// Bounds grow until no execution is cut: the bounds of unwinding, as in all engines, and the number of
// contexts, which is the number of switches plus one.
package interleave
