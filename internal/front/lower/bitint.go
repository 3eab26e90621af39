package lower

import (
	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// A register with a value of a type of N bits (ctype.BitInt) has exactly these bits. Memory holds them in all
// bytes of the type; the bits above have no meaning.

// memType returns the type in which memory holds a scalar of type t.
func memType(m ir.DataModel, t *ctype.Type) ir.Type {
	if t.IsBitInt() {
		return ir.Int(int(t.Size(m)) * 8)
	}
	return irType(m, t)
}

// loadScalar reads a value of type t from memory.
func (f *function) loadScalar(t *ctype.Type, at ir.Operand, acc access) ir.Operand {
	return f.resize(f.b.Load(memType(f.model, t), at, acc), irType(f.model, t), false)
}

// storeScalar writes a value of type t to memory. The bytes of a long double beyond those of its binary64 value become zero: x87's
// value has some of them.
func (f *function) storeScalar(t *ctype.Type, at, v ir.Operand, acc access) {
	mem := memType(f.model, t)
	f.b.Store(at, f.resize(v, mem, t.IsSigned()), acc)
	if n := mem.Bytes(f.model); t.Kind() == ctype.LongDouble && acc.Order == ir.NonAtomic {
		rest := t.Size(f.model) - n
		f.b.Store(f.ptrAdd(at, f.ptrInt(n)), f.b.Int(ir.Int(int(8*rest)), 0), access{Align: min(acc.Align, int32(rest))})
	}
}

// stepType returns the type in which ++ and -- add to x: the type of its value, if x is a bit-field wider than int.
func (f *function) stepType(x tree.Expr) *ctype.Type {
	t := x.Type().Unqualified()
	if m, ok := x.(*tree.Member); ok && m.BitField != nil {
		if p := t.PromoteBitField(f.model, m.BitField.Bits); p.IsBitInt() {
			return p
		}
	}
	return t
}
