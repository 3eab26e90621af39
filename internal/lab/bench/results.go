package bench

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/ledger"
)

// Result is the result of a row.
type Result struct {
	Row
	Score   Score
	Verdict string        // safe, bounded, unknown, violation; error: no verdict
	Reason  string        // of the verdict, or of the failure
	Engine  string        // the engine that answered
	Time    time.Duration // wall-clock time of the child
	Memory  int64         // the child's peak resident set, bytes
	Limit   time.Duration // the time limit of the row
}

// columns are those of a table of results, in order.
var columns = []string{
	"file", "origin", "property", "expected", "unwind", "defines", "arch", "flags",
	"score", "verdict", "reason", "engine", "time_s", "memory_mb", "timeout_s",
}

// bytesPerMB is the unit of the column memory_mb.
const bytesPerMB = 1 << 20

func (r *Result) record() []string {
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) }
	unwind := ""
	if n := r.bound(); n > 0 {
		unwind = strconv.Itoa(n)
	}
	return []string{
		r.File, r.Origin, r.Property, r.Expected, unwind, r.Defines, r.Arch, r.Flags,
		string(r.Score), r.Verdict, r.Reason, r.Engine,
		number(r.Time.Seconds()), number(float64(r.Memory) / bytesPerMB), number(r.Limit.Seconds()),
	}
}

// ReadResults reads a table of results.
func ReadResults(r io.Reader) ([]Result, error) {
	records, err := ledger.Read(r, columns)
	if err != nil {
		return nil, err
	}
	return parseResults(records)
}

func parseResults(records [][]string) (out []Result, err error) {
	for i, t := range records {
		res := Result{
			Row:   Row{File: t[0], Origin: t[1], Property: t[2], Expected: t[3], Defines: t[5], Arch: t[6], Flags: t[7]},
			Score: Score(t[8]), Verdict: t[9], Reason: t[10], Engine: t[11],
		}
		if t[4] != "" {
			n, err := strconv.Atoi(t[4])
			if err != nil {
				return nil, fmt.Errorf("row %d: unwind: %w", i+1, err)
			}
			res.Unwind, res.Claim = n, true
		}
		var numbers [3]float64
		for k := range numbers {
			if numbers[k], err = strconv.ParseFloat(t[12+k], 64); err != nil {
				return nil, fmt.Errorf("row %d: %s: %w", i+1, columns[12+k], err)
			}
		}
		res.Time = time.Duration(numbers[0] * float64(time.Second))
		res.Memory = int64(numbers[1] * bytesPerMB)
		res.Limit = time.Duration(numbers[2] * float64(time.Second))
		out = append(out, res)
	}
	return out, nil
}

// openResults opens a table and returns its results. Unless resume is set it empties the table first.
func openResults(name string, resume bool) (*ledger.Table, []Result, error) {
	mode := ledger.Anew
	if resume {
		mode = ledger.Resume
	}
	table, records, err := ledger.Open(name, columns, mode)
	if err != nil {
		return nil, nil, err
	}
	former, err := parseResults(records)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("read %s: %w", name, err), table.Close())
	}
	return table, former, nil
}
