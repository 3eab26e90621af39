package consistency

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// execution is a model seen as relations between executed nodes.
type execution struct {
	e    *Encoding
	done []bool           // by node: it is executed
	need [][]event.NodeID // by node: the nodes that it needs: sync and rf; and ends of release sequences before it
	into [][]event.NodeID // by node: all that it follows but program order
	// locked lists the true LO arcs: a thread that takes such a lock before another releases it in between.
	locked []*Arc
}

func newExecution(e *Encoding) *execution {
	n := len(e.g.Nodes)
	x := &execution{e: e, done: make([]bool, n), need: make([][]event.NodeID, n), into: make([][]event.NodeID, n)}
	for i := 1; i < n; i++ {
		x.done[i] = e.holds(e.g.Nodes[i].Guard)
	}
	holds := make([]bool, len(e.rel.Arcs))
	for i := range e.rel.Arcs {
		a := &e.rel.Arcs[i]
		if a.Kind == HB || !x.done[a.From] || !x.done[a.To] || !x.executed(a.First) || !e.holds(a.Term) {
			continue
		}
		holds[i] = true
		x.into[a.To] = append(x.into[a.To], a.From)
		if a.Kind == Sync || a.Kind == RF {
			x.need[a.To] = append(x.need[a.To], a.From)
		}
		if a.Kind == LO {
			x.locked = append(x.locked, a)
		}
	}
	for _, arcs := range e.rel.From {
		x.fromReads(arcs, holds)
	}
	x.starts()
	for _, b := range e.rel.breaks {
		if n, m := e.g.Events[b.write].Node, e.g.Events[b.later].Node; x.executed(b.write) && x.executed(b.later) && !e.holds(b.after) {
			x.need[m] = append(x.need[m], n)
		}
	}
	return x
}

// starts lets the first executed node of each thread follow the thread's creation:
// the edge of the graph leads to its first node, which may not be executed.
func (x *execution) starts() {
	for t := range x.e.g.Threads {
		th := &x.e.g.Threads[t]
		for _, n := range th.Nodes {
			if x.done[n] {
				if th.Spawn != 0 {
					x.into[n] = append(x.into[n], th.Spawn)
				}
				break
			}
		}
	}
}

func (x *execution) executed(e event.ID) bool {
	return e == 0 || x.e.holds(x.e.g.Events[e].Guard)
}

func (x *execution) fromReads(arcs []ArcID, holds []bool) {
	for _, i := range arcs {
		rf := &x.e.rel.Arcs[i]
		if rf.Kind != RF || !holds[i] {
			continue
		}
		for _, j := range arcs {
			if ws := &x.e.rel.Arcs[j]; ws.Kind == WS && holds[j] && ws.To != rf.To {
				x.into[ws.To] = append(x.into[ws.To], rf.To)
			}
		}
	}
}

func (x *execution) created(t event.ThreadID) bool {
	th := &x.e.g.Threads[t]
	switch {
	case th.Guard != term.None:
		return x.e.holds(th.Guard)
	case th.Parent == 0:
		return true
	}
	return x.e.holds(x.e.g.Nodes[th.Spawn].Step)
}

// site returns the last executed node of a thread up to n. Without one it is the node that creates the
// thread; zero: none.
func (x *execution) site(t event.ThreadID, n event.NodeID) event.NodeID {
	th := &x.e.g.Threads[t]
	if n != 0 {
		for i := x.e.g.Nodes[n].Index; i >= 0; i-- {
			if x.done[th.Nodes[i]] {
				return th.Nodes[i]
			}
		}
	}
	return th.Spawn
}

// past returns the nodes without which some would not be, these included, and
// their number. Zero is no node.
func (x *execution) past(nodes ...event.NodeID) ([]bool, int) {
	in := make([]bool, len(x.e.g.Nodes))
	var list []event.NodeID
	visit := func(m event.NodeID) {
		if m != 0 && !in[m] {
			in[m] = true
			list = append(list, m)
		}
	}
	for _, n := range nodes {
		visit(n)
	}
	for i := 0; i < len(list); {
		for ; i < len(list); i++ {
			node := &x.e.g.Nodes[list[i]]
			th := &x.e.g.Threads[node.Thread]
			visit(th.Spawn)
			for j := node.Index - 1; j >= 0; j-- {
				if m := th.Nodes[j]; x.done[m] {
					visit(m)
					break
				}
			}
			for _, m := range x.need[list[i]] {
				visit(m)
			}
		}
		for _, a := range x.locked {
			if in[a.To] && in[x.e.g.Events[x.e.rel.Acquire[a.First]].Node] {
				visit(a.From)
			}
		}
	}
	return in, len(list)
}

// linearise returns the nodes of a set that is closed under past in an order that obeys all relations. It
// stays with a thread as long as it can. Then it continues with the thread that can do the most nodes in a
// row.
func (x *execution) linearise(in []bool) ([]event.NodeID, error) {
	if x.e.schedule != nil {
		return x.e.scheduled(in), nil
	}
	g := x.e.g
	left := make([]int, len(g.Nodes)) // predecessors in the set that are not done
	out := make([][]event.NodeID, len(g.Nodes))
	chains := make([][]event.NodeID, len(g.Threads))
	total := 0
	for t := range g.Threads {
		for _, n := range g.Threads[t].Nodes {
			if !in[n] {
				continue
			}
			chains[t] = append(chains[t], n)
			for _, m := range x.into[n] {
				if in[m] {
					left[n]++
					out[m] = append(out[m], n)
				}
			}
		}
		total += len(chains[t])
	}
	order := make([]event.NodeID, 0, total)
	thread := 1
	for len(order) < total {
		if len(chains[thread]) == 0 || left[chains[thread][0]] > 0 {
			best := 0
			for t, chain := range chains {
				run := 0
				for run < len(chain) && left[chain[run]] == 0 {
					run++
				}
				if run > best {
					thread, best = t, run
				}
			}
			if best == 0 {
				return nil, fmt.Errorf("the relations of the model have a cycle")
			}
		}
		n := chains[thread][0]
		chains[thread] = chains[thread][1:]
		order = append(order, n)
		for _, m := range out[n] {
			left[m]--
		}
	}
	return order, nil
}
