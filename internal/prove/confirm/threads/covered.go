package threads

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// covered confirms that the state is included in a state of the proof.
func (e *exec) covered(to *threadproof.State, f *ir.Func, what string) {
	if e.st.depth != to.Depth {
		e.require(term.False, what+" with other sections open")
		return
	}
	for _, r := range sorted(e.st.fresh) {
		if !slices.Contains(to.Fresh, r) {
			e.expose(r)
		}
	}
	if e.run != nil && !e.run.wantsAt(e.at) {
		return
	}
	for _, r := range to.Fresh {
		if !e.st.fresh[r] {
			e.require(term.False, what+" where an object is not recent")
		}
	}
	for _, h := range to.Held {
		if !slices.Contains(e.st.held, h) {
			e.require(term.False, what+" where a lock is not held")
		}
	}
	e.ownCovered(to.Owned, what)
	for _, o := range to.Alive {
		if !e.st.alive[o] {
			e.require(term.False, what+" where a scope has ended")
		}
	}
	for _, o := range sorted(e.st.loose) {
		if !slices.Contains(to.Loose, o) {
			e.leaksUnless(term.False)
		}
	}
	for _, x := range keys(e.st.dirty) {
		if !slices.Contains(to.Dirty, x) {
			e.require(e.s.Not(e.st.dirty[x]), what+" with a write that is not known")
		}
	}
	for _, g := range keys(e.st.pending) {
		if !slices.Contains(to.Pending, g) {
			e.require(e.s.Not(e.st.pending[g]), what+" with a write under a lock that is not known")
		}
	}
	for _, r := range slices.Sorted(maps.Keys(to.Regs)) {
		in := to.Regs[r]
		v, known := e.st.regs[r]
		if !known {
			v = e.bits(e.s.Uint(0, e.bitsOf(f.Regs[r].Type))) // the argument of a function that begins
		}
		e.require(e.within(v, []*threadproof.Value{&in}), what+" with "+regName(f, r)+" elsewhere than stated")
	}
	for i := range to.Args {
		e.require(e.within(e.st.args[i], []*threadproof.Value{&to.Args[i]}), what+" with an argument elsewhere than stated")
	}
	for i, kept := range to.Kept {
		if v, known := e.st.regs[f.Params[i]]; kept && known {
			e.require(e.same(v, e.st.args[i]), what+" with an argument elsewhere than its register")
		} else if kept {
			e.require(term.False, what+" with an argument that no register holds")
		}
	}
	for i := range to.Mem {
		e.cellCovered(threadproof.CellID(i), &to.Mem[i], what)
	}
	for _, x := range slices.Sorted(maps.Keys(to.Loaded)) {
		if v, known := e.st.regs[to.Loaded[x]]; !known || e.st.mem[x].unwritten || !e.settled(x) {
			e.require(term.False, what+" with a register that holds no cell")
		} else {
			e.require(e.same(e.contents(x), v), what+" with a register that holds something else than its cell")
		}
	}
	e.keeps(to)
}

// settled reports whether a cell is a single place that no other thread can change at this point.
func (e *exec) settled(x threadproof.CellID) bool { return e.cell(x).Strong && len(e.others(x)) == 0 }

// same returns the condition that two values are the same.
func (e *exec) same(x, y *sval) term.ID {
	if x == y {
		return term.True
	}
	out := e.s.And(e.s.Implies(x.uninit, y.uninit), e.s.Implies(e.exists(x), e.exists(y)))
	for _, a := range x.alts {
		in := term.False
		for _, b := range y.alts {
			if a.object == b.object {
				in = e.s.Or(in, e.s.And(b.guard, e.s.Eq(a.bits, b.bits)))
			}
		}
		out = e.s.And(out, e.s.Implies(a.guard, in))
	}
	return out
}

// regName returns a readable name of a register.
func regName(f *ir.Func, r ir.Reg) string {
	if n := f.Regs[r].Name; n != "" {
		return n
	}
	return "a value"
}

func (e *exec) cellCovered(x threadproof.CellID, in *threadproof.Value, what string) {
	if x == 0 || e.cell(x).Mixed {
		return
	}
	m := &e.st.mem[x]
	if m.unwritten && !in.Unwritten {
		e.require(term.False, what+" with a part of "+e.c.name(e.cell(x).Object)+" not written")
	}
	if m.v == nil && e.allIn(m.sets, in) {
		return
	}
	e.require(e.within(e.contents(x), []*threadproof.Value{in}), what+" with "+e.c.name(e.cell(x).Object)+" elsewhere than stated")
}

// keeps records the pointers, in a state of the proof, to stack objects of the thread that are not
// alive.
func (e *exec) keeps(to *threadproof.State) {
	note := func(v *threadproof.Value) {
		for _, t := range v.Targets {
			b := e.base(t.Object)
			if e.isStack(b) && e.c.proof.Nodes[e.object(b).At.Node].Thread == e.own && !slices.Contains(to.Alive, b) {
				e.c.stale[b] = e.c.where(e.at)
			}
		}
	}
	for _, v := range to.Regs {
		note(&v)
	}
	for i := range to.Mem {
		note(&to.Mem[i])
	}
	note(&to.Result)
}
