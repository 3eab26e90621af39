package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/front/link"
	"github.com/heddle-mc/heddle/internal/front/load"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/front/sema"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// models are the data models for which the library is lowered.
var models = []ir.DataModel{ir.LP64, ir.ILP32}

// generate lowers the C sources in a directory. It returns the text form and
// its index (see clib.newLibrary).
func generate(ctx context.Context, dir string, m ir.DataModel) (text, index []byte, err error) {
	sources, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil || len(sources) == 0 {
		return nil, nil, fmt.Errorf("no C sources in %s", dir)
	}
	slices.Sort(sources)
	var units []*lower.Unit
	for _, source := range sources {
		unit, err := compile(ctx, dir, filepath.Base(source), m)
		if err != nil {
			return nil, nil, err
		}
		units = append(units, unit)
	}
	prog, diags := link.Merge(units, m)
	if err := firstError(diags); err != nil {
		return nil, nil, err
	}
	if err := check(prog); err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	if _, err := prog.WriteTo(&b); err != nil {
		return nil, nil, err
	}
	index, err = makeIndex(prog, b.String())
	return b.Bytes(), index, err
}

// compile lowers one source as a unit of the library.
func compile(ctx context.Context, dir, name string, m ir.DataModel) (*lower.Unit, error) {
	return compileWith(ctx, name, m, func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(dir, name))
	})
}

// compileWith is compile for sources that a function reads.
func compileWith(ctx context.Context, name string, m ir.DataModel, read func(name string) ([]byte, error)) (*lower.Unit, error) {
	unit, diags := load.Parse(ctx, clib.UnitDir+name, load.Options{
		Model:   m,
		Defines: []string{"_GNU_SOURCE"},
		ReadFile: func(name string) ([]byte, error) {
			return read(strings.TrimPrefix(name, clib.UnitDir))
		},
	})
	if err := firstError(diags); err != nil {
		return nil, err
	}
	typed, diags := sema.Analyze(unit.AST, sema.Options{Model: m, File: unit.File, Place: unit.Place, Library: true})
	if err := firstError(diags); err != nil {
		return nil, err
	}
	return lower.Lower(typed, lower.Options{Model: m, Library: true}), nil
}

// firstError returns the first diagnostic that is an error. Warnings mean
// nothing here: the models are also compiled by gcc in the tests.
func firstError(diags []diag.Diagnostic) error {
	for _, d := range diags {
		if d.Severity == diag.Error {
			return fmt.Errorf("%v", d)
		}
	}
	return nil
}

// check runs the IR checker, which wants a start function: a library has none,
// and any function without parameters does.
func check(prog *ir.Program) error {
	for id := range prog.Funcs {
		if f := &prog.Funcs[id]; f.HasBody() && len(f.Params) == 0 {
			prog.Start = ir.FuncID(id)
			break
		}
	}
	err := ir.Check(prog)
	prog.Start = 0
	return err
}

// makeIndex lists the places of the items of a text form.
func makeIndex(prog *ir.Program, text string) ([]byte, error) {
	items, err := ir.Items(text)
	if err != nil {
		return nil, err
	}
	defined := map[string]bool{}
	for id := range prog.Funcs {
		if f := &prog.Funcs[id]; f.HasBody() {
			defined[f.Name] = true
		}
	}
	var b bytes.Buffer
	for _, file := range prog.Files {
		fmt.Fprintf(&b, "p%s\n", file)
	}
	var lines []string
	headers := declaredIn()
	for _, it := range items {
		if strings.ContainsAny(it.Name, " \n") {
			return nil, fmt.Errorf("the name %q does not fit an index line", it.Name)
		}
		kind := ""
		switch it.Kind {
		case ir.ItemCType:
			kind = "t"
		case ir.ItemGlobal:
			kind = "g"
		case ir.ItemFunc:
			if !defined[it.Name] {
				continue
			}
			kind = "f"
		default:
			continue
		}
		line := fmt.Sprintf("%s%s %d %d", kind, it.Name, it.Start, it.End)
		if h := headers[it.Name]; h != "" && it.Kind == ir.ItemFunc {
			line += " " + h
		}
		lines = append(lines, line+"\n")
	}
	slices.Sort(lines)
	for _, line := range lines {
		b.WriteString(line)
	}
	return b.Bytes(), nil
}

var (
	noCode    = regexp.MustCompile(`(?s:/\*.*?\*/)|(?m:^#(?:.*\\\n)*.*$)|\{[^{}]*\}`) // comments, directives, bodies
	prototype = regexp.MustCompile(`(\w+)\s*\(`)
)

// declaredIn returns the first of the embedded headers, by name, that declares a
// function.
var declaredIn = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, name := range header.Names() {
		text, _ := header.Open(name)
		for _, d := range bytes.Split(noCode.ReplaceAll(text, nil), []byte(";")) {
			if m := prototype.FindSubmatch(d); m != nil && out[string(m[1])] == "" && !bytes.HasPrefix(bytes.TrimSpace(d), []byte("typedef")) {
				out[string(m[1])] = name
			}
		}
	}
	return out
})
