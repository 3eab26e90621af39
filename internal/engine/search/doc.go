// Package search has the common part of engines that judge a program within growing bounds: the loop over
// bounds, a solver with limits for each, the time and size of stages, and the outcome.
// Engines circuit, interleave, order, refine, sequentialized and stored import it, and package depth for
// token and eager. It knows no encoding: the engine does the work within the bounds, and chooses the next bounds.
//
//	Begin ──▶ Grow: bounds, larger bounds, …        ──▶ Outcome
//	            Stage, Open, Limit, Answered, Close
//
// A violation counts even if the program has unsupported constructs. Without a violation, a reachable
// unsupported construct makes the verdict unknown. When time, memory or the solver's limit ends, the answer
// is that of the last completed bounds, if there are any.
package search
