package cemit

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// treatment is the way in which the text contains a function.
type treatment uint8

const (
	absent  treatment = iota
	called            // a function of the C library or of the verifiers: declared and called
	printed           // defined in the text
)

// reachable holds the functions and globals that the program's start function reaches.
type reachable struct {
	funcs        []treatment       // by FuncID
	globals      []bool            // by GlobalID
	main         ir.FuncID         // the function that is main in the text
	constructors map[ir.FuncID]int // by turn, from 1
	destructors  map[ir.FuncID]int // by turn, from 1: the first one runs last
}

// findReachable starts with main when the start function only calls it as C does,
// and with the start function otherwise.
func findReachable(p *printer) reachable {
	r := reachable{
		funcs:   make([]treatment, len(p.prog.Funcs)),
		globals: make([]bool, len(p.prog.Globals)),
	}
	r.main = r.findMain(p.prog)
	var work []ir.FuncID
	reachFunc := func(f ir.FuncID) {
		if r.funcs[f] != absent {
			return
		}
		r.funcs[f] = printed
		if p.isLibraryCall(f) {
			r.funcs[f] = called
			return
		}
		work = append(work, f)
	}
	var reachGlobal func(g ir.GlobalID)
	reachItems := func(items []ir.InitItem) {
		for i := range items {
			if items[i].Global != 0 {
				reachGlobal(items[i].Global)
			}
			if items[i].Func != 0 {
				reachFunc(items[i].Func)
			}
		}
	}
	reachGlobal = func(g ir.GlobalID) {
		if !r.globals[g] {
			r.globals[g] = true
			if !p.isLibraryObject(g) {
				reachItems(p.prog.Globals[g].Init)
			}
		}
	}
	reachFunc(r.main)
	for f := ir.FuncID(1); int(f) < len(p.prog.Funcs); f++ {
		if r.constructors[f] > 0 || r.destructors[f] > 0 {
			r.funcs[f] = absent
			reachFunc(f)
		}
	}
	for len(work) > 0 {
		fn := &p.prog.Funcs[work[len(work)-1]]
		work = work[:len(work)-1]
		for l := 1; l < len(fn.Locals); l++ {
			reachItems(fn.Locals[l].Init)
		}
		for _, in := range fn.Instrs() {
			if p.isSilent(fn, in) {
				continue
			}
			if in.Func != 0 {
				reachFunc(in.Func)
			}
			if in.Glob != 0 {
				reachGlobal(in.Glob)
			}
		}
	}
	return r
}

// findMain returns the program's main if the start function is the linker's, which
// registers destructors, calls constructors, main and exit, and the start function itself otherwise.
func (r *reachable) findMain(p *ir.Program) ir.FuncID {
	start := &p.Funcs[p.Start]
	if !start.Model || len(start.Blocks) != 2 {
		return p.Start
	}
	constructors, destructors := make(map[ir.FuncID]int), make(map[ir.FuncID]int)
	address := make(map[ir.Reg]ir.FuncID)
	for i := range start.Blocks[1].Instrs {
		in := &start.Blocks[1].Instrs[i]
		if in.Op == ir.OpFuncAddr {
			address[in.Dst] = in.Func
		}
		if in.Op != ir.OpCall {
			continue
		}
		fn := &p.Funcs[in.Func]
		switch {
		case fn.Name == "main" && !fn.Model && mainLike(fn):
			r.constructors, r.destructors = constructors, destructors
			return in.Func
		case fn.Model:
			destructors[address[in.Args[0].Reg()]] = len(destructors) + 1
		default:
			constructors[in.Func] = len(constructors) + 1
		}
	}
	return p.Start
}

// mainLike reports whether a function has a type that main may have.
func mainLike(fn *ir.Func) bool {
	want := []ir.Type{ir.I32, ir.Ptr, ir.Ptr}
	if len(fn.Params) > len(want) || len(fn.Params) == 1 || fn.Result != ir.I32 {
		return false
	}
	for i, r := range fn.Params {
		if fn.Regs[r].Type != want[i] {
			return false
		}
	}
	return true
}

// isLibraryCall reports whether a function is called by its name and not printed.
func (p *printer) isLibraryCall(f ir.FuncID) bool {
	fn := &p.prog.Funcs[f]
	return fn.Model && (headerOf(fn.Name) != "" || strings.HasPrefix(fn.Name, "__builtin_") || nondetType(fn) != "")
}

// isLibraryObject reports whether a header declares a global that the program does not define: it is
// undefined, or the models define it. Objects of the models belong to the program if C makes them
// visible.
func (p *printer) isLibraryObject(g ir.GlobalID) bool {
	global := &p.prog.Globals[g]
	_, ok := objectHeader[global.Name]
	return ok && (global.External || global.Pos.IsValid() && strings.HasPrefix(p.prog.Files[global.Pos.File], clib.UnitDir))
}

// readString is the library models' function that reads the strings of an output. The printed output
// function reads them itself.
const readString = "__heddle_read_string"

// isSilent reports whether an instruction has no text.
func (p *printer) isSilent(fn *ir.Func, in *ir.Instr) bool {
	switch in.Op {
	case ir.OpLeave, ir.OpSend, ir.OpRecv:
		return true
	case ir.OpAtomicBegin, ir.OpAtomicEnd:
		return fn.Model || p.opts.Sequential
	case ir.OpCall:
		return p.prog.Funcs[in.Func].Name == readString
	case ir.OpAssert:
		return !in.EndsProcess() && in.Property() != verdict.Memory
	case ir.OpFence:
		return p.opts.Sequential
	}
	return false
}
