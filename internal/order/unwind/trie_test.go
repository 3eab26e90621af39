package unwind

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// TestTrie compares tries that are forked, written and merged with maps.
func TestTrie(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	type pair struct {
		trie trie
		want map[int32]term.ID
	}
	copyOf := func(m map[int32]term.ID) map[int32]term.ID {
		c := make(map[int32]term.ID, len(m))
		for k, v := range m {
			c[k] = v
		}
		return c
	}
	for range 200 {
		all := []pair{{trie{mark: new(byte)}, map[int32]term.ID{}}}
		for range 60 {
			p := &all[r.IntN(len(all))]
			switch r.IntN(6) {
			case 0:
				all = append(all, pair{p.trie.fork(), copyOf(p.want)})
			case 1:
				// The merge keeps the greater value.
				q := &all[r.IntN(len(all))]
				if p == q {
					continue
				}
				for k, v := range q.want {
					p.want[k] = max(p.want[k], v)
				}
				p.trie.merge(&q.trie, func(_ int32, a, b *slot) slot {
					if a == nil || b != nil && b.bits > a.bits {
						return *b
					}
					return *a
				})
				q.trie.mark = new(byte) // they share nodes now
			default:
				k := int32(r.IntN(20))
				if r.IntN(4) == 0 {
					k = int32(r.IntN(maxKeys))
				}
				v := term.ID(r.IntN(1000) + 1)
				p.trie.put(k, slot{value: value{bits: v}})
				p.want[k] = v
			}
		}
		for i, p := range all {
			for k, v := range p.want {
				if s := p.trie.get(k); s == nil || s.bits != v {
					t.Fatalf("trie %d: key %d is %v, want %d", i, k, s, v)
				}
			}
			for k := range int32(20) {
				if _, ok := p.want[k]; !ok && p.trie.get(k) != nil {
					t.Fatalf("trie %d: key %d is set", i, k)
				}
			}
		}
	}
}
