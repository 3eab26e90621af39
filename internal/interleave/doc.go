// Package interleave owns executions of an event graph (package event) in a chosen order: what
// memory holds, as terms, after the nodes of the threads were done in that order, and what is
// violated or cut then. The graph's terms for values, pointers and guards are unwind's; this
// package has none of its own. It knows no IR instruction and makes no traces.
//
// # One after another
//
// Tree is the reachability tree of lazy exploration (Cordeiro and Fischer, "Verifying
// multi-threaded software using SMT-based context-bounded model checking", ICSE 2011, and its
// slides). A node of the tree is what the slides have: the active thread, the number of context
// switches, memory, and for each thread its location, with guards. Depth first, the active thread
// goes on, or where the bound allows another one does; a complete interleaving is one formula
// and one call of the solver.
//
// A read's variable is replaced by what memory holds along the interleaving, so that most
// is constant, and equal in interleavings that differ elsewhere. What cannot be replaced
// for sure is constrained to be equal. Memory is a term for each granule, also where an index is no
// constant but has few values (granules.go), else an array.
//
// Deviations. Branches of one thread are merged, as the graph has them: rule R4 makes no two
// children; a node that is not surely executed is done under its guard. Switches are
// considered before effective operations only: those that touch what another thread
// touches, and those that may wait. What is violated is violated whatever follows, so that an
// interleaving is asked about what those before it, which begin alike, did not have.
// Interleavings that come to the same state are one from there on (seen.go).
//
// # All in one formula
//
// Formula is their schedule recording. A block has a variable ts that says whose it is; a
// group of operations, an effective one and those behind it, is done in at most one block, which
// is then its thread's:
//
//	done(g, i) = in block i or before     done(g, i) ∧ ¬done(g, i-1) ⇒ ts(i) = thread of g
//
// Only what operations do is guarded by the schedule: reads, writes, and order; what threads do
// alone is the graph's. Deviation: a block is all that a thread does between two switches, not
// one statement, so that the formula grows with blocks × operations and not with the
// number of interleavings.
//
// NewSchedule is the same without memory, for whoever knows which operations are before which.
//
// Under-approximation and widening asks the same formula under control literals (control.go): the
// literal of a block keeps it as it is in one interleaving. Those in the core of an
// answer are dropped, until there is a violation, or none is in the core. Nothing is built
// again: a further call adds no term and no clause (BenchmarkWidening). Deviation: a literal is
// for a block, its thread and its end together.
//
// A core is dropped as the solver gives it. To make it minimal by leaving out one literal after
// the other took 90 calls in place of 31 and the same work (2.6 million ticks) on nine programs
// of two to four threads that add; to ask again with the core alone until that is
// no smaller took 63 calls and a tenth less.
//
// # Bounds
//
// A block is the uninterrupted operations of one thread. So many blocks at most are one more
// than so many switches, forced ones included. Each prefix of an interleaving is one,
// so that a thread may be left wherever it is; a wait may be passed with the thread left
// there for good, and what it does if it goes on is looked at where the wait comes later.
package interleave
