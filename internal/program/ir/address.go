package ir

import "math/bits"

// Space is the address rule that the interpreter and every engine share. It defines the address of an
// object for a program that looks at a pointer's bits. The address depends on the object's site, the
// thread that creates it and how often that thread has been at the site, never on the schedule
// (semantics 9.4).
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
// Threads with large numbers, deep in the tree of creation or among many, share the last values of the
// field thread, and use bits of the field count as well. The larger the number, the fewer counts are
// left.
//
// The widths follow from the number of sites; see NewSpace. An instance whose number does not fit has
// no address (ok is false). A program that looks at the bits of its address is unsupported; a program
// that only uses it as a pointer is not.
type Space struct {
	model      DataModel
	funcBase   uint64
	globalAddr []uint64 // by GlobalID
	siteBits   int
	threadBits int
	farBits    int // the last 2^farBits values of the field thread are for all threads from there on
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
		s.threadBits, s.farBits = 8, 7
	} else {
		s.offsetBits = 12
		s.threadBits, s.farBits = 4, 1
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
	if site <= 0 || site >= 1<<s.siteBits || size >= 1<<offset {
		return 0, false
	}
	index, ok := uint64(thread)<<counts|count, count < 1<<counts
	if first := uint64(1)<<s.threadBits - 1<<s.farBits; uint64(thread) >= first {
		index, ok = s.far(thread, count, s.farBits+counts)
		index |= first << counts
	}
	if !ok {
		return 0, false
	}
	return 1<<tag | (uint64(site)<<(s.threadBits+counts)|index)<<offset, true
}

// far returns an index that stands for a thread with a large number and a count, in width bits: the
// length of the number, the number without its first bit, the count. ok is false if that does not fit.
func (s *Space) far(thread ThreadNumber, count uint64, width int) (index uint64, ok bool) {
	const lengths = 4 // bits for the length
	length := bits.Len64(uint64(thread)) - 1
	more := length - (s.threadBits - 1)
	counts := width - lengths - length
	if more >= 1<<lengths || counts < 0 || count >= 1<<counts {
		return 0, false
	}
	return (uint64(more)<<length|uint64(thread)&^(1<<length))<<counts | count, true
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

// ThreadNumber identifies a thread by its place in the tree of creation. main is 0, and the k-th
// thread (from 1) that thread t creates is 2^t·(2k-1) if that is below nearThreads. Otherwise the
// number is nearThreads plus the whole path to the thread, as bits: a one, and for each step from main
// on k in a prefix-free code. That is large for wide trees, but grows by a bit or two with every
// level.
type ThreadNumber uint64

// nearThreads is the number of thread numbers for threads close to main.
const nearThreads = 256

// NoThreadNumber is the number of a thread too deep in the tree to have one.
const NoThreadNumber ThreadNumber = 1<<64 - 1

// Child returns the number of the k-th thread, from 1, that t creates.
func (t ThreadNumber) Child(k uint64) ThreadNumber {
	if t < 8 && k <= nearThreads && (2*k-1)<<t < nearThreads {
		return ThreadNumber((2*k - 1) << t)
	}
	if t == NoThreadNumber {
		return t
	}
	if path, ok := step(t.path(), k); ok {
		return nearThreads + ThreadNumber(path)
	}
	return NoThreadNumber
}

// path returns the path to a thread that has a number.
func (t ThreadNumber) path() uint64 {
	switch {
	case t == 0:
		return 1
	case t >= nearThreads:
		return uint64(t - nearThreads)
	}
	creator := ThreadNumber(bits.TrailingZeros64(uint64(t)))
	path, _ := step(creator.path(), (uint64(t)>>creator+1)/2)
	return path
}

// step returns a path extended by a step to the k-th thread: 0 for the first, 10 for the second, and
// for the others 11 with k-2 in Elias's delta code. ok is false if it is too long.
func step(path, k uint64) (next uint64, ok bool) {
	code, width := uint64(0), 1
	switch {
	case k == 2:
		code, width = 2, 2
	case k > 2:
		n := bits.Len64(k - 2)
		lengths := 2*bits.Len(uint(n)) - 1
		width = 2 + lengths + n - 1
		code = (3<<lengths|uint64(n))<<(n-1) | (k-2)&^(1<<(n-1))
	}
	if bits.Len64(path)+width > 62 {
		return 0, false
	}
	return path<<width | code, true
}
