package heddle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/header"
	treatment "github.com/heddle-mc/heddle/internal/front/known"
	"github.com/heddle-mc/heddle/internal/front/link"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/propfile"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
)

// compiled is a compiled program with its origin.
type compiled struct {
	*front.Result
	time  time.Duration
	known known

	mu   sync.Mutex
	text map[string][]string // by file: its lines, once they were read
}

// compile runs the front end within the budget. The error is an *InputError, an *InternalError, or the
// cause of the budget's end.
func (o *Options) compile(b *check.Budget) (*compiled, error) {
	if o.sliced == nil {
		return o.compileWith(b, func(*front.Options) {})
	}
	c, err := o.compileWith(b, func(f *front.Options) { f.ReadFile = o.sliced.read })
	if err == nil && certificate.Digest(c.Program) != o.sliced.plan.Program {
		return nil, &InputError{Err: errors.New("the program is not the one that was cut into slices")}
	}
	return c, err
}

// compileWith is compile with options of the front end that o does not have.
func (o *Options) compileWith(b *check.Budget, more func(*front.Options)) (*compiled, error) {
	settings, err := frontEnd(*o)
	if err != nil {
		return nil, err
	}
	more(&settings)
	start := time.Now()
	result, err := check.Within(b.Context(), b, func(ctx context.Context) (*front.Result, error) {
		b.At("front end")
		return front.Compile(ctx, settings)
	})
	if result != nil && b.Reason() == "" {
		o.diagnose(result)
	}
	c := &compiled{Result: result, time: time.Since(start)}
	var broken *front.BrokenError
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

// source fills in the defaults of the options about the program, and checks them.
func (o *Options) source() error {
	o.Arch, o.Volatile, o.Evaluation = cmp.Or(o.Arch, ir.LP64.String()), cmp.Or(o.Volatile, "plain"), cmp.Or(o.Evaluation, AnyOrder)
	o.Externals = cmp.Or(o.Externals, externalRules[0])
	switch _, known := volatileOrders[o.Volatile]; {
	case len(o.Files) == 0 && o.CompileCommands == "":
		return errors.New("no input files")
	case o.Library && o.Entry != "" && o.Entry != "main":
		return errors.New("--library: found --entry as well, expected one of them")
	case o.EntryArray < 0:
		return fmt.Errorf("--assume entry-array: found %d, expected at least 1", o.EntryArray)
	case !known:
		return fmt.Errorf("--assume volatile: found %q, expected plain, relaxed or seq_cst", o.Volatile)
	case o.Shift != "" && o.Shift != C11Shift && o.Shift != GNUShift:
		return fmt.Errorf("--assume shift: found %q, expected %s or %s", o.Shift, C11Shift, GNUShift)
	case !slices.Contains(externalRules, o.Externals):
		return fmt.Errorf("--assume externals: found %q, expected %s", o.Externals, strings.Join(externalRules, ", "))
	case o.Evaluation != AnyOrder && o.Evaluation != LeftToRight:
		return fmt.Errorf("--assume evaluation: found %q, expected %s or %s", o.Evaluation, AnyOrder, LeftToRight)
	}
	_, err := ir.ParseDataModel(o.Arch)
	return err
}

// sources puts the C files in and below a directory in its place. The error names a file that is no C source.
func sources(names []string) (files []string, err error) {
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			if why := notC(name); why != "" {
				return nil, fmt.Errorf("%s: %s", name, why)
			}
			files = append(files, name)
			continue
		}
		n := len(files)
		err := filepath.WalkDir(name, func(path string, _ fs.DirEntry, err error) error {
			if filepath.Ext(path) == ".c" {
				files = append(files, path)
			}
			return err
		})
		switch {
		case err != nil:
			return nil, err
		case len(files) == n:
			return nil, fmt.Errorf("%s: no .c file is in or below this directory", name)
		}
	}
	return files, nil
}

// frontEnd returns the options of the front end. The
// error is an *InputError.
func frontEnd(o Options) (front.Options, error) {
	if err := o.source(); err != nil {
		return front.Options{}, &InputError{Err: err}
	}
	model, _ := ir.ParseDataModel(o.Arch)
	files, err := o.Files, error(nil)
	if o.sliced == nil {
		files, err = sources(o.Files)
	}
	if err != nil {
		return front.Options{}, &InputError{Err: err}
	}
	return front.Options{
		Files: files, Model: model,
		IncludeDirs: o.IncludeDirs, Defines: o.Defines, Undefines: o.Undefines, Includes: o.Includes, CompilerFlags: o.CompilerFlags, Set: o.Set, Loops: o.Loops, Stubs: o.Stubs, Externals: link.ExternalRule(slices.Index(externalRules, o.Externals)),
		Signals:       slices.Contains(o.Environment, ir.ChooseSignal.String()),
		SystemHeaders: o.SystemHeaders, PhysicalLines: o.PhysicalLines, CompileCommands: o.CompileCommands, Entry: o.Entry, Library: o.Library,
		Inputs:      link.Inputs{Arguments: o.Args, Elements: o.EntryArray, Null: o.EntryNull},
		LeftToRight: o.Evaluation == LeftToRight, Volatile: volatileOrders[o.Volatile], GNUShift: o.Shift == GNUShift,
	}, nil
}

// diagnose prints the diagnostics of the front end.
func (o *Options) diagnose(r *front.Result) {
	if o.Diagnostics != nil {
		texts := make(map[string][]byte)
		for _, d := range r.Diagnostics {
			text, known := texts[d.File]
			if !known {
				text = r.Presumed(d.File)
				texts[d.File] = text
			}
			fmt.Fprint(o.Diagnostics, diag.Render(d, text, diag.Color(o.Color)))
		}
	}
}

// Test is a test that a file has: HEDDLE_TEST of <heddle.h>.
type Test struct {
	Name  string
	Entry string // Options.Entry of its check
}

// Tests lists the tests in the files of the options, in their order. The error is an *InputError, or the
// cause of the context's end.
func Tests(ctx context.Context, opts Options) ([]Test, error) {
	settings, err := frontEnd(opts)
	if err != nil {
		return nil, err
	}
	r, found, err := front.Tests(ctx, settings)
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

// Harness returns a first test, in C, for functions of the only file of the options: threads that call them
// at once, with any arguments. Without functions it returns the driver that Options.Library uses. The error is an *InputError, or the cause of the context's end.
func Harness(ctx context.Context, opts Options, functions []string) (string, error) {
	settings, err := frontEnd(opts)
	if err != nil {
		return "", err
	}
	first := func(ctx context.Context, o front.Options) (*front.Result, string, error) {
		return front.Harness(ctx, o, functions)
	}
	if len(functions) == 0 {
		first = front.Driver
	}
	r, text, err := first(ctx, settings)
	opts.diagnose(r)
	switch {
	case err != nil && ctx.Err() != nil:
		return "", err
	case err != nil:
		return "", &InputError{Err: err}
	case diag.HasErrors(r.Diagnostics):
		return "", &InputError{Err: errors.New("the program has errors")}
	}
	return text, nil
}

// lines returns the lines of a source file, or nil.
func (c *compiled) lines(file string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if lines, known := c.text[file]; known {
		return lines
	}
	if c.text == nil {
		c.text = make(map[string][]string)
	}
	if text := c.Presumed(file); text != nil {
		c.text[file] = strings.Split(string(text), "\n")
	}
	return c.text[file]
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
		name, value, _ := strings.Cut(s, "=")
		if delete(out, name); strings.Contains(name, ":") {
			out[name] = value // a number, which the text still has
		}
	}
	return out
}

func isInternal(err error) bool {
	var internal *InternalError
	return errors.As(err, &internal)
}

// Header returns the text of <heddle.h>.
func Header() []byte {
	text, _ := header.Open("heddle.h")
	return text
}

// PropertyFile is a property file of SV-COMP.
type PropertyFile = propfile.File

// ParsePropertyFile parses the text of a property file, which has a name for errors.
func ParsePropertyFile(name, text string) (*PropertyFile, error) { return propfile.Parse(name, text) }

// IsCompilerFlag reports whether a flag of C compilers belongs to Options.CompilerFlags: it changes the
// meaning of programs, and has no option of its own.
func IsCompilerFlag(flag string) bool {
	t, listed := treatment.Of(treatment.Flag, flag)
	return listed && t != treatment.Honoured
}
