package sequential

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// operandValue returns the known value of an operand.
func (t *thread) operandValue(f *frame, st *state, o ir.Operand) value {
	if !o.IsConst() {
		return st.known[o.Reg()]
	}
	if c := f.fn.Consts[o.Const()]; c.Hi == 0 && !c.Type.IsFloat() {
		return numberOf(c.Lo)
	}
	return value{}
}

// use returns an operand of the body for an operand of the source. An object whose
// address is used so may become known to others.
func (t *thread) use(f *frame, st *state, o ir.Operand) ir.Operand {
	v := t.operandValue(f, st, o)
	t.escape(v)
	return t.operand(f, v, o)
}

// operand returns the operand of the body for an operand of the source whose known value is v.
func (t *thread) operand(f *frame, v value, o ir.Operand) ir.Operand {
	if o.IsConst() {
		return t.body.Const(f.fn.Consts[o.Const()])
	}
	if v.kind == unknown {
		return ir.RegOperand(f.base + o.Reg())
	}
	return t.valueOf(v, f.fn.Regs[o.Reg()].Type)
}

// valueOf emits the computation of a known value.
func (t *thread) valueOf(v value, typ ir.Type) ir.Operand {
	switch v.kind {
	case number:
		return t.body.Int(typ, v.lo)
	case function:
		return t.asType(t.body.FuncAddr(v.fn), typ)
	}
	return t.asType(t.body.Moved(t.body.GlobalAddr(t.inl.out.Objects[v.obj].Global), int64(v.lo)), typ)
}

func (t *thread) asType(p ir.Operand, typ ir.Type) ir.Operand {
	if typ.IsPtr() {
		return p
	}
	return t.body.Convert(ir.OpPtrToInt, typ, p)
}

// set assigns a value to a register. A known value is written to the register, too: the body may read
// it after a join with a path on which the value is not known.
func (t *thread) set(f *frame, st *state, r ir.Reg, v value) {
	st.known[r] = v
	t.body.CopyTo(f.base+r, t.valueOf(v, f.fn.Regs[r].Type))
}

// escape marks an object as possibly reachable by other threads.
func (t *thread) escape(v value) {
	if v.kind == address && !t.inl.out.Objects[v.obj].Source {
		t.inl.out.Objects[v.obj].Private = false
	}
}

// emit appends an instruction of a class.
func (t *thread) emit(in ir.Instr, c Class) ir.Operand {
	in.Pos = t.body.Pos
	r := t.body.Emit(in)
	t.isOf(c)
	return r
}

// isOf notes the class of the instruction that was emitted last.
func (t *thread) isOf(c Class) { note(t.classes, t.body.Last(), c) }

// load and store access the machine's state.
func (t *thread) load(g ir.GlobalID, typ ir.Type) ir.Operand {
	v := t.body.LoadGlobal(typ, g)
	t.isOf(Sync)
	return v
}

func (t *thread) store(g ir.GlobalID, v ir.Operand) {
	t.body.StoreGlobal(g, v)
	t.isOf(Sync)
}

// beginStep starts a step with a visible operation, unless a section is open.
func (t *thread) beginStep(st *state, access objectID) *stepHead {
	if st.depth > 0 {
		return nil
	}
	t.joinEdges(t.openJump())
	h := &stepHead{origin: t.cursor, access: access}
	t.heads[t.body.Block()] = h
	return h
}

// unless stops the thread where a condition does not hold; in a section the thread
// would rather not enter it.
func (t *thread) unless(st *state, cond ir.Operand) {
	if st.depth > 0 {
		t.body.Assume(cond)
		return
	}
	t.otherwise(cond, t.body.RetVoid)
}

// otherwise emits code that ends the thread if a condition does not hold.
func (t *thread) otherwise(cond ir.Operand, end func()) {
	from := t.body.Block()
	t.body.CondBr(cond, 0, 0)
	t.joinEdges([]edge{{from, 1}})
	end()
	t.joinEdges([]edge{{from, 0}})
}

// cut stops the thread at a bound, where there is a mark.
func (t *thread) cut(c verdict.Mark, pos ir.Pos) {
	t.bound(c, pos)
	t.processEnds()
}

// bound marks a place where executions are cut; in a library model the place is that of the call. The
// thread continues.
func (t *thread) bound(c verdict.Mark, pos ir.Pos) {
	i := len(t.frames) - 1
	for ; i > 0 && t.frames[i].fn.Model; i-- {
		pos = t.frames[i-1].calling
	}
	c.Location = pos.In(t.inl.prog.Files, t.frames[i].fn.Name)
	addMark(t.body, &t.inl.out.Marks, c)
	t.inl.blocks += 2
}

// unsupported stops the thread at a construct without meaning.
func (t *thread) unsupported(what string, pos ir.Pos) bool {
	t.cut(verdict.Mark{Unsupported: what}, pos)
	return false
}

// addMark adds a mark to a list, and emits a place at which a choice decides whether the mark is
// reached or skipped.
func addMark(b *ir.FuncBuilder, list *[]verdict.Mark, m verdict.Mark) {
	*list = append(*list, m)
	here, on := b.NewBlock(), b.NewBlock()
	b.CondBr(b.Choose(ir.I1, ir.ChooseNondet), here, on)
	b.SetBlock(here)
	EmitMark(b, *list, int32(len(*list)))
	b.RetVoid()
	b.SetBlock(on)
}

// EmitMark emits the instruction that stands for a mark of a list, which are numbered from 1.
func EmitMark(b *ir.FuncBuilder, list []verdict.Mark, number int32) {
	b.Emit(ir.Instr{Op: ir.OpUnsupported, Mark: number, Text: markText(list[number-1])})
}

// markText describes a mark, for readers.
func markText(m verdict.Mark) string {
	if m.Unsupported != "" {
		return m.Unsupported
	}
	return fmt.Sprintf("%s %d", m.Bound, m.Limit)
}

// instr executes an instruction. It reports whether the thread can continue.
func (t *thread) instr(f *frame, st *state, in *ir.Instr) bool {
	switch in.Op {
	case ir.OpGlobalAddr:
		t.set(f, st, in.Dst, value{kind: address, obj: t.objectOf(in.Glob)})
	case ir.OpFuncAddr:
		t.set(f, st, in.Dst, value{kind: function, fn: in.Func})
	case ir.OpEnter:
		return t.enter(f, st, in)
	case ir.OpLeave, ir.OpSend, ir.OpRecv, ir.OpFence, ir.OpOutput:
	case ir.OpAlloc:
		return t.alloc(f, st, in)
	case ir.OpFree:
		t.beginStep(st, 0)
	case ir.OpObjectSize:
		return t.objectSize(f, st, in)
	case ir.OpLoad, ir.OpStore, ir.OpRMW, ir.OpCmpXchg:
		t.access(f, st, in)
	case ir.OpCall:
		return t.call(f, st, in, in.Func, in.Args)
	case ir.OpCallPtr:
		return t.callPointer(f, st, in)
	case ir.OpChoose, ir.OpChooseRange, ir.OpChooseBit:
		t.choose(f, st, in)
	case ir.OpAssume:
		if v := t.operandValue(f, st, in.Args[0]); v != numberOf(1) {
			t.unless(st, t.use(f, st, in.Args[0]))
		}
	case ir.OpAssert:
		t.assertion(f, st, in)
	case ir.OpUnsupported, ir.OpFork, ir.OpShare:
		return t.unsupported(in.Text, in.Pos)
	case ir.OpLimit:
		t.bound(verdict.ParseMark(in.Text), in.Pos)
	case ir.OpSpawn:
		return t.spawn(f, st, in)
	case ir.OpSelf:
		if t.tid == 0 {
			t.set(f, st, in.Dst, numberOf(0))
			break
		}
		v := t.load(t.inl.out.Threads[t.tid].Number, ir.I32)
		if t.inl.opts.Threads > numberedThreads {
			t.numbered(v)
		}
		switch w := in.Type.Bits(t.inl.prog.Model); {
		case w > 32:
			v = t.body.Convert(ir.OpZExt, in.Type, v)
		case w < 32:
			v = t.body.Convert(ir.OpTrunc, in.Type, v)
		}
		st.known[in.Dst] = value{}
		t.body.CopyTo(f.base+in.Dst, v)
	case ir.OpJoin:
		t.beginStep(st, 0)
		t.copied(f, st, in, Sync)
	case ir.OpAcquire, ir.OpRelease, ir.OpLockState:
		t.beginStep(st, 0)
		p := t.operandValue(f, st, in.Args[0])
		t.copied(f, st, in, Sync)
		if at := t.body.Last(); p.kind == address {
			t.inl.lockWord(field{p.obj, p.lo})
			t.lockOf[at] = field{p.obj, p.lo}
		} else if locs, ok := t.mayPoint(); ok {
			t.mayLock[at] = locs
		}
	case ir.OpBlockUntil:
		t.body.Assume(t.use(f, st, in.Args[0]))
	case ir.OpAtomicBegin:
		t.beginStep(st, 0)
		st.depth++
		t.depth = st.depth
	case ir.OpAtomicEnd:
		st.depth = max(0, st.depth-1)
		t.depth = st.depth
	default:
		t.compute(f, st, in)
	}
	return true
}

// numberedThreads is the number of threads that ir.OpSelf distinguishes.
const numberedThreads = 64

// numbered stops a thread whose number is too large for ir.OpSelf.
func (t *thread) numbered(index ir.Operand) {
	t.otherwise(t.body.Less(index, t.body.Int(ir.I32, numberedThreads)), func() {
		t.unsupported("a thread whose number is 64 or more", t.body.Pos)
	})
}

// compute executes an instruction whose only effect is its result.
func (t *thread) compute(f *frame, st *state, in *ir.Instr) {
	args := make([]value, len(in.Args))
	for i, a := range in.Args {
		args[i] = t.operandValue(f, st, a)
	}
	from := in.Type
	if len(in.Args) > 0 {
		from = f.fn.TypeOf(in.Args[0])
		if in.Op == ir.OpSelect {
			from = in.Type
		}
	}
	if v := fold(in, t.inl.prog.Model, from, args); v.kind != unknown {
		t.set(f, st, in.Dst, v)
		return
	}
	if i, ok := neutral(in.Op, args); ok {
		v := t.use(f, st, in.Args[i])
		st.known[in.Dst] = args[i]
		t.body.CopyTo(f.base+in.Dst, v)
		return
	}
	if in.Op >= ir.OpUDiv && in.Op <= ir.OpSRem {
		if args[1].kind != number {
			t.unless(st, t.body.NonZero(t.use(f, st, in.Args[1])))
		} else if args[1] == numberOf(0) {
			t.unless(st, t.body.Int(ir.I1, 0))
		}
	}
	class := Private
	if in.Op >= ir.OpShl && in.Op <= ir.OpAShr && (args[1].kind != number || args[1].lo >= uint64(in.Type.Bits(t.inl.prog.Model))) {
		class = Input // the result of a shift by too much is chosen
	}
	t.copied(f, st, in, class)
}

// copied emits an instruction as it is, about the body's registers.
func (t *thread) copied(f *frame, st *state, in *ir.Instr, c Class) {
	out := *in
	out.Args = make([]ir.Operand, len(in.Args))
	for i, a := range in.Args {
		out.Args[i] = t.use(f, st, a)
	}
	if in.Dst != 0 {
		st.known[in.Dst] = value{}
		out.Dst = f.base + in.Dst
	}
	t.emit(out, c)
}

// access executes a load, a store or an atomic update. Its pointer is used without
// becoming known to others.
func (t *thread) access(f *frame, st *state, in *ir.Instr) {
	p := t.operandValue(f, st, in.Args[0])
	class, obj := Shared, objectID(0)
	if p.kind == address {
		obj = p.obj
		o := &t.inl.out.Objects[obj]
		if !inside(p.lo, in.Type.Bytes(t.inl.prog.Model), o.size) {
			obj = 0
		} else if o.Private && o.Source || o.Model {
			class = Private
			if o.Model {
				class = Sync
			}
		}
		if v := t.remembered(in, p); v.kind != unknown {
			t.set(f, st, in.Dst, v)
			return
		}
		if v := t.initial(in, p); v.kind != unknown {
			t.set(f, st, in.Dst, v)
			return
		}
		t.remember(f, st, in, p)
	}
	if in.Op == ir.OpLoad && obj != 0 {
		if v := t.loaded(st, p, in.Type); v.kind != unknown && !in.Type.IsFloat() {
			if class == Shared {
				t.beginStep(st, obj) // so that each visible operation has its step
			}
			t.set(f, st, in.Dst, v)
			return
		}
	}
	if class == Shared {
		t.beginStep(st, obj)
	}
	out := *in
	out.Args = []ir.Operand{t.operand(f, p, in.Args[0])}
	for _, a := range in.Args[1:] {
		out.Args = append(out.Args, t.use(f, st, a))
	}
	if in.Dst != 0 {
		st.known[in.Dst] = value{}
		out.Dst = f.base + in.Dst
	}
	if in.Op != ir.OpLoad {
		v := value{}
		if in.Op == ir.OpStore {
			v = t.operandValue(f, st, in.Args[1])
		}
		if p.kind == address && obj == 0 {
			p = value{} // beyond the object
		}
		t.stored(st, p, in.Type.Bytes(t.inl.prog.Model), v)
	}
	t.emit(out, class)
	if obj != 0 {
		t.accessed[t.body.Last()] = obj
	}
}

// inside reports whether n bytes at an offset are in an object of a size.
func inside(offset uint64, n, size int64) bool {
	return offset <= uint64(size) && uint64(n) <= uint64(size)-offset
}

// remember records the value that a library model stores in an object of its own.
func (t *thread) remember(f *frame, st *state, in *ir.Instr, p value) {
	if o := &t.inl.out.Objects[p.obj]; in.Op == ir.OpLoad || !o.Model || o.Source {
		return
	}
	at, v := field{p.obj, p.lo}, value{}
	if in.Op == ir.OpStore {
		v = t.operandValue(f, st, in.Args[1])
	}
	if _, again := t.inl.fields[at]; again {
		v = value{}
	}
	t.inl.fields[at] = v
}

// remembered returns the value that a thread reads, before it runs code of the program, from the
// object with which it was created. The creator wrote the object once, before the creation.
func (t *thread) remembered(in *ir.Instr, p value) value {
	if in.Op != ir.OpLoad || len(t.frames) > 1 || t.tid == 0 || t.argument.kind != address || p.obj != t.argument.obj {
		return value{}
	}
	return t.inl.fields[field{p.obj, p.lo}]
}

// initial returns the value that a load reads from a global without writes.
func (t *thread) initial(in *ir.Instr, p value) value {
	o := &t.inl.out.Objects[p.obj]
	if in.Op != ir.OpLoad || !o.Source || !t.inl.fixed[o.Global] || !in.Type.IsInt() {
		return value{}
	}
	v, ok := t.inl.prog.Globals[o.Global].Initial(p.lo, in.Type.Bytes(t.inl.prog.Model))
	if !ok {
		return value{}
	}
	return numberOf(ir.Truncate(v, in.Type.Bits(t.inl.prog.Model)))
}

// choose executes a choice. A choice that the environment does not make has the value zero.
func (t *thread) choose(f *frame, st *state, in *ir.Instr) {
	if !t.inl.opts.Environment.Asks(ir.ChooseReason(in.Sub)) {
		t.set(f, st, in.Dst, numberOf(0))
		return
	}
	if in.Op == ir.OpChooseRange {
		if lo, hi := t.operandValue(f, st, in.Args[0]), t.operandValue(f, st, in.Args[1]); lo.kind == number && lo == hi {
			t.set(f, st, in.Dst, lo)
			return
		}
	}
	t.copied(f, st, in, Input)
}

// assertion executes an assertion. A failing assertion of an unchecked property, if it ends the
// process, stops the thread.
func (t *thread) assertion(f *frame, st *state, in *ir.Instr) {
	if t.operandValue(f, st, in.Args[0]) == numberOf(1) {
		return
	}
	if in.Property() == t.inl.opts.Property {
		t.copied(f, st, in, Private)
	} else if in.EndsProcess() {
		t.unless(st, t.use(f, st, in.Args[0]))
	}
}
