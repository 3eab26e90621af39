// Package waypoint relates verification witnesses (package svcomp) to programs and their
// executions: it finds the sites that waypoints and invariants are at, makes the code that
// is put there, follows the waypoints of a violation, and writes the waypoints of a trace.
// It gives no verdicts: package check/validate does.
//
//	sites.go       which site a location means
//	follow.go      code that lets an execution pass the waypoints in order only
//	reached.go     which violations are at the targets
//	guided.go      random executions towards the next waypoint
//	invariant.go   code that asserts invariants and updates ghosts
//	visits.go      which sites the execution of a trace comes to, in order
//	write.go       which of them become waypoints
//
// # What it means to follow
//
// The instrumented program has a counter of the segments that were passed. At the site of
// a waypoint of segment s, a thread that it may be of does nothing unless the counter is s;
// then it goes on if the constraint holds, with the counter one higher, and waits if not. To
// wait is to come to the place later: executions in which the waypoint is evaluated for the
// first time and does not hold are left out, as they are not represented, and no other. The
// evaluation is a visible operation of its own; others may run between it and the statement.
// At one visit of a site one segment is passed, and then a target may be come to: a place that is
// come to r times needs r waypoints. A target is no constraint: violations count in a thread that has come
// to it with all segments before passed, at the statement of the target.
//
// # Deviations
//
// The function_enter of a call is evaluated before its arguments, not after them: they rarely
// matter. A site in a macro's expansion is where the macro is invoked; of several in one
// place the first counts.
package waypoint
