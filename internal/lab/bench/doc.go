// Package bench runs programs with known verdicts and reports how often Heddle is right. It reads the
// index of such programs (index.go) and runs a row in a child process (run.go). It keeps the table of
// results on disk (results.go), scores verdicts (score.go), and writes summaries (summary.go, diff.go).
// A command given in Options judges each row in a process of its own. So a crash, a leak or a hang of
// one row cannot affect another.
//
// Commands heddle bench and heddle bench diff call it.
//
// # A run that is killed
//
// Each result is one line, written as soon as the row has ended (ledger). If the run is killed, only
// the rows in progress are lost.
//
// # A row that does not end
//
// A process (child) that outlives its time by a tenth and some seconds is killed
// with its whole process group and counts as an error: it should have stopped by
// itself.
package bench
