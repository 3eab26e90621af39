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
// The hot loop: operands are slots of regs, results are written zero-extended. Cases that need anything but
// registers and plain memory save pc and call a method.
func (m *Machine) frame(t *Thread) outcome {
	fr := t.top()
	fn := fr.fn
	code := fn.code
	regs := t.slots[fr.base : int(fr.base)+fn.numSlots]
	pc := fr.pc
	steps := m.steps
	limit := m.pause
	var out outcome
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
			x, y := signed(regs[in.a].Lo, in.sh), signed(regs[in.b].Lo, in.sh)
			s := x + y
			v := uint64(s) << in.sh >> in.sh
			if signed(v, in.sh) != s || (x^s)&(y^s) < 0 {
				if fr.pc = pc; m.overflow(t, "+", x, y) == ended {
					m.steps = steps
					return ended
				}
			}
			regs[in.dst] = wide.Word{Lo: v}
		case cSubS:
			x, y := signed(regs[in.a].Lo, in.sh), signed(regs[in.b].Lo, in.sh)
			s := x - y
			v := uint64(s) << in.sh >> in.sh
			if signed(v, in.sh) != s || (x^y)&(x^s) < 0 {
				if fr.pc = pc; m.overflow(t, "-", x, y) == ended {
					m.steps = steps
					return ended
				}
			}
			regs[in.dst] = wide.Word{Lo: v}
		case cMulS:
			x, y := signed(regs[in.a].Lo, in.sh), signed(regs[in.b].Lo, in.sh)
			v := uint64(x*y) << in.sh >> in.sh
			if mulOverflows(x, y, in.sh) {
				if fr.pc = pc; m.overflow(t, "*", x, y) == ended {
					m.steps = steps
					return ended
				}
			}
			regs[in.dst] = wide.Word{Lo: v}
		case cAnd:
			regs[in.dst] = wide.Word{Lo: regs[in.a].Lo & regs[in.b].Lo}
		case cOr:
			regs[in.dst] = wide.Word{Lo: regs[in.a].Lo | regs[in.b].Lo}
		case cXor:
			regs[in.dst] = wide.Word{Lo: regs[in.a].Lo ^ regs[in.b].Lo}
		case cNot:
			regs[in.dst] = wide.Word{Lo: ^regs[in.a].Lo << in.sh >> in.sh}
		case cUDiv:
			if y := regs[in.b].Lo; y != 0 {
				regs[in.dst] = wide.Word{Lo: regs[in.a].Lo / y}
			} else {
				fr.pc = pc
				if out = m.fail(t, verdict.Div, "", "division by zero"); out != next {
					m.steps = steps
					return out
				}
			}
		case cURem:
			if y := regs[in.b].Lo; y != 0 {
				regs[in.dst] = wide.Word{Lo: regs[in.a].Lo % y}
			} else {
				fr.pc = pc
				if out = m.fail(t, verdict.Div, "", "division by zero"); out != next {
					m.steps = steps
					return out
				}
			}
		case cShl, cLShr, cAShr, cSDiv, cSRem, cNeg:
			fr.pc = pc
			if out = m.rarer(t, in, regs); out != next {
				m.steps = steps
				return out
			}
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
			if regs[in.a].Lo != 0 {
				regs[in.dst] = regs[in.b]
			} else {
				regs[in.dst] = regs[in.c]
			}
		case cTrunc:
			regs[in.dst] = wide.Word{Lo: regs[in.a].Lo << in.sh >> in.sh}
		case cZExt:
			regs[in.dst] = wide.Word{Lo: regs[in.a].Lo}
		case cSExt:
			regs[in.dst] = wide.Word{Lo: uint64(signed(regs[in.a].Lo, uint8(in.aux))) << in.sh >> in.sh}
		case cFAdd64:
			regs[in.dst] = fromF64(f64(regs[in.a]) + f64(regs[in.b]))
		case cFSub64:
			regs[in.dst] = fromF64(f64(regs[in.a]) - f64(regs[in.b]))
		case cFMul64:
			regs[in.dst] = fromF64(f64(regs[in.a]) * f64(regs[in.b]))
		case cFDiv64:
			regs[in.dst] = fromF64(f64(regs[in.a]) / f64(regs[in.b]))
		case cFEq64:
			regs[in.dst] = wide.Word{Lo: bit(f64(regs[in.a]) == f64(regs[in.b]))}
		case cFLt64:
			regs[in.dst] = wide.Word{Lo: bit(f64(regs[in.a]) < f64(regs[in.b]))}
		case cFLe64:
			regs[in.dst] = wide.Word{Lo: bit(f64(regs[in.a]) <= f64(regs[in.b]))}
		case cFloat:
			regs[in.dst] = m.float(fn.src[pc], fn.ir, regs, in)
		case cGlobalAddr:
			regs[in.dst] = wide.Word{Hi: m.globalRef(ir.GlobalID(in.aux))}
		case cFuncAddr:
			regs[in.dst] = wide.Word{Hi: m.funcRef(ir.FuncID(in.aux))}
		case cPtrAdd:
			p := regs[in.a]
			regs[in.dst] = wide.Word{Lo: m.offset(p.Lo+regs[in.b].Lo, p.Hi), Hi: p.Hi}
		case cLoad:
			// The common case: a live object that is private or the step's
			// one visible operation, whole bytes, nothing special about them.
			p := regs[in.a]
			o := m.object(p.Hi)
			n := uint64(in.size)
			if o == nil || o.size < n || p.Lo > o.size-n || o.dead || o.watched || o.prov != nil || o.uninit != nil || o.lack != nil {
				fr.pc = pc
				if out = m.load(t, in, regs, fn.src[pc]); out != next {
					m.steps = steps
					return out
				}
				break
			}
			var v uint64
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
			regs[in.dst] = wide.Word{Lo: v << in.sh >> in.sh}
		case cStore:
			p, x := regs[in.a], regs[in.b]
			o := m.object(p.Hi)
			n := uint64(in.size)
			if o == nil || o.size < n || p.Lo > o.size-n || o.dead || o.watched || o.constant || o.readOnly ||
				o.prov != nil || o.uninit != nil || o.lack != nil || x.Hi != 0 || m.attempt != nil || in.note != 0 {
				fr.pc = pc
				if out = m.store(t, in, regs, fn.src[pc]); out != next {
					m.steps = steps
					return out
				}
				break
			}
			switch n {
			case 4:
				binary.LittleEndian.PutUint32(o.data[p.Lo:], uint32(x.Lo))
			case 8:
				binary.LittleEndian.PutUint64(o.data[p.Lo:], x.Lo)
			case 1:
				o.data[p.Lo] = byte(x.Lo)
			default:
				o.putRaw(p.Lo, n, x.Lo)
			}
		case cBr:
			pc = in.aux
			if steps > limit {
				fr.pc, m.steps = pc, steps
				return jumped
			}
			continue
		case cCondBr:
			if regs[in.a].Lo != 0 {
				pc = in.b
			} else {
				pc = in.c
			}
			if steps > limit {
				fr.pc, m.steps = pc, steps
				return jumped
			}
			continue
		case cSwitch:
			pc = fn.switches[in.aux].find(regs[in.a].Lo)
			if steps > limit {
				fr.pc, m.steps = pc, steps
				return jumped
			}
			continue
		case cPlace:
			fr.pc = pc
			if m.pauses(t, steps) {
				m.steps = steps
				return wait
			}
			in = &fn.places[in.aux].op
			goto again
		case cDepend:
			fr.pc = pc
			in = &fn.hooked[in.aux]
			m.depends(t, in, fn.src[pc])
			goto again
		default:
			fr.pc = pc
			m.steps = steps
			if out = m.other(t, in, regs); out != next {
				return out
			}
		}
		pc++
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func f64(w wide.Word) float64 { return math.Float64frombits(w.Lo) }

// mulOverflows reports whether x*y leaves the signed range of 64-sh bits.
func mulOverflows(x, y int64, sh uint8) bool {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	if x < 0 {
		hi -= uint64(y)
	}
	if y < 0 {
		hi -= uint64(x)
	}
	if int64(hi) != int64(lo)>>63 {
		return true
	}
	return signed(lo, sh) != int64(lo)
}

// overflow reports a signed overflow; the result wraps.
func (m *Machine) overflow(t *Thread, op string, x, y int64) outcome {
	m.report(t, verdict.Overflow, "", false, "signed overflow in %d %s %d", x, op, y)
	if m.end.Kind != Running {
		return ended
	}
	return next
}

// rarer executes shifts, signed division and negation of up to 64 bits.
func (m *Machine) rarer(t *Thread, in *inst, regs []wide.Word) outcome {
	src := t.top().fn.src[t.top().pc]
	width := 64 - uint64(in.sh)
	a := regs[in.a].Lo
	x := signed(a, in.sh)
	nsw := src.Flags&ir.NSW != 0
	lowest := int64(-1) << (width - 1)
	switch in.code {
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
