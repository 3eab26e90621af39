package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/heddle-mc/heddle/internal/host/child"
)

// The verdicts of heddle check.
const (
	violation = "violation"
	safe      = "safe"
	unknown   = "unknown"
)

// result holds the times and sizes of one check over its runs.
type result struct {
	check
	verdict string
	reason  string
	exit    int
	cpu     time.Duration // of all threads, user and system
	wall    time.Duration
	memory  int64 // peak resident bytes
	stats   stats
	times   map[string]time.Duration // of processor time, by stage
}

// stats is the part of heddle's statistics that is used here.
type stats struct {
	Threads    int `json:"threads"`
	Events     int `json:"events"`
	Candidates int `json:"candidates"`
	Terms      int `json:"terms"`
	Clauses    int `json:"clauses"`
	Conflicts  int `json:"conflicts"`
	Stages     []struct {
		Name string        `json:"name"`
		Time time.Duration `json:"time_ns"`
		Size int           `json:"size"`
	} `json:"stages"`
}

// wrong reports whether the verdict contradicts the known one. A check that
// ends early is not wrong.
func (r *result) wrong() bool {
	decided := r.verdict == violation || r.verdict == safe
	return r.want != "" && decided && r.verdict != r.want
}

// solved reports whether the verdict is the known one.
func (r *result) solved() bool { return r.verdict == r.want }

// line describes the result in one line.
func (r *result) line() string {
	text := fmt.Sprintf("%-20s %-10s %7.2f s cpu %7.2f s wall %5d MB", r.name(), r.verdict, r.cpu.Seconds(), r.wall.Seconds(), r.memory>>20)
	for _, s := range r.stats.Stages {
		text += fmt.Sprintf("  %s %.3f", s.Name, r.times[s.Name].Seconds())
	}
	return text
}

// measure runs a check the requested number of times and returns the median run.
func measure(ctx context.Context, opts options, c check, dir string) (result, error) {
	text, err := c.text()
	if err != nil {
		return result{}, err
	}
	path := filepath.Join(dir, c.name()+".c")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return result{}, err
	}
	var runs []result
	for range max(1, opts.runs) {
		r, err := runOnce(ctx, opts, c, path)
		if err != nil {
			return result{}, err
		}
		runs = append(runs, r)
		if r.wrong() {
			return r, nil
		}
	}
	return median(runs), nil
}

// median returns the run in the middle by processor time, with the median of
// each stage.
func median(runs []result) result {
	slices.SortStableFunc(runs, func(a, b result) int { return int(a.cpu - b.cpu) })
	out := runs[len(runs)/2]
	for name := range out.times {
		var times []time.Duration
		for _, r := range runs {
			times = append(times, r.times[name])
		}
		slices.Sort(times)
		out.times[name] = times[len(times)/2]
	}
	return out
}

// patience is the greatest ratio of a check's wall-clock time to its limit of processor time.
const patience = 30

// runOnce runs heddle on a program.
func runOnce(ctx context.Context, opts options, c check, path string) (result, error) {
	timeout := patience * opts.limit
	if c.timeout > 0 {
		timeout = c.timeout
	}
	args := []string{"check", "--stats", "--json", "-j", "1", "--timeout", timeout.String()}
	if !c.generated {
		args = append(args, "--engine", "order", "--property", "assert")
	}
	if c.ceiling != "" {
		args = append(args, "--memory", c.ceiling)
	}
	args = append(append(args, c.args...), path)
	ran := child.Run(ctx, append([]string{opts.heddle}, args...), child.Options{CPU: opts.limit, Kill: 2 * timeout})
	res := result{check: c, exit: ran.ExitCode(), cpu: ran.CPU, wall: ran.Time, memory: ran.Memory}
	var exit *exec.ExitError
	if ran.Err != nil && !errors.As(ran.Err, &exit) {
		return result{}, ran.Err
	}
	if res.exit < 0 {
		res.verdict, res.reason = unknown, "killed"
		return res, nil
	}
	if err := res.read(ran.Stdout); err != nil {
		return result{}, fmt.Errorf("exit code %d, %s: %w", res.exit, ran.LastLine(), err)
	}
	return res, nil
}

// read parses the output of heddle.
func (r *result) read(text []byte) error {
	var printed struct {
		Verdict string `json:"verdict"`
		Reason  string `json:"reason"`
		Message string `json:"message"`
		Stats   stats  `json:"stats"`
	}
	if err := json.Unmarshal(text, &printed); err != nil {
		return fmt.Errorf("result: %w", err)
	}
	if printed.Verdict == "" {
		return errors.New("result without a verdict")
	}
	r.verdict, r.reason, r.stats = printed.Verdict, printed.Reason, printed.Stats
	share := min(1, r.cpu.Seconds()/r.wall.Seconds())
	r.times = map[string]time.Duration{}
	for _, s := range r.stats.Stages {
		r.times[s.Name] = time.Duration(share * float64(s.Time))
	}
	return nil
}
