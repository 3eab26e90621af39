package interp

import "math"

// A footprint is what a step of a thread looked at and changed, of all that
// other threads can reach: whether two steps depend on each other is read off
// their footprints. A step that had to wait looked at what it found; it changed
// nothing.
//
// Steps are dependent if some items of their footprints conflict: they are of
// the same space and object, overlap, and one writes or they are of different
// classes. Sharing is writing that commutes with itself (a reader's lock and
// unlock, what is sent on a channel).
//
// The objects of items have numbers that do not depend on the schedule (names),
// so that footprints of different executions can be compared.
type footprint struct {
	items   []item
	mask    uint64 // a bit for every object of an item, for quick tests
	all     bool   // depends on every other step
	foreign bool   // releases a lock that another thread owns
	// violates says that a violation was reported on the way: where the step
	// happens matters even if it has to wait.
	violates bool
	spawned  []int32
}

type itemSpace uint8

const (
	inMemory  itemSpace = iota // bytes of an object; its life is at lifeOffset
	inLocks                    // the lock at an offset of an object
	inHandles                  // the thread whose handle is an offset of an object
	inThreads                  // the end of a thread, which is the object
	inChannels
	inSections // the hidden lock of the program's atomic sections
)

type itemClass uint8

const (
	reading itemClass = iota
	sharing
	writing
)

// itemOp says more about an item: what a step with it needs, or does.
type itemOp uint8

const (
	opAccess itemOp = iota
	opAcquire
	opAcquireShared
	opRelease
	opJoin
)

// item is a range of an object, end excluded.
type item struct {
	lo, hi uint64
	object uint32
	space  itemSpace
	class  itemClass
	op     itemOp
}

// lifeOffset is the place of an object's life: no byte has it. The end of a life
// writes it and all bytes.
const lifeOffset = math.MaxUint64 - 1

func (a *item) overlaps(b *item) bool {
	return a.object == b.object && a.space == b.space && a.lo < b.hi && b.lo < a.hi
}

func (a *item) conflicts(b *item) bool {
	return (a.class == writing || b.class == writing || a.class != b.class) && a.overlaps(b)
}

// conflicts reports whether steps with the two footprints depend on each other.
func (f *footprint) conflicts(g *footprint) bool {
	if f.all || g.all {
		return true
	}
	if f.mask&g.mask == 0 {
		return false
	}
	for i := range f.items {
		a := &f.items[i]
		for j := range g.items {
			if a.conflicts(&g.items[j]) {
				return true
			}
		}
	}
	return false
}

func (f *footprint) reset() {
	*f = footprint{items: f.items[:0], spawned: f.spawned[:0]}
}

// repeats bounds how far back add looks for the same item.
const repeats = 8

func (f *footprint) add(it item) {
	if it.op == opAccess {
		for i := max(0, len(f.items)-repeats); i < len(f.items); i++ {
			if f.items[i] == it {
				return
			}
		}
	}
	f.items = append(f.items, it)
	f.mask |= 1 << ((it.object*0x9e3779b1 ^ uint32(it.space)<<27) >> 26)
}

// clone returns a copy; one of a step that had to wait if it only looked.
func (f *footprint) clone(looked bool) *footprint {
	g := *f
	g.items = append(make([]item, 0, len(f.items)), f.items...)
	g.spawned = append([]int32(nil), f.spawned...)
	if looked {
		g.onlyLook()
	}
	return &g
}

// onlyLook makes f that of a step which had to wait.
func (f *footprint) onlyLook() {
	for i := range f.items {
		f.items[i].class = reading
	}
	f.foreign = false
}

// join adds what another footprint has.
func (f *footprint) join(g *footprint) {
	for i := range g.items {
		f.items = append(f.items, g.items[i])
	}
	f.mask |= g.mask
	f.all, f.foreign, f.violates = f.all || g.all, f.foreign || g.foreign, f.violates || g.violates
}

// names gives threads and objects numbers that do not depend on the schedule.
// They are kept for a whole exploration.
type names struct {
	threads map[threadKey]int32
	objects map[dynamicKey]uint32
	statics uint32
}

type threadKey struct {
	parent int32
	child  uint64
}

type dynamicKey struct {
	site   int32
	thread int32
	count  uint32
}

func newNames(p *Code) *names {
	return &names{threads: make(map[threadKey]int32), objects: make(map[dynamicKey]uint32),
		statics: uint32(len(p.Program().Funcs) + len(p.Program().Globals))}
}

// child returns the number of a thread's nth child. Main has 0.
func (n *names) child(parent int32, nth uint64) int32 {
	k := threadKey{parent, nth}
	id, ok := n.threads[k]
	if !ok {
		id = int32(len(n.threads)) + 1
		n.threads[k] = id
	}
	return id
}

// objectName returns an object's number.
func (m *Machine) objectName(o *object) uint32 {
	if o.owner == nil {
		return uint32(o.ref) // functions and globals are made in the same order always
	}
	if o.named == 0 {
		k := dynamicKey{int32(o.site), o.owner.id, o.count}
		id, ok := m.names.objects[k]
		if !ok {
			id = m.names.statics + uint32(len(m.names.objects)) + 1
			m.names.objects[k] = id
		}
		o.named = id
	}
	return o.named
}
