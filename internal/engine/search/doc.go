// Package search owns what engines that judge a program within growing bounds do alike:
// the loop around bounds, the solver of each, with its limits, the time and size of
// stages, and what the answers come to. It stands beside package engine, below the
// engines, and knows no encoding: what is done within bounds, and which bounds come
// next, is the engine's.
//
//	Begin ──▶ Grow: bounds, larger bounds, …        ──▶ Outcome
//	            Stage, Open, Limit, Answered, Close
//
// A violation counts whatever else came up; but without one, a construct without a
// meaning leaves nothing to be said. When time, memory or the solver's patience ends, the
// last bounds that were completed stand, if there are any.
package search
