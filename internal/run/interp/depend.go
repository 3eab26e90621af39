package interp

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// With Config.Depends, a Memory gets the syntactic dependencies of each access (semantics 7.7). Each register, and each byte of
// memory, has the reads from which its value was computed. A thread has the reads on which its branches depended so far. Bytes
// that a Memory's write wrote have none: a later read is a new one.
//
// Instructions that compute registers, and branches, have a hook for that. The others (accesses, calls, returns) do it
// themselves. Functions are decoded with these hooks, so that other machines have no cost.

// Reads is a set of reads, by the numbers of Machine.Identify, in increasing order. It never changes.
type Reads []uint64

// or returns the union of two sets.
func (r Reads) or(s Reads) Reads {
	switch {
	case len(s) == 0 || len(r) == len(s) && &r[0] == &s[0]:
		return r
	case len(r) == 0:
		return s
	}
	all := slices.Concat(r, s)
	slices.Sort(all)
	return slices.Compact(all)
}

// Dependencies of an access are the reads on which it depends.
type Dependencies struct {
	Address, Value, Control Reads
	Expected                Reads // of the value with which a compare and exchange compares
}

// Identify names the read of the current access, or those in the section that begins, in Dependencies.
func (m *Machine) Identify(read uint64) { m.reading = Reads{read} }

// Stored returns the reads on which the values depend that the latest section stored.
func (m *Machine) Stored() Reads { return m.stored }

// Control returns the reads on which the branches of the thread depended so far.
func (t *Thread) Control() Reads { return t.control }

// addDependencies replaces instructions by hooks.
func (d *decoder) addDependencies() {
	if !d.depend {
		return
	}
	for pc := range d.out.code {
		in := &d.out.code[pc]
		switch in.code {
		case cCondBr, cSwitch, cAssume, cAssert, cLockState, cObjectSize, cEnter, cAlloc, cChoose, cSelf:
		default:
			if in.code > cIntToPtr {
				continue
			}
		}
		d.out.hooked = append(d.out.hooked, *in)
		*in = inst{code: cDepend, aux: int32(len(d.out.hooked) - 1)}
	}
}

// depends is the hook of an instruction.
func (m *Machine) depends(t *Thread, in *inst, src *ir.Instr) {
	regs := t.depends[t.top().base:]
	switch in.code {
	case cCondBr, cSwitch, cAssume:
		m.branches(t, in.a)
		return
	case cAssert:
		if src.EndsProcess() && src.Property() == verdict.Assert { // a branch of the program
			m.branches(t, in.a)
		}
		return
	case cEnter, cAlloc, cChoose: // of their operands only ranges depend
		regs[in.dst] = nil
		return
	}
	var on Reads
	for _, a := range src.Args {
		if !a.IsConst() {
			on = on.or(regs[a.Reg()])
		}
	}
	if in.code == cLockState && m.attempt != nil {
		on = on.or(m.attempt.reading)
	}
	regs[in.dst] = on
}

// branches makes what follows depend on a slot.
func (m *Machine) branches(t *Thread, slot int32) {
	if m.conf.Depends {
		t.control = t.control.or(t.depends[t.top().base+slot])
	}
}

// loaded sets the reads of the register of an access that reads. In memory without events an address is a part of the value.
func (m *Machine) loaded(t *Thread, in *inst, o *object, p wide.Word) {
	if !m.conf.Depends {
		return
	}
	on := o.dependsOn(p.Lo, uint64(in.size))
	switch address := t.depends[t.top().base+in.a]; {
	case m.attempt != nil:
		on = on.or(m.attempt.reading).or(address)
	case o.visible:
		on = on.or(m.reading)
	default:
		on = on.or(address)
	}
	t.depends[t.top().base+in.dst] = on
}

// stores sets the reads of the bytes that a store, or an access that reads as well, wrote: those of the value in a slot,
// and of the address. There are none if a Memory has the write.
func (m *Machine) stores(t *Thread, in *inst, o *object, p wide.Word, value int32) {
	if !m.conf.Depends {
		return
	}
	regs := t.depends[t.top().base:]
	on := regs[value].or(regs[in.a])
	if in.code == cRMW || in.code == cCmpXchg {
		on = on.or(o.dependsOn(p.Lo, uint64(in.size)))
		m.loaded(t, in, o, p)
	}
	switch {
	case m.attempt != nil:
		m.stored = m.stored.or(on)
	case o.visible:
		on = nil
	}
	m.depend(o, p.Lo, uint64(in.size), on)
}

// returns returns the reads of the result of a function.
func (m *Machine) returns(t *Thread, in *inst) Reads {
	if !m.conf.Depends || in.a < 0 {
		return nil
	}
	return t.depends[t.top().base+in.a]
}

// returned sets the reads of the register of a call.
func (m *Machine) returned(t *Thread, dst int32, on Reads) {
	if m.conf.Depends {
		t.depends[t.top().base+dst] = on
	}
}

// depend sets the reads of bytes of an object.
func (m *Machine) depend(o *object, off, n uint64, on Reads) {
	for i := off; i < off+n; i++ {
		old := o.depends[i]
		if len(old) == 0 && len(on) == 0 {
			continue
		}
		if a := m.attempt; a != nil {
			a.depended = append(a.depended, depended{o, i, old})
		}
		if o.depends == nil {
			o.depends = make(map[uint64]Reads)
		}
		o.depends[i] = on
	}
}

// dependsOn returns the reads of bytes of an object.
func (o *object) dependsOn(off, n uint64) (on Reads) {
	if o.depends != nil {
		for i := off; i < off+n; i++ {
			on = on.or(o.depends[i])
		}
	}
	return on
}

// dependenciesOf returns those of the access of an instruction.
func (m *Machine) dependenciesOf(t *Thread, in *inst, src *ir.Instr) (d Dependencies) {
	if !m.conf.Depends {
		return d
	}
	regs := t.depends[t.top().base:]
	d.Address, d.Control = regs[in.a], t.control
	switch src.Op {
	case ir.OpStore, ir.OpRMW:
		d.Value = regs[in.b]
	case ir.OpCmpXchg:
		d.Value, d.Expected = regs[in.c], regs[in.b]
	}
	return d
}

// depended has the former reads of a byte, for the undo log of an attempt.
type depended struct {
	o   *object
	off uint64
	old Reads
}

// began saves the dependencies of a thread whose attempt begins.
func (a *attempt) began(m *Machine) {
	if m.conf.Depends {
		a.reading, a.registers, a.control = m.reading, slices.Clone(a.thread.depends), a.thread.control
		m.stored = nil
	}
}

// undepend restores the dependencies of the attempt's beginning.
func (m *Machine) undepend(a *attempt) {
	if m.conf.Depends {
		a.thread.depends, a.thread.control = a.registers, a.control
		for _, d := range slices.Backward(a.depended) {
			d.o.depends[d.off] = d.old
		}
	}
}

// passed gives a new frame the reads of its arguments.
func (m *Machine) passed(t *Thread, fn *function, args []int32) {
	if m.conf.Depends {
		base, caller := t.top().base, t.frames[len(t.frames)-2].base
		for i, r := range fn.params {
			if i < len(args) {
				t.depends[base+r] = t.depends[caller+args[i]]
			}
		}
	}
}
