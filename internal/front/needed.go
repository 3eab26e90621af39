package front

import (
	"context"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/link"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// picks reports whether only the needed files of a compilation database are taken. That is so for an
// entry function other than main: it may belong to any of several programs, or to a harness that the
// build does not contain. With main all files are taken, as a build links them.
func (o *Options) picks() bool {
	return o.CompileCommands != "" && o.Entry != "" && o.Entry != "main"
}

// needed analyses and lowers the named files and those of the compilation database, and returns the
// units that the entry function needs. A file of the database with errors is left out with a warning,
// and its definitions count as missing.
func (r *Result) needed(ctx context.Context, opts Options) ([]*lower.Unit, error) {
	list, diags := commands(opts)
	r.Diagnostics = diags
	var trees []*tree.Unit
	read := make(map[*tree.Unit]*Result)
	for i, c := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		one := &Result{}
		t := one.analyze(ctx, c, opts)
		switch {
		case t != nil:
			trees, read[t] = append(trees, t), one
		case i < len(opts.Files):
			r.take(one)
		default:
			r.Diagnostics = append(r.Diagnostics, diag.Diagnostic{Severity: diag.Warning, Code: "left-out", File: c.File,
				Message: "left out, because it has errors: " + one.Diagnostics[0].String()})
		}
	}
	if diag.HasErrors(r.Diagnostics) {
		return nil, ctx.Err()
	}
	all := lowerAll(ctx, trees, opts)
	units, diags := link.Pick(all, len(opts.Files), opts.linking(ctx))
	r.Diagnostics = append(r.Diagnostics, diags...)
	picked := make(map[*lower.Unit]bool)
	for _, u := range units {
		picked[u] = true
	}
	for i, u := range all {
		if picked[u] {
			r.take(read[trees[i]])
		}
	}
	return units, nil
}

// take adds the files and diagnostics of the result one to r.
func (r *Result) take(one *Result) {
	r.units, r.commands = append(r.units, one.units...), append(r.commands, one.commands...)
	r.Diagnostics = append(r.Diagnostics, one.Diagnostics...)
}
