package term

import "math/bits"

// table is an open-addressing hash table with linear probing, at most half
// full. A slot holds the hash in the upper half, so that a probe touches a node
// only when it most likely is the right one, and a reference in the lower half:
//
//	slot = hash << 32 | reference; 0 is free
//	reference = ID of a node, or aliasBit | index of an alias
//
// Nothing is ever removed.
type table struct {
	slots []uint64
	used  int
}

// aliasBit marks references to aliases. IDs stay below it.
const aliasBit = 1 << 31

func (t *table) init(size int) { t.slots = make([]uint64, size) }

// hash mixes all fields of the key: two multiplications of 64 by 64 bits,
// folding the 128-bit products.
func (k *key) hash() uint32 {
	const m0, m1, m2 = 0x9e3779b97f4a7c15, 0xd1b54a32d192ed03, 0x8cb92ba72f3d8dd7
	x := uint64(k.args[0]) | uint64(k.args[1])<<32
	y := uint64(k.args[2]) | uint64(k.param)<<32
	hi, lo := bits.Mul64(x^m0, y^m1)
	hi, lo = bits.Mul64(hi^lo^uint64(k.op)<<8^uint64(k.width), m2)
	return uint32(hi ^ lo)
}

// find returns the term that the key stands for, None if there is none yet.
func (s *Store) find(k *key, h uint32) ID {
	slots := s.table.slots
	mask := uint32(len(slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		slot := slots[i]
		if slot == 0 {
			return None
		}
		if uint32(slot>>32) != h {
			continue
		}
		ref := uint32(slot)
		if ref&aliasBit == 0 {
			if s.nodes[ref].key == *k {
				return ID(ref)
			}
		} else if a := &s.aliases[ref&^aliasBit]; a.key == *k {
			return a.result
		}
	}
}

// insert adds a reference under a hash, growing the table when it gets half
// full.
func (s *Store) insert(h uint32, ref uint32) {
	t := &s.table
	if 2*(t.used+1) > len(t.slots) {
		old := t.slots
		t.init(2 * len(old))
		for _, slot := range old {
			if slot != 0 {
				t.place(slot)
			}
		}
	}
	t.place(uint64(h)<<32 | uint64(ref))
	t.used++
}

// place puts a slot into the first free place of its probe sequence.
func (t *table) place(slot uint64) {
	mask := uint32(len(t.slots) - 1)
	i := uint32(slot>>32) & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = slot
}
