// Package abc checks circuits with ABC, a program of its own (berkeley-abc or abc on PATH): by
// its pdr or its bmc3, one process for each question. What it reaches is executed here; that
// nothing is reached is its word alone.
//
// ABC gets the circuit as AIGER of the first kind, which all its versions read alike: one output,
// latches that begin with 0, no constraints. Its answer is read from the log of write_status:
//
//	RESULT DEPTH ENGINE [OUTPUT [STEP]]
//	first state
//	inputs, those of all steps in one line
//
// Brayton, Mishchenko, "ABC: an academic industrial-strength verification tool", CAV 2010.
package abc
