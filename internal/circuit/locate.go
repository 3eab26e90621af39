package circuit

import "github.com/heddle-mc/heddle/internal/bitblast"

// Locate returns a circuit in which the locations are latches of their own, after the
// others, and are used wherever they were computed. The state says the same twice, or
// once, where Reduce finds that nothing depends on the other any more: clauses about
// where a thread is are short then, and executions from a first state know where it cannot
// be yet. A group with a location that is no gate, or with more than so many of them, stays
// as it was.
func Locate(c *Circuit, most int) *Circuit {
	out := &Circuit{Graph: bitblast.NewGraph()}
	copier := NewCopier(c.Graph, out.Graph)
	for i := range c.Latches {
		l := &c.Latches[i]
		copier.Bind(l.Edge, out.NewLatch(l.Name, l.Init))
	}
	for _, in := range c.Inputs {
		copier.Bind(in.Edge, out.NewInput(in.Name))
	}
	var all []Location
	for _, group := range c.Locations {
		apart := len(group) <= most
		for _, l := range group {
			_, _, and := c.Graph.Fanins(l.Edge.Node())
			apart = apart && and
		}
		var members []int
		for _, l := range group {
			init := Zero
			if l.First {
				init = One
			}
			members = append(members, len(out.Latches))
			own := out.NewLatch(l.Name, init)
			if apart {
				copier.Bind(l.Edge, own)
			}
			all = append(all, l)
		}
		if apart {
			out.Exclusive = append(out.Exclusive, members)
		}
	}
	next := func(i int, e bitblast.Edge) { out.Latches[i].Next = copier.Edge(e) }
	for i := range c.Latches {
		next(i, c.Latches[i].Next)
	}
	for i, l := range all {
		next(len(c.Latches)+i, l.Next)
	}
	out.Outputs, out.Constraints, out.Bads = copier.signals(c.Outputs), copier.signals(c.Constraints), copier.signals(c.Bads)
	return out
}

func (c *Copier) signals(list []Signal) []Signal {
	var out []Signal
	for _, s := range list {
		out = append(out, Signal{c.Edge(s.Edge), s.Name})
	}
	return out
}
