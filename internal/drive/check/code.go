package check

import (
	"context"
	"sync"

	"github.com/heddle-mc/heddle/internal/analyze"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// codes holds the program's prepared forms for the interpreter. Each form is for one goroutine at a time:
// there are as many as were in use at once.
type codes struct {
	facts *analyze.Facts // of the program
	mu    sync.Mutex
	free  []*interp.Code
}

// take returns an interp.Code that is not in use, a new one if there is none.
func (c *codes) take() *interp.Code {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.free); n > 0 {
		code := c.free[n-1]
		c.free = c.free[:n-1]
		return code
	}
	return interp.PrepareFrom(c.facts)
}

// give returns an interp.Code that take returned.
func (c *codes) give(code *interp.Code) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.free = append(c.free, code)
}

// executing is Within for a function that executes the program.
func executing[T any](ctx context.Context, r *runner, f func(context.Context, *interp.Code) (T, error)) (T, error) {
	code := r.codes.take()
	out, err := Within(ctx, r.budget, func(ctx context.Context) (T, error) { return f(ctx, code) })
	if !Abandoned(err) {
		r.codes.give(code)
	}
	return out, err
}
