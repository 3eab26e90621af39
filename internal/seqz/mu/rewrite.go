package mu

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/seqz"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// rewriter rewrites the function of a step.
type rewriter struct {
	c       *code
	old     *ir.Func
	fn      ir.FuncID
	tid     int
	step    *seqz.Step
	blocks  []ir.BlockID // by old block
	order   []ir.BlockID // old blocks that control reaches, in an order that it keeps to
	where   seeks
	sought  ir.Operand  // a register: the step has a position to read at
	guessed ir.Operand  // a register: whether it was guessed if the step writes
	writes  ir.Operand  // a register: that guess
	pending []unitWrite // the writes, as registers that are set where they are done
}

// role says how an access is rewritten.
type role uint8

const (
	rolePlain    role = iota // it stays
	roleFinished             // whether a thread is finished
	roleUnwound              // an access to the unwound memory
	roleRefused              // one that cannot be unwound
)

// role says how an access is rewritten, and for roleRefused why.
func (m *unwinding) role(a *access, in *ir.Instr) (role, string) {
	if a == nil || a.alone {
		return rolePlain, ""
	}
	if m.units.lost != "" {
		return roleRefused, "accesses through pointers of which nothing is known: " + m.units.lost
	}
	if a.wild {
		return roleRefused, "an access through a pointer that may point anywhere"
	}
	role, whole := rolePlain, true
	for _, g := range a.globals {
		if _, ok := m.units.done[g]; ok && in.Op == ir.OpLoad {
			role = roleFinished
		}
		if m.units.families[g].joined == nil {
			return roleRefused, fmt.Sprintf("an access to an object of more than %d bytes", maxUnwoundObject)
		}
	}
	refused := ""
	m.units.touched(a, func(t *unit) {
		if !t.unwound {
			return
		}
		role = roleUnwound
		whole = whole && t.size == a.size
		switch {
		case t.size > 8 || t.size&(t.size-1) != 0:
			refused = "accesses of several sizes that overlap"
		case t.wild:
			refused = "a pointer that may point anywhere, in memory that threads compete for"
		case len(t.holds) > 0 && t.size != a.size:
			refused = "a part of a pointer in memory that threads compete for"
		case len(t.holds) > 0 && in.Op == ir.OpRMW && ir.RMWKind(in.Sub) != ir.RMWXchg:
			refused = "arithmetic on a pointer in memory that threads compete for"
		}
	})
	switch {
	case role != roleUnwound:
		return role, ""
	case refused != "":
		return roleRefused, refused
	case !whole && !a.single():
		return roleRefused, "an access to part of what other accesses take as a whole"
	}
	return roleUnwound, ""
}

// single reports whether an access can only be at one place.
func (a *access) single() bool { return len(a.locs) == 1 && a.locs[0].Step == 0 }

func (m *unwinding) rewrite(tid, point int) {
	id := m.seq.Inlined.Threads[tid].Steps[point].Func
	old := &m.seq.Inlined.Program.Funcs[id]
	fn := &ir.Func{Name: old.Name, Model: old.Model, CType: old.CType, Pos: old.Pos,
		Regs: append([]ir.RegInfo(nil), old.Regs...), Consts: append([]ir.Const(nil), old.Consts...)}
	p := &rewriter{c: &code{m, ir.NewFuncBuilder(m.seq.Program.Model, fn)}, old: old, fn: id, tid: tid, step: &m.seq.Inlined.Threads[tid].Steps[point],
		blocks: make([]ir.BlockID, len(old.Blocks)), order: old.ReversePostorder()}
	for _, b := range p.order {
		p.blocks[b] = p.c.b.NewBlock()
	}
	p.where = p.seeks()
	p.sought, p.guessed, p.writes = ir.RegOperand(p.c.b.Temp(ir.I1)), ir.RegOperand(p.c.b.Temp(ir.I1)), ir.RegOperand(p.c.b.Temp(ir.I1))
	for _, b := range p.order {
		p.c.b.SetBlock(p.blocks[b])
		p.block(b)
	}
	m.seq.Program.Funcs[id] = *p.c.b.Finish()
}

// whole reports whether an access is to whole units only.
func (m *unwinding) whole(a *access) bool {
	return !m.units.touches(a, func(t *unit) bool { return t.size != a.size })
}

func (p *rewriter) block(b ir.BlockID) {
	blk := &p.old.Blocks[b]
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		p.c.b.Pos = in.Pos
		if i == p.where.before[b] && !p.where.one {
			p.seek(b)
		}
		switch in.Op {
		case ir.OpAssert:
			p.assertion(in)
			continue
		case ir.OpUnsupported:
			p.c.put(p.c.m.reach(in.Mark), 0, p.c.byteConst(1))
			continue
		}
		a := p.c.m.units.accesses[seqz.InstrAt{Func: p.fn, Block: b, Instr: i}]
		switch role, why := p.c.m.role(a, in); role {
		case roleRefused:
			p.c.put(p.c.m.reach(p.c.m.seq.AddMark(verdict.Mark{Unsupported: why, Location: in.Pos.In(p.c.m.seq.Program.Files, "")})), 0, p.c.byteConst(1))
			p.c.b.RetVoid()
			return
		case roleFinished:
			p.finished(a, in)
		case roleUnwound:
			p.access(a, in)
		default:
			if a != nil && !a.alone {
				p.stopUnless(p.inBounds(a, in.Args[0]))
			}
			p.c.b.Emit(*in)
			p.class(b, i)
		}
	}
	p.c.b.Pos = blk.Term.Pos
	if p.where.before[b] == len(blk.Instrs) {
		p.seek(b)
	}
	if blk.Term.Op == ir.TermRet {
		p.commit(p.where.sought[b] == soughtEverywhere)
		p.c.b.RetVoid()
		return
	}
	t := blk.Term
	t.Targets = make([]ir.BlockID, len(blk.Term.Targets))
	for i, to := range blk.Term.Targets {
		t.Targets[i] = p.blocks[to]
	}
	p.c.b.Terminate(t)
}

// class records the instruction that was emitted last as an input, if the one of the old
// function is.
func (p *rewriter) class(b ir.BlockID, i int) {
	if old := p.step.Classes; int(b) < len(old) && i < len(old[b]) && old[b][i] == seqz.Input {
		p.c.m.seq.IsInput(p.tid, p.fn, p.c.b)
	}
}

// stopUnless ends the thread where a condition does not hold: its step comes after all
// others.
func (p *rewriter) stopUnless(cond ir.Operand) {
	p.c.b.Unless(cond, func() { p.c.put(p.c.m.when, p.tid, p.c.byteConst(255)) })
}

// assertion sets the flag of failures where an assertion fails, and ends the thread there.
func (p *rewriter) assertion(in *ir.Instr) {
	if p.c.m.assert == nil {
		p.c.m.assert = &ir.Instr{Op: ir.OpAssert, Sub: in.Sub, Text: "no assertion failed"}
	}
	p.c.b.Unless(in.Args[0], func() { p.c.put(p.c.m.failed, 0, p.c.byteConst(1)) })
}

// finished rewrites a load of the word that says that a thread is finished: it is if
// it ended at the position of this one or before.
func (p *rewriter) finished(a *access, in *ir.Instr) {
	done := p.c.b.Temp(ir.I8)
	plain := *in
	plain.Dst = done
	p.c.b.Emit(plain)
	other := p.c.m.units.done[a.globals[0]]
	by := p.c.b.LessOrEqual(p.c.get(p.c.m.pos, other, ir.I8), p.c.get(p.c.m.pos, p.tid, ir.I8))
	by = p.c.b.And(by, p.c.b.Equal(p.c.get(p.c.m.stuck, other, ir.I8), p.c.byteConst(0))) // its last step took place
	p.c.b.CopyTo(in.Dst, p.c.b.Select(by, ir.RegOperand(done), p.c.byteConst(0)))
}

// access rewrites an access to the unwound memory.
func (p *rewriter) access(a *access, in *ir.Instr) {
	at, valid := p.reference(a, in.Args[0])
	p.stopUnless(valid)
	if in.Op == ir.OpStore && p.c.m.whole(a) {
		p.later(at, p.toWord(in.Args[1], at))
		return
	}
	if in.Op == ir.OpLoad && p.c.m.whole(a) {
		plain := *in
		plain.Dst = p.c.b.Temp(in.Type)
		p.c.b.Emit(plain)
		written, word := p.value(at)
		p.c.b.CopyTo(in.Dst, p.c.b.Select(written, p.fromWord(word, in.Type, at), ir.RegOperand(plain.Dst)))
		return
	}
	t, shift := p.part(a)
	typ := ir.Int(int(t.size) * 8)
	if t.size == a.size {
		typ = in.Type
	}
	before := p.c.b.Load(typ, p.unitAddress(t, in.Args[0], a), ir.Access{Align: 1})
	written, word := p.value(at)
	old := p.c.b.Select(written, word, p.toWord(before, at))
	piece := p.fromWord(p.c.b.Binary(ir.OpLShr, 0, old, p.c.b.Int(p.c.m.word, uint64(shift))), in.Type, at)
	if in.Dst != 0 {
		p.c.b.CopyTo(in.Dst, piece)
	}
	now, done := p.updated(in, piece)
	if now == 0 {
		return
	}
	width := in.Type.Bits(p.c.b.Model)
	keep := ^(^uint64(0) >> (64 - width) << shift)
	next := p.c.b.Or(p.c.b.And(old, p.c.b.Int(p.c.m.word, keep)), p.c.b.Binary(ir.OpShl, 0, p.toWord(now, at), p.c.b.Int(p.c.m.word, uint64(shift))))
	if done == 0 {
		p.later(at, next)
		return
	}
	p.c.b.When(done, func() { p.later(at, next) })
}

// part returns the unit of an access that is to a part of one, or to any of several
// wholes, and where in it the part is, in bits.
func (p *rewriter) part(a *access) (t *unit, shift int64) {
	p.c.m.units.touched(a, func(u *unit) { t = u })
	if a.single() {
		shift = (a.locs[0].Off - t.start) * 8
	}
	return t, shift
}

// unitAddress returns the address of the unit that an access is to.
func (p *rewriter) unitAddress(t *unit, ptr ir.Operand, a *access) ir.Operand {
	if !a.single() || a.locs[0].Off == t.start {
		return ptr
	}
	return p.c.b.PtrAdd(p.c.b.GlobalAddr(t.global), p.c.b.Int(p.c.b.Model.PtrInt(), uint64(t.start)))
}

// updated returns what an access writes, given what was there before, and under which
// condition; zero: nothing, always.
func (p *rewriter) updated(in *ir.Instr, old ir.Operand) (now, done ir.Operand) {
	switch in.Op {
	case ir.OpStore:
		return in.Args[1], 0
	case ir.OpCmpXchg:
		return in.Args[2], p.c.b.Equal(old, in.Args[1])
	case ir.OpRMW:
		op := map[ir.RMWKind]ir.Op{ir.RMWAdd: ir.OpAdd, ir.RMWSub: ir.OpSub, ir.RMWAnd: ir.OpAnd, ir.RMWOr: ir.OpOr, ir.RMWXor: ir.OpXor}
		switch kind := ir.RMWKind(in.Sub); kind {
		case ir.RMWXchg:
			return in.Args[1], 0
		case ir.RMWNand:
			return p.c.b.Not(p.c.b.And(old, in.Args[1])), 0
		default:
			return p.c.b.Binary(op[kind], 0, old, in.Args[1]), 0
		}
	}
	return 0, 0
}

// value returns what the thread sees of a unit: what it wrote itself in this step, or
// what is written at its position.
func (p *rewriter) value(at unitRef) (written, word ir.Operand) {
	if p.where.one {
		return p.c.m.memory.read(p.c, p.tid, at)
	}
	written, word = p.c.m.memory.row(p.c, p.tid, at)
	for _, w := range p.pending {
		hit := p.c.b.And(w.done, p.c.b.Equal(w.at.number, at.number))
		written, word = p.c.b.Or(written, hit), p.c.b.Select(hit, w.value, word)
	}
	return written, word
}

// later postpones a write to the end of the step.
func (p *rewriter) later(at unitRef, word ir.Operand) {
	done, number, value := p.c.b.Temp(ir.I1), p.c.b.Temp(ir.I16), p.c.b.Temp(p.c.m.word)
	p.c.b.CopyTo(done, p.c.b.Int(ir.I1, 1))
	p.c.b.CopyTo(number, at.number)
	p.c.b.CopyTo(value, word)
	at.number = ir.RegOperand(number)
	p.pending = append(p.pending, unitWrite{ir.RegOperand(done), at, ir.RegOperand(value)})
}

// seek goes to where the step reads, unless it is there.
func (p *rewriter) seek(b ir.BlockID) {
	if p.where.unsure[b] {
		p.c.b.When(p.c.b.Not(p.sought), func() { p.seekNow(b) })
	} else {
		p.seekNow(b)
	}
}

func (p *rewriter) seekNow(b ir.BlockID) {
	p.c.b.CopyTo(p.sought.Reg(), p.c.b.Int(ir.I1, 1))
	if writes := p.c.m.memory.seek(p.c, p.tid, &p.where.steps[b]); writes != 0 {
		p.c.b.CopyTo(p.guessed.Reg(), p.c.b.Int(ir.I1, 1))
		p.c.b.CopyTo(p.writes.Reg(), writes)
	}
}

// commit does the writes of the step, whose position was sought or not.
func (p *rewriter) commit(sought bool) {
	if len(p.pending) == 0 {
		return
	}
	any := p.pending[0].done
	for _, w := range p.pending[1:] {
		any = p.c.b.Or(any, w.done)
	}
	p.c.b.Assume(p.c.b.Or(p.c.b.Not(p.guessed), p.c.b.Equal(any, p.writes)))
	p.c.b.When(any, func() { p.c.m.memory.write(p.c, p.tid, p.pending, writeMode{sought, p.c.m.mostWrites(p.fn) > 1}) })
}

// inBounds returns whether a pointer through which plain memory is accessed is good:
// one that is not ends the process of the program, but not what others did before,
// so that the thread just stops.
func (p *rewriter) inBounds(a *access, ptr ir.Operand) ir.Operand {
	valid := p.c.b.Int(ir.I1, 0)
	for _, g := range a.objects() {
		_, in := p.offsetIn(a, g, ptr)
		valid = p.c.b.Or(valid, in)
	}
	return valid
}

// offsetIn returns the offset of a pointer in an object, and whether the access is inside.
func (p *rewriter) offsetIn(a *access, g ir.GlobalID, ptr ir.Operand) (offset, inside ir.Operand) {
	offset = p.c.b.PtrDiff(ptr, p.c.b.GlobalAddr(g))
	return offset, p.c.b.LessOrEqual(offset, p.c.b.Int(p.c.b.Model.PtrInt(), uint64(p.c.m.seq.Program.Globals[g].Size-a.size)))
}

// objects returns the objects that an access may be to, each once.
func (a *access) objects() (list []ir.GlobalID) {
	for _, g := range a.globals {
		if !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	return list
}

// reference returns the unit that an access is to, and whether the pointer is good.
func (p *rewriter) reference(a *access, ptr ir.Operand) (at unitRef, valid ir.Operand) {
	var s footprint
	p.c.m.units.touched(a, s.reads)
	at.units = s.units
	model := p.c.b.Model
	if a.single() {
		here := p.c.b.PtrAdd(p.c.b.GlobalAddr(a.globals[0]), p.c.b.Int(model.PtrInt(), uint64(a.locs[0].Off)))
		at.number, at.only = p.c.number(at.units[0].number), true
		return at, p.c.b.Equal(ptr, here)
	}
	at.number, valid = p.c.number(0), p.c.b.Int(ir.I1, 0)
	for _, g := range a.objects() {
		f := p.c.m.units.families[g]
		d, in := p.offsetIn(a, g, ptr)
		valid = p.c.b.Or(valid, in)
		if f.base == 0 {
			continue
		}
		k := p.c.b.Binary(ir.OpLShr, 0, d, p.c.b.Int(model.PtrInt(), uint64(bits.TrailingZeros64(uint64(f.grain)))))
		n := p.c.b.Binary(ir.OpAdd, 0, p.c.b.Convert(ir.OpTrunc, ir.I16, k), p.c.number(f.base))
		at.number = p.c.b.Select(in, n, at.number)
	}
	return at, valid
}
