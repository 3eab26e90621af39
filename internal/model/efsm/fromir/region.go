package fromir

import (
	"maps"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// cut is the place in a copy where a control state begins. The zero cut is the end of the thread.
type cut struct {
	copied *copied
	ir.At
	asked bool // the state in which the thread is there and has not begun (asked.go)
	halt  bool // the end of the process, wherever it is
}

// regions are the control states of a thread.
type regions struct {
	ids    map[cut]efsm.StateID
	cuts   []cut // by state, from 1
	raw    []*region
	known  []constants // by state; nil: nothing leads there yet
	queue  []efsm.StateID
	queued []bool
}

// constants are the variables of the thread that have one value whenever control
// comes to a state.
type constants map[efsm.VarID]term.ID

// exit is where the paths of a region leave it to one state.
type exit struct {
	to efsm.StateID
	p  *path
}

// region is the execution of one control state.
type region struct {
	b      *builder
	t      *thread
	at     cut
	known  constants
	state  efsm.State
	exits  []exit
	pos    ir.Pos                 // of the instruction at hand
	origin efsm.Origin            // of it, outside the library models
	within efsm.Origin            // of it
	acted  bool                   // the state has the place of its visible operation
	user   bool                   // this is an atomic section of the program
	enable term.ID                // where the state's visible operation can be done
	shared map[efsm.VarID]term.ID // the next values of shared variables
}

// states makes the control states of a thread. It executes a state with the constants known at its
// beginning, and again when fewer turn out to be constant. This is sparse conditional constant
// propagation (Wegman and Zadeck, TOPLAS 1991) over states instead of blocks. It ends because each
// repetition for a state has fewer constants.
func (b *builder) states(t *thread) {
	rs := &regions{ids: make(map[cut]efsm.StateID), cuts: make([]cut, 1), raw: make([]*region, 1),
		known: make([]constants, 1), queued: make([]bool, 1)}
	t.regions = rs
	b.makeCounters(t)
	first := make(constants)
	for v := 1; v < len(b.sys.Vars); v++ {
		if d := &b.sys.Vars[v]; d.Thread == t.id && d.Class != efsm.Input && d.Init != term.None {
			first[efsm.VarID(v)] = d.Init
		}
	}
	entry := rs.state(cut{copied: t.root, At: ir.At{Block: 1, Index: 0}})
	rs.known[entry] = first
	rs.enqueue(entry)
	for len(rs.queue) > 0 {
		id := rs.queue[0]
		rs.queue = rs.queue[1:]
		rs.queued[id] = false
		if len(rs.cuts) > maxStates {
			b.refuse(t.root.fn.Pos, t.root.fn.Name, "more than %d control states", maxStates)
		}
		b.poll()
		x := &region{b: b, t: t, at: rs.cuts[id], enable: term.False, known: rs.known[id]}
		x.state.Enable = term.True
		x.run()
		rs.raw[id] = x
		for _, e := range x.exits {
			rs.flow(x, e)
		}
	}
	t.built = true
}

// flow passes the constants at an exit on to its state.
func (rs *regions) flow(x *region, e exit) {
	if e.to == 0 {
		return
	}
	terms, vars := x.b.terms, x.b.sys.Vars
	known := rs.known[e.to]
	if known == nil {
		known = make(constants)
		for v, id := range e.p.vals {
			if vars[v].Thread != 0 && terms.IsConst(id) {
				known[v] = id
			}
		}
		rs.known[e.to] = known
		rs.enqueue(e.to)
		return
	}
	for v, id := range known {
		if e.p.vals[v] != id {
			delete(known, v)
			rs.enqueue(e.to)
		}
	}
}

func (rs *regions) enqueue(id efsm.StateID) {
	if !rs.queued[id] {
		rs.queued[id] = true
		rs.queue = append(rs.queue, id)
	}
}

func (rs *regions) state(at cut) efsm.StateID {
	id, ok := rs.ids[at]
	if !ok {
		id = efsm.StateID(len(rs.cuts))
		rs.ids[at] = id
		rs.cuts = append(rs.cuts, at)
		rs.raw = append(rs.raw, nil)
		rs.known = append(rs.known, nil)
		rs.queued = append(rs.queued, false)
	}
	return id
}

func (x *region) run() {
	if x.at.halt {
		x.state.Kind = efsm.Halt
		return
	}
	if x.at.copied == nil {
		x.end()
		return
	}
	if x.at.asked {
		x.pause()
		return
	}
	p := &path{cond: term.True, vals: make(map[efsm.VarID]term.ID, len(x.known))}
	maps.Copy(p.vals, x.known)
	c, at := x.at.copied, x.at.At
	x.where(c, at)
	x.state.Origin = x.origin
	if c == x.t.root && at == (ir.At{Block: 1, Index: 0}) {
		p = x.begin(p)
	}
	for p = x.body(c, at, p); p != nil; p = x.body(c, at, p) {
		if c == x.t.root {
			x.leave(p, cut{})
			return
		}
		if c.back != 0 || len(c.callers) != 1 {
			x.returns(c, p)
			return
		}
		from := c.callers[0]
		x.deliver(c, from, p)
		c, at = from.copied, ir.At{Block: from.Block, Index: from.Index + 1}
	}
}

// begin starts a thread: a new thread takes the argument of its creator, and its own variables get
// their initial values.
func (x *region) begin(p *path) *path {
	root := x.t.root
	for _, r := range root.fn.Params {
		v := x.t.passed()
		if v == term.None || !x.b.terms.IsConst(v) {
			x.acted = true // it is not an operation of the program
			p = x.visible(p)
			v = x.b.sys.Vars[x.t.arg].Term
			x.accessed(x.t.arg, efsm.Read, true, term.True)
			x.enabled(p.cond)
		}
		p.vals[x.reg(root, r)] = v
	}
	return x.zero(root, p)
}

// passed returns the argument that the creators of a thread pass, if it is the same constant
// everywhere.
func (t *thread) passed() term.ID {
	first := term.None
	for _, a := range t.args {
		if first != term.None && a != first {
			return term.None
		}
		first = a
	}
	return first
}

// end ends the thread, and the objects with its lifetime.
func (x *region) end() {
	x.state.Kind = efsm.Visible
	for _, o := range x.b.objects[1:] {
		if o.owner == x.t && o.dead != 0 && o.key.at == (ir.At{}) {
			x.accessed(o.dead, efsm.Write, true, term.True)
			x.assign(&path{cond: term.True, vals: make(map[efsm.VarID]term.ID)}, o.dead, term.True)
		}
	}
	x.accessed(x.t.done, efsm.Write, true, term.True)
	x.enabled(term.True)
	x.assign(&path{cond: term.True, vals: make(map[efsm.VarID]term.ID)}, x.t.done, term.True)
}

// leave ends a path at the beginning of a state.
func (x *region) leave(p *path, to cut) {
	if p == nil {
		return
	}
	if p.depth > 0 {
		x.unsupported(p, "a loop in an atomic section, or one that control leaves open")
		return
	}
	to.asked = !x.at.asked && to.copied != nil && x.b.asks(to.copied, to.At)
	id := x.t.regions.state(to)
	if to.copied != nil && to.Index == 0 {
		x.drop(p, to.copied, to.Block)
	}
	p.done = true
	for i := range x.exits {
		if x.exits[i].to == id {
			x.exits[i].p = x.merge(x.exits[i].p, p)
			return
		}
	}
	x.exits = append(x.exits, exit{id, p})
}

// visible returns p if the state's visible operation may be done here, and nil if it must begin another
// state.
func (x *region) visible(p *path) *path {
	x.located()
	x.state.Kind = efsm.Visible
	p.done = true
	return p
}

// located records that the state's visible operation is the current instruction, unless it was recorded
// before.
func (x *region) located() {
	if !x.acted {
		x.acted = true
		x.state.Origin, x.state.Within = x.origin, x.within
	}
}

// mayAct reports whether a visible operation can be done on a path, that is, at the beginning of the
// state.
func (x *region) mayAct(p *path) bool {
	return p.depth > 0 || !p.done && p.cond == term.True && len(x.exits) == 0
}

// enabled adds a condition under which the visible operation can be done.
func (x *region) enabled(cond term.ID) { x.enable = x.b.terms.Or(x.enable, cond) }

// where records the current instruction.
func (x *region) where(c *copied, at ir.At) {
	blk := &c.fn.Blocks[at.Block]
	if at.Index < len(blk.Instrs) {
		x.pos = blk.Instrs[at.Index].Pos
	} else {
		x.pos = blk.Term.Pos
	}
	fn, pos, block, instr := c.fn, x.pos, at.Block, at.Index
	for from := c; from.fn.Model && len(from.callers) == 1; {
		call := from.callers[0]
		from = call.copied
		if !from.fn.Model {
			fn, block, instr = from.fn, call.Block, call.Index
			pos = fn.Blocks[block].Instrs[instr].Pos
		}
	}
	x.within = efsm.Origin{Pos: x.pos, Func: c.fn.Name, Block: at.Block, Instr: at.Index}
	x.origin = efsm.Origin{Pos: pos, Func: fn.Name, Block: block, Instr: instr}
}

func (x *region) refuse(format string, args ...any) {
	x.b.refuse(x.origin.Pos, x.origin.Func, format, args...)
}

// unsupported stops a path at a construct that the model does not support.
func (x *region) unsupported(p *path, construct string) *path {
	x.unsupportedIf(p, term.True, construct)
	return nil
}

// unsupportedIf stops a path at an unsupported construct if a condition holds.
func (x *region) unsupportedIf(p *path, cond term.ID, construct string) *path {
	return x.cut(p, cond, verdict.Mark{Unsupported: construct})
}

// cut stops a path with a mark if a condition holds.
func (x *region) cut(p *path, cond term.ID, m verdict.Mark) *path {
	if when := x.b.terms.And(p.cond, cond); when != term.False {
		x.mark(efsm.Mark{Mark: m, When: when})
		x.enabled(when)
	}
	return x.assume(p, x.b.terms.Not(cond))
}

// mark adds a mark at the current instruction.
func (x *region) mark(m efsm.Mark) {
	m.Origin, m.Location = x.origin, x.origin.Pos.In(x.b.prog.Files, x.origin.Func)
	x.state.Marks = append(x.state.Marks, m)
}

// accessed records an access of a shared variable.
func (x *region) accessed(v efsm.VarID, mode efsm.Mode, atomic bool, when term.ID) {
	if x.b.sys.Vars[v].Thread != 0 || when == term.False {
		return
	}
	for i := range x.state.Accesses {
		if a := &x.state.Accesses[i]; a.Var == v && a.Mode == mode && a.Atomic == atomic {
			a.When = x.b.terms.Or(a.When, when)
			return
		}
	}
	x.state.Accesses = append(x.state.Accesses, efsm.Access{Var: v, Mode: mode, Atomic: atomic, When: when})
}
