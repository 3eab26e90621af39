package compare

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/compare/cell"
)

// level is the effort of an engine that unrolls transition systems until it has decided all violations
// up to a depth.
type level struct {
	depth     int
	seconds   float64 // processor time since the engine began; wall-clock time if only that is known
	megabytes float64 // of formula and search
	reachable int     // the sum of |R(d)|
	pairs     int     // pairs of a read_sync and a write_sync
}

// found is a race found by such an engine.
type found struct {
	depth     int
	seconds   float64
	megabytes float64
	passes    string // the path of the token, such as (r2@1,w1@14),(r1@21,w2@3); empty: the model has no token
	place     string // of both accesses
}

// entries returns a list of an answer's statistics.
func entries(answer any, name string) []any {
	object, _ := answer.(map[string]any)
	stats, _ := object["stats"].(map[string]any)
	list, _ := stats[name].([]any)
	return list
}

// cost returns the seconds and megabytes of an entry.
func cost(entry any) (seconds, megabytes float64) {
	spent := cell.Number(entry, "cpu_ns")
	if spent == 0 {
		spent = cell.Number(entry, "time_ns")
	}
	return spent / float64(time.Second), cell.Number(entry, "memory_bytes") / (1 << 20)
}

// between separates the entries in a column of levels or races. Fields of an entry are separated by
// spaces; an empty field is written as none.
const between = "; "

// writeLevels reads the column of levels from an answer.
func writeLevels(answer any) string {
	var out []string
	for _, d := range entries(answer, "depths") {
		s, mb := cost(d)
		out = append(out, fmt.Sprintf("%.0f %.3f %.1f %.0f %.0f", cell.Number(d, "depth"), s, mb, cell.Number(d, "reachable"), cell.Number(d, "pairs")))
	}
	return strings.Join(out, between)
}

// readLevels reads a column of levels. It skips malformed entries.
func readLevels(column string) (out []level) {
	for entry := range strings.SplitSeq(column, between) {
		var l level
		if _, err := fmt.Sscan(entry, &l.depth, &l.seconds, &l.megabytes, &l.reachable, &l.pairs); err == nil {
			out = append(out, l)
		}
	}
	return out
}

// lastLevel returns a column for a number of the last level.
func lastLevel(name string, number func(level) float64) cell.Measure {
	return cell.Measure{Name: name, Read: func(answer any) string {
		list := readLevels(writeLevels(answer))
		if len(list) == 0 {
			return ""
		}
		return strconv.FormatFloat(number(list[len(list)-1]), 'f', -1, 64)
	}}
}

// writeRaces reads the column of races from an answer.
func writeRaces(answer any) string {
	var out []string
	for _, w := range entries(answer, "witnesses") {
		object, _ := w.(map[string]any)
		passes, _ := object["passes"].(string)
		place, _ := object["place"].(string)
		if passes == "" {
			passes = none
		}
		s, mb := cost(w)
		out = append(out, fmt.Sprintf("%.0f %.3f %.1f %s %s", cell.Number(w, "depth"), s, mb, passes, place))
	}
	return strings.Join(out, between)
}

// readRaces reads a column of races. It skips malformed entries.
func readRaces(column string) (out []found) {
	for entry := range strings.SplitSeq(column, between) {
		var f found
		if _, err := fmt.Sscan(entry, &f.depth, &f.seconds, &f.megabytes, &f.passes, &f.place); err != nil {
			continue
		}
		if f.passes == none {
			f.passes = ""
		}
		out = append(out, f)
	}
	return out
}

// switches writes the sequence of threads as the paper's Table 4 (b) does. For example, (1: 0,14)→(2:
// 1,3)→(1: 21,-) means: thread 1 runs from its local depth 0 to 14, where it passes on the token.
// Thread 2 gets it at 1 and runs to 3. Then thread 1 runs from 21 on. Local steps before a thread gets
// the token are not shown.
func (f *found) switches() string {
	if f.passes == "" {
		return ""
	}
	var b strings.Builder
	var reader, reads, writer, writes int
	for pass := range strings.SplitSeq(f.passes, "),(") {
		from := reads
		if _, err := fmt.Sscanf(strings.Trim(pass, "()"), "r%d@%d,w%d@%d", &reader, &reads, &writer, &writes); err != nil {
			return f.passes
		}
		fmt.Fprintf(&b, "(%d: %d,%d)→", writer, from, writes)
	}
	fmt.Fprintf(&b, "(%d: %d,-)", reader, reads)
	return b.String()
}
