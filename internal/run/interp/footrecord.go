package interp

import (
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/race"
)

// Recording of footprints: a machine with names adds the effects of a step to its footprint, if it has one.
// Accesses count if others can reach the object, or if it is a library model's: models may share those
// without a visible operation.

func (m *Machine) shares(o *object) bool { return (o.visible || o.model) && !o.constant }

// seen records an access to n bytes of an object.
func (m *Machine) seen(o *object, off, n uint64, class footprint.Class) {
	if !m.shares(o) {
		return
	}
	m.foot.Add(footprint.Item{Lo: off, Hi: off + n, Object: m.objectName(o), Class: class})
}

// tried records an access that found no object, or an object that is too small.
func (m *Machine) tried(p wide.Word, n uint64, class footprint.Class) {
	o := m.object(p.Hi)
	if o == nil || p.Hi == 0 || o.kind == kindFunc {
		return
	}
	m.seenLife(o, footprint.Reads)
	if p.Lo < p.Lo+n && p.Lo+n < footprint.LifeOffset {
		m.seen(o, p.Lo, n, class)
	}
}

// seenLife records that the step depends on the lifetime of an object, or begins or exposes the object.
func (m *Machine) seenLife(o *object, class footprint.Class) {
	if o.kind != kindFunc && o.kind != kindGlobal {
		m.foot.Add(footprint.Item{Lo: footprint.LifeOffset, Hi: footprint.LifeOffset + 1, Object: m.objectName(o), Class: class})
	}
}

// seenDeath records the end of an object's life.
func (m *Machine) seenDeath(o *object) {
	if m.shares(o) {
		m.foot.Add(footprint.Item{Hi: footprint.LifeOffset + 1, Object: m.objectName(o), Class: footprint.Writes})
	}
}

// seenLock records an operation on the lock at p.
func (m *Machine) seenLock(p wide.Word, class footprint.Class, op footprint.Op) {
	o := m.object(p.Hi)
	m.seenLife(o, footprint.Reads)
	m.foot.Add(footprint.Item{Lo: p.Lo, Hi: p.Lo + 1, Object: m.objectName(o), Space: footprint.Locks, Class: class, Op: op})
}

// seenRelease records a release by t, before it happens.
func (m *Machine) seenRelease(t *Thread, p wide.Word, l *lock) {
	class := footprint.Writes
	switch {
	case l.owner != nil:
		m.foot.Foreign = m.foot.Foreign || l.owner != t
	case len(l.shared) > 0:
		own := false
		for _, h := range l.shared {
			own = own || h == t
		}
		if own {
			class = footprint.Shares
		} else {
			m.foot.Foreign = true
		}
	}
	m.seenLock(p, class, footprint.Release)
}

// seenHandle records that a thread's handle is given or looked up. The bits of a handle that is no pointer
// are its offset in no object.
func (m *Machine) seenHandle(p wide.Word, class footprint.Class) {
	it := footprint.Item{Lo: p.Lo, Hi: p.Lo + 1, Space: footprint.Handles, Class: class}
	if o := m.object(p.Hi); o != nil && p.Hi != 0 {
		it.Object = m.objectName(o)
	}
	m.foot.Add(it)
}

// seenEnd records the end of a thread, or that another thread waits for it.
func (m *Machine) seenEnd(t *Thread, class footprint.Class, op footprint.Op) {
	m.foot.Add(footprint.Item{Hi: 1, Object: uint32(t.id), Space: footprint.Threads, Class: class, Op: op})
}

// seenNumber records the creation of a thread. Under a bound, the order of two creations decides which
// thread begins.
func (m *Machine) seenNumber() {
	m.foot.Add(footprint.Item{Lo: 1, Hi: 2, Space: footprint.Threads, Class: footprint.Writes})
}

// seenChannel records an order that models declare; it matters for races only.
func (m *Machine) seenChannel(c race.Channel, class footprint.Class) {
	it := footprint.Item{Lo: c.Offset<<24 ^ c.Number, Space: footprint.Channels, Class: class}
	it.Hi = it.Lo + 1
	if o := m.object(c.Object); o != nil && c.Object != 0 {
		it.Object = m.objectName(o)
	}
	m.foot.Add(it)
}

// seenSection records a section of the program, which synchronises with others.
func (m *Machine) seenSection() {
	m.foot.Add(footprint.Item{Hi: 1, Space: footprint.Sections, Class: footprint.Writes})
}

// guessed records that t turned bits into a pointer to o, or to no object although there might be one. The
// target of an address then depends on the objects that other threads created.
func (m *Machine) guessed(o *object) {
	switch {
	case o == nil:
		m.foot.All = true
	case o.kind == kindFunc || o.kind == kindGlobal:
	case !o.visible && !o.model:
		m.foot.All = true
	default:
		m.seenLife(o, footprint.Reads)
	}
}

// objectName returns an object's number.
func (m *Machine) objectName(o *object) uint32 {
	switch {
	case o.named != 0:
	case o.owner == nil:
		o.named = uint32(o.ref) // functions and globals are made in the same order always
	default:
		o.named = m.names.Object(int32(o.site), o.owner.id, o.count)
	}
	return o.named
}

// NewNames returns the numbers of threads and objects for executions of the code.
func (c *Code) NewNames() *footprint.Names {
	return footprint.NewNames(len(c.Program().Funcs) + len(c.Program().Globals))
}

// Record sets the footprint to which the next steps add their effects. It needs Config.Names; nil stops the
// recording.
func (m *Machine) Record(foot *footprint.Footprint) { m.foot = foot }
