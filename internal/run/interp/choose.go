package interp

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// Choice is a question for a value.
type Choice struct {
	Thread string
	Index  int // how many choices of the thread's execution came before
	Reason ir.ChooseReason
	Type   ir.Type
	Width  int // of Type, in bits
	Pos    ir.Pos
	Instr  *ir.Instr // that asks
	// A range or a set of bits restricts the answer; neither: any value.
	Range  bool
	Lo, Hi uint64
	Bits   uint64 // not zero: the answer is the index of one of these bits
}

// Source answers the choices of an execution. Attempts of atomic sections that are rolled back repeat their
// choices, with the same Index. A source that generates values then makes a fresh choice; a source that
// replays gives the same answer. An error ends the execution (EndKind Mismatch).
type Source interface {
	Choose(c Choice) (wide.Word, error)
	// Uninit returns the value of a byte of an object that is read before it was written. It is called at
	// most once per byte.
	Uninit(key ObjectKey, offset uint64) (byte, error)
}

// Input is a choice that was made.
type Input struct {
	Reason ir.ChooseReason
	Width  int
	Value  wide.Word
	Pos    ir.Pos
}

// UninitByte is a byte without a value that was read.
type UninitByte struct {
	Object ObjectKey
	Offset uint64
	Value  byte
}

// Inputs returns the choices that the thread's execution made, in order.
func (t *Thread) Inputs() []Input { return t.inputs }

// UninitBytes returns the bytes without value that were read, in order.
func (m *Machine) UninitBytes() []UninitByte { return m.uninit }

// inputCost is the memory of a recorded choice, in bytes.
const inputCost = 64

// choose lets the source make a choice. Environment choices that are off are zero and leave no trace
// (semantics 12).
func (m *Machine) choose(t *Thread, c Choice) (wide.Word, outcome) {
	if c.Reason.IsEnvironment() && !m.conf.Environment.Has(c.Reason) {
		return wide.Word{}, next
	}
	c.Thread, c.Index = t.name, len(t.inputs)
	c.Width = c.Type.Bits(m.prog.Model)
	c.Pos = t.Where().Pos
	c.Instr = t.top().fn.src[t.top().pc]
	v, err := m.conf.Source.Choose(c)
	if err != nil {
		if m.left(t) {
			return wide.Word{}, m.stop(t)
		}
		return wide.Word{}, m.mismatch(t, err)
	}
	w := wrap(v, c.Width)
	if m.live += inputCost; m.live > m.conf.MaxMemory {
		return wide.Word{}, m.limit(t, MemoryLimit)
	}
	t.inputs = append(t.inputs, Input{c.Reason, c.Width, w, c.Pos})
	if m.conf.Observer != nil {
		m.observe(t, Observation{Kind: ObservedChoice, New: w})
	}
	if a := m.attempt; a != nil {
		a.chose = true
	}
	if c.Type.IsPtr() {
		w = m.intToPtr(w.Lo)
	}
	return w, next
}

// chooseOp executes the choose instructions.
func (m *Machine) chooseOp(t *Thread, in *inst, regs []wide.Word) outcome {
	src := t.top().fn.src[t.top().pc]
	c := Choice{Reason: ir.ChooseReason(src.Sub), Type: src.Type}
	switch src.Op {
	case ir.OpChooseRange:
		c.Range, c.Lo, c.Hi = true, regs[in.a].Lo, regs[in.b].Lo
		if c.Lo > c.Hi {
			return m.stop(t)
		}
		if c.Lo == c.Hi {
			regs[in.dst] = wide.Word{Lo: c.Lo}
			return next
		}
	case ir.OpChooseBit:
		c.Bits = regs[in.a].Lo
		if c.Bits == 0 {
			return m.stop(t)
		}
		if c.Bits&(c.Bits-1) == 0 {
			regs[in.dst] = wide.Word{Lo: uint64(bits.TrailingZeros64(c.Bits))}
			return next
		}
	}
	v, out := m.choose(t, c)
	if out != next {
		return out
	}
	if c.Range && (v.Lo < c.Lo || v.Lo > c.Hi) || c.Bits != 0 && (v.Lo > 63 || c.Bits>>v.Lo&1 == 0) {
		return m.mismatch(t, errOutside)
	}
	regs[in.dst] = v
	return next
}
