// Package circuit judges programs as sequential circuits (package circuit): by bounded
// model checking, k-induction, interpolation, sets of states, and property-directed reachability. It sits on
// floor 5, takes a program through its transition system to a circuit, and what the
// checker of a method answers to a verdict. It knows no method from inside.
//
//	program ──fromir──▶ system ──fromefsm──▶ circuit ──Reduce──▶ checker ──▶ execution ──▶ trace
//	                                                                    └──▶ invariant ──certify──▶ proof
//
// What is asked of the checker is whether a violation, or a mark of the system (a bound
// that cuts executions, a construct without a meaning), can be reached. An
// execution that reaches a violation becomes a trace of the program, which is replayed. A
// mark that is reached is noted, and the others are asked about. A program is safe if
// nothing of all that can be reached, of which package confirm is shown a proof. One that holds
// of what a reduction leaves only is what another begins with, of all that threads can do; if none
// is found, the verdict is marked. bmc begins with random executions of the circuit as it was built
// (circuit/walk), before time goes into making it smaller. Of a program that creates more threads than its system has, pdr looks for
// a proof of any number of them (replica.go). For executions as a whole bad is a lasso of which the formula does not hold (circuit/liveness).
//
// Another model checker may look at the circuit, which is written without anything left out:
// what its witness shows is done like what a checker of ours answers (Witnesses).
//
// Kahlon, Gupta, Sinha, "Symbolic model checking of concurrent programs using partial
// orders and on-the-fly transactions", CAV 2006.
package circuit
