package mu

import (
	"fmt"
	"math/bits"

	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/seqz"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// rewriter rewrites the function of a point.
type rewriter struct {
	*code
	old     *ir.Func
	fn      ir.FuncID
	tid     int
	point   *seqz.Step
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

// rewrite replaces the function of a point.
func (m *unwinding) rewrite(tid, point int) {
	id := m.Inlined.Threads[tid].Steps[point].Func
	old := &m.Inlined.Program.Funcs[id]
	fn := &ir.Func{Name: old.Name, Model: old.Model, CType: old.CType, Pos: old.Pos,
		Regs: append([]ir.RegInfo(nil), old.Regs...), Consts: append([]ir.Const(nil), old.Consts...)}
	p := &rewriter{code: &code{m, ir.NewFuncBuilder(m.Program.Model, fn)}, old: old, fn: id, tid: tid, point: &m.Inlined.Threads[tid].Steps[point],
		blocks: make([]ir.BlockID, len(old.Blocks)), order: old.ReversePostorder()}
	for _, b := range p.order {
		p.blocks[b] = p.b.NewBlock()
	}
	p.where = p.seeks()
	p.sought, p.guessed, p.writes = ir.RegOperand(p.b.Temp(ir.I1)), ir.RegOperand(p.b.Temp(ir.I1)), ir.RegOperand(p.b.Temp(ir.I1))
	for _, b := range p.order {
		p.b.SetBlock(p.blocks[b])
		p.block(b)
	}
	m.Program.Funcs[id] = *p.b.Finish()
}

// whole reports whether an access is to whole units only.
func (m *unwinding) whole(a *access) bool {
	whole := true
	m.units.touched(a, func(t *unit) { whole = whole && t.size == a.size })
	return whole
}

// startsAt is the instruction of a point's first block that clears the flag: the
// beginning of the step.
const startsAt = 1

// block rewrites a block.
func (p *rewriter) block(b ir.BlockID) {
	blk := &p.old.Blocks[b]
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		p.b.Pos = in.Pos
		if i == p.where.before[b] && !p.where.one {
			p.seek(b)
		}
		switch in.Op {
		case ir.OpAssert:
			p.assertion(in)
			continue
		case ir.OpUnsupported:
			p.put(p.reach(p.texts[in.Text]), 0, p.byteConst(1))
			continue
		}
		a := p.units.accesses[seqz.InstrAt{Func: p.fn, Block: b, Instr: i}]
		switch role, why := p.role(a, in); role {
		case roleRefused:
			p.put(p.reach(p.mark(seqz.Mark{Unsupported: why, Mark: verdict.Mark{Location: in.Pos.In(p.Program.Files, "")}})), 0, p.byteConst(1))
			p.b.RetVoid()
			return
		case roleFinished:
			p.finished(a, in)
		case roleUnwound:
			p.access(a, in)
		default:
			if a != nil && !a.alone {
				p.stopUnless(p.inBounds(a, in.Args[0]))
			}
			p.b.Emit(*in)
			p.class(b, i)
		}
	}
	p.b.Pos = blk.Term.Pos
	if p.where.before[b] == len(blk.Instrs) {
		p.seek(b)
	}
	if blk.Term.Op == ir.TermRet {
		p.commit(p.where.sought[b] == soughtEverywhere)
		p.b.RetVoid()
		return
	}
	t := blk.Term
	t.Targets = make([]ir.BlockID, len(blk.Term.Targets))
	for i, to := range blk.Term.Targets {
		t.Targets[i] = p.blocks[to]
	}
	p.b.Terminate(t)
}

// class notes the class of the instruction that was emitted last: that of one of the
// old function.
func (p *rewriter) class(b ir.BlockID, i int) {
	if old := p.point.Classes; int(b) < len(old) && i < len(old[b]) && old[b][i] == seqz.Input {
		here := p.b.Block()
		p.Inputs = append(p.Inputs, seqz.InputAt{Thread: p.tid, InstrAt: seqz.InstrAt{Func: p.fn, Block: here, Instr: len(p.b.F.Blocks[here].Instrs) - 1}})
	}
}

// stopUnless ends the thread where a condition does not hold: its step comes after all
// others.
func (p *rewriter) stopUnless(cond ir.Operand) {
	stop, on := p.b.NewBlock(), p.b.NewBlock()
	p.b.CondBr(cond, on, stop)
	p.b.SetBlock(stop)
	p.put(p.unwinding.when, p.tid, p.byteConst(255))
	p.b.RetVoid()
	p.b.SetBlock(on)
}

// assertion notes a failure, with which the thread ends.
func (p *rewriter) assertion(in *ir.Instr) {
	if p.unwinding.assert == nil {
		p.unwinding.assert = &ir.Instr{Op: ir.OpAssert, Sub: in.Sub, Text: "no assertion failed"}
	}
	bad, on := p.b.NewBlock(), p.b.NewBlock()
	p.b.CondBr(in.Args[0], on, bad)
	p.b.SetBlock(bad)
	p.put(p.failed, 0, p.byteConst(1))
	p.b.RetVoid()
	p.b.SetBlock(on)
}

// finished rewrites a load of the word that says that a thread is finished: it is if
// it ended at the position of this one or before.
func (p *rewriter) finished(a *access, in *ir.Instr) {
	done := p.b.Temp(ir.I8)
	plain := *in
	plain.Dst = done
	p.b.Emit(plain)
	other := p.units.done[a.globals[0]]
	by := p.lessOrEq(p.get(p.pos, other, ir.I8), p.get(p.pos, p.tid, ir.I8))
	by = p.and(by, p.equal(p.get(p.stuck, other, ir.I8), p.byteConst(0))) // its last step took place
	p.b.CopyTo(in.Dst, p.b.Select(by, ir.RegOperand(done), p.byteConst(0)))
}

// access rewrites an access to the unwound memory.
func (p *rewriter) access(a *access, in *ir.Instr) {
	at, valid := p.reference(a, in.Args[0])
	p.stopUnless(valid)
	if in.Op == ir.OpStore && p.whole(a) {
		p.later(at, p.toWord(in.Args[1], at))
		return
	}
	if in.Op == ir.OpLoad && p.whole(a) {
		plain := *in
		plain.Dst = p.b.Temp(in.Type)
		p.b.Emit(plain)
		written, word := p.value(at)
		p.b.CopyTo(in.Dst, p.b.Select(written, p.fromWord(word, in.Type, at), ir.RegOperand(plain.Dst)))
		return
	}
	t, shift := p.part(a)
	typ := ir.Int(int(t.size) * 8)
	if t.size == a.size {
		typ = in.Type
	}
	before := p.b.Load(typ, p.unitAddress(t, in.Args[0], a), ir.Access{Align: 1})
	written, word := p.value(at)
	old := p.b.Select(written, word, p.toWord(before, at))
	piece := p.fromWord(p.b.Binary(ir.OpLShr, 0, old, p.b.Int(p.word, uint64(shift))), in.Type, at)
	if in.Dst != 0 {
		p.b.CopyTo(in.Dst, piece)
	}
	now, done := p.updated(in, piece)
	if now == 0 {
		return
	}
	width := in.Type.Bits(p.Program.Model)
	keep := ^(^uint64(0) >> (64 - width) << shift)
	next := p.or(p.and(old, p.b.Int(p.word, keep)), p.b.Binary(ir.OpShl, 0, p.toWord(now, at), p.b.Int(p.word, uint64(shift))))
	if done == 0 {
		p.later(at, next)
		return
	}
	p.when(done, func() { p.later(at, next) })
}

// part returns the unit of an access that is to a part of one, or to any of several
// wholes, and where in it the part is, in bits.
func (p *rewriter) part(a *access) (t *unit, shift int64) {
	p.units.touched(a, func(u *unit) { t = u })
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
	return p.b.PtrAdd(p.b.GlobalAddr(t.global), p.b.Int(p.Program.Model.PtrInt(), uint64(t.start)))
}

// updated returns what an access writes, given what was there before, and under which
// condition; zero: nothing, always.
func (p *rewriter) updated(in *ir.Instr, old ir.Operand) (now, done ir.Operand) {
	switch in.Op {
	case ir.OpStore:
		return in.Args[1], 0
	case ir.OpCmpXchg:
		return in.Args[2], p.equal(old, in.Args[1])
	case ir.OpRMW:
		op := map[ir.RMWKind]ir.Op{ir.RMWAdd: ir.OpAdd, ir.RMWSub: ir.OpSub, ir.RMWAnd: ir.OpAnd, ir.RMWNand: ir.OpAnd,
			ir.RMWOr: ir.OpOr, ir.RMWXor: ir.OpXor}
		switch kind := ir.RMWKind(in.Sub); kind {
		case ir.RMWXchg:
			return in.Args[1], 0
		case ir.RMWNand:
			return p.not(p.and(old, in.Args[1])), 0
		default:
			return p.b.Binary(op[kind], 0, old, in.Args[1]), 0
		}
	}
	return 0, 0
}

// value returns what the thread sees of a unit: what it wrote itself in this step, or
// what is written at its position.
func (p *rewriter) value(at unitRef) (written, word ir.Operand) {
	if p.where.one {
		return p.memory.read(p.code, p.tid, at)
	}
	written, word = p.memory.row(p.code, p.tid, at)
	for _, w := range p.pending {
		hit := p.and(w.done, p.equal(w.at.number, at.number))
		written, word = p.or(written, hit), p.b.Select(hit, w.value, word)
	}
	return written, word
}

// later notes a write, which is done when the step is complete.
func (p *rewriter) later(at unitRef, word ir.Operand) {
	done, number, value := p.b.Temp(ir.I1), p.b.Temp(ir.I16), p.b.Temp(p.word)
	p.b.CopyTo(done, p.b.Int(ir.I1, 1))
	p.b.CopyTo(number, at.number)
	p.b.CopyTo(value, word)
	at.number = ir.RegOperand(number)
	p.pending = append(p.pending, unitWrite{ir.RegOperand(done), at, ir.RegOperand(value)})
}

// seek goes to where the step reads, unless it is there.
func (p *rewriter) seek(b ir.BlockID) {
	if p.where.unsure[b] {
		p.when(p.not(p.sought), func() { p.seekNow(b) })
	} else {
		p.seekNow(b)
	}
}

func (p *rewriter) seekNow(b ir.BlockID) {
	p.b.CopyTo(p.sought.Reg(), p.b.Int(ir.I1, 1))
	if writes := p.memory.seek(p.code, p.tid, &p.where.steps[b]); writes != 0 {
		p.b.CopyTo(p.guessed.Reg(), p.b.Int(ir.I1, 1))
		p.b.CopyTo(p.writes.Reg(), writes)
	}
}

// commit does the writes of the step, whose position was sought or not.
func (p *rewriter) commit(sought bool) {
	if len(p.pending) == 0 {
		return
	}
	any := p.pending[0].done
	for _, w := range p.pending[1:] {
		any = p.or(any, w.done)
	}
	p.assume(p.or(p.not(p.guessed), p.equal(any, p.writes)))
	p.when(any, func() { p.memory.write(p.code, p.tid, p.pending, writeMode{sought, p.mostWrites(p.fn) > 1}) })
}

// inBounds returns whether a pointer through which plain memory is accessed is good:
// one that is not ends the process of the program, but not what others did before,
// so that the thread just stops.
func (p *rewriter) inBounds(a *access, ptr ir.Operand) ir.Operand {
	valid := p.b.Int(ir.I1, 0)
	done := make(map[ir.GlobalID]bool)
	for _, g := range a.globals {
		if !done[g] {
			done[g] = true
			d := p.b.PtrDiff(ptr, p.b.GlobalAddr(g))
			most := p.b.Int(p.Program.Model.PtrInt(), uint64(p.Program.Globals[g].Size-a.size))
			valid = p.or(valid, p.lessOrEq(d, most))
		}
	}
	return valid
}

// reference returns the unit that an access is to, and whether the pointer is good.
func (p *rewriter) reference(a *access, ptr ir.Operand) (at unitRef, valid ir.Operand) {
	seen := make(map[*unit]bool)
	p.units.touched(a, func(t *unit) {
		if t.unwound && !seen[t] {
			seen[t] = true
			at.units = append(at.units, t)
		}
	})
	model := p.Program.Model
	if a.single() {
		here := p.b.PtrAdd(p.b.GlobalAddr(a.globals[0]), p.b.Int(model.PtrInt(), uint64(a.locs[0].Off)))
		at.number, at.only = p.number(at.units[0].number), true
		return at, p.equal(ptr, here)
	}
	at.number, valid = p.number(0), p.b.Int(ir.I1, 0)
	done := make(map[ir.GlobalID]bool)
	for _, g := range a.globals {
		if done[g] {
			continue
		}
		done[g] = true
		f := p.units.families[g]
		d := p.b.PtrDiff(ptr, p.b.GlobalAddr(g))
		in := p.lessOrEq(d, p.b.Int(model.PtrInt(), uint64(f.size-a.size)))
		valid = p.or(valid, in)
		if f.base == 0 {
			continue
		}
		k := p.b.Binary(ir.OpLShr, 0, d, p.b.Int(model.PtrInt(), uint64(bits.TrailingZeros64(uint64(f.grain)))))
		n := p.b.Binary(ir.OpAdd, 0, p.b.Convert(ir.OpTrunc, ir.I16, k), p.number(f.base))
		at.number = p.b.Select(in, n, at.number)
	}
	return at, valid
}
