// Package unwind turns a program into an event graph (package event): it
// executes every thread symbolically up to a bound, merging paths where control
// meets, and writes down what threads do to memory that they share. It never
// decides which executions the graph has, and never enumerates interleavings.
//
// # Threads, one at a time
//
// A thread is executed as if it were alone. Blocks of a function are executed in
// a weak topological order (loops.WeakOrder; Bourdoncle, "Efficient chaotic iteration
// strategies with widenings", FMPA 1993), so that all paths through a loop's body
// meet before the next iteration and all exits of a loop before what follows it;
// states that meet are merged with ite. Calls are executed inline. A branch whose
// condition is constant has one side only. A thread that is created is executed
// right there, so that its End is known where it is joined.
//
// A read of memory that another thread may have written yields a fresh variable:
// a Read event. Which write feeds it is decided later, by package consistency.
//
// # Shared or private
//
// Whether memory is shared is found by iteration (world.go). Passes over the
// whole program share a table of what was accessed: for each cell of each object,
// who wrote it, how far it had come in creating threads, and which values, if few
// constants. A pass takes the table of the passes before it as true; passes
// repeat until one finds nothing new, and that one's graph is the result. This is
// sound: order a thread's accesses in any execution by po and reads-from, which is
// acyclic; by induction along that order every value read is one that the table
// has, because the pass that computed the write with it did so from values that
// the table had.
//
// A thread reads a cell from its own view of memory, without an event, when
// every write of others to the cell was done by a thread that (transitively)
// created it, before that creation: the view of a new thread is its creator's.
//
// Memory that is written under a lock only is read once per hold of that lock
// (guarded.go), and events that nothing depends on are dropped (slice.go).
//
// # Values
//
// A pointer is a set of cases (object, offset, condition), exclusive and
// complete, beside its bits (value.go). An object is an instance: site, thread,
// and how many the unwinding had made there before. Its address follows
// ir.Space, and a pointer that is read from shared memory is found again by the
// constants in its bits.
//
// The bytes of objects are cut into cells by how they are accessed, arrays of
// structures into a column per member (layout.go).
//
// # Obligations
//
// Those of the checked property only (check.go). What another property says of a
// failure acts as semantics 5 has it. Leaks are looked for at every end of the
// process (leak.go). For deadlocks there is an obligation for each place where a
// thread may wait for good (wait.go). A graph for races has accesses and points of
// synchronisation in their place (race.go).
//
// # Bounds
//
// An iteration of a loop counts against Options.Loop when a path left the loop
// during it, or when nothing constant kept it going; other loops are executed as
// often as their conditions say, up to Options.Concrete. An await loop (package
// loops) stops after an iteration that changed nothing, without a mark (await.go).
package unwind
