package sequentialized

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// clock sorts the steps of a program that executes threads one after another by the times at which they
// take place (sequential.Unwinding).
type clock struct {
	unwinding *sequential.Unwinding
	inlined   *sequential.Inlined
	steps     []timed
	latest    []int // by thread: its latest step, plus one
}

// timed is a step with its time.
type timed struct {
	step  step
	when  uint64
	fails bool
}

// step adds a step. Until the program gives its time, a step takes place with the thread's step before it,
// and a thread's first step with the step that creates the thread.
func (c *clock) step(s step) {
	if c == nil {
		return
	}
	when := uint64(0)
	if k := c.latest[s.tid]; k > 0 {
		when = c.steps[k-1].when
	} else if by := c.inlined.Threads[s.tid].Creator; by >= 0 && c.latest[by] > 0 {
		when = c.steps[c.latest[by]-1].when
	}
	c.steps = append(c.steps, timed{step: s, when: when})
	c.latest[s.tid] = len(c.steps)
}

// wrote reads from a write when the latest step takes place, or that it fails.
func (c *clock) wrote(g ir.GlobalID, o *interp.Observation) {
	switch {
	case c == nil:
	case g == c.unwinding.When && o.Offset < uint64(len(c.latest)):
		if k := c.latest[o.Offset]; k > 0 {
			c.steps[k-1].when = o.New.Lo
		}
	case g == c.unwinding.Failed && len(c.steps) > 0:
		c.steps[len(c.steps)-1].fails = true
	}
}

// inOrder returns the steps in the order in which they take place, to the first that
// fails.
func (c *clock) inOrder() []step {
	slices.SortStableFunc(c.steps, func(a, b timed) int { return cmp.Compare(a.when, b.when) })
	var out []step
	for _, s := range c.steps {
		out = append(out, s.step)
		if s.fails {
			break
		}
	}
	return out
}
