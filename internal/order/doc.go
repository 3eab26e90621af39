// Package order is the door of the partial-order encoding: from a program to a graph of
// its shared accesses, and from the graph to the executions that a memory model allows.
//
//	event        the event graph: nodes in program order, reads and writes with guards,
//	             obligations and marks as terms; its checker
//	unwind       executes each thread symbolically up to a bound and writes the graph
//	intervals    bounds the values of the graph's terms and makes the graph smaller
//	consistency  the axioms: reads-from, coherence and from-read without a cycle, as clauses
//	             and a theory
//	arith        integer operations of the IR as terms, also for transition systems and path proofs
//	acyclic      an incremental check that a directed graph has no cycle
//
//	ir.Program ──unwind──▶ event.Graph ──intervals──▶ smaller graph ──consistency──▶ clauses + theory
//
// Package engine/order runs these phases in a row. Nothing here knows an engine.
package order
