package fromefsm

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/solve/bitblast"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

const (
	// leastCompared is the least width, in bits, of variables that are compared.
	leastCompared = 8
	// mostCompared is the greatest number of pairs of variables that are compared in a system. The same
	// limit holds for pairs of a variable and a constant.
	mostCompared = 24
	// mostConstants is the greatest number of constants with which a variable is compared; with more,
	// comparisons say little.
	mostConstants = 6
	// mostShifted is the greatest number of pairs of a variable and a sum of another variable.
	mostShifted = 12
)

// comparison is a pair of variables of one width, or of a variable and a constant.
type comparison struct {
	a, b     efsm.VarID
	constant term.ID // instead of b
	plus     term.ID // a constant that is added to b; None: 0
	equal    bool    // only equality matters
	signed   bool
	derived  bool // the program compares with another constant, which is this one plus or minus a constant
}

func (p comparison) is(q comparison) bool {
	return p.a == q.a && p.b == q.b && p.constant == q.constant && p.plus == q.plus
}

// thread returns the thread that owns one of the variables, or 0 if none does or two threads do.
func (p comparison) thread(s *efsm.System) efsm.ThreadID {
	x, y := s.Vars[p.a].Thread, s.Vars[p.b].Thread
	if x != 0 && y != 0 && x != y {
		return 0
	}
	return max(x, y)
}

// compare adds comparisons to the circuit: of variables that the program compares, and of variables
// that it copies from or to those.
func (b *builder) compare() {
	for _, p := range b.compared() {
		id := p.thread(b.System)
		for _, e := range b.relations(p) {
			b.Circuit.Comparisons = append(b.Circuit.Comparisons, e)
			b.comparing, b.pairs = append(b.comparing, id), append(b.pairs, p)
		}
	}
}

// relations returns the signals equal, less and greater.
func (b *builder) relations(p comparison) []circuit.Comparison {
	s, x, y := b.System.Terms, &b.System.Vars[p.a], &b.System.Vars[p.b]
	other, first, name := y.Term, y.Init, b.varName(p.b)
	if p.b == 0 {
		value, _ := s.Value(p.constant)
		other, first, name = p.constant, p.constant, value.Big().String()
	}
	if p.plus != term.None {
		value, _ := s.Value(p.plus)
		other, first, name = s.Add(other, p.plus), s.Add(first, p.plus), name+" + "+value.Big().String()
	}
	less := s.Ult
	if p.signed {
		less = s.Slt
	}
	var out []circuit.Comparison
	var of []int
	after := circuit.NewCopier(b.graph, b.graph)
	var changes []bitblast.Edge
	for _, v := range []efsm.VarID{p.a, p.b} { // 0 has no variable
		for i := range b.vars[v] {
			of = append(of, b.latch[v]+i)
			after.Bind(b.vars[v][i], b.Circuit.Latches[b.latch[v]+i].Next)
		}
		for _, u := range b.updates[v] {
			changes = append(changes, u.when)
		}
	}
	changed := circuit.Or(b.graph, changes...)
	type relation struct {
		of   func(x, y term.ID) term.ID
		name string
	}
	relations := []relation{{s.Eq, " == "}, {less, " < "}, {func(x, y term.ID) term.ID { return less(y, x) }, " > "}}
	if p.equal {
		relations = relations[:1]
	}
	for _, r := range relations {
		edge := b.blaster.Edge(r.of(x.Term, other))
		if edge.IsConst() {
			continue
		}
		out = append(out, circuit.Comparison{
			Location: circuit.Location{
				Signal: circuit.Signal{Edge: edge, Name: b.varName(p.a) + r.name + name},
				Next:   circuit.Or(b.graph, b.graph.And(changed, after.Edge(edge)), b.graph.And(changed.Not(), edge)),
				First:  r.of(x.Init, first) == term.True,
			},
			Of: of,
		})
	}
	return out
}

// compared lists the comparisons. Replicas have the same comparisons in the same order.
func (b *builder) compared() []comparison {
	s := b.System
	variable := make(map[term.ID]efsm.VarID)
	for v := 1; v < len(s.Vars); v++ {
		if w := &s.Vars[v]; w.Class != efsm.Input && w.Init != term.None && w.Sort.IsBV() && w.Sort.Width() >= leastCompared {
			variable[w.Term] = efsm.VarID(v)
		}
	}
	like := make(map[efsm.ThreadID]efsm.ThreadID) // by replica: the first of its replicas
	for _, list := range s.Replicas {
		for _, id := range list[1:] {
			like[id] = list[0]
		}
	}
	var list, copies, constants []comparison
	var sums []sum
	add := func(to *[]comparison, p comparison) {
		if p.a > p.b && p.constant == term.None {
			p.a, p.b = p.b, p.a
		}
		if p.a == 0 || p.a == p.b || p.b != 0 && s.Vars[p.a].Sort != s.Vars[p.b].Sort || slices.ContainsFunc(*to, p.is) {
			return
		}
		*to = append(*to, p)
	}
	compares := func(t term.ID) {
		switch op := s.Terms.Op(t); op {
		case term.OpEq, term.OpUlt, term.OpUle, term.OpSlt, term.OpSle:
			x, y, signed := s.Terms.Arg(t, 0), s.Terms.Arg(t, 1), op == term.OpSlt || op == term.OpSle
			if s.Terms.IsConst(x) {
				x, y = y, x
			}
			x, plus := addend(s.Terms, x)
			switch {
			case !s.Terms.IsConst(y):
				y, _ = addend(s.Terms, y)
				add(&list, comparison{a: variable[x], b: variable[y], signed: signed})
			case plus != term.None:
				add(&constants, comparison{a: variable[x], constant: s.Terms.Sub(y, plus), signed: signed})
			default:
				add(&constants, comparison{a: variable[x], constant: y, signed: signed})
			}
		}
	}
	walk := term.NewWalk(s.Terms)
	for i := 1; i < len(s.Threads); i++ {
		if like[efsm.ThreadID(i)] != 0 {
			continue
		}
		for c := 1; c < len(s.Threads[i].States); c++ {
			st := &s.Threads[i].States[c]
			for id := range st.Terms() {
				walk.Visit(*id, compares)
			}
			for _, u := range st.Updates {
				if from, plus := addend(s.Terms, u.Value); plus != term.None && variable[from] != 0 {
					sums = append(sums, sum{u.Var, variable[from], plus})
				} else if s.Terms.IsConst(u.Value) {
					sums = append(sums, sum{to: u.Var, plus: u.Value})
				}
				for _, from := range sources(s.Terms, u.Value) {
					if !s.Terms.IsConst(from) {
						add(&copies, comparison{a: variable[s.Vars[u.Var].Term], b: variable[from]})
					}
				}
			}
		}
	}
	times := make(map[efsm.VarID]int)
	for _, p := range constants {
		times[p.a]++
	}
	constants = slices.DeleteFunc(constants, func(p comparison) bool { return times[p.a] > mostConstants })
	in := func(v efsm.VarID) bool {
		return slices.ContainsFunc(list, func(p comparison) bool { return p.a == v || p.b == v })
	}
	copied := func() { // a copied variable is compared with the same words
		for i := 0; i < len(constants) && i < mostCompared; i++ {
			for _, p := range copies {
				if k := constants[i]; p.a == k.a {
					add(&constants, comparison{a: p.b, constant: k.constant, signed: k.signed, derived: k.derived})
				} else if p.b == k.a {
					add(&constants, comparison{a: p.a, constant: k.constant, signed: k.signed, derived: k.derived})
				}
			}
		}
	}
	copied()
	for _, k := range slices.Clone(constants) { // compares the sums, too; only once, because a counter would give new comparisons forever
		for _, p := range sums {
			if p.from == k.a && p.from != 0 {
				add(&constants, comparison{a: p.to, constant: s.Terms.Add(k.constant, p.plus), signed: k.signed, derived: true})
			}
		}
	}
	copied()
	signed := make(map[efsm.VarID]bool)
	for _, p := range constants {
		signed[p.a] = signed[p.a] || p.signed
	}
	for i := range constants { // equality with a constant is independent of signs
		constants[i].signed = signed[constants[i].a]
	}
	copies = slices.DeleteFunc(copies, func(p comparison) bool { return !in(p.a) && !in(p.b) })
	for _, p := range copies {
		add(&list, p)
	}
	list = b.mutual(list[:min(len(list), mostCompared)])
	pairs := len(list)
	for _, p := range constants {
		add(&list, p)
	}
	list = list[:min(len(list), 2*mostCompared)]
	list = append(list, shifted(list, pairs, sums)...)
	for _, p := range s.Compare {
		add(&list, comparison{a: p.A, b: p.B, constant: p.Constant, plus: p.Plus, equal: true})
	}
	return b.likewise(list)
}

// shifted lists comparisons that have to hold before one of two compared variables is set to a sum or a
// constant, so that the two can be equal afterwards. For example, one of two counters is ahead by one
// while the other has not been counted yet. The first elements of list, as many as pairs, are pairs of
// variables.
func shifted(list []comparison, pairs int, sums []sum) (out []comparison) {
	for _, p := range list[:pairs] {
		for _, q := range sums {
			for _, with := range []efsm.VarID{p.a, p.b} {
				r := comparison{a: p.a + p.b - with, b: q.from, plus: q.plus, derived: true, equal: true}
				if q.from == 0 {
					r.constant, r.plus = q.plus, term.None
				}
				if q.to == with && r.a != r.b && len(out) < mostShifted && !slices.ContainsFunc(out, r.is) && !slices.ContainsFunc(list, r.is) {
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// sum is an assignment of another variable plus a constant, or of a constant, to a variable.
type sum struct {
	to, from efsm.VarID // from: 0 for none
	plus     term.ID
}

// sources lists the terms whose value, or value plus a constant, is the given value.
func sources(s *term.Store, value term.ID) []term.ID {
	switch s.Op(value) {
	case term.OpIte:
		return append(sources(s, s.Arg(value, 1)), sources(s, s.Arg(value, 2))...)
	case term.OpAdd:
		value, _ = addend(s, value)
	}
	return []term.ID{value}
}

// addend splits a term into a rest and a constant that is added to it; None: there is no constant.
func addend(s *term.Store, id term.ID) (rest, constant term.ID) {
	if s.Op(id) == term.OpAdd {
		x, y := s.Arg(id, 0), s.Arg(id, 1)
		switch {
		case s.IsConst(y):
			return x, y
		case s.IsConst(x):
			return y, x
		}
	}
	return id, term.None
}

// likewise adds the corresponding comparisons of the other replicas.
func (b *builder) likewise(list []comparison) []comparison {
	s := b.System
	out := list[:len(list):len(list)]
	for _, replicas := range s.Replicas {
		first := s.Own(replicas[0])
		for _, id := range replicas[1:] {
			own := s.Own(id)
			its := func(v efsm.VarID) efsm.VarID {
				if at := slices.Index(first, v); at >= 0 {
					return own[at]
				}
				return v
			}
			for _, p := range list {
				if p.thread(s) == replicas[0] {
					q := p
					q.a, q.b = its(p.a), its(p.b)
					out = append(out, q)
				}
			}
		}
	}
	// Comparisons between a replica's variables and another thread's are dropped.
	return slices.DeleteFunc(out, func(p comparison) bool { return p.thread(s) == 0 && b.hasReplica(p) })
}

// hasReplica reports whether one of the variables belongs to a replica.
func (b *builder) hasReplica(p comparison) bool {
	for _, replicas := range b.System.Replicas {
		for _, id := range replicas {
			if b.System.Vars[p.a].Thread == id || b.System.Vars[p.b].Thread == id {
				return true
			}
		}
	}
	return false
}

// mutual adds pairs of thread-local variables that are compared with the same shared variable.
func (b *builder) mutual(list []comparison) []comparison {
	s := b.System
	out := list
	for i, p := range list {
		for _, q := range list[:i] {
			for _, with := range []efsm.VarID{p.a, p.b} {
				x, y := p.a+p.b-with, q.a+q.b-with
				if s.Vars[with].Thread != 0 || q.a != with && q.b != with || x == y || s.Vars[x].Thread == 0 || s.Vars[y].Thread == 0 {
					continue
				}
				r := comparison{a: min(x, y), b: max(x, y), signed: p.signed}
				if !slices.ContainsFunc(out, r.is) && len(out) < mostCompared {
					out = append(out, r)
				}
			}
		}
	}
	return out
}
