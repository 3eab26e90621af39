// Package aiger reads and writes circuits in the AIGER 1.9 format, in its text form (aag)
// and its binary form (aig): inputs, latches with their resets, outputs, bad states,
// invariant constraints, justice properties, fairness constraints, the symbol table and
// comments; and it reads witnesses, which say what bad such a circuit can do.
//
// Biere, Heljanko, Wieringa, "AIGER 1.9 and beyond", FMV report 11/2, JKU Linz, 2011;
// Biere, "The AIGER and-inverter graph (AIG) format", 2007.
//
// What is read is simplified like everything in a bitblast.Graph: it means the same, and
// gates may be fewer. What was read and written is the same when that is done again. Text
// in which gates depend on one another in a circle is an error.
package aiger
