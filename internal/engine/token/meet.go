package token

import (
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// spot is a thread at one of the two queried places (efsm.State.Asked), at a depth. The state there is
// visible, so the thread can get the token before it.
type spot struct {
	depth  int
	state  efsm.StateID
	places [2]bool // which of the two
	holds  term.ID // the condition that it is there, with the token or without, depending on the list
}

// noteMeetings adds the meetings that a new depth makes possible. That one of the
// threads has the token loses none: right before a meeting some thread did an
// operation. If it is one of the two, it still has the token; if not, it can give it to
// one of them.
func (e *Encoding) noteMeetings(d int) {
	for _, m := range e.machines[1:] {
		e.noteSpots(m, d)
	}
	for _, m := range e.machines[1:] {
		for _, x := range m.withToken {
			for _, other := range e.machines[1:] {
				for _, y := range other.without {
					apart := x.places[0] && y.places[1] || x.places[1] && y.places[0]
					if other != m && apart && max(x.depth, y.depth) == d {
						e.meet(m, x, other, y)
					}
				}
			}
		}
	}
}

// noteSpots adds where a thread can be at the present depth.
func (e *Encoding) noteSpots(m *machine, d int) {
	if !m.reaches(d) {
		return
	}
	for i, c := range m.reach.At(d) {
		n, holds := &m.g.nodes[c], m.holds[d][i]
		st := &m.t.States[n.state]
		if holds == term.False || !st.Asked {
			continue
		}
		s := spot{depth: d, state: n.state}
		for k := range s.places {
			s.places[k] = e.opts.Places[k].Has(st.Origin.Pos)
		}
		switch n.role {
		case operation:
			s.holds = e.terms.And(holds, m.token[d])
			m.withToken = append(m.withToken, s)
		case readSync:
			s.holds = e.terms.And(holds, e.terms.Not(m.token[d]))
			m.without = append(m.without, s)
		}
	}
}

// meet adds a meeting. As for a pass (P1), the leader's knowledge of the other thread's clock must be
// right, and both threads must have been created.
func (e *Encoding) meet(m *machine, x spot, other *machine, y spot) {
	holds := e.terms.Conj(x.holds, y.holds, e.terms.Eq(m.clocks[x.depth][other.id], other.clocks[y.depth][other.id]))
	for _, t := range []*efsm.Thread{m.t, other.t} {
		if t.Alive != 0 {
			holds = e.terms.And(holds, m.frames[x.depth].Values()[t.Alive])
		}
	}
	if holds != term.False {
		e.asked.Meetings = append(e.asked.Meetings, unroll.Meeting{At: [2]unroll.Step{
			{Thread: m.id, State: x.state, Depth: x.depth}, {Thread: other.id, State: y.state, Depth: y.depth},
		}, Holds: holds})
	}
}

// meeting reads the execution that leads to a meeting. The first of the threads has the
// token, and knows of all that the other did; that one has given it away since.
func (x *reader) meeting(k *unroll.Meeting) (*Witness, error) {
	leader, other := k.At[0], k.At[1]
	first, passed, err := x.tour(func(t efsm.ThreadID, from, until int) bool {
		return t == leader.Thread && from <= leader.Depth && leader.Depth <= until
	})
	if err != nil {
		return nil, err
	}
	w := x.witness(first, passed, leader.Depth-1, segment{other.Thread, other.Depth, other.Depth - 1})
	w.Obligation = -1
	w.Together = k.Positions()
	return w, nil
}
