package por

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Then returns two outcomes, the second behind the first, as one outcome over the variables before the
// first and over inputs. Inputs of the second are values of their own, different from those of the
// first. The first may be a composed outcome itself, or nil for none.
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

// Behind rewrites a term of a step behind an outcome, over the variables there and inputs, as a term
// over the variables before the outcome. Inputs in the term become values of their own, different from
// those of the outcome. If o is nil the term is unchanged.
//
// requires: the outcome stays where it is.
func (m *Model) Behind(o *Outcome, id term.ID) term.ID {
	if o == nil {
		return id
	}
	return m.rewritten(m.behind, o, id, func() {
		asked := m.asks(o)
		for _, v := range slices.Sorted(maps.Keys(asked)) {
			for time := range m.times[v] {
				m.translator.Bind(m.copyOf(v, time), m.copyOf(v, time+asked[v]))
			}
		}
	})
}

// asks returns, by input, the number of its values that an outcome uses.
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
