package minimize

import (
	"hash/fnv"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/run/interp"
)

// past observes an execution and records the dependencies between its steps. Two steps that access a
// cell, at least one of them as a write, keep their order. So do the steps of one thread, a creation
// and the first step, and a last step and the join. Executions with the same steps and the same order
// of dependent ones come to the same state (Mazurkiewicz, "Trace theory", 1987), which state
// identifies.
//
// A cell is a granule of bytes of an object that several threads may reach, the lifetime of an object,
// or a lock. A write of part of a granule counts as reading it, too; so does every operation on a lock.
type past struct {
	threads []threadPast // by thread index
	objects map[interp.ObjectID]uint64
	cells   map[cell]int // index of kept
	kept    []cellPast
	now     []touch // accesses of the current step
	mixed   uint64  // choices of the current step
	joined  *interp.Thread
	created []*interp.Thread
	records bool // steps are recorded
	steps   []step
	over    bool // further steps are ignored
}

// step is a visible operation, by its index in the execution.
type step struct {
	thread int
	needs  []int // steps without which its effect would differ
	after  []int // steps that must come before it
}

type threadPast struct {
	hash uint64
	last int // its last step; before the first: the step that created it
}

// cell names a cell independently of the schedule.
type cell struct {
	object uint64
	part   uint64
}

// The cells of an object other than granules of its bytes.
const (
	granuleBits = 2
	lifePart    = 1 << 63
	lockPart    = 1 << 62
)

type cellPast struct {
	write   uint64 // identifies the last write with all steps that led to it
	reads   uint64 // of the reads since, in any order
	writer  int    // step, -1: none
	readers []int
}

type touch struct {
	cell        cell
	read, write bool
}

const noStep = -1

func newPast() *past {
	return &past{objects: make(map[interp.ObjectID]uint64), cells: make(map[cell]int)}
}

// reset returns p to its initial state.
func (p *past) reset() {
	clear(p.objects)
	clear(p.cells)
	p.threads, p.kept, p.steps, p.over = p.threads[:0], p.kept[:0], p.steps[:0], false
}

func nameHash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s)) // does not fail
	return h.Sum64()
}

func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9e3779b97f4a7c15
	return bits.RotateLeft64(h, 29) * 0xbf58476d1ce4e5b9
}

// begun records the threads that exist at the start.
func (p *past) begun(m *interp.Machine) {
	p.growThreads(m)
	p.clear()
}

func (p *past) growThreads(m *interp.Machine) {
	for _, t := range m.Threads()[len(p.threads):] {
		p.threads = append(p.threads, threadPast{hash: nameHash(t.Name()), last: noStep})
	}
}

func (p *past) clear() {
	p.now, p.mixed, p.joined, p.created = p.now[:0], 0, nil, p.created[:0]
}

// Observe implements interp.Observer.
func (p *past) Observe(m *interp.Machine, _ *interp.Thread, o *interp.Observation) {
	if p.over {
		return
	}
	switch o.Kind {
	case interp.ObservedRead:
		p.access(m, o, true, false)
	case interp.ObservedWrite:
		p.access(m, o, false, true)
	case interp.ObservedUpdate:
		p.access(m, o, true, true)
	case interp.ObservedDeath:
		if o.Shared {
			p.now = append(p.now, touch{cell{p.object(m, o.Object), lifePart}, false, true})
		}
	case interp.ObservedAcquire, interp.ObservedRelease:
		p.now = append(p.now, touch{cell{p.object(m, o.Object), lockPart | o.Offset}, true, true})
	case interp.ObservedLockState:
		p.now = append(p.now, touch{cell{p.object(m, o.Object), lockPart | o.Offset}, true, false})
	case interp.ObservedSpawn:
		p.created = append(p.created, o.Other)
	case interp.ObservedJoin:
		p.joined = o.Other
	case interp.ObservedChoice:
		p.mixed = mix(mix(p.mixed, o.New.Lo), o.New.Hi)
	case interp.ObservedRollback:
		p.clear()
	}
}

// access records an access to bytes that other threads may reach.
func (p *past) access(m *interp.Machine, o *interp.Observation, read, write bool) {
	if !o.Shared {
		return
	}
	id := p.object(m, o.Object)
	end := o.Offset + o.Size
	for g := o.Offset >> granuleBits; g<<granuleBits < end; g++ {
		whole := g<<granuleBits >= o.Offset && (g+1)<<granuleBits <= end
		p.now = append(p.now, touch{cell{id, g}, read || !whole, write})
	}
	p.now = append(p.now, touch{cell{id, lifePart}, true, false})
}

// object identifies an object independently of the schedule.
func (p *past) object(m *interp.Machine, id interp.ObjectID) uint64 {
	if h, ok := p.objects[id]; ok {
		return h
	}
	h := uint64(1)
	if info, ok := m.ObjectInfo(id); ok {
		k := &info.Key
		h = mix(mix(mix(nameHash(k.Thread), nameHash(k.Global)), uint64(k.Site)), uint64(k.Count))
	}
	p.objects[id] = h
	return h
}

// cellAt returns the past of a cell. The pointer is valid until the next call.
func (p *past) cellAt(c cell) *cellPast {
	i, ok := p.cells[c]
	if !ok {
		i = len(p.kept)
		p.cells[c] = i
		p.kept = append(p.kept, cellPast{writer: noStep})
	}
	return &p.kept[i]
}

// stepped records the end of a step of t. All observations since the previous step belong to it.
func (p *past) stepped(m *interp.Machine, t *interp.Thread) {
	p.growThreads(m)
	self := &p.threads[t.Index()]
	if p.records {
		p.record(t)
	}
	h := mix(self.hash, p.mixed)
	if p.joined != nil {
		h = mix(h, p.threads[p.joined.Index()].hash)
	}
	for _, a := range p.now {
		c := p.cellAt(a.cell)
		if a.read {
			h = mix(h, c.write)
		}
		if a.write {
			h = mix(h, c.write+c.reads)
		}
	}
	self.hash = h
	for _, a := range p.now {
		c := p.cellAt(a.cell)
		if a.write {
			c.write, c.reads = mix(h, a.cell.object^a.cell.part), 0
		} else {
			c.reads += mix(h, 1)
		}
	}
	for _, child := range p.created {
		c := &p.threads[child.Index()]
		c.hash = mix(c.hash, h)
	}
	p.clear()
}

// record adds the current step to steps.
func (p *past) record(t *interp.Thread) {
	n := len(p.steps)
	s := step{thread: t.Index()}
	if last := p.threads[t.Index()].last; last != noStep {
		s.needs = append(s.needs, last)
	}
	if p.joined != nil {
		s.needs = append(s.needs, p.threads[p.joined.Index()].last)
	}
	for _, a := range p.now {
		c := p.cellAt(a.cell)
		if c.writer != noStep && c.writer != n {
			if a.read {
				s.needs = append(s.needs, c.writer)
			} else {
				s.after = append(s.after, c.writer)
			}
		}
		if a.write {
			s.after = append(s.after, c.readers...)
			c.writer, c.readers = n, nil
		} else {
			c.readers = append(c.readers, n)
		}
	}
	p.threads[t.Index()].last = n
	for _, child := range p.created {
		p.threads[child.Index()].last = n
	}
	p.steps = append(p.steps, s)
}

// state identifies the current state of the execution.
func (p *past) state() uint64 {
	h := uint64(0)
	for i := range p.threads {
		h += mix(p.threads[i].hash, uint64(i))
	}
	return h
}
