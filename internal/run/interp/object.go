package interp

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/race"
)

// objectKind is the origin of an object.
type objectKind uint8

const (
	kindFunc objectKind = iota
	kindGlobal
	kindThreadLocal
	kindStack
	kindAlloca
	kindHeap
	kindModel // a library model's own allocation
)

// object is anything that a pointer can point into.
type object struct {
	ref     ref
	size    uint64
	data    []byte
	prov    []uint64 // by byte: the pointer that the byte is part of (fragment form); nil: none
	uninit  []uint64 // bitset by byte: bytes without a value; nil: all have one
	lack    []byte   // by byte: bits without value, chosen or not, where that is checked (lack.go); nil: none
	unset   uint64   // how many bytes have no value
	bitset  []uint64 // uninit's memory, for reuse
	kind    objectKind
	dead    bool
	visible bool  // other threads may reach it
	shared  bool  // one object of all processes
	process int32 // of a copy that fork made: the process; else 0
	watched bool  // visible, or races are checked: accesses are more than their bytes
	model   bool  // a library model's: never visible
	constant,
	readOnly, // defined const, as ir.Local.ReadOnly
	external,
	escaped bool // a pointer to it is in memory, or its bits were used
	exposed bool // its bits were used
	base    uint64
	hasAddr bool
	global  ir.GlobalID // kindGlobal, kindThreadLocal
	fn      ir.FuncID   // kindFunc, and of a stack object its function
	local   ir.LocalID  // kindStack
	site    ir.SiteID
	owner   *Thread          // the thread that made it; nil for functions and globals
	count   uint32           // how many objects owner made at site before
	born    Location         // heap objects: where they were allocated
	shadow  *race.Shadow     // its accesses, when races are checked
	depends map[uint64]Reads // by byte (depend.go)
	named   uint32           // its number in Machine.names; 0: not numbered yet
}

// ObjectKey identifies an object independently of the schedule: a global by its name, any other by its
// site, the thread that creates it, and how many objects that thread created there before.
type ObjectKey struct {
	Global string
	Site   ir.SiteID
	Thread string
	Count  uint32
	// Process is the first thread of the process of a copy that fork made; else empty.
	Process string
}

func (m *Machine) key(o *object) ObjectKey {
	k := ObjectKey{Process: m.processName(o)}
	if o.owner == nil {
		k.Global = m.prog.Globals[o.global].Name
	} else {
		k.Site, k.Thread, k.Count = o.site, o.owner.name, o.count
	}
	return k
}

// object returns the object that r names, or nil when it names none or one of
// a former generation.
func (m *Machine) object(r ref) *object {
	if i := r & (1<<refIndexBits - 1); i < uint64(len(m.objects)) {
		if o := m.objects[i]; o.ref == r {
			return o
		}
	}
	return nil
}

// objectCost is the memory of an object beside its bytes, in bytes. Objects that are not reused keep it
// when they die, so MaxMemory bounds their number.
const objectCost = 256

// poolClasses bounds the size of stack objects whose memory is reused.
const poolClasses = 13

// newObject returns a fresh object of a size, with zero bytes unless uninit.
func (m *Machine) newObject(kind objectKind, size uint64, uninit bool) *object {
	class := bits.Len64(size)
	if class < poolClasses && len(m.pool[class]) > 0 && m.attempt == nil {
		list := m.pool[class]
		o := list[len(list)-1]
		m.pool[class] = list[:len(list)-1]
		data := o.data[:size]
		clear(data)
		*o = object{ref: o.ref + 1<<refIndexBits, size: size, data: data, kind: kind, bitset: o.bitset, watched: m.watchesAll()}
		if uninit {
			o.forget()
			m.forgets(o)
		}
		m.live += size
		return o
	}
	capacity := size
	if class < poolClasses {
		capacity = 1<<class - 1
	}
	o := &object{
		ref:  uint64(len(m.objects)) | 1<<refIndexBits,
		size: size, kind: kind, watched: m.watchesAll(),
		data: make([]byte, size, max(capacity, size)),
	}
	if uninit {
		o.forget()
		m.forgets(o)
	}
	m.objects = append(m.objects, o)
	m.live += size + objectCost
	return o
}

// forget makes all bytes of o have no value.
func (o *object) forget() {
	words := int((o.size + 63) / 64)
	if words == 0 {
		return
	}
	if cap(o.bitset) < words {
		o.bitset = make([]uint64, words)
	}
	o.uninit, o.unset = o.bitset[:words], o.size
	for i := range o.uninit {
		o.uninit[i] = ^uint64(0)
	}
	if o.size%64 != 0 {
		o.uninit[words-1] = 1<<(o.size%64) - 1
	}
}

// setInit records that n bytes at off have values.
func (o *object) setInit(off, n uint64) {
	for i := off; i < off+n; i++ {
		if bit := uint64(1) << (i % 64); o.uninit[i/64]&bit != 0 {
			o.uninit[i/64] &^= bit
			o.unset--
		}
	}
	if o.unset == 0 {
		o.uninit = nil
	}
}

// unsetInit is the inverse of setInit for one byte.
func (o *object) unsetInit(off uint64) {
	if o.uninit == nil {
		o.uninit = o.bitset[:(o.size+63)/64]
	}
	if bit := uint64(1) << (off % 64); o.uninit[off/64]&bit == 0 {
		o.uninit[off/64] |= bit
		o.unset++
	}
}

// kill ends o's life in a step of t. Stack objects without pointers to them in memory are reused: pointers
// to them that are left in registers are of a former generation.
func (m *Machine) kill(t *Thread, o *object) {
	if o.shared && m.processes != nil && m.attempt == nil {
		m.unmap(o)
		return
	}
	if m.race != nil && o.kind == kindHeap {
		m.freed(t, o)
	}
	if m.conf.Observer != nil {
		m.observe(t, Observation{Kind: ObservedDeath, Object: o.ref, Size: o.size, Shared: o.visible || o.model})
	}
	if m.foot != nil {
		m.seenDeath(o)
	}
	if m.conf.Memory != nil && o.visible {
		m.conf.Memory.Death(t, o.ref)
	}
	if m.attempt != nil {
		m.attempt.logDeath(o)
		o.dead = true
		return
	}
	m.bury(o)
}

// bury does the part of kill that cannot be undone.
func (m *Machine) bury(o *object) {
	o.dead = true
	m.live -= min(m.live, o.size+8*uint64(len(o.prov))+uint64(len(o.lack)))
	o.prov, o.lack = nil, nil
	if o.shadow != nil {
		m.live -= min(m.live, o.shadow.Cost())
		o.shadow = nil
	}
	reusable := o.kind == kindStack && !o.escaped && o.ref>>refIndexBits < maxGenerations-1
	if class := bits.Len64(uint64(cap(o.data))); reusable && class < poolClasses && cap(o.data) == 1<<class-1 {
		m.pool[class] = append(m.pool[class], o)
		o.hasAddr = false
		// The old references must not find it any more.
		o.ref += 1 << refIndexBits
		return
	}
	o.data, o.uninit, o.bitset = nil, nil, nil
}

// deadKind returns the kind of the violation by an access to a dead object.
func (o *object) deadKind() verdict.Kind {
	if o.kind == kindHeap || o.kind == kindModel {
		return verdict.UseAfterFree
	}
	return verdict.UseAfterScope
}

// escape makes o and the targets of its pointers visible.
func (m *Machine) escape(o *object) {
	if m.attempt != nil {
		m.attempt.logFlags(o)
	}
	o.escaped = true
	if o.visible || o.model || o.dead || o.kind == kindFunc || o.constant {
		return
	}
	o.visible, o.watched = true, true
	m.appear(o)
	m.escapeContents(o)
}

// escapeContents makes everything that o points to visible.
func (m *Machine) escapeContents(o *object) {
	last := ref(0)
	for _, p := range o.prov {
		if r := p >> fragmentBits; r != 0 && r != last {
			last = r
			if q := m.object(r); q != nil && !q.visible {
				m.escape(q)
			}
		}
	}
}

// pointerStored records that a pointer to r is now in the bytes of o.
func (m *Machine) pointerStored(o *object, r ref) {
	q := m.object(r)
	if q == nil || q.visible && q.escaped {
		return
	}
	if o.visible || o.model {
		m.escape(q)
		return
	}
	if !q.escaped {
		if m.attempt != nil {
			m.attempt.logFlags(q)
		}
		q.escaped = true
	}
}

// initialise gives o the initial value of a global or local.
func (m *Machine) initialise(o *object, items []ir.InitItem) {
	for i := range items {
		it := &items[i]
		off := uint64(it.Offset)
		switch {
		case it.Global != 0:
			m.putPointer(o, off, wide.Word{Lo: uint64(it.Addend), Hi: m.globalRef(it.Global)})
		case it.Func != 0:
			m.putPointer(o, off, wide.Word{Lo: uint64(it.Addend), Hi: m.funcRef(it.Func)})
		default:
			copy(o.data[off:], it.Bytes)
		}
	}
}

func (m *Machine) funcRef(f ir.FuncID) ref     { return uint64(f) | 1<<refIndexBits }
func (m *Machine) globalRef(g ir.GlobalID) ref { return uint64(int(g)+m.numFuncs) | 1<<refIndexBits }

// functionAt returns the function that a pointer points to, or nil.
func (m *Machine) functionAt(p wide.Word) *function {
	if i := p.Hi & (1<<refIndexBits - 1); p.Lo == 0 && i > 0 && int(i) <= m.numFuncs {
		return m.code(ir.FuncID(i))
	}
	return nil
}
