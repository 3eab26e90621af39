package pointsto

import (
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Tagged pointers hold other data in the low bits of an address. In ir.Space all objects begin at
// multiples of TagRange, and the last TagRange bytes of an object are not used by others. So a change
// of only these bits stays with the object.

// TagRange is the number of which all addresses of objects are multiples.
const TagRange = 16

// tagging is an operation with a constant that changes only low bits of a number, or adds to it.
type tagging struct {
	op   ir.Op
	bits int64 // the constant, or the bits that `and` clears
}

// rmwOps are the operations of read-modify-writes that may be taggings.
var rmwOps = map[ir.RMWKind]ir.Op{ir.RMWAnd: ir.OpAnd, ir.RMWOr: ir.OpOr, ir.RMWXor: ir.OpXor}

// taggingOf returns the operation with a value of a node, if it is a tagging of a number as wide as an
// address.
func (s *solver) taggingOf(n NodeID, op ir.Op, v ssa.ValueID) (tagging, bool) {
	c, ok := s.constant(n, v)
	if !ok || s.View(n).Values[v].Type.Bits(s.Program.Model) != s.Program.Model.PtrBits() {
		return tagging{}, false
	}
	switch op {
	case ir.OpAnd:
		c = ^c
		if s.Program.Model == ir.ILP32 {
			c = int64(uint32(c))
		}
	case ir.OpOr, ir.OpXor:
	case ir.OpAdd, ir.OpSub:
		return tagging{op, c}, true
	default:
		return tagging{}, false
	}
	return tagging{op, c}, 0 <= c && c < TagRange
}

// bitwise adds the locations of `x op y` to dst.
func (s *solver) bitwise(n NodeID, op ir.Op, x, y ssa.ValueID, dst varID) {
	if t, ok := s.taggingOf(n, op, y); ok {
		s.define(s.of(n, x), edge{to: dst, kind: tag, bits: t})
	} else if t, ok := s.taggingOf(n, op, x); ok && op != ir.OpSub {
		s.define(s.of(n, y), edge{to: dst, kind: tag, bits: t})
	} else {
		s.add(dst, Num)
	}
}

// tagged returns a location whose low bits are changed.
func (s *solver) tagged(id LocID, t tagging) LocID {
	l := s.Locs[id]
	if s.Objects[l.Obj].Kind == Function {
		return Num
	}
	switch {
	case t.op == ir.OpAdd || t.op == ir.OpSub:
		// The result stays with the object only while it is inside.
		if l.Off += t.bits; t.op == ir.OpSub {
			l.Off -= 2 * t.bits
		}
		if l.Step != 0 || l.Off < 0 || l.Off > s.Objects[l.Obj].Size {
			return Num
		}
		return s.widened(id, l, t.bits, maxNumbers)
	case l.Step != 0:
		l.Off, l.Step = 0, 1
		return s.loc(l)
	}
	switch t.op {
	case ir.OpAnd:
		l.Off &^= t.bits
	case ir.OpOr:
		l.Off |= t.bits
	case ir.OpXor:
		l.Off ^= t.bits
	}
	return s.loc(l)
}
