package front

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
)

// countdown is a context that ends after a number of tests for its end.
type countdown struct {
	context.Context
	looks atomic.Int64
	most  int64
}

// Err implements context.Context.
func (c *countdown) Err() error {
	if c.looks.Add(1) > c.most {
		return context.DeadlineExceeded
	}
	return nil
}

// TestCompileHalts ends the context of Compile at several moments. Every phase has to notice it, and
// Compile returns at once.
func TestCompileHalts(t *testing.T) {
	text := testgen.Large("functions", 500, 1)
	compile := func(most int64) (*countdown, *Result, error) {
		ctx := &countdown{Context: context.Background(), most: most}
		r, err := Compile(ctx, Options{Files: []string{"a.c"}, Model: ir.LP64, ReadFile: func(string) ([]byte, error) { return []byte(text), nil }})
		return ctx, r, err
	}
	all, r, err := compile(1 << 40)
	if err != nil || r.Program == nil {
		t.Fatalf("does not compile: %v", err)
	}
	looks := all.looks.Load()
	const often = 200 // in 500 lines
	if looks < often {
		t.Errorf("the context is looked at %d times, want at least %d", looks, often)
	}
	for k := range int64(20) {
		ctx, r, err := compile(looks * k / 20)
		if !errors.Is(err, context.DeadlineExceeded) || r.Program != nil {
			t.Errorf("look %d of %d: the error is %v, want the end of the context", looks*k/20, looks, err)
		}
		if more := ctx.looks.Load() - ctx.most; more > 3 {
			t.Errorf("look %d of %d: it goes on for %d looks", looks*k/20, looks, more)
		}
	}
}
