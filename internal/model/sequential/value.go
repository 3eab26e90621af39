package sequential

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// objectID indexes Inlined.Objects.
type objectID int32

// kind is the kind of knowledge about a register's value.
type kind uint8

const (
	unknown  kind = iota
	number        // the bits in lo
	address       // of byte lo of obj
	function      // the address of fn
)

// value is the known value of a register while calls and loops of a thread are inlined.
type value struct {
	kind kind
	lo   uint64
	obj  objectID
	fn   ir.FuncID
}

func numberOf(v uint64) value { return value{kind: number, lo: v} }

// fold computes an operation on known operands of at most 64 bits. The result is unknown if the
// operation has a special case for them (division by zero, a large shift).
func fold(in *ir.Instr, m ir.DataModel, from ir.Type, args []value) value {
	if in.Type.IsFloat() || from.IsFloat() {
		return value{}
	}
	w, fw := in.Type.Bits(m), from.Bits(m)
	if w > 64 || fw > 64 {
		return value{}
	}
	x := args[0]
	var y value
	if len(args) > 1 {
		y = args[1]
	}
	switch in.Op {
	case ir.OpCopy:
		return x
	case ir.OpSelect:
		if x.kind == number {
			return args[2-x.lo&1]
		}
		if y == args[2] {
			return y
		}
		return value{}
	case ir.OpPtrToInt, ir.OpIntToPtr:
		if w == fw {
			return x
		}
		return value{}
	case ir.OpPtrAdd:
		if x.kind == address && y.kind == number {
			x.lo = ir.Truncate(x.lo+uint64(ir.SignExtend(y.lo, m.PtrBits())), m.PtrBits())
			return x
		}
		if x.kind == number && y.kind == number {
			return numberOf(ir.Truncate(x.lo+y.lo, m.PtrBits()))
		}
		return value{}
	case ir.OpPtrDiff:
		if x.kind == address && y.kind == address && x.obj == y.obj {
			return numberOf(ir.Truncate(x.lo-y.lo, w))
		}
		return value{}
	case ir.OpPtrApart:
		if x.kind == address && y.kind == address {
			d := ir.SignExtend(x.lo-y.lo, w)
			if x.obj != y.obj || d == 0 {
				d = -1
			} else if d < 0 {
				d = -d
			}
			return numberOf(ir.Truncate(uint64(d), w))
		}
		return value{}
	case ir.OpEq, ir.OpNe:
		same, known := equalValues(x, y)
		if !known {
			return value{}
		}
		if same == (in.Op == ir.OpEq) {
			return numberOf(1)
		}
		return numberOf(0)
	case ir.OpAnd:
		if zero := numberOf(0); x == zero || y == zero {
			return zero
		}
	}
	if x.kind != number || len(args) > 1 && y.kind != number {
		return value{}
	}
	if v, ok := ir.Fold(in.Op, w, fw, x.lo, y.lo); ok {
		return numberOf(v)
	}
	return value{}
}

// neutral reports whether an operation yields one of its operands since the other is zero, and
// which.
func neutral(op ir.Op, args []value) (which int, ok bool) {
	if op != ir.OpOr && op != ir.OpXor && op != ir.OpAdd {
		return 0, false
	}
	zero := slices.Index(args, numberOf(0))
	return 1 - zero, zero >= 0
}

// equalValues reports whether two values are equal, if that is known. No object and
// no function is at null; other addresses are left to whoever lays them out.
func equalValues(x, y value) (same, known bool) {
	null := numberOf(0)
	switch {
	case x.kind == unknown || y.kind == unknown:
		return false, false
	case x.kind == number && y.kind == number:
		return x.lo == y.lo, true
	case x.kind == address && y.kind == address && x.obj == y.obj:
		return x.lo == y.lo, true
	case x.kind == function && y.kind == function:
		return x.fn == y.fn, true
	case x == null || y == null:
		return false, x.lo < maxOffset && y.lo < maxOffset
	}
	return false, false
}

// maxOffset bounds the offsets of pointers that are surely not null.
const maxOffset = 1 << 30
