// Package report renders a story as text: the failure, the execution as a table of threads, and an
// explanation. It knows neither programs nor machines. A story must pass story.Story.Check.
//
// Package drive/result calls Text for results in text form. Packages report/html, report/sarif and
// drive/relax use the phrases.
//
// # The text
//
//	what went wrong, and where
//	  of a race both accesses, of a deadlock who waits for what: with the locks held,
//	  the callers, where objects were allocated, who started the threads
//
//	 step │ main               │ main.1 worker          a column per thread
//	──────┼────────────────────┼──────────────────
//	    … │ main: 12 starts main.1                      what is left out
//	      │                    │ 7 n++;                 a source line
//	  2-3 │                    │   reads n: 0, writes 1 [lock]   with the locks it holds
//	    4 │ 9 x = n;  reads n: 1 from step 3            in one row, if there is room
//
//	why: which reads decided it, and where threads got between others' accesses
//
// With more than four threads, a narrow page, or a name wider than a column, there is one column for
// all actions and one for the name of the thread.
//
// # Omissions
//
// The table has the steps on which the failure depends (relevant.go), and all steps in the
// explanation. A table of more than 400 lines has only the first and the last ones. TextOptions.Verbose
// shows all steps and lines.
//
// # Why
//
// The explanation (because.go) starts at the reads from which the failed check was computed
// (story.Failure.Reads). It goes back to the writes that they read from, to the sources of these, and
// then to the reads that decided the branches on the way. For these accesses it shows where an access
// of another thread came between two of one thread in a way that no serial execution allows. These are
// the four cases of Lu, Tucek, Qin, Zhou, "AVIO: detecting atomicity violations via access interleaving
// invariants", ASPLOS 2006. They help the reader, but need not be the cause.
package report
