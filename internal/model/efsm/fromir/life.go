package fromir

import (
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// counterBits is the width of the variables that count executions of a place.
const counterBits = 8

// counter returns the variable that counts how often a thread was at a place that
// makes objects or threads.
func (x *region) counter(key objectKey, what string) efsm.VarID {
	if x.b.counters[key] == 0 {
		x.b.counters[key] = x.b.sys.AddVar(efsm.Var{
			Name: what + strconv.Itoa(len(x.b.sys.Vars)), Thread: x.t.id, Sort: term.BV(counterBits), Init: x.b.terms.Uint(0, counterBits),
		})
	}
	return x.b.counters[key]
}

func (b *builder) makeCounters(t *thread) {
	x := &region{b: b, t: t}
	for _, c := range t.copies {
		for at, in := range c.fn.InstrsOf(c.flow.order) {
			switch {
			case in.Op == ir.OpSpawn && b.runs(c, at.Block, c.times) > 1:
				x.counter(objectKey{thread: t, copied: c, at: at}, "spawned")
			case in.Op == ir.OpAlloc && b.runs(c, at.Block, c.times) > 1:
				x.counter(objectKey{thread: t, copied: c, at: at}, "made")
			case in.Op == ir.OpEnter && b.enters(c, in.Local) > 1:
				x.counter(objectKey{thread: t, copied: c, local: in.Local}, "made")
			}
		}
	}
}

// enter begins the life of a local.
func (x *region) enter(c *copied, in *ir.Instr, p *path) *path {
	key := objectKey{thread: x.t, copied: c, local: in.Local}
	list := x.b.where[key]
	if len(list) == 0 {
		if len(in.Args) > 0 {
			return x.unsupported(p, "an array of variable length")
		}
		x.set(c, p, in.Dst, x.b.first(key))
		return p
	}
	if list[0].reused {
		if !list[0].unknown || x.b.enters(c, in.Local) > 1 {
			x.renew(list[0], p)
		} // else its variables have their own first values, which are any
		x.set(c, p, in.Dst, x.b.pointer(list[0], 0))
		return p
	}
	return x.born(c, in, p, key, list, x.b.enters(c, in.Local))
}

// renew gives a local its initial value when its life begins again.
func (x *region) renew(o *object, p *path) {
	for _, k := range o.cells {
		switch {
		case k.v == 0:
		case o.unknown:
			held := x.b.sys.Vars[k.v]
			v := x.b.sys.AddVar(efsm.Var{
				Name: "in" + strconv.Itoa(len(x.b.sys.Vars)) + ".uninit", Sort: held.Sort, Class: efsm.Input, Thread: x.t.id, Home: held.Home,
			})
			p.vals[k.v] = x.b.sys.Vars[v].Term
		default:
			p.vals[k.v] = x.b.firstOf(k)
		}
	}
}

// born takes the next instance of an object: the only one, or the one given by a counter. n bounds how
// often that happens.
func (x *region) born(c *copied, in *ir.Instr, p *path, key objectKey, list []*object, n int) *path {
	s := x.b.terms
	if n <= 1 || list[0].merged {
		x.set(c, p, in.Dst, x.b.pointer(list[0], 0))
		return p
	}
	v := x.counter(key, "made")
	count := x.value(p, v)
	if p = x.bound(p, s.Ult(count, s.Uint(uint64(len(list)), counterBits)), verdict.AllocBound, len(list)); p == nil {
		return nil
	}
	addr := x.b.pointer(list[len(list)-1], 0)
	for k := len(list) - 2; k >= 0; k-- {
		addr = s.Ite(s.Eq(count, s.Uint(uint64(k), counterBits)), x.b.pointer(list[k], 0), addr)
	}
	x.set(c, p, in.Dst, addr)
	p.vals[v] = s.Add(count, s.Uint(1, counterBits))
	if list[0].array != nil { // one of a few constants, so that Contexts can tell executions apart by it
		next := s.Uint(uint64(len(list)), counterBits)
		for k := len(list) - 1; k > 0; k-- {
			next = s.Ite(s.Eq(count, s.Uint(uint64(k-1), counterBits)), s.Uint(uint64(k), counterBits), next)
		}
		p.vals[v] = next
	}
	return p
}

// bound stops a path at a bound where a condition fails.
func (x *region) bound(p *path, ok term.ID, b verdict.Bound, limit int) *path {
	return x.cut(p, x.b.terms.Not(ok), verdict.Mark{Bound: b, Limit: limit})
}

// alloc makes a dynamic object.
func (x *region) alloc(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	s := x.b.terms
	key := objectKey{thread: x.t, copied: c, at: at}
	list := x.b.where[key]
	if len(list) == 0 {
		return x.unsupported(p, "an object of a size that is no constant")
	}
	if list[0].array != nil {
		return x.allocArray(c, at, in, p, key, list)
	}
	if list[0].unsized {
		x.set(c, p, in.Dst, x.b.pointer(list[0], 0))
		return p
	}
	size := x.arg(c, p, in.Args[0])
	other := s.Distinct(size, s.Uint(uint64(list[0].size), s.Width(size)))
	if p = x.unsupportedIf(p, other, "an object of a size that is no constant"); p == nil {
		return nil
	}
	if x.b.opts.Property == verdict.Memory {
		switch ir.AllocKind(in.Sub) {
		case ir.HeapObject, ir.HeapZero:
			x.mark(efsm.Mark{Mark: verdict.Mark{Unsupported: "leaks"}, When: p.cond, GoesOn: true})
		case ir.StackObject:
			x.mark(efsm.Mark{Mark: verdict.Mark{Unsupported: "the end of memory from alloca"}, When: p.cond, GoesOn: true})
		}
	}
	return x.born(c, in, p, key, list, x.b.runs(c, at.Block, c.times))
}

// leaves ends the life of a local. If others may still have its address, this is a visible
// operation, of all instances at once.
func (x *region) leaves(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	s := x.b.terms
	key := objectKey{thread: x.t, copied: c, local: in.Local}
	list := x.b.where[key]
	if slices.ContainsFunc(list, func(o *object) bool { return o.dead != 0 && x.b.sys.Vars[o.dead].Thread == 0 }) {
		if p = x.operation(c, at, p); p == nil {
			return nil
		}
		if p.depth == 0 {
			x.enabled(p.cond)
		}
	}
	for k, o := range list {
		if o.dead == 0 {
			continue
		}
		ends := term.True
		if x.b.enters(c, in.Local) > 1 {
			ends = s.Eq(x.value(p, x.counter(key, "made")), s.Uint(uint64(k+1), counterBits))
		}
		x.accessed(o.dead, efsm.ReadWrite, true, p.cond)
		x.assign(p, o.dead, s.Or(ends, x.value(p, o.dead)))
	}
	return p
}

// free ends the life of a heap object. For races it is a write of all its bytes.
func (x *region) free(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	s := x.b.terms
	addr := x.arg(c, p, in.Args[0])
	list, fault, p := x.choices(c, at, addr, 0, p)
	if p == nil {
		return nil
	}
	kept := list[:0]
	for _, g := range list {
		if g.off != 0 || g.object.key.at == (ir.At{}) {
			fault = s.Or(fault, g.cond)
			continue
		}
		if g.object.unsized {
			continue
		}
		if g.object.array != nil { // only the first byte can be freed
			first := s.Eq(addr, x.b.pointer(g.object, 0))
			fault, g.cond = s.Or(fault, s.And(g.cond, s.Not(first))), s.And(g.cond, first)
		}
		g.cells = g.object.cells
		kept = append(kept, g)
	}
	if p = x.act(c, at, p, kept, false); p == nil {
		return nil
	}
	x.readLives(p, kept)
	if x.b.opts.Property == verdict.Memory && fault != term.False {
		dead := term.False
		for _, g := range kept {
			dead = s.Or(dead, s.And(s.Eq(addr, x.b.pointer(g.object, 0)), x.value(p, g.object.dead)))
		}
		if p = x.require(p, s.Not(s.And(fault, dead)), verdict.Memory, verdict.DoubleFree, "double free"); p == nil {
			return nil
		}
		p = x.require(p, s.Not(fault), verdict.Memory, verdict.InvalidFree, "free of what is no heap object")
	} else {
		p = x.assume(p, s.Not(fault))
	}
	if p == nil {
		return nil
	}
	x.touch(p, kept, efsm.Write, false, 0, term.True)
	for _, g := range kept {
		x.accessed(g.object.dead, efsm.Write, true, s.And(p.cond, g.cond))
		x.assign(p, g.object.dead, s.Or(g.cond, x.value(p, g.object.dead)))
	}
	return p
}

// objectSize returns the size of the object that a pointer points into.
func (x *region) objectSize(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	s := x.b.terms
	addr := x.arg(c, p, in.Args[0])
	list, fault, p := x.choices(c, at, addr, 0, p)
	if p == nil {
		return nil
	}
	if p = x.act(c, at, p, list, true); p == nil {
		return nil
	}
	x.readLives(p, list)
	if p = x.faults(p, addr, fault, list); p == nil {
		return nil
	}
	width := uint(in.Type.Bits(x.b.prog.Model))
	v := s.Uint(0, width)
	for _, g := range list {
		if g.object.array != nil {
			if p = x.unsupportedIf(p, g.cond, "the size of an object, which is no constant"); p == nil {
				return nil
			}
			continue
		}
		size := s.Uint(uint64(g.object.size), width)
		if g.object.unsized {
			size = x.any(term.BV(width))
		}
		v = s.Ite(g.cond, size, v)
	}
	x.set(c, p, in.Dst, v)
	return p
}
