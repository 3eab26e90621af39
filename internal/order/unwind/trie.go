package unwind

import (
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// slot holds the value of one cell in a state: in the thread's view of memory or, in an overlay, the
// value that an atomic section read or wrote (section.go).
type slot struct {
	value
	valid   term.ID // overlay: the value is known; None: not an overlay
	written term.ID // overlay: the section wrote it
	section int32   // overlay: which section's
	set     bool
}

const (
	leafBits  = 4
	innerBits = 5
	levels    = 4 // of inner nodes
	maxKeys   = 1 << (leafBits + levels*innerBits)
)

// trie is a persistent map from dense keys to slots. Copies share structure: a
// node is changed in place only by the trie whose mark it has. Merging two that
// have a common past costs as much as they differ.
type trie struct {
	root *trieNode
	mark *byte
}

type trieNode struct {
	mark  *byte
	kids  *[1 << innerBits]*trieNode
	slots *[1 << leafBits]slot
}

// fork returns a copy; the original must take a new mark too, which fork does.
func (t *trie) fork() trie {
	t.mark = new(byte)
	return trie{t.root, new(byte)}
}

// get returns the slot of a key, or nil. It must not be changed.
func (t *trie) get(key int32) *slot {
	n := t.root
	for shift := leafBits + (levels-1)*innerBits; n != nil && n.kids != nil; shift -= innerBits {
		n = n.kids[key>>shift&(1<<innerBits-1)]
	}
	if n == nil {
		return nil
	}
	if s := &n.slots[key&(1<<leafBits-1)]; s.set {
		return s
	}
	return nil
}

func (t *trie) put(key int32, v slot) {
	v.set = true
	at := &t.root
	for shift := leafBits + (levels-1)*innerBits; shift >= leafBits; shift -= innerBits {
		n := t.own(at, true)
		at = &n.kids[key>>shift&(1<<innerBits-1)]
	}
	t.own(at, false).slots[key&(1<<leafBits-1)] = v
}

// own makes sure that the trie may change the node at a place: it copies the node if it is shared.
func (t *trie) own(at **trieNode, inner bool) *trieNode {
	n := *at
	switch {
	case n == nil:
		n = &trieNode{mark: t.mark}
		if inner {
			n.kids = new([1 << innerBits]*trieNode)
		} else {
			n.slots = new([1 << leafBits]slot)
		}
	case n.mark == t.mark:
		return n
	default:
		c := &trieNode{mark: t.mark}
		if inner {
			kids := *n.kids
			c.kids = &kids
		} else {
			slots := *n.slots
			c.slots = &slots
		}
		n = c
	}
	*at = n
	return n
}

// merge calls f for every key whose slots may differ in t and o, with nil for a missing slot. It stores the
// results in t.
func (t *trie) merge(o *trie, f func(key int32, a, b *slot) slot) {
	t.mergeNodes(&t.root, o.root, 0, levels, f)
}

func (t *trie) mergeNodes(at **trieNode, b *trieNode, prefix int32, level int, f func(key int32, a, b *slot) slot) {
	a := *at
	if a == b {
		return
	}
	if level > 0 {
		n := t.own(at, true)
		for i := range n.kids {
			var kid *trieNode
			if b != nil {
				kid = b.kids[i]
			}
			if n.kids[i] != kid {
				t.mergeNodes(&n.kids[i], kid, prefix<<innerBits|int32(i), level-1, f)
			}
		}
		return
	}
	n := t.own(at, false)
	for i := range n.slots {
		var sa, sb *slot
		if n.slots[i].set {
			sa = &n.slots[i]
		}
		if b != nil && b.slots[i].set {
			sb = &b.slots[i]
		}
		if sa == nil && sb == nil || sa != nil && sb != nil && *sa == *sb {
			continue
		}
		v := f(prefix<<leafBits|int32(i), sa, sb)
		v.set = true
		n.slots[i] = v
	}
}
