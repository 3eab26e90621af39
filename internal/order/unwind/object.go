package unwind

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
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
	kindModel
	kindThread // stands for a thread: nothing points to it
)

// object is an instance of an object, the same in all passes.
type object struct {
	id       int32
	kind     objectKind
	model    bool // a library model's: never visible
	constant bool
	readOnly bool // defined const, as ir.Local.ReadOnly
	fn       ir.FuncID
	global   ir.GlobalID
	site     ir.SiteID
	owner    *instance
	size     int64
	addrs    []addrAt // where it is, by how many the thread made at the site before
	hidden   bool     // the address is made up: the program must not use its bits
	init     []ir.InitItem
	uninit   bool // bytes without an initial value are unspecified, not zero
	external bool // the bytes have a value that is merely unknown; such an allocation never leaks

	uses      []use   // accesses at constant offsets, distinct
	shapes    []shape // at others, distinct
	stride    int64   // of a table, in bytes (layout.go); 0: none
	stale     bool    // uses do not fit the cells: lay out again before the next pass
	cells     []*cell // by offset
	shares    bool    // some of these are shared
	life      *cell
	locks     []*cell
	escaped   int32 // slot key + 1: other threads may reach it; 0: not needed yet
	born      int32 // slot key + 1: set where it exists
	pieces    *cell // data about pointers that are stored in pieces; nil: there are none
	handleOf  *instance
	scattered int       // the last pass in which a pointer to it was stored in pieces (leaks)
	looks     []look    // by thread: its looking at the address (leaks)
	toucher   *instance // the first thread that accesses it, see race.go
	touched   bool      // several threads do
	frame     *frame    // of a local: the activation that it is of, in this pass

	// In this pass:
	pass   int
	event  event.ObjectID
	where  term.ID // the address, on first use
	count  term.ID // how many the thread made at the site before
	bornIf term.ID // the path on which it is made
	length term.ID // the size, when it depends on inputs; size then is the greatest
	guess  bool    // count and bornIf are variables: it was needed before it was made
	made   bool
	bornIn ir.FuncID // of the heap: the place where it is made
	bornAt ir.Pos
	seq    int32 // births of the thread and ends of lives, in order
}

func (w *world) newObject(kind objectKind, size int64) *object {
	o := &object{id: int32(len(w.objects)), kind: kind, size: size}
	w.objects = append(w.objects, o)
	return o
}

// visibility reports whether an access to the object can be a visible operation (package interp): always,
// never or after it has escaped.
func (o *object) visibility() (always, never bool) {
	switch {
	case o.kind == kindFunc || o.model || o.constant:
		return false, true
	case o.kind == kindGlobal || o.kind == kindHeap:
		return true, false
	}
	return false, false
}

// visible returns the condition under which several threads can reach an object that the thread of a state
// can reach. Only its owner can make it escape: an object that another thread reaches has escaped.
func (u *unwinder) visible(st *state, o *object) term.ID {
	always, never := o.visibility()
	switch {
	case never:
		return term.False
	case always || o.owner != st.thread:
		return term.True
	case o.escaped == 0:
		return term.False
	}
	return u.noted(st, o.escaped-1)
}

// escape makes an object and the targets of its pointers visible under cond.
func (u *unwinder) escape(st *state, o *object, cond term.ID) {
	if o == nil || cond == term.False {
		return
	}
	always, never := o.visibility()
	if always || never {
		return
	}
	old := u.visible(st, o)
	now := u.terms.Or(old, cond)
	if now == old {
		return
	}
	if o.escaped == 0 {
		o.escaped = u.w.newKeys(1, slotInfo{zero: value{bits: term.False}}) + 1
	}
	st.note(o.escaped-1, now)
	for _, c := range o.cells {
		for k := range c.slotCount() {
			if s := st.mem.get(c.key + int32(k)); s != nil {
				u.escapeTargets(st, s.value, cond)
			}
		}
	}
}

// escapeTargets lets the targets of a value escape if cond holds.
func (u *unwinder) escapeTargets(st *state, v value, cond term.ID) {
	if v.ptr == nil {
		return
	}
	for _, c := range v.ptr.cases {
		if c.obj != nil {
			u.escape(st, c.obj, u.terms.And(cond, c.cond))
		}
	}
}

// stored records that a value is now in the bytes of an object.
func (u *unwinder) stored(st *state, o *object, v value, cond term.ID) {
	if v.ptr == nil || o.kind == kindFunc || o.constant {
		return
	}
	seen := term.True
	if !o.model {
		seen = u.visible(st, o)
	}
	u.escapeTargets(st, v, u.terms.And(seen, cond))
}

// create makes an object of a site in the running thread: the next of its key.
func (t *thread) create(st *state, kind objectKind, site ir.SiteID, length term.ID) *object {
	u := t.u
	size := int64(maxUnknown)
	if w, ok := u.terms.Value(length); ok {
		size, length = int64(w.Lo), term.None
	}
	key := objectKey{site, t.inst.id, t.made[site]}
	t.made[site]++
	o := u.w.dynamic[key]
	if o == nil {
		o = u.w.newObject(kind, size)
		o.site, o.owner = site, t.inst
		o.born = u.w.newKeys(1, slotInfo{zero: value{bits: term.False}}) + 1
		u.w.dynamic[key] = o
		if kind == kindHeap {
			u.w.heap = append(u.w.heap, o)
		}
		u.w.changed = true
	}
	if o.size < size {
		o.size, o.stale, u.w.changed = size, true, true
	}
	u.birth(t, o, t.countAt(st, site), st.path.term)
	o.bornIn, o.bornAt = t.where()
	o.length = length
	t.seq++
	o.seq = t.seq
	st.note(o.born-1, term.True)
	return o
}

// sized checks that an object of a size can be made.
func (t *thread) sized(st *state, v value) (length term.ID, ok bool) {
	length = t.u.bits(v)
	if w, isConst := t.terms.Value(length); isConst {
		if w.Lo > maxObject {
			return length, t.unsupported(st, "an object too large")
		}
		return length, true
	}
	tooLarge := t.terms.Ult(t.u.ptrConst(maxUnknown), length)
	t.mark(st, t.terms.And(st.path.term, tooLarge), event.Mark{Mark: verdict.Mark{Bound: verdict.AllocBound, Limit: maxUnknown}})
	return length, t.assume(st, t.terms.Not(tooLarge))
}

// maxObject bounds the size of an object, maxUnknown that of an object whose size is not a constant, in
// bytes.
const (
	maxObject  = 1 << 30
	maxUnknown = 4000
)

// lengthOf returns the size of an object, in bytes.
func (u *unwinder) lengthOf(o *object) term.ID {
	if o.refresh(u); o.length != term.None {
		return o.length
	}
	return u.ptrConst(uint64(o.size))
}

// beyond returns the condition under which an access of n bytes at an offset
// leaves an object.
func (u *unwinder) beyond(o *object, off term.ID, n int64) term.ID {
	s := u.terms
	if o.refresh(u); o.length == term.None && o.size >= n {
		// The comparison is in units of the offset's known divisor, as programs compare indices.
		unit := min(u.terms.Known(off).Zeros.Not().TrailingZeros(), 12)
		index := s.Lshr(off, u.ptrConst(uint64(unit)))
		return s.Not(s.Ult(index, u.ptrConst(uint64(o.size-n)>>unit+1)))
	}
	length, size := u.lengthOf(o), u.ptrConst(uint64(n))
	return s.Or(s.Ult(length, size), s.Ult(s.Sub(length, size), off))
}

// countAt returns how many objects the thread made at a site, and counts one more.
func (t *thread) countAt(st *state, site ir.SiteID) term.ID {
	u := t.u
	for int(site) >= len(t.counts) {
		t.counts = append(t.counts, 0)
	}
	return u.next(st, &t.counts[site])
}

// next returns the value of a counter and increments it. *counter is the key of its slot plus 1; 0: it has
// none yet.
func (u *unwinder) next(st *state, counter *int32) term.ID {
	if *counter == 0 {
		*counter = u.w.note(value{bits: u.terms.Uint(0, countBits)}) + 1
	}
	n := u.noted(st, *counter-1)
	st.note(*counter-1, u.terms.Add(n, u.terms.Uint(1, countBits)))
	return n
}

// noted returns the term of a note.
func (u *unwinder) noted(st *state, key int32) term.ID {
	if s := st.mem.get(key); s != nil {
		return s.bits
	}
	return u.w.slots[key].zero.bits
}

// note sets the term of a note.
func (st *state) note(key int32, v term.ID) { st.mem.put(key, slot{value: value{bits: v}}) }

// countBits is the width of counts of objects and threads.
const countBits = 32

// gcd is the greatest common divisor of two numbers of bytes; 0 is neutral.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// indexBits is the width of an index below n.
func indexBits(n int64) uint { return uint(max(bits.Len64(uint64(n-1)), 1)) }
