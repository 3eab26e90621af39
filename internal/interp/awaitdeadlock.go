package interp

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/trace"
)

// Whether a deadlock stands may depend on a thread that was stopped in a loop: it can
// run, and may unlock what it does not own, later (DESIGN 5.11). Such a deadlock
// counts if its members stay where they are in some executions that go on from
// there and let every loop run for a while.
const (
	continuations     = 8
	continuationSteps = 200_000 // instructions of each
)

// spins reports whether a thread was stopped in a loop, which it may leave later.
func (m *Machine) spins() bool {
	return slices.ContainsFunc(m.threads, func(t *Thread) bool { return t.spin.stopped })
}

// stands reports whether a deadlock that a trace leads to stands.
func (s *search) stands(v *Violation, t *trace.Trace) bool {
	opts := Options{Schedule: t, Environment: s.opts.Environment, MaxSteps: continuationSteps, MaxMemory: s.opts.MaxMemory}
	for seed := range continuations {
		opts.Seed = uint64(seed)
		res, longer, err := RunCode(s.ctx, s.code, opts)
		if err != nil {
			break
		}
		if n := len(longer.Schedule); n > 0 && (res.End.Kind == StepLimit || res.End.Kind == MemoryLimit) {
			longer.Schedule[n-1].Steps-- // it ended in an attempt, which may have to wait
		}
		for _, name := range v.Threads {
			if stepsOf(longer, name) > stepsOf(t, name) {
				return false
			}
		}
	}
	return true
}

// stepsOf returns how many visible operations a thread does in a trace.
func stepsOf(t *trace.Trace, thread string) (n uint64) {
	for _, seg := range t.Schedule {
		if seg.Thread == thread {
			n += seg.Steps
		}
	}
	return n
}
