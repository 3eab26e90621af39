package acyclic

import "fmt"

// A lightest path is found by Dijkstra's algorithm with a ring of buckets in place of a heap (Dial:
// Algorithm 360, CACM 1969), forwards from the source. It visits suffixes of chains instead of nodes:
// entering a chain at x reaches all of it from x on for the same weight. So a later, heavier entry only has
// to visit nodes before x.

// entry is a chain entered at a node.
type entry struct {
	at     Node
	via    edgeID // the edge taken there; 0 at the source
	parent int32  // index of the entry before it
}

// search is the scratch of Path.
type search struct {
	entries []entry
	ring    [MaxWeight + 1][]int32 // by weight modulo the ring: entries
	seen    []Node                 // by chain: visited from here on, if stamped
	stamp   []uint32               // by chain
	now     uint32
}

func (s *search) init(chains int) {
	s.seen = make([]Node, chains)
	s.stamp = make([]uint32, chains)
}

func (s *search) memory() int64 {
	n := entryBytes*int64(cap(s.entries)) + 8*int64(len(s.seen))
	for _, bucket := range s.ring {
		n += 4 * int64(cap(bucket))
	}
	return n
}

// reset prepares for a new search.
func (s *search) reset() {
	s.entries = s.entries[:0]
	for i := range s.ring {
		s.ring[i] = s.ring[i][:0]
	}
	s.now++
	if s.now == 0 {
		clear(s.stamp)
		s.now = 1
	}
}

// push adds an entry of the given weight.
func (s *search) push(e entry, weight int) {
	bucket := &s.ring[weight%len(s.ring)]
	*bucket = append(*bucket, int32(len(s.entries)))
	s.entries = append(s.entries, e)
}

// Path appends to buf the labels but NoLabel along a path from u to v, the last
// one first, and returns it. Among the paths over the first edges inserted
// edges (see [Graph.Edges]) it is one of least weight.
//
// requires: u reached v when the graph had that many edges.
func (g *Graph) Path(u, v Node, edges int, buf []Label) []Label {
	s := &g.search
	s.reset()
	s.push(entry{at: u}, 0)
	target := g.chain[v]
	for weight, idle := 0, 0; idle <= len(s.ring); weight++ {
		idle++
		bucket := &s.ring[weight%len(s.ring)]
		for len(*bucket) > 0 {
			idle = 0
			at := (*bucket)[len(*bucket)-1]
			*bucket = (*bucket)[:len(*bucket)-1]
			x := s.entries[at].at
			if g.chain[x] == target && x <= v {
				return g.labels(at, buf)
			}
			g.leave(at, x, v, edgeID(edges), weight)
		}
	}
	panic(fmt.Sprintf("acyclic: no path from %d to %d", u, v))
}

// leave visits the chain entered at x as far as it reaches v, and pushes where
// its edges up to the given one lead.
func (g *Graph) leave(at int32, x, v Node, limit edgeID, weight int) {
	s := &g.search
	c := g.chain[x]
	end := g.row(c)[v] + 1
	if s.stamp[c] == s.now {
		if x >= s.seen[c] {
			return
		}
		end = min(end, s.seen[c])
	}
	s.stamp[c], s.seen[c] = s.now, x
	for ; x < end; x++ {
		for e := g.head[x]; e != 0; e = g.edges[e].next {
			if e > limit {
				continue
			}
			d := &g.edges[e]
			if g.Reaches(d.to, v) {
				s.push(entry{at: d.to, via: e, parent: at}, weight+int(d.weight))
			}
		}
	}
}

// labels appends the labels from the entry back to the source.
func (g *Graph) labels(at int32, buf []Label) []Label {
	for {
		en := g.search.entries[at]
		if en.via == 0 {
			return buf
		}
		if label := g.edges[en.via].label; label != NoLabel {
			buf = append(buf, label)
		}
		at = en.parent
	}
}
