package lower

import (
	"testing"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/evalorder"
	"github.com/heddle-mc/heddle/internal/front/sema"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// prelude holds declarations from the embedded headers.
const prelude = `
#define __extension__
int __predefined_declarator;
typedef char *__builtin_va_list;
#define __builtin_va_arg(ap, type) __heddle_va_arg(ap, sizeof(type))
`

func analyze(t testing.TB, src string, m ir.DataModel) *tree.Unit {
	t.Helper()
	arch := map[ir.DataModel]string{ir.LP64: "amd64", ir.ILP32: "386"}[m]
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		t.Fatal(err)
	}
	ast, err := cc.Parse(&cc.Config{ABI: abi}, []cc.Source{
		{Name: "<predefined>", Value: prelude},
		{Name: "t.c", Value: src},
	})
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	u, diags := sema.Analyze(ast, sema.Options{Model: m, File: "t.c"})
	for _, d := range diags {
		if d.Severity == diag.Error {
			t.Fatal(d)
		}
	}
	return u
}

// irText lowers C text and returns the IR without positions and types, since these would distract from
// the subject of a golden test.
func irText(t testing.TB, src string, m ir.DataModel) string {
	t.Helper()
	u := analyze(t, src, m)
	p := Lower(u, Options{Model: m, Sequence: evalorder.Analyze(u, evalorder.Options{Model: m, Whole: true, Entry: "main"})}).Program
	check(t, p)
	checkPositions(t, p)
	strip(p)
	return p.String()
}

// check checks a unit's program as if it were linked.
func check(t testing.TB, p *ir.Program) {
	t.Helper()
	q := *p
	start := ir.Func{Name: ".start"}
	b := ir.NewFuncBuilder(q.Model, &start)
	b.SetBlock(b.NewBlock())
	b.Halt(b.Int(ir.I32, 0))
	q.Start = ir.FuncID(len(q.Funcs))
	q.Funcs = append(append([]ir.Func(nil), q.Funcs...), *b.Finish())
	if err := ir.Check(&q); err != nil {
		t.Errorf("%v\nin\n%s", err, p)
	}
}

// checkPositions checks that every instruction and terminator has a place.
func checkPositions(t testing.TB, p *ir.Program) {
	t.Helper()
	for f := range p.Funcs {
		fn := &p.Funcs[f]
		for b := 1; b < len(fn.Blocks); b++ {
			for i := range fn.Blocks[b].Instrs {
				if in := &fn.Blocks[b].Instrs[i]; !in.Pos.IsValid() {
					t.Errorf("no position: %s", p.InstrText(fn, in))
				}
			}
			if !fn.Blocks[b].Term.Pos.IsValid() {
				t.Errorf("no position: terminator of b%d in %s", b, fn.Name)
			}
		}
	}
}

// strip removes the parts that golden tests do not show.
func strip(p *ir.Program) {
	p.Files, p.CTypes = nil, make([]ir.CType, 1)
	for g := range p.Globals {
		p.Globals[g].Pos, p.Globals[g].CType = ir.Pos{}, 0
	}
	for f := range p.Funcs {
		fn := &p.Funcs[f]
		fn.Pos, fn.CType = ir.Pos{}, 0
		for i := range fn.Unsequenced {
			fn.Unsequenced[i].Pos = ir.Pos{}
		}
		for r := range fn.Regs {
			fn.Regs[r].CType = 0
		}
		for l := range fn.Locals {
			fn.Locals[l].Pos, fn.Locals[l].CType = ir.Pos{}, 0
		}
		for b := range fn.Blocks {
			for i := range fn.Blocks[b].Instrs {
				in := &fn.Blocks[b].Instrs[i]
				in.Pos, in.CType = ir.Pos{}, 0
			}
			fn.Blocks[b].Term.Pos = ir.Pos{}
		}
	}
}

// TestGolden lowers the C part of each archive, for the models that its parts name.
func TestGolden(t *testing.T) {
	models := map[string]ir.DataModel{"lp64.ir": ir.LP64, "ilp32.ir": ir.ILP32}
	golden.Archives(t, func(t *testing.T, input string) func(string) string {
		return func(part string) string { return irText(t, input, models[part]) }
	})
}
