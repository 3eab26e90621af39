package cell

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/lab/ledger"
)

// costs are the columns between a sheet's keys and its measures.
var costs = []string{"verdict", "reason", "time_s", "cpu_s", "memory_mb", "timeout_s"}

// bytesPerMB is the unit of the column memory_mb.
const bytesPerMB = 1 << 20

// columns returns the columns of a sheet's table, in order.
func (s *Sheet) columns() []string {
	out := append(slices.Clone(s.Keys), costs...)
	for _, m := range s.Measures {
		out = append(out, m.Name)
	}
	return out
}

func (s *Sheet) record(r *Result) []string {
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', 3, 64) }
	out := append(slices.Clone(r.Key), r.Verdict, r.Reason, number(r.Time.Seconds()), number(r.CPU.Seconds()),
		number(float64(r.Memory)/bytesPerMB), number(r.Limit.Seconds()))
	return append(out, r.Measures...)
}

// parse reads records of a sheet's table; the last record of a cell counts.
func (s *Sheet) parse(records [][]string) ([]Result, error) {
	var out []Result
	known := make(map[string]int)
	for i, record := range records {
		k := len(s.Keys)
		r := Result{Key: record[:k], Verdict: record[k], Reason: record[k+1], Measures: record[k+len(costs):]}
		var numbers [4]float64
		for n := range numbers {
			var err error
			if numbers[n], err = strconv.ParseFloat(record[k+2+n], 64); err != nil {
				return nil, fmt.Errorf("row %d: %s: %w", i+1, costs[2+n], err)
			}
		}
		seconds := func(f float64) time.Duration { return time.Duration(f * float64(time.Second)) }
		r.Time, r.CPU, r.Limit = seconds(numbers[0]), seconds(numbers[1]), seconds(numbers[3])
		r.Memory = int64(numbers[2] * bytesPerMB)
		if at, ok := known[keyOf(r.Key)]; ok {
			out[at] = r
			continue
		}
		known[keyOf(r.Key)] = len(out)
		out = append(out, r)
	}
	return out, nil
}

func keyOf(key []string) string { return strings.Join(key, "\x00") }

// open opens a sheet's table for more results, and returns the results in it.
func (s *Sheet) open(name string) (*ledger.Table, []Result, error) {
	table, records, err := ledger.Open(name, s.columns(), ledger.Resume)
	if err != nil {
		return nil, nil, err
	}
	former, err := s.parse(records)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("read %s: %w", name, err), table.Close())
	}
	return table, former, nil
}
