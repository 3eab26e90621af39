package cemit

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// basics holds the identifiers of basic types that the text may need in addition to the types that the
// program declares.
type basics struct {
	char, void ir.CTypeID
	scalar     map[ir.Type]ir.CTypeID
}

// withBasics returns a copy of a program that declares the basic types.
func withBasics(p *ir.Program) (*ir.Program, basics) {
	out := *p
	out.CTypes = slices.Clip(p.CTypes)
	b := basics{scalar: make(map[ir.Type]ir.CTypeID)}
	add := func(c ir.CType) ir.CTypeID {
		out.CTypes = append(out.CTypes, c)
		return ir.CTypeID(len(out.CTypes) - 1)
	}
	b.void = add(ir.CType{Kind: ir.CVoid})
	b.char = add(ir.CType{Kind: ir.CInt, Name: "char", Size: 1, Signed: true})
	b.scalar[ir.I8] = add(ir.CType{Kind: ir.CInt, Size: 1})
	b.scalar[ir.I16] = add(ir.CType{Kind: ir.CInt, Size: 2})
	b.scalar[ir.I32] = add(ir.CType{Kind: ir.CInt, Size: 4, Signed: true})
	b.scalar[ir.I64] = add(ir.CType{Kind: ir.CInt, Size: 8, Signed: true})
	b.scalar[ir.F32] = add(ir.CType{Kind: ir.CFloat, Name: "float", Size: 4})
	b.scalar[ir.F64] = add(ir.CType{Kind: ir.CFloat, Name: "double", Size: 8})
	b.scalar[ir.Ptr] = add(ir.CType{Kind: ir.CPointer, Size: int64(p.Model.PtrBits() / 8), Elem: b.void})
	return &out, b
}

// cover returns the unsigned type of an integer that covers bit-fields.
func (b *basics) cover(p *ir.Program, bits int) ir.CTypeID {
	for id := len(p.CTypes) - 1; id > 0; id-- {
		if c := &p.CTypes[id]; c.Kind == ir.CInt && c.Size*8 == int64(bits) && !c.Signed && c.Name != "char" {
			return ir.CTypeID(id)
		}
	}
	return 0
}
