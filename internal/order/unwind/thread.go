package unwind

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/analyze/loops"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// thread is the unwinding of one thread instance in one pass.
type thread struct {
	u         *unwinder
	terms     *term.Store
	inst      *instance
	id        event.ThreadID
	number    ir.ThreadNumber
	numbered  bool // number is known; otherwise it depends on the path
	children  int32
	spawns    int32 // threads created so far in the order of unwinding
	unbegun   int   // the created threads that never begin
	frames    []*frame
	made      map[ir.SiteID]int32      // objects created so far, by site
	created   map[threadKey]int32      // threads created so far, by place
	alike     map[string]int32         // the same, by calls
	counts    []int32                  // by site: slot key + 1 of how many objects it made
	active    map[ir.FuncID]activation // calls in progress
	tls       map[ir.GlobalID]*object
	holds     map[int64]int32   // see ownHolds
	killed    map[*object]int32 // when the thread first ended a life, on the scale of object.seq
	seq       int32
	awaiting  []*awaiting  // await loops that are being executed
	locksSeen []*cell      // that the thread acquires somewhere
	firstHold event.HoldID // the last one of other threads, before this one began
	last      event.NodeID
	atomic    event.PointID // of the atomic access that is being executed
	within    term.ID       // it ends in a section, whose step its end is part of
	exits     []*state      // of those that finished
	left      trie          // its view of memory at its end
	mine      []*object     // that end with the thread at the latest
}

// activation is the nesting depth of a function's calls.
type activation struct {
	depth, counted int
	path           *path
}

// frame is an activation of a function.
type frame struct {
	t       *thread
	fn      *ir.Func
	id      ir.FuncID
	flow    *flow
	consts  []value
	pos     ir.Pos // of the instruction at hand
	block   ir.BlockID
	instr   int
	walk    *loops.Walk[*state]
	out     outcome // of those that returned
	allocas []*object
	caller  []value // the registers of the frame below
}

// spawn unwinds a new thread instance, from a copy of its creator's state.
func (t *thread) spawn(st *state, f *frame, in *ir.Instr) bool {
	u := t.u
	fn := &u.w.prog.Funcs[in.Func]
	if !fn.HasBody() {
		return t.unsupported(st, "thread function "+fn.Name)
	}
	key := threadKey{parent: t.inst.id, fn: f.id, block: f.block, instr: int32(f.instr)}
	place := key
	key.k = t.created[place]
	t.created[place]++
	inst := u.w.instanceOf(key, t.inst)
	inst.ordinal = t.spawns
	t.spawns++

	arg := t.arg(st, f, in.Args[0])
	t.u.escapeTargets(st, arg, term.True)
	for _, c := range u.pointerOf(arg).cases {
		if o := c.obj; o != nil && o.handleOf != inst {
			o.handleOf, u.w.changed = inst, true
		}
	}
	n := t.operation(st, event.Spawn)
	calls := t.calls()
	alike := t.alike[calls]
	t.alike[calls]++
	if limit := u.threadLimit(alike); limit > 0 {
		t.cut(st, verdict.ThreadBound, limit)
		u.next(st, &t.children)
		u.unbegun = u.terms.Or(u.unbegun, st.path.term)
		t.unbegun++
		if inst.pass != u.pass {
			inst.pass, inst.done = u.pass, term.False
		}
		return true
	}
	child := u.newThread(inst, t, in.Func)
	n.Child = child.id
	child.graph().Spawn, child.graph().Guard = n.id, st.path.term
	child.name(st, t)
	t.point(st, n, event.Point{Kind: event.PointSpawn, Other: child.id})
	child.sees(arg)
	start := *st
	start.thread = inst
	start.mem = st.mem.fork()
	start.section, start.depth, start.kinds = nil, 0, 0
	start.path = &path{cond: st.path.term, term: st.path.term}
	child.run(&start, in.Func, arg)
	return true
}

// calls names the instruction at hand by the calls that lead to it. The library's function that
// creates a thread is called from many places, and so may one of the program's own be.
func (t *thread) calls() string {
	var key []byte
	for _, f := range t.frames {
		key = fmt.Appendf(key, "%d.%d.%d ", f.id, f.block, f.instr)
	}
	return string(key)
}

// threadLimit returns the bound on threads that is reached where a thread has created so many
// others by the same calls; 0: none is.
func (u *unwinder) threadLimit(alike int32) int {
	switch begun := len(u.graph.Threads) - 1; {
	case u.exhausted(), u.opts.Threads > 0 && begun >= u.opts.Threads:
		return begun
	case u.opts.Alike > 0 && int(alike) >= u.opts.Alike:
		return u.opts.Alike
	}
	return 0
}

func (u *unwinder) newThread(inst *instance, parent *thread, entry ir.FuncID) *thread {
	t := &thread{
		u: u, terms: u.terms, inst: inst, id: event.ThreadID(len(u.graph.Threads)),
		made: make(map[ir.SiteID]int32), created: make(map[threadKey]int32), alike: make(map[string]int32),
		active: make(map[ir.FuncID]activation), tls: make(map[ir.GlobalID]*object), within: term.False,
		firstHold: u.holdCount,
	}
	g := event.Thread{Entry: entry}
	if parent != nil {
		g.Parent = parent.id
	}
	u.graph.Threads = append(u.graph.Threads, g)
	inst.current = t
	return t
}

func (t *thread) graph() *event.Thread { return &t.u.graph.Threads[t.id] }

// name gives a new thread its number, by its place in the tree of creation.
func (t *thread) name(st *state, parent *thread) {
	if n, ok := t.terms.Value(t.u.next(st, &parent.children)); ok && parent.numbered {
		t.number, t.numbered = parent.number.Child(n.Lo+1), true
	}
}

func (t *thread) run(st *state, entry ir.FuncID, arg value) {
	var args []value
	if len(t.u.w.prog.Funcs[entry].Params) > 0 {
		args = []value{arg}
	}
	st.regs = nil
	t.point(st, nil, event.Point{Kind: event.PointBegin})
	if out := t.enterFunc(st, entry, args); out.st != nil && t.inst.parent != nil {
		t.finish(out.st)
	}
	t.end()
}

// finish records that the thread has finished in a state.
func (t *thread) finish(st *state) {
	t.u.reasons++
	t.exits = append(t.exits, st)
}

// end makes the node at which the thread is finished, if it can be.
func (t *thread) end() {
	u := t.u
	done := term.False
	if len(t.exits) > 0 {
		st := t.exits[0]
		st.section, st.kinds = nil, 0
		for _, other := range t.exits[1:] {
			other.section, other.depth, other.kinds = nil, st.depth, 0
			st.regs, other.regs = nil, nil
			u.mergeInto(st, other, nil)
		}
		n := t.operation(st, event.ThreadEnd)
		n.Step = u.terms.And(n.Step, u.terms.Not(t.within))
		t.killAll(st, n)
		t.retires(st, n)
		t.point(st, n, event.Point{Kind: event.PointEnd})
		done, t.left = st.path.term, st.mem.fork()
		t.graph().End = n.id
		if t.inst.parent == nil {
			t.lastEnd(st)
		}
	}
	if i := t.inst; i.pass == u.pass {
		u.fact(u.terms.Iff(i.done, done))
	} else {
		i.pass, i.done = u.pass, done
	}
	t.inst.current = t
}

// finished returns the condition under which an instance finishes.
func (u *unwinder) finished(i *instance) term.ID {
	if i.pass != u.pass {
		i.pass = u.pass
		i.done = u.terms.Var("finished", term.Bool)
		u.waitedFor = append(u.waitedFor, i)
	}
	return i.done
}

func (t *thread) enterFunc(st *state, id ir.FuncID, args []value) outcome {
	u := t.u
	fn := &u.w.prog.Funcs[id]
	act := t.active[id]
	next := activation{depth: act.depth + 1, counted: act.counted, path: st.path}
	if act.depth > 0 && act.path != st.path {
		next.counted++
	}
	if next.counted > u.opts.Loop || next.depth > u.opts.concrete() || len(t.frames) >= maxFrames {
		t.cut(st, verdict.RecursionBound, u.opts.Loop)
		return outcome{}
	}
	t.active[id] = next
	defer func() { t.active[id] = act }()

	f := &frame{t: t, fn: fn, id: id, flow: u.w.flowOf(id), consts: make([]value, len(fn.Consts))}
	f.walk = loops.NewWalk(f.flow.WeakOrder, f, u.opts.Loop)
	saved := st.regs
	f.caller = saved
	st.regs = make([]value, len(fn.Regs)+len(fn.Locals))
	for i, r := range fn.Params {
		if i < len(args) {
			st.regs[r] = args[i]
		}
	}
	t.frames = append(t.frames, f)
	f.walk.Run(st)
	t.frames = t.frames[:len(t.frames)-1]
	if f.out.st != nil {
		f.out.st.regs = saved
	}
	return f.out
}

// maxFrames bounds the calls in progress of a thread.
const maxFrames = 5000
