package fromefsm

import "github.com/heddle-mc/heddle/internal/model/efsm"

// Place is the place of a thread with the facts that may matter there.
type Place struct {
	Thread efsm.ThreadID // 0: anywhere
	At     int           // the location (circuit.Fact)
	Alive  int           // the latch that the thread waits for there; -1: none
	About  []Known       // about shared variables, and the thread's own that matter there
}

// Known is a comparison of two words or of a word and a constant, or a variable of one bit.
type Known struct {
	Facts   []int // circuit.Fact
	Of      []efsm.VarID
	Alive   bool // a thread was created
	Derived bool // the program compares with another constant, which is this one plus or minus a constant
}

// Places lists all places of threads; the first stands for any place.
func (m *Composition) Places() []Place {
	s := m.System
	shared := m.about(func(v efsm.VarID) bool { return s.Vars[v].Thread == 0 })
	out := []Place{{Alive: -1, About: shared}}
	at := len(m.Circuit.Latches)
	for i, group := range m.Circuit.Locations {
		id := efsm.ThreadID(i + 1)
		live := s.Live(id)
		for k := range group {
			alive := -1
			if t := &s.Threads[id]; t.Alive != 0 && t.Entry == efsm.StateID(k+1) {
				alive = m.latch[t.Alive]
			}
			out = append(out, Place{id, at + k, alive, m.about(func(v efsm.VarID) bool { return s.Vars[v].Thread == 0 || live[k+1][v] })})
		}
		at += len(group)
	}
	return out
}

// about lists the facts about the variables selected by is.
func (m *Composition) about(is func(efsm.VarID) bool) (out []Known) {
	alive, done := make(map[efsm.VarID]bool), make(map[efsm.VarID]bool)
	for i := range m.System.Threads {
		alive[m.System.Threads[i].Alive], done[m.System.Threads[i].Done] = true, true
	}
	for v := 1; v < len(m.System.Vars); v++ {
		if w := &m.System.Vars[v]; w.Class != efsm.Input && len(m.vars[v]) == 1 && !done[efsm.VarID(v)] && is(efsm.VarID(v)) {
			out = append(out, Known{Facts: []int{m.latch[v]}, Of: []efsm.VarID{efsm.VarID(v)}, Alive: alive[efsm.VarID(v)]})
		}
	}
	var last comparison
	for i, p := range m.pairs {
		switch {
		case !is(p.a) || p.b != 0 && !is(p.b):
		case p == last:
			k := &out[len(out)-1]
			k.Facts = append(k.Facts, m.Circuit.Comparison(i))
		default:
			k := Known{Facts: []int{m.Circuit.Comparison(i)}, Of: []efsm.VarID{p.a}, Derived: p.derived}
			if p.b != 0 {
				k.Of = append(k.Of, p.b)
			}
			out, last = append(out, k), p
		}
	}
	return out
}
