package interp

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// Loops selects how a machine handles loops that may run for ever.
type Loops uint8

// The ways to handle loops. The zero value lets every loop run.
const (
	// RunLoops executes every iteration.
	RunLoops Loops = iota
	// CutIdle stops a thread that comes to a loop's header again with the same state, without a visible
	// operation or a choice in between: it would never reach another one.
	CutIdle
	// CutAwait stops a thread that comes to a loop's header again with the same state and has not acted in
	// between (package loops). Its behaviour after another iteration is that of an execution in which it
	// reads later. A race of a read in the loop gets the iteration that it needs.
	CutAwait
)

// Cuts returns where the bounds of Config stopped threads, each place once.
func (m *Machine) Cuts() []verdict.Mark { return m.cuts }

// spin holds the data about a thread's loops.
type spin struct {
	visits         []loopVisit // of loops that control is in, outermost first; those beyond the length keep their memory
	stamp          uint64      // counts visits of headers
	acts           uint64      // counts changes that other threads or callers can see
	operations     uint64      // visible ones
	reads          uint64      // counts accesses that may race although they do not act
	stopped        bool
	sideEffectFree bool // by an iteration that changed nothing, which began at:
	from           iteration
	repeats        bool       // it would be done again with the same values: it has no choice, and needs no other read before the loop
	seen           []seenRead // the last atomic reads that may be part of one
}

// seenRead is an atomic read of a waiting loop, or before one.
type seenRead struct {
	instr            *ir.Instr
	order            ir.MemOrder
	depth            int // frames of the thread
	at, value        wide.Word
	operations, acts uint64 // of the thread, with the read
}

// mostSeen bounds spin.seen.
const mostSeen = 16

// saw records an atomic read.
func (t *Thread) saw(in *ir.Instr, order ir.MemOrder, at, value wide.Word) {
	s := &t.spin
	if len(s.seen) == mostSeen {
		copy(s.seen, s.seen[1:])
		s.seen = s.seen[:mostSeen-1]
	}
	s.seen = append(s.seen, seenRead{in, order, len(t.frames), at, value, s.operations, s.acts})
}

// iteration is where an iteration begins: after so many visible operations and choices
// of the thread.
type iteration struct {
	steps  uint64
	inputs int
}

// loopVisit is the last visit of a loop's header.
type loopVisit struct {
	depth      int // frames of the thread
	header     int32
	count      int // visits before
	stamp      uint64
	acts       uint64
	reads      uint64
	operations uint64 // and choices: the events that CutIdle counts
	inputs     int
	steps      uint64
	sections   int
	excused    bool // an iteration with reads that did not act was let pass
	words      []wide.Word
	bytes      []byte
	renewal    *loops.Renewal // how control came to the loop, in the first visit
	read       seenRead       // of renewal
}

// headerInfo holds the data of the hook at a loop's header.
type headerInfo struct {
	await    bool
	constant bool // loops.Loop.Concrete
	live     []ir.Reg
	locals   []ir.LocalID
	start    int32 // of the header's code
	pos      ir.Pos
	renewals []loops.Renewal
}

// The bits of inst.note, in functions that a waiting loop can run.
const (
	noteActs    = 1 << iota // a write that acts
	noteThrough             // a write through a non-escaping parameter (loops.ThroughParam)
	noteChanges             // it acts iff memory changes
	noteReads               // a race may need the iteration
	noteSeen                // an atomic read
)

// withLoops returns the analysis of the program's loops, and its functions to be
// decoded with their hooks.
func (c *Code) withLoops() (*loops.Info, []*function) {
	if c.hooks == nil {
		c.hooks = make([]*function, len(c.funcs))
	}
	return c.facts.Loops(), c.hooks
}

// addHeaders adds the hooks of the loops' headers, after the code: jumps to the header go there instead, so
// that nothing else has another place.
func (d *decoder) addHeaders(id ir.FuncID) {
	if d.loops == nil {
		return
	}
	list := d.loops.Func(id).Loops
	for i := range list {
		l := &list[i]
		first := d.out.blockPC[l.Header]
		h := headerInfo{await: l.Await, constant: l.Concrete, locals: l.LiveLocals, live: l.Live, start: first, pos: d.out.pos[first], renewals: l.Renewals}
		d.entry[l.Header] = int32(len(d.out.code))
		d.out.add(inst{code: cHeader, aux: int32(len(d.out.headers))}, nil, h.pos, l.Header)
		d.out.headers = append(d.out.headers, h)
	}
}

// noteOf returns inst.note for an instruction.
func (d *decoder) noteOf(id ir.FuncID, b ir.BlockID, i int) uint8 {
	if d.loops == nil || !d.loops.Func(id).Spun {
		return 0
	}
	fn, in := d.loops.Func(id), &d.f.Blocks[b].Instrs[i]
	note := uint8(0)
	switch fn.Action(in) {
	case loops.Acts:
		note = noteActs
	case loops.ThroughParam:
		note = noteThrough
	case loops.IfChanged:
		note = noteChanges
	}
	if fn.Reads(in) && !fn.Repeated(d.f, b, i) {
		note |= noteReads
	}
	if in.Order != ir.NonAtomic && (in.Op == ir.OpLoad || in.Op == ir.OpCmpXchg) {
		note |= noteSeen
	}
	return note
}

// acted records the effect of an access on loops; changed reports that the bytes in memory are different
// now.
func (m *Machine) acted(t *Thread, note uint8, o *object, changed bool) {
	switch {
	case note&noteActs != 0, note&noteChanges != 0 && changed:
		t.spin.acts++
	case note&noteThrough != 0:
		m.actedThrough(t, o)
	}
	if note&noteReads != 0 && !o.model {
		t.spin.reads++
	}
}

// actedThrough records a write through a non-escaping parameter. The write counts as an effect for loops in
// the callers up to the function that owns the local.
func (m *Machine) actedThrough(t *Thread, o *object) {
	if o.kind == kindStack && o.owner == t && m.loops.Func(o.fn).NonEscaping(o.local) {
		for i := len(t.frames) - 1; i >= 0; i-- {
			if at := int(t.frames[i].locals) + int(o.local); t.frames[i].fn.id == o.fn && t.locals[at] == o.ref {
				t.spin.forgetDeeper(i + 1)
				return
			}
		}
	}
	t.spin.acts++
}

// forgetDeeper forgets the loops of frames beyond a depth: they are over.
func (s *spin) forgetDeeper(depth int) {
	n := len(s.visits)
	for n > 0 && s.visits[n-1].depth > depth {
		n--
	}
	s.visits = s.visits[:n]
}

// rollBack undoes the records of an attempt. stamp and acts are their values at its beginning.
func (s *spin) rollBack(stamp, acts uint64) {
	n := len(s.visits)
	for n > 0 && s.visits[n-1].stamp > stamp {
		n--
	}
	s.visits, s.acts = s.visits[:n], acts
}

// header is the hook of a loop's header. It counts as no instruction.
func (m *Machine) header(t *Thread, in *inst, regs []wide.Word) outcome {
	h := &t.top().fn.headers[in.aux]
	if out := m.arrive(t, h, in.aux, regs); out != next {
		return out
	}
	t.top().pc = h.start
	m.steps--
	return jumped
}

// arrive is an arrival of a thread at a loop's header.
func (m *Machine) arrive(t *Thread, h *headerInfo, header int32, regs []wide.Word) outcome {
	s := &t.spin
	depth := len(t.frames)
	s.forgetDeeper(depth)
	at := len(s.visits) - 1
	for at >= 0 && s.visits[at].depth == depth && s.visits[at].header != header {
		at--
	}
	s.stamp++
	if at < 0 || s.visits[at].depth != depth {
		v := s.push()
		*v = loopVisit{depth: depth, header: header, words: v.words, bytes: v.bytes}
		m.visit(t, v, h, regs)
		if !m.conf.Blocks {
			s.enter(v, h)
		}
		return next
	}
	v := &s.visits[at]
	s.visits = s.visits[:at+1]
	v.count++
	bound := m.conf.Unwind
	if h.constant {
		bound = m.conf.ConstantUnwind
	}
	full := bound > 0 && v.count >= bound
	free := h.await && m.sideEffectFree(t, v, h, regs)
	switch {
	case !free && !full:
		if !h.await {
			v.stamp = s.stamp
		}
		return next
	case !free:
		at := t.Where()
		if fn := t.top().fn.ir; !fn.Model {
			at = Location{Func: fn.Name, Pos: h.pos}
		}
		m.cut(verdict.LoopBound, bound, at)
	}
	if m.attempt == nil {
		s.stopped, s.sideEffectFree = true, free
	}
	return m.stop(t)
}

// sideEffectFree reports whether a thread at the head of an await loop has the state of its last visit v,
// so that it can be stopped there.
func (m *Machine) sideEffectFree(t *Thread, v *loopVisit, h *headerInfo, regs []wide.Word) bool {
	s := &t.spin
	reads, excused := s.reads != v.reads, v.excused
	idle := v.operations == s.operations && v.inputs == len(t.inputs)
	same := v.acts == s.acts && v.sections == len(t.sections)
	from, began := iteration{v.steps, v.inputs}, v.operations
	renewal := v.renewal
	alike, renewed := m.visit(t, v, h, regs)
	same = same && alike && (!renewed || m.renews(t, v, regs, began))
	v.excused, v.renewal = false, nil
	switch {
	case !same || m.conf.Loops == RunLoops || m.conf.Loops == CutIdle && (!idle || m.attempt != nil):
		return false
	case m.race != nil && reads && !excused:
		v.excused, v.renewal = true, renewal
		return false
	}
	s.from, s.repeats = from, !renewed && from.inputs == len(t.inputs)
	return true
}

// enter finds the way on which control came to a loop.
func (s *spin) enter(v *loopVisit, h *headerInfo) {
	if len(s.seen) == 0 {
		return
	}
	last := &s.seen[len(s.seen)-1]
	if last.operations != s.operations || last.acts != s.acts || last.depth != v.depth {
		return
	}
	for i := range h.renewals {
		if h.renewals[i].Read == last.instr {
			v.renewal, v.read = &h.renewals[i], *last
		}
	}
}

// renews reports whether a read of the iteration that began after so many operations has the value that the variables of
// the visit's renewal hold.
func (m *Machine) renews(t *Thread, v *loopVisit, regs []wide.Word, began uint64) bool {
	for i := range t.spin.seen {
		r := &t.spin.seen[i]
		if r.operations > began && r.order == v.read.order && r.at == v.read.at && r.instr.Type == v.read.instr.Type && m.hold(t, v.renewal, regs, r.value) {
			return true
		}
	}
	return false
}

// hold reports whether the variables of a renewal hold a value.
func (m *Machine) hold(t *Thread, r *loops.Renewal, regs []wide.Word, value wide.Word) bool {
	for _, k := range r.Regs {
		if regs[k] != value {
			return false
		}
	}
	first := t.top().locals
	for _, k := range r.Locals {
		o := m.object(t.locals[first+int32(k)])
		if o == nil || o.anyUninit(0, o.size) || o.lack != nil || m.value(o, 0, r.Read.Type) != value {
			return false
		}
	}
	return true
}

// push adds a visit. It reuses the memory of an earlier one.
func (s *spin) push() *loopVisit {
	if n := len(s.visits); n < cap(s.visits) {
		s.visits = s.visits[:n+1]
	} else {
		s.visits = append(s.visits, loopVisit{})
	}
	return &s.visits[len(s.visits)-1]
}

// visit saves the thread's state at a header; it reports whether it is as it was
// saved before. renewed reports that variables of the visit's renewal differ, which do not count for same.
func (m *Machine) visit(t *Thread, v *loopVisit, h *headerInfo, regs []wide.Word) (same, renewed bool) {
	v.stamp, v.acts, v.reads = t.spin.stamp, t.spin.acts, t.spin.reads
	v.operations, v.inputs, v.sections = t.spin.operations, len(t.inputs), len(t.sections)
	v.steps = t.steps
	same = len(v.words) >= len(h.live)
	if !same {
		v.words = append(v.words[:0], make([]wide.Word, len(h.live))...)
	}
	for i, r := range h.live {
		if v.words[i] != regs[r] {
			v.words[i] = regs[r]
			if v.renewal != nil && slices.Contains(v.renewal.Regs, r) {
				renewed = true
				continue
			}
			same = false
		}
	}
	if len(h.locals) == 0 {
		v.words = v.words[:len(h.live)]
		return same, renewed
	}
	extra, old := v.words[len(h.live):len(h.live)], v.words[len(h.live):]
	bytes, before := v.bytes[:0], v.bytes
	first := t.top().locals
	for _, l := range h.locals {
		o := m.object(t.locals[first+int32(l)])
		if o == nil || t.locals[first+int32(l)] == 0 {
			extra, same = put(extra, old, wide.Word{}, same)
			continue
		}
		extra, same = put(extra, old, wide.Word{Lo: o.ref, Hi: o.unset}, same)
		others := same
		for _, w := range o.uninit {
			extra, same = put(extra, old, wide.Word{Lo: w, Hi: 1}, same)
		}
		for _, w := range o.prov {
			extra, same = put(extra, old, wide.Word{Lo: w, Hi: 2}, same)
		}
		for _, b := range o.lack {
			bytes, same = put(bytes, before, b, same)
		}
		for _, b := range o.data {
			bytes, same = put(bytes, before, b, same)
		}
		if others && !same && v.renewal != nil && slices.Contains(v.renewal.Locals, l) {
			same, renewed = true, true
		}
	}
	same = same && len(extra) == len(old) && len(bytes) == len(before)
	v.words = append(v.words[:len(h.live)], extra...)
	v.bytes = bytes
	return same, renewed
}

// Bounded reports whether the bound on a loop stopped the thread.
func (t *Thread) Bounded() bool {
	return t.state == Stopped && t.spin.stopped && !t.spin.sideEffectFree
}

// put appends a value to a list that takes the place of an old one; it reports
// whether all was the same so far.
func put[E comparable](list, old []E, x E, same bool) ([]E, bool) {
	n := len(list)
	same = same && n < len(old) && old[n] == x
	return append(list, x), same
}

// cut records that a bound stops a thread.
func (m *Machine) cut(b verdict.Bound, limit int, at Location) {
	mark := verdict.Mark{Bound: b, Limit: limit, Location: at.Pos.In(m.prog.Files, at.Func)}
	if !m.probing && !slices.Contains(m.cuts, mark) {
		m.cuts = append(m.cuts, mark)
	}
}
