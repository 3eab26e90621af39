package proof

import (
	"fmt"
	"slices"
	"strings"
)

// line is one step of a proof that the tests make.
type line struct {
	kind  kind
	id    int64
	lits  []int32
	hints []int64
	ids   []int64 // that a deletion names
}

// text writes a proof; deletions name the clauses of a formula and the lemmas.
func text(cnf [][]int32, proof []line, format Format) string {
	var b strings.Builder
	lits := map[int64][]int32{}
	for i, c := range cnf {
		lits[int64(i+1)] = c
	}
	list := func(ns ...int32) {
		for _, n := range ns {
			fmt.Fprintf(&b, "%d ", n)
		}
		b.WriteString("0")
	}
	for _, l := range proof {
		if format == LRAT {
			fmt.Fprintf(&b, "%d ", l.id)
		}
		switch l.kind {
		case deletion:
			for i, id := range l.ids {
				if format == DRAT {
					b.WriteString("d ")
					list(lits[id]...)
					if i+1 < len(l.ids) {
						b.WriteString("\n")
					}
				}
			}
			if format == LRAT {
				b.WriteString("d")
				for _, id := range l.ids {
					fmt.Fprintf(&b, " %d", id)
				}
				b.WriteString(" 0")
			}
		case theoryLemma:
			b.WriteString("t ")
			list(l.lits...)
			b.WriteString(" because")
		default:
			list(l.lits...)
			if format == LRAT {
				for _, h := range l.hints {
					fmt.Fprintf(&b, " %d", h)
				}
				b.WriteString(" 0")
			}
		}
		if l.kind != deletion {
			lits[l.id] = l.lits
		}
		b.WriteString("\n")
	}
	return b.String()
}

// naive is the set of clauses that a proof changes, and the rules in their
// plainest form.
type naive struct {
	ids  []int64
	lits map[int64][]int32
	last int64
}

func newNaive(cnf [][]int32) *naive {
	n := &naive{lits: map[int64][]int32{}}
	for i, c := range cnf {
		n.add(int64(i+1), c)
	}
	return n
}

func (n *naive) add(id int64, lits []int32) {
	n.ids = append(n.ids, id)
	n.lits[id] = lits
	n.last = id
}

func (n *naive) remove(id int64) {
	delete(n.lits, id)
	n.ids = slices.DeleteFunc(n.ids, func(i int64) bool { return i == id })
}

func (n *naive) clauses() [][]int32 {
	out := [][]int32{}
	for _, id := range n.ids {
		out = append(out, n.lits[id])
	}
	return out
}

// propagate makes true what follows and returns the ids of the clauses used.
func (n *naive) propagate(isTrue map[int32]bool) (hints []int64, conflict bool) {
	for again := true; again; {
		again = false
		for _, id := range n.ids {
			open, satisfied := map[int32]bool{}, false
			var unit int32
			for _, l := range n.lits[id] {
				satisfied = satisfied || isTrue[l]
				if !isTrue[-l] {
					open[l] = true
					unit = l
				}
			}
			switch {
			case satisfied || len(open) > 1:
			case len(open) == 0:
				return append(hints, id), true
			default:
				isTrue[unit] = true
				hints = append(hints, id)
				again = true
			}
		}
	}
	return hints, false
}

// derive tells whether a lemma is RUP, or RAT on its first literal, with hints.
func (n *naive) derive(lits []int32) (hints []int64, rat, ok bool) {
	isTrue := map[int32]bool{}
	for _, l := range lits {
		isTrue[-l] = true
	}
	for _, l := range lits {
		if isTrue[l] {
			return nil, false, true
		}
	}
	hints, conflict := n.propagate(isTrue)
	if conflict || len(lits) == 0 {
		return hints, false, conflict
	}
	for _, id := range n.ids {
		if !slices.Contains(n.lits[id], -lits[0]) {
			continue
		}
		hints = append(hints, -id)
		inGroup, blocked := map[int32]bool{}, false
		for l, b := range isTrue {
			inGroup[l] = b
		}
		for _, l := range n.lits[id] {
			if l != -lits[0] {
				blocked = blocked || inGroup[l]
				inGroup[-l] = true
			}
		}
		if blocked {
			continue
		}
		group, conflict := n.propagate(inGroup)
		if !conflict {
			return nil, true, false
		}
		hints = append(hints, group...)
	}
	return hints, true, true
}

// satisfiable tries all assignments.
func satisfiable(cnf [][]int32) bool {
	vars := int32(0)
	for _, c := range cnf {
		for _, l := range c {
			vars = max(vars, l, -l)
		}
	}
next:
	for m := 0; m < 1<<vars; m++ {
		for _, c := range cnf {
			if !slices.ContainsFunc(c, func(l int32) bool { return m>>(max(l, -l)-1)&1 == 1 == (l > 0) }) {
				continue next
			}
		}
		return true
	}
	return false
}

// implies tells that every model of the clauses is one of the other clause.
func implies(cnf [][]int32, lits []int32) bool {
	cnf = slices.Clone(cnf)
	for _, l := range lits {
		cnf = append(cnf, []int32{-l})
	}
	return !satisfiable(cnf)
}
