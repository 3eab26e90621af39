package front

import (
	"context"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/harness"
)

// Harness returns a first test of functions of a C file (package harness). The text is empty if the
// file has errors. The result has no program. The error names the missing function, or is the error of
// ctx.
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
