package smc

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/run/footprint"
)

// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014, section 6): the sequences of steps to explore
// from a state. A branch is a step, and the tree is ordered: earlier branches are explored first. No
// sequence of it is a different order of the beginning of another.

// branch is a step of a thread, with the sequences to explore after it. Without branches any continuation
// may be explored.
type branch struct {
	tid    int32
	any    bool       // whatever it chooses
	script []decision // otherwise: its choices
	foot   *footprint.Footprint
	next   []*branch
}

// matches reports whether two branches of one thread are the same step.
func (b *branch) matches(c *branch) bool {
	return b.any || c.any || sameScript(b.script, c.script)
}

func sameScript(a, b []decision) bool {
	return slices.EqualFunc(a, b, func(d, e decision) bool { return d.values[d.at] == e.values[e.at] })
}

// initial returns the position in a sequence of steps of a step from the same state; -1: it is not in the
// sequence. ok reports that it can go first. This is so if it is in the sequence and independent of the
// steps before it, or if it is not and is independent of all.
func initial(b *branch, v []branch) (at int, ok bool) {
	at = slices.IndexFunc(v, func(c branch) bool { return c.tid == b.tid })
	if at < 0 {
		return at, !slices.ContainsFunc(v, func(c branch) bool { return c.foot.Conflicts(b.foot) })
	}
	if !b.matches(&v[at]) {
		return at, false
	}
	return at, !slices.ContainsFunc(v[:at], func(c branch) bool { return c.foot.Conflicts(v[at].foot) })
}

// insertSequence adds a sequence to a tree, unless the tree already has the beginning of an equivalent
// order of it.
func insertSequence(tree []*branch, v []branch) []*branch {
	list := &tree
descend:
	for {
		for _, b := range *list {
			at, ok := initial(b, v)
			if !ok {
				continue
			}
			if at >= 0 {
				v = slices.Delete(v, at, at+1)
			}
			if len(b.next) == 0 || len(v) == 0 {
				return tree
			}
			list = &b.next
			continue descend
		}
		break
	}
	var next []*branch
	for i := len(v) - 1; i >= 0; i-- {
		b := v[i]
		b.foot, b.script, b.next = b.foot.Clone(false), slices.Clone(b.script), next
		next = []*branch{&b}
	}
	*list = append(*list, next...)
	return tree
}

// takeBranch removes the branch of the node's event from its wakeup tree and returns the branches to
// explore after it.
func (n *node) takeBranch() []*branch {
	for i, b := range n.wakeup {
		if b.tid == n.tid && (b.any || sameScript(b.script, n.script)) {
			next := b.next
			n.wakeup = slices.Delete(n.wakeup, i, i+1)
			return next
		}
	}
	return nil
}

// forgetBranches takes the branches of a thread out of the wakeup tree.
func (n *node) forgetBranches(tid int32) {
	n.wakeup = slices.DeleteFunc(n.wakeup, func(b *branch) bool { return b.tid == tid })
}
