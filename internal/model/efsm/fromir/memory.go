package fromir

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/order/arith"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// choice is one of the possible places of an access.
type choice struct {
	target
	cond  term.ID // the pointer is this one, and the object lives
	cells []*cell // lowest first
	index term.ID // of an element of an array
}

// choices returns the places that a pointer may point to. fault is the condition that it points to no
// living object with size bytes there. The path ends if there are too many places.
func (x *region) choices(c *copied, at ir.At, addr term.ID, size int64, p *path) (list []choice, fault term.ID, on *path) {
	if x.b.crowded[objectKey{copied: c, at: at}] {
		return nil, term.True, x.unsupported(p, fmt.Sprintf("a pointer to more than %d places", maxTargets))
	}
	s := x.b.terms
	var targets []target
	if w, ok := s.Value(addr); ok {
		if o, off := x.b.resolve(w); o != nil && (off+size <= o.size || o.unsized || o.array != nil) {
			targets = []target{{o, off}}
		}
	} else {
		targets = x.b.targets(x.t, c, at, 0, size)
	}
	fault = term.True
	var plain []uint64 // addresses of memory that always lives
	for _, g := range targets {
		here := choice{target: g}
		switch {
		case g.object.array != nil:
			here = x.element(g, addr, size, p)
		case g.object.unsized:
			here.cond = x.sameObject(addr, x.b.pointer(g.object, 0))
		default:
			here.cond = s.Eq(addr, x.b.pointer(g.object, g.off))
		}
		if g.object.dead != 0 {
			here.cond = s.And(here.cond, s.Not(x.value(p, g.object.dead)))
		}
		if s.And(here.cond, p.cond) == term.False {
			continue
		}
		if g.object.array == nil && !g.object.unsized && g.object.dead == 0 {
			plain = append(plain, x.b.address(g.object, g.off))
		} else {
			fault = s.And(fault, s.Not(here.cond))
		}
		if g.object.array == nil {
			here.cells = g.object.cellsAt(g.off, size)
		}
		list = append(list, here)
	}
	return list, s.And(fault, outside(s, addr, plain)), p
}

// act decides whether an operation on some choices can be done in this state. It returns p if so, and
// nil if the operation begins another state. reads says that the operation only reads.
//
// Operations on variables of the thread can be done anywhere. Operations on memory of library models
// can be done after a visible operation, because no other thread touches that memory at the same time.
// A section that touches nothing else is itself a visible operation.
func (x *region) act(c *copied, at ir.At, p *path, list []choice, reads bool) *path {
	shared, sync := false, true
	for _, g := range list {
		if g.object.dead != 0 && x.b.sys.Vars[g.object.dead].Thread == 0 {
			shared, sync = true, false
		}
		for _, k := range g.cells {
			if k.shared && (!reads || k.settled(x) == term.None) {
				shared = true
				sync = sync && g.object.sync
			}
		}
	}
	if !shared || sync && p.depth == 0 && x.state.Kind == efsm.Visible && p.done {
		return p
	}
	if !x.mayAct(p) {
		x.leave(p, cut{copied: c, At: at})
		return nil
	}
	if p.depth == 0 {
		x.enabled(p.cond)
	}
	return x.visible(p)
}

// faults ends the process if a pointer points to no valid object.
func (x *region) faults(p *path, addr, fault term.ID, list []choice) *path {
	if fault == term.False || p == nil {
		return p
	}
	if x.b.opts.Property != verdict.Memory {
		return x.assume(p, x.b.terms.Not(fault))
	}
	s := x.b.terms
	null := s.Eq(s.Extract(addr, x.b.ptr-1, x.b.shift()), s.Uint(0, x.b.ptr-x.b.shift()))
	dead := term.False
	kind := verdict.UseAfterFree
	for _, g := range list {
		if g.object.dead != 0 {
			dead = s.Or(dead, s.And(s.Eq(addr, x.b.pointer(g.object, g.off)), x.value(p, g.object.dead)))
			if g.object.key.local != 0 {
				kind = verdict.UseAfterScope
			}
		}
	}
	notNull := s.Not(s.And(fault, null))
	if p = x.require(p, notNull, verdict.Memory, verdict.NullDereference, "null dereference"); p == nil {
		return nil
	}
	if p = x.require(p, s.Not(s.And(fault, dead)), verdict.Memory, kind, string(kind)); p == nil {
		return nil
	}
	return x.require(p, s.Not(fault), verdict.Memory, verdict.OutOfBounds, "access outside of an object")
}

// access executes a load, a store, or an atomic update.
func (x *region) access(c *copied, at ir.At, in *ir.Instr, p *path) *path {
	s := x.b.terms
	size := in.Type.Bytes(x.b.prog.Model)
	addr := x.arg(c, p, in.Args[0])
	list, fault, p := x.choices(c, at, addr, size, p)
	if p == nil {
		return nil
	}
	if in.Op != ir.OpLoad {
		list, fault = x.writable(list, fault, in.Flags&ir.Initialising != 0)
	}
	if p = x.act(c, at, p, slices.Concat(list, x.runs(in, list, size)), in.Op == ir.OpLoad); p == nil {
		return nil
	}
	x.readLives(p, list)
	if p = x.faults(p, addr, fault, list); p == nil {
		return nil
	}
	for _, g := range list {
		if g.cells == nil {
			return x.unsupported(p, "an access that does not fit the layout of its object")
		}
	}
	if p = x.aligned(p, addr, list); p == nil {
		return nil
	}
	width := uint(8 * size)
	if in.Type.IsPtr() {
		width = x.b.width()
		if p = x.untagged(c, in, p, list); p == nil {
			return nil
		}
	}
	old := x.read(p, list, width)
	model := toInt(c.inModelSection(at))
	if in.Op != ir.OpStore {
		x.crosses(p, list, 1-model)
	}
	atomic := in.Order != ir.NonAtomic
	if in.Op == ir.OpLoad {
		x.unordered(c, p, list)
		x.touch(p, list, efsm.Read, atomic, model, term.True)
		x.touch(p, x.runs(in, list, size), efsm.Read, atomic, model, term.True)
		x.set(c, p, in.Dst, x.fit(old, in.Type))
		return p
	}
	value := func(i int) term.ID { return x.widen(x.arg(c, p, in.Args[i]), width) }
	switch in.Op {
	case ir.OpStore:
		v := value(1)
		x.touch(p, list, efsm.Write, atomic, model, term.True)
		x.touch(p, x.runs(in, list, size), efsm.Write, atomic, model, term.True)
		x.write(p, list, v, width, model)
	case ir.OpRMW:
		v := arith.Updated(x.b.terms, ir.RMWKind(in.Sub), old, value(1))
		x.touch(p, list, efsm.ReadWrite, atomic, model, term.True)
		x.write(p, list, v, width, model)
		x.set(c, p, in.Dst, x.fit(old, in.Type))
	case ir.OpCmpXchg:
		equal := x.equal(c, at, [2]int{1, 1}, old, value(1))
		v := s.Ite(equal, value(2), old)
		x.touch(p, list, efsm.Read, atomic, model, term.True)
		x.touch(p, list, efsm.Write, atomic, model, equal)
		x.write(p, list, v, width, model)
		x.set(c, p, in.Dst, x.fit(old, in.Type))
	}
	return p
}

// unordered adds a mark, if races are looked for, where a section of a library model sees a value that
// another thread left in model memory without a happens-before edge from there. Later operations are
// then ordered, so they are never adjacent, and may still race. An example is the join of a thread that
// has detached itself.
func (x *region) unordered(c *copied, p *path, list []choice) {
	if x.b.opts.Property != verdict.Race || !c.fn.Model || p.depth == 0 || slices.ContainsFunc(c.fn.Blocks, func(b ir.Block) bool { return receives(b.Instrs) }) {
		return
	}
	s := x.b.terms
	for _, g := range list {
		for _, k := range g.cells {
			if first := x.b.firstOf(k); g.object.sync && k.shared && k.settled(x) == term.None && first != term.None {
				x.notAdjacent(p, s.And(g.cond, s.Distinct(x.value(p, k.v), first)), "an answer of "+c.fn.Name+" that depends on another thread's")
			}
		}
	}
}

// crosses adds a mark where an access sees another thread's write, and one of the two is in a section
// of a model and the other is the program's own. That orders them, but there is no edge.
func (x *region) crosses(p *path, list []choice, writer int) {
	for _, g := range list {
		for _, k := range g.cells {
			if v := k.crossed[writer]; v != 0 {
				x.accessed(v, efsm.Read, false, x.b.terms.And(p.cond, g.cond))
				x.notAdjacent(p, x.b.terms.And(g.cond, x.value(p, v)), "a synchronisation object that the program itself accesses")
			}
		}
	}
}

// accompanied returns whether another thread may exist. For main, that is whether a thread was created.
func (x *region) accompanied(p *path) term.ID {
	if x.t.alive != 0 {
		return term.True
	}
	others := term.False
	for _, t := range x.b.threads {
		if t.like != nil {
			return term.True // one that is no thread of the system
		}
		if t != x.t {
			x.accessed(t.alive, efsm.Read, false, p.cond)
			others = x.b.terms.Or(others, x.value(p, t.alive))
		}
	}
	return others
}

// notAdjacent adds a mark where something orders events without synchronising them. The path continues:
// races that are found are real.
func (x *region) notAdjacent(p *path, cond term.ID, construct string) {
	if when := x.b.terms.And(p.cond, cond); when != term.False {
		x.mark(efsm.Mark{Mark: verdict.Mark{Unsupported: construct}, When: when, GoesOn: true})
	}
}

// writable leaves out constants: writing them is a fault. So is writing an object that is defined const,
// unless that initialises the object.
func (x *region) writable(list []choice, fault term.ID, initialises bool) ([]choice, term.ID) {
	kept := list[:0]
	for _, g := range list {
		k := g.object.key.global
		if k != 0 && x.b.prog.Globals[k].Storage == ir.Constant || g.object.readOnly && !initialises {
			fault = x.b.terms.Or(fault, g.cond)
			continue
		}
		kept = append(kept, g)
	}
	return kept, fault
}

// readLives records that an access checks whether its object lives.
func (x *region) readLives(p *path, list []choice) {
	for _, g := range list {
		if g.object.dead != 0 {
			x.accessed(g.object.dead, efsm.Read, true, p.cond)
		}
		if g.index != term.None {
			x.accessed(g.object.array.count, efsm.Read, true, p.cond)
		}
	}
}

// touch records the accesses of shared cells. model is 1 in a section of a library model, else 0.
func (x *region) touch(p *path, list []choice, mode efsm.Mode, atomic bool, model int, when term.ID) {
	for _, g := range list {
		for _, k := range g.cells {
			if k.shared && (mode != efsm.Read || k.settled(x) == term.None) {
				when := x.b.terms.Conj(p.cond, g.cond, when)
				x.accessed(k.v, mode, atomic, when)
				if k.plain != 0 && model == 0 {
					x.accessed(k.plain, mode, atomic, when)
				}
			}
		}
	}
}

// runs returns, if races are looked for, the runs of bit-fields that an access touches (ir.Run).
func (x *region) runs(in *ir.Instr, list []choice, size int64) []choice {
	if in.Run.Size == 0 || x.b.opts.Property != verdict.Race {
		return nil
	}
	var runs []choice
	for _, g := range list {
		off, n := in.Location(g.off, size)
		run := choice{target: g.target, cond: g.cond}
		for _, k := range g.object.cells {
			if k.off < off+n && off < k.off+k.size {
				run.cells = append(run.cells, k)
			}
		}
		runs = append(runs, run)
	}
	return runs
}

// read returns the value read from one of several places.
func (x *region) read(p *path, list []choice, width uint) term.ID {
	s := x.b.terms
	v := s.Const(term.Word{}, width)
	for i, g := range list {
		whole := term.None
		for _, k := range g.cells {
			part := k.settled(x)
			if part == term.None && k.object.merged {
				part = x.any(term.BV(uint(8 * k.size)))
			} else if part == term.None {
				part = x.value(p, k.v)
			}
			if g.index != term.None {
				part = s.Select(part, g.index)
			}
			if whole == term.None {
				whole = part
			} else {
				whole = s.Concat(part, whole)
			}
		}
		if s.Width(whole) < width { // a pointer in memory that is not only for pointers
			whole = s.Zext(whole, width)
		}
		if i == 0 {
			v = whole
		} else {
			v = s.Ite(g.cond, whole, v)
		}
	}
	return v
}

// settled returns the constant that a read of a cell gives, if there is one. Either the cell is never
// written, or a library model makes its object, fills it with a single value, and shows it to others
// only afterwards.
func (k *cell) settled(x *region) term.ID {
	if k.v == 0 || !k.object.sync || k.object.owner == nil || k.object.key.at == (ir.At{}) {
		return k.constant
	}
	for _, w := range k.writers {
		if !w.built || w == x.t {
			return term.None
		}
	}
	for _, v := range k.written {
		if v != k.written[0] || !x.b.terms.IsConst(v) {
			return term.None
		}
	}
	if len(k.written) == 0 {
		return term.None
	}
	return k.written[0]
}

// write writes to one of several places; model is as in touch.
func (x *region) write(p *path, list []choice, v term.ID, width uint, model int) {
	s := x.b.terms
	for _, g := range list {
		from := uint(0)
		for _, k := range g.cells {
			bits := uint(8 * k.size)
			if k.pointer || g.index != term.None {
				bits = width
			}
			part := v
			if bits != width {
				part = s.Extract(v, from+bits-1, from)
			}
			from += bits
			if k.v != 0 {
				k.written = append(k.written, part)
				if k.object.merged {
					continue
				}
				if left := k.crossed[model]; left != 0 {
					x.accessed(left, efsm.ReadWrite, false, s.And(p.cond, g.cond))
					other := s.Conj(g.cond, s.Distinct(part, x.value(p, k.v)), x.accompanied(p))
					x.assign(p, left, s.Or(other, x.value(p, left)))
				}
				if g.index != term.None {
					part = s.Store(x.value(p, k.v), g.index, part)
				}
				x.assign(p, k.v, s.Ite(g.cond, part, x.value(p, k.v)))
			}
		}
	}
}

// assign gives a variable a value. Outside of a section, others see the value of a shared variable at
// once.
func (x *region) assign(p *path, v efsm.VarID, value term.ID) {
	p.vals[v] = value
	if p.depth == 0 {
		x.commit(p, v)
	}
}

// commit makes the value of a shared variable on a path its next value.
func (x *region) commit(p *path, v efsm.VarID) {
	if x.b.sys.Vars[v].Thread != 0 {
		return
	}
	if x.shared == nil {
		x.shared = make(map[efsm.VarID]term.ID)
	}
	before, ok := x.shared[v]
	if !ok {
		before = x.b.sys.Vars[v].Term
	}
	x.shared[v] = x.b.terms.Ite(p.cond, p.vals[v], before)
}

// fit returns bits as a value of a register of a type.
func (x *region) fit(v term.ID, typ ir.Type) term.ID {
	s := x.b.terms
	if typ == ir.I1 {
		return s.Eq(s.Extract(v, 0, 0), s.Uint(1, 1))
	}
	if n := x.b.bits(typ); n < s.Width(v) {
		return s.Extract(v, n-1, 0)
	}
	return v
}

// widen returns a register's value as bits in memory.
func (x *region) widen(v term.ID, width uint) term.ID {
	if v = x.vector(v); x.b.terms.Width(v) < width {
		return x.b.terms.Zext(v, width)
	}
	return v
}
