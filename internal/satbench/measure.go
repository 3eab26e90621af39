package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/heddle-mc/heddle/internal/dimacs"
)

// outcome is one run of one solver.
type outcome struct {
	answer status
	time   float64 // processor seconds; twice the limit if unsolved
	memory int64   // peak resident bytes, sampled
}

// row is what was measured for one formula.
type row struct {
	name    string
	answer  status
	vars    int
	clauses int
	runs    [][]outcome // by solver, then order
}

// measure solves all orders of p with all solvers.
func measure(ctx context.Context, opts options, p problem, dir string) (row, error) {
	formula, err := p.source()
	if err != nil {
		return row{}, err
	}
	r := row{name: p.name, answer: p.want, vars: formula.Vars, clauses: len(formula.Clauses),
		runs: make([][]outcome, len(opts.solvers))}
	for order := range opts.orders {
		f := renamed(formula, order)
		path := filepath.Join(dir, "formula.cnf")
		if err := writeFormula(path, f); err != nil {
			return row{}, err
		}
		for i := range opts.solvers {
			i = (i + order) % len(opts.solvers)
			out, err := solve(ctx, opts, opts.solvers[i], path, f)
			if err != nil {
				return row{}, fmt.Errorf("%s, order %d: %w", p.name, order, err)
			}
			if out.answer != unknown {
				if r.answer == unknown {
					r.answer = out.answer
				} else if r.answer != out.answer {
					return row{}, fmt.Errorf("%s, order %d: %s answers %v, expected %v",
						p.name, order, opts.solvers[i], out.answer, r.answer)
				}
			}
			r.runs[i] = append(r.runs[i], out)
		}
	}
	return r, nil
}

func writeFormula(path string, f *dimacs.Formula) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := f.WriteTo(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// wallFactor is how much longer than its processor time a run may take.
const wallFactor = 60

// solve runs one solver. The shell limits its processor time.
func solve(ctx context.Context, opts options, solver, path string, f *dimacs.Formula) (outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, wallFactor*opts.limit)
	defer cancel()
	command := solver
	switch solver {
	case "heddle":
		command = strconv.Quote(opts.heddle) + " sat"
	case "minisat":
		command += " -verb=0"
	case "cadical":
		command += " -q"
	}
	seconds := int(opts.limit.Seconds()) + 1
	cmd := exec.CommandContext(ctx, "sh", "-c",
		fmt.Sprintf("ulimit -t %d; exec %s %s", seconds, command, strconv.Quote(path)))
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := cmd.Start(); err != nil {
		return outcome{}, fmt.Errorf("%s: %w", solver, err)
	}
	done, peak := make(chan struct{}), make(chan int64)
	go func() { peak <- watchMemory(cmd.Process.Pid, done) }()
	err := cmd.Wait()
	close(done)
	memory := <-peak
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return outcome{}, fmt.Errorf("%s: %w", solver, err)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	spent := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	out := outcome{time: 2 * opts.limit.Seconds(), memory: memory}
	switch code := cmd.ProcessState.ExitCode(); {
	case spent > opts.limit:
		return out, nil
	case code == 10:
		out.answer = satisfiable
	case code == 20:
		out.answer = unsatisfiable
	default:
		return out, fmt.Errorf("%s ends with %v and no answer after %v", solver, cmd.ProcessState, spent)
	}
	out.time = spent.Seconds()
	if solver == "heddle" && out.answer == satisfiable && !holds(f, model(stdout.String())) {
		return out, fmt.Errorf("the model of heddle is wrong")
	}
	return out, nil
}

// watchMemory samples the peak resident size of a process until done. (The peak
// that the kernel reports at its end includes what this process holds.)
func watchMemory(pid int, done <-chan struct{}) int64 {
	peak := int64(0)
	for {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if _, rest, ok := strings.Cut(string(text), "VmHWM:"); ok {
			var kilobytes int64
			if _, err := fmt.Sscan(rest, &kilobytes); err == nil {
				peak = max(peak, kilobytes<<10)
			}
		}
		select {
		case <-done:
			return peak
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// model reads the v lines of a solver's output.
func model(text string) map[int32]bool {
	out := map[int32]bool{}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "v ") {
			continue
		}
		for _, field := range strings.Fields(line[2:]) {
			if n, err := strconv.Atoi(field); err == nil {
				out[int32(n)] = true
			}
		}
	}
	return out
}

// medianTime returns the median time of the runs.
func medianTime(runs []outcome) float64 {
	times := make([]float64, len(runs))
	for i, r := range runs {
		times[i] = r.time
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// peakMemory returns the largest memory of the runs.
func peakMemory(runs []outcome) int64 {
	peak := int64(0)
	for _, r := range runs {
		peak = max(peak, r.memory)
	}
	return peak
}

// solved counts the runs with an answer.
func solved(runs []outcome) int {
	n := 0
	for _, r := range runs {
		if r.answer != unknown {
			n++
		}
	}
	return n
}
