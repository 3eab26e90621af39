package consistency

import (
	"github.com/heddle-mc/heddle/internal/order/acyclic"
	"github.com/heddle-mc/heddle/internal/solve/sat"
)

// reason is one or two true literals that put an edge into the graph.
type reason [2]literal

// implication is why a literal is false: with other (if any) it would be an edge
// from the end of a path to its start, over the first edges of the graph.
type implication struct {
	other      literal
	start, end acyclic.Node
	edges      int32
}

// explaining holds the theory's data for explanations.
type explaining struct {
	reasons []reason      // by label: those of the edges of the graph
	why     []implication // by variable
	pending []uint32      // by variable: the round in which it was implied last
	round   uint32        // the call of Propagate
	labels  []acyclic.Label
	clause  []sat.Lit
	stamp   []uint32 // by variable: the clause that it is in
	now     uint32
}

func (ex *explaining) init(vars int) {
	ex.why = make([]implication, vars)
	ex.pending = make([]uint32, vars)
	ex.stamp = make([]uint32, vars)
}

func (ex *explaining) memory() int64 {
	return 8*int64(cap(ex.reasons)) + 24*int64(len(ex.why)) + 4*int64(cap(ex.labels)+cap(ex.clause))
}

// imply tells the solver that l holds, since there is a path from start to end and the negation of l with
// other would close it. Only the first reason in a call of Propagate counts.
func (t *theory) imply(l, other literal, start, end acyclic.Node, out *sat.Theory) {
	v := l >> 1
	if t.value[l] != 0 || t.pending[v] == t.round {
		return
	}
	t.pending[v] = t.round
	t.why[v] = implication{other, start, end, int32(t.graph.Edges())}
	out.Imply(t.solver[l])
}

// Explain implements [sat.Propagator].
func (t *theory) Explain(l sat.Lit, buf []sat.Lit) []sat.Lit {
	v := t.of(l) >> 1
	why := &t.why[v]
	t.nextClause()
	buf = append(buf, l)
	t.stamp[v] = t.now
	buf = t.falsify(why.other, buf)
	return t.falsifyPath(why.start, why.end, int(why.edges), buf)
}

// conflict reports that an edge from u to v with this reason closes a cycle.
func (t *theory) conflict(u, v acyclic.Node, why reason, out *sat.Theory) {
	t.nextClause()
	clause := t.falsify(why[0], t.clause[:0])
	clause = t.falsify(why[1], clause)
	t.clause = t.falsifyPath(v, u, t.graph.Edges(), clause)
	out.Conflict(t.clause...)
}

// nextRound makes imply take new reasons.
func (ex *explaining) nextRound() {
	ex.round++
	if ex.round == 0 {
		clear(ex.pending)
		ex.round = 1
	}
}

// nextClause makes falsify start a new clause.
func (ex *explaining) nextClause() {
	ex.now++
	if ex.now == 0 {
		clear(ex.stamp)
		ex.now = 1
	}
}

// falsify adds the negation of l to a clause, once; noLiteral adds nothing.
func (t *theory) falsify(l literal, clause []sat.Lit) []sat.Lit {
	if l == noLiteral || t.stamp[l>>1] == t.now {
		return clause
	}
	t.stamp[l>>1] = t.now
	return append(clause, t.solver[l.not()])
}

// falsifyPath adds the negations of the literals along a path with the fewest,
// over the first edges of the graph, to a clause.
func (t *theory) falsifyPath(start, end acyclic.Node, edges int, clause []sat.Lit) []sat.Lit {
	t.labels = t.graph.Path(start, end, edges, t.labels[:0])
	for _, label := range t.labels {
		clause = t.falsify(t.reasons[label][0], clause)
		clause = t.falsify(t.reasons[label][1], clause)
	}
	return clause
}
