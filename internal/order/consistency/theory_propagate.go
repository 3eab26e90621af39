package consistency

import (
	"github.com/heddle-mc/heddle/internal/order/acyclic"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// Weights of edges: the number of their literals.
const (
	arcWeight      acyclic.Weight = 1
	fromReadWeight acyclic.Weight = 2
)

// Propagate implements [sat.Propagator].
//
// It inserts all edges before it looks for any literal. So an impossible from-read is found from its new
// part: by the arc, if one of its literals is new, or by the change of the graph. If both literals are
// already true, the edge is in the graph.
func (t *theory) Propagate(out *sat.Theory) {
	t.nextRound()
	first := t.inserted
	for ; t.inserted < len(t.trail); t.inserted++ {
		l := t.trail[t.inserted]
		t.link(l)
		t.linked++
		s := t.litAt[l]
		for _, a := range t.litArcs[s.from:s.to] {
			if !t.insertArc(a, out) {
				return
			}
		}
	}
	if !t.started {
		t.started = true
		t.forbidFixed(out)
	}
	for _, l := range t.trail[first:] {
		s := t.litAt[l]
		for _, a := range t.litArcs[s.from:s.to] {
			switch d := &t.arcs[a]; d.kind {
			case RF:
				t.forbidLaterWrites(d, out)
			case WS:
				t.forbidReaders(d, out)
			}
		}
	}
	changes := t.graph.Changes()
	for ; t.told < len(changes); t.told++ {
		t.follow(&changes[t.told], out)
	}
}

// FinalCheck implements [sat.Propagator]: all literals are assigned and were propagated.
func (t *theory) FinalCheck(out *sat.Theory) {
	if t.weak != nil {
		t.weak.judge(t, out)
	}
}

// insertArc inserts the edge of an arc that became true and the from-reads that
// follow from it and older arcs. On false there is a conflict.
func (t *theory) insertArc(a ArcID, out *sat.Theory) bool {
	d := &t.arcs[a]
	if d.from != d.to && !(d.must && t.graph.Reaches(d.from, d.to)) &&
		!t.insert(d.from, d.to, reason{d.lit, noLiteral}, arcWeight, out) {
		return false
	}
	switch d.kind {
	case RF:
		for b := t.heads[d.first].wsFirst; b != noArc; b = t.arcs[b].nextFirst {
			if !t.insertFromRead(d, &t.arcs[b], out) {
				return false
			}
		}
	case WS:
		for b := t.heads[d.first].rfFirst; b != noArc; b = t.arcs[b].nextFirst {
			if !t.insertFromRead(&t.arcs[b], d, out) {
				return false
			}
		}
	}
	return true
}

// insertFromRead inserts the edge from the read of rf to the second write of
// ws, unless it follows already. On false there is a conflict.
func (t *theory) insertFromRead(rf, ws *arcData, out *sat.Theory) bool {
	u, v := rf.to, ws.to
	return t.graph.Reaches(u, v) || t.insert(u, v, reason{rf.lit, ws.lit}, fromReadWeight, out)
}

// insert inserts an edge. On false there is a conflict.
func (t *theory) insert(u, v acyclic.Node, why reason, weight acyclic.Weight, out *sat.Theory) bool {
	if !t.graph.Insert(u, v, acyclic.Label(len(t.reasons)), weight) {
		t.conflict(u, v, why, out)
		return false
	}
	t.reasons = append(t.reasons, why)
	return true
}

// forbidFixed implies false all literals that contradict the graph without any level.
func (t *theory) forbidFixed(out *sat.Theory) {
	for a := range t.arcs {
		d := &t.arcs[a]
		if d.lit != noLiteral && d.from != d.to && t.graph.Reaches(d.to, d.from) {
			t.imply(d.lit.not(), noLiteral, d.to, d.from, out)
		}
	}
}

// forbidLaterWrites implies false ws(w, w') for the writes w' before a read
// that now sees w.
func (t *theory) forbidLaterWrites(rf *arcData, out *sat.Theory) {
	s := t.wsAt[rf.first]
	for _, a := range t.wsFrom[s.from:s.to] {
		if ws := &t.arcs[a]; t.value[ws.lit] == 0 && t.before(ws.to, rf.to) {
			t.imply(ws.lit.not(), rf.lit, ws.to, rf.to, out)
		}
	}
}

// forbidReaders implies false rf(w, r) for the reads r after a write that now
// overwrites w.
func (t *theory) forbidReaders(ws *arcData, out *sat.Theory) {
	s := t.rfAt[ws.first]
	for _, a := range t.rfFrom[s.from:s.to] {
		if rf := &t.arcs[a]; t.value[rf.lit] == 0 && t.before(ws.to, rf.to) {
			t.imply(rf.lit.not(), ws.lit, ws.to, rf.to, out)
		}
	}
}

// before reports whether u comes before v, another node.
func (t *theory) before(u, v acyclic.Node) bool { return u != v && t.graph.Reaches(u, v) }

// follow processes all watches whose target began to reach their node.
func (t *theory) follow(ch *acyclic.Change, out *sat.Theory) {
	for x := ch.First; x < ch.End; x++ {
		lo, end := t.watchAt[x], t.watchAt[x+1]
		for hi := end; lo < hi; {
			if mid := (lo + hi) / 2; t.watches[mid].target <= ch.Old {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		for _, w := range t.watches[lo:end] {
			if w.target > ch.New {
				break
			}
			d := &t.arcs[w.item/2]
			if w.item&1 != 0 {
				t.forbidFromReads(d.first, d.second, out)
			} else if t.value[d.lit] == 0 {
				t.imply(d.lit.not(), noLiteral, d.to, d.from, out)
			}
		}
	}
}

// forbidFromReads implies false all literals that would put r before w, which now comes before it: with
// rf(v, r) true ws(v, w), and with ws(v, w) true rf(v, r).
func (t *theory) forbidFromReads(w, r event.ID, out *sat.Theory) {
	for b := t.heads[r].intoThis; b != noArc; b = t.arcs[b].nextSecond {
		rf := &t.arcs[b]
		if a := t.findWS(rf.first, w); a != noArc && t.value[t.arcs[a].lit] == 0 {
			ws := &t.arcs[a]
			t.imply(ws.lit.not(), rf.lit, ws.to, rf.to, out)
		}
	}
	for b := t.heads[w].intoThis; b != noArc; b = t.arcs[b].nextSecond {
		ws := &t.arcs[b]
		if a := t.findRF(ws.first, r); a != noArc && t.value[t.arcs[a].lit] == 0 {
			rf := &t.arcs[a]
			t.imply(rf.lit.not(), ws.lit, ws.to, rf.to, out)
		}
	}
}
