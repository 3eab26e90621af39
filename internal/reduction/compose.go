package reduction

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/term"
)

// Then returns two outcomes, the second behind the first, as one: over the variables before the first, and inputs,
// of which those of the second are asked for anew. The first may be several outcomes itself; nil: there is none.
//
// requires: the outcomes stay where they are (steps are kept).
func (m *Model) Then(first, second *Outcome) *Outcome {
	if first == nil {
		return second
	}
	key := [2]*Outcome{first, second}
	if known := m.composed[key]; known != nil {
		return known
	}
	out := &Outcome{Thread: second.Thread, To: second.To, From: second.From, Paths: second.Paths}
	out.Guard = m.terms.And(first.Guard, m.Behind(first, second.Guard))
	all := slices.Clone(first.Updates)
	for _, u := range second.Updates {
		all = with(all, efsm.Update{Var: u.Var, Value: m.Behind(first, u.Value)})
	}
	m.translator.Undo(0)
	hold(m.translator, m.terms, out.Guard)
	for _, u := range all {
		if u.Value = m.translator.Term(u.Value); u.Value != m.System.Vars[u.Var].Term {
			out.Updates = append(out.Updates, u)
		}
	}
	m.composed[key] = out
	return out
}

// Behind returns a term of a step behind an outcome, over the variables there and inputs, as one over those before the
// outcome. What it says of inputs is about other values of them than the outcome's. nil: the term is the same.
//
// requires: the outcome stays where it is.
func (m *Model) Behind(o *Outcome, id term.ID) term.ID {
	if o == nil {
		return id
	}
	known := m.behind[o]
	if known == nil {
		known = make(map[term.ID]term.ID)
		m.behind[o] = known
	}
	was, ok := known[id]
	if !ok {
		asked := m.asks(o)
		m.translator.Undo(0)
		for _, u := range o.Updates {
			m.translator.Bind(m.System.Vars[u.Var].Term, u.Value)
		}
		for _, v := range slices.Sorted(maps.Keys(asked)) {
			for time := range m.times[v] {
				m.translator.Bind(m.copyOf(v, time), m.copyOf(v, time+asked[v]))
			}
		}
		was = m.translator.Term(id)
		known[id] = was
	}
	return was
}

// asks returns, by input, how many values of it an outcome is about.
func (m *Model) asks(o *Outcome) map[efsm.VarID]int {
	known, ok := m.asked[o]
	if ok {
		return known
	}
	known = make(map[efsm.VarID]int)
	roots := []term.ID{o.Guard}
	for _, u := range o.Updates {
		roots = append(roots, u.Value)
	}
	for _, below := range m.terms.Below(roots...) {
		if c, is := m.copied[below]; is {
			known[c.Input] = max(known[c.Input], c.Time+1)
		}
	}
	m.asked[o] = known
	return known
}
