package efsm

import (
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Balance returns a copy of the thread with paths and loops balanced (PB): states that do nothing are
// put on its edges, so that each state is reached at few depths. weight returns the number of depths
// that a state takes when the thread is unrolled. Lengths are balanced modulo period; zero: the length
// of the longest cycle.
//
// Every state c gets a level l(c), the length of the longest path to it from the entry
// along the edges that lead on in reverse post-order. An edge from c to c' is made
// longer until its length is l(c') - l(c) modulo the period. Then all walks from the
// entry to a state have the same length modulo the period: R(d) holds only states
// whose level is d modulo the period. In a thread without cycles nothing is left out
// if the period is larger than all levels, and every state is reached at one depth.
// Procedures that are called from several places are part of it: their calls and
// returns make cycles.
//
// The old states keep their identifiers. For each target one chain of states is added, and edges enter
// it where they need. The added states touch nothing, so the thread has the same behaviour. A thread
// that would need more than maxPadding of them is left as it is: they would cost more than they save.
// Ganai and Gupta, "Accelerating high-level bounded model checking", ICCAD 2006, balance re-convergence
// too, but demand equal lengths of all paths and of all loops.
func (t *Thread) Balance(weight func(*State) int, period int) *Thread {
	b := &balancer{t: t, weight: make([]int, len(t.States)), rank: make([]int, len(t.States)), level: make([]int, len(t.States))}
	for i := 1; i < len(t.States); i++ {
		b.weight[i] = weight(&t.States[i])
	}
	b.findLevels()
	if period == 0 {
		period = b.longest()
	}
	if b.padding(period) > maxPadding {
		return t
	}
	return b.pad(period)
}

// maxPadding bounds the states that are put into a thread.
const maxPadding = 100_000

// Balance returns the system with every thread balanced. It shares all else with s.
func (s *System) Balance(weight func(*State) int, period int) *System {
	out := *s
	out.Threads = slices.Clone(s.Threads)
	for i := 1; i < len(out.Threads); i++ {
		out.Threads[i] = *s.Threads[i].Balance(weight, period)
	}
	return &out
}

type balancer struct {
	t      *Thread
	weight []int // by state
	rank   []int // by state: place in reverse post-order from 1; 0: unreachable
	order  []StateID
	level  []int
}

// findLevels orders the states and computes their levels.
func (b *balancer) findLevels() {
	seen := make([]bool, len(b.t.States))
	type frame struct {
		at   StateID
		next int
	}
	stack := []frame{{at: b.t.Entry}}
	seen[b.t.Entry] = true
	var post []StateID
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		edges := b.t.States[top.at].Edges
		if top.next == len(edges) {
			post = append(post, top.at)
			stack = stack[:len(stack)-1]
			continue
		}
		to := edges[top.next].To
		top.next++
		if !seen[to] {
			seen[to] = true
			stack = append(stack, frame{at: to})
		}
	}
	for i := len(post) - 1; i >= 0; i-- {
		b.order = append(b.order, post[i])
		b.rank[post[i]] = len(b.order)
	}
	for _, c := range b.order {
		for _, e := range b.t.States[c].Edges {
			if b.rank[e.To] > b.rank[c] {
				b.level[e.To] = max(b.level[e.To], b.level[c]+b.weight[c])
			}
		}
	}
}

// longest returns the largest length that an edge back closes, or a length beyond all
// levels if there is none.
func (b *balancer) longest() int {
	cycle, deepest := 0, 0
	for _, c := range b.order {
		end := b.level[c] + b.weight[c]
		deepest = max(deepest, end)
		for _, e := range b.t.States[c].Edges {
			if b.rank[e.To] <= b.rank[c] {
				cycle = max(cycle, end-b.level[e.To])
			}
		}
	}
	if cycle == 0 {
		return deepest + 1
	}
	return cycle
}

// missing returns the number of steps to add to an edge.
func (b *balancer) missing(from, to StateID, period int) int {
	n := (b.level[to] - b.level[from] - b.weight[from]) % period
	if n < 0 {
		n += period
	}
	return n
}

// padding returns the number of states to add.
func (b *balancer) padding(period int) int {
	longest := make([]int, len(b.t.States)) // chain, by target
	for _, c := range b.order {
		for _, e := range b.t.States[c].Edges {
			longest[e.To] = max(longest[e.To], b.missing(c, e.To, period))
		}
	}
	sum := 0
	for _, n := range longest {
		sum += n
	}
	return sum
}

func (b *balancer) pad(period int) *Thread {
	out := *b.t
	out.States = append([]State(nil), b.t.States...)
	chains := make(map[StateID][]StateID) // by target: the states before it, the nearest first
	for _, c := range b.order {
		edges := append([]Edge(nil), out.States[c].Edges...)
		for i := range edges {
			target := edges[i].To
			missing := b.missing(c, target, period)
			for len(chains[target]) < missing {
				to := target
				if n := len(chains[target]); n > 0 {
					to = chains[target][n-1]
				}
				chains[target] = append(chains[target], out.AddState(State{
					Name: b.t.States[target].Name + ".nop" + strconv.Itoa(len(chains[target])+1), Enable: term.True,
					Edges: []Edge{{Guard: term.True, To: to}},
				}))
			}
			if missing > 0 {
				edges[i].To = chains[target][missing-1]
			}
		}
		out.States[c].Edges = edges
	}
	return &out
}
