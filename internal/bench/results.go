package bench

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Result is what became of a row.
type Result struct {
	Row
	Score   Score
	Verdict string        // safe, bounded, unknown, violation; error: none
	Reason  string        // of the verdict, or what failed
	Engine  string        // that answered
	Time    time.Duration // of the child, by the clock
	Memory  int64         // the child's peak resident set, bytes
	Limit   time.Duration // the time that it had
}

// columns are those of a table of results, in order.
var columns = []string{
	"file", "origin", "property", "expected", "unwind", "defines", "arch",
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
		r.File, r.Origin, r.Property, r.Expected, unwind, r.Defines, r.Arch,
		string(r.Score), r.Verdict, r.Reason, r.Engine,
		number(r.Time.Seconds()), number(float64(r.Memory) / bytesPerMB), number(r.Limit.Seconds()),
	}
}

// line is the record as one line of CSV, whatever is in its fields.
func line(record []string) []byte {
	clean := slices.Clone(record)
	for i := range clean {
		clean[i] = strings.Join(strings.FieldsFunc(clean[i], func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(clean) // a buffer does not fail
	w.Flush()
	return b.Bytes()
}

// ReadResults reads a table of results.
func ReadResults(r io.Reader) ([]Result, error) {
	in := csv.NewReader(r)
	table, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(table) == 0 || !slices.Equal(table[0], columns) {
		return nil, errors.New("not a table of results: the header is another")
	}
	var out []Result
	for i, t := range table[1:] {
		res := Result{
			Row:   Row{File: t[0], Origin: t[1], Property: t[2], Expected: t[3], Defines: t[5], Arch: t[6]},
			Score: Score(t[7]), Verdict: t[8], Reason: t[9], Engine: t[10],
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
			if numbers[k], err = strconv.ParseFloat(t[11+k], 64); err != nil {
				return nil, fmt.Errorf("row %d: %s: %w", i+1, columns[11+k], err)
			}
		}
		res.Time = time.Duration(numbers[0] * float64(time.Second))
		res.Memory = int64(numbers[1] * bytesPerMB)
		res.Limit = time.Duration(numbers[2] * float64(time.Second))
		out = append(out, res)
	}
	return out, nil
}

// resultFile is a table of results that grows.
type resultFile struct {
	f *os.File // nil: nothing is kept
}

// openResults opens a table. When resumed, what it holds is returned, and the
// remains of a line that was being written are dropped; otherwise it is emptied.
func openResults(name string, resume bool) (*resultFile, []Result, error) {
	if name == "" {
		return &resultFile{}, nil, nil
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	var former []Result
	var whole []byte
	if resume {
		text, err := io.ReadAll(f)
		if err != nil {
			return nil, nil, errors.Join(fmt.Errorf("read %s: %w", name, err), f.Close())
		}
		whole = text[:bytes.LastIndexByte(text, '\n')+1]
		if len(whole) > 0 {
			if former, err = ReadResults(bytes.NewReader(whole)); err != nil {
				return nil, nil, errors.Join(fmt.Errorf("read %s: %w", name, err), f.Close())
			}
		}
	}
	if err := f.Truncate(int64(len(whole))); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	if _, err := f.Seek(0, io.SeekEnd); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	out := &resultFile{f}
	if len(whole) == 0 {
		err = out.write(columns)
	}
	return out, former, err
}

// write appends a line by one system call.
func (t *resultFile) write(record []string) error {
	if t.f == nil {
		return nil
	}
	if _, err := t.f.Write(line(record)); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

func (t *resultFile) close() error {
	if t.f == nil {
		return nil
	}
	return t.f.Close()
}
