// Package cell runs the cells of an experiment: each is one command, run as a
// process of its own, whose answer is a JSON object. Results are lines of a table
// on disk (ledger), so that an experiment can be interrupted and taken up again.
//
// It is told by a Sheet what identifies a cell and what is read from an answer,
// and knows nothing about methods or programs.
//
// # Ladders
//
// Cells of one ladder grow, in the order given. After the first that gives no
// answer no larger one is tried: it would cost its whole time limit and say the
// same. All ladders are climbed a rung at a time, those first whose last cell cost least, in
// powers of two seconds, and of these the lowest rung: an
// experiment that runs out of time has the most cells that could be had for it.
//
// Those that are not tried since a smaller one ended at its limit of time or memory are filled
// in all the same, marked as Dominated. Smaller is what comes before on the ladder, and what has
// no larger size in the same family: a question that took too long with few threads does
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
	// Asks are the arguments among Args that say which property of which program is asked about.
	Asks []string
	// Ladder names the ladder that the cell stands on; empty: none.
	Ladder string
	// Family names the cells that Size is compared among; empty: none.
	Family string
	Size   []int
}

// Sheet says what a table of results looks like.
type Sheet struct {
	Keys     []string  // the columns that identify a cell
	Measures []Measure // the columns that are read from an answer
	// Ends reports whether a result makes the rest of its ladder pointless; nil:
	// when it has no answer.
	Ends func(*Result) bool
}

// Measure is a column that is read from the JSON object that a command prints.
type Measure struct {
	Name string
	Read func(answer any) string // empty: the answer has none
}

// Field is the measure of that name whose value stands at a path of an answer: the
// names of fields, from the outermost on.
func Field(name string, path ...string) Measure {
	return Measure{name, func(answer any) string { return text(at(answer, path)) }}
}

// Number reads a number at a path of an answer; 0: there is none.
func Number(answer any, path ...string) float64 {
	n, _ := at(answer, path).(float64)
	return n
}

// at returns what stands at a path, nil if nothing does.
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

// text is a JSON value that is no object or list, as text.
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

// Result is what became of a cell.
type Result struct {
	Key      []string
	Verdict  string // safe, bounded, violation, unknown; Failed: none
	Reason   string // of the verdict, or what failed
	Time     time.Duration
	CPU      time.Duration // of processors, of the process and of those that it waited for
	Memory   int64         // peak resident set, bytes
	Limit    time.Duration // of CPU
	Measures []string      // the values of the sheet's measures
}

// Failed is the verdict of a cell whose command printed no answer.
const Failed = "error"

// Answered reports whether the cell has a verdict about its program: one within
// bounds counts if nothing but the bounds kept it from saying more.
func (r *Result) Answered() bool {
	return r.Verdict == "safe" || r.Verdict == "bounded" && r.Reason == "" || r.Verdict == "violation"
}

// final reports whether there is no point in running the cell again with a limit.
func (r *Result) final(limit time.Duration) bool {
	return r.Answered() || r.Verdict != Failed && (r.Limit >= limit || r.Reason != timeUp && r.Reason != Dominated)
}

// Dominated is the reason of the verdict that is unknown since a smaller cell ended at its limit.
const Dominated = "dominated"

// heldUp reports whether larger cells are dominated by this one.
func (r *Result) heldUp() bool {
	return !r.Answered() && (r.Reason == timeUp || r.Reason == outOfMemory || r.Reason == Dominated)
}

// outOfMemory is the reason of a verdict that is unknown for want of memory.
const outOfMemory = "memory"

// timeUp is the reason of a verdict that is unknown for want of time.
const timeUp = "timeout"
