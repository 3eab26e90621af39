package fromefsm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Tell returns the conjuncts of clauses as text similar to C. The clauses are over a circuit whose
// first latches are those of the composition, with its locations. Variables have the names of the
// system, values are unsigned. THREAD@FILE:LINE:COLUMN means that a thread is at a place, with the
// state's number if several of its states are there. THREAD@ is the number of the state. Facts about
// single bits come first, grouped by variable.
func (m *Composition) Tell(c *circuit.Circuit, clauses []circuit.Clause) []string {
	t := &teller{Composition: m, circuit: c, words: make(map[int]*word)}
	t.name()
	var single []circuit.Literal
	for _, k := range clauses {
		if len(k) == 1 {
			single = append(single, k[0])
		}
	}
	out := t.conditions(single)
	t.fixed = single
	for _, k := range clauses {
		if len(k) == 1 {
			continue
		}
		var excluded []circuit.Literal
		for _, l := range k {
			excluded = append(excluded, l.Not())
		}
		out = append(out, "!("+strings.Join(t.conditions(excluded), " && ")+")")
	}
	return out
}

type teller struct {
	*Composition
	circuit *circuit.Circuit
	words   map[int]*word // by latch
	places  []string      // by location
	fixed   []circuit.Literal
}

// word is a variable or the place of a thread.
type word struct {
	name    string
	first   int // latch
	width   int
	boolean bool
	values  []string // for a place: by number, the condition that it has this number
}

// name finds the words and places.
func (t *teller) name() {
	add := func(w *word) {
		for i := range w.width {
			t.words[w.first+i] = w
		}
	}
	s := t.System
	for v := 1; v < len(s.Vars); v++ {
		if w := &s.Vars[v]; w.Class != efsm.Input {
			add(&word{name: t.varName(efsm.VarID(v)), first: t.latch[v], width: len(t.vars[v]), boolean: w.Sort == term.Bool})
		}
	}
	for i := 1; i < len(s.Threads); i++ {
		thread := &s.Threads[i]
		at := []string{thread.Name + "@end"}
		for c := 1; c < len(thread.States); c++ {
			st := &thread.States[c]
			l := st.Origin.Pos.In(s.Files, "")
			here := func(o efsm.State) bool { return o.Name != "" && o.Origin.Pos == st.Origin.Pos }
			name := thread.Name + "@" + l.String()
			if first := slices.IndexFunc(thread.States, here); l.Line == 0 {
				name = thread.Name + "@" + st.Name
			} else if first != c || slices.ContainsFunc(thread.States[c+1:], here) {
				name += "(" + st.Name + ")"
			}
			at = append(at, name)
		}
		t.places = append(t.places, at[1:]...)
		if own := t.Composition.places[i]; len(own) > 0 {
			add(&word{name: thread.Name + "@", first: own[0], width: len(own), values: at})
		}
	}
}

// conditions returns the text of literals, grouped by word.
func (t *teller) conditions(literals []circuit.Literal) []string {
	literals = slices.Clone(literals)
	slices.Sort(literals)
	literals = slices.Compact(literals)
	var out []string
	for len(literals) > 0 {
		l, n := literals[0], 1
		w := t.words[l.Latch()]
		if w == nil {
			name := t.circuit.Fact(l.Latch()).Name
			if at := l.Latch() - len(t.circuit.Latches); at >= 0 && at < len(t.places) {
				name = t.places[at]
			}
			if !l.Value() {
				name = "!" + name
			}
			out = append(out, name)
		} else {
			for n < len(literals) && literals[n].Latch() < w.first+w.width {
				n++
			}
			out = append(out, t.condition(w, literals[:n]))
		}
		literals = literals[n:]
	}
	return out
}

// condition returns the text of literals of a word. The literals of fixed bits are added if the text
// then gives the whole value.
func (t *teller) condition(w *word, literals []circuit.Literal) string {
	with := slices.Clone(literals)
	for _, l := range t.fixed {
		if t.words[l.Latch()] == w {
			with = append(with, l)
		}
	}
	slices.Sort(with)
	if with = slices.Compact(with); len(with) == w.width {
		literals = with
	}
	var mask, value term.Word
	for _, l := range literals {
		bit := term.WordOf(1).Shl(uint(l.Latch() - w.first))
		mask = mask.Or(bit)
		if l.Value() {
			value = value.Or(bit)
		}
	}
	lowest := literals[0].Latch() - w.first
	whole := len(literals) == w.width
	switch {
	case w.boolean && value.IsZero():
		return "!" + w.name
	case w.boolean:
		return w.name
	case whole && w.values == nil:
		return fmt.Sprintf("%s == %d", w.name, value.Big())
	case whole && value.Less(term.WordOf(uint64(len(w.values)))):
		return w.values[value.Lo]
	case len(literals) == w.width-lowest && value.IsZero() && w.values == nil:
		return fmt.Sprintf("%s < %d", w.name, term.WordOf(1).Shl(uint(lowest)).Big())
	}
	return fmt.Sprintf("(%s & %s) == %s", w.name, mask, value)
}
