package unwind

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// cell is a part of an object that is always accessed as a whole, or an array of such parts. It has the facts
// about its accesses that all passes found so far.
type cell struct {
	obj     *object
	kind    event.RegionKind
	off     int64 // bytes
	granule int64 // bytes; of a lock or lifetime 0
	width   uint  // bits
	count   int64 // 1, or the number of granules of an array
	step    int64 // bytes from granule to granule; 0 of a single one
	key     int32 // of its view slots
	over    int32 // of its overlay slot (count 1)

	holds    bool    // of a lock: how often it is held shared
	foreign  bool    // of a lock: a thread releases it without knowing that it holds it
	shared   bool    // some thread reads it by events
	stepwise bool    // see thread.stepwise
	has      *cell   // whether the bytes have a value, when that is checked (uninit.go)
	guarded  bool    // some write counts for guards
	guards   []*cell // locks that are held at every write (guarded.go)
	holdKey  int32   // of a lock: slot key + 1 of the latest hold (hold.go)
	during   int32   // slot key + 1 of the contents known during a hold
	writers  []writer
	values   []uint64 // written, if all of them are known
	other    bool     // values that are not known are written too
	objects  []into   // pointers into these with unknown offsets are written

	pass      int
	region    event.RegionID
	first     term.ID // the initial value, as in event.Region.Init
	firstVal  []value // the initial value of each granule, on first use
	uninitVar term.ID
}

// writer is a thread that writes a cell, and the greatest number of threads that
// it had created when it did.
type writer struct {
	thread *instance
	epoch  int32
}

// maxValues and maxPointers bound the values of a cell that are known one by
// one: numbers, and addresses of objects.
const (
	maxValues   = 4
	maxPointers = 512
	widenAfter  = 3 // passes; then a new number makes all of them unknown
)

// maxElements is how many elements an array may have to be kept one by one in a
// thread's view.
const maxElements = 32

// slotCount returns the number of view slots.
func (c *cell) slotCount() int64 {
	if c.count > maxElements {
		return 1
	}
	return c.count
}

func (u *unwinder) newCell(o *object, kind event.RegionKind, off, granule int64, width uint, count int64) *cell {
	c := &cell{obj: o, kind: kind, off: off, granule: granule, width: width, count: count}
	c.key = u.w.newKeys(c.slotCount(), slotInfo{cell: c})
	if count == 1 {
		c.over = u.w.newKeys(1, slotInfo{cell: c, overlay: true})
	}
	return c
}

// stable reports whether a thread's own view of the cell is right: only the thread itself writes it, or its
// creators before they created it.
func (c *cell) stable(t *instance) bool {
	for _, w := range c.writers {
		if w.thread != t && !t.createdBefore(w.thread, w.epoch) {
			return false
		}
	}
	return true
}

func (u *unwinder) wrote(c *cell, t *thread, v value) {
	i := slices.IndexFunc(c.writers, func(w writer) bool { return w.thread == t.inst })
	switch {
	case i < 0:
		c.writers = append(c.writers, writer{t.inst, t.spawns})
		u.w.changed = true
	case c.writers[i].epoch < t.spawns:
		c.writers[i].epoch = t.spawns
		u.w.changed = true
	}
	if u.w.single && !u.leaks() && (c.count <= maxElements || c.width != u.ptrBits) {
		return // its own view has the value that the thread reads; but see thread.named
	}
	if v.ptr == nil || c.width != u.ptrBits {
		for _, l := range u.leaves(u.bits(v)) {
			u.noteValue(c, l.term)
			u.likeAddress(c, l.term)
		}
		return
	}
	if len(c.values) >= maxPointers || len(c.objects) >= maxPointers {
		u.scattered(v)
	}
	u.notePointer(c, v)
}

// notePointer records the targets of a pointer that is written to a cell.
func (u *unwinder) notePointer(c *cell, v value) {
	for _, k := range v.ptr.cases {
		if k.obj != nil && (c.shared || c.count > maxElements) && u.outside(k) == term.True {
			continue // unsupported (thread.inside)
		}
		for _, l := range u.leaves(u.targetBits(k)) {
			if k.obj != nil && !u.terms.IsConst(l.term) {
				u.noteObject(c, k.obj, u.knownModulo(k.off))
			} else {
				u.noteValue(c, l.term)
			}
		}
	}
}

// notePieces records the targets of a pointer whose bytes are stored in several cells of an object.
func (u *unwinder) notePieces(o *object, v value) {
	if v.ptr == nil {
		return
	}
	if o.pieces == nil {
		o.pieces = &cell{obj: o, kind: event.Data, width: u.ptrBits, count: 1, other: true}
	}
	u.notePointer(o.pieces, v)
	for i := range o.pieces.objects { // pieces of several pointers may come together
		at := &o.pieces.objects[i]
		at.off, at.stride = 0, 1
	}
}

// assembled finds out where a pointer points whose bytes are read from several cells of an
// object: to one of the places that were stored so there, or nowhere known.
func (t *thread) assembled(st *state, c target, bits term.ID) value {
	u := t.u
	p, from := u.resolve(bits), c.obj.pieces
	if from == nil || !slices.ContainsFunc(p.cases, func(k target) bool { return k.obj == nil && !u.terms.IsConst(k.off) }) {
		return value{bits: bits, ptr: p}
	}
	var known []term.ID
	for _, v := range from.values {
		known = append(known, u.terms.Uint(v, u.ptrBits))
	}
	v := u.fresh(from, known, false)
	u.fact(u.terms.Implies(u.terms.And(st.path.term, c.cond), u.terms.Eq(u.bits(v), bits)))
	return v
}

// noteObject adds an object into which pointers with unknown offsets are written.
func (u *unwinder) noteObject(c *cell, o *object, s shape) {
	for i := range c.objects {
		k := &c.objects[i]
		if k.obj != o {
			continue
		}
		for k.stride > s.stride || (k.off-s.off)%k.stride != 0 {
			k.stride /= 2
			k.off %= k.stride
			u.w.changed = true
		}
		return
	}
	if len(c.objects) >= maxPointers {
		u.noteOther(c)
		return
	}
	c.objects = append(c.objects, into{o, s})
	u.w.changed = true
}

// into is an object with pointers into it, at offsets whose lower bits are known.
type into struct {
	obj *object
	shape
}

// noteValue adds a value to the set of values that may be written to a cell.
func (u *unwinder) noteValue(c *cell, v term.ID) {
	w, ok := u.terms.Value(v)
	if !ok || w.Hi != 0 {
		u.noteOther(c)
		return
	}
	if slices.Contains(c.values, w.Lo) {
		return
	}
	if c.width == u.ptrBits && u.isAddress(w.Lo) {
		if len(c.values) >= maxPointers {
			u.noteOther(c)
			return
		}
	} else if c.other || len(c.values) >= maxValues && c.kind == event.Data || u.w.pass > widenAfter && c.kind == event.Data {
		u.noteOther(c)
		return
	}
	c.values = append(c.values, w.Lo)
	u.w.changed = true
}

// noteOther records that unknown values are written. Addresses are kept.
func (u *unwinder) noteOther(c *cell) {
	if c.other {
		return
	}
	c.other = true
	c.values = slices.DeleteFunc(c.values, func(v uint64) bool { return c.width != u.ptrBits || !u.isAddress(v) })
	u.w.changed = true
}

// isAddress reports whether a number is null or an object's address.
func (u *unwinder) isAddress(v uint64) bool {
	if v == 0 {
		return true
	}
	list, _ := u.objectsAt(v)
	return len(list) > 0
}
