package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/host/child"
	"github.com/heddle-mc/heddle/internal/lab/ledger"
)

// Options configures a run.
type Options struct {
	Command     []string      // the judging command: heddle check, by its full path
	Dir         string        // directory of the index
	Timeout     time.Duration // of a row
	Memory      string        // of a row, in the form of the command's --memory; empty: its default
	Engine      string        // empty: the command's default
	Model       string        // of memory, for rows without one; empty: the command's default
	Environment []string      // the choices that the environment may make, as for heddle check
	Jobs        int           // rows at a time
	Out         string        // the file of results; empty: none
	Resume      bool          // skip rows with a result in Out
	// Begun, if not nil, is called for every row that begins, and Done for every result. Calls do not
	// overlap.
	Begun func(row *Row)
	Done  func(result *Result, done, all int)
}

// Run runs rows and returns all results in the order of the rows, including former ones. When ctx ends,
// it returns the results so far.
func Run(ctx context.Context, rows []Row, opts Options) ([]Result, error) {
	table, former, err := openResults(opts.Out, opts.Resume)
	if err != nil {
		return nil, err
	}
	known := make(map[string]*Result)
	for i := range former {
		known[former[i].key()] = &former[i]
	}
	r := &run{opts: opts, table: table, rows: rows, results: make([]*Result, len(rows))}
	var left []int
	for i := range rows {
		if res := known[rows[i].key()]; res != nil {
			r.results[i] = res
			r.done++
		} else {
			left = append(left, i)
		}
	}
	err = r.all(ctx, left)
	if closed := table.Close(); err == nil && closed != nil {
		err = fmt.Errorf("write results: %w", closed)
	}
	var out []Result
	for _, res := range r.results {
		if res != nil {
			out = append(out, *res)
		}
	}
	return out, err
}

// run is the state of a run.
type run struct {
	opts  Options
	table *ledger.Table
	rows  []Row

	mu      sync.Mutex // guards the fields below
	results []*Result  // by row; nil: none yet
	done    int
	err     error // of writing
}

// all runs the rows with the given indices.
func (r *run) all(ctx context.Context, left []int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, r.opts.Jobs) {
		workers.Go(func() {
			for i := range next {
				r.begin(i)
				res := r.opts.row(ctx, &r.rows[i])
				if ctx.Err() != nil {
					continue // interrupted: no result
				}
				if !r.keep(i, res) {
					cancel()
				}
			}
		})
	}
feed:
	for _, i := range left {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	workers.Wait()
	return r.err
}

// begin calls Begun for a row.
func (r *run) begin(i int) {
	if r.opts.Begun != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.opts.Begun(&r.rows[i])
	}
}

// keep stores a result and reports whether that succeeded.
func (r *run) keep(i int, res *Result) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.table.Write(res.record()); err != nil {
		r.err = err
		return false
	}
	r.results[i] = res
	r.done++
	if r.opts.Done != nil {
		r.opts.Done(res, r.done, len(r.rows))
	}
	return true
}

// answer is the part of the command's result that is used here.
type answer struct {
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"`
	Stats   struct {
		Engine string `json:"engine"`
	} `json:"stats"`
}

// row runs one row.
func (o *Options) row(ctx context.Context, row *Row) *Result {
	command := append(append([]string{}, o.Command...), o.arguments(row)...)
	ran := child.Run(ctx, command, child.Options{Kill: o.Timeout + o.Timeout/10 + 5*time.Second})
	res := &Result{Row: *row, Time: ran.Time, Limit: o.Timeout, Memory: ran.Memory}
	var got answer
	switch failed := json.Unmarshal(ran.Stdout, &got); {
	case ran.Killed:
		res.Verdict, res.Reason = "error", "it did not end in time and was killed"
	case failed == nil && got.Verdict != "" && agrees(got.Verdict, ran.ExitCode()):
		res.Verdict, res.Reason, res.Engine = got.Verdict, got.Reason, got.Stats.Engine
	default:
		res.Verdict, res.Reason = "error", ran.LastLine()
		if ran.Err != nil {
			res.Reason = ran.Err.Error() + ": " + res.Reason
		}
	}
	res.Score = scoreOf(row, res.Verdict, res.Reason)
	return res
}

// agrees reports whether a verdict fits the exit code of the command.
func agrees(verdict string, code int) bool {
	want, ok := map[string]int{"safe": 0, "bounded": 0, "violation": 1, "unknown": 3}[verdict]
	return ok && code == want
}

// arguments returns the arguments of the command for a row.
func (o *Options) arguments(row *Row) []string {
	args := []string{"--json", "-j", "1", "--timeout", o.Timeout.String(), "--property", row.Property, "--arch", row.Arch}
	if o.Memory != "" {
		args = append(args, "--memory", o.Memory)
	}
	if o.Engine != "" {
		args = append(args, "--engine", o.Engine)
	}
	if o.Model != "" && !strings.Contains(row.Flags, "--model") {
		args = append(args, "--model", o.Model)
	}
	if len(o.Environment) > 0 {
		args = append(args, "--environment", strings.Join(o.Environment, ","))
	}
	if n := row.bound(); n > 0 {
		args = append(args, "--unwind", strconv.Itoa(n))
	}
	for d := range strings.FieldsSeq(row.Defines) {
		args = append(args, "-D", strings.TrimPrefix(d, "-D"))
	}
	args = append(args, strings.Fields(row.Flags)...)
	return append(args, "--", filepath.Join(o.Dir, filepath.FromSlash(row.File)))
}
