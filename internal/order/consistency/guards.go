package consistency

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

const (
	// maxConjuncts bounds the conjuncts that are examined per guard. Deeper conjuncts do not count as
	// implied.
	maxConjuncts = 512
	// maxDepth bounds the nesting of connectives that implication looks into.
	maxDepth = 12
)

// guards decides which conditions imply which by their form alone: a conjunction implies its conjuncts.
// Results are remembered per pair. It makes no terms.
type guards struct {
	terms     *term.Store
	conjuncts map[term.ID][]term.ID // sorted
	implied   map[pair]bool
	exclusive map[pair]bool
}

type pair struct{ a, b term.ID }

func newGuards(terms *term.Store) *guards {
	return &guards{
		terms:     terms,
		conjuncts: make(map[term.ID][]term.ID),
		implied:   make(map[pair]bool),
		exclusive: make(map[pair]bool),
	}
}

// parts returns g and the terms whose conjunction it is, at every depth, sorted; if there are too many, the
// nearest.
func (k *guards) parts(g term.ID) []term.ID {
	if list, ok := k.conjuncts[g]; ok {
		return list
	}
	list := []term.ID{g}
	seen := map[term.ID]bool{g: true}
	for i := 0; i < len(list) && len(list) < maxConjuncts; i++ {
		if k.terms.Op(list[i]) != term.OpAnd {
			continue
		}
		for _, a := range k.terms.Args(list[i]) {
			if !seen[a] {
				seen[a] = true
				list = append(list, a)
			}
		}
	}
	slices.Sort(list)
	k.conjuncts[g] = list
	return list
}

// implies reports whether h holds whenever g does, as far as can be seen.
func (k *guards) implies(g, h term.ID) bool {
	if g == h || h == term.True || g == term.False {
		return true
	}
	if g == term.True {
		return false
	}
	key := pair{g, h}
	yes, ok := k.implied[key]
	if !ok {
		yes = k.entails(k.parts(g), h, maxDepth)
		k.implied[key] = yes
	}
	return yes
}

// entails reports whether the conjunction of parts implies h.
func (k *guards) entails(parts []term.ID, h term.ID, depth int) bool {
	if h == term.True || contains(parts, h) {
		return true
	}
	if depth == 0 {
		return false
	}
	switch k.terms.Op(h) {
	case term.OpAnd:
		for _, a := range k.terms.Args(h) {
			if !k.entails(parts, a, depth-1) {
				return false
			}
		}
		return true
	case term.OpNot:
		inner := k.terms.Arg(h, 0)
		if k.terms.Op(inner) != term.OpAnd {
			return false
		}
		for _, a := range k.terms.Args(inner) { // ¬(a ∧ b): one of ¬a, ¬b
			if k.refutes(parts, a, depth-1) {
				return true
			}
		}
	}
	return false
}

// refutes reports whether the conjunction of parts implies that h is false.
func (k *guards) refutes(parts []term.ID, h term.ID, depth int) bool {
	if h == term.False {
		return true
	}
	if k.terms.Op(h) == term.OpNot {
		return k.entails(parts, k.terms.Arg(h, 0), depth)
	}
	for _, p := range parts {
		if k.terms.Op(p) == term.OpNot && k.terms.Arg(p, 0) == h {
			return true
		}
	}
	return false
}

// exclude reports whether g and h are known never to hold together: a conjunct of
// one guard is the negation of a conjunct of the other.
func (k *guards) exclude(g, h term.ID) bool {
	if g == term.False || h == term.False {
		return true
	}
	if g == term.True || h == term.True || g == h {
		return false
	}
	key := pair{min(g, h), max(g, h)}
	yes, ok := k.exclusive[key]
	if !ok {
		a, b := k.parts(g), k.parts(h)
		yes = k.contradict(a, b) || k.contradict(b, a)
		k.exclusive[key] = yes
	}
	return yes
}

// contradict reports whether a holds the negation of something that b implies.
func (k *guards) contradict(a, b []term.ID) bool {
	for _, p := range a {
		if k.terms.Op(p) == term.OpNot && k.entails(b, k.terms.Arg(p, 0), 2) {
			return true
		}
	}
	return false
}

func contains(sorted []term.ID, x term.ID) bool {
	_, ok := slices.BinarySearch(sorted, x)
	return ok
}
