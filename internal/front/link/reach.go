package link

import (
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// reachUnits marks the items of the units that the entry, the constructors and the destructors need.
// Definitions that replace a library item count as needed, since the library may use them.
func (l *linker) reachUnits(entry symbol) {
	var work []symbol
	l.reachFunc(entry, &work)
	for u, unit := range l.units {
		for id := 1; id < len(unit.Funcs); id++ {
			s := &unit.Funcs[id]
			replaces := s.Linkage == tree.External && l.library.hasFunc(l.opts.Library, s.Name)
			if s.Defined && (s.Constructor || s.Destructor || replaces) {
				l.reachFunc(l.funcTarget(u, ir.FuncID(id)), &work)
			}
		}
		for id := 1; id < len(unit.Globals); id++ {
			if s := &unit.Globals[id]; s.Defined && s.Linkage == tree.External && l.library.hasGlobal(l.opts.Library, s.Name) {
				work = append(work, l.reachGlobal(l.globalTarget(u, ir.GlobalID(id)))...)
			}
		}
	}
	l.close(work)
}

// reachAll marks everything.
func (l *linker) reachAll() {
	var work []symbol
	for u, unit := range l.units {
		for id := 1; id < len(unit.Funcs); id++ {
			l.reachFunc(l.funcTarget(u, ir.FuncID(id)), &work)
		}
		for id := 1; id < len(unit.Globals); id++ {
			work = append(work, l.reachGlobal(l.globalTarget(u, ir.GlobalID(id)))...)
		}
	}
	l.close(work)
}

func (l *linker) reachFunc(s symbol, work *[]symbol) {
	if r := &l.reached[s.unit]; !r.seenF[s.id] {
		r.seenF[s.id] = true
		*work = append(*work, s)
	}
}

// reachGlobal marks a global and all that its initial value mentions.
func (l *linker) reachGlobal(s symbol) []symbol {
	var work []symbol
	r := &l.reached[s.unit]
	if r.seenG[s.id] {
		return nil
	}
	r.seenG[s.id] = true
	return l.reachInit(s.unit, l.units[s.unit].Program.Globals[s.id].Init, work)
}

func (l *linker) reachInit(unit int, items []ir.InitItem, work []symbol) []symbol {
	for i := range items {
		if f := items[i].Func; f != 0 {
			l.reachFunc(l.funcTarget(unit, f), &work)
		}
		if g := items[i].Global; g != 0 {
			work = append(work, l.reachGlobal(l.globalTarget(unit, g))...)
		}
	}
	return work
}

// close marks the items that the functions of a work list need.
func (l *linker) close(work []symbol) {
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		f := &l.units[s.unit].Program.Funcs[s.id]
		for i := range f.Locals {
			work = l.reachInit(s.unit, f.Locals[i].Init, work)
		}
		for _, in := range f.Instrs() {
			if in.Func != 0 {
				l.reachFunc(l.funcTarget(s.unit, in.Func), &work)
			}
			if in.Glob != 0 {
				work = append(work, l.reachGlobal(l.globalTarget(s.unit, in.Glob))...)
			}
		}
	}
}
