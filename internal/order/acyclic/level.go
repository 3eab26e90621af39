package acyclic

import "fmt"

// level is the state to return to when a level is closed.
type level struct {
	edges   int32 // length of Graph.edges
	changes int32 // length of Graph.log
}

// Level returns the number of open levels.
func (g *Graph) Level() int { return len(g.levels) }

// Open opens a level. The matching Close removes the edges inserted since then.
func (g *Graph) Open() {
	g.levels = append(g.levels, level{edges: int32(len(g.edges)), changes: int32(len(g.log))})
}

// Close closes all levels above the given one.
func (g *Graph) Close(to int) {
	if to < 0 || to >= len(g.levels) {
		if to == len(g.levels) {
			return
		}
		panic(fmt.Sprintf("acyclic: close to level %d of %d", to, len(g.levels)))
	}
	l := g.levels[to]
	g.levels = g.levels[:to]
	for e := len(g.edges) - 1; e >= int(l.edges); e-- {
		g.head[g.edges[e].from] = g.edges[e].next
	}
	g.edges = g.edges[:l.edges]
	for i := len(g.log) - 1; i >= int(l.changes); i-- {
		ch := &g.log[i]
		run := g.row(ch.Chain)[ch.First:ch.End]
		for x := range run {
			run[x] = ch.Old
		}
	}
	g.log = g.log[:l.changes]
}
