// Package model is the door of the other representations of a program's executions,
// beside the event graph of room order. Each published method works on one of them.
//
//	efsm        every thread as an extended finite-state machine, loops kept as loops
//	circuit     a sequential and-inverter circuit; its model checkers (bmc, kinduction, itp, bdd,
//	            pdr) and file formats (aiger, btor2)
//	por         partial-order reduction: which threads need a step at a state
//	interleave  the event graph executed in a chosen order of its nodes
//	sequential  a program with threads as a program of one thread (lazy, lr, lmp, mu)
//	cemit       IR as C source text
//
//	ir.Program ──efsm/fromir──▶ efsm.System ──circuit/fromefsm──▶ circuit.Circuit
//	ir.Program ──sequential──▶ ir.Program of one thread ──cemit──▶ C
//
// A model says which executions exist. The packages of room engine ask the questions.
package model
