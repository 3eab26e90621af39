package link

import (
	"iter"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// discarded reports for each function whether no caller can use its result: all its calls drop the result, and its
// address only goes to the creation of threads, whose results nothing reads.
func (l *linker) discarded() []bool {
	out := make([]bool, len(l.prog.Funcs))
	for id := range out {
		out[id] = true
	}
	for id := range l.initialisers() {
		out[id] = false
	}
	read := l.readsThreadResults()
	for i := range l.prog.Funcs {
		f := &l.prog.Funcs[i]
		addresses := make(map[ir.Reg]ir.FuncID)
		for _, in := range f.Instrs() {
			switch _, twice := addresses[in.Dst]; {
			case in.Op == ir.OpCall && in.Dst != 0:
				out[in.Func] = false
			case in.Op == ir.OpFuncAddr && (read || twice):
				out[in.Func] = false
			case in.Op == ir.OpFuncAddr:
				addresses[in.Dst] = in.Func
			}
		}
		for _, in := range f.Instrs() {
			creates := in.Op == ir.OpCall && l.prog.Funcs[in.Func].Role == (ir.Role{Verb: ir.VerbCreate, Object: ir.OnThread})
			for k, o := range in.Args {
				if !creates || k != len(in.Args)-2 { // the routine; its argument may be a function, too
					out[addresses[o.Reg()]] = false
				}
			}
		}
		for b := range f.Blocks {
			if t := &f.Blocks[b].Term; t.HasArg {
				out[addresses[t.Arg.Reg()]] = false
			}
		}
	}
	return out
}

// initialisers yields the functions whose addresses are in the initial values of objects.
func (l *linker) initialisers() iter.Seq[ir.FuncID] {
	return func(yield func(ir.FuncID) bool) {
		for i := range l.prog.Globals {
			for _, it := range l.prog.Globals[i].Init {
				if !yield(it.Func) {
					return
				}
			}
		}
		for i := range l.prog.Funcs {
			for j := range l.prog.Funcs[i].Locals {
				for _, it := range l.prog.Funcs[i].Locals[j].Init {
					if !yield(it.Func) {
						return
					}
				}
			}
		}
	}
}

// readsThreadResults reports whether the program may read the result of a thread. Then it takes the
// address of a function that joins threads, or calls one. In that call an argument behind the thread is not null.
func (l *linker) readsThreadResults() bool {
	joins := make([]bool, len(l.prog.Funcs))
	for id := range joins {
		joins[id] = l.prog.Funcs[id].Role == ir.Role{Verb: ir.VerbJoin, Object: ir.OnThread}
	}
	for changes := true; changes; {
		changes = false
		for id := range l.prog.Funcs {
			for _, in := range l.prog.Funcs[id].Instrs() {
				if l.prog.Funcs[id].Model && in.Op == ir.OpCall && joins[in.Func] && !joins[id] {
					joins[id], changes = true, true
				}
			}
		}
	}
	for f, in := range l.prog.Instrs() {
		if f.Model || !joins[in.Func] {
			continue
		}
		if in.Op != ir.OpCall || len(in.Args) == 0 || slices.ContainsFunc(in.Args[1:], func(o ir.Operand) bool { return !isNull(f, o) }) {
			return true
		}
	}
	return false
}

func isNull(f *ir.Func, o ir.Operand) bool {
	return o.IsConst() && f.Consts[o.Const()].Lo == 0 && f.Consts[o.Const()].Hi == 0
}
