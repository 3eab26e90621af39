package static

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// manyCalls is the number of pairs of a call through a pointer and a function from which on calls are gathered.
const manyCalls = 1 << 14

// gathered returns a program with the same executions, in which a call through a pointer is a call of a new function
// that makes it: one function for all calls with the same types. So n calls of n functions are 2n calls for an analysis
// that has one context of each function, and not n². Calls with few pairs stay as they are, since the new function
// mixes up the targets of its callers. All instructions keep their places. Without changes it returns p.
func gathered(p *ir.Program) *ir.Program {
	callable := make(map[int]int) // by number of parameters: the functions whose addresses are taken
	for f := range pointedTo(p) {
		callable[len(p.Funcs[f].Params)]++
	}
	calls := make(map[string]int)
	for f, in := range p.Instrs() {
		if in.Op == ir.OpCallPtr && !f.Model {
			calls[callTypes(f, in)] += callable[len(in.Args)-1]
		}
	}
	out := *p
	out.Funcs = slices.Clone(p.Funcs)
	through := make(map[string]ir.FuncID)
	for id := range p.Funcs {
		cloned := false
		for at, in := range p.Funcs[id].Instrs() {
			if in.Op != ir.OpCallPtr || p.Funcs[id].Model {
				continue
			}
			types := callTypes(&p.Funcs[id], in)
			if calls[types] < manyCalls {
				continue
			}
			if !cloned {
				out.Funcs[id], cloned = p.Funcs[id].Clone(), true
			}
			if through[types] == 0 {
				through[types] = ir.FuncID(len(out.Funcs))
				out.Funcs = append(out.Funcs, gatherer(p, &p.Funcs[id], in, fmt.Sprintf("through a pointer %d", len(through))))
			}
			call := &out.Funcs[id].Blocks[at.Block].Instrs[at.Index]
			call.Op, call.Func = ir.OpCall, through[types]
		}
	}
	if len(through) == 0 {
		return p
	}
	return &out
}

// gatherer returns a function that gets a pointer to a function and its arguments, as an instruction has them, and
// makes the call.
func gatherer(p *ir.Program, from *ir.Func, call *ir.Instr, name string) ir.Func {
	f := ir.Func{Name: name, Result: call.Type, Pos: from.Pos}
	b := ir.NewFuncBuilder(p.Model, &f)
	var args []ir.Operand
	for _, a := range call.Args {
		args = append(args, ir.RegOperand(b.Param(from.TypeOf(a), "", 0)))
	}
	b.SetBlock(b.NewBlock())
	b.Pos = call.Pos
	end := ir.Term{Op: ir.TermRet, HasArg: call.Type != ir.NoType}
	if result := b.CallPtr(args[0], call.Type, args[1:]...); end.HasArg {
		end.Arg = result
	}
	b.Terminate(end)
	b.Finish()
	return f
}

// callTypes names the types of the operands and of the result of a call.
func callTypes(f *ir.Func, in *ir.Instr) string {
	types := []ir.Type{in.Type}
	for _, a := range in.Args {
		types = append(types, f.TypeOf(a))
	}
	return fmt.Sprint(types)
}

// pointedTo returns the functions whose addresses are taken.
func pointedTo(p *ir.Program) map[ir.FuncID]bool {
	out := make(map[ir.FuncID]bool)
	initial := func(items []ir.InitItem) {
		for i := range items {
			if items[i].Func != 0 {
				out[items[i].Func] = true
			}
		}
	}
	for g := range p.Globals {
		initial(p.Globals[g].Init)
	}
	for id := range p.Funcs {
		for l := range p.Funcs[id].Locals {
			initial(p.Funcs[id].Locals[l].Init)
		}
		for _, in := range p.Funcs[id].Instrs() {
			if in.Op == ir.OpFuncAddr {
				out[in.Func] = true
			}
		}
	}
	return out
}
