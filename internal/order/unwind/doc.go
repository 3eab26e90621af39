// Package unwind turns a program into an event graph (package event). It executes every thread symbolically
// up to a bound, merges paths where control meets, and records the operations on shared memory. It does not
// decide which executions the graph has, and never enumerates interleavings.
//
// Package engine/search calls Unwind within growing bounds, for engine/order and engine/interleave. Package
// engine/sequentialized calls it for sequential programs.
//
// # Threads, one at a time
//
// A thread is executed as if it were alone. Blocks of a function are executed in a weak topological order
// (loops.WeakOrder; Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993). So all
// paths through a loop's body meet before the next iteration, and all exits of a loop before the code after
// it. States that meet are merged with ite. Calls are executed inline. A branch with a constant condition
// has one side only. A new thread is executed at its creation, so its End is known at the join.
//
// A read of memory that another thread may have written yields a fresh variable: a Read event. Package
// consistency decides later from which write it reads.
//
// # Shared or private
//
// Whether memory is shared is found by iteration (world.go). Passes over the whole program share a table of
// accesses. For each cell of each object it has the writers, how many threads a writer had created by then,
// and the values, if they are few constants. A pass takes the table of the earlier passes as true. Passes
// repeat until one finds nothing new; its graph is the result.
//
// This is sound. Order a thread's accesses in any execution by po and reads-from, which is acyclic. By
// induction along that order, every value read is in the table: the pass that computed its write did so
// from values that the table had.
//
// A thread reads a cell from its own view of memory, without an event, if every write of others to the cell
// came from a thread that (transitively) created it, before that creation. A new thread begins with its
// creator's view.
//
// A thread knows its holds of locks (hold.go). Memory that is written under a lock only is read once per hold of
// that lock (guarded.go). Events on which nothing depends are dropped (slice.go).
//
// # Values
//
// A pointer is a set of cases (object, offset, condition), exclusive and complete, beside its bits
// (value.go). An object is an instance: site, thread, and how many the unwinding had created there before.
// Its address follows ir.Space. A pointer that is read from shared memory is resolved by the constants in
// its bits.
//
// The bytes of objects are divided into cells by the accesses to them; arrays of structures have a column
// per member (layout.go).
//
// # Obligations
//
// The graph has obligations of the checked property only (check.go). A failure of another property acts as
// in semantics 5. Leaks are looked for at every end of the process (leak.go). For deadlocks there is an
// obligation for each place where a thread may wait for ever (wait.go). A graph for races has accesses and
// points of synchronisation instead (race.go).
//
// # Bounds
//
// An iteration of a loop counts against Options.Loop if a path left the loop during it, or if its condition
// is not constant. Other loops are executed as often as their conditions say, up to Options.Concrete. An
// await loop (package loops) stops after an iteration that changed nothing, without a mark (await.go).
package unwind
