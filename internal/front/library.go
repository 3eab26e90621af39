package front

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/harness"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Driver returns the text of the driver of a library (harness.Library), which is empty if the files have errors.
// The error reports a library that has no driver, or is the error of ctx.
func Driver(ctx context.Context, opts Options) (r *Result, text string, err error) {
	r = &Result{}
	defer halt.Catch(&err)
	trees, err := r.trees(ctx, opts)
	r.Diagnostics = diag.Tidy(r.Diagnostics)
	if err != nil || diag.HasErrors(r.Diagnostics) {
		return r, "", err
	}
	d, err := r.library(trees)
	if err != nil {
		return r, "", err
	}
	return r, d.Text, nil
}

// library returns the driver of the units.
func (r *Result) library(trees []*tree.Unit) (*harness.Driver, error) {
	var sources []harness.Source
	for i, t := range trees {
		scope := r.units[i].AST.Scope
		sources = append(sources, harness.Source{Unit: t, Declared: func(name string) bool { return len(scope.Nodes[name]) > 0 }})
	}
	return harness.Library(sources)
}

// addDriver replaces the unit that the driver of a library includes by the driver. Later units keep their
// order behind it.
func (r *Result) addDriver(ctx context.Context, trees []*tree.Unit, opts Options) ([]*tree.Unit, error) {
	d, err := r.library(trees)
	if err != nil {
		r.Diagnostics = append(r.Diagnostics, diag.Diagnostic{Code: "library", Message: err.Error()})
		return nil, nil
	}
	at := d.Included
	command := r.commands[at]
	command.File = harness.DriverFile
	read := opts.ReadFile
	if read == nil {
		read = os.ReadFile
	}
	command.Options.ReadFile = func(name string) ([]byte, error) {
		if name == harness.DriverFile {
			return []byte(d.Text), nil
		}
		return read(name)
	}
	driver := &Result{}
	t := driver.analyze(ctx, command, opts)
	for i := range trees {
		if i != at {
			driver.units, driver.commands = append(driver.units, r.units[i]), append(driver.commands, r.commands[i])
		}
	}
	r.units, r.commands, r.driver = driver.units, driver.commands, d
	r.Diagnostics = append(r.Diagnostics, driver.Diagnostics...)
	if len(d.LeftOut) > 0 {
		r.Diagnostics = append(r.Diagnostics, diag.Diagnostic{Severity: diag.Warning, Code: "library", File: harness.DriverFile,
			Message: "the driver leaves out: " + strings.Join(d.LeftOut, ", ")})
	}
	return append([]*tree.Unit{t}, slices.Delete(trees, at, at+1)...), nil
}

// Waits lists the exported functions of a library that may wait for a call by another thread: a thread is
// in a wait for a condition, a semaphore or a barrier.
func (r *Result) Waits() []string {
	if r.driver == nil {
		return nil
	}
	p := r.Program
	callers := make(map[ir.FuncID][]ir.FuncID)
	var found []ir.FuncID
	for id := range p.Funcs {
		f := &p.Funcs[id]
		if f.Role.Verb == ir.VerbWait || f.Role.Verb == ir.VerbLock && f.Role.Object == ir.OnSemaphore {
			found = append(found, ir.FuncID(id))
		}
		for _, in := range f.Instrs() {
			if in.Op == ir.OpCall {
				callers[in.Func] = append(callers[in.Func], ir.FuncID(id))
			}
		}
	}
	names := make(map[string]bool)
	seen := make(map[ir.FuncID]bool)
	for len(found) > 0 {
		id := found[len(found)-1]
		found = found[:len(found)-1]
		for _, by := range callers[id] {
			if p.Funcs[by].Name == "call_any" {
				names[p.Funcs[id].Name] = true
			} else if !seen[by] {
				seen[by] = true
				found = append(found, by)
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}
