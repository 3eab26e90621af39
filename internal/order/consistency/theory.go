package consistency

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/heddle-mc/heddle/internal/order/acyclic"
	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
)

// The theory of memory order as a part of the search (He, Sun, Fan: Satisfiability modulo ordering
// consistency theory for multi-threaded program verification, PLDI 2021). Its invariant is that
//
//	po ∪ { arcs whose literals are true } ∪ { r → w' | rf(w, r), ws(w, w') true }
//
// has no cycle over nodes. It knows nothing else: clauses define which literals have to be true together.
// From-reads are edges without literals. They are found when the second of their two literals becomes true,
// so the cubically many clauses are never made.
//
//	theory.go            what is fixed, and how it is indexed
//	theory_literal.go    the numbers of its literals
//	theory_level.go      what is assigned, and how it is taken back
//	theory_propagate.go  edges from literals, literals from edges
//	theory_explain.go    clauses for conflicts and implications
//	theory_justify.go    the justification of such a clause in a proof
//
// Deviations from the paper: the closure of the order is maintained (see package acyclic). So each literal
// whose edge would close a cycle is found at once, also if it would do so by a from-read edge with one true
// literal. The paper finds only those between the two searches of an insertion.
//
// Further derivations of the later literature follow by unit propagation, with the clause that orders two
// executed writes of one granule. If w' comes before r, which sees w, then ws(w, w') is implied false,
// hence ws(w', w). If w comes before w', then ws(w', w) is implied false, hence ws(w, w') and r → w' (Sun,
// Fan, He: Consistency-preserving propagation for SMT solving of concurrent program verification, OOPSLA
// 2022).
//
// Tried and lost: decisions of the theory (Fan, Liu, He: Interference relation-guided SMT solving for
// multi-threaded program verification, PPoPP 2022). With rf literals first, proofs of the Fibonacci and
// increment programs need two to four times the conflicts of the solver's own scores. This holds in program
// order or against it, true or false; a few increment proofs need half of them. With scores of order
// literals alone they need three to five times as many. Hence the theory decides nothing. Implying the
// other rf literals of a read false when one is true changes nothing measurable: the order of the two
// writes, once known, does it.

// watch is an action for the moment at which its target begins to reach its node.
type watch struct {
	target acyclic.Node
	// item is twice an ArcID: of an arc from the node to the target, which
	// becomes impossible; or, plus 1, of an RF arc from the target to the
	// node, where from-reads become impossible.
	item int32
}

// arcData holds the theory's data of an arc.
type arcData struct {
	from, to      acyclic.Node
	first, second event.ID
	lit           literal // noLiteral: the arc never holds
	// The next elements of the lists of true RF or WS arcs with the same First and with the same Second.
	nextFirst, nextSecond ArcID
	kind                  ArcKind
	must                  bool
}

// arcDataBytes is the size of arcData, held by a test.
const arcDataBytes = 32

// noArc ends a list of arcs.
const noArc ArcID = -1

// heads are the lists of true arcs of an event.
type heads struct {
	rfFirst  ArcID // RF from a write
	wsFirst  ArcID // WS from a write
	intoThis ArcID // RF into a read, WS into a write
}

// span is a range of a slice.
type span struct{ from, to int32 }

// theory is a [sat.Propagator].
type theory struct {
	rel   *Relations
	graph *acyclic.Graph
	arcs  []arcData // by ArcID
	literals

	litArcs []ArcID // the arcs of each literal, adjacent
	litAt   []span  // by literal: its part of litArcs
	watches []watch // those of each node, adjacent, by target
	watchAt []int32 // by node: the first of its watches; one more at the end
	wsFrom  []ArcID // the WS arcs from each write, adjacent, by Second
	wsAt    []span  // by event: its part of wsFrom
	rfFrom  []ArcID // the RF arcs from each write, adjacent
	rfAt    []span  // by event: its part of rfFrom
	rfInto  []ArcID // the RF arcs into each read, adjacent, by First
	rfIntoA []span  // by event: its part of rfInto

	weak *weak // nil: sequential consistency

	assigned
	explaining
}

// newTheory returns the propagator of the relations. lits gives the literals of the arcs; sat.NoLit is a
// false literal. Further literals may follow.
func newTheory(rel *Relations, lits []sat.Lit) *theory {
	t := &theory{rel: rel, arcs: make([]arcData, len(rel.Arcs)), literals: newLiterals(lits)}
	nodes := t.makeGraph(rel)
	for a := range rel.Arcs {
		arc := &rel.Arcs[a]
		t.arcs[a] = arcData{
			from: nodes[arc.From], to: nodes[arc.To],
			first: arc.First, second: arc.Second,
			lit: t.of(lits[a]), kind: arc.Kind, must: arc.Must,
		}
		if arc.Kind == CO {
			t.arcs[a].lit = noLiteral // the model alone knows it
		}
	}
	t.indexLiterals()
	t.indexEvents(len(rel.Graph.Events))
	t.indexNodes()
	t.assigned.init(t.count(), len(rel.Graph.Events))
	t.explaining.init(t.count() / 2)
	return t
}

// connectTheory makes the theory of the relations take part in the search. w is its part for a weaker model; nil:
// there is none.
func connectTheory(host solver.Host, rel *Relations, w *weak) *theory {
	lits := make([]sat.Lit, len(rel.Arcs))
	for a := range rel.Arcs {
		lits[a] = host.Literal(rel.Arcs[a].Term)
	}
	if w != nil {
		for _, id := range slices.Sorted(maps.Keys(w.lits)) {
			lits = append(lits, w.lits[id])
		}
	}
	t := newTheory(rel, lits)
	t.weak = w
	host.Connect(t)
	for _, l := range lits {
		host.Observe(l)
	}
	return t
}

// Memory returns the number of bytes held, nearly.
func (t *theory) Memory() int64 {
	return t.graph.Memory() + arcDataBytes*int64(len(t.arcs)) + 8*int64(len(t.litAt)+len(t.watches)) +
		4*int64(len(t.own)+len(t.solver)+len(t.litArcs)+len(t.wsFrom)+len(t.rfFrom)+len(t.rfInto)) + t.assigned.memory() + t.explaining.memory()
}

// makeGraph makes a chain of the nodes with arcs of each thread. It returns the graph's node of each of
// them.
func (t *theory) makeGraph(rel *Relations) []acyclic.Node {
	nodes := make([]acyclic.Node, rel.Vertices())
	for a := range rel.Arcs {
		nodes[rel.Arcs[a].From], nodes[rel.Arcs[a].To] = 1, 1
	}
	next := acyclic.Node(1)
	var lengths []int
	for _, chain := range rel.Chains() {
		first := next
		for _, n := range chain {
			if nodes[n] != 0 {
				nodes[n] = next
				next++
			}
		}
		if next > first {
			lengths = append(lengths, int(next-first))
		}
	}
	t.graph = acyclic.New(lengths...)
	return nodes
}

// indexLiterals fills litArcs and litAt.
func (t *theory) indexLiterals() {
	t.litArcs, t.litAt = t.group(t.count(), func(a *arcData) int {
		if a.lit == noLiteral {
			return -1
		}
		return int(a.lit)
	})
}

// indexEvents fills wsFrom, rfFrom, rfInto and their spans.
func (t *theory) indexEvents(events int) {
	byKind := func(kind ArcKind, key func(*arcData) event.ID) func(*arcData) int {
		return func(a *arcData) int {
			if a.kind != kind || a.lit == noLiteral {
				return -1
			}
			return int(key(a))
		}
	}
	first := func(a *arcData) event.ID { return a.first }
	second := func(a *arcData) event.ID { return a.second }
	t.wsFrom, t.wsAt = t.group(events, byKind(WS, first))
	t.rfFrom, t.rfAt = t.group(events, byKind(RF, first))
	t.rfInto, t.rfIntoA = t.group(events, byKind(RF, second))
	for _, s := range t.wsAt {
		slices.SortFunc(t.wsFrom[s.from:s.to], func(a, b ArcID) int { return int(t.arcs[a].second - t.arcs[b].second) })
	}
	for _, s := range t.rfIntoA {
		slices.SortFunc(t.rfInto[s.from:s.to], func(a, b ArcID) int { return int(t.arcs[a].first - t.arcs[b].first) })
	}
}

// group sorts the arcs by a key below size; those with key -1 are left out.
func (t *theory) group(size int, key func(*arcData) int) ([]ArcID, []span) {
	spans := make([]span, size)
	for a := range t.arcs {
		if k := key(&t.arcs[a]); k >= 0 {
			spans[k].to++
		}
	}
	total := int32(0)
	for k := range spans {
		n := spans[k].to
		spans[k] = span{total, total}
		total += n
	}
	list := make([]ArcID, total)
	for a := range t.arcs {
		if k := key(&t.arcs[a]); k >= 0 {
			list[spans[k].to] = ArcID(a)
			spans[k].to++
		}
	}
	return list, spans
}

// indexNodes fills watches and watchAt.
func (t *theory) indexNodes() {
	if len(t.arcs) > math.MaxInt32/2 {
		panic(fmt.Sprintf("order: %d arcs", len(t.arcs)))
	}
	type entry struct {
		node acyclic.Node
		watch
	}
	var entries []entry
	for a := range t.arcs {
		d := &t.arcs[a]
		if d.lit == noLiteral || d.from == d.to {
			continue
		}
		entries = append(entries, entry{d.from, watch{d.to, int32(2 * a)}})
		if d.kind == RF {
			entries = append(entries, entry{d.to, watch{d.from, int32(2*a + 1)}})
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		if a.node != b.node {
			return int(a.node - b.node)
		}
		return int(a.target - b.target)
	})
	t.watches = make([]watch, len(entries))
	t.watchAt = make([]int32, t.graph.Nodes()+2)
	for i, en := range entries {
		t.watches[i] = en.watch
		t.watchAt[en.node+1] = int32(i + 1)
	}
	for x := 1; x < len(t.watchAt); x++ {
		t.watchAt[x] = max(t.watchAt[x], t.watchAt[x-1])
	}
}

// findWS returns the WS arc from w to other, or noArc.
func (t *theory) findWS(w, other event.ID) ArcID {
	s := t.wsAt[w]
	for lo, hi := s.from, s.to; lo < hi; {
		mid := (lo + hi) / 2
		a := t.wsFrom[mid]
		switch second := t.arcs[a].second; {
		case second == other:
			return a
		case second < other:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return noArc
}

// findRF returns the RF arc from w to r, or noArc.
func (t *theory) findRF(w, r event.ID) ArcID {
	s := t.rfIntoA[r]
	for lo, hi := s.from, s.to; lo < hi; {
		mid := (lo + hi) / 2
		a := t.rfInto[mid]
		switch first := t.arcs[a].first; {
		case first == w:
			return a
		case first < w:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return noArc
}
