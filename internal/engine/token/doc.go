// Package token is the engine of lazy token modelling: M. Ganai, A. Gupta, "Efficient modeling of
// concurrent systems in BMC", SPIN 2008.
//
// Package drive/check runs it by its Kind.
//
// # The method
//
// Every thread of an efsm.System is unrolled alone, to a depth of its own states, over its own copies of
// the shared variables. No depth is spent on waiting, so depth D of n threads covers runs of n·D steps.
// Each visible state is enclosed by a read_sync and a write_sync. One thread at a time has the token. At a
// write_sync it may give the token away, at a read_sync it may get it, together with the values of the
// giver's copies. Constraints between threads exist for pairs of these alone, and are added as the depth
// grows: O(D) at each depth.
//
//	thread i   1a ─ r ─ 2a ─ w ─ r ─ 3a ─ w …       depth k
//	                ▲ RW(k,h): token, clocks, copies
//	thread j   1b ─ r ─ 2b ─ w ─ r ─ 3b ─ w …       depth h
//
// # Deviations from the paper
//
// The names in comments (P1…P4, S1…S4, RW, RC, WC, TK, CS) are those of the paper's Tables 1 and 2.
//
//   - The position of a thread is a boolean for each node that CSR leaves at a depth, not a number. So the
//     solver sees the predicates B, and unreachable nodes have no term.
//   - RW implies the conditions of P1 and is not implied by them: the token may pass where it can, but need
//     not. As equivalences, P1 and P2 contradict each other as soon as a thread could have passed the token
//     earlier.
//   - The numbers RC and WC, which select the pair, are chains of one boolean for each pair; "is 0" is the
//     boolean at the start of the chain. Chains grow, and their open ends are assumed to be false in each
//     check.
//   - With two threads, each counts how often it gave the token away, and that is the other's clock. Only
//     with more threads are clocks passed along with the token. That they agree at a pass is asserted
//     although it follows: the solver needs it.
//   - The order of turns that passes imply is in the model, too (order.go), and so are the values of flags that
//     one thread alone changes (flag.go). A variable that no thread has changed by the present depth has its initial
//     value; this is an assumption of each check. All three follow from the paper's constraints, and solvers do not find
//     them.
//   - There is one read_sync and one write_sync for each depth and thread, whatever accesses are next to
//     it, so that pairs are O(D²) as in section 6.1.
//   - S2 and S3 are assumptions that end the thread's run, as in the paper's proof; as constraints they
//     lose the race of its own example.
//   - Variables that are not shared data, or that no other thread changes, are not copied. Data follows the
//     token only after a model was wrong about it: the model's run is executed (efsm.Simulator), and if it
//     does not fit, variables become active.
//   - Passes are left out if they only reorder independent operations (peephole.go), or come after an
//     operation that can also be done later, as in a locked section (transaction.go). Three or more threads
//     are infeasible without that: they can take turns in too many ways.
//   - The race detector's bit RD is not a variable: the conditions that set it are queried.
//
// # Many witnesses
//
// The caller may ask for several violations with different passes. Each of them has the fewest passes
// possible, if these are at most 8 (fewest.go). Then all executions that contain these passes are excluded.
//
// # Meetings
//
// The property exclusion asks whether two threads can be at two places at once, about to execute the code
// there: simultaneous reachability of two control states. The paper treats races as a case of it (section
// 5.2).
//
// # Verdicts
//
// A violation has been executed on the system and, by the caller, on the program. A proof needs that no
// thread can be anywhere at the depth reached, and no mark.
package token
