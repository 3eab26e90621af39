package fromir

import (
	"github.com/heddle-mc/heddle/internal/term"
)

// The address of an object is its number, from 1, above shift bits for the offset.
// The program only compares addresses for equality, so that they need not be those of
// ir.Space; null is number 0. Pointers stay apart as long as
// no offset passes half the room of an object, which arithmetic makes sure of (instr.go): what may pass it is
// a mark, or, of an address that is only accessed, a place outside of the object that is known to be left.
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

// pointer returns the address of a byte of an object as a term. Of arrays it is the first.
func (b *builder) pointer(o *object, off int64) term.ID {
	if o.array != nil {
		return b.terms.Const(term.WordOf(o.array.tag).Shl(b.ptr), b.width())
	}
	return b.terms.Uint(b.address(o, off), b.width())
}

// resolve returns the object and offset of an address, nil if there is none. Of an array the offset is
// not told.
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
