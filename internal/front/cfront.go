// Package front is the front door of the C front end: from source files to one
// linked and checked ir.Program. It owns the order of the phases and nothing of
// their work. The public package compiles every program with it.
//
//	load   files → cc's syntax tree          (preprocessing, parsing)
//	sema   syntax tree → tree.Unit           (types, conversions, constants)
//	evalorder          places in a tree.Unit (where the order of evaluation matters)
//	lower  tree.Unit → ir.Program per file   (control flow, memory accesses)
//	link   programs + clib → one ir.Program  (symbols, library models)
//
// Between tokens and parsing, openmp rewrites directives of OpenMP as C. The phases share preprocess (tokens), header (embedded headers), ctype (types of C), tree (the tree of sema)
// and diag (messages). They also use known (directives, attributes and flags), probe (code of witnesses), halt
// (an early end) and clib (library models). harness writes first tests, and difftest compares with gcc.
//
// Nothing above this package and its phases sees C syntax or modernc.org/cc/v4.
//
// # Ways to fail
//
// Bad input yields diagnostics and no program. A construct without a meaning
// yields a program with ir.OpUnsupported where it stands. A result that breaks
// the IR's rules is a bug of the front end: a *BrokenError.
package front

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/evalorder"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/harness"
	"github.com/heddle-mc/heddle/internal/front/link"
	"github.com/heddle-mc/heddle/internal/front/load"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/front/sema"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Options holds the inputs of Compile and its settings.
type Options struct {
	Files           []string // C sources (.c) or preprocessed ones (.i), linked together
	Model           ir.DataModel
	IncludeDirs     []string // -I
	Defines         []string // -D: NAME or NAME=VALUE
	Undefines       []string // -U
	Includes        []string // -include
	CompilerFlags   []string // of a compiler (load.Options)
	Set             []string // NAME=VALUE: values of macros, enumerators and variables, in place of the files' own
	SystemHeaders   bool     // #include <...> finds the host's libc
	CompileCommands string   // a compile_commands.json: adds its files, or the options of the Files given
	Entry           string   // the function to start with, NAME or FILE:NAME; empty: main
	Library         bool     // the files have no main function: a driver uses them (addDriver)
	Inputs          link.Inputs
	Models          *clib.Library     // other models than the embedded ones, for tests; nil: those
	Loops           []string          // loops that are bounded (link.Options)
	Stubs           []string          // functions that are replaced (link.Options)
	Signals         bool              // handlers of signals are called (link.Options)
	Externals       link.ExternalRule // the effects of undefined functions
	Exact           bool              // functions of the C library without a model are unsupported with every rule
	// LeftToRight evaluates operands from left to right where C leaves the order open
	// and it can matter; otherwise the order is a choice of the program.
	LeftToRight bool
	// Volatile is the order of volatile accesses (lower.Options).
	Volatile ir.MemOrder

	PhysicalLines bool // positions are those in the files as they are, whatever line markers say

	Probes *probe.List // code that is put at places; nil: none

	// ReadFile reads a file; nil means the file system.
	ReadFile func(name string) ([]byte, error)
	// GNUShift gives signed left shifts the meaning of GNU C (lower.Options).
	GNUShift bool
	// KeepFormats leaves calls of snprintf and sprintf as they are (lower.Options).
	KeepFormats bool
	// KeepCopies leaves out the clean-up after lowering.
	KeepCopies bool
}

// Result is the result of Compile: the program, or the diagnostics that prevent one.
type Result struct {
	Program     *ir.Program // nil when a diagnostic is an error
	Diagnostics []diag.Diagnostic

	units    []*load.Unit
	commands []load.Command  // of the units
	driver   *harness.Driver // of a library; nil: none
}

// Commands returns the files of the program with the options with which each was read. If a
// compilation database was given, these are the files that were picked from it.
func (r *Result) Commands() []load.Command { return r.commands }

// Source returns the bytes of a source file by the name that positions and
// diagnostics use, or nil.
func (r *Result) Source(name string) []byte {
	for _, u := range r.units {
		if b := u.Source(name); b != nil {
			return b
		}
	}
	return nil
}

// Presumed returns a source file with each line at the number that positions and diagnostics have for
// it, since line markers may change numbers; nil: name is not a source file.
func (r *Result) Presumed(name string) []byte {
	for _, u := range r.units {
		if b := u.Presumed(name); b != nil {
			return b
		}
	}
	return nil
}

// BrokenError is an error of a front end bug: the resulting program breaks the IR's rules.
type BrokenError struct{ Err error }

// Error implements error.
func (e *BrokenError) Error() string {
	return "the front end made an invalid program: " + e.Err.Error()
}

// Unwrap returns the error of the IR's checker.
func (e *BrokenError) Unwrap() error { return e.Err }

// Compile turns C files into a program. The error reports bugs of the front end and the end of ctx;
// errors of the input are in the diagnostics.
func Compile(ctx context.Context, opts Options) (r *Result, err error) {
	r = &Result{}
	defer halt.Catch(&err)
	units, err := r.lowered(ctx, opts)
	if err != nil {
		return r, err
	}
	assumed, diags := r.set(opts.Set)
	r.Diagnostics = append(r.Diagnostics, diags...)
	r.Diagnostics = append(r.Diagnostics, r.ineffective(&opts)...)
	if !diag.HasErrors(r.Diagnostics) {
		p, diags := link.Link(units, opts.linking(ctx))
		r.Diagnostics = append(r.Diagnostics, diags...)
		if r.Program = p; p != nil {
			p.Assumed = append(p.Assumed, assumed...)
			if r.driver != nil {
				p.Assumed = append(p.Assumed, r.driver.Assumed...)
			}
			if opts.GNUShift && hasShift(p) {
				p.Assumed = append(p.Assumed, "a left shift of a negative number, or one that loses bits, has the meaning of GNU C (--assume shift=gnu)")
			}
			if slices.ContainsFunc(units, func(u *lower.Unit) bool { return u.LongDouble }) {
				p.Assumed = append(p.Assumed, "long double has the range and precision of double")
			}
			if opts.Volatile != ir.NonAtomic && hasVolatile(p) {
				p.Assumed = append(p.Assumed, fmt.Sprintf("volatile accesses are atomic, with memory_order_%s", opts.Volatile))
			}
		}
	}
	r.Diagnostics = diag.Tidy(r.Diagnostics)
	if diag.HasErrors(r.Diagnostics) {
		r.Program = nil
		return r, ctx.Err()
	}
	if err := ir.Check(r.Program); err != nil {
		return r, &BrokenError{err}
	}
	return r, nil
}

// library returns the models of the C library.
func (o *Options) library() *clib.Library {
	if o.Models != nil {
		return o.Models
	}
	return clib.Load(o.Model.String())
}

// linking returns the linker's options.
func (o *Options) linking(ctx context.Context) link.Options {
	return link.Options{
		Context: ctx,
		Model:   o.Model, Library: o.library(), Entry: o.Entry, Inputs: o.Inputs, Loops: o.Loops, Stubs: o.Stubs, Signals: o.Signals, Externals: o.Externals, Exact: o.Exact,
	}
}

// lowered returns the units of the program; where files have errors, none.
func (r *Result) lowered(ctx context.Context, opts Options) ([]*lower.Unit, error) {
	if opts.picks() {
		return r.needed(ctx, opts)
	}
	trees, err := r.trees(ctx, opts)
	if err != nil || diag.HasErrors(r.Diagnostics) {
		return nil, err
	}
	if opts.Library {
		trees, err = r.addDriver(ctx, trees, opts)
		if err != nil || diag.HasErrors(r.Diagnostics) {
			return nil, err
		}
	}
	return lowerAll(ctx, trees, opts), nil
}

// hasVolatile reports whether a program has volatile accesses.
func hasVolatile(p *ir.Program) bool {
	return hasInstr(p, func(in *ir.Instr) bool { return in.Flags&ir.Volatile != 0 })
}

// hasShift reports whether a function of the program's own has a left shift.
func hasShift(p *ir.Program) bool {
	return hasInstr(p, func(in *ir.Instr) bool { return in.Op == ir.OpShl })
}

// hasInstr reports whether a function of the program's own has an instruction of a kind.
func hasInstr(p *ir.Program, is func(*ir.Instr) bool) bool {
	for id := range p.Funcs {
		if p.Funcs[id].Model {
			continue
		}
		for _, in := range p.Funcs[id].Instrs() {
			if is(in) {
				return true
			}
		}
	}
	return false
}

// set returns descriptions of the replaced values, and diagnostics for names without a value.
func (r *Result) set(list []string) (assumed []string, diags []diag.Diagnostic) {
	for _, u := range r.units {
		for _, a := range u.Assumed() {
			if !slices.Contains(assumed, a) {
				assumed = append(assumed, a)
			}
		}
	}
	for _, s := range list {
		name, _, ok := strings.Cut(s, "=")
		switch found := func(u *load.Unit) bool { return u.Found(name) }; {
		case !ok:
			diags = append(diags, diag.Diagnostic{Code: "option", Message: fmt.Sprintf("--set: found %q, expected NAME=VALUE or FILE:LINE:COLUMN=VALUE", s)})
		case strings.Contains(name, ":") && !slices.ContainsFunc(r.units, found):
			diags = append(diags, diag.Diagnostic{Code: "option", Message: "--set: no number begins at " + name})
		case !slices.ContainsFunc(r.units, found):
			diags = append(diags, diag.Diagnostic{Code: "option", Message: "--set: no file gives a value to a macro, an enumerator or a variable at file scope that is called " + name})
		}
	}
	return assumed, diags
}

// Constants lists the places to which Options.Set can give another value, in the order of the files.
func (r *Result) Constants() []load.Constant {
	var out []load.Constant
	for _, name := range r.Program.Files {
		if !strings.HasPrefix(name, "<") && !strings.HasPrefix(name, clib.UnitDir) {
			out = append(out, load.Constants(r.Source(name))...)
		}
	}
	return out
}

// analyze takes one file through load and sema.
func (r *Result) analyze(ctx context.Context, c load.Command, opts Options) *tree.Unit {
	u, diags := load.Parse(ctx, c.File, c.Options)
	r.units, r.commands = append(r.units, u), append(r.commands, c)
	r.Diagnostics = append(r.Diagnostics, diags...)
	if diag.HasErrors(diags) {
		return nil
	}
	t, diags := sema.Analyze(u.AST, sema.Options{Context: ctx, Model: opts.Model, File: c.File, Place: u.Place, Probes: opts.Probes})
	r.Diagnostics = append(r.Diagnostics, diags...)
	if diag.HasErrors(diags) {
		return nil
	}
	return t
}

// lowerAll lowers the units. Each unit is given the definitions of the others.
func lowerAll(ctx context.Context, trees []*tree.Unit, opts Options) []*lower.Unit {
	defined := make(map[string]bool)
	for _, t := range trees {
		for _, f := range t.Functions {
			if f.Body != nil && f.Linkage == tree.External {
				defined[f.Name] = true
			}
		}
		for _, a := range t.Aliases {
			defined[a.Name] = a.Function != nil
		}
	}
	isDefined := func(name string) bool { return defined[name] }
	var out []*lower.Unit
	for _, t := range trees {
		_, entry := link.SplitEntry(cmp.Or(opts.Entry, "main"))
		places := evalorder.Analyze(t, evalorder.Options{
			Context: ctx, Model: opts.Model, Library: opts.library(), Defined: isDefined,
			Whole: len(trees) == 1, Entry: entry,
		})
		out = append(out, lower.Lower(t, lower.Options{
			Context: ctx, Model: opts.Model, KeepFormats: opts.KeepFormats, KeepCopies: opts.KeepCopies, Defined: isDefined, Entry: entry,
			Sequence: places, LeftToRight: opts.LeftToRight, Volatile: opts.Volatile, GNUShift: opts.GNUShift,
		}))
	}
	return out
}

// commands lists the files to compile with their options.
func commands(opts Options) ([]load.Command, []diag.Diagnostic) {
	base := load.Options{
		Model: opts.Model, IncludeDirs: opts.IncludeDirs, Defines: opts.Defines, Undefines: opts.Undefines,
		Includes: opts.Includes, CompilerFlags: opts.CompilerFlags, Set: opts.Set, Beside: opts.Files, SystemHeaders: opts.SystemHeaders, PhysicalLines: opts.PhysicalLines, ReadFile: opts.ReadFile,
	}
	var out []load.Command
	for _, f := range opts.Files {
		out = append(out, load.Command{File: f, Options: base})
	}
	if opts.CompileCommands != "" {
		var err error
		if out, err = fromDatabase(opts, base, out); err != nil {
			return nil, []diag.Diagnostic{{Code: "compile-commands", File: opts.CompileCommands, Message: err.Error()}}
		}
	}
	if len(out) == 0 {
		return nil, []diag.Diagnostic{{Code: "no-input", Message: "no input files"}}
	}
	return out, nil
}

// merge appends the options of the command line to those of a database entry.
func merge(entry, base load.Options) load.Options {
	entry.Model = base.Model
	entry.IncludeDirs = append(append([]string(nil), base.IncludeDirs...), entry.IncludeDirs...)
	entry.Defines = append(entry.Defines, base.Defines...)
	entry.Undefines = append(entry.Undefines, base.Undefines...)
	entry.Includes = append(entry.Includes, base.Includes...)
	entry.CompilerFlags = append(entry.CompilerFlags, base.CompilerFlags...)
	entry.Set = base.Set
	entry.SystemHeaders, entry.PhysicalLines = base.SystemHeaders, base.PhysicalLines
	entry.ReadFile = base.ReadFile
	return entry
}
