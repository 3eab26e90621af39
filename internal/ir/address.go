package ir

import "math/bits"

// Space is the address rule that the interpreter and every engine share: it
// says which address an object gets when a program looks at a pointer's bits.
// It depends on the object's site, the thread that creates it and how often
// that thread has been at the site, never on the schedule (semantics 9.4).
//
// Low addresses hold functions and globals one after another. Above, each
// instance of a dynamic object has a slot of its own:
//
//	| 1 | site | thread | count | offset |
//
// With 32 bits the objects of small sites (Sites.Small) have slots of their own, so that
// there are addresses for many threads:
//
//	| 01 | site | thread | count | offset |
//
// The widths follow from the number of sites; see NewSpace. An instance whose
// number does not fit has no address (ok is false): a program that looks at its
// bits is unsupported, one that only uses it as a pointer is not.
type Space struct {
	model      DataModel
	funcBase   uint64
	globalAddr []uint64 // by GlobalID
	siteBits   int
	threadBits int
	offsetBits int
	small      func(SiteID) bool // nil: no site is
}

// smallBits is the width of the offset in the slot of a small site.
const smallBits = 6

// SiteID numbers the places that create dynamic objects, from 1.
type SiteID int32

// NullPage is the size, in bytes, of the region of addresses that count as null.
const NullPage = 4096

// Where the low region begins, and the distance between functions.
const (
	lowBase    = 0x10000
	funcStride = 16
)

// NewSpace lays out the globals of p for its dynamic sites.
func NewSpace(p *Program, sites *Sites) *Space {
	s := &Space{model: p.Model, funcBase: lowBase}
	addr := uint64(lowBase + funcStride*len(p.Funcs))
	s.globalAddr = make([]uint64, len(p.Globals))
	for id := 1; id < len(p.Globals); id++ {
		g := &p.Globals[id]
		align := uint64(max(g.Align, 16))
		addr = (addr + align - 1) &^ (align - 1)
		s.globalAddr[id] = addr
		addr += uint64(g.Size) + 1
	}
	s.siteBits = bits.Len(uint(sites.Count))
	if p.Model == LP64 {
		s.offsetBits = 30
		s.threadBits = 8
	} else {
		s.offsetBits = 12
		s.threadBits = 4
		if addr <= 1<<(p.Model.PtrBits()-3) {
			s.small = sites.Small
		}
	}
	return s
}

// Func returns the address of a function.
func (s *Space) Func(f FuncID) uint64 { return s.funcBase + funcStride*uint64(f) }

// Global returns the address of a global with static storage.
func (s *Space) Global(g GlobalID) uint64 { return s.globalAddr[g] }

// Dynamic returns the address of the count-th instance (from 0) that the
// thread with the given number creates at a site, and whether there is one for
// an object of that size.
func (s *Space) Dynamic(site SiteID, thread ThreadNumber, count, size uint64) (addr uint64, ok bool) {
	tag, offset := s.model.PtrBits()-2, s.offsetBits
	if s.small != nil && s.small(site) {
		tag, offset = tag-1, smallBits
	}
	counts := max(tag-offset-s.threadBits-s.siteBits, 0)
	if site <= 0 || site >= 1<<s.siteBits || uint64(thread) >= 1<<s.threadBits || count >= 1<<counts || size >= 1<<offset {
		return 0, false
	}
	index := (uint64(site)<<s.threadBits|uint64(thread))<<counts | count
	return 1<<tag | index<<offset, true
}

// Slot returns where the slot of a dynamic object that an address lies in
// begins, and whether the address lies in one: the inverse of Dynamic.
func (s *Space) Slot(addr uint64) (start uint64, ok bool) {
	tag := s.model.PtrBits() - 2
	if s.small != nil && addr>>(tag-1) == 1 {
		return addr &^ (1<<smallBits - 1), true
	}
	return addr &^ (1<<s.offsetBits - 1), addr>>tag == 1
}

// ThreadNumber identifies a thread by its place in the tree of creation: main
// is 0, and the k-th thread (from 1) that thread t creates is 2^t·(2k-1).
type ThreadNumber uint64

// NoThreadNumber is the number of a thread too deep in the tree to have one.
const NoThreadNumber ThreadNumber = 1<<64 - 1

// Child returns the number of the k-th thread, from 1, that t creates.
func (t ThreadNumber) Child(k uint64) ThreadNumber {
	if t >= 63 || (2*k-1)>>(63-uint(t)) != 0 {
		return NoThreadNumber
	}
	return ThreadNumber((2*k - 1) << t)
}
