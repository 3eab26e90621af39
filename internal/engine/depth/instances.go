package depth

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// maxInstances is the largest number of threads or objects that one place creates. Counters have values for more, but systems
// are too large long before.
const maxInstances = 48

// MoreInstances returns the next number of instances after n, half as many again: a loop often has four rounds.
func MoreInstances(n int) int { return min(n+n/2, maxInstances) }

// With returns a problem whose system has n instances of the threads, objects and recursive calls that one
// place makes; 0: as many as the problem's bounds say.
func With(p *engine.Problem, n int) *engine.Problem {
	if n == 0 {
		return p
	}
	within := *p
	within.Bounds.Unwind = n
	return &within
}

// Outgrown reports whether a problem has more executions with more than n instances. met are the marks that
// executions with n reach. It is false if the problem's bounds say how many instances there are.
func Outgrown(p *engine.Problem, met []*efsm.Mark, n int) bool {
	return p.Bounds.Unwind == 0 && n < maxInstances && slices.ContainsFunc(met, func(m *efsm.Mark) bool {
		return m.Bound == verdict.AllocBound || m.Bound == verdict.RecursionBound || m.Bound == verdict.ThreadBound && !m.GoesOn
	})
}
