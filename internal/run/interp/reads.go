package interp

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/run/race"
)

// recorded is the Memory of a replay: a read finds the latest write, unless the trace names another.
type recorded struct {
	m        *Machine
	reads    map[accessID]accessID
	accesses map[string]uint64
	writes   map[accessID]written
	count    uint64            // of accesses
	latest   map[bytesID]Bytes // of a place; its first content is in initials
	initials map[bytesID]Bytes
	wrong    error
}

// accessID numbers the accesses of a thread from 1. The zero value stands for the initial value.
type accessID struct {
	thread string
	number uint64
}

// written is a write that was executed.
type written struct {
	Bytes
	number uint64 // in race.Source
}

// bytesID names bytes of an object.
type bytesID struct {
	object    ObjectID
	off, size uint64
}

// memoryOf returns the Memory for the reads of a trace, or nil if each reads the latest write.
func memoryOf(t *trace.Trace) *recorded {
	if len(t.Reads) == 0 {
		return nil
	}
	r := &recorded{reads: make(map[accessID]accessID), accesses: make(map[string]uint64), writes: make(map[accessID]written),
		latest: make(map[bytesID]Bytes), initials: make(map[bytesID]Bytes)}
	for _, read := range t.Reads {
		r.reads[accessID{read.Thread, read.Access}] = accessID{read.From, read.Write}
	}
	return r
}

// Access implements Memory.
func (r *recorded) Access(t *Thread, a *Access) Permission {
	r.accesses[t.name]++
	at := bytesID{a.Object, a.Offset, a.Size}
	if _, ok := r.initials[at]; !ok {
		b := r.m.Bytes(a.Object, a.Offset, a.Size)
		r.initials[at], r.latest[at] = b, b
	}
	r.count++
	a.Source.Write = r.count
	if a.Kind == WriteAccess {
		return Proceed
	}
	b := r.latest[at]
	if from, ok := r.reads[accessID{t.name, r.accesses[t.name]}]; ok {
		w, done := r.writes[from]
		if b, ok = w.Bytes, done; from == (accessID{}) {
			b, ok = r.initials[at], true
		}
		if !ok || uint64(len(b.data)) != a.Size {
			r.wrong = fmt.Errorf("access %d of %s reads from a write that was not executed", r.accesses[t.name], t.name)
			return Abandon
		}
		a.Stale, a.Source.Stale, a.Source.From = true, true, w.number
	}
	r.m.Recall(a.Object, a.Offset, &b)
	return Proceed
}

// Wrote implements Memory.
func (r *recorded) Wrote(t *Thread, a *Access) Permission {
	b := r.m.Bytes(a.Object, a.Offset, a.Size)
	r.latest[bytesID{a.Object, a.Offset, a.Size}] = b
	r.writes[accessID{t.name, r.accesses[t.name]}] = written{b, a.Source.Write}
	return Proceed
}

// Fence implements Memory.
func (r *recorded) Fence(*Thread, ir.MemOrder) Permission { return Proceed }

// Section implements Memory.
func (r *recorded) Section(*Thread, ir.SectionKind) Permission { return Proceed }

// Inside implements Memory.
func (r *recorded) Inside(*Thread, *Access) {}

// Appear implements Memory.
func (r *recorded) Appear(ObjectID, *Thread) {}

// Death implements Memory.
func (r *recorded) Death(*Thread, ObjectID) {}

// Dead implements Memory.
func (r *recorded) Dead(*Thread) {}

// Channel implements Memory.
func (r *recorded) Channel(*Thread, race.Channel, bool) {}

// Spawn implements Memory.
func (r *recorded) Spawn(*Thread, *Thread) {}

// Join implements Memory.
func (r *recorded) Join(*Thread, *Thread) {}

// Start implements Memory.
func (r *recorded) Start(*Thread) {}
