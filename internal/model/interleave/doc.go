// Package interleave computes executions of an event graph (package event) in a chosen order. It
// computes the contents of memory, as terms, after the nodes of the threads were done in that order,
// and the conditions under which obligations are violated or marks are reached. The graph's terms for
// values, pointers and guards come from package unwind. This package knows no IR instructions and makes
// no traces. Package engine/interleave asks the solver and makes the traces.
//
// # One after another
//
// Tree is the reachability tree of lazy exploration (Cordeiro and Fischer, "Verifying multi-threaded
// software using SMT-based context-bounded model checking", ICSE 2011, and its slides). A node of the
// tree is as in the slides: the active thread, the number of context switches, memory, and for each
// thread its location, with guards. The search is depth first: the active thread continues, or another
// one if the bound allows it. A complete interleaving is one formula and one call of the solver.
//
// The variable of a read is replaced by the contents of memory along the interleaving. So most terms
// are constant, and equal in interleavings that differ elsewhere. If the replacement is not certain,
// the two are constrained to be equal. Memory is a term for each granule, also if an index is not
// constant but has few values (granules.go), and otherwise an array.
//
// Deviations. Branches of one thread are merged, as in the graph: rule R4 makes no two children. A node
// that is not certainly executed is done under its guard. Switches are considered before effective
// operations only: accesses to memory that another thread accesses, and operations that may wait. A
// violation does not depend on what follows. So a query covers only violations after the prefix shared
// with earlier interleavings. Interleavings that reach the same state are merged from there on
// (seen.go).
//
// # All in one formula
//
// Formula is their schedule recording. A block has a variable ts that is the number of its thread. A
// group of operations, an effective one and those after it, is done in at most one block of its thread:
//
//	done(g, i) = in block i or before     done(g, i) ∧ ¬done(g, i-1) ⇒ ts(i) = thread of g
//
// The schedule guards only the effects of operations: reads, writes, and order. The computations of a
// thread are as in the graph. Deviation: a block holds all operations of a thread between two switches,
// not one statement. So the formula grows with blocks × operations and not with the number of
// interleavings.
//
// NewSchedule is the same without memory, for callers that know the order between operations.
//
// Under-approximation and widening uses the same formula under control literals (control.go): the
// literal of a block keeps it as it is in one interleaving. The literals in the core of an answer are
// dropped, until there is a violation, or the core has none. Nothing is rebuilt: a further call adds no
// term and no clause (BenchmarkWidening). Deviation: a literal is for a block, its thread and its end
// together.
//
// The literals of a core are dropped as the solver returns it. Two ways to make it smaller were
// measured on nine programs of two to four threads that add. A minimal core, by dropping one literal
// after the other, took 90 calls in place of 31 and the same work (2.6 million ticks). Repeating the
// question with the core alone until it stops shrinking took 63 calls and a tenth less work.
//
// # Bounds
//
// A block is a sequence of uninterrupted operations of one thread. A bound of n blocks allows n-1
// switches, including forced ones. Each prefix of an interleaving is an interleaving, so that a thread
// may stop anywhere. A wait may be passed with the thread stopped there for good. Its continuation is
// covered by interleavings in which the wait comes later.
package interleave
