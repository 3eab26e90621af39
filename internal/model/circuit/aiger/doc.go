// Package aiger reads and writes circuits in the AIGER 1.9 format, in its text form (aag) and its
// binary form (aig). It supports inputs, latches with their resets, outputs, bad states, invariant
// constraints, justice properties, fairness constraints, the symbol table and comments. It also reads
// witnesses: executions that reach bad states.
//
// Biere, Heljanko, Wieringa, "AIGER 1.9 and beyond", FMV report 11/2, JKU Linz, 2011;
// Biere, "The AIGER and-inverter graph (AIG) format", 2007.
//
// Reading simplifies like every construction in a bitblast.Graph: the meaning is the same, and there
// may be fewer gates. Writing a circuit that was read and reading it again gives the same circuit.
// Gates that depend on each other in a cycle are an error.
package aiger
