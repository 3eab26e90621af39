package interp

import (
	"encoding/binary"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// State hashing. The hash of a state has 128 bits and covers all data on which the rest of an execution can
// depend. These are the frames of unfinished threads with their live registers, live objects, locks,
// handles, and the number of objects that each thread created at each site. It does not depend on the order
// in which threads and objects were created: both have keys that depend only on their own thread's past,
// and the hashes of the parts are summed.
//
// If two different states had the same hash, the continuations of the second would be left out, and a
// violation could be missed. Among n states that happens with a probability of about n²/2¹²⁹ (10⁻²¹ for 10⁹
// states) if the hash behaves as a random function.
//
// The hash leaves out the output, the trace so far, and the numbers of steps and choices (domains must not
// depend on these). It also leaves out the history of accesses, on which races depend, and the data about
// loops: they are not cut.

// digest is a hash of 128 bits that is being made.
type digest struct{ a, b uint64 }

const (
	digestA = 0x9e3779b97f4a7c15
	digestB = 0xc2b2ae3d27d4eb4f
)

// put adds a number. Both halves are permutations of the state for a given
// number, and of the number for a given state.
func (d *digest) put(v uint64) {
	d.a = bits.RotateLeft64((d.a^v)*digestA, 29)
	d.a ^= d.a >> 32
	d.b = bits.RotateLeft64((d.b+v)*digestB, 31) ^ d.a
	d.b *= digestA
}

func (d *digest) bytes(p []byte) {
	d.put(uint64(len(p)))
	for ; len(p) >= 8; p = p[8:] {
		d.put(binary.LittleEndian.Uint64(p))
	}
	var last [8]byte
	copy(last[:], p)
	d.put(binary.LittleEndian.Uint64(last[:]))
}

func (d *digest) text(s string) {
	d.put(uint64(len(s)))
	for i := range len(s) {
		d.put(uint64(s[i]))
	}
}

// end returns the hash of all data put so far.
func (d *digest) end() [2]uint64 {
	d.put(digestB)
	d.put(digestA)
	return [2]uint64{d.a ^ d.a>>29, d.b ^ d.b>>31}
}

// sum is a hash of a set.
type sum [2]uint64

func (s *sum) add(h [2]uint64) {
	var carry uint64
	s[0], carry = bits.Add64(s[0], h[0], 0)
	s[1], _ = bits.Add64(s[1], h[1], carry)
}

// StateHash returns the hash of the machine's state. It includes numbers on which the rest of the search
// depends and, if last is not nil, the thread that ran last and the order in which threads were created.
func (m *Machine) StateHash(last *Thread, with ...uint64) [2]uint64 {
	if m.processes != nil {
		defer m.become(m.processes.current) // an observer may ask while a thread runs
	}
	var all sum
	for _, t := range m.threads {
		m.become(t.process)
		all.add(m.threadHash(t))
	}
	m.become(0)
	m.addImage(&all, 0)
	if ps := m.processes; ps != nil {
		m.addLocks(&all, ps.locks, 0)
		for p := int32(1); int(p) < len(ps.images); p++ {
			m.become(p)
			m.addImage(&all, uint64(p))
		}
	}
	d := digest{4, 4}
	d.put(all[0])
	d.put(all[1])
	for _, v := range with {
		d.put(v)
	}
	if last != nil {
		d.text(last.name)
		for _, t := range m.threads {
			d.text(t.name)
		}
	}
	return d.end()
}

// addImage adds the hashes of the current image, that of a process.
func (m *Machine) addImage(all *sum, process uint64) {
	for _, o := range m.objects[m.numFuncs+1:] {
		if !o.dead && !o.constant && o.data != nil {
			all.add(m.objectHash(o, process))
		}
	}
	m.addLocks(all, m.locks, process)
	for p, t := range m.handles {
		d := digest{3, 3 + process<<8}
		m.putPointerTo(&d, p)
		d.text(t.name)
		all.add(d.end())
	}
}

// addLocks adds the hashes of held locks.
func (m *Machine) addLocks(all *sum, locks map[wide.Word]*lock, process uint64) {
	for p, l := range locks {
		if l.owner == nil && len(l.shared) == 0 {
			continue
		}
		d := digest{1, 1 + process<<8}
		m.putPointerTo(&d, p)
		if l.owner != nil {
			d.text(l.owner.name)
		}
		var holds sum
		for _, t := range l.shared {
			h := digest{2, 2}
			h.text(t.name)
			holds.add(h.end())
		}
		d.put(holds[0])
		d.put(holds[1])
		all.add(d.end())
	}
}

// LoopHash is like StateHash, for the state before and after a round of an endless execution. Each round makes further objects of
// a local variable, so these are numbered from the latest one, and no object is equal to one of another round. This loses nothing
// while no round uses the bits of their addresses; the hash includes the number of such uses.
func (m *Machine) LoopHash() [2]uint64 {
	m.fromLatest = true
	h := m.StateHash(nil, m.addressed)
	m.fromLatest = false
	return h
}

// numberOf returns the number of an object among those of its site and thread.
func (m *Machine) numberOf(o *object) uint64 {
	if m.fromLatest && m.sites.OfLocal(o.site) {
		return uint64(o.owner.counts[o.site] - o.count)
	}
	return uint64(o.count)
}

// putPointerTo puts a pointer, with the key of its target object.
func (m *Machine) putPointerTo(d *digest, p wide.Word) {
	d.put(p.Lo)
	m.putRef(d, p.Hi)
}

// putRef hashes a reference: the key of its object. A reference of a former generation, whose memory
// belongs to another object now, counts as one to no live object.
func (m *Machine) putRef(d *digest, r ref) {
	o := m.object(r)
	switch {
	case r == 0:
		d.put(0)
	case o == nil:
		d.put(1)
	case o.owner == nil:
		d.put(2 | uint64(o.ref)<<8)
	default:
		d.put(3 | uint64(o.site)<<8)
		d.text(o.owner.name)
		d.put(m.numberOf(o))
	}
}

// putFragment puts the pointer mark of a byte, or of an integer that was loaded from such bytes.
func (m *Machine) putFragment(d *digest, f uint64) {
	d.put(f & (1<<fragmentBits - 1))
	m.putRef(d, f>>fragmentBits)
}

func (m *Machine) objectHash(o *object, process uint64) [2]uint64 {
	d := digest{5, 5 + process<<8}
	m.putRef(&d, o.ref)
	d.put(o.size)
	d.put(bit(o.visible) | bit(o.escaped)<<1 | bit(o.exposed)<<2)
	d.bytes(o.data)
	for i, p := range o.prov {
		if p != 0 {
			d.put(uint64(i))
			m.putFragment(&d, p)
		}
	}
	d.bytes(o.lack)
	if o.uninit != nil {
		d.put(o.unset)
		for _, w := range o.uninit {
			d.put(w)
		}
	}
	return d.end()
}

func (m *Machine) threadHash(t *Thread) [2]uint64 {
	d := digest{6, 6}
	d.text(t.name)
	d.put(uint64(t.state))
	d.put(t.children)
	d.put(uint64(len(t.sections)))
	for i, n := range t.counts {
		if n != 0 && !(m.fromLatest && m.sites.OfLocal(ir.SiteID(i))) {
			d.put(uint64(i)<<32 | uint64(n))
		}
	}
	for i := range t.frames {
		m.putFrame(&d, t, &t.frames[i])
	}
	for _, list := range [...][]ref{t.locals, t.allocas, t.tls} {
		d.put(uint64(len(list)))
		for _, r := range list {
			m.putRef(&d, r)
		}
	}
	return d.end()
}

// putFrame hashes a frame: its position and its live registers (for leak checks also named pointers).
func (m *Machine) putFrame(d *digest, t *Thread, fr *frame) {
	d.put(uint64(fr.fn.id)<<32 | uint64(uint32(fr.pc)))
	d.put(uint64(fr.dst))
	live := fr.fn.liveAround(fr.pc)
	for r := 1; r < fr.fn.numRegs; r++ {
		info := &fr.fn.ir.Regs[r]
		if !live[r] && !(info.Type.IsPtr() && info.Name != "") {
			continue
		}
		w := t.slots[int(fr.base)+r]
		d.put(uint64(r))
		d.put(w.Lo)
		switch width := info.Type.Bits(m.prog.Model); {
		case info.Type.IsPtr():
			m.putRef(d, w.Hi)
		case width > 64:
			d.put(w.Hi)
		default:
			m.putFragment(d, w.Hi)
		}
	}
}
