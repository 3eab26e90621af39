// Package waypoint relates verification witnesses (package svcomp) to programs and their executions. It
// finds the sites of waypoints and invariants, generates the code that is inserted there, follows the
// waypoints of a violation, and writes the waypoints of a trace. It gives no verdicts.
//
// Package drive/check/validate judges witnesses with it; the public package writes witnesses with it.
//
//	sites.go       which site a location means
//	follow.go      code that lets an execution pass the waypoints in order only
//	reached.go     which violations are at the targets
//	guided.go      random executions towards the next waypoint
//	invariant.go   code that asserts invariants and updates ghosts
//	visits.go      which sites the execution of a trace comes to, in order
//	write.go       which of them become waypoints
//	propose.go     invariants of loops for a witness, proposed from executions and then proved
//
// # Following waypoints
//
// The instrumented program counts the segments passed so far. Consider a thread that matches a waypoint
// of segment s, at the waypoint's site. If the counter is not s, nothing happens. If it is s and the
// constraint holds, the counter is incremented. If the constraint does not hold, the thread waits. So
// exactly the executions are excluded in which the first evaluation of the waypoint fails; the witness
// does not represent these. The evaluation is a visible operation of its own; other threads may run
// between it and the statement. One visit of a site passes at most one segment, and then possibly
// reaches a target. So a place that is reached r times needs r waypoints. A target is not a constraint:
// a violation counts if its thread has reached the target after all earlier segments, and if it is at
// the statement of the target.
//
// # Deviations
//
// The function_enter of a call is evaluated before its arguments, not after them: they rarely matter. A
// site in a macro's expansion has the place where the macro is invoked. If several sites have one
// place, the first counts.
package waypoint
