package por

import (
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// pairKey identifies an outcome of a thread's step at a control, and the next step of another thread.
type pairKey struct {
	first  *Outcome
	at     ControlID
	second efsm.ThreadID
}

// pair holds whether two steps commute.
type pair struct {
	// differs can only be satisfied, together with the assertion of the place, if the steps do not
	// commute. It is False if they commute.
	differs term.ID
}

// Differs returns a term over the variables and inputs before an outcome of a step at a control. If it
// is unsatisfiable there, the step of thread second commutes with the outcome: each execution of first
// and then second has an execution of second and then first with the same end. The latter is bad if the
// former is.
func (m *Model) Differs(c ControlID, first *Outcome, second efsm.ThreadID) term.ID {
	key := pairKey{first, c, second}
	p := m.pairs[key]
	if p == nil {
		p = &pair{m.differs(c, first, second)}
		m.pairs[key] = p
	}
	return p.differs
}

func (m *Model) differs(c ControlID, first *Outcome, second efsm.ThreadID) term.ID {
	behind, before := m.Step(first.To, second), m.Step(c, second)
	differs := term.False
	for i := range behind.merged {
		f := &behind.merged[i]
		follows := m.terms.And(first.Guard, m.After(first, f.Guard))
		if follows == term.False {
			continue
		}
		differs = m.terms.Or(differs, m.terms.And(follows, m.terms.Not(m.swapped(first, f, before))))
	}
	for i := range behind.Bad {
		bad := m.terms.And(first.Guard, m.After(first, behind.Bad[i].Guard))
		differs = m.terms.Or(differs, m.terms.And(bad, m.terms.Not(before.bad(m.terms))))
	}
	return differs
}

// bad returns the condition under which a step violates something.
func (s *Step) bad(terms *term.Store) term.ID {
	bad := term.False
	for i := range s.Bad {
		bad = terms.Or(bad, s.Bad[i].Guard)
	}
	return bad
}

// swapped returns the condition under which two outcomes, the second behind the first, have the same
// end in the other order, with the same inputs.
func (m *Model) swapped(first, second *Outcome, before *Step) term.ID {
	at := m.controls[second.To].at[second.Thread]
	same := term.False
	for i := range before.merged {
		s := &before.merged[i]
		if m.controls[s.To].at[second.Thread] != at {
			continue
		}
		rest := m.Step(s.To, first.Thread)
		for j := range rest.merged {
			f := &rest.merged[j]
			if f.To != second.To {
				continue
			}
			end := m.terms.And(s.Guard, m.After(s, f.Guard))
			for _, v := range m.vars {
				there := m.After(first, m.after(second, v))
				here := m.After(s, m.after(f, v))
				end = m.terms.And(end, m.equal(there, here))
			}
			same = m.terms.Or(same, end)
		}
	}
	return same
}

func (m *Model) equal(a, b term.ID) term.ID {
	if a == b {
		return term.True
	}
	if m.terms.Sort(a).IsArray() {
		if equal, ok := m.terms.EqualArrays(a, b); ok {
			return equal
		}
		return term.False
	}
	if m.areOneSum(a, b) {
		return term.True
	}
	return m.terms.Eq(a, b)
}

// areOneSum reports whether two words are the same sum, in any order of the summands. A SAT solver is
// slow at such questions.
func (m *Model) areOneSum(a, b term.ID) bool {
	if !m.terms.Sort(a).IsBV() || m.terms.Width(a) > 64 {
		return false
	}
	sum := make(map[term.ID]uint64)
	m.addTo(sum, a, 1)
	m.addTo(sum, b, ^uint64(0))
	mask := ^uint64(0) >> (64 - m.terms.Width(a))
	for _, times := range sum {
		if times&mask != 0 {
			return false
		}
	}
	return true
}

// addTo adds a multiple of a word to a sum, which maps terms to their multiples.
func (m *Model) addTo(sum map[term.ID]uint64, id term.ID, times uint64) {
	args := m.terms.Args(id)
	switch m.terms.Op(id) {
	case term.OpConst:
		w, _ := m.terms.Value(id)
		sum[term.None] += times * w.Lo
	case term.OpAdd:
		m.addTo(sum, args[0], times)
		m.addTo(sum, args[1], times)
	case term.OpSub:
		m.addTo(sum, args[0], times)
		m.addTo(sum, args[1], -times)
	case term.OpNeg:
		m.addTo(sum, args[0], -times)
	default:
		sum[id] += times
	}
}
