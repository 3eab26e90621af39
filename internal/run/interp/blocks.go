package interp

import (
	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// With Config.Blocks, the observer gets an observation for every block that a thread begins (ObservedBlock;
// Thread.Next returns the block): the path of an execution. The hooks are in functions decoded for that, so
// that other machines have no cost.

// withHooks are a program's functions, decoded with hooks of one kind.
type withHooks struct {
	loops *loops.Info // whose hooks they have, too
	funcs []*function
}

// of returns the functions of the program, to be decoded when they are called first.
func (w *withHooks) of(c *Code, info *loops.Info) []*function {
	if w.funcs == nil || w.loops != info {
		*w = withHooks{info, make([]*function, len(c.Program().Funcs))}
	}
	return w.funcs
}

// addBlocks adds the hooks of blocks, after the code: jumps to a block, and calls, go
// there first.
func (d *decoder) addBlocks() {
	if !d.blocks {
		return
	}
	for b := 1; b < len(d.f.Blocks); b++ {
		to := d.entry[b]
		d.entry[b] = int32(len(d.out.code))
		d.out.add(inst{code: cBlock, aux: to}, nil, d.out.pos[d.out.blockPC[b]], ir.BlockID(b))
	}
	d.out.start = d.entry[1]
}

// beginBlock is the hook of a block. It counts as no instruction.
func (m *Machine) beginBlock(t *Thread, in *inst) outcome {
	m.observe(t, Observation{Kind: ObservedBlock})
	t.top().pc = in.aux
	m.steps--
	return jumped
}

// Register returns the value of a register of the thread's innermost frame. A
// pointer has the object in Hi and the offset in Lo.
func (t *Thread) Register(r ir.Reg) wide.Word {
	w := t.slots[int(t.top().base)+int(r)]
	return w
}

// InSection reports whether the thread is in an atomic section.
func (t *Thread) InSection() bool { return len(t.sections) > 0 }

// Address returns the bits of a pointer's value, and whether it has any. An object whose address was never
// used may have none.
func (m *Machine) Address(pointer wide.Word) (bits uint64, ok bool) {
	return m.address(pointer)
}

// SideEffectFree returns, for a thread that Config.Loops stopped, its numbers of visible operations and
// choices at its previous visit of the loop's head. The operations after that are an iteration that changed
// nothing: the execution without them exists as well. ok is false for a thread that was not stopped in this
// way.
func (t *Thread) SideEffectFree() (steps uint64, choices int, ok bool) {
	if !t.spin.sideEffectFree {
		return 0, 0, false
	}
	return t.spin.from.steps, t.spin.from.inputs, true
}

// Repeats reports whether the thread was stopped after such an iteration, and would do it again if it read the same values.
func (t *Thread) Repeats() bool { return t.spin.sideEffectFree && t.spin.repeats }
