package inclusion

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

const reuse = verdict.ReuseBound

// member follows one execution through a graph.
type member struct {
	*Graph
	*assignment
	e       *Execution
	s       *term.Store
	threads []*follower // by the execution's thread; nil: not created
	names   map[event.ThreadID]string
	globals map[string]ir.GlobalID
	memory  map[granule]term.Word // written values; else the region's initial value
	done    []bool                // by node
	at      int                   // the step at hand
	touched []touch               // by events of this step
	outcome Outcome
	// unfinished reports that the process ends in a section, before it is completed. The graph need not
	// have that (semantics 4): the execution in which the thread does not begin the section has the same
	// violations.
	unfinished bool
}

// granule is a place in a region.
type granule struct {
	region event.RegionID
	index  term.Word
}

// touch is an event that was executed.
type touch struct {
	event event.ID
	at    granule
	value term.Word
}

// follower is a thread of both.
type follower struct {
	thread int            // of the execution
	id     event.ThreadID // 0: it never begins in the graph
	next   int            // index in its nodes of the first that is not done or passed over
	input  int            // index in Graph.inputs of the next one
	choice int            // of the execution's thread: the next one
	cut    *event.Mark
}

func (c *member) lost(f *follower, pos ir.Pos, format string, args ...any) error {
	e := &LostError{Model: "event graph", Step: max(0, c.at-1), Msg: fmt.Sprintf(format, args...), Execution: c.e}
	if f != nil {
		e.Thread = c.e.Threads[f.thread].Name
	}
	e.Place = pos.Text(c.e.Code.Program().Files)
	return e
}

func (c *member) run() error {
	c.threads = make([]*follower, len(c.e.Threads))
	main := &follower{thread: 0, id: 1}
	c.threads[0], c.names[1] = main, c.e.Threads[0].Name
	if err := c.advance(main); err != nil {
		return err
	}
	if err := c.compare(); err != nil {
		return err
	}
	for c.at = 1; c.at < len(c.e.Steps); c.at++ {
		f := c.threads[c.e.Steps[c.at].Thread]
		if f == nil {
			return c.lost(nil, ir.Pos{}, "the graph does not know thread %s", c.e.Threads[c.e.Steps[c.at].Thread].Name)
		}
		if f.cut != nil {
			c.outcome.Cut = &f.cut.Mark
			break
		}
		over, err := c.step(f)
		if err != nil {
			return err
		}
		if over {
			c.at++
			break
		}
		if err := c.compare(); err != nil {
			return err
		}
	}
	c.outcome.Steps = c.at - 1
	return c.finish()
}

func (c *member) node(f *follower) *event.Node { return &c.g.Nodes[c.g.Threads[f.id].Nodes[f.next]] }

// advance passes nodes that are not steps of the execution: nodes on other paths, and accesses that no
// other thread can reach yet. It stops before the thread's next step.
func (c *member) advance(f *follower) error {
	for {
		if err := c.inputs(f); err != nil {
			return err
		}
		if f.next == len(c.g.Threads[f.id].Nodes) {
			return c.stand(f)
		}
		n := c.node(f)
		guard, known := c.Holds(n.Guard)
		switch {
		case n.Final || known && !guard:
			f.next++
			continue
		case !known || n.Kind == event.Section || c.census(n):
			return c.stand(f)
		}
		if step, known := c.Holds(n.Step); !known || step || c.fails(c.g.Threads[f.id].Nodes[f.next]) {
			return c.stand(f)
		}
		if err := c.execute(f, n); err != nil {
			return err
		}
		f.next++
	}
}

// fails reports whether a node violates an obligation.
func (c *member) fails(n event.NodeID) bool {
	for _, i := range c.inside[n] {
		o := &c.g.Obligations[i]
		guard, _ := c.Holds(o.Guard)
		if cond, known := c.Holds(o.Cond); guard && known && !cond {
			return true
		}
	}
	return false
}

// census reports whether a node stands for the end of the process by the end of all its
// threads, where leaks are looked for.
func (c *member) census(n *event.Node) bool {
	return verdict.Leak.Of(c.e.Property) && n.Thread == 1 && n.Kind == event.Other && n.Step == term.False &&
		int(n.Index) == len(c.g.Threads[1].Nodes)-1
}

// stand checks that the graph has all choices of the thread so far, before its next visible operation.
func (c *member) stand(f *follower) error {
	if made := c.made(f); made > f.choice {
		if c.cutHere(f) {
			return nil
		}
		return c.lost(f, c.pos(), "a choice of %s is not in the graph", c.e.Threads[f.thread].Choices[f.choice].Reason)
	}
	return nil
}

// made returns how many choices a thread of the execution has made with this step.
func (c *member) made(f *follower) int {
	if list := c.e.Steps[c.at].Choices; f.thread < len(list) {
		return list[f.thread]
	}
	return 0
}

func (c *member) pos() ir.Pos { return c.e.Steps[c.at].Pos }

// cutHere reports whether a bound stops the thread, and records the mark.
func (c *member) cutHere(f *follower) bool {
	for _, i := range c.marks[f.id] {
		if holds, _ := c.Holds(c.g.Marks[i].Guard); holds {
			f.cut = &c.g.Marks[i]
			return true
		}
	}
	return false
}

// inputs assigns the values of the thread's choices, up to its position.
func (c *member) inputs(f *follower) error {
	th := &c.e.Threads[f.thread]
	for ; f.input < len(c.Graph.inputs[f.id]); f.input++ {
		in := &c.g.Inputs[c.Graph.inputs[f.id][f.input]]
		if in.Node != 0 && c.g.Nodes[in.Node].Thread == f.id && int(c.g.Nodes[in.Node].Index) > f.next {
			return nil
		}
		guard, known := c.Holds(in.Guard)
		if known && !guard {
			c.forced(in)
			continue
		}
		if !known || f.choice >= c.made(f) {
			return nil
		}
		have := th.Choices[f.choice]
		if have.Reason != in.Reason || have.Width != int(in.Width) {
			return c.lost(f, in.Pos, "the execution chooses for %s, %d bits, the graph for %s, %d bits", have.Reason, have.Width, in.Reason, in.Width)
		}
		if !c.solve(in.Value, have.Value, yes) {
			return c.lost(f, in.Pos, "the graph has no choice %#x for %s", have.Value.Lo, in.Reason)
		}
		f.choice++
	}
	return nil
}

func yes() bool { return true }

// forced gives a value to the variable of a choice that was not made, since there is only one alternative,
// or since the thread is not there. The facts permit only one alternative if the node begins.
func (c *member) forced(in *event.Input) {
	for v := range uint64(2 * maxWoken) {
		mark, value := c.Mark(), term.WordOf(v%maxWoken)
		if v < maxWoken && in.Node != 0 {
			c.begin(&c.g.Nodes[in.Node])
		}
		fits := c.solve(in.Value, value, yes)
		c.Undo(mark)
		if fits && c.solve(in.Value, value, yes) {
			return
		}
	}
}

// begin lets a node begin, unless that is decided.
func (c *member) begin(n *event.Node) {
	if _, known := c.Holds(n.Guard); known {
		return
	}
	c.Unknown(n.Guard, func(v term.ID) bool {
		if c.s.Name(v) == "go" {
			c.Set(v, term.WordOf(1))
		}
		return true
	})
}

// maxWoken is how many threads there are at most to choose from.
const maxWoken = 64

// step follows a step of the execution. It reports whether the execution is over.
func (c *member) step(f *follower) (over bool, err error) {
	st := &c.e.Steps[c.at]
	nodes := c.g.Threads[f.id].Nodes
	last := c.at == len(c.e.Steps)-1 && c.e.End.Kind != interp.Running
	if last && c.begins(st) && c.e.End.Kind != interp.Violated {
		c.unfinished = true
		return true, nil
	}
	for ; f.next < len(nodes); f.next++ {
		n := c.node(f)
		if n.Final {
			continue
		}
		c.begin(n)
		guard, known := c.Holds(n.Guard)
		if !known {
			return false, c.lost(f, n.Pos, "whether the graph has a %s here is not decided by the execution: %s", n.Kind, c.undecided(n.Guard))
		}
		if guard {
			break
		}
	}
	if f.next == len(nodes) {
		return c.stepBeyond(f, st, last)
	}
	n := c.node(f)
	if err := c.execute(f, n); err != nil {
		return false, err
	}
	if step, known := c.Holds(n.Step); !step {
		switch {
		case c.cutHere(f):
			c.outcome.Cut = &f.cut.Mark
			return true, nil
		case last:
			f.next++
			c.unfinished = true
			return true, nil
		case !known:
			return false, c.lost(f, n.Pos, "whether the %s is completed is not decided by the execution: %s", n.Kind, c.undecided(n.Step))
		}
		return false, c.lost(f, n.Pos, "the graph has a %s that is not completed", n.Kind)
	}
	if p := st.Pos; p.IsValid() && n.Pos.IsValid() && (p.File != n.Pos.File || p.Line != n.Pos.Line) {
		return false, c.lost(f, p, "the graph has a %s at %s", n.Kind, n.Pos.Text(c.e.Code.Program().Files))
	}
	for _, e := range c.edges[nodes[f.next]] {
		if holds, known := c.Holds(e.Guard); known && holds && !c.done[e.From] {
			return false, c.lost(f, n.Pos, "the graph has it only after a %s at %s", c.g.Nodes[e.From].Kind, c.g.Nodes[e.From].Pos.Text(c.e.Code.Program().Files))
		}
	}
	if err := c.spawned(nodes[f.next], f, st); err != nil {
		return false, err
	}
	f.next++
	if err := c.advance(f); err != nil {
		return false, err
	}
	return false, nil
}

// stepBeyond follows a step for which a thread has no node: the end of the process, or code that a bound
// excludes from the graph.
func (c *member) stepBeyond(f *follower, st *Step, last bool) (over bool, err error) {
	if c.cutHere(f) {
		c.outcome.Cut = &f.cut.Mark
		return true, nil
	}
	if last {
		return false, nil // finish looks for the end
	}
	return false, c.lost(f, st.Pos, "the graph has nothing more for the thread to do")
}

// begins reports whether a step is an atomic section.
func (c *member) begins(st *Step) bool {
	list := c.e.Code.Program().Funcs[st.Func].Blocks[st.Block].Instrs
	return st.Instr < len(list) && list[st.Instr].Op == ir.OpAtomicBegin
}

// spawned finds the threads that a node creates.
func (c *member) spawned(n event.NodeID, f *follower, st *Step) error {
	var created []event.ThreadID
	for t := 2; t < len(c.g.Threads); t++ {
		th := &c.g.Threads[t]
		if th.Spawn != n || th.Parent != f.id {
			continue
		}
		guard := th.Guard
		if guard == term.None {
			guard = c.g.Nodes[n].Step
		}
		if holds, _ := c.Holds(guard); holds {
			created = append(created, event.ThreadID(t))
		}
	}
	if len(created) != len(st.Spawned) {
		if m := c.unbegun(n); m != nil && len(created) == 0 {
			for _, child := range st.Spawned {
				c.threads[child] = &follower{thread: child, cut: m}
			}
			return nil
		}
		if c.cutHere(f) {
			return nil
		}
		return c.lost(f, st.Pos, "the execution creates %d threads, the graph %d", len(st.Spawned), len(created))
	}
	for i, t := range created {
		child := &follower{thread: st.Spawned[i], id: t}
		c.threads[child.thread], c.names[t] = child, c.e.Threads[child.thread].Name
		if err := c.advance(child); err != nil {
			return err
		}
	}
	return nil
}

// unbegun returns the mark for a thread created by a node that never begins; nil: it does.
func (c *member) unbegun(n event.NodeID) *event.Mark {
	for i := range c.g.Marks {
		if m := &c.g.Marks[i]; m.Node == n && m.Bound == verdict.ThreadBound {
			if holds, _ := c.Holds(m.Guard); holds {
				return m
			}
		}
	}
	return nil
}

// execute executes the events of a node in their order. A write in a section may come later, since its
// guard may depend on later reads.
func (c *member) execute(f *follower, n *event.Node) error {
	var open []event.ID
	for i := n.First; i < n.Last; i++ {
		open = append(open, i)
	}
	for len(open) > 0 {
		later := open[:0]
		waits := make(map[event.RegionID]bool) // for a write that is not decided yet
		for _, i := range open {
			e := &c.g.Events[i]
			guard, known := c.settled(f, e.Guard)
			switch {
			case !known || guard && waits[e.Region]:
				waits[e.Region] = waits[e.Region] || e.Kind == event.Write
				later = append(later, i)
			case guard:
				if err := c.event(f, i, e); err != nil {
					return err
				}
			}
		}
		if len(later) == len(open) {
			e := &c.g.Events[later[0]]
			return c.lost(f, e.Pos, "whether the graph has a %s is not decided by the execution: %s", what(e.Kind), c.undecided(e.Guard))
		}
		open = later
	}
	if err := c.inputs(f); err != nil {
		return err
	}
	c.done[c.g.Threads[f.id].Nodes[n.Index]] = true
	return nil
}

func what(k event.EventKind) string { return [...]string{"read", "write"}[k] }

// settled returns whether a Bool holds, which may need the values of choices.
func (c *member) settled(f *follower, id term.ID) (holds, known bool) {
	if holds, known = c.Holds(id); !known && c.inputs(f) == nil {
		holds, known = c.Holds(id)
	}
	return holds, known
}

// event executes an event.
func (c *member) event(f *follower, id event.ID, e *event.Event) error {
	at := granule{region: e.Region}
	if e.Index != term.None {
		c.settled(f, e.Index)
		var known bool
		if at.index, known = c.Word(e.Index); !known {
			return c.lost(f, e.Pos, "where a %s is is not decided by the execution: %s", what(e.Kind), c.undecided(e.Index))
		}
	}
	if e.Kind == event.Write {
		c.settled(f, e.Value)
		v, known := c.Word(e.Value)
		if !known {
			return c.lost(f, e.Pos, "what is written is not decided by the execution: %s", c.undecided(e.Value))
		}
		c.memory[at] = v
		c.touched = append(c.touched, touch{id, at, v})
		return nil
	}
	v, known := c.value(at)
	if !known && c.unborn(at) {
		return nil
	}
	if !known {
		return c.lost(f, e.Pos, "what is read is not decided by the execution: %s", c.undecided(c.g.Regions[at.region].Init))
	}
	if !c.solve(e.Value, v, yes) {
		return c.lost(f, e.Pos, "the graph cannot read %#x from %s here, which the execution does", v.Lo, c.describe(at))
	}
	c.touched = append(c.touched, touch{id, at, v})
	return nil
}

// value returns the contents of a granule, if they are known.
func (c *member) value(at granule) (term.Word, bool) {
	if v, ok := c.memory[at]; ok {
		return v, true
	}
	init := c.g.Regions[at.region].Init
	if c.s.Sort(init).IsArray() {
		return c.Element(init, at.index)
	}
	return c.Word(init)
}

// unborn reports whether the search for leaks reads a granule of an object that the execution has not
// created. Any value fits, since the object is no root and nothing keeps it.
func (c *member) unborn(at granule) bool {
	o := c.g.Regions[at.region].Object
	if o == 0 || !c.leaks() {
		return false
	}
	_, known := c.key(o)
	return !known
}

// undecided lists variables without a value, for messages.
func (c *member) undecided(id term.ID) string {
	text := ""
	n := 0
	c.Unknown(id, func(v term.ID) bool {
		text += fmt.Sprintf(" %s#%d", c.s.Name(v), v)
		n++
		return n < 8
	})
	return text
}

func (c *member) describe(at granule) string {
	r := &c.g.Regions[at.region]
	name := r.Kind.String()
	if o := &c.g.Objects[r.Object]; r.Object != 0 && o.Global != 0 {
		name = c.g.Program.Globals[o.Global].Name
	}
	return fmt.Sprintf("%s+%d", name, r.Offset+int64(at.index.Lo)*r.Stride)
}
