// Package values owns the proof that a program keeps obligations that depend on
// values, in no execution violating them, whatever bound an engine works with:
// assertions, memory safety, signed overflow, division, shifts, reads of bytes
// without a value. It computes what registers and memory may hold at every place,
// for every schedule, and looks at every obligation. It never says that one is
// violated.
//
// # Values
//
// A value is an interval of signed numbers, one of unsigned numbers, the last bits of all (low.go), and pointers:
// objects with intervals of offsets (value.go). It is a set of bits, so that
// signed overflow wraps, as it does where it is not checked. Registers are taken
// apart by package ssa, contexts and objects come from package pointsto. Memory is
// laid out in cells (cell.go): a place that is always accessed as a whole is one,
// the places p+k·step of an array are one together, and of places that are accessed
// in parts nothing is known. What the elements of an array are born with is kept apart from
// what was written to them: a load in a loop over elements that a loop before has written
// finds that only (raceproof.Parallel.Filled). Pointers to one place are equal where they can be to one instance of the object
// only (same.go). An access to a node of a list whose head is in a table is none to the table (raceproof.Parallel.ToNodes).
//
// The analysis goes forward through every thread, with a state for every block and
// every call; intervals that grow in loops are widened to the next of the
// program's constants (Cousot, Cousot, "Abstract interpretation", POPL 1977). A
// branch narrows what its condition is made from, and the cells that hold it.
//
// # Threads
//
// Each thread is analysed alone, as in Miné, "Static analysis of run-time errors in
// embedded real-time parallel C programs", LMCS 2012. A state's cells hold what the
// thread knows: what its creator knew, then what it wrote itself. Of a cell that
// several threads can reach, it reads that, and whatever the others that may run
// beside it (package raceproof) may have written:
//
//   - Others see a write behind the instruction, or behind the atomic section
//     that it is in; inside a section nobody interferes.
//   - A cell for which every thread that writes it beside others holds certain locks
//     keeps its value for whoever holds one of them. Who takes one, holding none, finds what
//     others left when they gave that one up: an invariant of an outer lock may be
//     broken where an inner one is given up (the protection-based reading of Schwarz,
//     Saan, Seidl, Apinis, Erhard, Vojdani, "Improving thread-modular abstract
//     interpretation", SAS 2021). What an object holds when a thread makes it reachable
//     for others is found by them whatever they hold: nobody needs the lock for that.
//   - An element of an array that is written under a lock at a certain distance from it only is for whoever holds that what
//     the last one left in it (own.go).
//   - A word in memory is such a lock if it is only set, in sections in which it was
//     zero, and reset by who set it.
//
// Which locks protect which cells is found in a first round that knows none; the
// second round rests on it. All that some writer holds are assumed at first, and those are kept that all
// writers hold under the assumption (solveProtected): a write without the lock may be in a branch that only such a write leads to. The instance of an object that a thread made last is told
// apart until others may find it (fresh.go). A third round bounds counters by how
// often something is added to them (count.go), if there are any: a variable, the elements of
// an array, what a pointer leads to, by all threads together, also by additions that are taken back (pairs.go), and in an object that has no value yet when others could find it (exposed.go).
//
// # Limits
//
// Relations between variables are not known, but for cells that hold a value of the
// thread; package pathproof looks for more of them at what is left (Facts). Memory that is
// allocated is never shown to be freed: a program that allocates is proved memory safe only
// if globals keep all of it until the end (leak.go). Atomic sections must be open on all
// ways to a place or on none. The effort is bounded by a number of operations, so that the
// result does not depend on the machine.
//
// # Certificates
//
// Result.Proof writes down what was found before the third round (package modular), without locks that are words in memory or
// elements' own,
// and of the third round which variables are counters, what is added to them where, and how often loops run around that.
// Lean writes down what the first rounds have found, for questions that numbers matter little to.
//
// # What is assumed
//
// What package pointsto does. A proof of memory safety needs no assumption:
// before a first bad access there is none, and no access through a pointer that
// may have no value is accepted. Neither does one of another property if all pointers
// have values (Result.Unset); else it assumes that accesses through such ones
// do not happen.
package values
