// Package order is the default engine: the program is unwound to a bound, the
// memory order of the unwound program is encoded for a solver, and a violation
// that the solver finds becomes a trace. Bounds grow until a violation, a proof
// or the end of the budget. The work itself is done by packages
// unwind and order of the floors below; this one owns what their answers mean, and
// package search the loop around them.
//
//	bound 1, 2, 4, …                   and more of loops with constant bounds
//	  unwind ──▶ graph ──encode──▶ solver
//	  a violation?           yes: decode, replay ──▶ Violation
//	  a bound reached?       no, and nothing unsupported ──▶ Safe
//	                         one that grows: next bound
//	                         others only ──▶ Bounded
//
// Two engines share it: with the ordering theory, and with clocks and all
// clauses up front (Options.Eager), which is the theory's oracle.
//
// For the property race, what is looked for is a pair of accesses instead of an
// obligation, and a violation is a pair of places.
//
// # Answers
//
// A violation is replayed before it is returned; one that does not replay is a
// *engine.TraceError. Safe needs every mark to be unreachable. When the budget ends,
// the last bound that was completed is the answer. Unsupported constructs do not
// stop the search for violations in larger bounds.
package order
