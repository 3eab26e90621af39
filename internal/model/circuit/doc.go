// Package circuit holds sequential circuits: latches with next-state functions over an and-inverter
// graph (bitblast.Graph), and bad signals that must never hold. It knows neither programs nor threads.
// Package circuit/fromefsm makes circuits of transition systems. Packages circuit/aiger and
// circuit/btor2 write them. Packages bmc, kinduction, itp (with interpolant), bdd, pdr and abc check them,
// and walk simulates them. Package prove/confirm checks proofs about them. Package circuit/liveness turns questions
// about infinite executions into questions for these checkers.
//
// # Meaning
//
// A state gives a value to each latch. A step can happen under any values of the inputs. In a step all
// latches at once take the values of their next-state functions before the step. The first state has
// the latches' initial values; a latch without initial value can have either. An execution is a
// sequence of steps such that all constraints hold in each of its states under the inputs, including
// the last state. A bad signal is reached if it holds, together with the constraints, before a step of
// some execution. It may depend on the inputs.
//
// The first Pruning constraints exclude executions, but no bad signal is reached only by these. Checkers
// use them as constraints. Replay and random executions ignore them, and may find an excluded execution.
//
// # Key types
//
//	Circuit    latches, inputs, bad signals, constraints
//	Execution  initial state and inputs by step
//	Simulator  values of all nodes, 64 executions at a time
//	Copier     a circuit's cones in another graph: steps of an unrolling, smaller circuits
//	Reduced    a circuit without what does not matter, and the way back
//
// # Cost
//
// All operations are linear in the nodes, per step or copy. Reduce also runs simulations and small
// queries to the solver.
package circuit
