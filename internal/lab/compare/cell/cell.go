// Package cell runs the cells of an experiment: each is one command, run as a
// process of its own, whose answer is a JSON object. Results are lines of a table
// on disk (ledger), so that an experiment can be interrupted and taken up again.
//
// Command heddle compare calls Run with the sheet and the cells of an experiment.
//
// A Sheet defines the columns that identify a cell and the columns read from an answer. The package
// knows nothing about methods or programs.
//
// # Ladders
//
// The cells of a ladder are ordered by size. After the first cell without an answer no larger cell
// runs, because it would use its whole time limit without an answer. Ladders are climbed one rung at a
// time. The next ladder is one whose last cell cost least, in powers of two seconds, and among these
// the one at the lowest rung. So an experiment that runs out of time has as many cells as possible.
//
// If a smaller cell ended at its limit of time or memory, larger cells get a result without running,
// marked as Dominated. A cell is smaller if it comes earlier on the ladder, or if none of its sizes is
// larger in the same family. For example, a question that takes too long with few threads also does
// with many.
package cell

import (
	"strconv"
	"time"
)

// Cell is one measurement.
type Cell struct {
	// Key has the values of the sheet's key columns, which identify the cell.
	Key []string
	// Args are those of the command: a subcommand of heddle, its flags and files.
	// --json, --timeout and --memory are added. No argument is `--`.
	Args []string
	// Asks holds the arguments among Args that select program and property.
	Asks []string
	// Ladder names the ladder that the cell stands on; empty: none.
	Ladder string
	// Family names the cells whose Size values are compared; empty: none.
	Family string
	Size   []int
}

// Sheet defines the columns of a table of results.
type Sheet struct {
	Keys     []string  // columns that identify a cell
	Measures []Measure // columns read from an answer
	// Ends reports whether the rest of a ladder is useless after a result. If nil, that holds for
	// results without an answer.
	Ends func(*Result) bool
}

// Measure is a column that is read from the JSON object that a command prints.
type Measure struct {
	Name string
	Read func(answer any) string // empty: the answer has no such value
}

// Field is the measure of that name whose value is at a path of an answer. The path lists field names,
// from the outermost on.
func Field(name string, path ...string) Measure {
	return Measure{name, func(answer any) string { return text(at(answer, path)) }}
}

// Number reads a number at a path of an answer; 0: there is none.
func Number(answer any, path ...string) float64 {
	n, _ := at(answer, path).(float64)
	return n
}

// at returns the value at a path, or nil.
func at(answer any, path []string) any {
	for _, name := range path {
		object, ok := answer.(map[string]any)
		if !ok {
			return nil
		}
		answer = object[name]
	}
	return answer
}

// text returns a JSON value, other than an object or list, as text.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// Result is the result of a cell.
type Result struct {
	Key      []string
	Verdict  string // safe, bounded, violation, unknown; Failed: no verdict
	Reason   string // of the verdict, or of the failure
	Time     time.Duration
	CPU      time.Duration // processor time of the process and of the processes that it waited for
	Memory   int64         // peak resident set, bytes
	Limit    time.Duration // of CPU
	Measures []string      // the values of the sheet's measures
}

// Failed is the verdict of a cell whose command printed no answer.
const Failed = "error"

// Answered reports whether the cell has a verdict about its program: a bounded verdict counts if only
// the bounds limit it.
func (r *Result) Answered() bool {
	return r.Verdict == "safe" || r.Verdict == "bounded" && r.Reason == "" || r.Verdict == "violation"
}

// final reports whether running the cell again with a limit cannot give a better result.
func (r *Result) final(limit time.Duration) bool {
	return r.Answered() || r.Verdict != Failed && (r.Limit >= limit || r.Reason != timeUp && r.Reason != Dominated)
}

// Dominated is the reason of the verdict unknown if a smaller cell ended at its limit.
const Dominated = "dominated"

// heldUp reports whether larger cells are dominated by this one.
func (r *Result) heldUp() bool {
	return !r.Answered() && (r.Reason == timeUp || r.Reason == outOfMemory || r.Reason == Dominated)
}

// outOfMemory is the reason of the verdict unknown if memory ran out.
const outOfMemory = "memory"

// timeUp is the reason of the verdict unknown if time ran out.
const timeUp = "timeout"
