package reduced

import (
	"fmt"
	"slices"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/term"
)

// enough confirms that a violation takes a step of one of some threads, the first of which can be
// the first step of all.
func (c *checker) enough(p *Place, known map[efsm.VarID]term.ID) error {
	inside := func(t efsm.ThreadID) bool { return slices.Contains(p.Enough, t) }
	var next []*use // what the next steps of those inside do
	var lasts []efsm.VarID
	for _, t := range p.Enough {
		if p.At[t] <= 0 {
			continue
		}
		s, err := c.step(t, p.At[t])
		if err != nil {
			return err
		}
		next = append(next, c.uses(t, p.At[t]))
		for _, w := range s.ways {
			for _, at := range w.path {
				next = append(next, c.uses(t, at))
			}
		}
		if done := c.system.Threads[t].Done; done != 0 && known[done] == term.False && c.setsAlone(t, done) {
			lasts = append(lasts, done)
		}
	}
	work := make([]stepKey, 0, len(p.At))
	seen := make(map[stepKey]bool)
	begin := func(t efsm.ThreadID, at efsm.StateID) {
		if key := (stepKey{t, at}); at > 0 && !seen[key] {
			seen[key] = true
			work = append(work, key)
		}
	}
	for t := efsm.ThreadID(1); int(t) < len(c.system.Threads); t++ {
		alive, entry := c.system.Threads[t].Alive, c.system.Threads[t].Entry
		if !inside(t) && (p.At[t] != entry || alive == 0 || known[alive] != term.False) {
			begin(t, p.At[t])
		}
	}
	for len(work) > 0 {
		key := work[len(work)-1]
		work = work[:len(work)-1]
		st := &c.system.Threads[key.thread].States[key.state]
		if c.waits(st, lasts) {
			continue
		}
		u := c.uses(key.thread, key.state)
		name := c.system.Threads[key.thread].Name + " " + st.Name
		if u.asks {
			return &Refuted{fmt.Sprintf("%s may violate something before those who are enough do a step", name)}
		}
		if slices.ContainsFunc(next, func(n *use) bool { return c.conflicts(u, n) }) {
			return &Refuted{fmt.Sprintf("%s touches what those who are enough do next", name)}
		}
		for t := efsm.ThreadID(1); int(t) < len(c.system.Threads); t++ {
			if alive := c.system.Threads[t].Alive; alive != 0 && u.writes[alive] && !inside(t) && p.At[t] == c.system.Threads[t].Entry {
				begin(t, p.At[t])
			}
		}
		for _, e := range st.Edges {
			begin(key.thread, e.To)
		}
	}
	return nil
}

// waits reports whether a state is not left while some variables are false.
func (c *checker) waits(st *efsm.State, lasts []efsm.VarID) bool {
	c.brief.Undo(0)
	for _, v := range lasts {
		c.brief.Bind(c.system.Vars[v].Term, term.False)
	}
	return c.brief.Term(st.Enable) == term.False
}

// setsAlone reports whether a variable stays false while a thread does no step.
func (c *checker) setsAlone(own efsm.ThreadID, v efsm.VarID) bool {
	for t := 1; t < len(c.system.Threads); t++ {
		for i := range c.system.Threads[t].States {
			for _, u := range c.system.Threads[t].States[i].Updates {
				if u.Var == v && u.Value != term.False && efsm.ThreadID(t) != own {
					return false
				}
			}
		}
	}
	return true
}
