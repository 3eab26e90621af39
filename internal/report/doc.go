// Package report lays a story out for people: the execution as a table of threads,
// what went wrong, and why. It knows neither programs nor machines.
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
// More than four threads, a narrow page, or a name that is wider than a column, get one
// column for all and one that names the thread.
//
// # What is left out
//
// The table has the steps on which the failure depends (relevant.go), and those that the
// explanation names. TextOptions.Verbose shows all.
//
// # Why
//
// The explanation (because.go) goes from the reads that the failed check was computed
// from (story.Failure.Reads) back to the writes that they saw and to what those were
// computed from, then to the reads that decided the branches on the way. Of these
// accesses it says where one of another thread came between two of the same thread in
// a way that no serial execution allows: the four cases of Lu, Tucek, Qin, Zhou, "AVIO:
// detecting atomicity violations via access interleaving invariants", ASPLOS 2006. That
// is an aid for reading: it does not claim to be the cause.
package report
