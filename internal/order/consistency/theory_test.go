package consistency

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// sketch is a small set of relations over free literals, for the theory alone.
type sketch struct {
	rel     *Relations
	lits    []sat.Lit
	vars    int
	clauses [][]sat.Lit
}

// sketchOptions configure a random sketch.
type sketchOptions struct {
	threads, nodes, events int  // at most
	vars                   int  // 0: a new one per arc
	all                    bool // every arc that there may be
	clauses                int  // per ten variables
}

// drawSketch returns random relations: the events of one region, arcs with
// random literals of few variables, and clauses.
func drawSketch(rng *rand.Rand, o sketchOptions) *sketch {
	g := &event.Graph{Threads: make([]event.Thread, 1), Nodes: make([]event.Node, 1), Events: make([]event.Event, 1)}
	for th := event.ThreadID(1); int(th) <= o.threads; th++ {
		g.Threads = append(g.Threads, event.Thread{})
		for i := range 1 + rng.IntN(o.nodes) {
			n := event.NodeID(len(g.Nodes))
			node := event.Node{Thread: th, Index: int32(i), First: event.ID(len(g.Events))}
			for range 1 + rng.IntN(o.events) {
				g.Events = append(g.Events, event.Event{Node: n, Kind: event.EventKind(rng.IntN(2))})
			}
			node.Last = event.ID(len(g.Events))
			g.Nodes = append(g.Nodes, node)
			g.Threads[th].Nodes = append(g.Threads[th].Nodes, n)
		}
	}
	s := &sketch{rel: &Relations{Graph: g}, vars: o.vars}
	keep := func() bool { return o.all || rng.IntN(4) > 0 }
	literal := func() sat.Lit {
		if o.vars == 0 {
			s.vars++
			return sat.Var(s.vars).Pos()
		}
		return sat.Var(1 + rng.IntN(o.vars)).Lit(rng.IntN(8) > 0)
	}
	add := func(kind ArcKind, from, to event.NodeID, first, second event.ID, l sat.Lit) {
		s.rel.Arcs = append(s.rel.Arcs, Arc{Kind: kind, From: from, To: to, First: first, Second: second})
		s.lits = append(s.lits, l)
	}
	for range rng.IntN(3) {
		u, v := event.NodeID(1+rng.IntN(len(g.Nodes)-1)), event.NodeID(1+rng.IntN(len(g.Nodes)-1))
		if g.Nodes[u].Thread != g.Nodes[v].Thread {
			add(Sync, u, v, 0, 0, literal())
		}
	}
	pairs := func(second, first event.EventKind, yield func(r, w event.ID)) {
		for r := event.ID(1); int(r) < len(g.Events); r++ {
			for w := event.ID(1); int(w) < len(g.Events); w++ {
				if g.Events[r].Kind == second && g.Events[w].Kind == first && r != w {
					yield(r, w)
				}
			}
		}
	}
	pairs(event.Read, event.Write, func(r, w event.ID) {
		if keep() && (g.Events[w].Node != g.Events[r].Node || w < r) {
			add(RF, g.Events[w].Node, g.Events[r].Node, w, r, literal())
		}
	})
	pairs(event.Write, event.Write, func(w, v event.ID) {
		n, m := g.Events[w].Node, g.Events[v].Node
		switch {
		case n == m && w < v && keep():
			add(WS, n, m, w, v, literal())
		case n < m && keep():
			l := literal()
			add(WS, n, m, w, v, l)
			if rng.IntN(3) > 0 {
				l = literal().Not()
			}
			add(WS, m, n, v, w, l.Not())
		}
	})
	pairs(event.Read, event.Write, func(r, w event.ID) {
		if n, m := g.Events[r].Node, g.Events[w].Node; n != m && rng.IntN(3) > 0 {
			add(FR, n, m, r, w, literal())
		}
	})
	for range s.vars * o.clauses / 10 {
		c := make([]sat.Lit, 2+rng.IntN(2))
		for i := range c {
			c[i] = sat.Var(1 + rng.IntN(s.vars)).Lit(rng.IntN(3) > 0)
		}
		s.clauses = append(s.clauses, c)
	}
	return s
}

// closure returns which nodes come before which if exactly the literals for which holds is true hold.
func (s *sketch) closure(holds func(sat.Lit) bool) [][]bool {
	n := len(s.rel.Graph.Nodes)
	c := make([][]bool, n)
	for i := range c {
		c[i] = make([]bool, n)
	}
	for _, th := range s.rel.Graph.Threads {
		for i := 1; i < len(th.Nodes); i++ {
			c[th.Nodes[i-1]][th.Nodes[i]] = true
		}
	}
	for a, x := range s.rel.Arcs {
		if !holds(s.lits[a]) {
			continue
		}
		if x.From != x.To {
			c[x.From][x.To] = true
		}
		for b, y := range s.rel.Arcs {
			if x.Kind == RF && y.Kind == WS && x.First == y.First && holds(s.lits[b]) && x.To != y.To {
				c[x.To][y.To] = true
			}
		}
	}
	for k := range c {
		for i := range c {
			for j := range c {
				c[i][j] = c[i][j] || c[i][k] && c[k][j]
			}
		}
	}
	return c
}

// acyclic reports whether no node comes before itself.
func (s *sketch) acyclic(holds func(sat.Lit) bool) bool {
	for i, row := range s.closure(holds) {
		if row[i] {
			return false
		}
	}
	return true
}

// satisfiable enumerates all assignments.
func (s *sketch) satisfiable() bool {
	for m := range uint32(1) << s.vars {
		holds := func(l sat.Lit) bool { return (m>>(l.Var()-1)&1 != 0) != l.IsNeg() }
		ok := true
		for _, c := range s.clauses {
			ok = ok && slices.ContainsFunc(c, holds)
		}
		if ok && s.acyclic(holds) {
			return true
		}
	}
	return false
}

// monitor passes all calls on to a theory and checks the answers and, after
// backtracking, the state.
type monitor struct {
	*theory
	s        *sketch
	complete bool // the theory has to find everything
	states   []string
	implied  int
	failed   int
	err      error
}

func (m *monitor) fail(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf(format, args...)
	}
}

// state is all that later behaviour depends on, as text.
func (t *theory) state() string {
	var lists [][]ArcID
	for e := range t.heads {
		var list []ArcID
		for a := t.heads[e].rfFirst; a != noArc; a = t.arcs[a].nextFirst {
			list = append(list, a)
		}
		for a := t.heads[e].wsFirst; a != noArc; a = t.arcs[a].nextFirst {
			list = append(list, a)
		}
		for a := t.heads[e].intoThis; a != noArc; a = t.arcs[a].nextSecond {
			list = append(list, a)
		}
		lists = append(lists, list)
	}
	return fmt.Sprint(t.value, t.trail, t.linked, t.inserted, t.told, t.levels, lists, t.reasons, t.graph.Edges(), t.graph.Changes())
}

func (m *monitor) NewLevel() {
	m.states = append(m.states, m.state())
	m.theory.NewLevel()
}

func (m *monitor) Backtrack(level int) {
	m.theory.Backtrack(level)
	if got := m.state(); got != m.states[level] {
		m.fail("after backtracking\n%s\nbefore\n%s", got, m.states[level])
	}
	m.states = m.states[:level]
}

// valid checks that a clause follows from the theory.
func (m *monitor) valid(clause []sat.Lit) {
	if m.s.acyclic(func(l sat.Lit) bool { return slices.Contains(clause, l.Not()) }) {
		m.fail("clause %v does not follow", clause)
	}
}

func (m *monitor) Propagate(out *sat.Theory) {
	before := m.clause
	m.clause = nil
	m.theory.Propagate(out)
	if m.clause != nil {
		m.failed++
		m.valid(m.clause)
		return
	}
	m.clause = before
	holds := func(l sat.Lit) bool { return m.value[m.of(l)] > 0 }
	c := m.s.closure(holds)
	for i := range c {
		if c[i][i] {
			m.fail("missed a cycle of %v", m.trail)
		}
	}
	wanted := map[sat.Lit]bool{}
	for a, x := range m.s.rel.Arcs {
		if c[x.To][x.From] {
			wanted[m.s.lits[a].Not()] = true
		}
		for b, y := range m.s.rel.Arcs {
			if x.Kind == RF && y.Kind == WS && x.First == y.First && c[y.To][x.To] && x.To != y.To {
				if holds(m.s.lits[a]) {
					wanted[m.s.lits[b].Not()] = true
				}
				if holds(m.s.lits[b]) {
					wanted[m.s.lits[a].Not()] = true
				}
			}
		}
	}
	for _, l := range impliedOf(out) {
		m.implied++
		m.valid(m.theory.Explain(l, nil))
		delete(wanted, l)
		delete(wanted, l.Not()) // both are wanted before a conflict
	}
	for l := range wanted {
		if m.complete && m.value[m.of(l)] == 0 {
			m.fail("did not imply %d of %v", l, m.trail)
		}
	}
}

// impliedOf returns the implied literals, which package sat does not export.
func impliedOf(out *sat.Theory) []sat.Lit {
	list := reflect.ValueOf(out).Elem().FieldByName("implied")
	lits := make([]sat.Lit, list.Len())
	for i := range lits {
		lits[i] = sat.Lit(list.Index(i).Int())
	}
	return lits
}

func (m *monitor) Explain(l sat.Lit, buf []sat.Lit) []sat.Lit {
	buf = m.theory.Explain(l, buf)
	m.valid(buf)
	return buf
}

// solve solves the sketch with the theory under a monitor.
func (s *sketch) solve(t *testing.T, seed uint64, complete bool) (sat.Status, *monitor) {
	t.Helper()
	solver := sat.New(sat.Options{Seed: seed})
	solver.NewVars(s.vars)
	m := &monitor{theory: newTheory(s.rel, s.lits), s: s, complete: complete}
	solver.Connect(m)
	for _, l := range s.lits {
		solver.Observe(l.Var())
	}
	for _, c := range s.clauses {
		solver.AddClause(c...)
	}
	status := solver.Solve(context.Background())
	if m.err != nil {
		t.Fatal(m.err)
	}
	if status == sat.Satisfiable && !s.acyclic(solver.Value) {
		t.Fatal("model with a cycle")
	}
	return status, m
}

// TestTheoryRandom compares with the enumeration of all assignments.
func TestTheoryRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	counts := map[sat.Status]int{}
	implied, failed := 0, 0
	for i := range 1500 {
		s := drawSketch(rng, sketchOptions{threads: 3, nodes: 2, events: 2, vars: 5 + rng.IntN(7), clauses: 3 + rng.IntN(10)})
		got, m := s.solve(t, uint64(i), false)
		want := sat.Unsatisfiable
		if s.satisfiable() {
			want = sat.Satisfiable
		}
		if got != want {
			t.Fatalf("sketch %d: got %v, want %v", i, got, want)
		}
		counts[got]++
		implied += m.implied
		failed += m.failed
	}
	t.Log(counts, implied, "implied", failed, "conflicts")
	if counts[sat.Satisfiable] < 300 || counts[sat.Unsatisfiable] < 300 || implied < 1000 || failed < 100 {
		t.Error("the test has lost its power")
	}
}

// TestTheoryComplete checks that the theory implies every literal that follows from one path and one
// literal, if no arc is left out.
func TestTheoryComplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 9))
	implied := 0
	for i := range 400 {
		s := drawSketch(rng, sketchOptions{threads: 3, nodes: 4, events: 2, all: true, clauses: 10})
		_, m := s.solve(t, uint64(i), true)
		implied += m.implied
	}
	t.Log(implied, "implied")
	if implied < 1000 {
		t.Error("the test has lost its power")
	}
}
