// Package loops analyses the loops of a program without executing it. ir.LoopNest finds the loops. This
// package finds the await loops: an engine need not unwind these, because an iteration without effects
// can be removed from any execution. The package never transforms the program.
//
// Package analyze keeps the result for all users (Facts). Packages run/interp and order/unwind stop
// threads in await loops; efsm/fromir and model/sequential use the loops and the order of blocks.
//
// # When an iteration can be left out
//
// Let a thread pass a loop's header twice in an execution, in the same activation of the function and
// with the same number of open atomic sections. Let the part of its own state that it can still read be
// equal both times: the live registers and the live non-escaping locals (below). Let it not act between
// the two visits: it changes no memory that other threads or callers can read, and it creates, ends,
// locks or unlocks no object or thread. Then deleting the thread's operations between the visits gives
// an execution again, under sequential consistency: other threads read the same values in the same
// order, and the thread is in the same state. So an engine may stop the thread (kind spin) at the
// second visit. All its further contributions also occur in the execution where the check comes later.
// Everything before the second visit stays, including the side-effect-free iteration.
//
//   - Reads, failed exchanges, a failed trylock, choices, assumptions, assertions
//     that hold and output do not act. A read-modify-write that leaves the value
//     as it was does not act either: the test-and-set of a taken lock.
//   - Property assert, reach, memory, lock, overflow, div, shift, uninit: a violation in the deleted
//     iteration is reported there; any other is in the shorter execution. By induction on the number
//     of such iterations.
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
//   - The reasoning does not hold for liveness, where the infinite loop itself is the violation.
//
// The engine compares the two visits, since it knows the values: the interpreter compares values, a
// symbolic engine compares terms. This package provides the state to compare (Loop.Live, Loop.Carried,
// Loop.LiveLocals), the acting instructions (Func.Action), and the loops that are worth the effort
// (Loop.Await).
//
// # When the read before the loop is repeated
//
// Let r be the last read before the first visit, and s a read of the iteration. Suppose that the
// first visit has the state after the iteration if r is done at the place of s (Renewal). Then r and the operations up to
// s can be left out, by the same argument: no other thread reads anything of them. A race of r is one of s as
// well, since s has the same location, and nothing that comes after s happens before it.
//
// # Non-escaping locals
//
// A local is non-escaping if only its function, and functions that get its address and only read and
// write through it, can reach it, and if no instruction depends on the address. Only non-escaping
// locals may be written, or begin, in an iteration that can be removed: their addresses, which number
// instances, do not matter.
package loops
