package front

import (
	"context"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// testPrefix begins the names of the functions that HEDDLE_TEST makes (heddle.h).
const testPrefix = "heddle_test_"

// Test is a test that a file has.
type Test struct {
	Name  string
	Entry string // the function to start with (Options.Entry)
}

// Tests lists the tests in C files, in their order. The result has no program.
func Tests(ctx context.Context, opts Options) (r *Result, list []Test, err error) {
	r = &Result{}
	defer halt.Catch(&err)
	trees, err := r.trees(ctx, opts)
	for _, t := range trees {
		for _, f := range t.Functions {
			if name, ok := strings.CutPrefix(f.Name, testPrefix); ok && f.Body != nil {
				list = append(list, Test{name, t.File + ":" + f.Name})
			}
		}
	}
	r.Diagnostics = diag.Tidy(r.Diagnostics)
	return r, list, err
}

// trees analyses the files.
func (r *Result) trees(ctx context.Context, opts Options) (trees []*tree.Unit, err error) {
	commands, diags := commands(opts)
	r.Diagnostics = diags
	for _, c := range commands {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if t := r.analyze(ctx, c, opts); t != nil {
			trees = append(trees, t)
		}
	}
	return trees, nil
}
