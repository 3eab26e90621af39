package token

import (
	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/engine/depth"
	"github.com/heddle-mc/heddle/internal/term"
	"github.com/heddle-mc/heddle/internal/verdict"
)

// obligation is a failure that a thread can meet at a depth.
type obligation struct {
	thread efsm.ThreadID
	depth  int
	state  efsm.StateID
	index  int     // in the state's Obligations
	holds  term.ID // it meets it, with the token
}

// needsToken reports whether a state has something that only a thread with the
// token can be said to reach (S4).
func (e *Encoding) needsToken(st *efsm.State) bool {
	return len(st.Obligations) > 0 || len(st.Marks) > 0
}

// noteObligations adds a state's obligations, where goes is the condition of its
// step. A thread without the token has read what may be old by now: it counts only
// when it has it (S4).
func (e *Encoding) noteObligations(m *machine, d int, c efsm.StateID, goes term.ID) {
	if e.opts.Property == verdict.Race {
		return
	}
	for i := range m.t.States[c].Obligations {
		o := &m.t.States[c].Obligations[i]
		if o.Property != e.opts.Property {
			continue
		}
		if holds := e.terms.Conj(goes, m.token[d], m.frames[d].Term(o.When)); holds != term.False {
			e.obligations = append(e.obligations, obligation{m.id, d, c, i, holds})
		}
	}
}

// noteMarks adds a state's marks.
func (e *Encoding) noteMarks(m *machine, d int, c efsm.StateID, goes term.ID) {
	for i := range m.t.States[c].Marks {
		k := &m.t.States[c].Marks[i]
		if holds := e.terms.Conj(goes, m.token[d], m.frames[d].Term(k.When)); holds != term.False {
			e.marks = append(e.marks, depth.Mark{At: k, Holds: holds})
		}
	}
}
