package consistency

import (
	"cmp"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Must holds which nodes come before which in every execution: by program order, and by edges that hold
// whenever the later node is executed.
//
// Each node has a row: per thread, how many of its nodes, in program order, must precede the node. Nodes
// with the same row share it.
//
//	main    a ─ spawn ─ b ─ join ─ c        row(c)[child] = 3, row(y)[main] = 2
//	              ╲           ╱             row(x) = row(y) = row(z)
//	child          x ─ y ─ z
//
// A row is computed from the edges into the node's thread at the node or before it. Some of these edges
// depend on paths that do not contain the node. An edge counts if the node's guard implies the edge's
// guard. The nodes before its source count if the node's guard implies the source's guard too.
type Must struct {
	g    *event.Graph
	rows [][]int32
	row  []int32 // per node, an index into rows; 0: nothing precedes
}

// newMust computes the order; k must be of the graph's terms.
//
// Cost: per thread, different guards × edges into the thread × threads.
func newMust(g *event.Graph, k *guards) *Must {
	m := &Must{g: g, row: make([]int32, len(g.Nodes))}
	m.rows = append(m.rows, make([]int32, len(g.Threads)))
	into := edgesInto(g)
	// Advance in every thread as far as the sources of edges are done. Edges
	// under different conditions may form cycles; then something is forced, and
	// a source that is not done counts for itself only.
	type cursor struct{ node, edge int }
	at := make([]cursor, len(g.Threads))
	done := make([]bool, len(g.Nodes))
	shared := make([]map[rowKey]int32, len(g.Threads))
	advance := func(t int, force bool) bool {
		moved := false
		c := &at[t]
		for c.node < len(g.Threads[t].Nodes) {
			n := g.Threads[t].Nodes[c.node]
			last := c.edge
			for last < len(into[t]) && into[t][last].To == n {
				if !done[into[t][last].From] && !force {
					return moved
				}
				last++
			}
			c.edge, force = last, false
			key := rowKey{g.Nodes[n].Guard, last}
			id, ok := shared[t][key]
			if !ok {
				id = m.addRow(event.ThreadID(t), n, into[t][:last], done, k)
				if shared[t] == nil {
					shared[t] = make(map[rowKey]int32)
				}
				shared[t][key] = id
			}
			m.row[n] = id
			done[n] = true
			c.node++
			moved = true
		}
		return moved
	}
	for {
		moved, stuck := false, -1
		for t := 1; t < len(g.Threads); t++ {
			moved = advance(t, false) || moved
			if stuck < 0 && at[t].node < len(g.Threads[t].Nodes) {
				stuck = t
			}
		}
		if stuck < 0 {
			return m
		}
		if !moved {
			advance(stuck, true)
		}
	}
}

// rowKey holds the data on which a row depends within a thread.
type rowKey struct {
	guard term.ID
	edges int // into the thread at the node or before it
}

// edgesInto returns, per thread, the edges into its nodes from other threads,
// in the program order of their targets.
func edgesInto(g *event.Graph) [][]event.Edge {
	into := make([][]event.Edge, len(g.Threads))
	for _, e := range g.Edges {
		if t := g.Nodes[e.To].Thread; g.Nodes[e.From].Thread != t {
			into[t] = append(into[t], e)
		}
	}
	for _, list := range into {
		slices.SortStableFunc(list, func(a, b event.Edge) int {
			return cmp.Compare(g.Nodes[a.To].Index, g.Nodes[b.To].Index)
		})
	}
	return into
}

// addRow makes the row of node n of thread t, which has the given edges at it or
// before it.
func (m *Must) addRow(t event.ThreadID, n event.NodeID, edges []event.Edge, done []bool, k *guards) int32 {
	guard := m.g.Nodes[n].Guard
	var row []int32
	for _, e := range edges {
		if !k.implies(guard, e.Guard) {
			continue
		}
		if row == nil {
			row = make([]int32, len(m.g.Threads))
		}
		from := &m.g.Nodes[e.From]
		row[from.Thread] = max(row[from.Thread], from.Index+1)
		if !done[e.From] || e.From != m.g.Threads[t].Spawn && !k.implies(guard, from.Guard) {
			continue
		}
		for i, count := range m.rows[m.row[e.From]] {
			row[i] = max(row[i], count)
		}
	}
	if row == nil {
		return 0
	}
	m.rows = append(m.rows, row)
	return int32(len(m.rows) - 1)
}

// Before reports whether a comes before b in every execution that has both; it
// is false of a node and itself.
func (m *Must) Before(a, b event.NodeID) bool {
	x, y := &m.g.Nodes[a], &m.g.Nodes[b]
	if x.Thread == y.Thread {
		return x.Index < y.Index
	}
	return x.Index < m.rows[m.row[b]][x.Thread]
}

// Count returns how many nodes of thread t, from the first, must precede n.
func (m *Must) Count(n event.NodeID, t event.ThreadID) int32 {
	if m.g.Nodes[n].Thread == t {
		return m.g.Nodes[n].Index
	}
	return m.rows[m.row[n]][t]
}
