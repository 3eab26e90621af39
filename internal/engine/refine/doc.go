// Package refine is the engine for proofs over loops whose number of rounds is no constant. A proof has an
// assertion at each place of a reduction of a transition system's interleavings (package por). Each
// assertion covers all states that reach its place, and none includes a bad state. A violation that is
// found is replayed.
//
// Package drive/check runs it by its Kind.
//
// # Place in the pipeline
//
//	efsm.System ─▶ por.Model ─▶ exploration ─┬─ no violation: safe
//	                                  ▲      │    (confirmed by confirm/reduced)
//	                                  │      └─ a path to one ─┬─ it can be executed: violation
//	                                  └──── predicates that show why ┘
//
// # Assertions
//
// A place is the position of each thread, the set of sleeping threads, and the thread whose turn it is. Few
// places have assertions: the first, one on each round, and those to which more than a few ways lead
// (explore.go). On a round, the place is chosen at which few threads are inside a round and it is the first
// one's turn. Between these places steps are composed, way by way, so no assertions are needed inside a
// round.
//
// An assertion is a conjunction of three kinds of facts:
//
//   - linear relations between variables modulo 2^width (package affine);
//   - inequalities between variables that meet in the program, and constants (domain.go), without
//     those that follow from others (implied.go);
//   - learned predicates.
//
// All integers are C's: every term is one of bit-vectors. The solver decides which facts hold after a step.
// Linear algebra, exact modulo 2^width (linear.go), computes linear relations, case by case where
// conditions choose words (cases.go). If the solver does not answer soon, integer linear arithmetic
// (package lia) decides.
//
// An exploration begins with unsatisfiable assertions and weakens them until each step leads from one into
// the other (explore.go). Steps commute under the assertion before them; if that is weakened, the place is
// expanded again. Each exploration begins anew, and values that the solver found before answer nearly all
// of its queries (sample.go).
//
// Objects whose size is no constant are variables of arrays (fromir.Options.Arrays). Elements at the
// indices that steps access are columns beside the variables (elements.go). Elements at indices that are
// known to be equal are one term (resolve.go).
//
// If an assertion does not exclude a violation, the path to it is executed symbolically (trace.go). If the
// path is infeasible, an unsatisfiable core gives the relevant steps. Their weakest preconditions are
// learned for the controls on the path. Places are then distinguished by which of them hold, as in the
// automata of Heizmann, Hoenicke and Podelski, "Software model checking for people who love automata", CAV
// 2013.
//
// The violations of each thread are proved separately (engine.go), with the threads that affect that
// thread. Attempts in different orders take turns, with about equal solver work. If loops are nested, or
// one thread counts in larger steps than another, a turn of lockstep has as many rounds of outermost loops
// as make equal progress (order.go). If too many ways lead to a place, their assertions are joined first.
// If that is too weak, they are kept apart for longer (engine.go).
//
// # Deviations
//
// The loop is that of Farzan, Klumpp and Podelski, "Sound sequentialization for concurrent program
// verification", PLDI 2022. There assertions come from interpolants of paths only. Here most come from
// templates, as in Houdini, and paths help where these are not enough.
//
// # Invariants
//
// A system with more executions (por.Relax) is explored in the same way; its violations are not the
// program's. All preference orders, and no reduction at all, lead to the same answers; an order only
// decides whether assertions of the known forms are enough. Every bound mark of the system is bad: safe
// means that none is reached.
package refine
