package interp

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// outcome is the effect of one instruction on control flow.
type outcome uint8

const (
	next    outcome = iota // go on with the next instruction
	jumped                 // the innermost frame or its pc changed
	wait                   // before the next visible operation: the step is done
	blocked                // the visible operation cannot be done; nothing changed
	parted                 // the thread finished or stopped
	ended                  // the execution ended
)

// visible reports whether the thread may do a visible operation now: the
// first of the step, or any in an atomic section.
func (m *Machine) visible(t *Thread) bool {
	if m.attempt != nil {
		return true
	}
	if m.spent {
		return false
	}
	m.spent = true
	t.spin.operations++
	return true
}

// note mixes a visible operation into the hash.
func (m *Machine) note(t *Thread, what, value uint64) {
	fr := t.top()
	h := m.hash ^ uint64(t.index)<<56 ^ uint64(fr.fn.id)<<32 ^ uint64(uint32(fr.pc))
	h = (h ^ what) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ value) * 0xbf58476d1ce4e5b9
	m.hash = h ^ h>>32
}

// exec runs a thread until something other than next or jumped comes out, with
// the meaning of that.
func (m *Machine) exec(t *Thread) outcome {
	for {
		switch out := m.frame(t); out {
		case jumped:
			if m.steps > m.pause {
				if out := m.poll(t); out != next {
					return out
				}
			}
		default:
			return out
		}
	}
}

// poll ends the execution if it has to end now, and sets when to poll again.
func (m *Machine) poll(t *Thread) outcome {
	if m.steps > m.most {
		return m.limit(t, StepLimit)
	}
	select {
	case <-m.conf.Done:
		return m.limit(t, Interrupted)
	default:
	}
	if m.live > m.conf.MaxMemory {
		return m.limit(t, MemoryLimit)
	}
	if m.steps-m.began > aheadSteps && m.left(t) && !m.fails(t) || m.conf.Ahead > 0 && m.steps-m.began > m.conf.Ahead {
		return m.stop(t)
	}
	m.pause = m.polled()
	return next
}

// polled returns the number of instructions at which to poll again.
func (m *Machine) polled() uint64 {
	at := m.steps + pollInterval
	if m.conf.Ahead > 0 {
		at = min(at, m.steps+m.conf.Ahead)
	}
	return min(m.most, at)
}

// frame runs the innermost frame of a thread until another frame is the innermost.
//
// This is the hot loop: operands are slots of regs, results are written zero-extended. A case does
// its common work, with registers and plain memory only. It leaves the rest to other, before it has changed anything.
func (m *Machine) frame(t *Thread) outcome {
	fr := t.top()
	fn, code := fr.fn, fr.fn.code
	regs := t.slots[fr.base : int(fr.base)+fn.numSlots]
	pc, steps, limit := fr.pc, m.steps, m.pause
	v, usual := uint64(0), false // the result, and whether there is one that needs nothing else
	for {
		in := &code[pc]
		steps++
	again:
		switch in.code {
		case cCopy:
			regs[in.dst] = regs[in.a]
		case cAdd:
			regs[in.dst] = wide.Word{Lo: (regs[in.a].Lo + regs[in.b].Lo) << in.sh >> in.sh}
		case cSub:
			regs[in.dst] = wide.Word{Lo: (regs[in.a].Lo - regs[in.b].Lo) << in.sh >> in.sh}
		case cMul:
			regs[in.dst] = wide.Word{Lo: (regs[in.a].Lo * regs[in.b].Lo) << in.sh >> in.sh}
		case cAddS:
			v, usual = added(regs[in.a].Lo, regs[in.b].Lo, in.sh)
			goto computed
		case cSubS:
			v, usual = subtracted(regs[in.a].Lo, regs[in.b].Lo, in.sh)
			goto computed
		case cMulS:
			v, usual = multiplied(regs[in.a].Lo, regs[in.b].Lo, in.sh)
			goto computed
		case cUDiv:
			v, usual = quotient(regs[in.a].Lo, regs[in.b].Lo)
			goto computed
		case cURem:
			v, usual = remainder(regs[in.a].Lo, regs[in.b].Lo)
			goto computed
		case cShl:
			v, usual = shifted(regs[in.a].Lo, regs[in.b].Lo, in.sh)
			goto computed
		case cAnd:
			regs[in.dst] = wide.Word{Lo: regs[in.a].Lo & regs[in.b].Lo}
		case cOr:
			regs[in.dst] = wide.Word{Lo: regs[in.a].Lo | regs[in.b].Lo}
		case cXor:
			regs[in.dst] = wide.Word{Lo: regs[in.a].Lo ^ regs[in.b].Lo}
		case cEq:
			regs[in.dst] = wide.Word{Lo: bit(regs[in.a].Lo == regs[in.b].Lo)}
		case cNe:
			regs[in.dst] = wide.Word{Lo: bit(regs[in.a].Lo != regs[in.b].Lo)}
		case cULt:
			regs[in.dst] = wide.Word{Lo: bit(regs[in.a].Lo < regs[in.b].Lo)}
		case cULe:
			regs[in.dst] = wide.Word{Lo: bit(regs[in.a].Lo <= regs[in.b].Lo)}
		case cSLt:
			regs[in.dst] = wide.Word{Lo: bit(signed(regs[in.a].Lo, in.sh) < signed(regs[in.b].Lo, in.sh))}
		case cSLe:
			regs[in.dst] = wide.Word{Lo: bit(signed(regs[in.a].Lo, in.sh) <= signed(regs[in.b].Lo, in.sh))}
		case cSelect:
			from := in.c
			if regs[in.a].Lo != 0 {
				from = in.b
			}
			regs[in.dst] = regs[from]
		case cTrunc, cZExt:
			regs[in.dst] = wide.Word{Lo: regs[in.a].Lo << in.sh >> in.sh}
		case cSExt:
			regs[in.dst] = wide.Word{Lo: uint64(signed(regs[in.a].Lo, uint8(in.aux))) << in.sh >> in.sh}
		case cFAdd64, cFSub64, cFMul64, cFDiv64, cFEq64, cFLt64, cFLe64:
			regs[in.dst] = float64s(in.code, regs[in.a], regs[in.b])
		case cGlobalAddr:
			regs[in.dst] = wide.Word{Hi: m.globalRef(ir.GlobalID(in.aux))}
		case cPtrAdd:
			regs[in.dst] = wide.Word{Lo: m.offset(regs[in.a].Lo+regs[in.b].Lo, regs[in.a].Hi), Hi: regs[in.a].Hi}
		case cLoad:
			v, usual = m.plainLoad(in, regs[in.a])
			goto computed
		case cStore:
			usual = m.plainStore(in, regs[in.a], regs[in.b])
			goto computed // its result goes to the slot of unwanted ones
		case cBr:
			pc = in.aux
			goto branched
		case cSwitch:
			pc = fn.switches[in.aux].find(regs[in.a].Lo)
			goto branched
		case cCondBr:
			pc = in.c
			if regs[in.a].Lo != 0 {
				pc = in.b
			}
			goto branched
		case cPlace, cDepend:
			fr.pc = pc
			if in = m.hooked(t, in, steps); in == nil {
				m.steps = steps
				return wait
			}
			goto again
		default:
			goto other
		}
		goto done
	computed:
		if usual {
			regs[in.dst] = wide.Word{Lo: v}
			goto done
		}
	other:
		fr.pc, m.steps = pc, steps
		if out := m.other(t, in, regs); out != next {
			return out
		}
	done:
		pc++
		continue
	branched:
		if steps > limit {
			fr.pc, m.steps = pc, steps
			return jumped
		}
	}
}

// hooked returns the instruction at a hook, after the hook's own work; nil: the thread pauses before it.
func (m *Machine) hooked(t *Thread, hook *inst, steps uint64) *inst {
	fn := t.top().fn
	if hook.code == cPlace {
		if m.pauses(t, steps) {
			return nil
		}
		return &fn.places[hook.aux].op
	}
	in := &fn.hooked[hook.aux]
	m.depends(t, in, fn.src[t.top().pc])
	return in
}

// plainLoad reads whole bytes of a live object that are no more than their value, if the access is not an
// operation that others see.
func (m *Machine) plainLoad(in *inst, p wide.Word) (v uint64, plain bool) {
	o, n := m.object(p.Hi), uint64(in.size)
	if o == nil || o.size < n || p.Lo > o.size-n || o.dead || o.watched || o.prov != nil || o.uninit != nil || o.lack != nil {
		return 0, false
	}
	switch n {
	case 4:
		v = uint64(binary.LittleEndian.Uint32(o.data[p.Lo:]))
	case 8:
		v = binary.LittleEndian.Uint64(o.data[p.Lo:])
	case 1:
		v = uint64(o.data[p.Lo])
	default:
		v = o.raw(p.Lo, n)
	}
	return v << in.sh >> in.sh, true
}

// plainStore is plainLoad for a write; nothing is written if it is not plain.
func (m *Machine) plainStore(in *inst, p, x wide.Word) (plain bool) {
	o, n := m.object(p.Hi), uint64(in.size)
	if o == nil || o.size < n || p.Lo > o.size-n || o.dead || o.watched || o.constant || o.readOnly ||
		o.prov != nil || o.uninit != nil || o.lack != nil || x.Hi != 0 || m.attempt != nil || in.note != 0 {
		return false
	}
	o.putRaw(p.Lo, n, x.Lo)
	return true
}

// float64s executes the common operations on two binary64 numbers.
func float64s(op code, a, b wide.Word) wide.Word {
	x, y := f64(a), f64(b)
	switch op {
	case cFAdd64:
		return fromF64(x + y)
	case cFSub64:
		return fromF64(x - y)
	case cFMul64:
		return fromF64(x * y)
	case cFDiv64:
		return fromF64(x / y)
	case cFEq64:
		return wide.Word{Lo: bit(x == y)}
	case cFLt64:
		return wide.Word{Lo: bit(x < y)}
	}
	return wide.Word{Lo: bit(x <= y)}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func f64(w wide.Word) float64 { return math.Float64frombits(w.Lo) }

// added returns a + b as a signed result of 64-sh bits, and whether it is exact.
func added(a, b uint64, sh uint8) (v uint64, exact bool) {
	x, y := signed(a, sh), signed(b, sh)
	s := x + y
	return uint64(s) << sh >> sh, s<<sh>>sh == s && (x^s)&(y^s) >= 0
}

// subtracted is added for a - b.
func subtracted(a, b uint64, sh uint8) (v uint64, exact bool) {
	x, y := signed(a, sh), signed(b, sh)
	s := x - y
	return uint64(s) << sh >> sh, s<<sh>>sh == s && (x^y)&(x^s) >= 0
}

// multiplied is added for a * b.
func multiplied(a, b uint64, sh uint8) (v uint64, exact bool) {
	x, y := signed(a, sh), signed(b, sh)
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	hi -= uint64(x>>63)&uint64(y) + uint64(y>>63)&uint64(x)
	return lo << sh >> sh, int64(hi) == int64(lo)>>63 && signed(lo, sh) == int64(lo)
}

// shifted returns a << n as a result of 64-sh bits, and whether a signed a keeps its value.
func shifted(a, n uint64, sh uint8) (v uint64, exact bool) {
	v = a << n << sh >> sh
	return v, n < 64-uint64(sh) && signed(v, sh)>>n == signed(a, sh)
}

// quotient returns a / b if there is one.
func quotient(a, b uint64) (v uint64, defined bool) {
	if b == 0 {
		return 0, false
	}
	return a / b, true
}

// remainder returns a % b if there is one.
func remainder(a, b uint64) (v uint64, defined bool) {
	if b == 0 {
		return 0, false
	}
	return a % b, true
}

// overflow reports a signed overflow; the result wraps.
func (m *Machine) overflow(t *Thread, op string, x, y int64) outcome {
	m.report(t, verdict.Overflow, "", false, "signed overflow in %d %s %d", x, op, y)
	if m.end.Kind != Running {
		return ended
	}
	return next
}

// overflows executes a sum, difference or product whose exact result the type cannot represent.
func (m *Machine) overflows(t *Thread, in *inst, regs []wide.Word) outcome {
	x, y := signed(regs[in.a].Lo, in.sh), signed(regs[in.b].Lo, in.sh)
	op, v := "+", x+y
	switch in.code {
	case cSubS:
		op, v = "-", x-y
	case cMulS:
		op, v = "*", x*y
	}
	if m.overflow(t, op, x, y) == ended {
		return ended
	}
	regs[in.dst] = wide.Word{Lo: uint64(v) << in.sh >> in.sh}
	return next
}

// rarer executes the operations on integers of up to 64 bits that the hot loop has no case for, or leaves.
func (m *Machine) rarer(t *Thread, in *inst, regs []wide.Word) outcome {
	src := t.top().fn.src[t.top().pc]
	width := 64 - uint64(in.sh)
	a := regs[in.a].Lo
	x := signed(a, in.sh)
	nsw := src.Flags&ir.NSW != 0
	lowest := int64(-1) << (width - 1)
	switch in.code {
	case cAddS, cSubS, cMulS:
		return m.overflows(t, in, regs)
	case cNot:
		regs[in.dst] = wide.Word{Lo: ^a << in.sh >> in.sh}
	case cUDiv, cURem:
		return m.fail(t, verdict.Div, "", "division by zero")
	case cNeg:
		if nsw && x == lowest && m.overflow(t, "-", 0, x) == ended {
			return ended
		}
		regs[in.dst] = wide.Word{Lo: uint64(-x) << in.sh >> in.sh}
	case cSDiv, cSRem:
		y := signed(regs[in.b].Lo, in.sh)
		if y == 0 {
			return m.fail(t, verdict.Div, "", "division by zero")
		}
		sign := "/"
		q := uint64(0)
		if in.code == cSRem {
			sign = "%"
			if y != -1 {
				q = uint64(x % y)
			}
		} else if y == -1 {
			q = uint64(-x)
		} else {
			q = uint64(x / y)
		}
		if nsw && x == lowest && y == -1 && m.overflow(t, sign, x, y) == ended {
			return ended
		}
		regs[in.dst] = wide.Word{Lo: q << in.sh >> in.sh}
	default:
		n := regs[in.b].Lo
		if n >= width {
			return m.badShift(t, in, regs, src, n)
		}
		switch in.code {
		case cShl:
			v := a << n << in.sh >> in.sh
			if nsw && signed(v, in.sh)>>n != x && m.overflow(t, "<<", x, int64(n)) == ended {
				return ended
			}
			regs[in.dst] = wide.Word{Lo: v}
		case cLShr:
			regs[in.dst] = wide.Word{Lo: a >> n}
		case cAShr:
			regs[in.dst] = wide.Word{Lo: uint64(x>>n) << in.sh >> in.sh}
		}
	}
	return next
}

// badShift is a shift by the width or more: a violation, then any value.
func (m *Machine) badShift(t *Thread, in *inst, regs []wide.Word, src *ir.Instr, n uint64) outcome {
	m.report(t, verdict.Shift, "", false, "shift by %d in a type of %d bits", signed(n, in.sh), src.Type.Bits(m.prog.Model))
	if m.end.Kind != Running {
		return ended
	}
	v, out := m.choose(t, Choice{Reason: ir.ChooseUninit, Type: src.Type})
	if out == next {
		regs[in.dst] = v
	}
	return out
}
