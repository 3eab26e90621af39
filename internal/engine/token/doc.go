// Package token owns the engine of lazy token modelling: M. Ganai, A. Gupta,
// "Efficient modeling of concurrent systems in BMC", SPIN 2008. It sits on floor 5.
//
// # The method
//
// Every thread of an efsm.System is unrolled alone, to a depth of its own states,
// over its own copies of the shared variables; no depth is spent on waiting, so that
// depth D of n threads covers runs of n·D steps. Around each visible state stand a
// read_sync and a write_sync. One thread at a time has the token. At a write_sync it
// may give it away, at a read_sync get it, and with it all that the giver's copies
// hold. Constraints between threads exist for pairs of these alone, and are added as
// the depth grows: O(D) at each depth.
//
//	thread i   1a ─ r ─ 2a ─ w ─ r ─ 3a ─ w …       depth k
//	                ▲ RW(k,h): token, clocks, copies
//	thread j   1b ─ r ─ 2b ─ w ─ r ─ 3b ─ w …       depth h
//
// # Where we deviate
//
// The names in comments (P1…P4, S1…S4, RW, RC, WC, TK, CS) are those of the paper's
// Tables 1 and 2.
//
//   - Where a thread is, is a boolean for each node that CSR leaves at a depth, and
//     not a number: the predicates B are then what the solver sees, and what cannot
//     be reached is no term at all.
//   - RW implies the conditions of P1 and is not implied by them: a token need not
//     be passed wherever it could be. As equivalences, P1 and P2 contradict one
//     another as soon as a thread could have passed the token earlier.
//   - The numbers RC and WC, which say which pair holds, are chains of one boolean
//     for each pair; "is 0" is the boolean at the chain's beginning. Chains grow, and
//     their open ends are assumed to be false in each check.
//   - Of two threads, each counts how often it gave the token away, which is the
//     other's clock; only with more are clocks told along with the token. That they
//     agree at a pass is asserted all the same: it follows, but the solver needs it.
//   - There is one read_sync and one write_sync for each depth and thread, whatever
//     accesses are next to it, so that pairs are O(D²) as in section 6.1.
//   - S2 and S3 are assumptions that end the thread's run, as in the paper's proof;
//     as constraints they lose its own example's race.
//   - What is not shared data or is changed by nobody else is not copied. Data
//     follows the token only once a model was wrong about it: the model's run is
//     executed (efsm.Simulator), and where it does not fit, variables become active.
//   - Passes that only put independent operations into another order are left out (peephole.go), and
//     those behind operations that can be done later as well, as in a locked section (transaction.go).
//     Three threads and more are hopeless without that: they can take turns in too many ways.
//   - The race detector's bit RD is not a variable: what sets it is asked for.
//
// # Many witnesses
//
// Where several violations are asked for, which differ in their passes, each has as few passes
// as there are ones with (fewest.go). All executions that have these passes and others besides are
// left out then.
//
// # Meetings
//
// Of the property exclusion the question is whether two threads can be at two places at
// once, about to do what is written there: simultaneous reachability of two control
// states, of which the paper takes races to be a case (section 5.2).
//
// # Verdicts
//
// A violation has been executed on the system and, by the caller, on the program. A
// proof needs that no thread can be anywhere at the depth reached, and no mark.
package token
