package intervals

import (
	"context"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/program/scc"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// A variable to which a thread repeatedly writes a value computed from it is a sum of all that the thread
// has read. Each round makes every summand as large as the writes of other threads so far. But an earlier
// write has smaller rank than a later one whose value contains its value, if the earlier one is executed
// whenever the later one is. So if values of writes are *held*, which means that others see them as they
// were before the round, a round adds once, as the program does:
//
//	i = i + j  ∥  j = j + i	twice as large in each round, not ten times in loops of ten rounds

// mostHeld bounds the writes of a component whose values are held.
const mostHeld = 64

// grown reports whether all values are possible for some read after the rounds.
func (c *component) grown() bool {
	for _, v := range c.vars {
		if w := c.g.Terms.Width(v); c.eval.of(v) == top(w) {
			return true
		}
	}
	return false
}

// held is the value of a write, or that without a constant that is added, that other terms see as it was before
// the round.
type held struct {
	term  term.ID
	first event.ID // that writes it, or a sum of it and a constant
	fresh Value    // the value after the round; the evaluator has the one before it
}

// ranked does the rounds again with held values of writes. The final bounds of terms follow from the reads
// alone, as before.
func (c *component) ranked() error {
	c.heldAt = make(map[term.ID]int)
	for i := range c.held {
		c.heldAt[c.held[i].term] = 1 + i
	}
	c.restart()
	closed := false
	for i := 0; i < c.chain && !closed; i++ {
		if err := c.ctx.Err(); err != nil {
			return context.Cause(c.ctx)
		}
		c.stats.Rounds++
		closed = !c.round(anyWrite)
	}
	if !closed {
		c.byRank()
	}
	c.held, c.heldAt = nil, nil
	c.recompute()
	return nil
}

// written returns the values of a write after the round.
func (c *component) written(w event.ID) Value {
	id := c.g.Events[w].Value
	i := 0
	if len(c.held) > 0 {
		i = c.heldAt[c.withoutConstant(id)]
	}
	if i == 0 {
		return c.eval.of(id)
	}
	h := &c.held[i-1]
	if h.term == id {
		return h.fresh
	}
	return apply(c.g.Terms, id, func(arg term.ID) Value {
		if arg == h.term {
			return h.fresh
		}
		return c.eval.of(arg)
	})
}

// findHeld returns the values of writes, without constants that are added, that are of smaller rank than
// all others they are in.
func (c *component) findHeld() []held {
	list := make(map[term.ID]event.ID) // the first write of a value, or of its sum with a constant
	var found []held
	var writes []event.ID
	for _, r := range c.regions {
		for _, w := range c.writes[r] {
			if e := &c.g.Events[w]; c.dependent(w) {
				writes = append(writes, w)
				t := c.withoutConstant(e.Value)
				if _, again := list[t]; !again && c.depends[t] && !c.g.Terms.IsVar(t) {
					list[t] = w
					found = append(found, held{term: t, first: w})
				}
			}
		}
	}
	if len(writes) > mostHeld {
		return nil
	}
	other := make(map[term.ID]bool) // those that are not held
	for _, w := range writes {
		e := &c.g.Events[w]
		all := c.conjuncts(e.Guard)
		roots := []term.ID{e.Guard}
		if e.Index != term.None {
			roots = append(roots, e.Index)
		}
		for _, id := range c.below(append(roots, c.g.Terms.Args(c.withoutConstant(e.Value))...)...) {
			if first := list[id]; first != 0 && !(c.before(first, w) && c.implied(first, all)) {
				other[id] = true
			}
		}
	}
	drop := func(root term.ID) {
		if root != term.None {
			for _, id := range c.below(root) {
				other[id] = true
			}
		}
	}
	for _, s := range c.from {
		for _, w := range s.within { // perhaps of a section that does not end
			drop(c.g.Events[w].Value)
			drop(c.g.Events[w].Index)
		}
		drop(c.g.Events[s.read].Index)
	}
	return slices.DeleteFunc(found, func(h held) bool { return other[h.term] })
}

// withoutConstant returns a value without the constant that is added to it, which normal forms have outermost.
func (c *component) withoutConstant(id term.ID) term.ID {
	s := c.g.Terms
	if s.Op(id) == term.OpAdd {
		for i, arg := range s.Args(id) {
			if _, ok := s.Value(arg); ok {
				return s.Args(id)[1-i]
			}
		}
	}
	return id
}

// below returns the terms that depend on reads among some and those below.
func (c *component) below(roots ...term.ID) (list []term.ID) {
	seen := make(map[term.ID]bool)
	for len(roots) > 0 {
		id := roots[len(roots)-1]
		if roots = roots[:len(roots)-1]; !seen[id] && c.depends[id] {
			seen[id] = true
			list = append(list, id)
			roots = append(roots, c.g.Terms.Args(id)...)
		}
	}
	return list
}

// before reports whether a write comes before another of its thread.
func (c *component) before(x, y event.ID) bool {
	n, m := &c.g.Nodes[c.g.Events[x].Node], &c.g.Nodes[c.g.Events[y].Node]
	return n.Thread == m.Thread && n.Index < m.Index
}

// conjuncts returns a condition and all that it is the conjunction of.
func (c *component) conjuncts(id term.ID) map[term.ID]bool {
	return scc.Reach(id, func(id term.ID) []term.ID {
		if c.g.Terms.Op(id) != term.OpAnd {
			return nil
		}
		return c.g.Terms.Args(id)
	})
}

// implied reports whether a write is executed under some conditions.
func (c *component) implied(w event.ID, all map[term.ID]bool) bool {
	for id := range c.conjuncts(c.g.Events[w].Guard) {
		if c.g.Terms.Op(id) != term.OpAnd && id != term.True && !all[id] {
			return false
		}
	}
	return true
}
