package interp

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/run/footprint"
	"github.com/heddle-mc/heddle/internal/run/race"
)

// other executes the instructions that the hot loop leaves. The frame's pc is at the instruction.
func (m *Machine) other(t *Thread, in *inst, regs []wide.Word) outcome {
	if in.code < cWide {
		return m.rarer(t, in, regs)
	}
	if in.note&noteActs != 0 && in.code != cStore { // a store records its effect itself
		t.spin.acts++
	}
	switch in.code {
	case cHeader:
		return m.header(t, in, regs)
	case cBlock:
		return m.beginBlock(t, in)
	case cWide:
		return m.wide(t, in, regs)
	case cFloat:
		regs[in.dst] = m.float(t.top().fn.src[t.top().pc], t.top().fn.ir, regs, in)
	case cFuncAddr:
		regs[in.dst] = wide.Word{Hi: m.funcRef(ir.FuncID(in.aux))}
	case cThreadLocalAddr:
		return m.threadLocal(t, in, regs)
	case cPtrDiff:
		d, ok := m.difference(regs[in.a], regs[in.b])
		if !ok {
			return m.unsupported(t, "difference of pointers to objects without an address")
		}
		regs[in.dst] = wide.Word{Lo: d << m.ptrSh >> m.ptrSh}
	case cPtrApart:
		regs[in.dst] = wide.Word{Lo: m.apart(regs[in.a], regs[in.b]) << m.ptrSh >> m.ptrSh}
	case cPtrCompare:
		return m.comparePointers(t, in, regs)
	case cPtrToInt:
		a, ok := m.address(regs[in.a])
		if !ok {
			return m.unsupported(t, "the address of an object that has none (too many, too large, or its life is over)")
		}
		m.expose(regs[in.a])
		regs[in.dst] = wide.Word{Lo: a}
	case cIntToPtr:
		regs[in.dst] = m.intToPtr(regs[in.a].Lo)
	case cEnter:
		return m.enter(t, in, regs)
	case cLeave:
		return m.leave(t, in)
	case cAlloc:
		return m.alloc(t, in, regs)
	case cFree:
		return m.free(t, regs[in.a])
	case cObjectSize:
		return m.objectSize(t, in, regs)
	case cLoad, cLoadAny:
		return m.load(t, in, regs, t.top().fn.src[t.top().pc])
	case cStore, cStoreAny:
		return m.store(t, in, regs, t.top().fn.src[t.top().pc])
	case cRMW:
		return m.rmw(t, in, regs)
	case cCmpXchg:
		return m.cmpXchg(t, in, regs)
	case cFence:
		if !m.visible(t) {
			return wait
		}
		order := t.top().fn.src[t.top().pc].Order
		if m.conf.Memory != nil && m.attempt == nil {
			if out := m.permit(t, m.conf.Memory.Fence(t, order)); out != next {
				return out
			}
		}
		m.note(t, 1, 0)
		if m.conf.Observer != nil {
			m.observe(t, Observation{Kind: ObservedFence})
		}
		if m.race != nil {
			m.happens(t, raceEvent{kind: eventFence, order: order})
		}
	case cCall:
		return m.call(t, in, regs)
	case cCallPtr:
		return m.callPtr(t, in, regs)
	case cRet:
		return m.ret(t, in, regs)
	case cUnreachable:
		return m.unsupported(t, "control reaches a place that the front end declared unreachable")
	case cThreadExit:
		return m.threadExit(t)
	case cHalt:
		return m.halt(t, regs[in.a])
	case cChoose:
		return m.chooseOp(t, in, regs)
	case cAssume:
		if regs[in.a].Lo == 0 {
			return m.stop(t)
		}
	case cAssert:
		if m.conf.Blocks {
			m.observe(t, Observation{Kind: ObservedCheck})
		}
		return m.assert(t, in, regs)
	case cUnsupported:
		return m.unsupported(t, t.top().fn.src[t.top().pc].Text)
	case cLimit:
		mark := verdict.ParseMark(t.top().fn.src[t.top().pc].Text)
		m.cut(mark.Bound, mark.Limit, t.Where())
	case cOutput:
		return m.outputOp(t, in, regs)
	default:
		return m.threading(t, in, regs)
	}
	return next
}

// threading executes an instruction about threads, locks, sections or channels, as other does.
func (m *Machine) threading(t *Thread, in *inst, regs []wide.Word) outcome {
	switch in.code {
	case cSpawn:
		return m.spawn(t, in, regs)
	case cJoin:
		return m.join(t, regs[in.a])
	case cSelf:
		if t.self >= 64 {
			return m.unsupported(t, "a thread whose number is 64 or more")
		}
		regs[in.dst] = wide.Word{Lo: uint64(t.self)}
	case cAcquire:
		return m.acquire(t, in, regs)
	case cRelease:
		return m.release(t, regs[in.a])
	case cLockState:
		return m.lockState(t, in, regs)
	case cBlockUntil:
		return m.blockUntil(t, in, regs)
	case cAtomicBegin:
		return m.atomicBegin(t)
	case cAtomicEnd:
		return m.atomicEnd(t)
	case cFork:
		return m.fork(t, in, regs)
	case cShare:
		m.share(regs[in.a])
	case cSend, cRecv:
		c := race.Channel{Object: regs[in.a].Hi, Offset: regs[in.a].Lo, Number: regs[in.b].Lo}
		if m.conf.Memory != nil {
			m.conf.Memory.Channel(t, c, in.code == cSend)
		}
		if m.race != nil {
			c.Number ^= m.processOf(c.Object) << processShift
			e := raceEvent{kind: eventSend, channel: c}
			class := footprint.Shares
			if in.code == cRecv {
				e.kind, class = eventRecv, footprint.Reads
			}
			if m.foot != nil {
				m.seenChannel(e.channel, class)
			}
			m.happens(t, e)
		}
	default:
		panic("interp: unknown code")
	}
	return next
}

func (m *Machine) comparePointers(t *Thread, in *inst, regs []wide.Word) outcome {
	p, q := regs[in.a], regs[in.b]
	op := t.top().fn.src[t.top().pc].Op
	m.noteCompared(t, op, p, q)
	switch op {
	case ir.OpEq:
		regs[in.dst] = wide.Word{Lo: bit(m.pointersEqual(p, q))}
		return next
	case ir.OpNe:
		regs[in.dst] = wide.Word{Lo: bit(!m.pointersEqual(p, q))}
		return next
	}
	var less, equal bool
	if p.Hi == q.Hi && p.Hi != 0 {
		less, equal = int64(p.Lo) < int64(q.Lo), p.Lo == q.Lo
	} else {
		a, ok1 := m.address(p)
		b, ok2 := m.address(q)
		if !ok1 || !ok2 {
			return m.unsupported(t, "order of pointers to objects without an address")
		}
		less, equal = a < b, a == b
	}
	regs[in.dst] = wide.Word{Lo: bit(less || equal && op == ir.OpULe)}
	return next
}

// assert checks a condition.
func (m *Machine) assert(t *Thread, in *inst, regs []wide.Word) outcome {
	if regs[in.a].Lo != 0 {
		return next
	}
	src := t.top().fn.src[t.top().pc]
	p, text := src.Property(), src.Message()
	params := t.top().fn.ir.Params
	if src.Kind == verdict.NeverInitialised || src.Kind == verdict.UseAfterDestroy && len(params) > 0 && m.chosenNow(t.Register(params[0])) {
		text = NeverInitialised
	}
	if src.Kind == verdict.Overlap {
		text = "copy between places that overlap"
	}
	switch {
	case !src.EndsProcess():
		m.report(t, p, src.Kind, false, "%s", text)
		if m.end.Kind != Running {
			return ended
		}
		return next
	case t.process != 0 && p == verdict.Assert && !m.conf.Properties.Has(p):
		return next // the model ends the process
	case t.process != 0 && p == verdict.Reach && !m.conf.Properties.Has(p):
		return m.unsupported(t, "a child of fork that ends by the error function")
	case p == verdict.Assert:
		return m.fail(t, p, "", "assertion %s fails", text)
	case p == verdict.Reach:
		return m.fail(t, p, "", "%s is reached", cmp.Or(text, "the error function"))
	}
	return m.fail(t, p, "", "%s", cmp.Or(text, p.String()))
}

// NeverInitialised is the message for a mutex or semaphore that looks destroyed because its bytes
// have any value or because the program wrote such bytes, and for a barrier of zeros.
const NeverInitialised = "the object was never initialised"

// chosenNow reports whether bytes at a pointer to a mutex had no value before the section
// that runs.
func (m *Machine) chosenNow(p wide.Word) bool {
	const size = 24 // of a model's data in a mutex, at most
	o := m.object(p.Hi)
	return m.attempt != nil && o != nil && slices.ContainsFunc(m.uninit[m.attempt.uninit:], func(u UninitByte) bool {
		return u.Object == m.key(o) && u.Offset-p.Lo < size
	})
}

// stop ends a thread at a false assume, outside a section. The thread never continues.
func (m *Machine) stop(t *Thread) outcome {
	if m.attempt != nil {
		return m.rollback(t, Wait{Kind: WaitSection})
	}
	m.retire(t, Stopped)
	return parted
}

// halt ends the process. The execution goes on while another process has a thread that can run.
func (m *Machine) halt(t *Thread, status wide.Word) outcome {
	if t.process != 0 && !t.inModel() {
		return m.unsupported(t, "a child of fork that ends inside a function without a body")
	}
	if !m.visible(t) {
		return wait
	}
	m.note(t, 2, status.Lo)
	if m.conf.Observer != nil {
		m.observe(t, Observation{Kind: ObservedHalt})
	}
	if m.commit(t) {
		return blocked
	}
	pos := t.Where().Pos
	if m.processes != nil {
		return m.endProcess(t, End{Kind: Exited, Status: int32(status.Lo), Thread: t.name, Pos: pos})
	}
	m.processEnd()
	if m.end.Kind == Running {
		m.end = End{Kind: Exited, Status: int32(status.Lo), Thread: t.name, Pos: pos}
	}
	return ended
}
