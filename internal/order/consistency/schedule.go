package consistency

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Schedule is an order of the first nodes of the threads that the caller decides, such as one with few
// switches. A violation found with it is among these nodes.
type Schedule interface {
	// Before constrains the schedule: if holds is true and to is among the nodes, from is among them and
	// comes before to.
	Before(holds term.ID, from, to event.NodeID)
	// Reaches returns the Bool that a thread gets beyond a node of its own or, with zero, to its beginning.
	Reaches(t event.ThreadID, n event.NodeID) term.ID
	// Order returns the nodes in the model of the last check.
	Order() []event.NodeID
}

// follow restricts the executions of an encoding to those of a schedule.
func (e *Encoding) follow(s Schedule) {
	g, t := e.g, e.g.Terms
	before := func(holds term.ID, from, to event.NodeID) {
		if holds = t.Conj(holds, g.Nodes[from].Guard, g.Nodes[to].Guard); !g.Nodes[to].Final && !g.Nodes[from].Final {
			s.Before(holds, from, to)
		} else if !g.Nodes[from].Final {
			e.host.Assert(t.Implies(holds, s.Reaches(g.Nodes[from].Thread, from)))
		}
	}
	for i := range e.rel.Arcs {
		if a := &e.rel.Arcs[i]; a.Kind != HB && a.Kind != Last {
			before(a.Term, a.From, a.To)
		}
	}
	for _, arcs := range e.rel.From {
		for _, i := range arcs {
			for _, j := range arcs {
				if rf, ws := &e.rel.Arcs[i], &e.rel.Arcs[j]; rf.Kind == RF && ws.Kind == WS && rf.To != ws.To && !g.Nodes[rf.To].Final {
					before(t.And(rf.Term, ws.Term), rf.To, ws.To)
				}
			}
		}
	}
	for i := range e.races {
		r := &e.races[i]
		x, y := &g.Touches[r.a], &g.Touches[r.b]
		r.holds = t.Conj(r.holds, s.Reaches(x.Thread, x.Node), s.Reaches(y.Thread, y.Node))
	}
	if g.Property == verdict.Deadlock {
		for i, v := range e.violated {
			o := &g.Obligations[i]
			reached := s.Reaches(o.Thread, o.Node)
			if o.By < len(g.Unblock) {
				for _, by := range g.Unblock[o.By] {
					if end := g.Threads[by.Thread].End; end != 0 {
						reached = t.And(reached, t.Implies(t.And(by.Guard, g.Nodes[end].Guard), s.Reaches(by.Thread, end)))
					}
				}
			}
			e.host.Assert(t.Implies(v, reached))
		}
	}
}

// Question returns the Bool that one of the obligations is violated, or that there is a race: the query of
// Check.
func (e *Encoding) Question() term.ID { return e.g.Terms.Disj(append(e.raced(), e.violated...)...) }

// scheduled returns the nodes of a set in the order of the schedule.
func (e *Encoding) scheduled(in []bool) []event.NodeID {
	return slices.DeleteFunc(e.schedule.Order(), func(n event.NodeID) bool { return !in[n] })
}
