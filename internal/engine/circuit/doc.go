// Package circuit judges programs as sequential circuits (package model/circuit). Its methods are bounded
// model checking, k-induction, interpolation, sets of states, and property-directed reachability. It turns
// a program into a transition system and that into a circuit, and a checker's answer into a verdict. It
// uses the methods through the interface circuit.Checker only.
//
// Package drive/check runs the engines that Kinds lists. It runs Witnesses for the public function
// ReplayWitness.
//
//	program ──fromir──▶ system ──fromefsm──▶ circuit ──Reduce──▶ checker ──▶ execution ──▶ trace
//	                                                                    └──▶ invariant ──confirm──▶ proof
//
// The checker decides whether a violation, or a mark of the system (a bound that cuts executions, an
// unsupported construct), can be reached:
//
//   - An execution that reaches a violation becomes a trace of the program, which is replayed.
//   - A mark that is reached is recorded, and the checker continues with the others.
//   - If none of them can be reached, the program is safe, and package confirm checks the proof.
//
// A proof of a reduced circuit counts if confirm/persistent confirms the reduction. Else it is the starting
// point for a proof of the unreduced circuit. If there is no such proof, the verdict is marked as
// uncertified.
//
// bmc begins with random executions of the unreduced circuit (circuit/walk), before it spends time on
// reductions. If a program creates more threads than its system has, pdr looks for a proof for any number
// of them (replica.go). For properties of executions as a whole, a bad signal stands for a lasso that
// violates the formula (circuit/liveness).
//
// With the option backend, the program ABC is the checker. Its executions are replayed, but its proofs are
// not certified. Any other model checker may check the circuit, which is written without any omission. Its
// witness is treated like an answer of a checker of ours (Witnesses).
//
// Kahlon, Gupta, Sinha, "Symbolic model checking of concurrent programs using partial orders and on-the-fly
// transactions", CAV 2006.
package circuit
