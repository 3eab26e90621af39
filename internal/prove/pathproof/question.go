package pathproof

import (
	"maps"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/raceproof"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// question asks whether control can reach a place under some condition.
type question struct {
	p     *prover
	s     *term.Store
	facts *values.Facts
	pts   *pointsto.Result
	model ir.DataModel
	at    pointsto.At
	// active has, for each function on the way in, the place in it: of the obligation, of the call, of
	// that function's call, and so on.
	active map[pointsto.NodeID]pointsto.At
	// begun has, in the same way, the places of the creator of the thread at the creation.
	begun   map[pointsto.NodeID]pointsto.At
	known   map[values.Origin]known
	reached map[pointsto.At]term.ID // by block
	// given has bounds that are assumed at loop heads.
	given map[pointsto.At]bound
	// sides are conditions on the terms made so far.
	sides []term.ID
	work  int
}

// known is the term of a value, with conditions on the values that it is computed from.
type known struct {
	t     term.ID
	sides []term.ID
}

func (p *prover) newQuestion(at pointsto.At) *question {
	q := &question{
		p: p, s: term.New(term.Options{}), facts: p.facts, pts: p.pts, model: p.model, at: at,
		active: make(map[pointsto.NodeID]pointsto.At), begun: make(map[pointsto.NodeID]pointsto.At), known: make(map[values.Origin]known), reached: make(map[pointsto.At]term.ID),
	}
	outermost := q.calls(q.active, at)
	if t := q.pts.Nodes[outermost].Thread; t != 1 && q.pts.Threads[t].Root == outermost && !q.pts.Threads[t].Merged {
		q.calls(q.begun, q.pts.Threads[t].Spawn)
	}
	return q
}

// calls records a place and the calls that lead there, as long as there is one caller, and returns the
// outermost function.
func (q *question) calls(into map[pointsto.NodeID]pointsto.At, at pointsto.At) pointsto.NodeID {
	for {
		into[at.Node] = at
		n := &q.pts.Nodes[at.Node]
		if !n.Single || len(n.Callers) != 1 {
			return at.Node
		}
		if _, again := into[n.Callers[0].Node]; again {
			return at.Node
		}
		at = n.Callers[0]
	}
}

// comes returns the condition of the paths to the place of the question.
func (q *question) comes() term.ID {
	all := []term.ID{term.True}
	for _, at := range slices.SortedFunc(maps.Values(q.active), pointsto.At.Compare) {
		all = append(all, q.comesTo(at))
	}
	for _, at := range slices.SortedFunc(maps.Values(q.begun), pointsto.At.Compare) {
		if !q.isActive(at.Node) {
			all = append(all, q.comesTo(at))
		}
	}
	return q.s.Conj(all...)
}

// comesTo returns the condition of the paths to an instruction.
func (q *question) comesTo(at pointsto.At) term.ID {
	return q.s.And(q.enters(at.Node, at.Block), q.passes(at.Node, at.Block, at.Instr))
}

// enters returns the condition of the paths to the beginning of a block.
func (q *question) enters(n pointsto.NodeID, b ir.BlockID) term.ID {
	at := pointsto.At{Node: n, Block: b}
	if !q.facts.Keeps(at) {
		return term.False
	}
	if b == 1 {
		return term.True
	}
	if t, ok := q.reached[at]; ok {
		return t
	}
	q.reached[at] = term.True // asked again on the way only where the flow of control is not reducible
	view := q.pts.View(n)
	var ways []term.ID
	loop := false
	for e, from := range view.Preds[b] {
		if view.Loops.Dom.Dominates(b, from) {
			loop = true
			continue
		}
		if !q.facts.Taken(raceproof.Edge{Node: n, From: from, To: b}) {
			continue
		}
		way := q.s.Conj(q.enters(n, from), q.passes(n, from, len(view.IR.Blocks[from].Instrs)), q.branch(n, from, b))
		ways = append(ways, q.s.And(way, q.merges(n, b, e)))
	}
	t := q.s.Disj(ways...)
	if loop {
		t = q.s.And(t, q.invariant(at))
	}
	q.reached[at] = t
	return t
}

// merges returns the condition on the merged values of a block, other than a loop head, when control
// comes along an edge.
func (q *question) merges(n pointsto.NodeID, b ir.BlockID, edge int) term.ID {
	view := q.pts.View(n)
	for _, from := range view.Preds[b] {
		if view.Loops.Dom.Dominates(b, from) {
			return term.True
		}
	}
	var all []term.ID
	for v := range view.Values {
		d := &view.Values[v]
		if d.Kind == ssa.Phi && d.Block == b && q.isNumber(d.Type) && edge < len(d.Args) {
			x, y := q.valueHere(n, ssa.ValueID(v)), q.valueHere(n, d.Args[edge])
			all = append(all, q.s.Eq(x, y))
		}
	}
	return q.withSides(q.s.Conj(all...))
}

// withSides adds to a condition the conditions on the terms made for it.
func (q *question) withSides(t term.ID) term.ID {
	t = q.s.And(t, q.s.Conj(q.sides...))
	q.sides = nil
	return t
}

// branch returns the condition under which control goes from one block to another.
func (q *question) branch(n pointsto.NodeID, from, to ir.BlockID) term.ID {
	view := q.pts.View(n)
	t := &view.IR.Blocks[from].Term
	if t.Op != ir.TermCondBr || t.Targets[0] == t.Targets[1] {
		return term.True
	}
	holds := q.isTrue(q.valueHere(n, view.Term(from)))
	if t.Targets[0] != to {
		holds = q.s.Not(holds)
	}
	return q.withSides(holds)
}

func (q *question) isTrue(t term.ID) term.ID { return q.s.Eq(t, q.s.Uint(1, q.s.Width(t))) }

// passes returns the condition that control passes the first instructions of a block.
func (q *question) passes(n pointsto.NodeID, b ir.BlockID, upto int) term.ID {
	view := q.pts.View(n)
	block := &view.IR.Blocks[b]
	q.work += upto + 1
	if q.work > maxInstrs {
		return term.True
	}
	var all []term.ID
	for i := 0; i <= upto; i++ {
		called := i > 0 && (block.Instrs[i-1].Op == ir.OpCall || block.Instrs[i-1].Op == ir.OpCallPtr)
		if at := (pointsto.At{Node: n, Block: b, Instr: i}); i == 0 || called {
			if !q.facts.Keeps(at) {
				return term.False // the call does not return
			}
			for v, r := range q.facts.At(at) {
				if q.isNumber(view.Values[v].Type) {
					all = append(all, q.within(q.valueHere(n, v), r))
				}
			}
		}
		if i == upto {
			break
		}
		switch in := &block.Instrs[i]; in.Op {
		case ir.OpAssume, ir.OpBlockUntil:
			all = append(all, q.isTrue(q.valueHere(n, view.Arg(b, i, 0))))
		case ir.OpAssert:
			if in.EndsProcess() {
				all = append(all, q.isTrue(q.valueHere(n, view.Arg(b, i, 0))))
			}
		case ir.OpLoad:
			def := view.Def(b, i)
			if r, ok := q.facts.Loaded(values.Origin{Node: n, Value: def}); ok && q.isNumber(in.Type) {
				all = append(all, q.within(q.valueHere(n, def), r))
			}
		}
	}
	return q.withSides(q.s.Conj(all...))
}

// within returns whether a number is in a range.
func (q *question) within(t term.ID, r values.Range) term.ID {
	w := q.s.Width(t)
	return q.s.Conj(
		q.s.Sle(q.s.Uint(uint64(r.SLo)&mask(w), w), t), q.s.Sle(t, q.s.Uint(uint64(r.SHi)&mask(w), w)),
		q.s.Ule(q.s.Uint(r.ULo, w), t), q.s.Ule(t, q.s.Uint(r.UHi, w)))
}

func mask(w uint) uint64 { return ^uint64(0) >> (64 - w) }

// isNumber reports whether values of a type are represented by terms.
func (q *question) isNumber(t ir.Type) bool { return t.IsInt() && t.Bits(q.model) <= 64 }
