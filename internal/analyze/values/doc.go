// Package values proves obligations that depend on values: assertions, memory safety, signed overflow,
// division, shifts, reads of bytes without a value. The proof covers all executions, without bounds.
// The package computes the possible values of registers and memory at every place, for every schedule,
// and checks every obligation. It never claims that an obligation is violated.
//
// Package engine/static turns the result into verdicts and stored proofs. Package drive/check uses it to
// exclude checks that always hold from the coverage, and package explain/waypoint to prove invariants for
// witnesses.
//
// # Values
//
// A value is an interval of signed numbers, an interval of unsigned numbers, the last bits of all
// (low.go), and pointers: objects with intervals of offsets (value.go). Values are bit patterns, so
// signed overflow wraps, as it does if it is not checked. Package ssa splits registers into values,
// contexts and objects come from package pointsto. Memory is divided into cells (cell.go). A place that
// is always accessed as a whole is a cell. The places p+k·step of an array are one cell together.
// Places that are accessed in parts are unknown. The initial values of an array's elements are kept
// separate from written values: a load in a loop over elements that an earlier loop has written finds
// only written values (raceproof.Parallel.Filled). Pointers to one place are equal if they can only be
// to one instance of the object (same.go). An access to a node of a list whose head is in a table does
// not access the table (raceproof.Parallel.ToNodes).
//
// The analysis goes forward through every thread, with a state for every block and every call.
// Intervals that grow in loops are widened to the next of the program's constants (Cousot, Cousot,
// "Abstract interpretation", POPL 1977). A branch narrows the operands of its condition, and the cells
// that hold them.
//
// # Threads
//
// Each thread is analysed alone, as in Miné, "Static analysis of run-time errors in embedded real-time
// parallel C programs", LMCS 2012. The cells of a state hold the values known to the thread: from its
// creator, then from its own writes. A read of a cell that several threads can reach finds these
// values, and the values that threads running in parallel (package raceproof) may have written:
//
//   - Other threads see a write after the instruction, or after the atomic section that contains it.
//     No thread interferes inside a section.
//   - Assume every thread that writes a cell while others run holds certain locks. Then the cell keeps
//     its value while a thread holds one of them. After acquiring one, holding none, the thread finds
//     the values that others left at their release of that lock. An invariant of an outer lock may be
//     broken at the release of an inner one (the protection-based reading of Schwarz, Saan, Seidl,
//     Apinis, Erhard, Vojdani, "Improving thread-modular abstract interpretation", SAS 2021). When a
//     thread makes an object reachable, others find its contents regardless of their locks, since no
//     lock is needed for that.
//   - Assume an element of an array is only written under a lock at a certain distance from it. Then
//     the holder of that lock finds the value that its last holder left (own.go).
//   - A word in memory is such a lock if it is only set in sections in which it was zero, and reset by
//     the thread that set it.
//
// A first round, without protection, finds the locks that protect each cell; the second round uses
// them. At first all locks that some writer holds are assumed to protect. Under this assumption some
// writes are unreachable. A lock is kept if all remaining writers hold it (solveProtected). The last
// instance of an object that a thread made is distinguished until other threads may find it (fresh.go).
// A third round bounds counters, if there are any, by the number of additions of all threads
// (count.go). Counters are variables, elements of arrays, and targets of pointers. Additions may be
// taken back (pairs.go), and the counter may be in an object that gets its value after other threads
// could find it (exposed.go).
//
// # Limits
//
// Relations between variables are unknown, except for cells that hold a value of the thread. Package
// pathproof searches more relations for the remaining obligations (Facts). The analysis never shows
// that allocated memory is freed: a program that allocates is proved memory safe only if globals keep
// all of it until the end (leak.go). Atomic sections must be open on all paths to a place or on none.
// The effort is bounded by a number of operations, so that the result does not depend on the machine.
//
// # Certificates
//
// Result.Proof writes the results of the rounds before the third (package threadproof), without locks that
// are words in memory or elements' own. From the third round it writes the counters that are variables,
// with their additions and the trip counts of the loops around these. Lean writes the results of the
// first rounds, for questions that depend little on numbers.
//
// # What is assumed
//
// The assumptions are those of package pointsto. A proof of memory safety needs none: before the first
// bad access they hold, and no access through a pointer that may have no value is accepted. A proof of
// another property needs none if all pointers have values (Result.Unset). Otherwise it assumes that no
// access goes through a pointer without a value.
package values
