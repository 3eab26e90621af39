// Package aiger writes circuits in the AIGER 1.9 format, in its text form (aag) and its binary form
// (aig). A circuit may have latches with resets, bad states, invariant constraints, justice properties and
// fairness constraints. The package also reads witnesses: executions with bad signals, or with loops.
// It reads no circuits, and executes no witness: the caller replays it.
//
// Package drive/check writes circuits for heddle export, and circuit/abc for ABC. Package engine/circuit
// reads the witnesses of other model checkers.
//
// Biere, Heljanko, Wieringa, "AIGER 1.9 and beyond", FMV report 11/2, JKU Linz, 2011;
// Biere, "The AIGER and-inverter graph (AIG) format", 2007.
package aiger
