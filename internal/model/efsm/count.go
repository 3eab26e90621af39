package efsm

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/heddle-mc/heddle/internal/program/scc"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Replicas may count themselves: each adds one to a shared variable, and may take it back. Properties
// of a fixed choice of replicas do not say how many of all have done so. Count adds ghost variables
// that record it, and facts about them:
//
//	n         how many replicas were created
//	own       of each replica: it has added one and not taken it back
//	others    the variable without the additions of replicas
//	lost      a replica added something else, or n became too large for the sums below
//
// Unless lost holds, the variable minus others is the sum of own over all existing threads. There are at
// most n of these, and the sum does not overflow. So the difference is at least the sum of own over any
// choice of threads, and at most n minus the threads of the choice that are alive and have added nothing.
// The same holds for the difference of two variables, unless a thread has taken part in the second and
// not in the first. These conditions are System.Facts: they hold in all states, for any number of
// replicas and any choice of them. So a proof by steps of some replicas may assume them before each step
// (replica.go). The program may break the conditions for the sums; lost then holds.
//
// The idea of counting the threads at places is of Farzan, Kincaid, Podelski, "Proofs that count", POPL 2014.

const (
	// leastCounter is the least width in bits of a counter.
	leastCounter = 8
	// mostCounters is the number of variables of one width, at most, that are counters.
	mostCounters = 3
	// mostCompared is the number of variables of a thread with which the number of replicas is compared.
	mostCompared = 8
	// mostBases is the number of constants with which others is compared.
	mostBases = 6
)

// Comparing is two variables, or a variable and a constant, that a proof may need to compare.
type Comparing struct {
	A, B     VarID
	Constant term.ID // where B is 0
	Plus     term.ID // is added to B; None: nothing
}

// countedVar is a variable that replicas count with.
type countedVar struct {
	v         VarID
	down      bool // they take one away first
	back      bool // and may take that back
	asked     bool // another thread reads it
	own       map[ThreadID]VarID
	others    VarID
	copies    []Comparing // comparisons with a copy of the counter that a replica has read
	bases     []term.ID   // constants that others is
	sum       term.ID     // of own of all threads
	w         uint
	different []VarID // by counter of the same list: a thread has taken part there, and not here
}

// counting is the counters of one width.
type counting struct {
	s        *System
	w        uint
	n, lost  VarID
	few      bool // n has no overflow, since no thread creates replicas again and again
	counters []*countedVar
}

// Count adds variables and facts about shared variables with which replicas count. The behaviour of the
// system is unchanged.
//
// requires: CheckReplicas returns nil.
func (s *System) Count() {
	by := make(map[uint]*counting)
	var widths []uint
	for v := 1; v < len(s.Vars); v++ {
		c := s.counter(VarID(v))
		if c == nil {
			continue
		}
		if by[c.w] == nil {
			by[c.w] = &counting{s: s, w: c.w}
			widths = append(widths, c.w)
		}
		by[c.w].counters = append(by[c.w].counters, c)
	}
	first := VarID(len(s.Vars))
	for _, w := range widths {
		k := by[w]
		if len(k.counters) == 1 && !k.counters[0].back && !k.counters[0].asked || len(k.counters) > mostCounters {
			continue // no more is known than from the counter itself, or too much
		}
		k.add()
		s.ghosts = first
	}
}

// IsGhost reports whether Count added a variable; the program does not have it.
func (s *System) IsGhost(v VarID) bool { return s.ghosts != 0 && v >= s.ghosts }

// counter returns the description of a counter; nil: the variable is no counter.
func (s *System) counter(v VarID) *countedVar {
	x := &s.Vars[v]
	if x.Thread != 0 || x.Class != Data || x.Init == term.None || !x.Sort.IsBV() || x.Sort.Width() < leastCounter {
		return nil
	}
	c := &countedVar{v: v, w: x.Sort.Width(), own: make(map[ThreadID]VarID)}
	one, minus, stored := s.Terms.Uint(1, c.w), s.Terms.Neg(s.Terms.Uint(1, c.w)), false
	var signs []bool // of additions by replicas: one is taken away
	for i := 1; i < len(s.Threads); i++ {
		replica := s.isReplica(ThreadID(i))
		for j := 1; j < len(s.Threads[i].States); j++ {
			st := &s.Threads[i].States[j]
			c.asked = c.asked || !replica && slices.ContainsFunc(st.Accesses, func(a Access) bool { return a.Var == v && a.Mode != Write })
			if !replica {
				continue
			}
			for _, u := range st.Updates {
				stored = stored || u.Var == v
				for _, leaf := range leaves(s.Terms, u.Value) {
					rest, plus := added(s.Terms, leaf)
					if u.Var != v && rest != x.Term {
						continue
					}
					switch plus {
					case one, minus:
						signs = append(signs, plus == minus)
					}
					if y := &s.Vars[u.Var]; plus != term.None && u.Var != v && y.Sort == x.Sort && y.Thread == s.first(ThreadID(i)) && y.Init != term.None {
						c.copies = append(c.copies, s.comparing(v, u.Var, plus))
					}
				}
			}
		}
	}
	if len(signs) == 0 || !stored {
		return nil
	}
	c.down, c.back = signs[0], slices.Contains(signs, !signs[0])
	return c
}

// comparing returns the comparison of sum with v plus a constant. The variable with the smaller number
// comes first.
func (s *System) comparing(v, sum VarID, plus term.ID) Comparing {
	if v < sum {
		return Comparing{A: v, B: sum, Plus: s.Terms.Neg(plus)}
	}
	return Comparing{A: sum, B: v, Plus: plus}
}

// leaves returns the values that a term may have, as terms without an outer ite.
func leaves(s *term.Store, id term.ID) []term.ID {
	if s.Op(id) == term.OpIte {
		return append(leaves(s, s.Arg(id, 1)), leaves(s, s.Arg(id, 2))...)
	}
	return []term.ID{id}
}

// added splits a sum into a term and an added constant; constant is None if there is none.
func added(s *term.Store, id term.ID) (rest, constant term.ID) {
	if s.Op(id) == term.OpAdd {
		for i := range 2 {
			if s.IsConst(s.Arg(id, i)) {
				return s.Arg(id, 1-i), s.Arg(id, i)
			}
		}
	}
	return id, term.None
}

// first returns the first replica of the list that contains a thread.
func (s *System) first(id ThreadID) ThreadID {
	return s.Replicas[slices.IndexFunc(s.Replicas, func(list []ThreadID) bool { return slices.Contains(list, id) })][0]
}

func (s *System) isReplica(id ThreadID) bool {
	return slices.ContainsFunc(s.Replicas, func(list []ThreadID) bool { return slices.Contains(list, id) })
}

// add adds the ghost variables of the counters, their updates and facts.
func (k *counting) add() {
	s, terms := k.s, k.s.Terms
	name := "count" + strconv.Itoa(int(k.w))
	k.n = s.AddVar(Var{Name: name + ".n", Sort: term.BV(k.w), Class: Sync, Init: terms.Uint(0, k.w)})
	k.lost = s.AddVar(Var{Name: name + ".lost", Sort: term.Bool, Class: Sync, Init: term.False})
	for _, c := range k.counters {
		x := &s.Vars[c.v]
		own, init := x.Name+".", x.Init
		c.others = s.AddVar(Var{Name: own + "others", Sort: x.Sort, Class: Sync, Init: init})
		c.bases = []term.ID{init}
		for range k.counters {
			c.different = append(c.different, s.AddVar(Var{Name: own + "different" + strconv.Itoa(len(c.different)), Sort: term.Bool, Class: Sync, Init: term.False}))
		}
		for _, list := range s.Replicas {
			for _, id := range list {
				c.own[id] = s.AddVar(Var{Name: s.Threads[id].Name + "." + own + "own", Sort: term.Bool, Class: Sync, Thread: id, Init: term.False})
			}
		}
	}
	k.few = s.creations() < 1<<(k.w-1)
	for i := 1; i < len(s.Threads); i++ {
		for j := 1; j < len(s.Threads[i].States); j++ {
			if st := &s.Threads[i].States[j]; s.isReplica(ThreadID(i)) {
				k.added(ThreadID(i), st)
			} else {
				k.otherwise(st)
			}
			k.created(ThreadID(i), &s.Threads[i].States[j])
		}
	}
	k.facts()
}

// behind returns the value of a variable after a state.
func (s *System) behind(st *State, v VarID) term.ID {
	if i := slices.IndexFunc(st.Updates, func(u Update) bool { return u.Var == v }); i >= 0 {
		return st.Updates[i].Value
	}
	return s.Vars[v].Term
}

// set sets the value of a variable after a state.
func (s *System) set(st *State, v VarID, value term.ID) {
	st.Updates = slices.DeleteFunc(slices.Clone(st.Updates), func(u Update) bool { return u.Var == v })
	if value != s.Vars[v].Term {
		st.Updates = append(st.Updates, Update{v, value})
		slices.SortFunc(st.Updates, func(a, b Update) int { return cmp.Compare(a.Var, b.Var) })
	}
}

// added adds updates of the ghost variables for the additions of a replica in a state.
func (k *counting) added(id ThreadID, st *State) {
	s, terms := k.s, k.s.Terms
	any := false
	for _, c := range k.counters {
		old, now := s.Vars[c.v].Term, s.behind(st, c.v)
		if now == old {
			continue
		}
		any = true
		for _, leaf := range leaves(terms, now) {
			rest, _ := added(terms, leaf)
			if v := slices.IndexFunc(s.Vars, func(w Var) bool {
				return w.Term == rest && w.Class == Data && w.Sort == s.Vars[c.v].Sort && w.Init != term.None
			}); v > 0 && id == s.first(id) && VarID(v) != c.v {
				c.copies = append(c.copies, Comparing{A: c.v, B: VarID(v)})
			}
		}
		up, down := terms.Add(old, terms.Uint(1, k.w)), terms.Sub(old, terms.Uint(1, k.w))
		if c.down {
			up, down = down, up
		}
		own := s.Vars[c.own[id]].Term
		comes, goes := terms.Eq(now, up), terms.Eq(now, down)
		right := terms.Disj(terms.Eq(now, old), terms.And(comes, terms.Not(own)), terms.And(goes, own))
		s.set(st, c.own[id], terms.Ite(comes, term.True, terms.Ite(goes, term.False, own)))
		s.set(st, k.lost, terms.Or(s.behind(st, k.lost), terms.Not(right)))
	}
	if !any {
		return
	}
	for _, c := range k.counters {
		for j, d := range k.counters {
			if c != d {
				s.set(st, c.different[j], terms.Disj(s.Vars[c.different[j]].Term, terms.And(s.behind(st, d.own[id]), terms.Not(s.behind(st, c.own[id])))))
			}
		}
	}
}

// otherwise adds updates for stores of another thread in a state. Before a replica is created, others
// equals the variable.
func (k *counting) otherwise(st *State) {
	s, terms := k.s, k.s.Terms
	for _, c := range k.counters {
		old, now := s.Vars[c.v].Term, s.behind(st, c.v)
		if now == old {
			continue
		}
		others := s.Vars[c.others].Term
		differs := terms.Add(others, terms.Sub(now, old))
		for _, leaf := range leaves(terms, now) {
			if terms.IsConst(leaf) {
				c.bases = append(c.bases, leaf)
			}
		}
		if rest, plus := added(terms, now); plus != term.None && rest == old {
			s.set(st, c.others, terms.Add(others, plus))
			continue
		}
		s.set(st, c.others, terms.Ite(terms.Eq(s.Vars[k.n].Term, terms.Uint(0, k.w)), now, differs))
	}
}

// created adds updates that count the replicas that a state of a thread creates.
func (k *counting) created(id ThreadID, st *State) {
	s, terms := k.s, k.s.Terms
	for _, list := range s.Replicas {
		when := s.creates(st, list)
		if when == term.False {
			continue
		}
		most := terms.Uint(1<<(k.w-1)-1, k.w)
		before := s.behind(st, k.n)
		if !k.few {
			s.set(st, k.lost, terms.Or(s.behind(st, k.lost), terms.And(when, terms.Eq(before, most))))
		}
		s.set(st, k.n, terms.Ite(when, terms.Add(before, terms.Uint(1, k.w)), before))
		mine := 0
		for v := VarID(1); v < k.n && mine < mostCompared; v++ { // counters of rounds, and the number of replicas
			if x := &s.Vars[v]; x.Thread == id && x.Class != Input && x.Init != term.None && x.Sort == term.BV(k.w) {
				s.compare(Comparing{A: v, B: k.n}, Comparing{A: v, B: k.n, Plus: terms.Neg(terms.Uint(1, k.w))})
				mine++
			}
		}
	}
}

// compare adds comparisons to s.Compare, each once.
func (s *System) compare(list ...Comparing) {
	for _, p := range list {
		if !slices.Contains(s.Compare, p) {
			s.Compare = append(s.Compare, p)
		}
	}
}

// creates returns the condition that a state creates any replica of a list. It is true if that is
// unknown: then n may be larger than the number of replicas.
func (s *System) creates(st *State, list []ThreadID) term.ID {
	begins := make([]term.ID, len(list))
	for i, id := range list {
		v := s.Threads[id].Alive
		begins[i] = s.where(s.behind(st, v), s.Vars[v].Term, term.False)
	}
	if !slices.ContainsFunc(begins, func(id term.ID) bool { return id != term.False }) {
		return term.False
	}
	for _, id := range s.Terms.Below(begins...) {
		if s.picks(id, begins) {
			return s.where(begins[0], id, s.Terms.Uint(0, s.Terms.Sort(id).Width()))
		}
	}
	return term.True
}

// creations returns an upper bound on the number of creations of replicas. A replica stands for any
// number of threads.
func (s *System) creations() int {
	n := 0
	for i := 1; i < len(s.Threads); i++ {
		t := &s.Threads[i]
		for j := 1; j < len(t.States); j++ {
			for _, list := range s.Replicas {
				if s.creates(&t.States[j], list) == term.False {
					continue
				}
				if n++; s.isReplica(ThreadID(i)) || t.returns(StateID(j)) {
					return math.MaxInt
				}
			}
		}
	}
	return n
}

// returns reports whether a thread may come to a state again.
func (t *Thread) returns(to StateID) bool {
	next := func(at StateID) (list []StateID) {
		for _, e := range t.States[at].Edges {
			list = append(list, e.To)
		}
		return list
	}
	return slices.ContainsFunc(next(to), func(s StateID) bool { return scc.Reach(s, next)[to] })
}

// facts adds the facts about the counters.
func (k *counting) facts() {
	s, terms := k.s, k.s.Terms
	n, lost := s.Vars[k.n].Term, s.Vars[k.lost].Term
	s.Facts = append(s.Facts, terms.Or(lost, terms.Sle(terms.Uint(0, k.w), n)))
	s.compare(Comparing{A: k.n, Constant: terms.Uint(0, k.w)})
	for _, c := range k.counters {
		c.sum = terms.Sub(s.Vars[c.v].Term, s.Vars[c.others].Term)
		if c.down {
			c.sum = terms.Neg(c.sum)
		}
		k.fact(lost, c.sum, func(id ThreadID) term.ID { return s.Vars[c.own[id]].Term })
		s.compare(Comparing{A: c.v, B: c.others}, Comparing{A: c.v, B: k.n})
		s.compare(c.copies...)
		for _, delta := range k.deltas(c) { // each once
			for _, base := range slices.Clone(c.bases) {
				if v := terms.Add(base, delta); !slices.Contains(c.bases, v) && len(c.bases) < mostBases {
					c.bases = append(c.bases, v)
				}
			}
		}
		for _, base := range c.bases {
			s.compare(Comparing{A: c.others, Constant: base})
		}
	}
	for _, c := range k.counters {
		for j, d := range k.counters {
			if c != d {
				different := terms.Or(lost, s.Vars[c.different[j]].Term)
				k.fact(different, terms.Sub(c.sum, d.sum), func(id ThreadID) term.ID {
					return terms.And(s.Vars[c.own[id]].Term, terms.Not(s.Vars[d.own[id]].Term))
				})
			}
		}
	}
}

// deltas returns the constants that other threads add to a counter.
func (k *counting) deltas(c *countedVar) (out []term.ID) {
	for i := 1; i < len(k.s.Threads); i++ {
		for j := 1; j < len(k.s.Threads[i].States); j++ {
			v := k.s.behind(&k.s.Threads[i].States[j], c.v)
			if _, plus := added(k.s.Terms, v); plus != term.None && !k.s.isReplica(ThreadID(i)) {
				out = append(out, plus)
			}
		}
	}
	return out
}

// fact adds two bounds on a sum over all replicas, which hold unless the condition unless does. The sum
// is at least the part of the known replicas in it. It is at most n without the known replicas that are
// alive and not in it.
func (k *counting) fact(unless, sum term.ID, is func(ThreadID) term.ID) {
	s, terms := k.s, k.s.Terms
	w := k.w + 8 // no sum of these has an overflow
	one, zero := terms.Uint(1, w), terms.Uint(0, w)
	in, out := zero, zero
	for _, list := range s.Replicas {
		for _, id := range list {
			here := is(id)
			in = terms.Add(in, terms.Ite(here, one, zero))
			out = terms.Add(out, terms.Ite(terms.And(s.Vars[s.Threads[id].Alive].Term, terms.Not(here)), one, zero))
		}
	}
	sum, n := terms.Zext(sum, w), terms.Zext(s.Vars[k.n].Term, w)
	s.Facts = append(s.Facts, terms.Disj(unless, terms.And(terms.Ule(in, sum), terms.Ule(terms.Add(sum, out), n))))
}
