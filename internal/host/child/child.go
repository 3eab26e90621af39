// Package child runs one command as a process that cannot harm its parent: a crash, a leak or a hang of
// the child is a result like any other.
//
// The packages of room lab run each measurement like this, and circuit/abc each question to ABC. Package
// solver/process limits the memory of outside solvers with Limited.
//
// # Costs
//
// Time is wall-clock time. Processor time is that of the child and of the descendants that it waited
// for, user and system. Peak memory is the largest resident set of one of these processes, as the
// operating system reports it.
//
// # Limits
//
// All of the standard output is kept in memory. On systems other than Unix, Kill ends the child only, not
// its descendants. There the peak memory is 0, and Limited sets no bound. Descendants that outlive a child are
// not killed, and Run waits a second at most for their output.
package child

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Options configures a run.
type Options struct {
	Dir  string        // working directory; empty: the parent's
	Kill time.Duration // time after which it is killed with its whole process group; 0: never
	// CPU is the processor time after which it is interrupted, as by Ctrl-C; 0: never. Only Linux
	// reports the processor time of a running process; elsewhere it is not limited.
	CPU time.Duration
	// Told, if not nil, gets a copy of all output, on either stream, as it comes. Calls do not overlap.
	// If a call fails, the stream is closed, which may end the child.
	Told io.Writer
}

// Result is the result of a child.
type Result struct {
	Stdout []byte
	Stderr string        // the end of its output there, at most 8 kB
	Err    error         // nil, an *exec.ExitError, an error of Told, or the reason why it could not start
	Killed bool          // it did not end in time, or ctx ended
	Over   bool          // it was interrupted because its processor time was used up
	Time   time.Duration // wall-clock time
	CPU    time.Duration // processor time
	Memory int64         // peak resident set, bytes
}

// ExitCode returns the exit code of the child; -1: it did not start or was ended by a signal.
func (r *Result) ExitCode() int {
	if r.Err == nil {
		return 0
	}
	if exit, ok := r.Err.(*exec.ExitError); ok {
		return exit.ExitCode()
	}
	return -1
}

// LastLine returns the last line of the child's messages that is not empty.
func (r *Result) LastLine() string {
	s := strings.TrimSpace(r.Stderr)
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// pipeDelay is the time that descendants may hold a child's pipes after its end.
const pipeDelay = time.Second

// Run runs a command to its end. The command is the path of a program followed by arguments.
func Run(ctx context.Context, command []string, opts Options) *Result {
	if opts.Kill != 0 {
		limited, cancel := context.WithTimeout(ctx, opts.Kill)
		defer cancel()
		ctx = limited
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = opts.Dir
	isolate(cmd)
	var stdout bytes.Buffer
	var stderr tail
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if opts.Told != nil {
		var turn sync.Mutex
		cmd.Stdout, cmd.Stderr = &teller{&stdout, opts.Told, &turn}, &teller{&stderr, opts.Told, &turn}
	}
	cmd.WaitDelay = pipeDelay
	start := time.Now()
	over, err := wait(cmd, opts.CPU)
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it ended normally, and its output is complete
	}
	r := &Result{Stdout: stdout.Bytes(), Stderr: stderr.String(), Err: err, Killed: ctx.Err() != nil, Over: over, Time: time.Since(start)}
	if state := cmd.ProcessState; state != nil {
		r.CPU, r.Memory = state.UserTime()+state.SystemTime(), peakMemory(state)
	}
	return r
}

// wait runs a command to its end and reports whether it reached its limit of processor time; 0: no
// limit.
func wait(cmd *exec.Cmd, limit time.Duration) (over bool, err error) {
	if limit <= 0 {
		return false, cmd.Run()
	}
	if err := cmd.Start(); err != nil {
		return false, err
	}
	done, watched := make(chan struct{}), make(chan bool)
	go func() { watched <- limitCPU(cmd.Process, limit, done) }()
	err = cmd.Wait()
	close(done)
	return <-watched, err
}

// teller writes to one of the child's streams and to told, one call at a time with the other stream's
// teller.
type teller struct {
	stream, told io.Writer
	turn         *sync.Mutex
}

// Write implements io.Writer. Writing to the stream does not fail; writing to told may.
func (t *teller) Write(p []byte) (int, error) {
	t.turn.Lock()
	defer t.turn.Unlock()
	if _, err := t.told.Write(p); err != nil {
		return 0, err
	}
	return t.stream.Write(p)
}

// tail keeps the end of the output.
type tail struct{ b bytes.Buffer }

// keptBytes is the number of bytes that a tail keeps at least; it keeps at most twice as many.
const keptBytes = 4096

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.b.Write(p[max(0, len(p)-keptBytes):])
	if t.b.Len() > 2*keptBytes {
		t.b.Next(t.b.Len() - keptBytes)
	}
	return len(p), nil
}

func (t *tail) String() string { return t.b.String() }
