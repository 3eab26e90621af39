// Package explain is the door of everything between a trace and its reader.
//
//	minimize  makes a trace shorter, and replays each candidate
//	narrate   executes a trace once more and writes down its steps in the program's own names
//	story     the result of narrate: steps, values, reasons
//	report    stories and verdicts as text, as an HTML page and as SARIF
//	native    leads a compiled program along a trace
//	svcomp    the formats of SV-COMP's verification witnesses
//	waypoint  puts a verification witness into a program, and writes one from a trace
//	accept    findings that the user has accepted; accept/baseline: findings of an earlier check
//
//	trace.Trace ──minimize──▶ trace.Trace ──narrate──▶ story.Story ──report──▶ text
//
// No package here asks a solver or changes a verdict.
package explain
