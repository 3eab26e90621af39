package cell

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/host/child"
	"github.com/heddle-mc/heddle/internal/lab/ledger"
)

// Options configures a run.
type Options struct {
	Command []string      // heddle, by its full path
	Timeout time.Duration // per cell: processor time where the system reports it, and Patience times as much wall-clock time
	Memory  string        // per cell, in the form of --memory
	Jobs    int           // cells at a time
	Out     string        // the file of results, which is continued; empty: none
	Until   time.Time     // no cell starts after this, and none runs longer than Timeout after it; zero: unlimited
	// Done, if not nil, is called for every result with the number of settled cells (run, known before,
	// or given up with their ladder) and the number of all cells. Calls do not overlap.
	Done func(result *Result, settled, all int)
}

// Run runs the cells without a result in Out. It returns all results in Out then, one per cell,
// including those of other cells. When ctx ends or the time is up, it returns the results so far; left
// holds the cells that were not settled.
func Run(ctx context.Context, sheet *Sheet, cells []Cell, opts Options) (results []Result, left []Cell, err error) {
	table, former, err := sheet.open(opts.Out)
	if err != nil {
		return nil, nil, err
	}
	r := &run{sheet: sheet, opts: opts, table: table, all: len(cells), results: former, index: make(map[string]int), heldUp: make(map[string][][]int)}
	r.wake = sync.NewCond(&r.mu)
	for i := range former {
		r.index[keyOf(former[i].Key)] = i
	}
	r.build(cells)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if !opts.Until.IsZero() {
		limited, stop := context.WithDeadline(ctx, opts.Until.Add(opts.Timeout))
		defer stop()
		ctx = limited
	}
	var workers sync.WaitGroup
	for range max(1, opts.Jobs) {
		workers.Go(func() {
			for l := r.take(ctx); l != nil; l = r.take(ctx) {
				r.keep(ctx, l, r.measure(ctx, &l.cells[0]))
			}
		})
	}
	workers.Wait()
	err = r.err
	if closed := table.Close(); err == nil && closed != nil {
		err = fmt.Errorf("write results: %w", closed)
	}
	for _, l := range r.ladders {
		left = append(left, l.cells...)
	}
	return r.results, left, err
}

// ladder is the rest of a ladder.
type ladder struct {
	cells []Cell
	rung  int // of the first remaining cell
	cost  int // of the last cell: the number of times its processor seconds can be halved until they are below one
	busy  bool
}

// run is the state of a run.
type run struct {
	sheet *Sheet
	opts  Options
	table *ledger.Table
	all   int

	mu      sync.Mutex // guards the fields below
	wake    *sync.Cond // signals that a ladder is no longer busy
	ladders []*ladder  // in the order of their first cells
	results []Result
	index   map[string]int // into results, by key
	settled int
	heldUp  map[string][][]int // by family: sizes that ended at their limits
	err     error              // of writing the table
}

// build creates the ladders; a cell without one gets a ladder of its own.
func (r *run) build(cells []Cell) {
	named := make(map[string]*ladder)
	for _, c := range cells {
		l := named[c.Ladder]
		if l == nil || c.Ladder == "" {
			l = new(ladder)
			r.ladders = append(r.ladders, l)
			named[c.Ladder] = l
		}
		l.cells = append(l.cells, c)
	}
	for _, l := range r.ladders {
		r.pass(l)
	}
}

// pass climbs a ladder past the cells with known results.
func (r *run) pass(l *ladder) {
	for len(l.cells) > 0 {
		i, ok := r.index[keyOf(l.cells[0].Key)]
		if !ok || !r.results[i].final(r.opts.Timeout) {
			return
		}
		r.climb(l, &r.results[i])
	}
}

// climb settles a ladder's first cell, and the rest of the ladder if the result ends it.
func (r *run) climb(l *ladder, res *Result) {
	first := &l.cells[0]
	if first.Family != "" && res.heldUp() && res.Reason != Dominated {
		r.heldUp[first.Family] = append(r.heldUp[first.Family], first.Size)
	}
	n := 1
	if r.sheet.ends(res) {
		n = len(l.cells)
		if res.heldUp() {
			for i := 1; i < n; i++ {
				r.dominate(&l.cells[i], res.Limit)
			}
		}
	}
	l.cells, l.rung, l.cost = l.cells[n:], l.rung+n, bits.Len(uint(res.CPU/time.Second))
	r.settled += n
}

// dominate returns the result Dominated for a cell that has no final result of its own within a limit.
func (r *run) dominate(c *Cell, limit time.Duration) *Result {
	if i, ok := r.index[keyOf(c.Key)]; ok && r.results[i].final(limit) {
		return &r.results[i]
	}
	res := &Result{Key: c.Key, Verdict: "unknown", Reason: Dominated, Limit: limit, Measures: make([]string, len(r.sheet.Measures))}
	r.record(res)
	return res
}

// dominated reports whether a smaller cell of the same family ended at its limit.
func (r *run) dominated(c *Cell) bool {
	return slices.ContainsFunc(r.heldUp[c.Family], func(size []int) bool {
		for i := range size {
			if size[i] > c.Size[i] {
				return false
			}
		}
		return true
	})
}

// record stores a result, also in the table.
func (r *run) record(res *Result) {
	if err := r.table.Write(r.sheet.record(res)); err != nil && r.err == nil {
		r.err = err
	}
	if i, ok := r.index[keyOf(res.Key)]; ok {
		r.results[i] = *res
	} else {
		r.index[keyOf(res.Key)] = len(r.results)
		r.results = append(r.results, *res)
	}
}

func (s *Sheet) ends(r *Result) bool {
	if s.Ends != nil {
		return s.Ends(r)
	}
	return !r.Answered()
}

// take returns the ladder whose next cell is to run, and waits for one if necessary; nil: all work is
// done.
func (r *run) take(ctx context.Context) *ladder {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		if ctx.Err() != nil || r.err != nil || !r.opts.Until.IsZero() && time.Now().After(r.opts.Until) {
			return nil
		}
		var best *ladder
		busy := false
		for _, l := range r.ladders {
			busy = busy || l.busy
			if !l.busy && len(l.cells) > 0 && (best == nil || cmp.Or(cmp.Compare(l.cost, best.cost), cmp.Compare(l.rung, best.rung)) < 0) {
				best = l
			}
		}
		if best != nil && r.dominated(&best.cells[0]) {
			r.climb(best, r.dominate(&best.cells[0], r.opts.Timeout))
			r.pass(best)
			continue
		}
		if best != nil {
			best.busy = true
			return best
		}
		if !busy {
			return nil
		}
		r.wake.Wait()
	}
}

// keep stores the result of a ladder's first cell; nil if it has none.
func (r *run) keep(ctx context.Context, l *ladder, res *Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l.busy = false
	defer r.wake.Broadcast()
	if ctx.Err() != nil {
		return // interrupted: no result
	}
	if r.record(res); r.err != nil {
		return
	}
	r.climb(l, res)
	r.pass(l)
	if r.opts.Done != nil {
		r.opts.Done(res, r.settled, r.all)
	}
}

// Patience is the limit of wall-clock time as a multiple of the limit of processor time. It is large so
// that other work on the machine does not affect results.
const Patience = 20

// grace is the time beyond its limit after which a process is killed. It should have stopped by itself
// before.
const grace = 5 * time.Second

// measure runs one cell.
func (r *run) measure(ctx context.Context, c *Cell) *Result {
	o := &r.opts
	clock := Patience * o.Timeout
	command := slices.Concat(o.Command, c.Args, []string{"--json", "--timeout", clock.String()})
	if o.Memory != "" {
		command = append(command, "--memory", o.Memory)
	}
	ran := child.Run(ctx, command, child.Options{CPU: o.Timeout, Kill: clock + clock/10 + grace})
	res := &Result{Key: c.Key, Time: ran.Time, CPU: ran.CPU, Memory: ran.Memory, Limit: o.Timeout, Measures: make([]string, len(r.sheet.Measures))}
	var got any
	failed := json.Unmarshal(ran.Stdout, &got)
	verdict, reason := text(at(got, []string{"verdict"})), text(at(got, []string{"reason"}))
	switch {
	case ran.Killed:
		res.Verdict, res.Reason = Failed, "it did not end in time and was killed"
	case failed != nil || verdict == "" || exitCodes[verdict] != ran.ExitCode():
		res.Verdict, res.Reason = Failed, ran.LastLine()
		if ran.Err != nil {
			res.Reason = ran.Err.Error() + ": " + res.Reason
		}
	default:
		if ran.Over && reason == interrupted {
			reason = timeUp
		}
		res.Verdict, res.Reason = verdict, reason
		for i, m := range r.sheet.Measures {
			res.Measures[i] = m.Read(got)
		}
	}
	return res
}

// interrupted is the reason of a verdict after an interrupt.
const interrupted = "interrupted"

// exitCodes maps verdicts to exit codes.
var exitCodes = map[string]int{"safe": 0, "bounded": 0, "violation": 1, "unknown": 3}
