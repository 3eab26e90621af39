// Package loops owns what can be said about the loops of a program without
// executing it, beyond where they are (ir.LoopNest): which are await loops,
// which an engine need not unwind because an iteration that changes nothing can
// be left out of any execution. It never executes or transforms anything.
//
// # When an iteration can be left out
//
// Let a thread pass a loop's header twice in an execution, in the same activation
// of the function and with equally many open atomic sections, and let what it can
// still read of its own state be equal both times: the live registers, the live
// non-escaping locals (below). Between the two visits let it not act: no memory that
// others, or callers, can read was changed, nothing was born, died, locked,
// unlocked or created. Then deleting the thread's operations between the visits
// gives an execution again, under sequential consistency: the others read the
// same values in the same order, and the thread stands where it stood. So an
// engine may stop the thread (kind spin) at the second visit: whatever it could
// still have contributed, it contributes in the execution where the check comes
// later. What happened before the second visit, the side-effect-free iteration included,
// has happened.
//
//   - Reads, failed exchanges, a failed trylock, choices, assumptions, assertions
//     that hold and output do not act. A read-modify-write that leaves the value
//     as it was does not act either: the test-and-set of a taken lock.
//   - Property assert, reach, memory, lock, overflow, div, shift, uninit: a
//     violation in the deleted iteration is seen in it; any other is in the
//     shorter execution. By induction on the number of such iterations.
//   - Property deadlock: a spinning thread can run, so it is never in the set of
//     semantics 11, and the deadlocked state is reached without the iteration.
//   - Property race: deleting operations removes happens-before edges only. But a
//     read in the iteration may itself race, with a write that another thread does
//     because of what the spinning thread did after the loop, without
//     synchronisation (relaxed atomics, a failed trylock). One race needs one such
//     iteration, and all others can be deleted. So for races a thread may be
//     stopped at the first side-effect-free iteration if all that it accesses is Repeated,
//     and otherwise only at the second in a row. Repeated is an access that every
//     iteration does first: the next one can take its place in the race.
//   - Not for liveness: that the thread spins for ever is what such a property asks.
//
// The comparison of the two visits is left to the engine, which knows values: the
// interpreter compares them, a symbolic engine compares terms. This package says
// what to compare (Loop.Live, Loop.Carried, Loop.LiveLocals), what acts
// (Func.Action), and which loops are worth the effort (Loop.Await).
//
// # Non-escaping locals
//
// A local is non-escaping when nobody can reach it but its function and functions that
// are handed its address and only read and write through it, and when nothing
// looks at the address. Only non-escaping locals may be written in an iteration that can
// be left out, and may be born in it: their addresses, which count instances,
// matter to nobody.
package loops
