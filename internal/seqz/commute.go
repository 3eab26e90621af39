package seqz

import (
	"fmt"
	"slices"

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
	for _, in := range fn.Instrs() {
		if !in.Op.Accesses() {
			continue
		}
		at, ok := known[in.Args[0].Reg()]
		if !ok {
			op.opaque = true
			continue
		}
		op.touches = append(op.touches, touch{at.global, at.off, in.Type.Bytes(d.Program.Model), in.Op != ir.OpLoad})
	}
	return op
}

// watch gives accesses of a thread flags.
func (c *commuting) watch(slot int, touches []touch) {
	for _, a := range touches {
		if c.index(slot, a) < 0 {
			name := fmt.Sprintf("since.%d.%d", slot, len(c.watched[slot]))
			c.watched[slot] = append(c.watched[slot], watched{a, c.global(name, 1, 1)})
		}
	}
}

// index returns which of the watched accesses of a thread one is; -1: none.
func (c *commuting) index(slot int, a touch) int {
	return slices.IndexFunc(c.watched[slot], func(w watched) bool { return w.touch == a })
}

// deeds are what a context has done so far, in registers.
type deeds struct {
	*commuting
	slot   int
	did    []ir.Reg // by watched access of the thread
	opaque ir.Reg
}

// context begins a context of a thread.
func (c *commuting) context(slot int) *deeds {
	if c == nil {
		return nil
	}
	d := &deeds{commuting: c, slot: slot, opaque: c.b.NewReg(ir.I8, "opaque", 0)}
	c.b.CopyTo(d.opaque, c.b.Int(ir.I8, 0))
	for i := range c.watched[slot] {
		r := c.b.NewReg(ir.I8, fmt.Sprintf("did%d", i), 0)
		c.b.CopyTo(r, c.b.Int(ir.I8, 0))
		d.did = append(d.did, r)
	}
	return d
}

// allows narrows where a context goes on with a point: at its beginning, where nothing
// ran yet, only with what does not commute.
func (d *deeds) allows(point int, ran, goes ir.Operand) ir.Operand {
	if d == nil {
		return goes
	}
	b := d.b
	op := &d.points[d.slot][point]
	since := d.load(d.lost[d.slot], ir.I8)
	if op.opaque {
		since = b.Binary(ir.OpOr, 0, since, d.load(d.other[d.slot], ir.I8))
	}
	for _, i := range d.watches(op) {
		since = b.Binary(ir.OpOr, 0, since, d.load(d.watched[d.slot][i].since, ir.I8))
	}
	begins := b.Binary(ir.OpOr, 0, ran, b.Compare(ir.OpNe, since, b.Int(ir.I8, 0)))
	return b.Binary(ir.OpAnd, 0, goes, begins)
}

// watches returns which of the thread's watched accesses an operation does.
func (d *deeds) watches(op *operation) []int {
	var list []int
	for _, a := range op.touches {
		if i := d.index(d.slot, a); i >= 0 && !op.opaque {
			list = append(list, i)
		}
	}
	return list
}

// done notes that the context did what a point does.
func (d *deeds) done(point int) {
	if d == nil {
		return
	}
	op := &d.points[d.slot][point]
	one := d.b.Int(ir.I8, 1)
	if op.creates != 0 {
		d.store(d.lost[op.creates], one)
	}
	if op.opaque {
		d.b.CopyTo(d.opaque, one)
	}
	for _, i := range d.watches(op) {
		d.b.CopyTo(d.did[i], one)
	}
}

// over ends the context: the other threads may begin with what does not commute with
// what it did, and its own thread starts anew.
func (d *deeds) over(ran ir.Operand) {
	if d == nil {
		return
	}
	b, zero := d.b, d.b.Int(ir.I8, 0)
	add := func(flag ir.GlobalID, v ir.Operand) {
		d.store(flag, b.Binary(ir.OpOr, 0, d.load(flag, ir.I8), v))
	}
	for t := range d.points {
		if t == d.slot {
			d.store(d.lost[t], zero)
			if d.other[t] != 0 {
				d.store(d.other[t], zero)
			}
			for _, w := range d.watched[t] {
				d.store(w.since, zero)
			}
			continue
		}
		if d.other[t] != 0 {
			add(d.other[t], b.Convert(ir.OpZExt, ir.I8, ran))
		}
		if d.other[d.slot] != 0 {
			add(d.lost[t], ir.RegOperand(d.opaque))
		}
		for _, w := range d.watched[t] {
			for i, own := range d.watched[d.slot] {
				if own.conflicts(w.touch) {
					add(w.since, ir.RegOperand(d.did[i]))
				}
			}
		}
	}
}
