package link

import (
	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// install gives the hooks of the program their targets. It reports whether it added
// functions, which then are still to be loaded.
func (l *linker) install() (added bool) {
	for _, h := range clib.Hooks {
		id, ok := l.library.globals[h.Pointer]
		if !ok {
			continue
		}
		if _, used := l.library.funcs[h.User]; !used || len(l.prog.Globals[id].Init) > 0 {
			continue
		}
		l.prog.Globals[id].Init = []ir.InitItem{{Func: l.libraryFunc(h.Target)}}
		added = true
	}
	return added
}

// hooked returns, by function, the registers that hold the value of a hook, with the hook's target; a
// target of zero stands for a hook without one.
func (l *linker) hooked() map[*ir.Func]map[ir.Reg]ir.FuncID {
	targets := make(map[ir.GlobalID]ir.FuncID)
	for _, h := range clib.Hooks {
		if id, ok := l.library.globals[h.Pointer]; ok {
			targets[id] = 0
			for _, it := range l.prog.Globals[id].Init {
				targets[id] = it.Func
			}
		}
	}
	all := make(map[*ir.Func]map[ir.Reg]ir.FuncID)
	for i := range l.prog.Funcs {
		f := &l.prog.Funcs[i]
		if !f.Model {
			continue
		}
		known := f.KnownAddresses(l.opts.Model)
		for _, in := range f.Instrs() {
			if in.Op != ir.OpLoad {
				continue
			}
			at, ok := known[in.Args[0].Reg()]
			if target, is := targets[at.Global]; ok && is {
				if all[f] == nil {
					all[f] = make(map[ir.Reg]ir.FuncID)
				}
				all[f][in.Dst] = target
			}
		}
	}
	return all
}
