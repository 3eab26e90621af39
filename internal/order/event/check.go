package event

import (
	"errors"
	"fmt"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Check returns an error that names the first object of the graph that breaks a rule. Numbers are
// dense and ordered, terms have the right sorts and widths, and events are in the range of their
// node. Edges that always hold have no cycle. Each variable that stands for the value of a read has
// a read (mentions.go). Rules about the values of terms (Event.Guard implies Node.Guard, …) are not
// checked.
//
// Engines check each graph that a pass makes (engine.Problem.Made). The cost is linear in the
// size of the graph and its terms.
func Check(g *Graph) error {
	if g.Program == nil || g.Terms == nil {
		return errors.New("event: graph without program or terms")
	}
	for _, slice := range []struct {
		name string
		size int
	}{{"threads", len(g.Threads)}, {"nodes", len(g.Nodes)}, {"events", len(g.Events)}, {"regions", len(g.Regions)}, {"objects", len(g.Objects)}} {
		if slice.size == 0 {
			return fmt.Errorf("event: %s without entry 0", slice.name)
		}
	}
	c := &checker{g: g}
	for _, step := range []func() error{c.regions, c.threads, c.nodes, c.events, c.edges, c.conditions, c.mentions} {
		if err := step(); err != nil {
			return fmt.Errorf("event: %w", err)
		}
	}
	return nil
}

type checker struct{ g *Graph }

// sort checks that a term is of the store and of a sort. The name of the object that has the term is
// made only for an error: most of the cost of a check would be text.
func (c *checker) sort(t term.ID, want term.Sort, what string, i int) error {
	name := func() string {
		if i < 0 {
			return what
		}
		return fmt.Sprintf(what, i)
	}
	switch {
	case t == term.None:
		return fmt.Errorf("%s: no term, want %s", name(), want)
	case int(t) >= c.g.Terms.Len():
		return fmt.Errorf("%s: term %d is not in the store", name(), t)
	case c.g.Terms.Sort(t) != want:
		return fmt.Errorf("%s: %s, want %s", name(), c.g.Terms.Sort(t), want)
	}
	return nil
}

// part is the number of a term that belongs to no numbered object.
const part = -1

func (c *checker) regions() error {
	for i := 1; i < len(c.g.Objects); i++ {
		o := &c.g.Objects[i]
		switch {
		case (o.Global != 0) == (o.Site != 0):
			return fmt.Errorf("object %d is a global and of a site, or neither", i)
		case int(o.Global) >= len(c.g.Program.Globals):
			return fmt.Errorf("object %d: no global %d", i, o.Global)
		case o.Global == 0 && !within(int(o.Thread), len(c.g.Threads)):
			return fmt.Errorf("object %d: no thread %d", i, o.Thread)
		}
	}
	for i := 1; i < len(c.g.Regions); i++ {
		r := &c.g.Regions[i]
		switch {
		case r.Width == 0 || r.Width > term.MaxWidth:
			return fmt.Errorf("region %d: width %d", i, r.Width)
		case r.Count < 1:
			return fmt.Errorf("region %d: %d granules", i, r.Count)
		case (r.Count == 1) != (r.IndexWidth == 0):
			return fmt.Errorf("region %d: %d granules, index of %d bits", i, r.Count, r.IndexWidth)
		case r.Object != 0 && !within(int(r.Object), len(c.g.Objects)):
			return fmt.Errorf("region %d: no object %d", i, r.Object)
		case r.Init == term.None || int(r.Init) >= c.g.Terms.Len():
			return fmt.Errorf("region %d: no initial value", i)
		}
		want := term.BV(r.Width)
		if c.g.Terms.Sort(r.Init).IsArray() && r.IndexWidth > 0 {
			want = term.Array(r.IndexWidth, r.Width)
		}
		if err := c.sort(r.Init, want, "region %d: initial value", i); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) threads() error {
	listed := make([]bool, len(c.g.Nodes))
	for i := 1; i < len(c.g.Threads); i++ {
		t := &c.g.Threads[i]
		switch {
		case (i == 1) != (t.Parent == 0) || int(t.Parent) >= i:
			return fmt.Errorf("thread %d: parent %d", i, t.Parent)
		case i > 1 && (!within(int(t.Spawn), len(c.g.Nodes)) || c.g.Nodes[t.Spawn].Thread != t.Parent):
			return fmt.Errorf("thread %d: created by node %d, which is not of thread %d", i, t.Spawn, t.Parent)
		case t.End != 0 && (!within(int(t.End), len(c.g.Nodes)) || int(c.g.Nodes[t.End].Thread) != i):
			return fmt.Errorf("thread %d: its end %d is not a node of it", i, t.End)
		}
		if t.Guard != term.None {
			if err := c.sort(t.Guard, term.Bool, "thread %d: guard", i); err != nil {
				return err
			}
		}
		for at, n := range t.Nodes {
			switch {
			case !within(int(n), len(c.g.Nodes)) || listed[n]:
				return fmt.Errorf("thread %d: no node %d, or listed twice", i, n)
			case int(c.g.Nodes[n].Thread) != i || int(c.g.Nodes[n].Index) != at:
				return fmt.Errorf("thread %d: node %d is number %d of thread %d, listed as %d", i, n, c.g.Nodes[n].Index, c.g.Nodes[n].Thread, at)
			}
			listed[n] = true
		}
	}
	for n := 1; n < len(listed); n++ {
		if !listed[n] {
			return fmt.Errorf("node %d is listed by no thread", n)
		}
	}
	return nil
}

func (c *checker) nodes() error {
	owned := 0
	for i := 1; i < len(c.g.Nodes); i++ {
		n := &c.g.Nodes[i]
		if n.First > n.Last || n.First < n.Last && (n.First < 1 || int(n.Last) > len(c.g.Events)) {
			return fmt.Errorf("node %d: events %d to %d", i, n.First, n.Last)
		}
		owned += int(n.Last - n.First)
		for e := n.First; e < n.Last; e++ {
			if int(c.g.Events[e].Node) != i {
				return fmt.Errorf("node %d: event %d is of node %d", i, e, c.g.Events[e].Node)
			}
		}
		if n.Child != 0 && !within(int(n.Child), len(c.g.Threads)) {
			return fmt.Errorf("node %d: no thread %d", i, n.Child)
		}
		if err := c.sort(n.Guard, term.Bool, "node %d: guard", i); err != nil {
			return err
		}
		if err := c.sort(n.Step, term.Bool, "node %d: step", i); err != nil {
			return err
		}
	}
	if owned != len(c.g.Events)-1 {
		return fmt.Errorf("%d events, %d in nodes", len(c.g.Events)-1, owned)
	}
	return nil
}

func (c *checker) events() error {
	holds := make(map[HoldID]*Event)
	for i := 1; i < len(c.g.Events); i++ {
		e := &c.g.Events[i]
		if !within(int(e.Region), len(c.g.Regions)) {
			return fmt.Errorf("event %d: no region %d", i, e.Region)
		}
		r := &c.g.Regions[e.Region]
		if e.Point != 0 && (!within(int(e.Point), len(c.g.Points)) || c.g.Points[e.Point].Node != e.Node) {
			return fmt.Errorf("event %d: point %d is not of node %d", i, e.Point, e.Node)
		}
		if first := holds[e.Hold]; (e.Lock == NoLock) != (e.Hold == 0) || e.Lock != NoLock && r.Kind != Lock ||
			first != nil && (first.Region != e.Region || c.g.Nodes[first.Node].Thread != c.g.Nodes[e.Node].Thread) {
			return fmt.Errorf("event %d: %s of hold %d", i, e.Lock, e.Hold)
		} else if e.Hold != 0 && first == nil {
			holds[e.Hold] = e
		}
		if e.Kind == Write && c.g.Nodes[e.Node].Final {
			return fmt.Errorf("event %d: a write of a final node", i)
		}
		if err := c.sort(e.Guard, term.Bool, "event %d: guard", i); err != nil {
			return err
		}
		if err := c.sort(e.Value, term.BV(r.Width), "event %d: value", i); err != nil {
			return err
		}
		if r.IndexWidth == 0 {
			if e.Index != term.None {
				return fmt.Errorf("event %d: index into one granule", i)
			}
		} else if err := c.sort(e.Index, term.BV(r.IndexWidth), "event %d: index", i); err != nil {
			return err
		}
	}
	return nil
}

// edges checks edges, and that program order and the edges that always hold are
// acyclic.
func (c *checker) edges() error {
	created := make([]bool, len(c.g.Threads))
	out := make([][]NodeID, len(c.g.Nodes))
	left := make([]int, len(c.g.Nodes))
	link := func(from, to NodeID) {
		out[from] = append(out[from], to)
		left[to]++
	}
	for _, t := range c.g.Threads {
		for i := 1; i < len(t.Nodes); i++ {
			link(t.Nodes[i-1], t.Nodes[i])
		}
	}
	for i, e := range c.g.Edges {
		if !within(int(e.From), len(c.g.Nodes)) || !within(int(e.To), len(c.g.Nodes)) {
			return fmt.Errorf("edge from %d to %d", e.From, e.To)
		}
		if err := c.sort(e.Guard, term.Bool, "edge %d: guard", i); err != nil {
			return err
		}
		to := &c.g.Nodes[e.To]
		if to.Index == 0 && c.g.Threads[to.Thread].Spawn == e.From && e.Guard == term.True {
			created[to.Thread] = true
		}
		if e.Guard == term.True {
			link(e.From, e.To)
		}
	}
	for t := 2; t < len(c.g.Threads); t++ {
		if len(c.g.Threads[t].Nodes) > 0 && !created[t] {
			return fmt.Errorf("thread %d: no edge from its creation", t)
		}
	}
	var ready []NodeID
	for n := 1; n < len(left); n++ {
		if left[n] == 0 {
			ready = append(ready, NodeID(n))
		}
	}
	for i := 0; i < len(ready); i++ {
		for _, n := range out[ready[i]] {
			if left[n]--; left[n] == 0 {
				ready = append(ready, n)
			}
		}
	}
	if len(ready) != len(c.g.Nodes)-1 {
		return errors.New("program order and edges have a cycle")
	}
	return nil
}

func (c *checker) conditions() error {
	for i, f := range c.g.Facts {
		if err := c.sort(f, term.Bool, "fact %d", i); err != nil {
			return err
		}
	}
	at := func(t ThreadID, n NodeID) error {
		switch {
		case !within(int(t), len(c.g.Threads)):
			return fmt.Errorf("no thread %d", t)
		case n != 0 && (!within(int(n), len(c.g.Nodes)) || c.g.Nodes[n].Thread != t):
			return fmt.Errorf("node %d is not of thread %d", n, t)
		}
		return nil
	}
	for i := range c.g.Obligations {
		o := &c.g.Obligations[i]
		if err := errors.Join(at(o.Thread, o.Node), c.sort(o.Guard, term.Bool, "guard", part), c.sort(o.Cond, term.Bool, "condition", part)); err != nil {
			return fmt.Errorf("obligation %d: %w", i, err)
		}
		if len(c.g.Unblock) > 0 && (o.By < 0 || o.By >= len(c.g.Unblock)) {
			return fmt.Errorf("obligation %d: no list %d of who could end it", i, o.By)
		}
	}
	for i, list := range c.g.Unblock {
		for _, b := range list {
			if err := errors.Join(at(b.Thread, 0), c.sort(b.Guard, term.Bool, "unblocker", part)); err != nil {
				return fmt.Errorf("who could end a wait, list %d: %w", i, err)
			}
		}
	}
	for i := range c.g.Marks {
		m := &c.g.Marks[i]
		if err := errors.Join(at(m.Thread, m.Node), c.sort(m.Guard, term.Bool, "guard", part)); err != nil {
			return fmt.Errorf("mark %d: %w", i, err)
		}
		if (m.Unsupported == "") == (m.Bound == "") {
			return fmt.Errorf("mark %d: bound %q, unsupported %q", i, m.Bound, m.Unsupported)
		}
	}
	if err := c.races(at); err != nil {
		return err
	}
	if err := c.trail(at); err != nil {
		return err
	}
	for i := range c.g.Inputs {
		in := &c.g.Inputs[i]
		width := in.Width
		if in.Object != 0 {
			width = 8
		}
		if width == 0 || width > term.MaxWidth || in.Object != 0 && !within(int(in.Object), len(c.g.Objects)) {
			return fmt.Errorf("input %d: width %d, object %d", i, width, in.Object)
		}
		if err := errors.Join(at(in.Thread, in.Node), c.sort(in.Guard, term.Bool, "guard", part), c.sort(in.Value, term.BV(width), "value", part)); err != nil {
			return fmt.Errorf("input %d: %w", i, err)
		}
	}
	return nil
}

// within reports whether i is a number of something, in a slice of the given
// size whose entry 0 is nothing.
func within(i, size int) bool { return i > 0 && i < size }
