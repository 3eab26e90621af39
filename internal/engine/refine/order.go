package refine

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/model/por"
)

// order is a preference order of threads. The first thread creates the others and waits for them, and comes
// first in all orders.
type order struct {
	name    string
	threads []efsm.ThreadID // if no other field decides
	// chain has the chain of each thread. Threads of a chain run one after the other; the chains take
	// turns, each up to the head of a loop. nil: there is one chain.
	chain []int
	// pace has, by thread, how many rounds of outermost loops are one turn; nil: a turn is one round of any
	// loop.
	pace  []int
	small bool // take the smallest sufficient set of threads, not the one with the preferred thread
}

// orders returns the orders that are tried first.
func orders(m *por.Model) []order {
	up, each := numbered(m)
	down := slices.Clone(up)
	slices.Reverse(down[1:])
	return []order{{name: "sequential", threads: up, small: true}, {name: "lockstep", threads: up, chain: each}, {name: "backward", threads: down}}
}

// numbered returns all threads of a model, and chains of one thread each.
func numbered(m *por.Model) (all []efsm.ThreadID, each []int) {
	each = make([]int, len(m.System.Threads))
	for t := 1; t < len(m.System.Threads); t++ {
		all = append(all, efsm.ThreadID(t))
		each[t] = t
	}
	return all, each
}

// splits returns the orders in which the threads form two groups that run side by side, each as one: one
// thread's work may be divided among others. With many threads some splits are left out.
func splits(m *por.Model) (list []order) {
	all, _ := numbered(m)
	n := len(all) - 1 // without the thread that creates them
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
		list = append(list, order{name: "split", threads: all, chain: chain})
	}
	return list
}

// prefer returns all threads, those first that are preferred.
func (o *order) prefer(_ *por.Model, p place) []efsm.ThreadID {
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

// from returns all threads: those of the first thread's chain first, then those of the next chains.
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

// maxPace bounds how many rounds are one turn.
const maxPace = 8

// paced returns the order in which a turn of a thread has several rounds of its outermost loops, so that
// all threads count equally far in a turn. It returns none if that is lockstep.
func paced(m *por.Model) []order {
	all, each := numbered(m)
	o := order{name: "lockstep", threads: all, chain: each, pace: make([]int, len(m.System.Threads))}
	far := uint64(1) // to where all count
	for _, t := range all[1:] {
		if by := m.Stride(t); by > 0 && by <= maxPace {
			far *= by / common(far, by)
		}
	}
	other := false
	for _, t := range all[1:] {
		o.pace[t] = 1
		if by := m.Stride(t); by > 0 && far%by == 0 && far/by <= maxPace {
			o.pace[t] = int(far / by)
		}
		other = other || m.Nests(t) || o.pace[t] > 1
	}
	if !other {
		return nil
	}
	return []order{o}
}

// common returns the greatest common divisor of two numbers that are not zero.
func common(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// isRound reports whether a thread is where a round ends that counts.
func (o *order) isRound(m *por.Model, c por.ControlID, t efsm.ThreadID) bool {
	if o.pace != nil {
		return m.IsOutermost(c, t)
	}
	return m.IsHead(c, t)
}

// next returns the place after an outcome, with no thread asleep.
func (o *order) next(m *por.Model, p place, by *por.Outcome) place {
	to := place{control: by.To, turn: p.turn, round: p.round}
	if o.chain == nil || by.Thread == o.threads[0] {
		return to
	}
	if by.Thread != p.turn {
		to.turn, to.round = by.Thread, 0
	}
	at := m.At(by.To, by.Thread)
	if at > 0 && (!o.isRound(m, by.To, by.Thread) || by.From == m.System.Threads[by.Thread].Entry) {
		return to // in the middle of a round, or before the first
	}
	if to.round++; at > 0 && o.pace != nil && to.round < o.pace[by.Thread] {
		return to
	}
	to.turn, to.round = o.follows(m, by), 0
	return to
}

// follows returns the thread whose turn comes after that of an outcome's thread.
func (o *order) follows(m *por.Model, by *por.Outcome) efsm.ThreadID {
	at := m.At(by.To, by.Thread)
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
