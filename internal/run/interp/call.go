package interp

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
)

func (m *Machine) call(t *Thread, in *inst, regs []wide.Word) outcome {
	ci := &t.top().fn.calls[in.aux]
	fn := m.code(ci.callee)
	if !fn.ir.HasBody() {
		return m.unsupported(t, "call of "+fn.ir.Name)
	}
	if len(t.slots)+fn.numSlots > maxSlots || len(t.frames) >= maxFrames || m.live > m.conf.MaxMemory {
		return m.limit(t, MemoryLimit)
	}
	t.sleeps = t.sleeps || fn.ir.Role.Verb == ir.VerbSleep
	callee := m.push(t, fn, in.dst, fn.ir.Result)
	// push may have moved the slots, but regs still has the caller's values.
	for i, a := range ci.args {
		callee[fn.params[i]] = regs[a]
	}
	m.passed(t, fn, ci.args)
	return jumped
}

// callPtr calls the function that the first argument points to. Arguments that
// the callee does not get are unspecified, surplus ones are dropped, widths of
// integers are adapted.
func (m *Machine) callPtr(t *Thread, in *inst, regs []wide.Word) outcome {
	ci := &t.top().fn.calls[in.aux]
	p := regs[ci.args[0]]
	fn := m.functionAt(p)
	if fn == nil {
		if p.Hi == 0 {
			return m.badPointer(t, p, "call")
		}
		if o := m.object(p.Hi); o == nil || o.dead {
			return m.badPointer(t, p, "call")
		}
		return m.fail(t, verdict.Memory, verdict.OutOfBounds, "call through a pointer that is not to a function")
	}
	if !fn.ir.HasBody() {
		return m.unsupported(t, "call of "+fn.ir.Name)
	}
	if len(t.slots)+fn.numSlots > maxSlots || len(t.frames) >= maxFrames || m.live > m.conf.MaxMemory {
		return m.limit(t, MemoryLimit)
	}
	m.branches(t, ci.args[0])
	args := make([]wide.Word, len(fn.params))
	for i, r := range fn.params {
		to := fn.ir.Regs[r].Type
		if i+1 < len(ci.args) {
			args[i] = m.adapt(regs[ci.args[i+1]], ci.types[i+1], to)
			continue
		}
		v, out := m.choose(t, Choice{Reason: ir.ChooseUninit, Type: to})
		if out != next {
			return out
		}
		args[i] = v
	}
	callee := m.push(t, fn, in.dst, ci.result)
	for i, r := range fn.params {
		callee[r] = args[i]
	}
	m.passed(t, fn, ci.args[1:])
	return jumped
}

// adapt gives a value of one type the form of another.
func (m *Machine) adapt(v wide.Word, from, to ir.Type) wide.Word {
	switch {
	case from == to:
		return v
	case from.IsPtr():
		a, _ := m.address(v)
		m.expose(v)
		return wrap(wide.Word{Lo: a}, to.Bits(m.prog.Model))
	case from.Bits(m.prog.Model) <= 64:
		v.Hi = 0
	}
	v = wrap(v, to.Bits(m.prog.Model))
	if to.IsPtr() {
		return m.intToPtr(v.Lo)
	}
	return v
}

// ret leaves a function. Its objects end there; if another thread can reach
// one of them, that is a visible operation.
func (m *Machine) ret(t *Thread, in *inst, regs []wide.Word) outcome {
	if len(t.frames) == 1 {
		return m.lastReturn(t, in, regs)
	}
	if out := m.endObjects(t, t.top(), false); out != next {
		return out
	}
	fr := t.top()
	fn := fr.fn
	v := wide.Word{}
	if in.a >= 0 {
		v = regs[in.a]
	}
	if fr.result != fn.ir.Result && fr.result != ir.NoType {
		if fn.ir.Result == ir.NoType {
			var out outcome
			if v, out = m.choose(t, Choice{Reason: ir.ChooseUninit, Type: fr.result}); out != next {
				return out
			}
		} else {
			v = m.adapt(v, fn.ir.Result, fr.result)
		}
	}
	dst, on := fr.dst, m.returns(t, in)
	t.pop()
	if m.attempt != nil {
		m.attempt.logFrame(t)
	}
	caller := t.top()
	if fr.result != ir.NoType || in.a >= 0 {
		t.slots[caller.base+dst] = v
		m.returned(t, dst, on)
	}
	caller.pc++
	return jumped
}

// lastReturn is the return from a thread's first function: the end of the
// thread, and for the start function of the process.
func (m *Machine) lastReturn(t *Thread, in *inst, regs []wide.Word) outcome {
	if !t.first {
		return m.threadExit(t)
	}
	status := wide.Word{}
	if in.a >= 0 {
		status = wrap(regs[in.a], 32)
	}
	return m.halt(t, status)
}

// threadExit ends a thread: its frames' objects and its thread-locals die.
func (m *Machine) threadExit(t *Thread) outcome {
	if !m.visible(t) {
		return wait
	}
	if m.foot != nil {
		m.seenEnd(t, footprint.Writes, footprint.Access)
	}
	m.note(t, 3, 0)
	if m.conf.Observer != nil {
		m.observe(t, Observation{Kind: ObservedExit})
	}
	if m.commit(t) {
		return blocked
	}
	for i := range t.frames {
		m.endObjects(t, &t.frames[i], true)
	}
	for _, r := range t.tls {
		if o := m.object(r); o != nil && !o.dead {
			m.kill(t, o)
		}
	}
	m.live -= min(m.live, uint64(cap(t.slots))*slotCost)
	t.counts = nil
	t.frames, t.slots, t.locals, t.allocas, t.tls = nil, nil, nil, nil, nil
	t.depends = nil
	t.sections = t.sections[:0]
	m.retire(t, Finished)
	if m.processes != nil {
		m.lastThread(t)
	}
	return parted
}

// endObjects kills a frame's objects that are still alive. Unless forced, it
// waits when one of them is visible and the step is spent.
func (m *Machine) endObjects(t *Thread, fr *frame, forced bool) outcome {
	locals := t.locals[fr.locals:]
	if n := len(fr.fn.ir.Locals); n < len(locals) {
		locals = locals[:n]
	}
	allocas := t.allocas[fr.allocas:]
	if len(locals) == 0 && len(allocas) == 0 {
		return next
	}
	if !forced {
		shared := false
		for _, list := range [...][]ref{locals, allocas} {
			for _, r := range list {
				if o := m.object(r); r != 0 && o != nil && o.visible && !o.dead {
					shared = true
				}
			}
		}
		if shared {
			if !m.visible(t) {
				return wait
			}
			m.note(t, 4, 0)
		}
	}
	for _, list := range [...][]ref{locals, allocas} {
		for _, r := range list {
			if o := m.object(r); r != 0 && o != nil && !o.dead {
				m.kill(t, o)
			}
		}
	}
	return next
}

// spawn creates a thread.
func (m *Machine) spawn(t *Thread, in *inst, regs []wide.Word) outcome {
	fn := m.code(ir.FuncID(in.aux))
	if !fn.ir.HasBody() {
		return m.unsupported(t, "thread function "+fn.ir.Name)
	}
	if !m.visible(t) {
		return wait
	}
	if len(m.threads) >= maxThreads {
		return m.limit(t, MemoryLimit)
	}
	arg := regs[in.a]
	if o := m.object(arg.Hi); o != nil {
		m.escape(o)
	}
	if m.attempt != nil {
		m.attempt.logSpawn(t, arg, m.handles[arg])
	}
	if m.conf.Alone > 0 && len(m.threads) == 1 {
		m.most = m.steps + m.conf.MaxSteps
		m.pause = m.polled()
	}
	child := m.newThread(t, fn, arg)
	if m.foot != nil {
		m.seenHandle(arg, footprint.Writes)
		m.foot.Spawned = append(m.foot.Spawned, child.id)
	}
	m.handles[arg] = child
	if m.foot != nil && m.conf.Threads > 0 {
		m.seenNumber()
	}
	m.begins(t, child)
	m.note(t, 5, uint64(child.index))
	if m.conf.Memory != nil {
		m.conf.Memory.Spawn(t, child)
	}
	m.announce(t, ObservedSpawn, eventSpawn, child)
	return next
}

// begins lets a new thread run with the next step of its creator, unless there are too many.
func (m *Machine) begins(t, child *Thread) {
	if limit := m.conf.Threads; limit > 0 && child.index >= limit {
		m.cut(verdict.ThreadBound, limit, t.Where())
		m.retire(child, Stopped)
		return
	}
	m.starting = append(m.starting, child)
}

// announce tells the observer and the race detector of the creation or the join of another thread.
func (m *Machine) announce(t *Thread, observed ObservedKind, event eventKind, other *Thread) {
	if m.conf.Observer != nil {
		m.observe(t, Observation{Kind: observed, Other: other})
	}
	if m.race != nil {
		m.happens(t, raceEvent{kind: event, other: other})
	}
}

// maxThreads bounds the threads of an execution.
const maxThreads = 1 << 16

// join waits for the end of a thread.
func (m *Machine) join(t *Thread, handle wide.Word) outcome {
	target := m.handles[handle]
	if target == nil {
		out := m.unsupported(t, fmt.Sprintf("join of a value that is no thread (%#x)", handle.Lo))
		if m.foot != nil && out != wait {
			m.seenHandle(handle, footprint.Reads)
		}
		return out
	}
	if !m.visible(t) {
		return wait
	}
	if m.foot != nil {
		m.seenHandle(handle, footprint.Reads)
		m.seenEnd(target, footprint.Reads, footprint.Join)
	}
	if target.state != Finished {
		return m.waits(t, Wait{Kind: WaitJoin, Owners: []*Thread{target}})
	}
	m.note(t, 6, uint64(target.index))
	if m.conf.Memory != nil {
		m.conf.Memory.Join(t, target)
	}
	m.announce(t, ObservedJoin, eventJoin, target)
	return next
}
