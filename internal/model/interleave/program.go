package interleave

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Program is an event graph prepared for interleavings. It is immutable, except that terms are added to
// its store.
type Program struct {
	g         *event.Graph
	terms     *term.Store
	cells     []cell
	at        [][]int32      // by event: the cell that it touches; several: one of them, depending on its index
	into      [][]event.Edge // by node: edges from nodes of other threads
	effective []bool         // by node: its time may matter to another thread
	observers []event.NodeID // nodes that only observe whether others are done, without a step; the active thread does not matter
	observes  []bool         // by node: it is an observer
	syncs     []bool         // by node: happens-before may depend on its time
	claims    [][]claim      // by node: claims that may hold once it is done
	acts      []term.ID      // by node: it is a step, or an attempt that violates an obligation or is cut
	begin     [][]claim      // by thread: claims before its first node
	children  [][]event.ThreadID
	// Facts that no read and no wait decides hold always. The others hold once the nodes that decide
	// them are done or passed.
	always  []term.ID
	facts   []term.ID
	factsOf [][]int32 // by node: facts that it decides
	alike   []int32   // by fact: the number of nodes that decide it
	awaits  [][]int32 // by node that joins threads: facts about the join, which other nodes decide, too
	// Subjects are the parts of a state: cells, then variables (seen.go).
	variables map[term.ID]int32 // their subjects
	names     []term.ID         // the variables, in this order
	users     []int32           // by subject: the number of threads that use it
	ends      [][]int32         // by node: subjects that its thread uses here for the last time
}

// cell is memory that is read and written as a whole: a granule, or an array of granules if an index
// may have many values.
type cell struct {
	region event.RegionID
	index  term.ID // of the granule; None: an array, or the only granule
	array  bool
}

// claim is a term of the graph that queries are about: the violation of an obligation, or a mark.
type claim struct {
	mark  bool
	index int32 // in Obligations or Marks
	holds term.ID
}

// Prepare returns the program of a graph whose accesses touch the given granules; nil: any granules.
func Prepare(g *event.Graph, granules Granules) *Program {
	n := len(g.Nodes)
	p := &Program{
		g: g, terms: g.Terms, at: make([][]int32, len(g.Events)), into: make([][]event.Edge, n), effective: make([]bool, n), observes: make([]bool, n), syncs: make([]bool, n),
		claims: make([][]claim, n), begin: make([][]claim, len(g.Threads)), children: make([][]event.ThreadID, n), factsOf: make([][]int32, n),
		awaits: make([][]int32, n),
	}
	p.layOut(granules)
	for t := range g.Threads {
		if s := g.Threads[t].Spawn; s != 0 {
			p.children[s] = append(p.children[s], event.ThreadID(t))
		}
	}
	for _, e := range g.Edges {
		if e.Guard != term.False && g.Nodes[e.From].Thread != g.Nodes[e.To].Thread {
			p.into[e.To] = append(p.into[e.To], e)
		}
	}
	for i := range g.Obligations {
		o := &g.Obligations[i]
		if g.Property == verdict.Deadlock {
			break // facts about final values; a single interleaving has none
		}
		p.claim(o.Thread, o.Node, claim{false, int32(i), g.Terms.And(o.Guard, g.Terms.Not(o.Cond))})
	}
	for i := range g.Marks {
		m := &g.Marks[i]
		p.claim(m.Thread, m.Node, claim{true, int32(i), m.Guard})
	}
	p.acts = make([]term.ID, n)
	for i := 1; i < n; i++ {
		p.acts[i] = g.Nodes[i].Step
		for _, c := range p.claims[i] {
			p.acts[i] = g.Terms.Or(p.acts[i], c.holds)
		}
	}
	for i := range g.Touches {
		if t := &g.Touches[i]; t.Last {
			p.acts[t.Node] = g.Terms.Or(p.acts[t.Node], t.Guard)
		}
	}
	p.findEffective()
	p.sortFacts()
	p.findUses()
	return p
}

func (p *Program) claim(t event.ThreadID, n event.NodeID, c claim) {
	switch {
	case c.holds == term.False:
	case n == 0:
		p.begin[t] = append(p.begin[t], c)
	default:
		p.claims[n] = append(p.claims[n], c)
	}
}

// layOut determines the cells of the regions, and the cells that events touch. Memory that is only
// written has no cell, unless the order of accesses matters and not their values.
func (p *Program) layOut(granules Granules) {
	constant := make([]bool, len(p.g.Regions))
	for r := range constant {
		constant[r] = p.g.Regions[r].IndexWidth > 0
	}
	list := make([][]term.ID, len(p.g.Events)) // by event: indices
	for id := 1; id < len(p.g.Events); id++ {
		e := &p.g.Events[id]
		few, known := granules[event.ID(id)]
		if list[id] = few; !known {
			list[id] = []term.ID{e.Index}
			constant[e.Region] = constant[e.Region] && p.terms.IsConst(e.Index)
		}
	}
	known := make(map[cell]int32)
	ordered := p.g.Property == verdict.Race || p.g.Property == verdict.Deadlock
	for _, pass := range []event.EventKind{event.Read, event.Write} {
		for id := 1; id < len(p.g.Events); id++ {
			e := &p.g.Events[id]
			if e.Kind != pass {
				continue
			}
			if !constant[e.Region] {
				list[id] = []term.ID{e.Index}
			}
			for _, index := range list[id] {
				c := cell{region: e.Region, index: index}
				if !constant[e.Region] {
					c = cell{region: e.Region, array: index != term.None}
				}
				at, ok := known[c]
				if !ok && pass == event.Write && !ordered {
					continue
				}
				if !ok {
					at = int32(len(p.cells))
					known[c], p.cells = at, append(p.cells, c)
				}
				p.at[id] = append(p.at[id], at)
			}
		}
	}
}

// initial returns the contents of a cell before any write.
func (p *Program) initial(c *cell) term.ID {
	r := &p.g.Regions[c.region]
	whole := p.terms.Sort(r.Init).IsArray()
	switch {
	case c.array && !whole:
		return p.terms.ConstArray(r.IndexWidth, r.Init)
	case c.index != term.None && whole:
		return p.terms.Select(r.Init, c.index)
	}
	return r.Init
}

// findEffective finds the nodes that access memory that another thread accesses, too, or that may have
// to wait. The other nodes are done together with the previous node of their thread.
func (p *Program) findEffective() {
	users := make([]event.ThreadID, len(p.cells))
	shared, written := make([]bool, len(p.cells)), make([]bool, len(p.cells))
	for i := 1; i < len(p.g.Events); i++ {
		if p.g.Nodes[p.g.Events[i].Node].Final {
			continue
		}
		t := p.g.Nodes[p.g.Events[i].Node].Thread
		for _, c := range p.at[i] {
			shared[c] = shared[c] || users[c] != 0 && users[c] != t
			users[c] = t
			written[c] = written[c] || p.g.Events[i].Kind == event.Write
		}
	}
	for i := 1; i < len(p.g.Points); i++ {
		switch pt := &p.g.Points[i]; pt.Kind {
		case event.PointBegin, event.PointEnd, event.PointSpawn, event.PointJoin:
		default:
			p.effective[pt.Node], p.syncs[pt.Node] = true, true
		}
	}
	for n := 1; n < len(p.g.Nodes); n++ {
		node := &p.g.Nodes[n]
		if node.Final {
			continue
		}
		if p.observes[n] = node.Step == term.False && node.Go == term.None && len(p.into[n]) > 0 && node.Index > 0; p.observes[n] {
			p.observers = append(p.observers, event.NodeID(n))
		}
		p.effective[n] = p.effective[n] || node.Go != term.None
		for _, e := range p.into[n] {
			p.effective[n] = p.effective[n] || e.From != p.g.Threads[node.Thread].Spawn
		}
		for e := node.First; e < node.Last; e++ {
			for _, c := range p.at[e] {
				p.effective[n] = p.effective[n] || shared[c] && written[c] && p.g.Events[e].Guard != term.False
			}
		}
	}
}

// sortFacts finds the nodes that decide a fact: by their reads, or because they wait. A fact about a
// single read need not hold if the read is not executed, since its variables are bound there, too.
func (p *Program) sortFacts() {
	decides, reads := make(map[term.ID]event.NodeID), make(map[term.ID]event.ID)
	for n := 1; n < len(p.g.Nodes); n++ {
		node := &p.g.Nodes[n]
		if node.Go != term.None {
			decides[node.Go] = event.NodeID(n)
		}
		for e := node.First; e < node.Last; e++ {
			if p.g.Events[e].Kind != event.Read {
				continue
			}
			for _, v := range p.terms.Below(p.g.Events[e].Value) {
				if p.terms.IsVar(v) {
					decides[v], reads[v] = event.NodeID(n), e
				}
			}
		}
	}
	for _, f := range p.g.Facts {
		var nodes []event.NodeID
		var seen []event.ID // 0: not by a read
		for _, v := range p.terms.Below(f) {
			if !p.terms.IsVar(v) {
				continue
			}
			if n := decides[v]; n != 0 && !slices.Contains(nodes, n) {
				nodes = append(nodes, n)
			}
			if e := reads[v]; !slices.Contains(seen, e) {
				seen = append(seen, e)
			}
		}
		if len(seen) == 1 && seen[0] != 0 {
			f = p.terms.Implies(p.g.Events[seen[0]].Guard, f)
		}
		if len(nodes) == 0 {
			p.always = append(p.always, f)
			continue
		}
		for _, n := range nodes {
			p.factsOf[n] = append(p.factsOf[n], int32(len(p.facts)))
		}
		if n := p.awaiting(nodes); n != 0 && slices.Contains(p.terms.Below(f), p.g.Nodes[n].Go) {
			p.awaits[n] = append(p.awaits[n], int32(len(p.facts)))
		}
		p.facts, p.alike = append(p.facts, f), append(p.alike, int32(len(nodes)))
	}
}
