package reduced

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// enough confirms that every violation needs a step of a thread in Enough, and that the first such step
// can be moved to the front. To this end it confirms that the other threads, going on alone, violate
// nothing and touch nothing that these steps use.
func (c *checker) enough(p *Place, known map[efsm.VarID]term.ID) error {
	inside := func(t efsm.ThreadID) bool { return slices.Contains(p.Enough, t) }
	var next []*use // the accesses of the next steps of the threads in Enough
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
	held := make(map[efsm.ThreadID][]values)
	begin := func(t efsm.ThreadID, at efsm.StateID) {
		if key := (stepKey{t, at}); at > 0 && !seen[key] {
			seen[key] = true
			work = append(work, key)
			if held[t] == nil {
				held[t] = c.constants(t, at, known)
			}
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
		constants := held[key.thread][key.state]
		if constants == nil || c.waits(st, lasts, constants) { // it does not come here, or not further
			continue
		}
		u := c.usesOf(key, constants)
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
		c.put(constants)
		for _, e := range st.Edges {
			if c.brief.Term(e.Guard) != term.False {
				begin(key.thread, e.To)
			}
		}
	}
	return nil
}

// usesOf returns the accesses of a state, given the variables with known constant values. The constants
// may decide which thread the state waits for.
func (c *checker) usesOf(key stepKey, constants values) *use {
	u := c.uses(key.thread, key.state)
	st := &c.system.Threads[key.thread].States[key.state]
	if st.Enable == term.True {
		return u
	}
	now := &use{reads: make(map[efsm.VarID]bool), writes: u.writes, inputs: u.inputs, asks: u.asks}
	if at := &c.system.Threads[key.thread]; key.state == at.Entry && at.Alive != 0 {
		now.reads[at.Alive] = true
	}
	c.put(constants)
	var roots []term.ID
	for id := range st.Terms() {
		roots = append(roots, c.brief.Term(*id))
	}
	for _, below := range c.terms.Below(roots...) {
		if v := c.vars[below]; v != 0 {
			now.reads[v] = true
		}
	}
	return now
}

// waits reports whether a thread cannot leave a state while the variables in lasts are false.
func (c *checker) waits(st *efsm.State, lasts []efsm.VarID, constants values) bool {
	c.put(constants)
	for _, v := range lasts {
		c.brief.Bind(c.system.Vars[v].Term, term.False)
	}
	return c.brief.Term(st.Enable) == term.False
}

// put makes c.brief replace the variables by constants.
func (c *checker) put(constants values) {
	c.brief.Undo(0)
	for v, x := range constants {
		c.brief.Bind(c.system.Vars[v].Term, x)
	}
}

// constants returns, for each state of a thread, the thread's own variables that always have the same
// value there. It starts from the values that are known at the state at. A nil entry says that the
// thread does not reach the state.
func (c *checker) constants(t efsm.ThreadID, at efsm.StateID, known map[efsm.VarID]term.ID) []values {
	own := make(values)
	key := binary.AppendVarint(binary.AppendVarint(nil, int64(t)), int64(at))
	for _, v := range slices.Sorted(maps.Keys(known)) {
		if c.system.Vars[v].Thread == t && c.system.Vars[v].Class != efsm.Input {
			own[v] = known[v]
			key = binary.AppendVarint(binary.AppendVarint(key, int64(v)), int64(own[v]))
		}
	}
	if done := c.constant[string(key)]; done != nil {
		return done
	}
	states := c.system.Threads[t].States
	out := make([]values, len(states))
	out[at] = own
	for again := true; again; {
		again = false
		for from := range states {
			if out[from] == nil {
				continue
			}
			st := &states[from]
			c.put(out[from])
			after := make(values)
			maps.Copy(after, out[from])
			for _, u := range st.Updates {
				delete(after, u.Var)
				if x := c.brief.Term(u.Value); c.system.Vars[u.Var].Thread == t && c.terms.IsConst(x) {
					after[u.Var] = x
				}
			}
			for _, e := range st.Edges {
				if c.brief.Term(e.Guard) == term.False {
					continue
				}
				if out[e.To] == nil {
					out[e.To], again = maps.Clone(after), true
					continue
				}
				for v, x := range out[e.To] {
					if after[v] != x {
						delete(out[e.To], v)
						again = true
					}
				}
			}
		}
	}
	c.constant[string(key)] = out
	return out
}

// setsAlone reports whether only the thread own can make a variable other than false.
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
