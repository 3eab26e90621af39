package testprog

import (
	"math/rand/v2"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/ltl"
	"github.com/heddle-mc/heddle/internal/program/scc"
)

// Moment is a step of a graph of states, or the state alone, if it is the last, again and
// again.
type Moment struct {
	From, To int    // states, by number
	Atoms    []bool // of a formula
	Fair     []bool // each has to hold infinitely often
	Counts   bool   // the formula is about it
}

// Subformulas returns how many a formula has.
func Subformulas(f *ltl.Formula) int { return len(subformulas(f, nil)) }

func subformulas(f *ltl.Formula, list []*ltl.Formula) []*ltl.Formula {
	if f == nil {
		return list
	}
	return append(subformulas(f.R, subformulas(f.L, list)), f)
}

// Satisfies reports whether a graph has a fair execution from an initial state for which a formula
// holds. The search is explicit and exact: nodes are moments with the truth values of all subformulas,
// and an answer is a component that fulfils its eventualities. (Lichtenstein, Pnueli, "Checking that
// finite state concurrent programs satisfy their linear specification", POPL 1985.)
func Satisfies(list []Moment, initial []int, f *ltl.Formula) bool {
	subs := subformulas(f, nil)
	number := make(map[*ltl.Formula]int)
	for i, g := range subs {
		number[g] = i
	}
	has := func(truth int, g *ltl.Formula) bool { return truth>>number[g]&1 != 0 }
	before := func(m *Moment, then int) int {
		if !m.Counts {
			return then
		}
		now := 0
		for i, g := range subs {
			l := g.L != nil && has(now, g.L)
			r := g.R != nil && has(now, g.R)
			later := has(then, g)
			var is bool
			switch g.Op {
			case ltl.Atomic:
				is = m.Atoms[g.Atom]
			case ltl.Not:
				is = !l
			case ltl.And:
				is = l && r
			case ltl.Or:
				is = l || r
			case ltl.Implies:
				is = !l || r
			case ltl.Iff:
				is = l == r
			case ltl.Next:
				is = has(then, g.L)
			case ltl.Finally:
				is = l || later
			case ltl.Globally:
				is = l && later
			case ltl.Until, ltl.WeakUntil:
				is = r || l && later
			case ltl.Release:
				is = r && (l || later)
			}
			if is {
				now |= 1 << i
			}
		}
		return now
	}
	kept := func(m *Moment, now int, g *ltl.Formula) bool {
		if !m.Counts {
			return false
		}
		switch g.Op {
		case ltl.Finally:
			return has(now, g.L) || !has(now, g)
		case ltl.Until:
			return has(now, g.R) || !has(now, g)
		case ltl.Globally:
			return !has(now, g.L) || has(now, g)
		case ltl.WeakUntil:
			return has(now, g) || !has(now, g.L) && !has(now, g.R)
		case ltl.Release:
			return has(now, g) || !has(now, g.R)
		}
		return true
	}
	truths := 1 << len(subs)
	edges := make([][]int, len(list)*truths)
	for i := range list {
		for j := range list {
			if list[i].To != list[j].From {
				continue
			}
			for then := range truths {
				edges[i*truths+before(&list[i], then)] = append(edges[i*truths+before(&list[i], then)], j*truths+then)
			}
		}
	}
	good := make([]bool, len(edges)) // leads to an answer
	for _, part := range scc.Components(edges) {
		leads := slices.ContainsFunc(part, func(n int) bool { return slices.ContainsFunc(edges[n], func(to int) bool { return good[to] }) })
		if !leads && slices.Contains(edges[part[0]], part[0]) || len(part) > 1 {
			all := func(p func(m *Moment, now int) bool) bool {
				return slices.ContainsFunc(part, func(n int) bool { return p(&list[n/truths], n%truths) })
			}
			answers := all(func(m *Moment, _ int) bool { return m.Counts })
			for k := range list[part[0]/truths].Fair {
				answers = answers && all(func(m *Moment, _ int) bool { return m.Fair[k] })
			}
			for _, g := range subs {
				answers = answers && all(func(m *Moment, now int) bool { return kept(m, now, g) })
			}
			leads = leads || answers
		}
		for _, n := range part {
			good[n] = leads
		}
	}
	for n, g := range good {
		if g && slices.Contains(initial, list[n/truths].From) && has(n%truths, f) {
			return true
		}
	}
	return false
}

// Formula returns a random formula without Next over some atoms, with at most the given depth and number of
// subformulas.
func Formula(rng *rand.Rand, atoms, depth, subformulas int) *ltl.Formula {
	var random func(depth int) *ltl.Formula
	random = func(depth int) *ltl.Formula {
		if depth == 0 || rng.IntN(5) == 0 {
			return &ltl.Formula{Op: ltl.Atomic, Atom: rng.IntN(atoms)}
		}
		ops := []ltl.Op{ltl.Not, ltl.And, ltl.Or, ltl.Implies, ltl.Finally, ltl.Globally, ltl.Finally, ltl.Globally, ltl.Until, ltl.Release, ltl.WeakUntil}
		f := &ltl.Formula{Op: ops[rng.IntN(len(ops))], L: random(depth - 1)}
		switch f.Op {
		case ltl.Not, ltl.Finally, ltl.Globally:
		default:
			f.R = random(depth - 1)
		}
		return f
	}
	f := random(depth)
	for Subformulas(f) > subformulas {
		f = random(depth)
	}
	return f
}
