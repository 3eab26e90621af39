// Package sequentialized is the engine that judges a program by way of a sequential one: a
// method of package sequential turns it into that, package unwind into a formula, a
// solver answers, and a model is read back as a trace of the original.
//
//	program ──Inline, method──▶  sequential program ──unwind──▶ obligations, marks
//	                                     │                           │ solver
//	  trace ◀─run the original─ steps, inputs ◀─run it (interp)─ inputs of the model
//
// It judges assert and reach; the other properties are not kept by inlining.
//
// # From a model to a trace
//
// The inputs of the model are given to the interpreter, which runs the sequential
// program; an observer writes down the steps in their order and the inputs of each
// thread (follow.go). Then the original runs with these inputs, a thread at a time up
// to the visible operation at which its next step begins (retrace.go). Points at which the
// interpreter sees no visible operation (package sequential sees at least those that it
// does) are passed by. What comes out is an ordinary trace; that it leads to the
// failure has been seen.
//
// # Growth and verdicts
//
// Bounds that are not given grow, each while an execution reaches it: rounds or
// contexts, and what inlining cuts. No violation and no reachable mark mean safe:
// a mark says that an execution uses up all rounds (or contexts), and since the
// executions within a bound are closed under prefixes, one that needs more has a
// prefix that uses up this many; so when there is none, there is no execution beyond
// the bound. The same holds for loops and threads. Threads grow with memory unwinding
// only, to which those that do nothing cost next to nothing.
package sequentialized
