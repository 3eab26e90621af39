// Package depth has the common part of the engines over transition systems. It builds the system of a
// program and searches one depth of a Model after the other, with package search. The engines import it; it
// knows neither tokens nor schedulers.
//
// Packages engine/token and engine/eager are such engines. Packages engine/circuit, engine/refine and
// engine/stored call the functions that build the system and replay its executions. Package
// drive/check/validate calls RacesApart.
//
// # The search
//
//	program ──fromir──▶ system ──Model──▶ depth 0, 1, 2 … ──▶ witness ──▶ trace
//
// The solver is called at each depth at which something new could be violated. A witness becomes a trace of
// the program, which is replayed (semantics 16): a trace that does not replay is an error of this engine. A
// program is safe once no thread can be anywhere at the next depth and no bound was reached.
package depth
