package testprog

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/run/interp"
)

// Compile returns the program of a C file, with macros as NAME or NAME=VALUE, for the environment
// that it states.
func Compile(t testing.TB, file string, model ir.DataModel, defines ...string) *ir.Program {
	t.Helper()
	return program(t, front.Options{Files: []string{file}, Model: model, Defines: defines, Signals: Environment(t, file).Has(ir.ChooseSignal)})
}

// Source returns the program of a C text, as Compile.
func Source(t testing.TB, text string, model ir.DataModel) *ir.Program {
	t.Helper()
	return program(t, front.Options{
		Files: []string{"a.c"}, Model: model, Signals: signals(text),
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil },
	})
}

// Code is the program of a C text for LP64, prepared for the interpreter.
func Code(t testing.TB, text string) *interp.Code {
	t.Helper()
	return interp.Prepare(Source(t, text, ir.LP64))
}

// FileCode is the program of a C file for LP64, prepared for the interpreter.
func FileCode(t testing.TB, file string, defines ...string) *interp.Code {
	t.Helper()
	return interp.Prepare(Compile(t, file, ir.LP64, defines...))
}

func program(t testing.TB, opts front.Options) *ir.Program {
	t.Helper()
	r, err := front.Compile(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if r.Program == nil {
		t.Fatalf("%s: %v", opts.Files[0], r.Diagnostics)
	}
	return r.Program
}
