package threads

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// exec executes a block on terms, from any state that the proof states.
type exec struct {
	c      *checker
	s      *term.Store
	node   threadproof.NodeID
	own    threadproof.ThreadID
	fn     *ir.Func
	at     threadproof.At
	st     state
	goals  []goal
	bounds map[boundKey]term.ID
	asks   []asked
	run    *run // the paths that are followed; nil: one block is executed
}

type boundKey struct {
	o threadproof.ObjectID
	x term.ID
	n int64
}

// goal is a condition that must hold at a place.
type goal struct {
	fails    term.ID
	at       threadproof.At
	what     string
	property verdict.Property // of an obligation
	is       bool             // an obligation of the program; false: a part of the proof
	outside  bool             // if it fails, the proof is not covered
	bound    int              // if it fails, this bound in Proof.Bounds is not preserved; from 1
	cells    int              // if it fails, this bound in Proof.CellBounds is not preserved; from 1
}

// state is the knowledge at a place on a path through a block.
type state struct {
	path    term.ID // the condition under which control comes here
	regs    map[ir.Reg]*sval
	args    []*sval
	mem     []cellValue
	held    []threadproof.Hold
	depth   int
	dirty   map[threadproof.CellID]term.ID // in which executions a cell was written
	pending map[int]term.ID
	fresh   map[threadproof.ObjectID]bool
	alive   map[threadproof.ObjectID]bool
	read    map[place]finding                // the values that the thread reads again without a write in between
	sizes   map[threadproof.ObjectID]term.ID // the known sizes, in bytes, of recent objects and of objects with at most one instance
	loose   map[threadproof.ObjectID]bool
	own     []ownLock // locks of elements, which are never changed
	beside  []threadproof.ThreadID
	ended   bool // control does not go on
}

// cellValue describes the contents of a cell: v, or if v is nil, any value of sets.
type cellValue struct {
	v         *sval
	sets      []*threadproof.Value
	unwritten bool // the value may also be the initial one
}

func (s *state) clone() state {
	n := *s
	n.regs, n.args, n.mem, n.held = maps.Clone(s.regs), slices.Clone(s.args), slices.Clone(s.mem), slices.Clone(s.held)
	n.dirty, n.pending, n.fresh, n.alive = maps.Clone(s.dirty), maps.Clone(s.pending), maps.Clone(s.fresh), maps.Clone(s.alive)
	n.sizes, n.loose, n.read = maps.Clone(s.sizes), maps.Clone(s.loose), maps.Clone(s.read)
	return n
}

// maxConflicts bounds the search for a state in which a block's conditions do not hold.
const maxConflicts = 20000

// newProver returns a solver for the questions about a block. There are many blocks, and their
// questions are easy, so the solver does not eliminate variables first: that took a fifth of the time.
func newProver(s *term.Store) *solver.Embedded {
	p := solver.New(s, sat.Options{Without: sat.Eliminate | sat.Substitute})
	p.SetLimits(sat.Limits{Conflicts: maxConflicts})
	return p
}

// block checks the effects of a block.
func (c *checker) block(at threadproof.At) error {
	n := &c.proof.Nodes[at.Node]
	e := &exec{
		c: c, s: term.New(term.Options{}), node: at.Node, own: n.Thread, fn: &c.prog.Funcs[n.Func], at: at,
		bounds: make(map[boundKey]term.ID),
	}
	e.begin(c.proof.States[at])
	block := &e.fn.Blocks[at.Block]
	for i := range block.Instrs {
		e.at.Instr = i
		e.instr(&block.Instrs[i])
		if e.st.ended || c.done() {
			break
		}
	}
	if !e.st.ended && !c.done() {
		e.at.Instr = len(block.Instrs)
		e.term(&block.Term)
	}
	c.report.Blocks++
	c.report.Conditions += len(e.goals)
	if c.done() {
		return nil
	}
	failed, err := e.decide()
	for _, g := range failed {
		c.postpone(g)
	}
	if err != nil || c.done() {
		return err
	}
	return e.answerOwn()
}

// begin makes the current state a state of the proof.
func (e *exec) begin(from *threadproof.State) {
	e.st = state{
		path: term.True, regs: make(map[ir.Reg]*sval), dirty: make(map[threadproof.CellID]term.ID), pending: make(map[int]term.ID),
		fresh: make(map[threadproof.ObjectID]bool), alive: make(map[threadproof.ObjectID]bool), sizes: make(map[threadproof.ObjectID]term.ID),
		loose: make(map[threadproof.ObjectID]bool), beside: e.c.company(e.at),
	}
	for _, r := range slices.Sorted(maps.Keys(from.Regs)) {
		v := from.Regs[r]
		x := e.among([]*threadproof.Value{&v}, e.bitsOf(e.fn.Regs[r].Type))
		e.assume(e.exists(x))
		e.st.regs[r] = x
	}
	for i, r := range e.fn.Params {
		e.st.args = append(e.st.args, e.among([]*threadproof.Value{&from.Args[i]}, e.bitsOf(e.fn.Regs[r].Type)))
		if x, known := e.st.regs[r]; known && (i < len(from.Kept) && from.Kept[i] || e.at.Block == 1 && !e.isTarget(1)) {
			e.st.args[i] = x
		}
	}
	e.remember(from)
	for _, x := range slices.Sorted(maps.Keys(from.Loaded)) {
		e.st.mem[x].v = e.st.regs[from.Loaded[x]]
		e.st.mem[x].unwritten = false
	}
	e.st.own = e.ownStated(from.Owned)
}

// isTarget reports whether the function has an edge to block b.
func (e *exec) isTarget(b ir.BlockID) bool {
	for i := range e.fn.Blocks {
		if slices.Contains(e.fn.Blocks[i].Term.Targets, b) {
			return true
		}
	}
	return false
}

// remember takes over a state of the proof without its registers.
func (e *exec) remember(from *threadproof.State) {
	e.st.mem = make([]cellValue, len(from.Mem))
	for i := range from.Mem {
		e.st.mem[i] = stated(from, threadproof.CellID(i))
	}
	e.adopt(from)
}

// stated returns the contents of a cell in a state of the proof.
func stated(from *threadproof.State, x threadproof.CellID) cellValue {
	return cellValue{sets: []*threadproof.Value{&from.Mem[x]}, unwritten: from.Mem[x].Unwritten}
}

// adopt takes over a state of the proof without its registers and memory.
func (e *exec) adopt(from *threadproof.State) {
	e.st.held, e.st.depth = slices.Clone(from.Held), from.Depth
	clear(e.st.dirty)
	clear(e.st.pending)
	clear(e.st.fresh)
	clear(e.st.alive)
	for _, x := range from.Dirty {
		e.st.dirty[x] = term.True
	}
	for _, g := range from.Pending {
		e.st.pending[g] = term.True
	}
	for _, o := range from.Fresh {
		e.st.fresh[o] = true
	}
	for _, o := range from.Alive {
		e.st.alive[o] = true
	}
	e.st.loose = make(map[threadproof.ObjectID]bool)
	for _, o := range from.Loose {
		e.st.loose[o] = true
	}
}

func (e *exec) bitsOf(t ir.Type) uint { return uint(t.Bits(e.c.prog.Model)) }

// assume restricts the path to executions in which a condition holds.
func (e *exec) assume(cond term.ID) { e.st.path = e.s.And(e.st.path, cond) }

// require adds a condition that must be shown here as a part of the proof.
func (e *exec) require(cond term.ID, what string) { e.add(goal{what: what}, cond) }

// oblige adds a condition as an obligation of a property.
func (e *exec) oblige(p verdict.Property, cond term.ID, what string) {
	e.add(goal{what: what, property: p, is: true}, cond)
}

func (e *exec) add(g goal, cond term.ID) {
	g.at = e.at
	if e.run != nil && !e.run.wants(&g) {
		return
	}
	g.fails = e.s.And(e.st.path, e.s.Not(cond))
	if g.fails != term.False {
		e.goals = append(e.goals, g)
	}
}

// decide asks the solver for a state in which a condition fails: first for all conditions at once, then
// for each. It returns the conditions that were not shown to hold.
func (e *exec) decide() (failed []goal, err error) {
	if len(e.goals) == 0 {
		return nil, nil
	}
	prover := newProver(e.s)
	for len(e.goals) > 0 {
		var fails []term.ID
		for _, g := range e.goals {
			fails = append(fails, g.fails)
		}
		got, err := prover.Check(e.c.ctx, e.s.Disj(fails...))
		switch {
		case err != nil:
			return nil, err
		case e.c.ctx.Err() != nil:
			return nil, e.c.ctx.Err()
		case got.Status == sat.Unsatisfiable:
			return failed, nil
		case got.Status == sat.Unknown:
			if e.run == nil {
				e.c.leaveOut("%s: what takes too long to show", e.c.where(threadproof.At{Node: e.at.Node, Block: e.at.Block}))
			}
			return append(failed, e.goals...), nil
		}
		var left []goal
		for _, g := range e.goals {
			if prover.Value(g.fails).Lo == 0 {
				left = append(left, g)
			} else if failed = append(failed, g); e.run == nil && !e.c.postpones(&g) && !g.is {
				return failed, nil
			}
		}
		// A property that is open already needs no further answers.
		e.goals = slices.DeleteFunc(left, func(g goal) bool {
			_, open := e.c.report.Open[g.property]
			return g.is && (open || e.c.isOpen(failed, g.property))
		})
	}
	return failed, nil
}

// operand returns the value of an operand.
func (e *exec) operand(o ir.Operand) *sval {
	if o.IsConst() {
		c := e.fn.Consts[o.Const()]
		return e.bits(e.s.Const(c.Word, e.bitsOf(c.Type)))
	}
	return e.register(o.Reg())
}

// register returns the value of a register.
func (e *exec) register(r ir.Reg) *sval {
	v, known := e.st.regs[r]
	if !known {
		v = e.unknown(e.bitsOf(e.fn.Regs[r].Type))
		e.st.regs[r] = v
	}
	return v
}

// alone reports whether no other thread may run.
func (e *exec) alone() bool { return len(e.st.beside) == 0 }

// or adds cond as a further condition under which k is in a set.
func or[K comparable](s *term.Store, set map[K]term.ID, k K, cond term.ID) {
	if old, known := set[k]; known {
		cond = s.Or(old, cond)
	}
	set[k] = cond
}

func (e *exec) object(o threadproof.ObjectID) *threadproof.Object { return &e.c.proof.Objects[o] }

func (e *exec) base(o threadproof.ObjectID) threadproof.ObjectID {
	if b := e.object(o).Base; b != 0 {
		return b
	}
	return o
}

func (e *exec) single(o threadproof.ObjectID) bool {
	x := e.object(o)
	return x.Single || x.Kind == threadproof.Global
}

func (e *exec) cell(x threadproof.CellID) *threadproof.Cell { return &e.c.proof.Cells[x] }

// shared reports whether several threads may reach a cell.
func (e *exec) shared(x threadproof.CellID) bool { return e.object(e.cell(x).Object).Shared }
