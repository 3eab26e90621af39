package circuit

import "github.com/heddle-mc/heddle/internal/solve/bitblast"

// Locate returns a circuit in which the locations are additional latches, used wherever they were
// computed. Then clauses about the place of a thread are short, and executions from an initial state
// exclude unreachable places. The old latches stay, unless Reduce finds that no root depends on them. A
// group is left unchanged if one of its locations is not a gate or if it has more than most locations.
// Comparisons become latches, too, if compare is set, in any number.
func Locate(c *Circuit, most int, compare bool) *Circuit {
	out := &Circuit{Graph: bitblast.NewGraph()}
	copier, plain := NewCopier(c.Graph, out.Graph), NewCopier(c.Graph, out.Graph) // with the new latches, and without
	for i := range c.Latches {
		l := &c.Latches[i]
		own := out.NewLatch(l.Name, l.Init)
		copier.Bind(l.Edge, own)
		plain.Bind(l.Edge, own)
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
			members = append(members, len(out.Latches))
			own := out.NewLatch(l.Name, initially(l.First))
			if apart {
				copier.Bind(l.Edge, own)
			}
			all = append(all, l)
		}
		if apart {
			out.Exclusive = append(out.Exclusive, members)
		}
	}
	if compare {
		for i := range c.Comparisons {
			l := &c.Comparisons[i]
			own := out.NewLatch(l.Name, initially(l.First))
			right := Or(out.Graph, out.Graph.And(own, plain.Edge(l.Edge)), out.Graph.And(own.Not(), plain.Edge(l.Edge).Not()))
			out.Compared = append(out.Compared, Compared{len(out.Latches) - 1, l.Of, right})
			if _, _, and := c.Graph.Fanins(l.Edge.Node()); and {
				copier.Bind(l.Edge, own)
			}
			all = append(all, l.Location)
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
	out.Pruning = c.Pruning
	return out
}

func initially(one bool) Initial {
	if one {
		return One
	}
	return Zero
}

func (c *Copier) signals(list []Signal) []Signal {
	var out []Signal
	for _, s := range list {
		out = append(out, Signal{c.Edge(s.Edge), s.Name})
	}
	return out
}
