// Package report lays a story out for people: the execution as a table of threads,
// what went wrong, and why. It knows neither programs nor machines.
//
// # The text
//
//	what went wrong, and where
//
//	step │ main               │ main.1 worker         a column per thread
//	─────┼────────────────────┼──────────────────
//	     │ 12 pthread_create… │                       a source line
//	   1 │    starts main.1   │                       what it did
//	     │                    │ 7 n++;
//	   2 │                    │   reads n: 0 [lock]   with the locks it holds
//
//	what went wrong, with who waits for what, or both accesses of a race
//	why: which reads decided it, and where threads got between others'
//	accesses; of a race, what would have ordered the two accesses
//
// More than four threads, a narrow page, or a name that is wider than a column, get one
// column for all and one that names the thread.
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
