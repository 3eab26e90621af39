package interp

import (
	"bytes"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/race"
)

// Memory selects the write that each read of visible memory reads from. A machine without a Memory is
// sequentially consistent: a read sees the latest write. With one, the bytes of a visible object are those
// of the latest access only, and Access replaces them before an access with the bytes that it is to find.
// Operations in the sections of library models are not asked for: their data is sequentially consistent.
type Memory interface {
	// Access is called before an access; Wrote after it, if it wrote.
	Access(t *Thread, a *Access) Permission
	Wrote(t *Thread, a *Access) Permission
	// Fence and Section are called before a fence, and before an atomic section or lock operation.
	Fence(t *Thread, order ir.MemOrder) Permission
	Section(t *Thread, kind ir.SectionKind) Permission
	// Inside is called for an access to a visible object in a section.
	Inside(t *Thread, a *Access)
	// Appear is called when other threads can reach an object from now on, Death at the end of its life.
	Appear(object ObjectID, owner *Thread)
	Death(t *Thread, object ObjectID)
	// Dead is called for an access to an object after its death, and for a second one.
	Dead(t *Thread)
	// Channel is called for a send or receive of a library model.
	Channel(t *Thread, c race.Channel, sends bool)
	// Join is called when a thread has seen the end of another, Spawn when it has created another.
	Join(t, other *Thread)
	Spawn(t, other *Thread)
	// Start is called when a thread begins, within the step that created it.
	Start(t *Thread)
}

// Permission is the answer of a Memory.
type Permission uint8

// The permissions.
const (
	Proceed Permission = iota
	Hold               // the operation may not happen now; Step returns Waits
	Abandon            // the execution ends (EndKind Abandoned)
)

// AccessKind is the kind of an access.
type AccessKind uint8

// The kinds of accesses.
const (
	ReadAccess AccessKind = iota
	WriteAccess
	UpdateAccess // a read-modify-write, perhaps a failing compare and exchange
)

// Access describes an access to visible memory outside of sections.
type Access struct {
	Object       ObjectID
	Name         uint32 // of the object, in Config.Names
	Offset       uint64
	Size         uint64
	Kind         AccessKind
	Order        ir.MemOrder
	Fail         ir.MemOrder // the order of a failing compare and exchange; else Order.OfRead()
	Owner        *Thread     // that made the object; nil: a global
	Field        bool        // it is of a bit-field
	Dependencies             // with Config.Depends
	// The Memory sets these. Source says which write the access is, and which one it reads.
	Stale  bool // the read sees another write than the latest
	Source race.Source
}

// Bytes is a copy of bytes of an object, with their pointers and bytes without value.
type Bytes struct {
	data    []byte
	prov    []uint64
	uninit  []bool
	lack    []byte  // bits without a value (lack.go); nil: there are none
	depends []Reads // nil: there are none
}

// Bytes copies n bytes at off of an object.
func (m *Machine) Bytes(object ObjectID, off, n uint64) Bytes {
	o := m.object(object)
	b := Bytes{data: slices.Clone(o.data[off : off+n])}
	if o.anyProv(off, n) {
		b.prov = slices.Clone(o.prov[off : off+n])
	}
	if o.anyUninit(off, n) {
		b.uninit = make([]bool, n)
		for i := range n {
			b.uninit[i] = o.uninit[(off+i)/64]>>((off+i)%64)&1 != 0
		}
	}
	if _, any := o.lacking(off, min(n, maxAccess)); any {
		b.lack = slices.Clone(o.lack[off : off+n])
	}
	if o.depends != nil {
		b.depends = make([]Reads, n)
		for i := range n {
			b.depends[i] = o.depends[off+i]
		}
	}
	return b
}

// Plain reports whether every bit has a value and no byte is a part of a pointer.
func (b *Bytes) Plain() bool { return b.uninit == nil && b.lack == nil && b.prov == nil }

// Same reports whether two copies are plain and have equal bytes.
func (b *Bytes) Same(c *Bytes) bool { return b.Plain() && c.Plain() && bytes.Equal(b.data, c.data) }

// HasValue reports whether every byte has a value.
func (b *Bytes) HasValue() bool { return b.uninit == nil }

// Blank reports whether no byte has a value.
func (b *Bytes) Blank() bool { return b.uninit != nil && !slices.Contains(b.uninit, false) }

// Recall puts a copy of bytes back in their place.
func (m *Machine) Recall(object ObjectID, off uint64, b *Bytes) {
	o := m.object(object)
	n := uint64(len(b.data))
	copy(o.data[off:], b.data)
	switch {
	case b.prov != nil:
		if o.prov == nil {
			m.mark(o, off, n, 0)
		}
		copy(o.prov[off:], b.prov)
	case o.prov != nil:
		clear(o.prov[off : off+n])
	}
	if o.uninit != nil {
		o.setInit(off, n)
	}
	if o.lack != nil {
		clear(o.lack[off : off+n])
	}
	if b.lack != nil {
		l := lack{}
		copy(l[:], b.lack)
		m.lose(o, off, n, &l)
	}
	for i, on := range b.depends {
		m.depend(o, off+uint64(i), 1, on)
	}
	if b.depends == nil {
		m.depend(o, off, n, nil)
	}
	for i, unset := range b.uninit {
		if unset {
			o.unsetInit(off + uint64(i))
		}
	}
}

// turn asks for the permission of an access that begin found possible.
func (m *Machine) turn(t *Thread, o *object, in *inst, p wide.Word, src *ir.Instr, kind AccessKind) outcome {
	a := &m.access
	*a = Access{Object: o.ref, Name: m.objectName(o), Offset: p.Lo, Size: uint64(in.size), Kind: kind, Order: src.Order,
		Fail: src.Order.OfRead(), Owner: o.owner, Field: src.Field.Bits != 0, Dependencies: m.dependenciesOf(t, in, src)}
	if src.Op == ir.OpCmpXchg {
		a.Fail = src.Fail
	}
	if m.attempt != nil {
		m.conf.Memory.Inside(t, a)
		return next
	}
	return m.permit(t, m.conf.Memory.Access(t, a))
}

// wrote reports that the access of turn wrote its bytes.
func (m *Machine) wrote(t *Thread) outcome {
	if m.attempt != nil {
		return next
	}
	return m.permit(t, m.conf.Memory.Wrote(t, &m.access))
}

// permit is the outcome of a permission for the step's visible operation.
func (m *Machine) permit(t *Thread, p Permission) outcome {
	switch p {
	case Hold:
		m.spent = false
		t.spin.operations--
		return wait
	case Abandon:
		m.end = End{Kind: Abandoned, Thread: t.name, Pos: t.Where().Pos}
		return ended
	}
	return next
}

// mayEnter asks for the permission of a section or a lock operation outside of sections.
func (m *Machine) mayEnter(t *Thread, kind ir.SectionKind) outcome {
	if m.conf.Memory == nil || m.attempt != nil {
		return next
	}
	return m.permit(t, m.conf.Memory.Section(t, kind))
}

// appear reports that other threads can reach an object.
func (m *Machine) appear(o *object) {
	if m.conf.Memory != nil && o.owner != nil {
		m.conf.Memory.Appear(o.ref, o.owner)
	}
}
