package consistency

import "github.com/heddle-mc/heddle/internal/solve/sat"

// assigned holds the theory's part of the assignment. Backtracking undoes it from the end of the trail.
type assigned struct {
	value []int8 // by literal: 1 true, -1 false
	trail []literal
	// linked literals of the trail have their arcs in the lists of true arcs;
	// inserted ones have their edges in the graph, too.
	linked, inserted int
	told             int     // changes of the graph that were processed
	levels           []int32 // by open level: length of the trail below it
	heads            []heads // by event
	started          bool
}

func (as *assigned) init(lits, events int) {
	as.value = make([]int8, lits)
	as.heads = make([]heads, events)
	for e := range as.heads {
		as.heads[e] = heads{noArc, noArc, noArc}
	}
}

func (as *assigned) memory() int64 {
	return int64(len(as.value)) + 4*int64(cap(as.trail)+cap(as.levels)) + 12*int64(len(as.heads))
}

// Assigned implements [sat.Propagator].
func (t *theory) Assigned(batch []sat.Lit) {
	for _, announced := range batch {
		l := t.of(announced)
		t.value[l], t.value[l.not()] = 1, -1
		t.trail = append(t.trail, l)
	}
}

// NewLevel implements [sat.Propagator].
func (t *theory) NewLevel() {
	t.levels = append(t.levels, int32(len(t.trail)))
	t.graph.Open()
}

// Backtrack implements [sat.Propagator].
func (t *theory) Backtrack(level int) {
	length := int(t.levels[level])
	t.levels = t.levels[:level]
	t.graph.Close(level)
	for i := len(t.trail) - 1; i >= length; i-- {
		l := t.trail[i]
		if i < t.linked {
			t.unlink(l)
		}
		t.value[l], t.value[l.not()] = 0, 0
	}
	t.trail = t.trail[:length]
	t.linked = min(t.linked, length)
	t.inserted = min(t.inserted, length)
	t.told = min(t.told, len(t.graph.Changes()))
	t.reasons = t.reasons[:t.graph.Edges()]
}

// link puts the arcs of l at the front of their lists of true arcs.
func (t *theory) link(l literal) {
	s := t.litAt[l]
	for _, a := range t.litArcs[s.from:s.to] {
		d := &t.arcs[a]
		switch d.kind {
		case RF:
			push(&t.heads[d.first].rfFirst, &d.nextFirst, a)
			push(&t.heads[d.second].intoThis, &d.nextSecond, a)
		case WS:
			push(&t.heads[d.first].wsFirst, &d.nextFirst, a)
			push(&t.heads[d.second].intoThis, &d.nextSecond, a)
		}
	}
}

// unlink undoes link. Literals that were linked later are already unlinked.
func (t *theory) unlink(l literal) {
	s := t.litAt[l]
	for i := s.to - 1; i >= s.from; i-- {
		d := &t.arcs[t.litArcs[i]]
		switch d.kind {
		case RF:
			t.heads[d.first].rfFirst = d.nextFirst
			t.heads[d.second].intoThis = d.nextSecond
		case WS:
			t.heads[d.first].wsFirst = d.nextFirst
			t.heads[d.second].intoThis = d.nextSecond
		}
	}
}

// push puts a at the front of a list.
func push(head, next *ArcID, a ArcID) { *next, *head = *head, a }
