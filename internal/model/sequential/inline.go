package sequential

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// maxBlocks bounds the size of the inlined program.
const maxBlocks = 60_000

// ErrTooLarge is the error if the inlined program needs more blocks than are allowed.
var ErrTooLarge = errors.New("the inlined program is too large")

// Inline inlines the calls and loops of a checked program. An error means that the context
// is done or that the form is too large.
func Inline(ctx context.Context, p *ir.Program, opts Options) (*Inlined, error) {
	f := &inliner{ctx: ctx, prog: p, opts: opts.withDefaults(), flows: make([]*loops.WeakOrder, len(p.Funcs)), sites: ir.NewSites(p),
		fields: make(map[field]value)}
	f.sharing, f.fixed = p.SharesLocks(), neverWritten(p)
	f.out = &Inlined{Source: p, Program: frameOf(p)}
	f.addGlobals()
	f.created = f.global(ir.Global{Name: "created", Size: 4, Align: 4, Model: true, Init: []ir.InitItem{{Bytes: []byte{1, 0, 0, 0}}}})
	f.owned = newOwned(f)
	f.addThread(-1, p.Start)
	for tid := 0; tid < len(f.threads); tid++ {
		if err := f.thread(tid); err != nil {
			return nil, fmt.Errorf("inline: %w", err)
		}
	}
	for _, t := range f.threads {
		f.divide(t)
	}
	return f.out, nil
}

func (o Options) withDefaults() Options {
	o.Concrete = cmp.Or(o.Concrete, DefaultConcrete)
	o.Visible = min(cmp.Or(o.Visible, o.Concrete), o.Concrete)
	o.Threads = cmp.Or(o.Threads, DefaultThreads)
	o.Loop = max(o.Loop, 1)
	return o
}

// frameOf returns a program with the globals of another, and its functions without
// bodies, so that identifiers and addresses are the same.
func frameOf(p *ir.Program) *ir.Program {
	out := &ir.Program{Model: p.Model, Files: p.Files, CTypes: p.CTypes, Start: p.Start}
	out.Globals = append(out.Globals, p.Globals...)
	out.Funcs = append(out.Funcs, p.Funcs...)
	for i := range out.Funcs {
		f := &out.Funcs[i]
		f.Blocks, f.Consts, f.Locals = nil, nil, nil
		f.Regs = f.Regs[:min(len(f.Regs), 1+len(f.Params))]
	}
	for i := range out.Globals {
		if g := &out.Globals[i]; g.Storage == ir.ThreadLocal {
			g.Storage = ir.Static // each thread has its own instances
		}
	}
	return out
}

// inliner is the work on one program.
type inliner struct {
	ctx     context.Context
	prog    *ir.Program
	opts    Options
	out     *Inlined
	flows   []*loops.WeakOrder
	sites   *ir.Sites
	threads []*thread
	sources []objectID // by source GlobalID
	blocks  int        // of all bodies
	// fields holds the values that library models stored in objects of their own at constant offsets,
	// if only one value was stored: the routine of a new thread, and its argument.
	fields  map[field]value
	sharing bool       // some lock is held shared
	locks   []lockWord // at known addresses, in the order in which they were found
	names   map[string]int
	pts     *pointsto.Result
	fixed   []bool      // by GlobalID: nothing writes it
	created ir.GlobalID // how many threads there are
	owned   *owned      // nil: nothing is known
}

// field is a place in an object.
type field struct {
	obj    objectID
	offset uint64
}

// thread is a thread that is being inlined.
type thread struct {
	inl     *inliner
	tid     int
	body    *ir.FuncBuilder
	heads   map[ir.BlockID]*stepHead
	classes map[ir.At]Class
	// accessed holds the objects of accesses through known pointers.
	accessed map[ir.At]objectID
	frames   []*frame
	// argument is the known value of the argument with which the thread is created.
	argument value
	// known holds main's facts about memory when it created this thread or its ancestor, and since
	// holds the index of that ancestor among the threads that main created.
	known *memory
	since int
	// createdBy and createdAt are the calls of the creator around the place of
	// creation, and that place.
	createdBy []inlined
	createdAt InstrAt
	depth     int // of atomic sections at hand
	// mayLock holds the locations to which the pointers of lock operations may point; nil: unknown.
	mayLock map[ir.At][]pointsto.LocID
	lockOf  map[ir.At]field // of those through known pointers
	tls     map[ir.GlobalID]objectID
	cursor  InstrAt
	err     error
}

// stepHead is the beginning of a step with a visible operation.
type stepHead struct {
	origin  InstrAt
	access  objectID // known object that is accessed; visible only if it is shared
	creates int
}

// state is a thread at a place of its source.
type state struct {
	from  []edge  // ends of blocks that lead here
	known []value // of the frame's registers
	mem   *memory
	depth int // of nested atomic sections
}

// edge is a target of the end of a block of the body.
type edge struct {
	block  ir.BlockID
	target int
}

// frame is an activation of a function.
type frame struct {
	t       *thread
	id      ir.FuncID
	fn      *ir.Func
	base    ir.Reg // the body's register for register 1, minus 1
	walk    *loops.Walk[*state]
	out     []*state
	result  ir.Reg  // the body's
	called  InstrAt // of the call
	calling ir.Pos  // of the last call that it made
}

// addGlobals makes the objects of the source's globals.
func (f *inliner) addGlobals() {
	f.names = make(map[string]int)
	for i := range f.prog.Globals {
		f.names[f.prog.Globals[i].Name] = 1
	}
	f.out.Objects = make([]Object, 1)
	f.sources = make([]objectID, len(f.prog.Globals))
	for g := 1; g < len(f.prog.Globals); g++ {
		gl := &f.prog.Globals[g]
		if gl.Storage == ir.ThreadLocal {
			continue
		}
		f.out.Objects = append(f.out.Objects, Object{Global: ir.GlobalID(g), Source: true, Model: gl.Model,
			Private: gl.Storage == ir.Constant, size: gl.Size})
		f.sources[g] = objectID(len(f.out.Objects) - 1)
	}
}

// global adds a global to the program, with a name made unique.
func (f *inliner) global(g ir.Global) ir.GlobalID {
	if n := f.names[g.Name]; n > 0 {
		f.names[g.Name]++
		g.Name = fmt.Sprintf("%s.%d", g.Name, n+1)
	}
	f.names[g.Name]++
	f.out.Program.Globals = append(f.out.Program.Globals, g)
	return ir.GlobalID(len(f.out.Program.Globals) - 1)
}

// word adds a global for a part of the machine's state.
func (f *inliner) word(name string, size int64) ir.GlobalID {
	return f.global(ir.Global{Name: name, Size: size, Align: size, Model: true})
}

func (f *inliner) addThread(creator int, fn ir.FuncID) int {
	tid := len(f.threads)
	t := &thread{inl: f, tid: tid, heads: make(map[ir.BlockID]*stepHead), tls: make(map[ir.GlobalID]objectID),
		classes: make(map[ir.At]Class), accessed: make(map[ir.At]objectID), mayLock: make(map[ir.At][]pointsto.LocID), lockOf: make(map[ir.At]field)}
	t.body = ir.NewFuncBuilder(f.prog.Model, &ir.Func{Name: fmt.Sprintf("thread%d", tid)})
	f.threads = append(f.threads, t)
	info := Thread{Creator: creator, Func: fn}
	name := func(what string) string { return fmt.Sprintf("%s.%d", what, tid) }
	info.Done, info.Number = f.word(name("done"), 1), f.word(name("index"), 4)
	if creator >= 0 {
		info.Handle = f.word(name("handle"), int64(f.prog.Model.PtrBits()/8))
	}
	f.out.Threads = append(f.out.Threads, info)
	// The flag of the first step is needed before the steps are known.
	f.out.Threads[tid].Steps = []Step{{At: f.word(name("at")+".0", 1)}}
	return tid
}

// thread inlines the calls and loops of a thread.
func (f *inliner) thread(tid int) error {
	t := f.threads[tid]
	fn := f.out.Threads[tid].Func
	fr := t.push(fn)
	entry := t.body.NewBlock()
	t.body.SetBlock(entry)
	st := &state{known: make([]value, len(fr.fn.Regs)), mem: &memory{cells: make(map[objectID][]content)}}
	for i, r := range fr.fn.Params {
		if i == 0 && tid > 0 {
			t.startsWith(fr, st, r)
			continue
		}
		st.known[r] = numberOf(0)
	}
	st.from = t.openJump()
	fr.walk.Run(st)
	for _, st := range fr.out {
		t.finish(st, false)
	}
	t.frames = nil
	return t.err
}

func (t *thread) push(id ir.FuncID) *frame {
	fn := &t.inl.prog.Funcs[id]
	if t.inl.flows[id] == nil {
		t.inl.flows[id] = loops.NewWeakOrder(fn)
	}
	fr := &frame{t: t, id: id, fn: fn, base: ir.Reg(len(t.body.F.Regs) - 1)}
	fr.walk = loops.NewWalk(t.inl.flows[id], fr, t.inl.opts.Loop)
	for _, r := range fn.Regs[min(1, len(fn.Regs)):] {
		t.body.NewReg(r.Type, r.Name, r.CType)
	}
	if fn.Result != ir.NoType {
		fr.result = t.body.Temp(fn.Result)
	}
	t.frames = append(t.frames, fr)
	return fr
}

// openJump ends the current block with a jump to where the edge will be patched.
func (t *thread) openJump() []edge {
	b := t.body.Block()
	t.body.Br(0)
	return []edge{{b, 0}}
}

// joinEdges starts a block at which edges arrive.
func (t *thread) joinEdges(from []edge) {
	b := t.body.NewBlock()
	for _, e := range from {
		t.body.F.Blocks[e.block].Term.Targets[e.target] = b
	}
	t.body.SetBlock(b)
	if t.inl.blocks++; t.inl.blocks > maxBlocks && t.err == nil {
		t.err = ErrTooLarge
	}
	if t.inl.blocks&255 == 0 && t.inl.ctx.Err() != nil && t.err == nil {
		t.err = context.Cause(t.inl.ctx)
	}
}

// Stopped implements loops.Walker.
func (f *frame) Stopped() bool { return f.t.err != nil }

// Loop implements loops.Walker.
func (f *frame) Loop(ir.BlockID) loops.Iterations[*state] { return &iterations{t: f.t} }

// iterations is a loop that is being unrolled, with the state before the current iteration.
type iterations struct {
	t              *thread
	heads, threads int
}

// Begin implements loops.Iterations.
func (i *iterations) Begin([]*state) { i.heads, i.threads = len(i.t.heads), len(i.t.inl.threads) }

// End implements loops.Iterations.
func (i *iterations) End(back []*state) ([]*state, int) {
	opts := &i.t.inl.opts
	if len(i.t.heads) > i.heads && !i.t.alone() && !(opts.Creating && len(i.t.inl.threads) > i.threads) {
		return back, opts.Visible
	}
	return back, opts.Concrete
}

// Leave implements loops.Iterations.
func (i *iterations) Leave() {}

// Cut implements loops.Walker.
func (f *frame) Cut(states []*state, head ir.BlockID, limit int) {
	for _, st := range states {
		f.t.joinEdges(st.from)
		f.t.depth = st.depth
		f.t.cut(verdict.Mark{Bound: verdict.LoopBound, Limit: limit}, f.fn.Blocks[head].Pos())
	}
}

// Block implements loops.Walker: it executes a block in a new one of the body.
func (f *frame) Block(st *state, b ir.BlockID) {
	t := f.t
	t.joinEdges(st.from)
	blk := &f.fn.Blocks[b]
	t.depth = st.depth
	for i := range blk.Instrs {
		t.cursor = InstrAt{f.id, b, i}
		t.body.Pos = blk.Instrs[i].Pos
		if !t.instr(f, st, &blk.Instrs[i]) || t.err != nil {
			return
		}
	}
	t.cursor = InstrAt{f.id, b, len(blk.Instrs)}
	t.body.Pos = blk.Term.Pos
	f.terminate(st, b, &blk.Term)
}

func (f *frame) terminate(st *state, b ir.BlockID, term *ir.Term) {
	t := f.t
	switch term.Op {
	case ir.TermBr:
		st.from = t.openJump()
		f.walk.Jump(st, b, term.Targets[0])
	case ir.TermCondBr, ir.TermSwitch:
		f.branch(st, b, term)
	case ir.TermRet:
		f.walk.Returns(b)
		if term.HasArg {
			v := t.operandValue(f, st, term.Arg)
			t.body.CopyTo(f.result, t.operand(f, v, term.Arg))
			st.known = []value{v}
		} else if f.result != 0 {
			t.body.CopyTo(f.result, t.body.Const(ir.Const{Type: f.fn.Result}))
			st.known = []value{{}}
		} else {
			st.known = nil
		}
		st.from = t.openJump()
		f.Merge(&f.out, st, 0)
	case ir.TermThreadExit:
		st.from = t.openJump()
		t.finish(st, true)
	case ir.TermHalt:
		t.processEnds()
	case ir.TermUnreachable:
		t.unsupported("control reaches a place that the front end declared unreachable", term.Pos)
	}
}

func (f *frame) branch(st *state, b ir.BlockID, term *ir.Term) {
	t := f.t
	if v := t.operandValue(f, st, term.Arg); v.kind == number {
		to := chosen(term, v.lo)
		f.walk.Decided(b, to, term.Targets)
		st.from = t.openJump()
		f.walk.Jump(st, b, to)
		return
	}
	arg := t.use(f, st, term.Arg)
	from := t.body.Block()
	out := *term
	out.Arg, out.Targets = arg, make([]ir.BlockID, len(term.Targets))
	t.body.Terminate(out)
	for i, to := range term.Targets {
		next := *st
		next.known = append([]value(nil), st.known...)
		next.mem = st.mem.fork()
		next.from = []edge{{from, i}}
		f.walk.Jump(&next, b, to)
	}
}

// chosen returns where a branch on a constant goes.
func chosen(term *ir.Term, v uint64) ir.BlockID {
	if term.Op == ir.TermCondBr {
		return term.Targets[1-v&1]
	}
	for i, c := range term.Cases {
		if c.Lo <= v && v <= c.Hi {
			return term.Targets[i+1]
		}
	}
	return term.Targets[0]
}

// Merge implements loops.Walker.
func (f *frame) Merge(list *[]*state, st *state, _ ir.BlockID) {
	for _, other := range *list {
		if other.depth != st.depth {
			continue
		}
		other.from = append(other.from, st.from...)
		f.t.mergeMemory(other, st)
		for i, v := range st.known {
			if other.known[i] != v {
				f.t.escape(v)
				f.t.escape(other.known[i])
				other.known[i] = value{}
			}
		}
		return
	}
	*list = append(*list, st)
}
