package interleave

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/event"
	"github.com/heddle-mc/heddle/internal/term"
)

// Interleavings of which one differs from the other in the order of independent operations, or in
// what nobody looks at any more, come to the same state: the same operations are left, under
// the same condition, and all that these use has the same images. What follows was looked at then,
// if it could have as many blocks.
//
// A state is identified by a sum of 128 bits, which changes with what changes. Of two that differ the
// sums are equal with a probability of 2⁻¹²⁸: among a billion states some are with one of 2⁻⁶⁹.

// sum identifies a set of pairs.
type sum [2]uint64

// salts make the halves of a sum independent of one another.
var salts = sum{0x9e3779b97f4a7c15, 0xd1b54a32d192ed03}

// of returns the part of a sum that a pair is: the pair, mixed as Steele, Lea and Flood's
// SplitMix does it (OOPSLA 2014).
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

// What the pairs of a state are about, other than subjects.
const (
	ofCondition = -1 - iota
	ofActive    // the thread of the last block
	ofBlocks    // whether something is executed in all but the last
	ofLast      // and in that
	ofThread    // and all below: how many nodes of a thread are done or passed
)

// findUses finds for each node the subjects, cells and then variables, that its thread uses there
// for the last time, and how many threads use each of them.
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

// roots lists the terms that are looked at where a node is done or passed.
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

// part is what the image of a variable is in the sum of a state.
func (t *Tree) part(variable term.ID) sum {
	if !t.images.Translated(variable) {
		return sum{}
	}
	image := t.images.Term(variable)
	if image == variable {
		return sum{} // it may be anything
	}
	return of(t.p.variables[variable], image)
}

// release forgets the subjects that are used for the last time at a node.
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

// again reports whether what follows the state was looked at.
func (t *Tree) again() bool {
	if t.seen == nil || t.Sleep || t.Ask != nil { // what is left out differs, or the order of what was done matters
		return false
	}
	state := t.memory.sum.plus(t.bound).plus(of(ofCondition, t.cond))
	for u, next := range t.next {
		state = state.plus(of(ofThread-int32(u), term.ID(next)))
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
