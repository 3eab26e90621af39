// Package testgen writes random C programs for tests. A program is a function of
// its seed and options alone, so that a failure can be named by them.
//
// Sequential programs print checksums and have no undefined behaviour when compiled with
// SequentialFlags, so the output of a C compiler's binary is their meaning. They cover constructs that
// are rare in csmith's programs: bit-fields, floats, mixed signedness, unions, structures by value,
// varied control flow; in one of five, vectors and complex numbers.
//
// Concurrent programs are small enough to be explored exhaustively, so that tests can compare every
// engine with the explorer. They are values:
//
//	Options ── Concurrent ──> Program ── C ──> text
//	                            │  ^
//	                            └──┴ Shrink (as long as something still fails)
//
// A Program is a list of declarations and of threads, whose bodies are small
// statements (program.go). A pair such as lock and unlock is one statement with
// a body, so that most programs that lack a statement still make sense;
// checkUndefined knows the rest of the rules, and Shrink obeys them. A program of one
// thread can print the values of its end (Report), or assert them (Claims).
//
// # The goals of the distribution of concurrent programs
//
//   - Size: 3 to 12 visible operations (times Options.Size) over all threads,
//     uniformly (12 where a condition variable needs them); two threads most
//     often, main one of them half the time. Locals are free, so that what was
//     read can be asserted.
//   - Races: two in five programs access plain objects as they like, and mostly
//     race. In three of ten every plain object has its lock, in one of ten it is
//     accessed in atomic sections only, in two of ten by builtins only; these
//     have no race on plain objects reached by name or pointer. Hand-over by
//     Published pointers and relaxed orders may race in any.
//   - Few features at a time: one to three kinds of objects besides ints, and a
//     random subset of the forms of statements (swarm testing, Groce, Zhang,
//     Eide, Chen, Regehr, ISSTA 2012; deviation: the objects are drawn one by
//     one, not by switching each kind off).
//   - Ends: assertions about read values, of which some fail; deadlocks by
//     opposite nesting of locks, lost signals, missing posts, barriers with too
//     few threads, joins under a lock; threads stopped by assumptions; threads
//     that main does not join, with and without the end of the process; leaks.
//   - No undefined behaviour but data races, unless LockMisuse, UseAfterFree or
//     BadAccess is asked for; then two thirds of the programs may have it. No
//     overflow ever: sums of unknown values are masked. Failing malloc and
//     the like are assumed off: results of malloc and pthread_create are not tested.
//   - Termination: loops have constant bounds, waiting for a condition is
//     repeated up to a constant, control flow by goto counts its steps backwards. No
//     program spins, but with Swarms.
//   - Unusual features, two to five of the allowed ones: control flow that no loop
//     statement gives (flow.go), functions that are called at odd times or in odd ways
//     (routine.go), early and unobserved ends of threads (ends.go), objects of several members
//     (aggregate.go), library functions with a state (library.go). With all features allowed, each
//     is in one of twenty programs at least; a test counts.
//   - With Swarms, which AllFeatures does not contain, threads are created in loops without a bound: by one handle or
//     many, joined, detached or left alone, with numbers or without, from one place or two (swarm.go). Their assertions
//     hold, or nearly hold, for any number of threads. A planted violation needs a given number of threads.
//   - With Chains, which AllFeatures does not contain, indices of arrays are reads of other shared objects, up to three
//     deep (a[b[c]]), under locks and without, and threads lock the mutex that a shared value chooses (chain.go).
//   - Inputs have two or three values, by assumption, by mask, or by type.
//
// The package imports no other package of Heddle: it prints text. Tests of the front end and of
// engines generate programs with it, and so do packages lab/hunt and lab/stagebench.
package testgen

// SequentialFlags are the gcc options under which a sequential program has one meaning. Signed
// arithmetic wraps, objects may be read through any type, and floating expressions are evaluated in
// their own type and as written. Without -frounding-math gcc 12 replaces 0.0 - (double)n by
// -(double)n, whose zero has the other sign. For vectors gcc -m32 uses MMX, after which floating-point
// registers of the x87 are not usable.
var SequentialFlags = []string{
	"-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-msse2", "-mfpmath=sse",
	"-frounding-math", "-mno-mmx",
}
