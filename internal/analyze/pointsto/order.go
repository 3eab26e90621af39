package pointsto

import (
	"math/bits"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/scc"
)

// agenda holds the variables with locations to propagate. It returns them in sweeps in the order of ranks.
type agenda struct {
	byRank []varID
	marks  []uint64 // by rank
	count  int
	cursor int // word of marks
}

// mark puts a variable on the agenda.
func (s *solver) mark(v varID) {
	x := &s.vars[v]
	if x.rank == 0 {
		s.agenda.byRank = append(s.agenda.byRank, v)
		x.rank = int32(len(s.agenda.byRank))
	}
	for int(x.rank)/64 >= len(s.agenda.marks) {
		s.agenda.marks = append(s.agenda.marks, 0)
	}
	if word := &s.agenda.marks[x.rank/64]; *word>>(x.rank%64)&1 == 0 {
		*word |= 1 << (x.rank % 64)
		s.agenda.count++
	}
}

// next takes a variable from an agenda that is not empty.
func (a *agenda) next() varID {
	for ; a.marks[a.cursor] == 0; a.cursor = (a.cursor + 1) % len(a.marks) {
	}
	bit := bits.TrailingZeros64(a.marks[a.cursor])
	a.marks[a.cursor] &^= 1 << bit
	a.count--
	return a.byRank[a.cursor*64+bit-1]
}

// find returns the variable that stands for a variable.
func (s *solver) find(v varID) varID {
	for s.vars[v].rep != 0 {
		if up := s.vars[s.vars[v].rep].rep; up != 0 {
			s.vars[v].rep = up
		}
		v = s.vars[v].rep
	}
	return v
}

// arrange ranks the variables in a topological order of the edges, as Pereira and Berlin, "Wave propagation
// and deep propagation for pointer analysis", CGO 2009. It makes the variables on a cycle of copies one
// variable, as Hardekopf and Lin, "The ant and the grasshopper", PLDI 2007.
func (s *solver) arrange() {
	var busy []varID
	for s.agenda.count > 0 {
		busy = append(busy, s.agenda.next())
	}
	s.arranged = s.edges
	parts := scc.Components(s.graph(func(edge) bool { return true }))
	s.agenda = agenda{}
	cyclic := false
	for k := len(parts) - 1; k >= 0; k-- {
		for _, v := range parts[k] {
			if s.vars[v].rep == 0 {
				s.agenda.byRank = append(s.agenda.byRank, v)
				s.vars[v].rank = int32(len(s.agenda.byRank))
			}
		}
		cyclic = cyclic || len(parts[k]) > 1
	}
	for _, v := range busy {
		s.mark(v)
	}
	if !cyclic {
		return
	}
	for _, part := range scc.Components(s.graph(s.copies)) {
		for _, v := range part[1:] {
			s.merge(v, part[0])
		}
	}
}

// copies reports whether an edge changes no location.
func (s *solver) copies(e edge) bool { return e.kind == move || e.kind == toPointer && s.NoNumbers }

// graph returns the successors of each variable along some edges.
func (s *solver) graph(which func(edge) bool) [][]varID {
	next := make([][]varID, len(s.vars))
	for v := range s.vars {
		if s.vars[v].rep != 0 {
			continue
		}
		for _, e := range s.vars[v].out {
			if to := s.find(e.to); which(e) && to != varID(v) {
				next[v] = append(next[v], to)
			}
		}
	}
	return next
}

// merge makes a variable stand for another one, from.
func (s *solver) merge(from, to varID) {
	if from, to = s.find(from), s.find(to); from != to {
		s.join(from, to)
	}
}

// mergeAll merges the results of equal operations on variables that were merged. No operation is under way then, which
// would go on with a variable that is none any more.
func (s *solver) mergeAll() {
	grown := make(map[varID]bool)
	for len(s.equal) > 0 && !s.late() {
		last := len(s.equal) - 1
		from, to := s.find(s.equal[last][0]), s.find(s.equal[last][1])
		s.equal = s.equal[:last]
		if from != to {
			s.join(from, to)
			delete(grown, from)
			grown[to] = true
		}
	}
	for v := range grown {
		s.tidyEdges(v)
		s.tidyUses(v)
	}
}

// tidyEdges drops the edges of a variable that are equal to others.
func (s *solver) tidyEdges(v varID) {
	x := &s.vars[v]
	seen := make(map[edge]bool)
	x.out = slices.DeleteFunc(x.out, func(e edge) bool {
		e.to = s.find(e.to)
		again := seen[e]
		seen[e] = true
		return again
	})
	x.tidied = int32(len(x.out))
}

// tidyUses drops the uses of a variable that are equal to others.
func (s *solver) tidyUses(v varID) {
	x := &s.vars[v]
	seen := make(map[use]bool)
	x.uses = slices.DeleteFunc(x.uses, func(u use) bool {
		u.v = s.find(u.v)
		again := seen[u]
		seen[u] = true
		return again
	})
}

// join merges two variables that stand for themselves.
func (s *solver) join(from, to varID) {
	s.redefine(from, to)
	old := s.vars[from]
	s.vars[from] = variable{rep: to}
	s.vars[to].out = append(s.vars[to].out, old.out...)
	s.vars[to].uses = append(s.vars[to].uses, old.uses...)
	for k := 0; k < s.vars[to].done; k++ {
		if l, ok := s.vars[to].entry(k); ok && !old.had(l, old.done) {
			for _, e := range old.out {
				s.pass(e, l)
			}
		}
	}
	for k := 0; k < s.vars[to].used; k++ {
		if l, ok := s.vars[to].entry(k); ok && !old.had(l, old.used) {
			for _, u := range old.uses {
				s.apply(u, l)
			}
		}
	}
	for k := range old.locs {
		if l, ok := old.entry(k); ok {
			s.add(to, l)
		}
	}
	s.await(to)
}

// redefine makes the definitions that depend on a variable depend on another one. It drops the edges and uses that
// define what the other one defines already.
func (s *solver) redefine(from, to varID) {
	defines := func(d definition, of varID) bool {
		v, ok := s.defined[d]
		if !ok || s.find(v) != s.find(of) {
			return false
		}
		delete(s.defined, d)
		d.from = to
		other, again := s.defined[d]
		if again {
			s.equal = append(s.equal, [2]varID{v, other})
		} else {
			s.defined[d] = v
		}
		return again
	}
	x := &s.vars[from]
	x.out = slices.DeleteFunc(x.out, func(e edge) bool { return defines(definedBy(from, e), e.to) })
	x.uses = slices.DeleteFunc(x.uses, func(u use) bool { return u.kind == useLoad && defines(loadedBy(from, u), u.v) })
}
