package candidate

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/memmodel/litmus/program"
)

// order chooses the coherence orders of the cells from the given one on.
func (s *solver) order(c int) bool {
	for c < len(s.cells) && len(s.writes[c]) == 0 {
		c++
	}
	if c == len(s.cells) {
		return s.complete()
	}
	writes := s.writes[c]
	order := make([]int, 1, len(writes))
	order[0] = writes[0] // the initial write
	place := make(map[int]int, len(writes))
	var next func() bool
	next = func() bool {
		if len(order) == len(writes) {
			if !s.step() {
				return false
			}
			if s.coherentModel && !s.coherent(c, place) || s.atomicModel && !s.atomic(c, place) {
				return true
			}
			s.orders[c] = order
			more := !s.wanted() || s.order(c+1)
			s.orders[c] = nil
			return more
		}
		for _, w := range writes[1:] {
			if place[w] != 0 || s.coherentModel && s.follows(w, writes, place) {
				continue
			}
			place[w] = len(order)
			order = append(order, w)
			more := next()
			order = order[:len(order)-1]
			delete(place, w)
			if !more {
				return false
			}
		}
		return true
	}
	return next()
}

// follows reports whether a write of the same thread that has no place comes before w.
func (s *solver) follows(w int, writes []int, place map[int]int) bool {
	for _, v := range writes[1:] {
		if v < w && s.nodes[v].thread == s.nodes[w].thread && place[v] == 0 {
			return true
		}
	}
	return false
}

// coherent reports whether the order of each thread agrees with the coherence order of a cell.
func (s *solver) coherent(c int, place map[int]int) bool {
	for t, p := range s.paths {
		seen := 0 // the place of the latest write that the thread knows
		for e := s.first[t]; e < s.first[t]+len(p.nodes); e++ {
			n := &s.nodes[e]
			switch {
			case n.cell != c || n.kind == program.Fence:
				continue
			case n.kind == program.Store:
				if place[e] <= seen {
					return false
				}
				seen = place[e]
			default:
				at := place[s.source[e]]
				if at < seen {
					return false
				}
				seen = at
			}
		}
	}
	return true
}

// atomic reports whether no write of another thread is between the halves of a read-modify-write.
func (s *solver) atomic(c int, place map[int]int) bool {
	for _, pair := range s.pairs {
		r, w := pair[0], pair[1]
		if s.nodes[r].cell != c {
			continue
		}
		for _, v := range s.writes[c] {
			if place[s.source[r]] < place[v] && place[v] < place[w] && s.nodes[v].thread != s.nodes[r].thread {
				return false
			}
		}
	}
	return true
}

// complete asks the model about the candidate, and reports whether the search goes on.
func (s *solver) complete() bool {
	s.prepare()
	s.rf.Clear()
	s.co.Clear()
	for _, r := range s.reads {
		s.rf.Add(s.events[s.source[r]], s.events[r])
	}
	for _, order := range s.orders {
		for i, a := range order {
			for _, b := range order[i+1:] {
				s.co.Add(s.events[a], s.events[b])
			}
		}
	}
	s.Candidates++
	consistent := s.checker.Consistent(s.rf, s.co)
	if !consistent && s.Refused == nil {
		return true
	}
	holds, known := s.Test.Condition.Holds(s.place)
	switch {
	case !known || !s.wanted():
		return true
	case consistent:
		return s.Visit(&Execution{s, holds})
	}
	return holds != s.goal() || s.Refused(s.refusal())
}

// refusal explains why the model forbids the candidate.
func (s *solver) refusal() *Refusal {
	result := s.checker.Check(s.rf, s.co)
	r := &Refusal{Axiom: result.Axiom}
	edges, _ := s.checker.Explain(result)
	for _, e := range edges {
		from, to := s.node(e.From, program.Load), s.node(e.To, program.Load)
		switch e.Relation {
		case "rf":
			from = s.node(e.From, program.Store)
		case "co":
			from, to = s.node(e.From, program.Store), s.node(e.To, program.Store)
		}
		r.Pairs = append(r.Pairs, e.Relation+": "+s.named(from)+" -> "+s.named(to))
	}
	return r
}

// node returns the node of an event. If a load and a store are one event, kind decides.
func (s *solver) node(event int, kind program.Kind) int {
	first := slices.Index(s.events, event)
	for i := first; i < len(s.events); i++ {
		if s.events[i] == event && s.nodes[i].kind == kind {
			return i
		}
	}
	return first
}
