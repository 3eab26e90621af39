package mu

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// rewriter rewrites the function of a step.
type rewriter struct {
	c       *code
	old     *ir.Func
	fn      ir.FuncID
	tid     int
	step    *sequential.Step
	blocks  []ir.BlockID // by old block
	order   []ir.BlockID // old blocks that control reaches, in an order that it keeps to
	where   seeks
	sought  ir.Operand    // a register: the step has a position to read at
	guessed ir.Operand    // a register: whether it was guessed if the step writes
	writes  ir.Operand    // a register: that guess
	guesses bool          // it is guessed somewhere
	pending []unitWrite   // the writes, as registers that are set where they are done
	done    [][]certainty // by block, and by pending write: whether it is done at the block's end
	now     []certainty   // by pending write, in the block that is written
	address map[ir.Reg]place
}

// certainty tells on which paths to a place an operation is executed.
type certainty uint8

const (
	onNone certainty = iota
	onSome
	onAll
)

// place is where a pointer surely points.
type place struct {
	global ir.GlobalID
	offset int64
}

// role is the way in which an access is rewritten.
type role uint8

const (
	rolePlain    role = iota // it stays
	roleFinished             // whether a thread is finished
	roleUnwound              // an access to the unwound memory
	roleRefused              // one that cannot be unwound
)

// role returns the way in which an access is rewritten, and for roleRefused the reason.
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
		blocks: make([]ir.BlockID, len(old.Blocks)), order: old.ReversePostorder(), done: make([][]certainty, len(old.Blocks)), address: places(old, m.seq.Program.Model)}
	for _, b := range p.order {
		p.blocks[b] = p.c.b.NewBlock()
	}
	p.where = p.seeks()
	p.sought, p.guessed, p.writes = ir.RegOperand(p.c.b.Temp(ir.I1)), ir.RegOperand(p.c.b.Temp(ir.I1)), ir.RegOperand(p.c.b.Temp(ir.I1))
	for _, b := range p.order {
		p.c.b.SetBlock(p.blocks[b])
		p.now = p.doneBefore(b)
		p.block(b)
		p.done[b] = p.now
	}
	m.seq.Program.Funcs[id] = *p.c.b.Finish()
}

// places finds the registers that hold one address all the time.
func places(fn *ir.Func, model ir.DataModel) map[ir.Reg]place {
	out, defs := make(map[ir.Reg]place), make([]int, len(fn.Regs))
	for _, in := range fn.Instrs() {
		defs[in.Dst]++
	}
	for _, b := range fn.ReversePostorder() {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			if in.Dst == 0 || defs[in.Dst] != 1 {
				continue
			}
			switch in.Op {
			case ir.OpGlobalAddr:
				out[in.Dst] = place{global: in.Glob}
			case ir.OpPtrAdd, ir.OpCopy:
				at, known := out[in.Args[0].Reg()]
				if !known || in.Op == ir.OpPtrAdd && !in.Args[1].IsConst() {
					continue
				}
				if in.Op == ir.OpPtrAdd {
					at.offset += ir.SignExtend(fn.Consts[in.Args[1].Const()].Lo, model.PtrBits())
				}
				out[in.Dst] = at
			}
		}
	}
	return out
}

// doneBefore returns which pending writes are done where a block begins.
func (p *rewriter) doneBefore(b ir.BlockID) []certainty {
	out, first := make([]certainty, len(p.pending)), true
	for _, from := range p.order {
		if from == b {
			break
		}
		if !slices.Contains(p.old.Blocks[from].Term.Targets, b) {
			continue
		}
		for k := range out {
			was := onNone
			if k < len(p.done[from]) {
				was = p.done[from][k]
			}
			if first {
				out[k] = was
			} else if out[k] != was {
				out[k] = onSome
			}
		}
		first = false
	}
	return out
}

// writesSoFar returns the pending writes that may be done at the place that is written.
func (p *rewriter) writesSoFar() []unitWrite {
	var out []unitWrite
	for k, c := range p.now {
		w := p.pending[k]
		switch c {
		case onNone:
			continue
		case onAll:
			w.done = p.c.b.Int(ir.I1, 1)
		}
		out = append(out, w)
	}
	return out
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
			p.assertion(b, i)
			continue
		case ir.OpUnsupported:
			p.c.raise(p.c.m.reach(in.Mark))
			continue
		}
		a := p.c.m.units.accesses[sequential.InstrAt{Func: p.fn, Block: b, Instr: i}]
		switch role, why := p.c.m.role(a, in); role {
		case roleRefused:
			p.c.raise(p.c.m.reach(p.c.m.seq.AddMark(verdict.Mark{Unsupported: why, Location: in.Pos.In(p.c.m.seq.Program.Files, "")})))
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
	if old := p.step.Classes; int(b) < len(old) && i < len(old[b]) && old[b][i] == sequential.Input {
		p.c.m.seq.IsInput(p.tid, p.fn, p.c.b)
	}
}

// stopUnless ends the thread where a condition does not hold: its step comes after all
// others.
func (p *rewriter) stopUnless(cond ir.Operand) {
	if v, known := p.c.constant(cond); known && v == 1 {
		return
	}
	p.c.b.Unless(cond, func() { p.c.put(p.c.m.when, p.thread(), p.c.byteConst(255)) })
}

// thread returns the thread of the step, as an index.
func (p *rewriter) thread() ir.Operand { return p.c.at(p.tid) }

// assertion does the writes of the step so far where an assertion fails, so that they count, notes which one
// fails, and ends the thread there.
func (p *rewriter) assertion(b ir.BlockID, i int) {
	m, in := p.c.m, &p.old.Blocks[b].Instrs[i]
	same := func(other ir.Instr) bool { return other.Pos == in.Pos && other.Sub == in.Sub && other.Text == in.Text }
	k := slices.IndexFunc(m.asserts, same)
	if k < 0 {
		k = len(m.asserts)
		m.asserts = append(m.asserts, *in)
	}
	p.c.b.Unless(in.Args[0], func() {
		if len(p.writesSoFar()) > 0 {
			p.commit(p.soughtAt(b, i))
			p.unlessStuck()
		}
		p.c.put(m.failed, p.c.at(0), p.c.b.Int(m.failed.typ, uint64(k+1)))
	})
}

// soughtAt reports whether the step has a position to read at before an instruction of a block. If only some
// paths to the block have sought one, it is sought now.
func (p *rewriter) soughtAt(b ir.BlockID, i int) bool {
	switch before := p.where.before[b]; {
	case before >= 0 && before < i:
		return true
	case p.where.unsure[b]:
		p.seek(b)
		return true
	default:
		return before < 0 && p.where.sought[b] == soughtEverywhere
	}
}

// finished rewrites a load of the word that is set when a thread is finished: the thread is finished
// if it ended at the position of the reader or before.
func (p *rewriter) finished(a *access, in *ir.Instr) {
	by := p.c.b.Call(p.c.m.ended(), ir.I1, p.thread(), p.c.at(p.c.m.units.done[a.globals[0]]))
	done := p.c.b.Temp(ir.I8)
	plain := *in
	plain.Dst = done
	p.c.b.Emit(plain)
	p.c.b.CopyTo(in.Dst, p.c.b.Select(by, ir.RegOperand(done), p.c.byteConst(0)))
}

// access rewrites an access to the unwound memory.
func (p *rewriter) access(a *access, in *ir.Instr) {
	var s footprint
	p.c.m.units.touched(a, s.reads)
	at := unitRef{units: s.units, only: a.single()}
	p.stopUnless(p.valid(a, in.Args[0]))
	if in.Op == ir.OpStore && p.c.m.whole(a) {
		p.later(p.numbered(a, at, in.Args[0]), p.c.toWord(in.Args[1], at))
		return
	}
	if in.Op == ir.OpLoad && p.c.m.whole(a) {
		p.c.b.CopyTo(in.Dst, p.read(a, at, in, in.Type))
		return
	}
	t, shift := p.part(a)
	typ := ir.Int(int(t.size) * 8)
	if t.size == a.size {
		typ = in.Type
	}
	old := p.c.toWord(p.read(a, at, in, typ), at)
	piece := p.c.fromWord(p.c.b.Binary(ir.OpLShr, 0, old, p.c.b.Int(p.c.m.word, uint64(shift))), in.Type, at)
	if in.Dst != 0 {
		p.c.b.CopyTo(in.Dst, piece)
	}
	now, done := p.updated(in, piece)
	if now == 0 {
		return
	}
	width := in.Type.Bits(p.c.b.Model)
	keep := ^(^uint64(0) >> (64 - width) << shift)
	next := p.c.b.Or(p.c.b.And(old, p.c.b.Int(p.c.m.word, keep)), p.c.b.Binary(ir.OpShl, 0, p.c.toWord(now, at), p.c.b.Int(p.c.m.word, uint64(shift))))
	at = p.numbered(a, at, in.Args[0])
	if done == 0 {
		p.later(at, next)
		return
	}
	p.c.b.When(done, func() { p.later(at, next) })
	p.now[len(p.now)-1] = onSome
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

// updated returns the value that an access writes, given the old value, and the condition under which
// it writes. A zero value means that it writes nothing, a zero condition that it always writes.
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

// read returns the value that the thread sees in a unit, in the given type: the value that this step
// wrote itself, or the one at the thread's position.
func (p *rewriter) read(a *access, at unitRef, in *ir.Instr, typ ir.Type) ir.Operand {
	args := []ir.Operand{p.thread()}
	if !at.only {
		args = append(args, in.Args[0])
	}
	v := p.c.b.Call(p.c.m.reader(a, at, in, typ, p.where.one), typ, args...)
	for _, w := range p.writesSoFar() {
		if !slices.ContainsFunc(w.at.units, func(t *unit) bool { return slices.Contains(at.units, t) }) {
			continue
		}
		hit := w.done
		if !w.at.only || !at.only {
			at = p.numbered(a, at, in.Args[0])
			hit = p.c.and(hit, p.c.b.Equal(w.at.number, at.number))
		}
		v = p.c.choice(hit, p.c.fromWord(w.value, typ, at), v)
	}
	return v
}

// numbered adds the number of the unit that an access is to.
func (p *rewriter) numbered(a *access, at unitRef, ptr ir.Operand) unitRef {
	switch {
	case at.number != 0:
	case at.only:
		at.number = p.c.number(at.units[0].number)
	default:
		at.number = p.c.numberOf(a, ptr)
	}
	return at
}

// later postpones a write to the end of the step.
func (p *rewriter) later(at unitRef, word ir.Operand) {
	done, value := p.c.b.Temp(ir.I1), p.c.b.Temp(p.c.m.word)
	p.c.b.CopyTo(done, p.c.b.Int(ir.I1, 1))
	p.c.b.CopyTo(value, word)
	if !at.only {
		number := p.c.b.Temp(ir.I16)
		p.c.b.CopyTo(number, at.number)
		at.number = ir.RegOperand(number)
	}
	p.pending = append(p.pending, unitWrite{ir.RegOperand(done), at, ir.RegOperand(value)})
	for len(p.now) < len(p.pending) {
		p.now = append(p.now, onNone)
	}
	p.now[len(p.pending)-1] = onAll
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
	m, s := p.c.m, &p.where.steps[b]
	p.c.b.CopyTo(p.sought.Reg(), p.c.b.Int(ir.I1, 1))
	id, result := m.seeker(s)
	if result != ir.NoType {
		p.c.b.CopyTo(p.writes.Reg(), p.c.b.Call(id, result, p.thread()))
		p.c.b.CopyTo(p.guessed.Reg(), p.c.b.Int(ir.I1, 1))
		p.guesses = true
	} else {
		p.c.b.Call(id, result, p.thread())
	}
	if s.may && m.memory.stops() {
		p.unlessStuck()
	}
}

// unlessStuck ends the step if the thread has no position for a write.
func (p *rewriter) unlessStuck() {
	p.c.b.Unless(p.c.b.Equal(p.c.get(p.c.m.stuck, p.thread()), p.c.byteConst(0)), func() {})
}

// commit does the writes of the step, whose position was sought or not.
func (p *rewriter) commit(sought bool) {
	if len(p.pending) == 0 {
		return
	}
	any, list := p.c.b.Int(ir.I1, 0), p.writesSoFar()
	for _, w := range list {
		any = p.c.or(any, w.done)
	}
	if p.guesses {
		p.c.b.Assume(p.c.or(p.c.not(p.guessed), p.c.b.Equal(p.writes, any)))
	}
	how := writeMode{sought: sought}
	if p.c.m.mostWrites(p.fn) > 1 {
		how.each = p.c.m.spread(p.step)
		how.several = !how.each
	}
	write := func() { p.c.write(p.thread(), list, how) }
	switch v, known := p.c.constant(any); {
	case !known:
		p.c.b.When(any, write)
	case v == 1:
		write()
	}
}

// inBounds returns whether a pointer to plain memory is valid. An invalid pointer ends the process of
// the program, but keeps the earlier effects of other threads, so the thread only stops.
func (p *rewriter) inBounds(a *access, ptr ir.Operand) ir.Operand {
	if at, known := p.address[ptr.Reg()]; known {
		inside := slices.Contains(a.globals, at.global) && at.offset >= 0 && at.offset <= p.c.m.seq.Program.Globals[at.global].Size-a.size
		return p.c.b.Int(ir.I1, map[bool]uint64{true: 1}[inside])
	}
	return p.c.inBounds(a, ptr)
}

func (c *code) inBounds(a *access, ptr ir.Operand) ir.Operand {
	valid := c.b.Int(ir.I1, 0)
	for _, g := range a.objects() {
		_, in := c.offsetIn(a, g, ptr)
		valid = c.or(valid, in)
	}
	return valid
}

// offsetIn returns the offset of a pointer in an object, and whether the access is inside.
func (c *code) offsetIn(a *access, g ir.GlobalID, ptr ir.Operand) (offset, inside ir.Operand) {
	offset = c.b.PtrDiff(ptr, c.b.GlobalAddr(g))
	return offset, c.b.LessOrEqual(offset, c.b.Int(c.b.Model.PtrInt(), uint64(c.m.seq.Program.Globals[g].Size-a.size)))
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

// valid returns whether the pointer of an access to the unwound memory is good.
func (p *rewriter) valid(a *access, ptr ir.Operand) ir.Operand {
	at, known := p.address[ptr.Reg()]
	if !known || !a.single() {
		return p.validThere(a, ptr)
	}
	here := place{a.globals[0], a.locs[0].Off}
	return p.c.b.Int(ir.I1, map[bool]uint64{true: 1}[at == here])
}

func (p *rewriter) validThere(a *access, ptr ir.Operand) ir.Operand {
	if a.single() {
		return p.c.b.Equal(ptr, p.c.b.Moved(p.c.b.GlobalAddr(a.globals[0]), a.locs[0].Off))
	}
	return p.inBounds(a, ptr)
}

// numberOf returns the number of the unit that an access with several is to.
func (c *code) numberOf(a *access, ptr ir.Operand) ir.Operand {
	number := c.number(0)
	for _, g := range a.objects() {
		f := c.m.units.families[g]
		if f.base == 0 {
			continue
		}
		d, in := c.offsetIn(a, g, ptr)
		k := c.b.Binary(ir.OpLShr, 0, d, c.b.Int(c.b.Model.PtrInt(), uint64(bits.TrailingZeros64(uint64(f.grain)))))
		n := c.b.Binary(ir.OpAdd, 0, c.b.Convert(ir.OpTrunc, ir.I16, k), c.number(f.base))
		number = c.b.Select(in, n, number)
	}
	return number
}
