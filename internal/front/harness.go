package front

import (
	"context"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/harness"
)

// Harness returns a first test of functions of a C file (package harness); where the file has errors
// it is empty. The result has no program; the error says which function is not there, or is that of ctx.
func Harness(ctx context.Context, opts Options, functions []string) (r *Result, text string, err error) {
	r = &Result{}
	defer halt.Catch(&err)
	trees, err := r.trees(ctx, opts)
	r.Diagnostics = diag.Tidy(r.Diagnostics)
	if err != nil || diag.HasErrors(r.Diagnostics) {
		return r, "", err
	}
	text, err = harness.Text(trees[0], functions)
	return r, text, err
}
