package interleave

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Interleavings reach the same state if they differ only in the order of independent operations, or in
// values that are no longer used. Then the same operations remain, under the same condition, and all
// terms that they use have the same images. The continuations of such a state are explored only once,
// if the first visit allowed at least as many blocks.
//
// A state is identified by a sum of 128 bits, which is updated incrementally. Two different states have
// equal sums with probability 2⁻¹²⁸; among a billion states a pair is equal with probability 2⁻⁶⁹.

// sum identifies a set of pairs.
type sum [2]uint64

// salts make the halves of a sum independent of one another.
var salts = sum{0x9e3779b97f4a7c15, 0xd1b54a32d192ed03}

// of returns the contribution of a pair to a sum: the pair, mixed as in Steele, Lea and Flood's
// SplitMix (OOPSLA 2014).
func of(what int32, is term.ID) (s sum) {
	for i, salt := range salts {
		h := uint64(uint32(what))<<32 + uint64(is) + salt
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		s[i] = h ^ h>>31
	}
	return s
}

func (s sum) plus(o sum) sum  { return sum{s[0] + o[0], s[1] + o[1]} }
func (s sum) minus(o sum) sum { return sum{s[0] - o[0], s[1] - o[1]} }

// The first elements of the pairs of a state, other than subjects.
const (
	ofCondition = -1 - iota
	ofActive    // the thread of the last block
	ofBlocks    // whether an operation is executed in all blocks but the last
	ofLast      // and in the last
	ofSleep     // a node of a sleeping thread
	ofThread    // and all below: the number of nodes of a thread done or passed
)

// findUses finds for each node the subjects, cells and then variables, that its thread uses there for
// the last time, and the number of threads that use each of them.
func (p *Program) findUses() {
	p.ends, p.users, p.variables = make([][]int32, len(p.g.Nodes)), make([]int32, len(p.cells)), make(map[term.ID]int32)
	for t := 1; t < len(p.g.Threads); t++ {
		walk, touched := term.NewWalk(p.terms), make([]bool, len(p.cells))
		for _, n := range slices.Backward(p.g.Threads[t].Nodes) {
			use := func(subject int32) {
				p.users[subject]++
				p.ends[n] = append(p.ends[n], subject)
			}
			node := &p.g.Nodes[n]
			for e := node.First; e < node.Last; e++ {
				for _, at := range p.at[e] {
					if !touched[at] {
						touched[at] = true
						use(at)
					}
				}
			}
			for _, root := range p.roots(n) {
				walk.Visit(root, func(id term.ID) {
					if !p.terms.IsVar(id) {
						return
					}
					subject, known := p.variables[id]
					if !known {
						subject = int32(len(p.users))
						p.variables[id], p.names, p.users = subject, append(p.names, id), append(p.users, 0)
					}
					use(subject)
				})
			}
		}
	}
}

// roots lists the terms that are used when a node is done or passed.
func (p *Program) roots(n event.NodeID) []term.ID {
	node := &p.g.Nodes[n]
	list := []term.ID{node.Guard, p.acts[n]}
	if node.Go != term.None {
		list = append(list, node.Go)
	}
	for e := node.First; e < node.Last; e++ {
		ev := &p.g.Events[e]
		list = append(list, ev.Guard, ev.Value)
		if ev.Index != term.None {
			list = append(list, ev.Index)
		}
	}
	for _, e := range p.into[n] {
		list = append(list, e.Guard)
	}
	for _, f := range p.factsOf[n] {
		list = append(list, p.facts[f])
	}
	for _, c := range p.claims[n] {
		list = append(list, c.holds)
	}
	for _, child := range p.children[n] {
		for _, c := range p.begin[child] {
			list = append(list, c.holds)
		}
	}
	return list
}

// bindTo makes a term the image of a variable.
func (t *Tree) bindTo(variable, image term.ID) {
	t.images.Bind(variable, image)
	t.bound = t.bound.plus(t.part(variable))
}

// part returns the contribution of a variable's image to the sum of a state.
func (t *Tree) part(variable term.ID) sum {
	if !t.images.Translated(variable) {
		return sum{}
	}
	image := t.images.Term(variable)
	if image == variable {
		return sum{} // it may have any value
	}
	return of(t.p.variables[variable], image)
}

// release removes the subjects whose last use is at a node.
func (t *Tree) release(n event.NodeID) {
	for _, subject := range t.p.ends[n] {
		if t.left[subject]--; t.left[subject] > 0 {
			continue
		}
		if int(subject) < len(t.p.cells) {
			t.memory.sum = t.memory.sum.minus(of(subject, t.memory.cells[subject]))
		} else {
			t.bound = t.bound.minus(t.part(t.p.names[int(subject)-len(t.p.cells)]))
		}
	}
}

// again reports whether the continuations of the state were explored before, with the same threads asleep.
// Later omissions depend on the state and these threads only.
func (t *Tree) again(sleep []sleeper) bool {
	if t.seen == nil || t.Ask != nil { // the order of done nodes matters
		return false
	}
	state := t.memory.sum.plus(t.bound).plus(of(ofCondition, t.cond))
	for u, next := range t.next {
		state = state.plus(of(ofThread-int32(u), term.ID(next)))
	}
	for _, z := range sleep {
		for _, n := range z.chunk { // the nodes of a chunk are of one thread
			state = state.plus(of(ofSleep, term.ID(n)))
		}
	}
	blocks := int32(0)
	if n := len(t.blocks); t.most > 0 && n > 0 {
		blocks = int32(n)
		state = state.plus(of(ofActive, term.ID(t.blocks[n-1].thread)))
		if !t.cut {
			state = state.plus(of(ofBlocks, t.p.terms.Conj(t.ran[:n-1]...))).plus(of(ofLast, t.ran[n-1]))
		}
	}
	if least, seen := t.seen[state]; seen && least <= blocks {
		return true
	}
	t.seen[state] = blocks
	return false
}
