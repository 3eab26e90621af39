// Package circuit owns sequential circuits: latches with next-state functions over an
// and-inverter graph (bitblast.Graph), and what may never happen in them. It knows
// neither programs nor threads; circuit/fromefsm makes circuits of transition systems,
// circuit/aiger reads and writes them, circuit/btor2 writes them, circuit/bmc,
// circuit/kind, circuit/itp, circuit/bdd, circuit/pdr and circuit/abc check them, circuit/live
// makes questions about endless executions such that these can.
//
// # Meaning
//
// A state gives a value to each latch. A step happens under any values of the inputs:
// every latch takes the value that its next-state function has before the step, all at
// once. The first state has the latches' initial values; one without takes any. An
// execution is a sequence of steps in which all constraints hold before each step, and
// before the one that is not done any more. A bad signal is reached if it holds, with
// the constraints, before a step of some execution. It may depend on the inputs.
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
// All is linear in the nodes, per step or copy; Reduce needs a number of simulations and
// small queries to the solver.
package circuit
