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
	front, err := o.front()
	if err != nil {
		return nil, err
	}
	start := time.Now()
	result, err := check.Within(b.Context(), b, func(ctx context.Context) (*cfront.Result, error) {
		return cfront.Compile(ctx, front)
	})
	if result != nil && b.Reason() == "" {
		o.diagnose(result)
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

// front returns the options of the front end.
func (o *Options) front() (cfront.Options, error) {
	model, err := ir.ParseDataModel(o.Arch)
	if err != nil {
		return cfront.Options{}, &InputError{Err: err}
	}
	return cfront.Options{
		Files: o.Files, Model: model,
		IncludeDirs: o.IncludeDirs, Defines: o.Defines, Undefines: o.Undefines, Includes: o.Includes, Set: o.Set, Loops: o.Loops, Stubs: o.Stubs,
		SystemHeaders: o.SystemHeaders, CompileCommands: o.CompileCommands, Entry: o.Entry,
		Inputs:      link.Inputs{Arguments: o.Args, Elements: o.EntryArray, Null: o.EntryNull},
		LeftToRight: o.Evaluation == LeftToRight,
	}, nil
}

// diagnose prints what the front end says.
func (o *Options) diagnose(r *cfront.Result) {
	if o.Diagnostics != nil {
		for _, d := range r.Diagnostics {
			fmt.Fprint(o.Diagnostics, diag.Render(d, r.Source(d.File), diag.Color(o.Color)))
		}
	}
}

// Test is a test that a file has: HEDDLE_TEST of <heddle.h>.
type Test struct {
	Name  string
	Entry string // Options.Entry of its check
}

// Tests lists the tests in the files of the options, in their order. The error is an
// *InputError, or that of the context.
func Tests(ctx context.Context, opts Options) ([]Test, error) {
	opts, err := opts.complete()
	if err != nil {
		return nil, &InputError{Err: err}
	}
	front, err := opts.front()
	if err != nil {
		return nil, err
	}
	r, found, err := cfront.Tests(ctx, front)
	if err != nil {
		return nil, err
	}
	if diag.HasErrors(r.Diagnostics) {
		opts.diagnose(r)
		return nil, &InputError{Err: errors.New("the program has errors")}
	}
	var list []Test
	for _, t := range found {
		list = append(list, Test(t))
	}
	return list, nil
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
