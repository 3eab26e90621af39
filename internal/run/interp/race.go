package interp

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/race"
)

// raceEvents passes the events of an execution to the detector of races (package race). The events of an
// attempt are held back until the attempt is kept (commit).
type raceEvents struct {
	detector *race.Detector
	pending  []raceEvent
	stacks   []race.Location // of the pending events, innermost first
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
	access   race.Kind
	order    ir.MemOrder
	modifies bool // a successful read-modify-write
	source   race.Source
	o        *object
	off, n   uint64
	channel  race.Channel
	other    *Thread // spawned or joined
	stack    int     // pending: the first in stacks
	depth    int
}

// happens records an event of a running thread.
func (m *Machine) happens(t *Thread, e raceEvent) {
	d := m.race
	if m.attempt == nil {
		m.apply(t, &e)
		return
	}
	e.stack = len(d.stacks)
	for i := len(t.frames) - 1; i >= 0; i-- {
		d.stacks = append(d.stacks, race.Location{Func: t.frames[i].fn.id, PC: t.frames[i].pc})
	}
	e.depth = len(d.stacks) - e.stack
	d.pending = append(d.pending, e)
}

// touches records an access to bytes of an object.
func (m *Machine) touches(t *Thread, o *object, off, n uint64, kind race.Kind, order ir.MemOrder, modifies bool) {
	if o.model || o.constant || inModelSection(t) {
		return
	}
	e := raceEvent{kind: eventAccess, access: kind, order: order, modifies: modifies, o: o, off: off, n: n}
	if m.conf.Memory != nil && o.visible {
		e.source = m.access.Source
	}
	m.happens(t, e)
}

func inModelSection(t *Thread) bool {
	n := len(t.sections)
	return n > 0 && t.sections[n-1] == ir.ModelSection
}

// born records that an object began with a value, and freed that a heap object is freed.
func (m *Machine) born(t *Thread, o *object) {
	if o.size > 0 {
		m.happens(t, raceEvent{kind: eventBirth, o: o})
	}
}

func (m *Machine) freed(t *Thread, o *object) {
	if o.visible && !o.model {
		m.happens(t, raceEvent{kind: eventFree, o: o})
	}
}

// settle applies the events of an attempt that is kept; forget drops the events of an attempt that is not.
func (d *raceEvents) settle(m *Machine, t *Thread) {
	for i := range d.pending {
		m.apply(t, &d.pending[i])
	}
	d.forget()
}

func (d *raceEvents) forget() {
	clear(d.pending)
	d.pending, d.stacks = d.pending[:0], d.stacks[:0]
}

// apply hands an event to the detector.
func (m *Machine) apply(t *Thread, e *raceEvent) {
	d := m.race.detector
	var races []race.Race
	switch e.kind {
	case eventAccess:
		a := race.Access{At: m.placeOf(t, e), Off: e.off, Size: uint8(e.n), Kind: e.access}
		races = d.Access(t.index, m.shadowOf(e.o), e.off, e.off+e.n, a, e.order, e.modifies, e.source)
	case eventBirth:
		d.Birth(t.index, m.shadowOf(e.o), m.placeOf(t, e))
	case eventFree:
		if e.o.shadow != nil {
			races = d.Free(t.index, e.o.shadow, m.placeOf(t, e))
		}
	case eventFence:
		d.Fence(t.index, e.order)
	case eventSend:
		d.Send(t.index, e.channel)
	case eventRecv:
		d.Recv(t.index, e.channel)
	case eventSpawn:
		d.Spawn(t.index, e.other.index)
	case eventJoin:
		d.Join(t.index, e.other.index)
	case eventEnter:
		d.Enter(t.index)
	case eventLeave:
		d.Leave(t.index)
	}
	m.live += d.TakeCost()
	for i := range races {
		m.reportRace(t, e, &races[i].Later, &races[i].Earlier)
	}
}

func (m *Machine) shadowOf(o *object) *race.Shadow {
	if o.shadow == nil {
		o.shadow = race.NewShadow(o.size)
		m.live += o.shadow.Cost()
	}
	return o.shadow
}

// placeOf returns the place of an event in the program.
func (m *Machine) placeOf(t *Thread, e *raceEvent) race.Location {
	if e.depth > 0 {
		stack := m.race.stacks[e.stack : e.stack+e.depth]
		for _, p := range stack {
			if !m.prog.Funcs[p.Func].Model {
				return p
			}
		}
		return stack[0]
	}
	fr := t.top()
	for i := len(t.frames) - 1; i >= 0; i-- {
		if !t.frames[i].fn.ir.Model {
			fr = &t.frames[i]
			break
		}
	}
	return race.Location{Func: fr.fn.id, PC: fr.pc}
}

func (m *Machine) reportRace(t *Thread, e *raceEvent, a, b *race.Access) {
	earlier := m.locationOf(b.At)
	first := FirstAccess{Thread: m.threads[b.Thread()].name, Func: earlier.Func, Pos: earlier.Pos}
	v := Violation{Property: verdict.Race, Thread: t.name, First: &first, Object: e.o.ref, Offset: e.off}
	if e.depth > 0 {
		for _, p := range m.race.stacks[e.stack : e.stack+e.depth] {
			v.Stack = append(v.Stack, m.locationOf(p))
		}
	} else {
		v.Stack = t.stack()
	}
	l := where(v.Stack)
	v.Pos, v.Func = l.Pos, l.Func
	v.Name = m.describeAt(e.o, a.At)
	v.Message = fmt.Sprintf("%s of %s races with the %s by %s", describeAccess(a), v.Name, describeAccess(b), first.Thread)
	if at := first.Pos.Text(m.prog.Files); at != "" {
		v.Message += " at " + at
	}
	m.addViolation(v)
}

// describeAt names an object; for one without a name, it names the part that is accessed at a place.
func (m *Machine) describeAt(o *object, at race.Location) string {
	if in := m.code(at.Func).src[at.PC]; o.kind == kindHeap && in != nil && in.Op.Accesses() && in.Text != "" {
		return in.Text
	}
	return m.describe(o)
}

func (m *Machine) locationOf(p race.Location) Location {
	fn := m.code(p.Func)
	return Location{fn.ir.Name, fn.pos[p.PC], fn.ir.Model, fn.ir.Role}
}

// describeAccess returns the name of an access for messages.
func describeAccess(a *race.Access) string {
	switch a.How {
	case race.ByFree:
		return "free"
	case race.ByBirth:
		return "initialisation"
	}
	s := "read"
	if a.Kind.Writes() {
		s = "write"
	}
	if a.Kind.Atomic() {
		s = "atomic " + s
	}
	return fmt.Sprintf("%s of %d %s", s, a.Size, plural(uint64(a.Size), "byte"))
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
