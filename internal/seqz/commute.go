package seqz

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/ir"
)

// commuting leaves out executions that differ from others only in the order of
// operations that commute. A context of a thread begins with an operation that could
// not have been done at the end of the thread's context before: another thread has
// done something in between that it does not commute with, since both access the
// same bytes and one of them writes.
//
//	other.t     another thread did something since the last context of thread t
//	lost.t      one accessed memory at an address that is not known
//	since.t.i   one did something that does not commute with access i of those of t
//
// All of them hold when the thread is created.
//
// Nothing is lost. As long as a context of an execution begins otherwise, its first
// operation is moved to the context before, which takes no more rounds or contexts and
// leaves every thread with what it had. What is before a context decides whether it is
// allowed, so that the beginnings of what is left are left as well: if nothing that is
// left uses up the bound, then nothing at all goes beyond it.
//
// The idea is that of Kahlon, Wang, Gupta, "Monotonic partial order reduction: an
// optimal symbolic partial order reduction technique", CAV 2009. Deviation: the
// dependence is that of an operation on a context, not of two operations, since in its
// context an operation depends on those before it anyway.
type commuting struct {
	*driver
	points  [][]operation // by slot
	watched [][]watched   // by slot
	other   []ir.GlobalID // by slot; 0: what it does is known
	lost    []ir.GlobalID // by slot
}

// operation is what a point does with memory that several threads access.
type operation struct {
	opaque  bool // as far as is known it commutes with nothing
	touches []touch
	creates int // slot of the thread that it creates; 0: none
}

// touch is an access to bytes of a global.
type touch struct {
	global    ir.GlobalID
	off, size int64
	writes    bool
}

// conflicts reports whether two accesses do not commute.
func (a touch) conflicts(b touch) bool {
	return a.global == b.global && (a.writes || b.writes) && a.off < b.off+b.size && b.off < a.off+a.size
}

// watched is an access of a thread with its flag.
type watched struct {
	touch
	since ir.GlobalID
}

// maxTouches bounds the accesses of an operation that are looked at one by one.
const maxTouches = 8

// newCommuting finds out what the points of a flat program do. It is nil where a
// context may be empty because it does not come in the order of creation: operations
// cannot be moved there.
func newCommuting(d *driver) *commuting {
	if d.latest != 0 {
		return nil
	}
	c := &commuting{driver: d}
	users := make(map[ir.GlobalID]uint64)
	for slot := range d.Flat.Threads {
		var list []operation
		for i := range d.Flat.Threads[slot].Points {
			op := d.operation(&d.Flat.Threads[slot].Points[i])
			for _, a := range op.touches {
				users[a.global] |= 1 << min(slot, 63)
			}
			list = append(list, op)
		}
		c.points = append(c.points, list)
	}
	for slot, list := range c.points {
		c.watched = append(c.watched, nil)
		c.other = append(c.other, 0)
		c.lost = append(c.lost, d.global(fmt.Sprintf("lost.%d", slot), 1, 1))
		for i := range list {
			op := &list[i]
			all := op.touches
			op.touches = nil
			for _, a := range all {
				if several(users[a.global]) {
					op.touches = append(op.touches, a)
				}
			}
			op.opaque = op.opaque || len(op.touches) > maxTouches
			if !op.opaque {
				c.watch(slot, op.touches)
			} else if c.other[slot] == 0 {
				c.other[slot] = d.global(fmt.Sprintf("other.%d", slot), 1, 1)
			}
		}
	}
	return c
}

// operation finds out what a point does with memory.
func (d *driver) operation(p *Point) operation {
	op := operation{creates: p.Creates}
	fn := &d.Program.Funcs[p.Func]
	known := knownAddresses(fn)
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			if !isAccess(in.Op) {
				continue
			}
			at, ok := known[in.Args[0].Reg()]
			if !ok {
				op.opaque = true
				continue
			}
			op.touches = append(op.touches, touch{at.global, at.off, in.Type.Bytes(d.Program.Model), in.Op != ir.OpLoad})
		}
	}
	return op
}

// watch gives accesses of a thread flags.
func (c *commuting) watch(slot int, touches []touch) {
	for _, a := range touches {
		if c.flag(slot, a) == 0 {
			name := fmt.Sprintf("since.%d.%d", slot, len(c.watched[slot]))
			c.watched[slot] = append(c.watched[slot], watched{a, c.global(name, 1, 1)})
		}
	}
}

// flag returns the flag of an access of a thread; 0: none.
func (c *commuting) flag(slot int, a touch) ir.GlobalID {
	for _, w := range c.watched[slot] {
		if w.touch == a {
			return w.since
		}
	}
	return 0
}

// allows narrows where a context goes on with a point: at its beginning, where nothing
// ran yet, only with what does not commute.
func (c *commuting) allows(slot, point int, ran, goes ir.Operand) ir.Operand {
	if c == nil {
		return goes
	}
	b := c.b
	op := &c.points[slot][point]
	var since ir.Operand
	if op.opaque {
		since = c.load(c.other[slot], ir.I8)
	} else {
		since = c.load(c.lost[slot], ir.I8)
		for _, a := range op.touches {
			since = b.Binary(ir.OpOr, 0, since, c.load(c.flag(slot, a), ir.I8))
		}
	}
	begins := b.Binary(ir.OpOr, 0, ran, b.Compare(ir.OpNe, since, b.Int(ir.I8, 0)))
	return b.Binary(ir.OpAnd, 0, goes, begins)
}

// done notes that a thread did what a point does.
func (c *commuting) done(slot, point int) {
	if c == nil {
		return
	}
	op := &c.points[slot][point]
	for t := range c.points {
		if t == slot {
			continue
		}
		all := op.opaque || op.creates == t
		if c.other[t] != 0 {
			c.store(c.other[t], c.b.Int(ir.I8, 1))
		}
		if all {
			c.store(c.lost[t], c.b.Int(ir.I8, 1))
		}
		for _, w := range c.watched[t] {
			conflict := all
			for _, a := range op.touches {
				conflict = conflict || a.conflicts(w.touch)
			}
			if conflict {
				c.store(w.since, c.b.Int(ir.I8, 1))
			}
		}
	}
}

// over notes the end of a context.
func (c *commuting) over(slot int) {
	if c == nil {
		return
	}
	if c.other[slot] != 0 {
		c.store(c.other[slot], c.b.Int(ir.I8, 0))
	}
	c.store(c.lost[slot], c.b.Int(ir.I8, 0))
	for _, w := range c.watched[slot] {
		c.store(w.since, c.b.Int(ir.I8, 0))
	}
}
