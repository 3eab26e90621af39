// Package sequentialized is the engine that judges a program by way of a sequential one. A method of
// package sequential makes the sequential program, package unwind turns it into a formula, and a solver
// answers. A model of the formula is read back as a trace of the original.
//
// Package drive/check runs the engines by their Kinds; package drive/translate calls Sequential.
//
//	program ──Inline, method──▶  sequential program ──unwind──▶ obligations, marks
//	                                     │                           │ solver
//	  trace ◀─run the original─ steps, inputs ◀─run it (interp)─ inputs of the model
//
// It judges the properties whose condition the program states (verdict.StatedCheck), such as assert; inlining does
// not preserve the others.
//
// # From a model to a trace
//
// The interpreter runs the sequential program with the inputs of the model. An observer records the steps
// in their order and the inputs of each thread (follow.go). Then the original runs with these inputs, one
// thread at a time, up to the visible operation at which its next step begins (retrace.go). A step may
// begin where the interpreter sees no visible operation, since package sequential has a superset of the
// interpreter's; such a step is skipped. The result is an ordinary trace, and it has led to the failure.
//
// # Growth and verdicts
//
// Bounds that are not given grow while an execution reaches them: rounds or contexts, and those of
// inlining. No violation and no reachable mark mean safe. A mark is reachable if an execution uses all
// rounds (or contexts). The executions within a bound are closed under prefixes, so an execution that needs
// more has a prefix that uses all of them. Without such a prefix no execution exceeds the bound. The same
// holds for loops and threads. Only memory unwinding lets the number of threads grow: idle threads cost it
// next to nothing.
package sequentialized
