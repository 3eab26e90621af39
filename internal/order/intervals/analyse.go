package intervals

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// DefaultWork is the default of Options.Work: about a second.
const DefaultWork = 10_000_000

// Options bound the analysis.
type Options struct {
	// Work bounds the number of evaluated terms and visited candidates before growing bounds are given up;
	// 0: DefaultWork.
	Work int
	// ranked uses ranks in all components.
	ranked bool
}

// Stats counts the work of an analysis.
type Stats struct {
	Reads  int // whose values are variables
	Rounds int // of all components together
	Work   int // terms evaluated and candidates visited
	Given  int // components in which growing bounds were given up
	Ranked int // components whose bounds hold by the number of rounds
}

// Result holds bounds on the terms of a graph: all terms to which the graph refers, and their subterms.
type Result struct {
	g     *event.Graph
	eval  *evaluator
	vars  []term.ID // values of reads, in the order of events
	stats Stats

	rankings []ranking // of components whose bounds hold by the number of rounds
	rejected error     // of the confirmation; nil: the bounds are confirmed
}

// ranking names the bounds of the reads of a component that hold by the number of rounds (confirm.go).
type ranking struct {
	regions []event.RegionID
	vars    []term.ID // values of all reads of the regions
	cuts    []cut
}

// cut is the value of a write, or that without a constant that is added, that later writes of the thread
// see by rank.
type cut struct {
	term  term.ID
	write event.ID
}

// Stats returns the counters of the analysis.
func (r *Result) Stats() Stats { return r.stats }

// Rejected returns nil if the bounds are confirmed. Else it returns the reason, which is a fault of the
// analysis. Then Narrow changes nothing.
func (r *Result) Rejected() error { return r.rejected }

// analysis is the work on one graph.
type analysis struct {
	*Result
	ctx    context.Context
	limit  int
	ranks  bool
	reads  [][]event.Candidates         // by region
	writes [][]event.ID                 // by region
	inputs map[term.ID]event.Candidates // of the read that a variable stands for
}

// Analyse bounds the terms of a graph in all of its executions; of reads that
// are not executed, see the package comment. An error is the cause of the
// context's end.
func Analyse(ctx context.Context, g *event.Graph, candidates []event.Candidates, opts Options) (*Result, error) {
	a := &analysis{
		Result: &Result{g: g, eval: newEvaluator(g.Terms)}, ctx: ctx, limit: opts.Work, ranks: opts.ranked,
		reads: make([][]event.Candidates, len(g.Regions)), writes: make([][]event.ID, len(g.Regions)),
		inputs: make(map[term.ID]event.Candidates),
	}
	if a.limit == 0 {
		a.limit = DefaultWork
	}
	a.collect(candidates)
	for _, c := range a.components() {
		if err := a.component(c); err != nil {
			return nil, fmt.Errorf("intervals: %w", err)
		}
	}
	walk := term.NewWalk(g.Terms)
	for _, t := range g.Roots() {
		walk.Visit(t, func(id term.ID) {
			a.eval.list(id)
			if _, read := a.inputs[id]; !read {
				a.eval.set(id, a.eval.compute(id))
			}
		})
	}
	a.stats.Ranked = len(a.rankings)
	if err := a.confirm(ctx, candidates); err != nil {
		return nil, fmt.Errorf("intervals: %w", err)
	}
	return a.Result, nil
}

// collect lists reads, and writes in the order of threads, by region. A variable that is read twice is as
// good as unknown.
func (a *analysis) collect(candidates []event.Candidates) {
	g := a.g
	times := make(map[term.ID]int)
	for id := range g.Events {
		switch e := &g.Events[id]; {
		case id == 0:
		case e.Kind == event.Write:
			a.writes[e.Region] = append(a.writes[e.Region], event.ID(id))
		default:
			times[e.Value]++
		}
	}
	for _, list := range a.writes {
		slices.SortFunc(list, func(x, y event.ID) int {
			n, m := &g.Nodes[g.Events[x].Node], &g.Nodes[g.Events[y].Node]
			return cmp.Or(cmp.Compare(n.Thread, m.Thread), cmp.Compare(n.Index, m.Index), cmp.Compare(x, y))
		})
	}
	for _, c := range candidates {
		e := &g.Events[c.Read]
		if !g.Terms.IsVar(e.Value) || times[e.Value] > 1 {
			continue
		}
		a.vars = append(a.vars, e.Value)
		a.reads[e.Region] = append(a.reads[e.Region], c)
		a.inputs[e.Value] = c
	}
	a.stats.Reads = len(a.vars)
}

// component is a set of regions whose values depend on one another.
type component struct {
	*analysis
	regions []event.RegionID
	vars    []term.ID                // the values read
	from    []source                 // by var
	past    map[event.RegionID]*ends // of regions of one granule
	terms   []term.ID                // those below the sources that depend on vars, arguments first
	next    []Value                  // by var: of the next round
	dirty   []bool                   // by position in eval: it changed in this round
	depends map[term.ID]bool         // vars, and terms that they are below
	held    []held                   // written values that other terms see as they were before the round (rank.go)
	heldAt  map[term.ID]int          // by term: 1 + its index in held
	chain   int                      // writes, and indices of reads, that depend on vars
	looks   int                      // writes that a confirmation visits for the values of all reads once
}

// component finds the values of the reads of some regions, given those of the reads on which they depend.
func (a *analysis) component(regions []event.RegionID) error {
	c := &component{analysis: a, regions: regions, past: make(map[event.RegionID]*ends)}
	for _, r := range regions {
		for _, rd := range a.reads[r] {
			c.vars = append(c.vars, a.g.Events[rd.Read].Value)
		}
	}
	c.begin()
	closed := false
	for i := 0; i < c.chain && !closed; i++ {
		if err := a.ctx.Err(); err != nil {
			return context.Cause(a.ctx)
		}
		if a.stats.Work > a.limit {
			c.give()
			return nil
		}
		a.stats.Rounds++
		closed = !c.round(anyWrite)
	}
	if (c.ranks || c.grown()) && !c.tooLong() {
		if c.held = c.findHeld(); len(c.held) > 0 {
			return c.ranked()
		}
	}
	switch {
	case closed:
	case c.tooLong():
		c.give()
	default:
		c.byRank()
	}
	return nil
}

// tooLong reports whether it takes more work than allowed to confirm bounds that hold by the number of rounds.
func (c *component) tooLong() bool { return c.chain*(len(c.terms)+c.looks) > patience*c.limit }

// byRank records that the bounds of the component hold by the number of rounds: they need not be closed.
func (c *component) byRank() {
	r := ranking{vars: c.vars, regions: c.regions}
	for i := range c.held {
		r.cuts = append(r.cuts, cut{c.held[i].term, c.held[i].first})
	}
	c.rankings = append(c.rankings, r)
}

// begin lists the terms of the component and does the first round, with reads that see the initial value or
// a write that depends on no other read. A read that sees none of these may have any nonempty set; it gets
// the region's initial value.
func (c *component) begin() {
	a := c.analysis
	c.depends = make(map[term.ID]bool)
	for _, v := range c.vars {
		c.depends[v] = true
	}
	walk := term.NewWalk(a.g.Terms)
	visit := func(id term.ID) {
		a.eval.list(id)
		if c.depends[id] {
			a.eval.set(id, exactly(term.Word{}))
			return
		}
		if _, read := a.inputs[id]; read {
			return
		}
		for _, arg := range a.g.Terms.Args(id) {
			if c.depends[arg] {
				c.depends[id] = true
				c.terms = append(c.terms, id)
				break
			}
		}
		a.stats.Work++
		a.eval.set(id, a.eval.compute(id))
	}
	for _, v := range c.vars {
		walk.Visit(v, visit)
	}
	for _, r := range c.regions {
		for _, t := range a.sources(r) {
			walk.Visit(t, visit)
		}
		c.chain += c.steps(r)
	}
	c.connect()
	c.next = make([]Value, len(c.vars))
	c.dirty = make([]bool, len(a.eval.values))
	c.round(func(w event.ID) bool { return !c.dependent(w) })
}

// restart is begin again, with the terms that are held now.
func (c *component) restart() {
	for _, v := range c.vars {
		c.eval.set(v, exactly(term.Word{}))
	}
	c.recompute()
	for i := range c.held {
		c.held[i].fresh = c.eval.of(c.held[i].term)
	}
	c.round(func(w event.ID) bool { return !c.dependent(w) })
}

// recompute computes all terms from the values read.
func (c *component) recompute() {
	for _, id := range c.terms {
		c.eval.set(id, c.eval.compute(id))
	}
}

// dependent reports whether an event depends on reads of the component.
func (c *component) dependent(id event.ID) bool {
	e := &c.g.Events[id]
	return c.depends[e.Guard] || c.depends[e.Index] || e.Kind == event.Write && c.depends[e.Value]
}

// steps returns how many steps a chain of ranks can make in a region.
func (c *component) steps(r event.RegionID) int {
	count := 0
	inside := make(map[event.ID]bool) // writes that reads of their nodes may see
	for _, rd := range c.reads[r] {
		e := &c.g.Events[rd.Read]
		if c.depends[e.Index] {
			count++
		}
		for _, w := range rd.Writes {
			if c.g.Events[w].Node == e.Node && !inside[w] && c.dependent(w) {
				inside[w] = true
				count++
			}
		}
	}
	for _, w := range c.writes[r] {
		if c.dependent(w) {
			count++
		}
	}
	return count
}

// anyWrite selects all writes.
func anyWrite(event.ID) bool { return true }

// round applies F once, of the writes that are let, and reports whether that
// changes anything. All marks are clear before and after it.
func (c *component) round(let func(event.ID) bool) bool {
	c.look(let)
	changed := false
	set := func(id term.ID, v Value) {
		if c.eval.set(id, v) {
			c.dirty[c.eval.at[id]] = true
			changed = true
		}
	}
	for i, v := range c.vars {
		set(v, c.next[i])
	}
	for i := range c.held {
		set(c.held[i].term, c.held[i].fresh)
	}
	if changed {
		c.evaluate()
	}
	return changed
}

// evaluate computes the terms with arguments that changed, and clears the marks. Other terms see the values
// of held terms from before the round; the new values are kept separately.
func (c *component) evaluate() {
	for _, id := range c.terms {
		for _, arg := range c.g.Terms.Args(id) {
			if c.dirty[c.eval.at[arg]] {
				c.stats.Work++
				if v, i := c.eval.compute(id), c.heldAt[id]; i > 0 {
					c.held[i-1].fresh = v
				} else if c.eval.set(id, v) {
					c.dirty[c.eval.at[id]] = true
				}
				break
			}
		}
	}
	clear(c.dirty)
}

// patience is a factor of Options.Work. It limits the work for giving up bounds, after which all values are
// possible in the component, and the work for confirming bounds that hold by the number of rounds.
const patience = 4

// give drops bounds until all further rounds change nothing.
func (c *component) give() {
	c.stats.Given++
	for stable := false; !stable; {
		stable = true
		c.look(anyWrite)
		for i, v := range c.vars {
			w := c.g.Terms.Width(v)
			if now := c.eval.of(v); !c.next[i].within(now, w) {
				now = now.widen(c.next[i], w)
				if c.stats.Work > patience*c.limit {
					now = top(w)
				}
				c.eval.set(v, now)
				c.dirty[c.eval.at[v]] = true
				stable = false
			}
		}
		if !stable {
			c.evaluate()
		}
	}
}
