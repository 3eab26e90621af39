// Package child runs one command as a process that cannot harm its parent: a
// crash, a leak or a hang of the child is a result like any other. Corpora and
// experiments run each measurement that way.
//
// # Costs
//
// The time is that of the wall clock, the processor time that of the child and of
// the descendants that it waited for, user and system. Peak memory is the largest
// resident set of one of these processes as the operating system accounts it.
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

// Options says how a command is run.
type Options struct {
	Dir  string        // to run in; empty: the parent's
	Kill time.Duration // after which it is killed with its whole process group; 0: never
	// CPU is the processor time after which it is interrupted, as by Ctrl-C; 0: never.
	// Only Linux tells how much a process has used; elsewhere it is not limited.
	CPU time.Duration
	// Told gets what it writes to either stream, as it comes; nil: nobody is. Calls do not overlap.
	Told io.Writer
}

// Result is what became of a child.
type Result struct {
	Stdout []byte
	Stderr string        // the end of it
	Err    error         // how it ended: nil, an *exec.ExitError, or why it could not be started
	Killed bool          // it did not end in time, or ctx ended
	Over   bool          // it was interrupted, since its processor time was used up
	Time   time.Duration // by the clock
	CPU    time.Duration // of processors
	Memory int64         // peak resident set, bytes
}

// ExitCode is the code with which the child ended; -1: it did not start or was
// ended by a signal.
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

// pipeDelay is how long descendants may hold a child's pipes after its end.
const pipeDelay = time.Second

// Run runs a command, given by its program's path and arguments, to its end.
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
		err = nil // it ended well, and said all that it had to say
	}
	r := &Result{Stdout: stdout.Bytes(), Stderr: stderr.String(), Err: err, Killed: ctx.Err() != nil, Over: over, Time: time.Since(start)}
	if state := cmd.ProcessState; state != nil {
		r.CPU, r.Memory = state.UserTime()+state.SystemTime(), peakMemory(state)
	}
	return r
}

// wait runs a command to its end, under a limit of processor time unless that is
// 0, and reports whether it reached it.
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

// teller writes to one of the child's streams, and tells somebody, in turn with the other.
type teller struct {
	stream, told io.Writer
	turn         *sync.Mutex
}

// Write implements io.Writer. That of a stream does not fail, and whoever is told may.
func (t *teller) Write(p []byte) (int, error) {
	t.turn.Lock()
	defer t.turn.Unlock()
	if _, err := t.told.Write(p); err != nil {
		return 0, err
	}
	return t.stream.Write(p)
}

// tail keeps the end of what is written.
type tail struct{ b bytes.Buffer }

// keptBytes is how much of a child's messages is kept, at most twice that.
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
