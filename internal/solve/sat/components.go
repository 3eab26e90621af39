package sat

import "slices"

// Equivalent literals: the binary clauses (¬k ∨ l) are the edges of a graph in
// which literals that reach each other are equal. Its strongly connected
// components are found by Tarjan's algorithm (Depth-First Search and Linear
// Graph Algorithms, SIAM J. Comput. 1972), without recursion.

// components is the state of one search.
type components struct {
	s     *Solver
	index []int32 // by literal: when it was met, 0 if not, componentDone at the end
	low   []int32 // by literal: the smallest index known to be reached
	clock int32
	stack []Lit // literals met whose component is not complete
	path  []visit
	// rep is the representative of each literal: itself, or an equal literal.
	rep   []Lit
	root  []Lit // by literal: the literal that names its component
	count int   // variables represented by another variable
	// both is a literal that is equal to its negation, NoLit if there is none.
	both Lit
}

// visit is a literal on the path of the search and the place in its list of
// watches where the search goes on.
type visit struct {
	l  Lit
	at int
}

const componentDone = 1<<31 - 1

// findComponents searches all unassigned literals.
//
// requires: level 0.
func (s *Solver) findComponents() *components {
	n := len(s.vals)
	c := &components{s: s, index: make([]int32, n), low: make([]int32, n), rep: make([]Lit, n), root: make([]Lit, n)}
	for l := range c.rep {
		c.rep[l], c.root[l] = Lit(l), Lit(l)
	}
	for l := Var(1).Pos(); int(l) < n && c.both == NoLit; l++ {
		if c.index[l] == 0 && s.vals[l] == 0 {
			c.search(l)
		}
	}
	return c
}

func (c *components) meet(l Lit) {
	c.clock++
	c.index[l], c.low[l] = c.clock, c.clock
	c.stack = append(c.stack, l)
	c.path = append(c.path, visit{l: l})
	c.s.stats.Ticks += int64(1 + len(c.s.watches.of(l))/8)
}

// search completes the components of everything that root reaches.
func (c *components) search(root Lit) {
	c.meet(root)
	for len(c.path) > 0 {
		top := &c.path[len(c.path)-1]
		l := top.l
		if list := c.s.watches.of(l); top.at < len(list) {
			w := list[top.at]
			top.at++
			if w.ref != binaryRef {
				continue
			}
			if c.index[w.blocker] == 0 {
				c.meet(w.blocker)
			} else {
				c.low[l] = min(c.low[l], c.index[w.blocker])
			}
			continue
		}
		c.path = c.path[:len(c.path)-1]
		if c.low[l] == c.index[l] {
			c.complete(l)
		}
		if len(c.path) > 0 {
			below := c.path[len(c.path)-1].l
			c.low[below] = min(c.low[below], c.low[l])
		}
	}
}

// complete ends the component of l, which is on top of the stack. The variable
// that stays is a frozen one if there is any, and the smallest of these; the
// component of the negations chooses the same.
func (c *components) complete(l Lit) {
	at := len(c.stack) - 1
	for c.stack[at] != l {
		at--
	}
	component := c.stack[at:]
	c.stack = c.stack[:at]
	stays := l
	for _, k := range component {
		c.index[k], c.low[k] = componentDone, componentDone
		if f, g := c.s.frozen(k.Var()), c.s.frozen(stays.Var()); f && !g || f == g && k.Var() < stays.Var() {
			stays = k
		}
	}
	if len(component) == 1 {
		return
	}
	slices.Sort(component)
	for i, k := range component {
		if i > 0 && component[i-1] == k.Not() {
			c.both = k
		}
		c.root[k] = stays
		if k != stays && !c.s.frozen(k.Var()) {
			c.rep[k] = stays
			if !k.IsNeg() {
				c.count++
			}
		}
	}
}
