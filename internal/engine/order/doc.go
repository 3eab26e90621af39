// Package order is the symbolic engine that auto runs, beside explore. It unwinds the program to a bound,
// encodes the memory order of the unwound program for a solver, and turns a violation that the solver finds
// into a trace. Bounds grow until there is a violation, a proof, or no budget left. The packages unwind and
// consistency do the work; this package derives the verdict, and package search has the loop over the
// bounds.
//
// Package drive/check runs the engines by their Kinds.
//
//	bound 1, 2, 4, …                   and more of loops with constant bounds
//	  unwind ──▶ graph ──encode──▶ solver
//	  a violation?           yes: decode, replay ──▶ Violation
//	  a bound reached?       no, and nothing unsupported ──▶ Safe
//	                         one that grows: next bound
//	                         others only ──▶ Bounded
//
// Two engines share the package: one has the ordering theory, the other has clocks and all clauses up front
// (Options.Eager). The latter is the theory's oracle.
//
// For the property race the solver looks for a pair of accesses instead of an obligation, and a violation
// is a pair of places.
//
// # Answers
//
// A violation is replayed before it is returned; if it does not replay, the error is a *engine.TraceError.
// Safe needs every mark to be unreachable. When the budget ends, the last completed bound is the answer.
// Unsupported constructs do not stop the search for violations in larger bounds. With Problem.Model the
// executions are those of that memory model. Then the answer is never a violation, since there is no
// trace.
package order
