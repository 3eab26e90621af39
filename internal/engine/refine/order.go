package refine

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/efsm"
	"github.com/heddle-mc/heddle/internal/reduction"
)

// order is a preference order: whom to ask first. The first thread creates others and waits for
// them, and comes first in all.
type order struct {
	name    string
	threads []efsm.ThreadID // where that does not say more
	// chain has, by thread, the chain that it is in. Threads of a chain run one after the other; the chains take
	// turns, each up to the head of a loop. nil: there is one chain.
	chain []int
	small bool // those that are enough are asked that are fewest, not those with who is preferred
}

// orders returns those that are tried first.
func orders(m *reduction.Model) []order {
	up, each := numbered(m)
	down := slices.Clone(up)
	slices.Reverse(down[1:])
	return []order{{"sequential", up, nil, true}, {"lockstep", up, each, false}, {"backward", down, nil, false}}
}

// numbered returns all threads of a model, and the chains in which each is alone.
func numbered(m *reduction.Model) (all []efsm.ThreadID, each []int) {
	each = make([]int, len(m.System.Threads))
	for t := 1; t < len(m.System.Threads); t++ {
		all = append(all, efsm.ThreadID(t))
		each[t] = t
	}
	return all, each
}

// splits returns the orders in which the first threads run beside the others, each of the two as one: what one thread does, others
// may do in parts. Of many threads some are left out.
func splits(m *reduction.Model) (list []order) {
	all, _ := numbered(m)
	n := len(all) - 1 // without the one that creates them
	var done []int
	for _, first := range []int{1, n - 1, n / 2} {
		if slices.Contains(done, first) || first < 1 {
			continue
		}
		done = append(done, first)
		chain := make([]int, len(m.System.Threads))
		for _, t := range all[min(1+first, len(all)):] {
			chain[t] = 1
		}
		list = append(list, order{"split", all, chain, false})
	}
	return list
}

// prefer returns all threads, those first that are preferred.
func (o *order) prefer(_ *reduction.Model, p place) []efsm.ThreadID {
	if o.chain == nil || p.turn == 0 {
		return o.threads
	}
	list := []efsm.ThreadID{o.threads[0]}
	for _, t := range o.from(p.turn) {
		if t != o.threads[0] {
			list = append(list, t)
		}
	}
	return list
}

// from returns the threads, those of a thread's chain first, then those of the next chains.
func (o *order) from(first efsm.ThreadID) (list []efsm.ThreadID) {
	last := slices.Max(o.chain)
	for i := range last + 1 {
		for _, t := range o.threads {
			if o.chain[t] == (o.chain[first]+i)%(last+1) {
				list = append(list, t)
			}
		}
	}
	return list
}

// next returns whose turn it is behind an outcome.
func (o *order) next(m *reduction.Model, p place, by *reduction.Outcome) efsm.ThreadID {
	if o.chain == nil || by.Thread == o.threads[0] {
		return p.turn
	}
	at := m.At(by.To, by.Thread)
	if at > 0 && (!m.IsHead(by.To, by.Thread) || by.From == m.System.Threads[by.Thread].Entry) {
		return by.Thread // in the middle of a round, or before the first
	}
	all := o.from(by.Thread)
	if at > 0 { // the others of its chain come after it
		all = slices.DeleteFunc(all, func(t efsm.ThreadID) bool { return t != by.Thread && o.chain[t] == o.chain[by.Thread] })
		all = append(all[1:], by.Thread)
	}
	for _, t := range all {
		if t != o.threads[0] && m.At(by.To, t) > 0 {
			return t
		}
	}
	return 0
}
