// Package abc checks circuits with ABC, an outside program (berkeley-abc or abc on PATH). It uses ABC's
// pdr or bmc3 and starts one process for each question. Executions that ABC finds are executed here.
// Its answer that no bad signal is reachable cannot be confirmed. Package engine/circuit runs it for the
// engine option backend=abc.
//
// ABC gets the circuit in the first version of AIGER, which all versions of ABC read alike: one output,
// latches that begin with 0, no constraints. Its answer is read from the log of write_status:
//
//	RESULT DEPTH ENGINE [OUTPUT [STEP]]
//	first state
//	inputs, those of all steps in one line
//
// Brayton, Mishchenko, "ABC: an academic industrial-strength verification tool", CAV 2010.
package abc
