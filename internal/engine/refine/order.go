package refine

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/reduction"
)

// order is a preference order: whom to ask first. The first thread creates others and waits for
// them, and comes first in all.
type order struct {
	name     string
	lockstep bool            // each thread goes on to the head of a loop, then it is another's turn
	threads  []efsm.ThreadID // where that does not say more
}

// orders returns those that are tried.
func orders(m *reduction.Model) []order {
	var up []efsm.ThreadID
	for t := 1; t < len(m.System.Threads); t++ {
		up = append(up, efsm.ThreadID(t))
	}
	down := slices.Clone(up)
	slices.Reverse(down[1:])
	return []order{{"sequential", false, up}, {"lockstep", true, up}, {"backward", false, down}}
}

// prefer returns all threads, those first that are preferred.
func (o *order) prefer(_ *reduction.Model, p place) []efsm.ThreadID {
	if !o.lockstep || p.turn == 0 {
		return o.threads
	}
	list := []efsm.ThreadID{o.threads[0]}
	at := slices.Index(o.threads, p.turn)
	for i := range o.threads {
		if t := o.threads[(at+i)%len(o.threads)]; t != o.threads[0] {
			list = append(list, t)
		}
	}
	return list
}

// next returns whose turn it is behind an outcome.
func (o *order) next(m *reduction.Model, p place, by *reduction.Outcome) efsm.ThreadID {
	if !o.lockstep || by.Thread == o.threads[0] {
		return p.turn
	}
	if at := m.At(by.To, by.Thread); at > 0 && !m.IsHead(by.To, by.Thread) {
		return by.Thread
	}
	at := slices.Index(o.threads, by.Thread)
	for i := 1; i <= len(o.threads); i++ {
		t := o.threads[(at+i)%len(o.threads)]
		if t != o.threads[0] && m.At(by.To, t) > 0 {
			return t
		}
	}
	return 0
}
