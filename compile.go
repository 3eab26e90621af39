package heddle

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/cfront/diag"
	"github.com/heddle-mc/heddle/internal/cfront/link"
	"github.com/heddle-mc/heddle/internal/check"
	"github.com/heddle-mc/heddle/internal/ir"
)

// compiled is a program and where it came from.
type compiled struct {
	*cfront.Result
	time time.Duration
}

// compile runs the front end within the budget. The error is an *InputError, an
// *InternalError, or whatever ended the budget.
func (o *Options) compile(b *check.Budget) (*compiled, error) {
	model, err := ir.ParseDataModel(o.Arch)
	if err != nil {
		return nil, &InputError{Err: err}
	}
	start := time.Now()
	result, err := check.Within(b.Context(), b, func(ctx context.Context) (*cfront.Result, error) {
		return cfront.Compile(ctx, cfront.Options{
			Files: o.Files, Model: model,
			IncludeDirs: o.IncludeDirs, Defines: o.Defines, Undefines: o.Undefines, Includes: o.Includes, Set: o.Set, Loops: o.Loops, Stubs: o.Stubs,
			SystemHeaders: o.SystemHeaders, CompileCommands: o.CompileCommands, Entry: o.Entry,
			Inputs:      link.Inputs{Arguments: o.Args, Elements: o.EntryArray, Null: o.EntryNull},
			LeftToRight: o.Evaluation == LeftToRight,
		})
	})
	if result != nil && b.Reason() == "" && o.Diagnostics != nil {
		for _, d := range result.Diagnostics {
			fmt.Fprint(o.Diagnostics, diag.Render(d, result.Source(d.File), diag.Color(o.Color)))
		}
	}
	c := &compiled{result, time.Since(start)}
	var broken *cfront.BrokenError
	var panicked *check.PanicError
	switch {
	case errors.As(err, &broken), errors.As(err, &panicked):
		return nil, o.report(fmt.Errorf("front end: %w", err), c)
	case b.Reason() != "":
		return nil, context.Cause(b.Context())
	case err != nil:
		return nil, err
	case result.Program == nil:
		return nil, &InputError{Err: errors.New("the program has errors")}
	}
	return c, nil
}

// lines returns the lines of a source file, or nil.
func (c *compiled) lines(file string) []string {
	text := c.Source(file)
	if text == nil {
		return nil
	}
	return strings.Split(string(text), "\n")
}

// constants returns the values that Options.Set can replace and has not, by name: of several
// the first.
func (o *Options) constants(c *compiled) map[string]string {
	out := make(map[string]string)
	for _, k := range c.Constants() {
		if _, known := out[k.Name]; !known {
			out[k.Name] = k.Value
		}
	}
	for _, s := range o.Set {
		name, _, _ := strings.Cut(s, "=")
		delete(out, name)
	}
	return out
}

func isInternal(err error) bool {
	var internal *InternalError
	return errors.As(err, &internal)
}
