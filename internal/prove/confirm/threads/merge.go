package threads

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// merged returns a state that stands for any of several states. It does not take locks, sections and
// objects from them: the state of the proof at the place where they meet gives these (exec.adopt).
func (e *exec) merged(list []state) state {
	out := list[0].clone()
	for _, s := range list[1:] {
		out = e.merge(out, s.clone())
	}
	return out
}

func (e *exec) merge(x, y state) state {
	first := e.maybe()
	out := x.clone()
	out.regs = make(map[ir.Reg]*sval)
	for _, k := range slices.Sorted(maps.Keys(x.regs)) {
		if v, both := y.regs[k]; both {
			out.regs[k] = e.ite(first, x.regs[k], v)
		}
	}
	for k := range x.args {
		if x.args[k] != nil {
			out.args[k] = e.ite(first, x.args[k], y.args[k])
		}
	}
	for i := 1; i < len(x.mem); i++ {
		e.mergeCell(threadproof.CellID(i), first, &x, &y, &out)
	}
	out.sizes = make(map[threadproof.ObjectID]term.ID)
	for _, o := range slices.Sorted(maps.Keys(x.sizes)) {
		if n, both := y.sizes[o]; both && e.s.Width(n) == e.s.Width(x.sizes[o]) {
			out.sizes[o] = e.s.Ite(first, x.sizes[o], n)
		}
	}
	out.read = readInBoth(&x, &y)
	// The assumptions made to find the contents of cells are part of the paths by now.
	out.path = e.s.Ite(first, x.path, y.path)
	return out
}

func (e *exec) mergeCell(c threadproof.CellID, first term.ID, x, y, out *state) {
	m, n := &x.mem[c], &y.mem[c]
	to := &out.mem[c]
	to.unwritten = m.unwritten || n.unwritten
	switch {
	case e.cell(c).Mixed || m.v == n.v && m.v != nil:
	case m.v == nil && n.v == nil:
		for _, set := range n.sets {
			if !anyHas(to.sets, set) {
				to.sets = append(to.sets[:len(to.sets):len(to.sets)], set)
			}
		}
	default:
		saved := e.st
		e.st = *x
		v := e.contents(c)
		*x = e.st
		e.st = *y
		w := e.contents(c)
		*y = e.st
		e.st = saved
		to.v = e.ite(first, v, w)
	}
}
