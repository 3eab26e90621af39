// Package run is the door of concrete execution: one interpreter of the IR, and the
// explorers built on it. Its results are facts about single executions; every engine
// is tested against them, and every violation is replayed here before it is reported.
//
//	interp     executes a program under a scheduler, records and replays traces
//	footprint  which objects a step read and wrote, and which steps depend on each other
//	race       finds data races of one execution with vector clocks
//	smc        visits all interleavings of a program: plain, hashed, bounded, or with
//	           optimal partial-order reduction
//	weak       visits all executions under a memory model, as graphs of events
//	coverage   which checks, functions and threads the executions reached
//
//	ir.Program ──interp.Prepare──▶ Code ──New, Step──▶ trace.Trace, violation
//
// The packages import program and analyze. They use no solver.
package run
