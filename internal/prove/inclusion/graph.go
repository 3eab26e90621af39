package inclusion

import (
	"context"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Graph is the model of an event graph: it checks that executions are in the graph.
type Graph struct {
	g      *event.Graph
	facts  map[term.ID][]term.ID            // see definers
	given  map[term.ID]bool                 // variables for values that are read and chosen
	inputs [][]int                          // by thread: its choices, in program order
	trail  [][]int                          // by thread: indices of Trail
	marks  [][]int                          // by thread: those that stop it
	edges  map[event.NodeID][]event.Edge    // by To
	inside map[event.NodeID][]int           // obligations in a node
	uninit map[term.ID][]uninitByte         // by variable
	bySite map[ir.SiteID][]event.RegionID   // regions of data that some event writes, by the object's site
	global map[ir.GlobalID][]event.RegionID // the same, of globals
}

// uninitByte is the place of a byte without a value in a variable. In an array it is in the element with an
// index.
type uninitByte struct {
	index  term.Word
	shift  uint
	object event.ObjectID
	offset int64
}

// NewGraph prepares a graph. With a trail (unwind.Options.Trail), errors are more precise about the place
// where an execution leaves the graph.
func NewGraph(g *event.Graph) *Graph {
	m := &Graph{
		g: g, facts: definers(g.Terms, g.Facts), given: make(map[term.ID]bool), inputs: make([][]int, len(g.Threads)), trail: make([][]int, len(g.Threads)),
		marks: make([][]int, len(g.Threads)), edges: make(map[event.NodeID][]event.Edge), inside: make(map[event.NodeID][]int),
		uninit: make(map[term.ID][]uninitByte), bySite: make(map[ir.SiteID][]event.RegionID), global: make(map[ir.GlobalID][]event.RegionID),
	}
	for i := range g.Inputs {
		if in := &g.Inputs[i]; in.Object == 0 {
			m.inputs[in.Thread] = append(m.inputs[in.Thread], i)
			m.give(in.Value)
		} else {
			m.addUninit(in)
		}
	}
	for i := range g.Obligations {
		if o := &g.Obligations[i]; o.Inside {
			m.inside[o.Node] = append(m.inside[o.Node], i)
		}
	}
	for i := range g.Trail {
		t := g.Trail[i].Thread
		m.trail[t] = append(m.trail[t], i)
	}
	for i := range g.Marks {
		if stops(&g.Marks[i]) {
			t := g.Marks[i].Thread
			m.marks[t] = append(m.marks[t], i)
		}
	}
	for _, e := range g.Edges {
		m.edges[e.To] = append(m.edges[e.To], e)
	}
	written := make([]bool, len(g.Regions))
	for i := 1; i < len(g.Events); i++ {
		if e := &g.Events[i]; e.Kind == event.Write {
			written[e.Region] = true
		} else {
			m.give(e.Value)
		}
	}
	for i := 1; i < len(g.Regions); i++ {
		r := &g.Regions[i]
		if r.Kind != event.Data || r.Object == 0 || !written[i] {
			continue
		}
		if o := &g.Objects[r.Object]; o.Global != 0 {
			m.global[o.Global] = append(m.global[o.Global], event.RegionID(i))
		} else {
			m.bySite[o.Site] = append(m.bySite[o.Site], event.RegionID(i))
		}
	}
	return m
}

// give records the variables that stand for a value that is read or chosen.
func (m *Graph) give(value term.ID) {
	for _, id := range m.g.Terms.Below(value) {
		if m.g.Terms.IsVar(id) && !defined[m.g.Terms.Name(id)] {
			m.given[id] = true
		}
	}
}

// addUninit records the place of a byte without a value in its variable.
func (m *Graph) addUninit(in *event.Input) {
	s := m.g.Terms
	b := uninitByte{object: in.Object, offset: in.Offset}
	v := in.Value
	for {
		switch s.Op(v) {
		case term.OpExtract:
			_, lo := s.Bounds(v)
			b.shift += lo
		case term.OpZext, term.OpSext:
		case term.OpSelect:
			b.index, _ = s.Value(s.Arg(v, 1))
		case term.OpVar:
			m.uninit[v] = append(m.uninit[v], b)
			return
		default:
			return
		}
		v = s.Arg(v, 0)
	}
}

// Check implements Model.
func (m *Graph) Check(_ context.Context, e *Execution) (*Outcome, error) {
	c := &member{
		Graph: m, e: e, s: m.g.Terms, memory: make(map[granule]term.Word), done: make([]bool, len(m.g.Nodes)),
		names: make(map[event.ThreadID]string), globals: make(map[string]ir.GlobalID),
	}
	for i := 1; i < len(m.g.Program.Globals); i++ {
		c.globals[m.g.Program.Globals[i].Name] = ir.GlobalID(i)
	}
	c.assignment = newAssignment(c.s, m.facts, m.given)
	c.unknown = c.unset
	c.AskElement = c.unsetElement
	if err := c.run(); err != nil {
		return nil, err
	}
	return &c.outcome, nil
}

// stops reports whether a mark stops its thread.
func stops(m *event.Mark) bool {
	return m.Unsupported != "" || m.Bound != reuse && m.Bound != verdict.ThreadBound
}

// defined are the names of variables in addresses, which facts define.
var defined = map[string]bool{"born": true, "count": true}
