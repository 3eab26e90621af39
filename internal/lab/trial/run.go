package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/host/child"
	"github.com/heddle-mc/heddle/internal/lab/ledger"
)

// task is one run of heddle check.
type task struct {
	part    string
	program *program
	label   string // distinguishes tasks of one part and program
	flags   []string
	timeout time.Duration
	edits   []edit // to be applied before, in a copy
}

// outcome is the result of a task.
type outcome struct {
	Exit      int
	Time      time.Duration
	Line      time.Duration // until the first output
	Violation time.Duration // until a violation was printed; 0: none was
	Failure   string        // the reason for a missing answer; empty: there is an answer
	Answers   []answer
}

// columns lists the columns of the table of outcomes; the first four are a task's key.
var columns = []string{"part", "program", "label", "timeout_s", "exit", "time_s", "line_s", "violation_s", "failure", "answers"}

// runner runs the tasks without a known outcome.
type runner struct {
	kit     *kit
	command []string // heddle check
	jobs    int
	log     func(string)

	mu    sync.Mutex // guards the fields below
	table *ledger.Table
	known map[string]*outcome // by key
}

func (t *task) key() []string {
	return []string{t.part, t.program.name, t.label, strconv.FormatFloat(t.timeout.Seconds(), 'f', 3, 64)}
}

// openRunner opens the table of outcomes; with an empty name there is no table.
func openRunner(k *kit, heddle, out string, jobs int) (*runner, error) {
	r := &runner{kit: k, command: []string{heddle, "check"}, jobs: jobs, log: func(string) {}, known: map[string]*outcome{}}
	table, records, err := ledger.Open(out, columns, ledger.Resume)
	if err != nil {
		return nil, err
	}
	r.table = table
	for _, f := range records {
		o := &outcome{Failure: f[8]}
		var err error
		if o.Exit, err = strconv.Atoi(f[4]); err == nil {
			err = json.Unmarshal([]byte(f[9]), &o.Answers)
		}
		for i, d := range []*time.Duration{&o.Time, &o.Line, &o.Violation} {
			seconds, bad := strconv.ParseFloat(f[5+i], 64)
			err = errors.Join(err, bad)
			*d = time.Duration(seconds * float64(time.Second))
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", out, err), table.Close())
		}
		r.known[strings.Join(f[:4], "|")] = o
	}
	return r, nil
}

// outcome returns the known outcome of a task, or nil.
func (r *runner) outcome(t *task) *outcome { return r.known[strings.Join(t.key(), "|")] }

// all runs tasks. An error is a failure of the trial, never of heddle.
func (r *runner) all(ctx context.Context, tasks []task) error {
	var errs []error
	next := make(chan *task)
	var workers sync.WaitGroup
	for range max(1, r.jobs) {
		workers.Go(func() {
			for t := range next {
				o, err := r.one(ctx, t)
				if ctx.Err() != nil {
					continue // interrupted
				}
				r.mu.Lock()
				if err == nil {
					err = r.keep(t, o)
				}
				if err != nil {
					errs = append(errs, err)
				}
				r.mu.Unlock()
			}
		})
	}
	for i := range tasks {
		r.mu.Lock()
		there := r.outcome(&tasks[i]) != nil
		r.mu.Unlock()
		if !there && ctx.Err() == nil {
			next <- &tasks[i]
		}
	}
	close(next)
	workers.Wait()
	return errors.Join(append(errs, ctx.Err())...)
}

// keep records an outcome.
func (r *runner) keep(t *task, o *outcome) error {
	answers, err := json.Marshal(o.Answers)
	if err != nil {
		return err
	}
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
	r.known[strings.Join(t.key(), "|")] = o
	r.log(fmt.Sprintf("%s %s %s: exit code %d, %.1f s %s", t.part, t.program.name, t.label, o.Exit, o.Time.Seconds(), o.Failure))
	return r.table.Write(append(t.key(), strconv.Itoa(o.Exit), seconds(o.Time), seconds(o.Line), seconds(o.Violation), o.Failure, string(answers)))
}

// one runs a task.
func (r *runner) one(ctx context.Context, t *task) (*outcome, error) {
	dir, err := os.MkdirTemp("", "trial")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	k := r.kit
	if t.edits != nil {
		if k, err = r.kit.changed(dir, t.program, t.edits); err != nil {
			return nil, err
		}
	}
	result := filepath.Join(dir, "result.json")
	args := append([]string{"--write", "json=" + result, "--timeout", t.timeout.String()}, t.flags...)
	for _, a := range t.program.args {
		if strings.HasPrefix(a, "harness/") {
			a = k.at(t.program, a)
		}
		args = append(args, a)
	}
	w := &watch{begin: time.Now()}
	// heddle itself reports a late answer, unless it hangs.
	ran := child.Run(ctx, append(append([]string{}, r.command...), args...),
		child.Options{Dir: filepath.Join(k.tree, t.program.dir), Kill: 2*t.timeout + 10*time.Second, Told: w})
	o := &outcome{Exit: ran.ExitCode(), Time: ran.Time, Line: w.line, Violation: w.violation}
	text, err := os.ReadFile(result)
	if err == nil {
		o.Answers, err = parse(text)
	}
	switch {
	case ran.Killed:
		o.Failure = "killed, since it did not end"
	case o.Exit == 4 || o.Exit < 0:
		o.Failure = "internal error: " + ran.LastLine()
	case err != nil: // no answer, but messages
		o.Failure, _, _ = strings.Cut(strings.TrimSpace(ran.Stderr), "\n")
	}
	return o, nil
}

// watch records the times of a child's output.
type watch struct {
	begin           time.Time
	line, violation time.Duration
	rest            []byte // of the incomplete last line
}

// violationLine matches a line about a violation whose trace is not minimized yet, or the line after a
// printed trace.
var violationLine = regexp.MustCompile(`^(\S+:\d+:\d+: violation of \w+|\w+: violation\b)`)

// Write implements io.Writer.
func (w *watch) Write(p []byte) (int, error) {
	if w.line == 0 {
		w.line = time.Since(w.begin)
	}
	w.rest = append(w.rest, p...)
	for {
		line, rest, ok := bytes.Cut(w.rest, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		w.rest = rest
		if w.violation == 0 && violationLine.Match(line) {
			w.violation = time.Since(w.begin)
		}
	}
}
