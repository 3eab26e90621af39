package fromir

import (
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// The address of an object is its number, from 1, shifted left by shift bits, plus the offset. The
// program compares addresses only for equality, so they need not be those of ir.Space; null is number
// 0. Pointers into different objects differ as long as no offset exceeds half the room of an object.
// Arithmetic ensures that (instr.go): a pointer that may be moved further gives a mark. If it is only
// accessed and starts in a known object, it gives a place that is known to be outside.
const (
	shift64 = 40
	shift32 = 20
)

func (b *builder) shift() uint {
	if b.ptr == 64 {
		return shift64
	}
	return shift32
}

func (b *builder) address(o *object, off int64) uint64 {
	return (uint64(o.number)<<b.shift() + uint64(off)) & (1<<(b.ptr-1)<<1 - 1)
}

// pointer returns the address of a byte of an object as a term. For an array it is the first byte.
func (b *builder) pointer(o *object, off int64) term.ID {
	if o.array != nil {
		return b.terms.Const(term.WordOf(o.array.tag).Shl(b.ptr), b.width())
	}
	return b.terms.Uint(b.address(o, off), b.width())
}

// resolve returns the object and offset of an address, nil if there is none. For an array the offset is
// 0.
func (b *builder) resolve(w term.Word) (*object, int64) {
	if tag := w.Shr(b.ptr).Lo; tag != 0 {
		if tag > uint64(len(b.arrays)) {
			return nil, 0
		}
		return b.arrays[tag-1], 0
	}
	addr := w.Lo
	n := addr >> b.shift()
	if n == 0 || n >= uint64(len(b.objects)) {
		return nil, 0
	}
	return b.objects[n], int64(addr - n<<b.shift())
}
