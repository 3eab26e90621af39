package token

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/engine/unroll"
	"github.com/heddle-mc/heddle/internal/solver"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// Place is a line of the program: the control states whose operation is written there.
type Place struct {
	File string // as the compiler was given it, or the last part of that
	Line int    // from 1
}

// String returns file:line.
func (p Place) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Meet decides whether two threads can be at two places at once, about to do what is
// written there: simultaneous reachability of two control states (Ganai and Gupta,
// section 5.2). The verdict is violation if they can, with a trace to there that has
// no failure. The problem's property is not looked at. An error may be that there is
// no control state at a place.
func Meet(ctx context.Context, p *engine.Problem, a, b Place) (*engine.Outcome, error) {
	question := *p
	question.Property = verdict.Race // of which all accesses to shared data are control states
	var missing error
	out, err := depth.Meet(ctx, &question, func(s *efsm.System, host solver.Solver, terms *term.Store, maxDepth int) (depth.Model, *efsm.System) {
		missing = exist(s, a, b)
		return newModel(s, host, terms, maxDepth, &question, &[2]Place{a, b})
	})
	if err == nil && out.Verdict != verdict.Unknown {
		err = missing
	}
	return out, err
}

// exist returns an error unless a system has states at places.
func exist(s *efsm.System, places ...Place) error {
	for _, p := range places {
		found := false
		for i := range s.Threads {
			for c := range s.Threads[i].States {
				found = found || p.has(s, &s.Threads[i].States[c])
			}
		}
		if !found {
			return fmt.Errorf("%s: no thread has a control state there", p)
		}
	}
	return nil
}

// has reports whether a state's operation is written at the place.
func (p Place) has(s *efsm.System, st *efsm.State) bool {
	at := st.Origin.Pos
	if !at.IsValid() || int(at.Line) != p.Line || int(at.File) >= len(s.Files) {
		return false
	}
	file := s.Files[at.File]
	return file == p.File || filepath.Base(file) == p.File
}

// spot is a thread at a place, at a depth.
type spot struct {
	depth  int
	state  efsm.StateID
	places [2]bool // which of the two
	holds  term.ID // it is there, with the token or without, as its list says
}

// meeting is two threads at the two places. One has the token, and knows of all that
// the other did; that one has given it away since.
type meeting struct {
	leader, other     efsm.ThreadID
	at, elsewhere     int // depths
	state, otherState efsm.StateID
	holds             term.ID
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
		s := spot{depth: d, state: n.state, places: [2]bool{e.opts.Meet[0].has(e.sys, st), e.opts.Meet[1].has(e.sys, st)}}
		if holds == term.False || s.places == [2]bool{} || n.role == writeSync {
			continue
		}
		if n.role == operation {
			s.holds = e.terms.And(holds, m.token[d])
			m.withToken = append(m.withToken, s)
		}
		if (n.role == readSync) == st.IsVisible() {
			s.holds = e.terms.And(holds, e.terms.Not(m.token[d]))
			m.without = append(m.without, s)
		}
	}
}

// meet adds a meeting: as for a pass (P1), the other's clock is what the leader knows
// of it, and both threads have been created.
func (e *Encoding) meet(m *machine, x spot, other *machine, y spot) {
	holds := e.terms.Conj(x.holds, y.holds, e.terms.Eq(m.clocks[x.depth][other.id], other.clocks[y.depth][other.id]))
	for _, t := range []*efsm.Thread{m.t, other.t} {
		if t.Alive != 0 {
			holds = e.terms.And(holds, m.frames[x.depth].Values()[t.Alive])
		}
	}
	if holds != term.False {
		e.meetings = append(e.meetings, meeting{m.id, other.id, x.depth, y.depth, x.state, y.state, holds})
	}
}

// meeting reads the execution that leads to a meeting.
func (x *reader) meeting(k *meeting) (*Witness, error) {
	first, passed, err := x.tour(func(t efsm.ThreadID, from, until int) bool {
		return t == k.leader && from <= k.at && k.at <= until
	})
	if err != nil {
		return nil, err
	}
	w := x.witness(first, passed, k.leader, k.at-1, segment{k.other, k.elsewhere, k.elsewhere - 1})
	w.Obligation = -1
	w.Together = []unroll.Position{{Thread: k.leader, State: k.state}, {Thread: k.other, State: k.otherState}}
	return w, nil
}
