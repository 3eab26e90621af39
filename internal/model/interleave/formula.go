package interleave

import (
	"context"
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Formula represents all interleavings of a program within a number of blocks as one formula (package
// doc). It uses the graph's variables.
type Formula struct {
	p      *Program
	solver Solver
	most   int     // blocks
	memory *memory // nil: callers add arcs that determine the values of reads
	arcs   []arc
	group  []int32          // by node: its group; the nodes of a group are done together
	groups [][]event.NodeID // groups of one thread are adjacent
	owner  []event.ThreadID // by group
	// sequence lists the groups in their order within a block: observers come last.
	sequence []int
	soonest  []int       // by thread: the first block in which it can have an operation
	done     [][]term.ID // by block, from 0, and group: it is done in the block or before
	turn     []term.ID   // by block, from 1: its thread; 0: none
	some     []term.ID   // by block: an operation is executed in it
	control  []term.ID   // literals: each fixes one block as in the chosen interleaving
	known    []bool      // by obligation: it is excluded; nil: none is
	stats    Stats
}

// arc orders two nodes if holds is true.
type arc struct {
	holds    term.ID
	from, to event.NodeID
}

// NewFormula returns the formula for most blocks, at least one.
func NewFormula(p *Program, s Solver, most int) *Formula {
	f := newFormula(p, s, most)
	f.memory = newMemory(p)
	for t := range p.into {
		for _, e := range p.into[t] {
			f.arcs = append(f.arcs, arc{p.terms.And(p.g.Nodes[t].Guard, e.Guard), e.From, e.To})
		}
	}
	for _, g := range p.g.Facts {
		s.Assert(g)
	}
	for range most {
		f.extend()
	}
	return f
}

// NewSchedule returns the schedules of most blocks without memory, or of any number of blocks if most
// is 0. The caller determines the executed nodes, and their order with Before.
func NewSchedule(p *Program, s Solver, most int) *Formula {
	f := newFormula(p, s, most)
	if most == 0 {
		f.most = len(f.groups)
	}
	for range f.most {
		f.extend()
	}
	return f
}

func newFormula(p *Program, s Solver, most int) *Formula {
	f := &Formula{p: p, solver: s, most: most, group: make([]int32, len(p.g.Nodes)), soonest: make([]int, len(p.g.Threads))}
	for t := 1; t < len(p.g.Threads); t++ {
		th := &p.g.Threads[t]
		f.soonest[t] = f.soonest[th.Parent] + 1
		for i, n := range th.Nodes {
			if i == 0 || p.effective[n] || p.observes[n] {
				f.groups, f.owner = append(f.groups, nil), append(f.owner, event.ThreadID(t))
			}
			last := len(f.groups) - 1
			f.groups[last] = append(f.groups[last], n)
			f.group[n] = int32(last)
		}
	}
	begin := make([]term.ID, len(f.groups))
	for _, last := range []bool{false, true} {
		for k, nodes := range f.groups {
			if begin[k] = term.False; p.observes[nodes[0]] == last {
				f.sequence = append(f.sequence, k)
			}
		}
	}
	f.done, f.turn, f.some = [][]term.ID{begin}, []term.ID{term.None}, []term.ID{term.True}
	return f
}

// extend adds a block.
func (f *Formula) extend() {
	s, g := f.p.terms, f.p.g
	i := len(f.done)
	turn := s.Var("ts", term.BV(uint(bits.Len(uint(len(g.Threads)-1)))))
	done, before := make([]term.ID, len(f.groups)), f.done[i-1]
	f.turn, f.done = append(f.turn, turn), append(f.done, done)
	if i > 1 {
		f.solver.Assert(s.Or(f.is(i, 0), s.Distinct(turn, f.turn[i-1])))
	}
	some := term.False
	for _, k := range f.sequence {
		nodes, t := f.groups[k], f.owner[k]
		done[k] = term.False
		if i < f.soonest[t] {
			continue
		}
		done[k] = s.Var("done", term.Bool)
		f.assume(before[k], done[k])
		if k > 0 && f.owner[k-1] == t {
			f.assume(done[k], done[k-1])
		} else if spawn := g.Threads[t].Spawn; spawn != 0 {
			f.assume(done[k], before[f.group[spawn]])
		}
		now := s.And(done[k], s.Not(before[k]))
		if !f.p.observes[nodes[0]] {
			f.assume(now, f.is(i, t))
		}
		for _, n := range nodes {
			if f.memory != nil {
				for _, needed := range f.memory.do(n, now, same, unbound) {
					f.solver.Assert(needed)
				}
				f.memory.undo = f.memory.undo[:0]
			}
			some = s.Or(some, s.And(now, f.p.acts[n]))
		}
	}
	f.some = append(f.some, some)
	for j := range f.arcs {
		f.order(&f.arcs[j], i)
	}
}

// order adds the meaning of an arc for a block: if node to is done in it, node from must be done
// before.
func (f *Formula) order(a *arc, block int) {
	from, to := f.group[a.from], f.group[a.to]
	if f.owner[from] != f.owner[to] {
		now := f.p.terms.And(f.done[block][to], f.p.terms.Not(f.done[block-1][to]))
		latest := block - 1
		if f.p.observes[a.to] {
			latest = block
		}
		f.assume(f.p.terms.And(now, a.holds), f.done[latest][from])
	}
}

// Before requires that from is done before to, if holds is true and to is done within the blocks.
func (f *Formula) Before(holds term.ID, from, to event.NodeID) {
	a := arc{holds, from, to}
	f.arcs = append(f.arcs, a)
	for i := 1; i < len(f.done); i++ {
		f.order(&a, i)
	}
}

func same(id term.ID) term.ID { return id }

func unbound(*event.Event, term.ID) {}

func (f *Formula) assume(p, q term.ID) {
	if g := f.p.terms.Implies(p, q); g != term.True {
		f.solver.Assert(g)
	}
}

// is returns the Bool that a block belongs to a thread.
func (f *Formula) is(block int, t event.ThreadID) term.ID {
	return f.p.terms.Eq(f.turn[block], f.p.terms.Uint(uint64(t), f.p.terms.Width(f.turn[block])))
}

// Reaches returns the Bool that a thread passes one of its nodes within the blocks, or, for node zero,
// that it begins.
func (f *Formula) Reaches(t event.ThreadID, n event.NodeID) term.ID {
	nodes := f.p.g.Threads[t].Nodes
	for n != 0 && f.p.g.Nodes[n].Final { // it is not a step
		if i := f.p.g.Nodes[n].Index; i > 0 {
			n = nodes[i-1]
		} else {
			n = 0
		}
	}
	if n == 0 {
		n = f.p.g.Threads[t].Spawn
	}
	if n == 0 {
		return term.True
	}
	return f.done[f.most][f.group[n]]
}

// Search looks for an interleaving with a violation; nil: none has. An error is the cause of the
// context's end, or reports that the solver gave up.
func (f *Formula) Search(ctx context.Context) (*Found, error) {
	s, g := f.p.terms, f.p.g
	violated := make([]term.ID, len(g.Obligations))
	for i := range g.Obligations {
		if violated[i] = term.False; f.known == nil || !f.known[i] {
			violated[i] = f.violation(i)
		}
	}
	is, err := f.Ask(ctx, s.Disj(violated...))
	if !is || err != nil {
		return nil, err
	}
	return f.decode(violated), nil
}

// violation returns the Bool that an obligation is violated.
func (f *Formula) violation(i int) term.ID {
	o := &f.p.g.Obligations[i]
	return f.p.terms.Conj(o.Guard, f.p.terms.Not(o.Cond), f.Reaches(o.Thread, o.Node))
}

// Exclude excludes executions that violate one of the obligations, given by their indices in the graph, from
// later searches.
func (f *Formula) Exclude(known func(obligation int) bool) {
	if f.known == nil {
		f.known = make([]bool, len(f.p.g.Obligations))
	}
	for i := range f.known {
		if !f.known[i] && known(i) {
			f.known[i] = true
			f.solver.Assert(f.p.terms.Not(f.violation(i)))
		}
	}
}

// Ask decides whether a Bool holds in some interleaving. It first uses all control literals, and then
// drops those in the core of negative answers.
func (f *Formula) Ask(ctx context.Context, what term.ID) (bool, error) {
	for {
		is, err := f.ask(ctx, append([]term.ID{what}, f.control...)...)
		if is || err != nil || what == term.False || len(f.control) == 0 {
			return is, err
		}
		core, before := f.solver.Core(), len(f.control)
		f.control = slices.DeleteFunc(f.control, func(l term.ID) bool { return slices.Contains(core, l) })
		if f.stats.Dropped += before - len(f.control); len(f.control) == before {
			return false, nil
		}
	}
}

func (f *Formula) ask(ctx context.Context, assumptions ...term.ID) (bool, error) {
	if assumptions[0] == term.False {
		return false, nil
	}
	f.stats.Checks++
	return f.solver.Satisfiable(ctx, assumptions...)
}

// decode returns the first violation in the model of the last answer.
func (f *Formula) decode(violated []term.ID) *Found {
	g := f.p.g
	order := f.Order()
	at := make([]int, len(f.p.g.Nodes)) // number of nodes done up to and including a node
	for i, n := range order {
		at[n] = i + 1
	}
	best, first := -1, 0
	for i, v := range violated {
		if !f.holds(v) {
			continue
		}
		o := &g.Obligations[i]
		n := o.Node
		if n == 0 {
			n = f.p.g.Threads[o.Thread].Spawn
		}
		// A thread's own continuation after its node comes before the first action of a child that the
		// node creates.
		if best < 0 || at[n] < first || at[n] == first && n == o.Node && g.Obligations[best].Node == 0 {
			best, first = i, at[n]
		}
	}
	return &Found{best, order[:first]}
}

// Order returns the nodes done within the blocks, in the order of the last model.
func (f *Formula) Order() []event.NodeID {
	var order []event.NodeID
	for i := 1; i <= f.most; i++ {
		for _, k := range f.sequence {
			if f.holds(f.done[i][k]) && !f.holds(f.done[i-1][k]) {
				order = append(order, f.groups[k]...)
			}
		}
	}
	return order
}

func (f *Formula) holds(t term.ID) bool {
	return t == term.True || t != term.False && f.solver.Value(t) != (term.Word{})
}

// Reached lists the marks that executions reach, by their indices in the graph, and reports whether an
// execution needs another block.
func (f *Formula) Reached(ctx context.Context) (marks []int, cut bool, err error) {
	s, g := f.p.terms, f.p.g
	left := make([]term.ID, len(g.Marks))
	for i := range g.Marks {
		left[i] = s.And(g.Marks[i].Guard, f.Reaches(g.Marks[i].Thread, g.Marks[i].Node))
	}
	for {
		is, err := f.ask(ctx, s.Disj(left...))
		if err != nil {
			return nil, false, err
		}
		if !is {
			break
		}
		for i, m := range left {
			if f.holds(m) {
				marks, left[i] = append(marks, i), term.False
			}
		}
	}
	f.extend()
	cut, err = f.ask(ctx, s.Conj(f.some...))
	return marks, cut, err
}

// Stats returns the counters so far.
func (f *Formula) Stats() Stats { return f.stats }

// Image returns the term itself.
func (f *Formula) Image(id term.ID) term.ID { return id }
