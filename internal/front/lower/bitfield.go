package lower

import (
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// bitPlace returns the place of a bit-field of the structure at p.
func (f *function) bitPlace(p place, bf *tree.BitField) place {
	p.addr.off += bf.UnitOffset
	p.align = alignAt(f.alignOf(p), bf.UnitOffset)
	for p.align > bf.UnitBytes {
		p.align /= 2
	}
	p.bits = bf
	return p
}

func (f *function) loadUnit(p place) ir.Operand {
	return f.b.Load(ir.Int(int(p.bits.UnitBytes)*8), f.materialise(p.addr), f.access(p))
}

// neighbours reads a bit-field's unit for the sake of the bits that are not the field's:
// they stay as they are, with a value or without.
func (f *function) neighbours(p place) ir.Operand {
	v := f.loadUnit(p)
	f.copying()
	return v
}

// loadBits reads a bit-field: its unit, shifted, cut and extended to the type.
func (f *function) loadBits(p place) ir.Operand { return f.extract(p, f.loadUnit(p)) }

// extract takes the value of a bit-field out of its unit.
func (f *function) extract(p place, unit ir.Operand) ir.Operand {
	t := f.b.TypeOf(unit)
	v := f.binary(ir.OpLShr, 0, unit, f.b.Int(t, uint64(p.bits.BitOffset)))
	return f.extendField(p, f.resize(v, ir.Int(p.bits.Bits), false))
}

// extendField widens a value of exactly the field's bits to its declared type.
func (f *function) extendField(p place, v ir.Operand) ir.Operand {
	return f.resize(v, irType(f.model, p.typ), p.bits.Signed)
}

// storeBits writes a bit-field: loads its unit, replaces the bits, stores it.
func (f *function) storeBits(p place, v ir.Operand) {
	field := ir.Int(p.bits.Bits)
	unit := ir.Int(int(p.bits.UnitBytes) * 8)
	v = f.resize(f.resize(v, field, false), unit, false)
	p = f.settle(p)
	if field != unit {
		v = f.binary(ir.OpShl, 0, v, f.b.Int(unit, uint64(p.bits.BitOffset)))
		keep := f.keepMask(unit, p.bits)
		if c, ok := f.intConst(v); !ok || c != 0 || !v.IsConst() {
			v = f.binary(ir.OpOr, 0, f.binary(ir.OpAnd, 0, f.neighbours(p), keep), v)
		} else {
			v = f.binary(ir.OpAnd, 0, f.neighbours(p), keep)
		}
	}
	f.b.Store(f.materialise(p.addr), v, f.access(p))
}

// keepMask returns the bits of the unit that do not belong to the field.
func (f *function) keepMask(unit ir.Type, bf *tree.BitField) ir.Operand {
	c := ir.Const{Type: unit, Word: wide.Ones(128)}
	for i := bf.BitOffset; i < bf.BitOffset+bf.Bits; i++ {
		if i < 64 {
			c.Lo &^= 1 << i
		} else {
			c.Hi &^= 1 << (i - 64)
		}
	}
	return f.b.Const(c)
}

// fieldValue returns the value that a bit-field has after v was stored in it,
// which is the value of the assignment.
func (f *function) fieldValue(p place, v ir.Operand) ir.Operand {
	return f.extendField(p, f.resize(v, ir.Int(p.bits.Bits), false))
}
