package interp

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Data races (semantics 10), by vector clocks: every byte remembers the accesses
// that a later one may race with, with the moment of each; an access races with
// those of them that conflict and that its thread's clock does not have. After
// Flanagan and Freund, "FastTrack: efficient and precise dynamic race
// detection", PLDI 2009. Deviations: a byte keeps the last access of
// each place that nothing orders instead of one write, so that every pair of
// places that races in an execution is found, not only the first per byte;
// ranges of bytes share a history; atomic accesses, fences and release
// sequences as in C11.
//
// Readings of the rule:
//
//   - free writes the whole object, and so does a birth with a value (calloc, an
//     initialised variable); the first bytes of globals and thread-locals are there
//     before everything;
//   - the end of a scope, or of what a thread leaves behind, is no access: C11
//     5.1.2.4 speaks of evaluations. Who comes too late is a matter of memory;
//   - an access that fails (a freed object, an index out of bounds) is none;
//   - accesses of an atomic section that does not reach its end are none;
//   - consume is acquire; a plain write to an atomic object continues its own
//     thread's release sequences and ends the others', as a relaxed store does.
//
// What happens in an attempt is kept and applied when the attempt is (commit).

// raceDetector is what a machine needs to find races; it has none when they are
// not checked.
type raceDetector struct {
	threads  []threadClock // by index
	channels map[channel]clock
	section  clock // the hidden lock of the program's atomic sections
	pending  []raceEvent
	stacks   []place // of the pending events, innermost first
	seen     map[[2]place]bool
}

// channel is where models state order: a pointer and a number.
type channel struct {
	at     word
	number uint64
}

type eventKind uint8

const (
	eventAccess eventKind = iota
	eventBirth
	eventFree
	eventFence
	eventSend
	eventRecv
	eventSpawn
	eventJoin
	eventEnter // the outermost section of the program begins
	eventLeave
)

// raceEvent is something that concerns races.
type raceEvent struct {
	kind     eventKind
	access   accessKind
	how      manner
	order    ir.MemOrder
	modifies bool // a successful read-modify-write
	o        *object
	off, n   uint64
	channel  channel
	other    *Thread // spawned or joined
	stack    int     // pending: the first in stacks
	depth    int
}

func newRaceDetector() *raceDetector {
	d := &raceDetector{channels: make(map[channel]clock), seen: make(map[[2]place]bool)}
	d.threads = append(d.threads, threadClock{})
	d.threads[0].begin(0, nil)
	return d
}

// happens notes an event of a running thread.
func (m *Machine) happens(t *Thread, e raceEvent) {
	d := m.race
	if m.attempt == nil {
		m.apply(t, &e)
		return
	}
	e.stack = len(d.stacks)
	for i := len(t.frames) - 1; i >= 0; i-- {
		d.stacks = append(d.stacks, place{t.frames[i].fn, t.frames[i].pc})
	}
	e.depth = len(d.stacks) - e.stack
	d.pending = append(d.pending, e)
}

// touches notes an access to bytes of an object.
func (m *Machine) touches(t *Thread, o *object, off, n uint64, kind accessKind, order ir.MemOrder, modifies bool) {
	if o.model || o.constant || inModelSection(t) {
		return
	}
	m.happens(t, raceEvent{kind: eventAccess, access: kind, order: order, modifies: modifies, o: o, off: off, n: n})
}

func inModelSection(t *Thread) bool {
	n := len(t.sections)
	return n > 0 && t.sections[n-1] == ir.ModelSection
}

// born notes that an object began with a value, freed that a heap object is freed.
func (m *Machine) born(t *Thread, o *object) {
	if o.size > 0 {
		m.happens(t, raceEvent{kind: eventBirth, access: plainWrite, how: byBirth, o: o})
	}
}

func (m *Machine) freed(t *Thread, o *object) {
	if o.visible && !o.model {
		m.happens(t, raceEvent{kind: eventFree, access: plainWrite, how: byFree, o: o})
	}
}

// settle applies the events of an attempt that is kept; forget drops those of
// one that is not.
func (d *raceDetector) settle(m *Machine, t *Thread) {
	for i := range d.pending {
		m.apply(t, &d.pending[i])
	}
	d.forget()
}

func (d *raceDetector) forget() {
	clear(d.pending)
	d.pending, d.stacks = d.pending[:0], d.stacks[:0]
}

// apply gives an event its effect on clocks and histories.
func (m *Machine) apply(t *Thread, e *raceEvent) {
	d := m.race
	c := &d.threads[t.index]
	switch e.kind {
	case eventAccess:
		m.applyAccess(t, c, e)
	case eventBirth:
		m.shadowOf(e.o).birth = []access{{epoch: c.epoch(t.index), place: m.placeOf(t, e), kind: e.access, how: e.how}}
	case eventFree:
		m.applyFree(t, c, e)
	case eventFence:
		if e.order.Acquires() {
			c.now.join(c.seen)
		}
		if e.order.Releases() {
			c.released = c.release(t.index)
		}
	case eventSend:
		past := d.channels[e.channel]
		if past == nil {
			m.live += cellCost
		}
		past.join(c.release(t.index))
		d.channels[e.channel] = past
	case eventRecv:
		c.now.join(d.channels[e.channel])
	case eventSpawn:
		past := c.release(t.index)
		for len(d.threads) <= e.other.index {
			d.threads = append(d.threads, threadClock{})
		}
		d.threads[e.other.index].begin(e.other.index, past)
		m.live += 8 * uint64(e.other.index)
	case eventJoin:
		c.now.join(d.threads[e.other.index].now)
	case eventEnter:
		c.now.join(d.section)
	case eventLeave:
		d.section = c.release(t.index)
	}
}

// applyAccess looks for races of an access and updates the bytes' history. An
// edge that an atomic read makes is there for the read itself.
func (m *Machine) applyAccess(t *Thread, c *threadClock, e *raceEvent) {
	s := m.shadowOf(e.o)
	a := access{epoch: c.epoch(t.index), place: m.placeOf(t, e), size: uint8(e.n), kind: e.access, how: e.how}
	if s.again(&a, e.off, e.off+e.n) {
		return
	}
	before := s.cost()
	cells := s.cover(e.off, e.off+e.n)
	m.live += s.cost() - before
	if e.access == atomicRead || e.modifies {
		for _, k := range cells {
			for _, h := range s.cells[k].heads {
				c.seen.join(h.clock)
				if e.order.Acquires() {
					c.now.join(h.clock)
				}
			}
		}
	}
	var released clock
	if e.access == atomicWrite {
		released = c.released
		if e.order.Releases() {
			released = c.release(t.index)
		}
	}
	for _, k := range cells {
		m.check(t, c, e, &a, s.cells[k].accesses)
		s.cells[k].add(a, c.now)
		if e.access.writes() {
			s.cells[k].store(t.index, e.modifies, released)
		}
	}
}

func (m *Machine) applyFree(t *Thread, c *threadClock, e *raceEvent) {
	s := e.o.shadow
	if s == nil {
		return
	}
	a := access{epoch: c.epoch(t.index), place: m.placeOf(t, e), kind: e.access, how: e.how}
	m.check(t, c, e, &a, s.birth)
	for k := range s.cells {
		m.check(t, c, e, &a, s.cells[k].accesses)
	}
}

func (m *Machine) shadowOf(o *object) *shadow {
	if o.shadow == nil {
		o.shadow = newShadow(o.size)
		m.live += o.shadow.cost()
	}
	return o.shadow
}

// placeOf returns the place of an event in the program.
func (m *Machine) placeOf(t *Thread, e *raceEvent) place {
	if e.depth > 0 {
		stack := m.race.stacks[e.stack : e.stack+e.depth]
		for _, p := range stack {
			if !p.fn.ir.Model {
				return p
			}
		}
		return stack[0]
	}
	for i := len(t.frames) - 1; i >= 0; i-- {
		if fr := &t.frames[i]; !fr.fn.ir.Model {
			return place{fr.fn, fr.pc}
		}
	}
	return place{t.top().fn, t.top().pc}
}

// check reports the races of an access with earlier ones.
func (m *Machine) check(t *Thread, c *threadClock, e *raceEvent, a *access, earlier []access) {
	for i := range earlier {
		b := &earlier[i]
		if !a.kind.conflicts(b.kind) || c.now.has(b.epoch) {
			continue
		}
		pair := [2]place{b.place, a.place}
		if m.race.seen[pair] {
			continue
		}
		m.race.seen[pair] = true
		m.reportRace(t, e, a, b)
	}
}

func (m *Machine) reportRace(t *Thread, e *raceEvent, a, b *access) {
	first := FirstAccess{Thread: m.threads[b.epoch.thread()].name, Func: b.place.fn.ir.Name, Pos: b.place.fn.pos[b.place.pc]}
	v := Violation{Property: verdict.Race, Thread: t.name, First: &first}
	if e.depth > 0 {
		for _, p := range m.race.stacks[e.stack : e.stack+e.depth] {
			v.Stack = append(v.Stack, Location{p.fn.ir.Name, p.fn.pos[p.pc], p.fn.ir.Model, p.fn.ir.Role})
		}
	} else {
		v.Stack = t.stack()
	}
	l := where(v.Stack)
	v.Pos, v.Func = l.Pos, l.Func
	v.Message = fmt.Sprintf("%s of %s races with the %s by %s", a.describe(), m.describe(e.o), b.describe(), first.Thread)
	if at := first.Pos.Text(m.prog.Files); at != "" {
		v.Message += " at " + at
	}
	m.addViolation(v)
}

// describe names an access for people.
func (a *access) describe() string {
	switch a.how {
	case byFree:
		return "free"
	case byBirth:
		return "initialisation"
	}
	s := "read"
	if a.kind.writes() {
		s = "write"
	}
	if a.kind.atomic() {
		s = "atomic " + s
	}
	return fmt.Sprintf("%s of %d %s", s, a.size, plural(uint64(a.size), "byte"))
}

// Races returns the races that were found so far, in the order of execution.
func (m *Machine) Races() []Violation {
	var races []Violation
	for _, v := range m.violations {
		if v.Property == verdict.Race {
			races = append(races, v)
		}
	}
	return races
}
