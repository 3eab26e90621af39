package link

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// mentions is the list of the names in an item of the library. It numbers them for the parser of the item.
// The items behind the names become part of the program later, if the item still mentions them.
type mentions struct {
	libraryNames
	funcs, globals, types []string
	hooks                 bool // a name is a hook
}

// parsedFunc is a function of the library whose functions, globals and types are numbers of mentions.
type parsedFunc struct {
	item  libraryItem
	f     ir.Func
	names *mentions
}

// Func implements ir.Resolver.
func (m *mentions) Func(name string) (ir.FuncID, bool) {
	m.funcs = append(m.funcs, name)
	return ir.FuncID(len(m.funcs)), true
}

// Global implements ir.Resolver.
func (m *mentions) Global(name string) (ir.GlobalID, bool) {
	m.globals = append(m.globals, name)
	if _, ok := m.l.library.hooks.targets[name]; ok {
		m.hooks = true
	}
	return ir.GlobalID(len(m.globals)), true
}

// CType implements ir.Resolver.
func (m *mentions) CType(label string) (ir.CTypeID, bool) {
	m.types = append(m.types, label)
	return ir.CTypeID(len(m.types)), true
}

// function replaces the numbers in a function by those of the program, in the order of the text.
func (m *mentions) function(f *ir.Func) {
	for r := range f.Regs {
		if r == len(f.Params)+1 {
			m.setType(&f.CType)
		}
		m.setType(&f.Regs[r].CType)
	}
	if len(f.Regs) <= len(f.Params)+1 {
		m.setType(&f.CType)
	}
	for i := range f.Locals {
		m.setType(&f.Locals[i].CType)
		m.init(f.Locals[i].Init)
	}
	for _, in := range f.Instrs() {
		m.setFunc(&in.Func)
		m.setGlobal(&in.Glob)
		m.setType(&in.CType)
	}
}

// global replaces the numbers in a global.
func (m *mentions) global(g *ir.Global) {
	m.setType(&g.CType)
	m.init(g.Init)
}

func (m *mentions) init(items []ir.InitItem) {
	for i := range items {
		m.setGlobal(&items[i].Global)
		m.setFunc(&items[i].Func)
	}
}

func (m *mentions) setFunc(id *ir.FuncID) {
	if *id != 0 {
		*id, _ = m.libraryNames.Func(m.funcs[*id-1])
	}
}

func (m *mentions) setGlobal(id *ir.GlobalID) {
	if *id != 0 {
		n, ok := m.libraryNames.Global(m.globals[*id-1])
		m.must(ok, m.globals[*id-1])
		*id = n
	}
}

func (m *mentions) setType(id *ir.CTypeID) {
	if *id != 0 {
		n, ok := m.libraryNames.CType(m.types[*id-1])
		m.must(ok, m.types[*id-1])
		*id = n
	}
}

func (m *mentions) must(known bool, name string) {
	if !known {
		panic(fmt.Sprintf("link: the library has no %s", name))
	}
}
