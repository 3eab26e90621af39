// Package bench runs programs with known verdicts and says how often Heddle is
// right. It owns the index of such programs (index.go), running a row in a child
// process (run.go), the table of results on disk (results.go), what counts as
// right (score.go), and summaries (summary.go, diff.go). It judges nothing itself:
// a row is judged by the command that it is told to run, so that a crash, a leak
// or a hang of one row cannot touch another.
//
// # A run that is killed
//
// Each result is one line, written as soon as the row has ended (ledger). Whatever
// kills the run loses the rows in flight and no other.
//
// # A row that does not end
//
// A process (child) that outlives its time by a tenth and some seconds is killed
// with its whole process group and counts as an error: it should have stopped by
// itself.
package bench
