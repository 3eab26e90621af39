package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/heddle-mc/heddle/internal/solve/dimacs"
)

// outcome is one run of one solver.
type outcome struct {
	answer status
	time   float64 // processor seconds; twice the limit if unsolved
	memory int64   // peak resident bytes, sampled
}

// measure runs the solvers without a known result for this order of p.
func measure(ctx context.Context, opts options, p problem, order int, known *store, dir string) error {
	var missing []string
	for i := range opts.solvers {
		solver := opts.solvers[(i+order)%len(opts.solvers)]
		if _, ok := known.known[runKey{p.name, order, solver}]; !ok {
			missing = append(missing, solver)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	formula, err := p.source()
	if err != nil {
		return err
	}
	f := renamed(formula, order)
	path := filepath.Join(dir, "formula.cnf")
	if err := writeFormula(path, f); err != nil {
		return err
	}
	var line strings.Builder
	fmt.Fprintf(&line, "%-24s %d", p.name, order)
	for _, solver := range missing {
		out, err := solve(ctx, opts, solver, path, f)
		if err != nil {
			return err
		}
		want := known.answer(p)
		if out.answer != unknown && want != unknown && out.answer != want {
			return fmt.Errorf("%s answers %v, expected %v", solver, out.answer, want)
		}
		err = known.add(record{Formula: p.name, Order: order, Solver: solver, Answer: out.answer.String(),
			Seconds: out.time, Memory: out.memory, Vars: formula.Vars, Clauses: len(formula.Clauses)})
		if err != nil {
			return err
		}
		fmt.Fprintf(&line, "  %s %.2f", solver, out.time)
	}
	fmt.Fprintln(os.Stderr, line.String())
	return nil
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

// wallFactor is the greatest ratio of a run's wall-clock time to its limit of processor time.
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
	case spent > opts.limit, code < 0 && spent > opts.limit*3/4:
		// The kernel's clock for the limit and that of the usage differ by some
		// percent on a busy virtual machine.
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
// that the kernel reports at its end includes what this process holds.) The
// kernel keeps the peak, so that long runs need few samples.
func watchMemory(pid int, done <-chan struct{}) int64 {
	peak, pause := int64(0), 2*time.Millisecond
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
		case <-time.After(pause):
			pause = min(pause+pause/8+1, 200*time.Millisecond)
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
