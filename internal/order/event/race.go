package event

import (
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// For the property race (semantics 10) a graph has two kinds of data: the accesses that may race, and the
// points at which threads synchronise. Between two of its points a thread neither learns of other threads'
// accesses nor publishes its own, so its accesses there are all alike for happens-before. A node may have
// several points, and accesses before, between and after them.

// PointID indexes Graph.Points.
type PointID int32

// PointKind is the kind of a point in happens-before.
type PointKind uint8

// The kinds of point.
const (
	PointBegin  PointKind = iota // the thread begins
	PointEnd                     // the thread is finished
	PointSpawn                   // creates the thread Other
	PointJoin                    // the thread Other is finished
	PointSend                    // to be seen by whoever receives later on the channel
	PointRecv                    // everything that was sent on the channel before
	PointEnter                   // a section of the program begins: all of them share one hidden lock
	PointLeave                   // it ends
	PointFence                   // with Order
	PointAtomic                  // an atomic access with Order, whose events name the point
)

var pointKindNames = [...]string{"begin", "end", "spawn", "join", "send", "recv", "enter", "leave", "fence", "atomic"}

// String returns the kind in a word.
func (k PointKind) String() string { return pointKindNames[k] }

// Point is a moment of a thread at which it may synchronise with others.
type Point struct {
	Kind   PointKind
	Thread ThreadID
	Index  int32   // in Thread.Points
	Node   NodeID  // that it is in; zero: of a beginning
	Guard  term.ID // the thread reaches it, and completes the section that it is in
	Other  ThreadID
	Order  ir.MemOrder
	// Modifies is the condition that the access of PointAtomic writes. If it does not, the order of a
	// compare and exchange is Fail.
	Modifies term.ID
	Fail     ir.MemOrder
	Updates  bool // it is a read-modify-write, which may fail
	// Channel is the bits of the pointer that names the channel of PointSend and
	// PointRecv, and Number which of its channels.
	Channel, Number term.ID
}

// TouchKind is the part of an access that decides its races.
type TouchKind uint8

// The kinds of access: a set.
const (
	TouchWrite  TouchKind = 1 << iota // else a read
	TouchAtomic                       // no race with another such access (ir.Program.Excuses); else it counts as plain
	TouchBirth                        // the object begins with a value
	TouchFree                         // it is freed
)

// Conflicts reports whether unordered accesses of the kinds to one byte race: one
// writes, and one is plain.
func (k TouchKind) Conflicts(with TouchKind) bool {
	return (k|with)&TouchWrite != 0 && k&with&TouchAtomic == 0
}

// Touch is an access to bytes of an object that may race: a load, a store, the
// birth of an object with a value, its being freed.
type Touch struct {
	Kind   TouchKind
	Thread ThreadID
	Node   NodeID // the node that it is in, or the last one of the thread before it
	Inside bool   // it is in Node
	// Point is the last point of the thread before the access; with At it is the
	// access itself.
	Point PointID
	At    bool
	Guard term.ID // it is executed, and the section that it is in completed
	// Last: the process ends in Node, the section that the access is in, which
	// counts as completed. Nothing comes after it.
	Last   bool
	Object ObjectID
	Offset term.ID // of its first byte in the object, a bit-vector as wide as a pointer
	Size   int64   // bytes
	What   string  // for people, with an article: a write of 4 bytes
	Func   ir.FuncID
	Pos    ir.Pos
}

// races checks the points and touches.
func (c *checker) races(at func(ThreadID, NodeID) error) error {
	for i := 1; i < len(c.g.Points); i++ {
		p := &c.g.Points[i]
		err := errors.Join(at(p.Thread, p.Node), c.sort(p.Guard, term.Bool, "guard", part))
		switch p.Kind {
		case PointAtomic:
			err = errors.Join(err, c.sort(p.Modifies, term.Bool, "modifies", part))
		case PointSpawn, PointJoin:
			if p.Other != 0 {
				err = errors.Join(err, at(p.Other, 0))
			}
		}
		if err == nil && !c.isPoint(p, PointID(i)) {
			err = fmt.Errorf("it is not of thread %d", p.Thread)
		}
		if err != nil {
			return fmt.Errorf("point %d: %w", i, err)
		}
	}
	for i := range c.g.Touches {
		t := &c.g.Touches[i]
		err := errors.Join(at(t.Thread, t.Node), c.sort(t.Guard, term.Bool, "guard", part))
		switch {
		case !within(int(t.Object), len(c.g.Objects)):
			err = errors.Join(err, fmt.Errorf("no object %d", t.Object))
		case !within(int(t.Point), len(c.g.Points)) || c.g.Points[t.Point].Thread != t.Thread:
			err = errors.Join(err, fmt.Errorf("point %d is not of thread %d", t.Point, t.Thread))
		}
		if err != nil {
			return fmt.Errorf("access %d: %w", i, err)
		}
	}
	return nil
}

// isPoint reports whether the thread of a point lists it at its index.
func (c *checker) isPoint(p *Point, id PointID) bool {
	list := c.g.Threads[p.Thread].Points
	return p.Index >= 0 && int(p.Index) < len(list) && list[p.Index] == id
}

// races writes the points and touches.
func (p *printer) races() {
	for i := 1; i < len(p.g.Points); i++ {
		pt := &p.g.Points[i]
		p.printf("point %d %s", i, pt.Kind)
		p.after(pt.Thread, pt.Node)
		if pt.Other != 0 {
			p.printf(" of %d", pt.Other)
		}
		if pt.Order != ir.NonAtomic {
			p.printf(" %s", pt.Order)
		}
		if pt.Fail != ir.NonAtomic {
			p.printf(" or %s", pt.Fail)
		}
		p.optional("modifies", pt.Modifies)
		p.optional("channel", pt.Channel)
		p.optional("number", pt.Number)
		p.optional("guard", pt.Guard)
		p.printf("\n")
	}
	for i := range p.g.Touches {
		t := &p.g.Touches[i]
		p.printf("access %s", t.What)
		p.after(t.Thread, t.Node)
		p.printf(" point %d object %d offset %s size %d guard %s", t.Point, t.Object, p.label[t.Offset], t.Size, p.label[t.Guard])
		p.place(t.Func, t.Pos)
		p.printf("\n")
	}
}
