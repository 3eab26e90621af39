package reduced

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// maxWays bounds the number of ways of a step.
const maxWays = 500

// values has the new values of the variables that changed.
type values map[efsm.VarID]term.ID

// way is one way in which a step can end.
type way struct {
	path  []efsm.StateID
	at    efsm.StateID
	cond  term.ID // over the variables and inputs before
	after values
	image *term.Translator    // of terms over the variables after it; nil: not computed yet
	fresh map[term.ID]term.ID // the inputs of the step, with their new names in a later step; nil: not computed yet
	anew  map[term.ID]term.ID // terms that are known over the variables before it
}

// step is the next step of a thread from a state.
type step struct {
	ways   []*way // exclude one another
	merged []*way // the same, one for each state
	bad    term.ID
}

// stepKey identifies the step of a thread from a state.
type stepKey struct {
	thread efsm.ThreadID
	state  efsm.StateID
}

// step returns the next step of a thread.
func (c *checker) step(t efsm.ThreadID, at efsm.StateID) (*step, error) {
	key := stepKey{t, at}
	if s := c.steps[key]; s != nil {
		return s, nil
	}
	s := &step{bad: term.False}
	if at > 0 && c.system.Threads[t].States[at].Kind != efsm.Stopped {
		if err := c.walk(s, t, &way{at: at, cond: term.True, after: values{}}, false); err != nil {
			return nil, err
		}
	}
	c.merge(s)
	c.steps[key] = s
	return s, nil
}

// walk executes the state at the end of w and the states after it. seen says that other threads can see
// the effects so far.
func (c *checker) walk(s *step, t efsm.ThreadID, w *way, seen bool) error {
	thread := &c.system.Threads[t]
	st := &thread.States[w.at]
	if len(s.ways) > maxWays {
		return &Uncovered{fmt.Sprintf("a step of more than %d ways", maxWays)}
	}
	if err := c.once(t, append(slices.Clone(w.path), w.at)); err != nil {
		return err
	}
	is := c.substitution(w.after).Term
	cond := c.terms.And(w.cond, is(st.Enable))
	if len(w.path) == 0 && w.at == thread.Entry && thread.Alive != 0 {
		cond = c.terms.And(cond, is(c.system.Vars[thread.Alive].Term))
	}
	if cond == term.False {
		return nil
	}
	bad := term.False
	for _, o := range st.Obligations {
		if o.Property == c.proof.Property {
			bad = c.terms.Or(bad, c.terms.And(cond, is(o.When)))
		}
	}
	goes := cond
	for _, m := range st.Marks {
		bad = c.terms.Or(bad, c.terms.And(cond, is(m.When)))
		if !m.GoesOn {
			goes = c.terms.And(goes, c.terms.Not(is(m.When)))
		}
	}
	if cond = goes; t == c.proof.Thread {
		s.bad = c.terms.Or(s.bad, bad)
	}
	after := make(values, len(w.after))
	maps.Copy(after, w.after)
	for _, u := range st.Updates {
		after[u.Var] = is(u.Value)
		seen = seen || c.system.Vars[u.Var].Thread == 0
	}
	path := append(slices.Clone(w.path), w.at)
	if len(st.Edges) == 0 {
		s.ways = append(s.ways, &way{path: path, at: Ended, cond: cond, after: c.where(cond, after)})
		return nil
	}
	stuck := cond
	for _, e := range st.Edges {
		guard := is(e.Guard)
		stuck = c.terms.And(stuck, c.terms.Not(guard))
		next := &way{path: path, at: e.To, cond: c.terms.And(cond, guard), after: after}
		to := &thread.States[e.To]
		switch {
		case next.cond == term.False:
		case to.Kind == efsm.Local && to.Enable == term.True && !slices.Contains(path, e.To):
			if err := c.walk(s, t, next, seen); err != nil {
				return err
			}
		default:
			next.after = c.where(next.cond, next.after)
			s.ways = append(s.ways, next)
		}
	}
	if seen && stuck != term.False {
		s.ways = append(s.ways, &way{path: path, at: Stopped, cond: stuck, after: after})
	}
	return nil
}

// where returns the values, simplified with a condition that holds.
func (c *checker) where(cond term.ID, after values) values {
	tr := c.brief
	tr.Undo(0)
	for _, id := range c.sums.conjuncts(nil, cond) {
		if c.terms.IsConst(id) {
			continue
		}
		if c.terms.Op(id) == term.OpNot {
			tr.Bind(c.terms.Arg(id, 0), term.False)
		}
		tr.Bind(id, term.True)
	}
	out := make(values, len(after))
	for v, x := range after {
		out[v] = tr.Term(x)
	}
	return out
}

// substitution returns a translator that replaces variables by their values.
func (c *checker) substitution(after values) *term.Translator {
	tr := term.NewTranslator(c.terms, c.terms)
	for v, x := range after {
		tr.Bind(c.system.Vars[v].Term, x)
	}
	return tr
}

// once returns an error if the states of a path read an input twice; it would have another value the
// second time.
func (c *checker) once(t efsm.ThreadID, path []efsm.StateID) error {
	asked := make(map[efsm.VarID]bool)
	for _, at := range path {
		for v := range c.uses(t, at).inputs {
			if asked[v] {
				return &Uncovered{"an input of which a step asks twice"}
			}
			asked[v] = true
		}
	}
	return nil
}

// merge sets s.merged: ways that end at the same state become one.
func (c *checker) merge(s *step) {
	for _, w := range s.ways {
		at := slices.IndexFunc(s.merged, func(m *way) bool { return m.at == w.at })
		if at < 0 {
			s.merged = append(s.merged, w)
			continue
		}
		m := s.merged[at]
		both := &way{at: w.at, cond: c.terms.Or(m.cond, w.cond), after: values{}}
		for _, list := range []values{m.after, w.after} {
			for v := range list {
				both.after[v] = c.terms.Ite(m.cond, c.value(m, v), c.value(w, v))
			}
		}
		s.merged[at] = both
	}
}

// value returns the value of a variable after a way.
func (c *checker) value(w *way, v efsm.VarID) term.ID {
	if x, changed := w.after[v]; changed {
		return x
	}
	return c.system.Vars[v].Term
}

// before returns a term over the variables after a way as a term over the variables before it.
func (c *checker) before(w *way, id term.ID) term.ID {
	if w.image == nil {
		w.image = c.substitution(w.after)
	}
	return w.image.Term(id)
}

// then returns two consecutive ways as one, over the variables before the first. The inputs of the
// first get new names, because the second reads inputs anew. first may stand for several ways; nil:
// there is none.
func (c *checker) then(first, second *way) *way {
	if first == nil {
		return second
	}
	w := &way{path: second.path, at: second.at, cond: c.terms.And(first.cond, c.anew(first, second.cond)), after: values{}}
	maps.Copy(w.after, first.after)
	for v, x := range second.after {
		w.after[v] = c.anew(first, x)
	}
	w.after = c.where(w.cond, w.after)
	return w
}

// anew returns a term over the variables and inputs after a way as a term over the variables before it.
func (c *checker) anew(w *way, id term.ID) term.ID {
	if w.fresh == nil {
		w.fresh, w.anew = make(map[term.ID]term.ID), make(map[term.ID]term.ID)
		roots := []term.ID{w.cond}
		for _, x := range w.after {
			roots = append(roots, x)
		}
		for _, below := range c.terms.Below(roots...) {
			if v := c.vars[below]; v != 0 && c.system.Vars[v].Class == efsm.Input {
				w.fresh[below] = c.terms.Var(c.terms.Name(below), c.terms.Sort(below))
			}
		}
	}
	if known, ok := w.anew[id]; ok {
		return known
	}
	c.again.Undo(0)
	for v, x := range w.after {
		c.again.Bind(c.system.Vars[v].Term, x)
	}
	for in, x := range w.fresh {
		c.again.Bind(in, x)
	}
	w.anew[id] = c.again.Term(id)
	return w.anew[id]
}
