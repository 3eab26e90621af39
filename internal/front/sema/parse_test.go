package sema

import (
	"testing"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// parse parses C text with the embedded prelude, but without headers.
func parse(t testing.TB, name, src string, model ir.DataModel) *cc.AST {
	t.Helper()
	arch := "amd64"
	if model == ir.ILP32 {
		arch = "386"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		t.Fatal(err)
	}
	ast, err := cc.Parse(&cc.Config{ABI: abi}, []cc.Source{
		{Name: "<predefined>", Value: header.Predefined(model) + header.Prelude()},
		{Name: name, Value: src},
	})
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	return ast
}

// analyze parses and types C text.
func analyze(t testing.TB, name, src string, model ir.DataModel) (*tree.Unit, []diag.Diagnostic) {
	t.Helper()
	return Analyze(parse(t, name, src, model), Options{Model: model, File: name})
}

// dump types C text that must be free of errors and returns its dump.
func dump(t testing.TB, src string, model ir.DataModel) string {
	t.Helper()
	u, diags := analyze(t, "t.c", src, model)
	for _, d := range diags {
		if d.Severity == diag.Error {
			t.Fatalf("%s\nin\n%s", d, src)
		}
	}
	return dumpUnit(u)
}
