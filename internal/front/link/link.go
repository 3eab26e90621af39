// Package link joins lowered translation units and the library models they need into one ir.Program.
// It owns symbol resolution: C11 6.9, and the weak and common symbols of ELF linkers. It also owns the
// unique names of the program, calls whose arguments do not fit the definition, the return path of
// longjmp, and the start function. It lowers nothing.
//
// # Place in the pipeline
//
// lower makes a Unit per source file. Package front calls Pick and Link, which merges the
// units; the result is checked by ir.Check and goes to everything after the front end. cmd/clibgen calls Merge for the
// library models, and the public package SplitEntry for the name of an entry.
//
// # How it works
//
// Linking is by demand. The roots are the entry function, constructors and the callees of the start
// function. Every symbol in a reached function or initial value is resolved and reached in turn, in
// the units first, then in the library, whose items are parsed one by one from their text. Unreached
// items are not in the program. Numbers follow the order of units and of items in them, then the order
// of demand in the library, so the result depends on the input only.
//
// # Resolution of a name with external linkage
//
//	functions   a definition beats a weak one beats a library model; without any,
//	            the function is External: a body that does as little as its type
//	            allows; or, of the C library's functions, one `unsupported`, reported
//	            when it is reached; the address of one that is only declared weak is null
//	objects     a definition beats a tentative one (the largest wins) beats a weak
//	            one beats a library object; without any, the object is External:
//	            its initial bytes are nondeterministic
//
// A name with internal linkage keeps its name when it is unique, and is called
// file.c:name otherwise.
package link

import (
	"context"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Options holds the settings of Link.
type Options struct {
	Context context.Context // ends the linking (package halt); nil: the linking is not interrupted
	Model   ir.DataModel
	Library Library // nil: none
	Entry   string  // the function that the start function calls: NAME or FILE:NAME; empty: main
	Inputs  Inputs
	Loops   []string // FILE:LINE=N: how often the head of the loop there is reached at most
	Stubs   []string // NAME, NAME=VALUE, NAME=nondet or NAME=havoc: functions that return that and do nothing else
	// Signals has handlers of signals called, as interruptions of any thread (semantics 12.6).
	Signals   bool
	Externals ExternalRule // the effects of undefined functions
	// Exact makes functions of the C library without a model unsupported with every rule. A run is exact: it
	// prints results.
	Exact bool
}

// ExternalRule selects the effects of undefined functions (semantics 14.8).
type ExternalRule uint8

// The rules.
const (
	TypedExternals       ExternalRule = iota // its type decides its effects
	QuietExternals                           // it returns any value and does nothing else
	StrictExternals                          // the same; it may do more, so verdicts about it are unknown
	UnsupportedExternals                     // its calls are unsupported
)

// Link merges units into a program with a start function. The units are
// consumed: the program shares their memory. On errors the program is nil.
func Link(units []*lower.Unit, opts Options) (*ir.Program, []diag.Diagnostic) {
	if opts.Entry == "" {
		opts.Entry = "main"
	}
	l := newLinker(units, opts)
	l.stub()
	l.resolve()
	entry := l.entry()
	if diag.HasErrors(l.diags) {
		return nil, l.diags
	}
	for _, step := range []func(){l.findLiterals, func() { l.reachUnits(entry) }, l.number, l.copyUnits, func() { l.start(entry) }} {
		halt.Poll(opts.Context)
		step()
	}
	l.finish()
	return l.prog, l.diags
}

// Merge joins the units of a library. All items are kept, there is no start function, and undefined
// symbols stay declared.
func Merge(units []*lower.Unit, m ir.DataModel) (*ir.Program, []diag.Diagnostic) {
	l := newLinker(units, Options{Model: m})
	l.keepDeclared = true
	l.resolve()
	if diag.HasErrors(l.diags) {
		return nil, l.diags
	}
	l.reachAll()
	l.number()
	l.copyUnits()
	l.finish()
	return l.prog, l.diags
}

// finish completes the library's part and makes calls fit their callees.
func (l *linker) finish() {
	l.loadLibrary()
	l.library.hooks.fixed = true
	for _, step := range []func(){l.assume, l.adaptCalls, l.callBacks, l.trampolines, l.fallOffs, l.interruptions, l.jumps, l.refuseReturns, l.boundWaits, l.boundLoops, l.mergedTypes} {
		halt.Poll(l.opts.Context)
		step()
	}
}
