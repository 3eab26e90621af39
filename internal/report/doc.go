// Package report renders what an execution did for people: the story of a
// failure as a table of threads, what went wrong, and why. It owns the plain data
// of a story, which is also its JSON form, and knows neither programs nor
// machines: package witness tells stories.
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
//	why: which writes the failing line read, and where threads got between
//	others' accesses
//
// More than four threads, or a narrow page, get a column that names the thread.
//
// # Why
//
// The explanation (why.go) uses the story only. It names the values that the
// failing line read and who wrote them; then, for the same objects, the places
// where an access of one thread came between two of another in a way that no
// serial execution allows, the four cases of Lu, Tucek, Qin, Zhou, "AVIO:
// detecting atomicity violations via access interleaving invariants", ASPLOS
// 2006. It is an aid for reading: it does not claim to be the cause.
package report
