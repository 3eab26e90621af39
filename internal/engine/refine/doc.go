// Package refine owns proofs over loops whose number of rounds is no constant: an assertion at each
// place of a reduction of a transition system's interleavings (package por), such that none
// excludes what comes there and all exclude what is bad. A violation that it comes upon is replayed.
//
// # Place in the pipeline
//
//	efsm.System ─▶ reduction.Model ─▶ exploration ─┬─ no violation: safe
//	                                    ▲          │    (confirmed by confirm/reduced)
//	                                    │          └─ a path to one ─┬─ it can be executed: violation
//	                                    └── predicates that show why ┘
//
// # Assertions
//
// A place is where the threads are, which of them sleep, and whose turn it is. Few places have assertions: the first, one on
// each round, and where more than a few ways lead (explore.go). Between them steps are composed, way by way, so that no words are needed for
// what holds within a round. On a round the place is taken at which few threads are within one, and it is the turn of the first. An assertion is a
// conjunction of linear relations between variables modulo 2^width (package affine), of
// inequalities between variables that meet in the program, and constants (domain.go), without those that follow
// from others (implied.go), and of predicates that were learned. All integers are C's: every term is one of bit-vectors, and what holds after a step is
// decided by the solver, by linear algebra that is exact modulo 2^width (linear.go), where conditions choose words case by case (cases.go), or, if the solver
// does not answer soon, by integer linear arithmetic (package lia). An
// exploration begins with assertions that nothing satisfies and weakens them until each step leads
// from one into the other (explore.go). Steps commute under the assertion before them; when that
// weakens the place is expanded again. Each round begins anew, and nearly all of its questions are answered by
// values that the solver has found before (sample.go).
//
// Objects whose size is no constant are variables of arrays (fromir.Options.Arrays). Elements at the places that steps look at
// are columns beside the variables (elements.go), and elements at places that are known to be equal are one (resolve.go).
//
// Where an assertion does not exclude a violation the path there is executed symbolically (trace.go).
// If it cannot be, weakest preconditions of what an unsatisfiable core keeps of its steps are learned for
// the controls on it, and places are told apart by which of these hold, as in the automata of
// Heizmann, Hoenicke and Podelski, "Software model checking for people who love automata", CAV 2013.
//
// The violations of each thread are proved apart (engine.go): who else is asked then is who has to do with that thread.
// Attempts in different orders take turns, in which they ask about as much of the solver. Where loops are nested, or one thread's count in larger
// steps than another one's, turns of lockstep are as many rounds of outermost loops as come to the same (order.go). Where too many ways lead to a place, what they
// have in common is said first; if that does not do they are told apart for longer (engine.go).
//
// # Deviations
//
// The loop is that of Farzan, Klumpp and Podelski, "Sound sequentialization for concurrent program
// verification", PLDI 2022. There assertions come from interpolants of paths only; here most are
// those that templates allow, as in Houdini, and paths help where these are not enough.
//
// # Invariants
//
// A system with more executions (reduction.Relax) is looked at in the same way; what is violated there is none of the program's.
// All preference orders, and no reduction at all, lead to the same answers; an order only
// decides whether assertions of the known forms are enough. Every bound mark of the system is bad:
// safe means that none is met.
package refine
