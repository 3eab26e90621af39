// Package footprint holds the reads and changes of the steps of an execution, and decides which steps
// depend on each other. It knows no program: the machine of run/interp fills footprints in.
//
// Package run/smc compares the footprints for its partial-order reduction. Package run/weak finds in them the
// data that atomic sections share.
package footprint

import "math"

// Footprint holds the reads and changes of a thread's step, as far as other threads can reach the objects.
// The footprints of two steps decide whether the steps depend on each other. A step that had to wait has
// reads only: it changed nothing.
//
// Steps are dependent if some items of their footprints conflict: they are of the same space and object,
// overlap, and one writes or they are of different classes. Sharing is writing that commutes with itself (a
// reader's lock and unlock, a message sent on a channel).
//
// The objects of items have numbers that do not depend on the schedule (Names), so that footprints of
// different executions can be compared.
//
// Add and Join add items. Conflicts may miss an item that is appended to Items directly.
type Footprint struct {
	Items   []Item
	mask    uint64 // a bit for every object of an item, for quick tests
	All     bool   // depends on every other step
	Foreign bool   // releases a lock that another thread owns
	// Violates reports that the step reported a violation: then the position of the step matters even if it
	// has to wait.
	Violates bool
	Spawned  []int32 // threads that the step created
}

// Space is the kind of an item: it defines the meaning of the item's object and range.
type Space uint8

// The spaces.
const (
	Memory  Space = iota // bytes of an object; its life is at LifeOffset
	Locks                // the lock at an offset of an object
	Handles              // the thread whose handle is an offset of an object
	Threads              // the end of a thread, which is the object; at 1 of object 0 how many there are
	Channels
	Sections // the hidden lock of the program's atomic sections
)

// Class is the way in which an item is accessed.
type Class uint8

// The classes.
const (
	Reads Class = iota
	Shares
	Writes
)

// Op is the kind of operation that an item belongs to.
type Op uint8

// The operations.
const (
	Access Op = iota
	Acquire
	AcquireShared
	Release
	Join
)

// Item is a range of an object, end excluded.
type Item struct {
	Lo, Hi uint64
	Object uint32
	Space  Space
	Class  Class
	Op     Op
}

// LifeOffset is the offset that stands for an object's lifetime: no byte has it. The end of a lifetime
// writes it and all bytes.
const LifeOffset = math.MaxUint64 - 1

// Overlaps reports whether two items have something in common.
func (a *Item) Overlaps(b *Item) bool {
	return a.Object == b.Object && a.Space == b.Space && a.Lo < b.Hi && b.Lo < a.Hi
}

// Conflicts reports whether steps depend on each other because of two items.
func (a *Item) Conflicts(b *Item) bool {
	return (a.Class == Writes || b.Class == Writes || a.Class != b.Class) && a.Overlaps(b)
}

// Conflicts reports whether steps with the two footprints depend on each other.
func (f *Footprint) Conflicts(g *Footprint) bool {
	if f.All || g.All {
		return true
	}
	if f.mask&g.mask == 0 {
		return false
	}
	for i := range f.Items {
		a := &f.Items[i]
		for j := range g.Items {
			if a.Conflicts(&g.Items[j]) {
				return true
			}
		}
	}
	return false
}

// Reset makes f the footprint of a step without effects.
func (f *Footprint) Reset() {
	*f = Footprint{Items: f.Items[:0], Spawned: f.Spawned[:0]}
}

// repeats bounds how far back Add looks for the same item.
const repeats = 8

// Add adds an item. An item of Op Access is left out if it equals one of the last 8 items.
func (f *Footprint) Add(it Item) {
	if it.Op == Access {
		for i := max(0, len(f.Items)-repeats); i < len(f.Items); i++ {
			if f.Items[i] == it {
				return
			}
		}
	}
	f.Items = append(f.Items, it)
	f.mask |= 1 << ((it.Object*0x9e3779b1 ^ uint32(it.Space)<<27) >> 26)
}

// Clone returns a copy; one of a step that had to wait if it only looked.
func (f *Footprint) Clone(looked bool) *Footprint {
	g := *f
	g.Items = append(make([]Item, 0, len(f.Items)), f.Items...)
	g.Spawned = append([]int32(nil), f.Spawned...)
	if looked {
		g.OnlyLook()
	}
	return &g
}

// Waiting returns the footprint of a step that had to wait after its first n items.
func (f *Footprint) Waiting(n int) *Footprint {
	g := &Footprint{Items: append([]Item(nil), f.Items[:n]...), mask: f.mask}
	g.OnlyLook()
	return g
}

// OnlyLook makes f the footprint of a step that had to wait.
func (f *Footprint) OnlyLook() {
	for i := range f.Items {
		f.Items[i].Class = Reads
	}
	f.Foreign = false
}

// Join adds the items of another footprint.
func (f *Footprint) Join(g *Footprint) {
	f.Items = append(f.Items, g.Items...)
	f.mask |= g.mask
	f.All, f.Foreign, f.Violates = f.All || g.All, f.Foreign || g.Foreign, f.Violates || g.Violates
}
