package callbacks

import "github.com/heddle-mc/heddle/internal/program/ir"

// handsOut reports whether the program uses the address of a function of its own otherwise than as the
// argument of a library model. A model keeps such an address in memory that the program cannot name, such as
// the thread's first function after pthread_create.
func handsOut(p *ir.Program) bool {
	initial := func(list []ir.InitItem) bool {
		for _, it := range list {
			if it.Func != 0 && !p.Funcs[it.Func].Model {
				return true
			}
		}
		return false
	}
	for g := range p.Globals {
		if initial(p.Globals[g].Init) {
			return true
		}
	}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		for l := range f.Locals {
			if initial(f.Locals[l].Init) {
				return true
			}
		}
		if !f.Model && addressUsed(p, f) {
			return true
		}
	}
	return false
}

// addressUsed reports whether a function uses the address of another one otherwise than as the argument of a
// library model.
func addressUsed(p *ir.Program, f *ir.Func) bool {
	holds := make([]bool, len(f.Regs)) // the register is assigned the address of a function
	other := make([]bool, len(f.Regs)) // the register is assigned something else
	for _, in := range f.Instrs() {
		if in.Op == ir.OpFuncAddr && !p.Funcs[in.Func].Model {
			holds[in.Dst] = true
		} else {
			other[in.Dst] = true
		}
	}
	for _, in := range f.Instrs() {
		for _, a := range in.Args {
			if holds[a.Reg()] && (other[a.Reg()] || in.Op != ir.OpCall || !p.Funcs[in.Func].Model) {
				return true
			}
		}
	}
	for b := range f.Blocks {
		if holds[f.Blocks[b].Term.Arg.Reg()] {
			return true
		}
	}
	return false
}

// leading decides by C types whether a value can lead to a function.
type leading struct {
	prog *ir.Program
	// inside holds the records that are members or elements of records with pointers: from a part, the
	// called function can come to the whole (container_of).
	inside map[ir.CTypeID]bool
}

func newLeading(p *ir.Program) *leading {
	l := &leading{p, make(map[ir.CTypeID]bool)}
	for id := range p.CTypes {
		if t := &p.CTypes[id]; (t.Kind == ir.CStruct || t.Kind == ir.CUnion) && l.holds(ir.CTypeID(id)) {
			l.parts(ir.CTypeID(id))
		}
	}
	return l
}

// parts notes the records that a record has inside.
func (l *leading) parts(id ir.CTypeID) {
	for _, f := range l.prog.CTypes[id].Fields {
		part := l.element(f.Type)
		if k := l.prog.CTypes[part].Kind; (k == ir.CStruct || k == ir.CUnion) && !l.inside[part] {
			l.inside[part] = true
			l.parts(part)
		}
	}
}

// element returns a type without typedefs and arrays around it.
func (l *leading) element(id ir.CTypeID) ir.CTypeID {
	for l.prog.CTypes[id].Kind == ir.CTypedef || l.prog.CTypes[id].Kind == ir.CArray {
		id = l.prog.CTypes[id].Elem
	}
	return id
}

// holds reports whether an object of a type holds a pointer, or may: the type is incomplete.
func (l *leading) holds(id ir.CTypeID) bool {
	id = l.element(id)
	switch t := &l.prog.CTypes[id]; t.Kind {
	case ir.CBool, ir.CInt, ir.CFloat:
		return false
	case ir.CStruct, ir.CUnion:
		for _, f := range t.Fields {
			if l.holds(f.Type) {
				return true
			}
		}
		return t.Size == 0
	}
	return true
}

// parameters reports whether an argument of an external function can lead to a function. A structure
// without pointers leads to none, if it is no part of a structure with some. Behind a pointer to characters or
// void any bytes can lie, a pointer's as well. So can behind "...", and in an integer as wide as a pointer.
func (l *leading) parameters(f *ir.Func) bool {
	t := &l.prog.CTypes[l.element(f.CType)]
	if t.Kind != ir.CFunc || t.Variadic || len(t.Params) != len(f.Params) {
		return len(f.Params) > 0
	}
	for _, id := range t.Params {
		if l.argument(l.element(id)) {
			return true
		}
	}
	return false
}

// argument reports whether an argument of a type can lead to a function.
func (l *leading) argument(id ir.CTypeID) bool {
	t := &l.prog.CTypes[id]
	switch t.Kind {
	case ir.CBool, ir.CFloat:
		return false
	case ir.CInt:
		return t.Size >= l.prog.Model.PtrInt().Bytes(l.prog.Model)
	case ir.CPointer:
		to := l.element(t.Elem)
		if k := l.prog.CTypes[to].Kind; k == ir.CInt && l.prog.CTypes[to].Size == 1 {
			return true
		}
		return l.holds(to) || l.inside[to]
	}
	return true
}
