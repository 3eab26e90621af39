package persistent

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// state holds the accesses of a state to shared variables, with their conditions.
type state struct {
	touches map[efsm.VarID]term.ID // all accesses
	writes  map[efsm.VarID]term.ID
	sets    map[efsm.VarID]bool // variables of the thread that it writes
	awaits  []awaited
	gates   gates // of awaits
	ends    bool  // the process ends
}

// awaited is a condition that the thread waits for, over one shared variable alone.
type awaited struct {
	of    efsm.VarID
	holds term.ID
}

// state finds the accesses of a state from its terms. Conditions are those of efsm.Access if the frames
// hold, else true.
func (c *checker) state(id efsm.ThreadID, at efsm.StateID) (state, error) {
	t := &c.System.Threads[id]
	st := &t.States[at]
	out := state{touches: make(map[efsm.VarID]term.ID), writes: make(map[efsm.VarID]term.ID), sets: make(map[efsm.VarID]bool), ends: st.Kind == efsm.Halt}
	effects := c.effects(st)
	for _, x := range c.System.Terms.Below(effects...) {
		if v := c.vars[x]; c.System.Terms.IsVar(x) && c.System.Vars[v].Thread == 0 {
			out.touches[v] = term.True
		}
	}
	for _, u := range st.Updates {
		if c.System.Vars[u.Var].Thread == 0 {
			out.touches[u.Var], out.writes[u.Var] = term.True, term.True
		} else {
			out.sets[u.Var] = true
		}
	}
	if !st.IsVisible() && st.Kind != efsm.Stopped && (len(out.touches) > 0 || st.Enable != term.True) {
		return out, &Uncovered{fmt.Sprintf("%s %s, which accesses shared variables", t.Name, st.Name)}
	}
	if err := c.conditions(st, effects, &out); err != nil {
		return out, err
	}
	c.awaits(st.Enable, &out)
	if at == t.Entry && t.Alive != 0 {
		out.touches[t.Alive] = term.True
		out.awaits = append(out.awaits, awaited{t.Alive, c.System.Vars[t.Alive].Term})
	}
	for _, w := range out.awaits {
		n := slices.Index(c.gates, w.of)
		if n < 0 && len(c.gates) < maxGates {
			n, c.gates = len(c.gates), append(c.gates, w.of)
		}
		if n >= 0 {
			out.gates |= 1 << n
		}
	}
	return out, nil
}

// effects returns the terms that determine the step of a state.
func (c *checker) effects(st *efsm.State) []term.ID {
	list := []term.ID{st.Enable}
	for i := range st.Updates {
		list = append(list, st.Updates[i].Value)
	}
	for i := range st.Edges {
		list = append(list, st.Edges[i].Guard)
	}
	for i := range st.Marks {
		list = append(list, st.Marks[i].When)
	}
	for i := range st.Obligations {
		if st.Obligations[i].Property == c.Property {
			list = append(list, st.Obligations[i].When)
		}
	}
	return list
}

// conditions adds the conditions of accesses whose frames hold. A shared variable in such a condition is
// itself accessed under any condition.
func (c *checker) conditions(st *efsm.State, effects []term.ID, out *state) error {
	s := c.System.Terms
	all, writes := make(map[efsm.VarID]term.ID), make(map[efsm.VarID]term.ID)
	for _, a := range st.Accesses {
		add := func(to map[efsm.VarID]term.ID) {
			if to[a.Var] == term.None {
				to[a.Var] = term.False
			}
			to[a.Var] = s.Or(to[a.Var], a.When)
		}
		add(all)
		if a.Mode != efsm.Read {
			add(writes)
		}
	}
	var used []term.ID
	for _, v := range slices.Sorted(maps.Keys(out.touches)) {
		touch, write := all[v], writes[v]
		if write == term.None {
			write = term.False // no access writes it
		}
		if touch == term.None || touch == term.True || c.mentions(touch, v) || c.System.Vars[v].Sort.IsArray() {
			continue
		}
		if _, is := out.writes[v]; is {
			ok, err := c.keeps(st, v, write)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			out.writes[v] = write
			used = append(used, write)
		}
		ok, err := c.ignores(effects, st, v, touch)
		if err != nil {
			return err
		}
		if ok {
			out.touches[v] = touch
			used = append(used, touch)
		}
	}
	for _, x := range s.Below(used...) {
		if v := c.vars[x]; s.IsVar(x) && c.System.Vars[v].Thread == 0 {
			out.touches[v] = term.True
		}
	}
	return nil
}

func (c *checker) mentions(id term.ID, v efsm.VarID) bool {
	return slices.Contains(c.System.Terms.Below(id), c.System.Vars[v].Term)
}

// keeps confirms that a state does not change a variable where a condition is false.
func (c *checker) keeps(st *efsm.State, v efsm.VarID, when term.ID) (bool, error) {
	s := c.System.Terms
	for _, u := range st.Updates {
		if u.Var == v {
			return c.never(s.And(s.Not(when), s.Not(s.Eq(u.Value, c.System.Vars[v].Term))))
		}
	}
	return true, nil
}

// ignores confirms that a state does the same for all values of a variable where a condition is false,
// except that it keeps the variable.
func (c *checker) ignores(effects []term.ID, st *efsm.State, v efsm.VarID, when term.ID) (bool, error) {
	s := c.System.Terms
	other := term.NewTranslator(s, s)
	other.Bind(c.System.Vars[v].Term, s.Var("another value", c.System.Vars[v].Sort))
	differs := term.False
	for i, e := range effects {
		if at := i - 1; at >= 0 && at < len(st.Updates) && st.Updates[at].Var == v {
			continue
		}
		if s.Sort(e).IsArray() {
			return false, nil
		}
		differs = s.Or(differs, s.Not(s.Eq(e, other.Term(e))))
	}
	return c.never(s.And(s.Not(when), differs))
}

// never reports whether a term is false for all values of its variables.
func (c *checker) never(id term.ID) (bool, error) {
	if id == term.False {
		return true, nil
	}
	result, err := c.host.Check(c.ctx, id)
	if err == nil && result.Status == sat.Unknown {
		err = fmt.Errorf("a reduction is not confirmed: frames: no answer: %s", result.Reason)
	}
	return result.Status == sat.Unsatisfiable, err
}

// awaits adds the conjuncts of a condition that are over one shared variable alone.
func (c *checker) awaits(enable term.ID, out *state) {
	s := c.System.Terms
	if s.Op(enable) == term.OpAnd {
		for _, x := range s.Args(enable) {
			c.awaits(x, out)
		}
		return
	}
	of := efsm.VarID(0)
	for _, x := range s.Below(enable) {
		if !s.IsVar(x) {
			continue
		}
		if v := c.vars[x]; of != 0 || c.System.Vars[v].Thread != 0 {
			return
		} else {
			of = v
		}
	}
	if of != 0 {
		out.awaits = append(out.awaits, awaited{of, enable})
	}
}
