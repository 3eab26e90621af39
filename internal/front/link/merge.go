package link

import (
	"fmt"
	"path/filepath"

	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// number gives the reached symbols their numbers and names: external names
// first, so that they keep theirs.
func (l *linker) number() {
	for u := range l.units {
		l.numberUnit(u, true)
	}
	for u := range l.units {
		l.numberUnit(u, false)
	}
	// In the program, the items of one unit stay together in their order.
	for u := range l.units {
		r := &l.reached[u]
		for id := 1; id < len(r.seenF); id++ {
			if r.seenF[id] && !l.fromLibrary(u, id) {
				r.funcs[id] = ir.FuncID(len(l.prog.Funcs))
				l.prog.Funcs = append(l.prog.Funcs, ir.Func{})
			}
		}
		for id := 1; id < len(r.seenG); id++ {
			if r.seenG[id] && !l.globalFromLibrary(u, id) {
				r.globals[id] = ir.GlobalID(len(l.prog.Globals))
				l.prog.Globals = append(l.prog.Globals, ir.Global{})
			}
		}
	}
}

// numberUnit settles the names of a unit's symbols of one linkage.
func (l *linker) numberUnit(u int, external bool) {
	unit := l.units[u]
	r := &l.reached[u]
	for id := 1; id < len(unit.Funcs); id++ {
		if r.seenF[id] && (unit.Funcs[id].Linkage == tree.External) == external && !l.fromLibrary(u, id) {
			f := &unit.Program.Funcs[id]
			f.Name = uniqueName(l.names, unit.File, f.Name)
		}
	}
	for id := 1; id < len(unit.Globals); id++ {
		if r.seenG[id] && (unit.Globals[id].Linkage == tree.External) == external && !l.globalFromLibrary(u, id) {
			g := &unit.Program.Globals[id]
			g.Name = uniqueName(l.objects, unit.File, g.Name)
		}
	}
}

// uniqueName returns a name that is not in the table yet, and enters it.
func uniqueName(taken map[string]bool, file, name string) string {
	base := name
	for n := 1; taken[name]; n++ {
		name = filepath.Base(file) + ":" + base
		if n > 1 {
			name = fmt.Sprintf("%s.%d", name, n)
		}
	}
	taken[name] = true
	return name
}

// fromLibrary reports whether a reached function of a unit is only declared and the library defines
// it.
func (l *linker) fromLibrary(u, id int) bool {
	s := &l.units[u].Funcs[id]
	return s.Linkage == tree.External && !s.Defined && l.library.hasFunc(l.opts.Library, s.Name)
}

func (l *linker) globalFromLibrary(u, id int) bool {
	s := &l.units[u].Globals[id]
	return s.Linkage == tree.External && !s.Defined && l.library.hasGlobal(l.opts.Library, s.Name)
}

// funcID returns the program's number for a function that a unit mentions.
func (l *linker) funcID(unit int, id ir.FuncID) ir.FuncID {
	s := l.funcTarget(unit, id)
	if n := l.reached[s.unit].funcs[s.id]; n != 0 {
		return n
	}
	return l.libraryFunc(l.units[s.unit].Funcs[s.id].Name)
}

// globalID returns the program's number for a global that a unit mentions.
func (l *linker) globalID(unit int, id ir.GlobalID) ir.GlobalID {
	s := l.globalTarget(unit, id)
	if n := l.reached[s.unit].globals[s.id]; n != 0 {
		return n
	}
	return l.libraryGlobal(l.units[s.unit].Globals[s.id].Name)
}

// copyUnits moves the reached items into the program and renumbers the items that they mention.
func (l *linker) copyUnits() {
	for u, unit := range l.units {
		files := make([]ir.FileID, len(unit.Program.Files))
		for i, name := range unit.Program.Files {
			files[i] = l.file(name)
		}
		m := &mover{linker: l, unit: u, files: files, types: l.types.open(unit.Program.CTypes)}
		r := &l.reached[u]
		for id := 1; id < len(r.globals); id++ {
			if n := r.globals[id]; n != 0 {
				l.prog.Globals[n] = m.global(ir.GlobalID(id))
			}
		}
		for id := 1; id < len(r.funcs); id++ {
			if n := r.funcs[id]; n != 0 {
				l.prog.Funcs[n] = m.function(ir.FuncID(id), n)
			}
		}
	}
}

// file returns the program's number of a source file.
func (l *linker) file(name string) ir.FileID {
	id, ok := l.files[name]
	if !ok {
		id = ir.FileID(len(l.prog.Files))
		l.files[name] = id
		l.prog.Files = append(l.prog.Files, name)
	}
	return id
}

// mover renumbers the items of one unit.
type mover struct {
	*linker
	unit  int
	files []ir.FileID
	types typeMap
}

func (m *mover) pos(p ir.Pos) ir.Pos {
	if int(p.File) < len(m.files) {
		p.File = m.files[p.File]
	}
	if !p.IsValid() {
		return ir.Pos{}
	}
	return p
}

func (m *mover) init(items []ir.InitItem) {
	for i := range items {
		it := &items[i]
		if it.Func != 0 && m.absent(it.Func) || it.Global != 0 && m.absentObject(it.Global) {
			*it = ir.InitItem{Offset: it.Offset, Bytes: make([]byte, m.opts.Model.PtrBits()/8)}
		}
		if it.Func != 0 {
			it.Func = m.funcID(m.unit, it.Func)
		}
		if it.Global != 0 {
			it.Global = m.globalID(m.unit, it.Global)
		}
	}
}

func (m *mover) global(id ir.GlobalID) ir.Global {
	g := m.units[m.unit].Program.Globals[id]
	g.CType = m.types.id(g.CType)
	g.Pos = m.pos(g.Pos)
	g.External = !m.units[m.unit].Globals[id].Defined
	m.init(g.Init)
	return g
}

func (m *mover) function(id ir.FuncID, n ir.FuncID) ir.Func {
	f := m.units[m.unit].Program.Funcs[id]
	f.CType = m.types.id(f.CType)
	f.Pos = m.pos(f.Pos)
	for i := range f.Unsequenced {
		f.Unsequenced[i].Pos = m.pos(f.Unsequenced[i].Pos)
	}
	for i := range f.Regs {
		f.Regs[i].CType = m.types.id(f.Regs[i].CType)
	}
	for i := range f.Locals {
		local := &f.Locals[i]
		local.CType = m.types.id(local.CType)
		local.Pos = m.pos(local.Pos)
		m.init(local.Init)
	}
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		for i := range blk.Instrs {
			m.instr(&f, &blk.Instrs[i], callSite{n, ir.BlockID(b), i})
		}
		blk.Term.Pos = m.pos(blk.Term.Pos)
	}
	f.Canonicalise()
	if !f.HasBody() && !m.keepDeclared {
		m.withoutBody(&f, &m.units[m.unit].Funcs[id])
	}
	return f
}

// absent reports whether a function is declared weak and defined nowhere: its
// address is null.
func (m *mover) absent(id ir.FuncID) bool {
	s := m.funcTarget(m.unit, id)
	return s.kind == declared && m.units[m.unit].Funcs[id].Weak && !m.fromLibrary(s.unit, int(s.id)) && !m.keepDeclared
}

// absentObject is absent for an object.
func (m *mover) absentObject(id ir.GlobalID) bool {
	s := m.globalTarget(m.unit, id)
	return s.kind == declared && m.units[m.unit].Globals[id].Weak && !m.globalFromLibrary(s.unit, int(s.id)) && !m.keepDeclared
}

func (m *mover) instr(f *ir.Func, in *ir.Instr, at callSite) {
	in.Pos = m.pos(in.Pos)
	in.CType = m.types.id(in.CType)
	if in.Op == ir.OpFuncAddr && m.absent(in.Func) || in.Op == ir.OpGlobalAddr && m.absentObject(in.Glob) {
		f.Consts = append(f.Consts, ir.Const{Type: ir.Ptr})
		*in = ir.Instr{Op: ir.OpCopy, Type: ir.Ptr, Dst: in.Dst, Pos: in.Pos,
			Args: []ir.Operand{ir.ConstOperand(len(f.Consts) - 1)}}
	}
	if in.Func != 0 {
		if in.Op == ir.OpCall && m.units[m.unit].Funcs[in.Func].OldStyle {
			m.oldStyleCalls[at] = true
		}
		in.Func = m.funcID(m.unit, in.Func)
	}
	if in.Glob != 0 {
		in.Glob = m.globalID(m.unit, in.Glob)
	}
}
