// Package depth owns what the engines over transition systems do alike: it takes a
// program to a system, and looks at one depth of a Model after the other (package
// search). It stands below the engines themselves, and knows neither tokens nor schedulers.
//
// # The search
//
//	program ──fromir──▶ system ──Model──▶ depth 0, 1, 2 … ──▶ witness ──▶ trace
//
// At each depth at which something new could be violated the solver is asked. A
// witness becomes a trace of the program, which is replayed (semantics 16): a trace that
// does not replay is an error of this engine. A program is safe once no thread can
// be anywhere at the next depth and no bound was met.
package depth
