package interp

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// processEnd checks for leaks at the end of the process: objects that are neither freed nor reachable
// (semantics 9).
func (m *Machine) processEnd() {
	judged := m.conf.Properties & PropertySet(verdict.Leak.Properties()...) &^ m.violated // alone, the execution ended at a violation
	if judged == 0 || m.end.Kind == Violated && !m.conf.KeepGoing {
		return
	}
	var leaked []*object
	reached := m.reachable()
	for i, o := range m.objects {
		if o.kind == kindHeap && !o.dead && !reached[i] {
			leaked = append(leaked, o)
		}
	}
	for _, o := range leaked {
		v := Violation{
			Kind:    verdict.Leak,
			Message: fmt.Sprintf("an object of %d %s is neither freed nor reachable at the end", o.size, plural(o.size, "byte")),
			Thread:  o.owner.name, Pos: o.born.Pos, Func: o.born.Func, Stack: []Location{o.born}, Object: o.ref,
		}
		for _, v.Property = range slices.Backward(verdict.Leak.Properties()) { // the last is the result: memory, if it is judged
			if judged.Has(v.Property) {
				m.addViolation(v)
			}
		}
	}
	if len(leaked) > 0 {
		v := &m.violations[len(m.violations)-1]
		m.end = End{Kind: Violated, Thread: v.Thread, Pos: v.Pos}
	}
}

// reachable marks the objects to which globals, thread-locals and the frames of unfinished threads point,
// directly or not. An object whose address bits were used counts as reachable: the program may have its
// address as a number. In a frame the registers of source variables and live temporaries count. The
// library's data of a finished thread, its argument and its result, reaches nothing. A pointer counts if
// all of its bytes are there, in any places.
func (m *Machine) reachable() []bool {
	marked := make([]bool, len(m.objects))
	ended := make(map[ref]bool)
	for handle, t := range m.handles {
		if t.state == Finished && handle.Hi != 0 {
			ended[handle.Hi] = true
		}
	}
	var work []*object
	mark := func(r ref) {
		if o := m.object(r); o != nil && !o.dead && !marked[uint32(r)] && !ended[r] {
			marked[uint32(r)] = true
			work = append(work, o)
		}
	}
	found, whole := make([]byte, len(m.objects)), byte(1<<(m.prog.Model.PtrBits()/8)-1)
	collect := func(fragment uint64) {
		if r := fragment >> fragmentBits; m.object(r) != nil {
			found[uint32(r)] |= 1 << (fragment & (1<<fragmentBits - 1))
			if found[uint32(r)] == whole {
				mark(r)
			}
		}
	}
	for _, o := range m.objects {
		if o.kind == kindGlobal || o.exposed || o.kind == kindModel || o.external {
			mark(o.ref)
		}
	}
	for _, t := range m.threads {
		if m.processes != nil && t.process != m.processes.current {
			continue
		}
		for _, r := range t.tls {
			mark(r)
		}
		for _, r := range t.locals {
			mark(r)
		}
		for _, r := range t.allocas {
			mark(r)
		}
		for i := range t.frames {
			m.markRegisters(t, i, mark, collect)
		}
	}
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range o.prov {
			collect(p)
		}
	}
	return marked
}

// markRegisters marks the targets of a frame's registers, and collects the bytes of pointers in them. The
// innermost frame has not executed its current instruction yet.
func (m *Machine) markRegisters(t *Thread, depth int, mark, collect func(uint64)) {
	fr := &t.frames[depth]
	live := fr.fn.liveAt(fr.pc)
	if fr == t.top() {
		live = fr.fn.liveAround(fr.pc)
	}
	for r := 1; r < fr.fn.numRegs; r++ {
		info := &fr.fn.ir.Regs[r]
		if info.Name == "" && !live[r] {
			continue
		}
		switch held := t.slots[int(fr.base)+r].Hi; {
		case info.Type.IsPtr():
			mark(held)
		case held != 0 && info.Type.IsInt() && info.Type.Bits(m.prog.Model) <= 64:
			for k := range uint64(info.Type.Bytes(m.prog.Model)) {
				collect(held + k)
			}
		}
	}
}
