package intervals

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/order/event"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Narrow returns a smaller graph with the same executions. The value of a read is a variable with as few
// bits as its interval needs, extended, with facts for its bounds. Terms with a single value are constants.
// Obligations and marks that cannot be reached have the guard False. Numbers of nodes and events stay the
// same. It is the analysed graph itself if nothing gets simpler, or if the bounds are rejected.
func (r *Result) Narrow() *event.Graph {
	if r.rejected != nil {
		return r.g
	}
	n := &narrowing{Result: r, tr: term.NewTranslator(r.g.Terms, r.g.Terms)}
	for _, v := range r.vars {
		n.variable(v)
	}
	// Constants below other bound terms do no harm: the translator does not search below a bound term.
	for id := range term.ID(len(r.eval.at)) {
		if r.eval.at[id] == 0 || r.g.Terms.IsConst(id) || r.g.Terms.IsVar(id) || r.g.Terms.Sort(id).IsArray() {
			continue
		}
		if v := r.eval.of(id); v.Constant() {
			n.bind(id, n.constant(v.Lo, id))
		}
	}
	if !n.bound {
		return r.g
	}
	return n.graph()
}

// narrowing is the rewriting of one graph.
type narrowing struct {
	*Result
	tr     *term.Translator
	bounds []term.ID // facts about new variables
	bound  bool
}

func (n *narrowing) bind(from, to term.ID) {
	n.tr.Bind(from, to)
	n.bound = true
}

func (n *narrowing) constant(c term.Word, like term.ID) term.ID {
	if n.g.Terms.Sort(like) == term.Bool {
		return n.g.Terms.Bool(!c.IsZero())
	}
	return n.g.Terms.Const(c, n.g.Terms.Width(like))
}

// variable replaces the value of a read.
func (n *narrowing) variable(id term.ID) {
	s := n.g.Terms
	v, w := n.eval.of(id), s.Width(id)
	if v.Constant() {
		n.bind(id, s.Const(v.Lo, w))
		return
	}
	k, signed := v.Hi.Len(), false
	if v.SLo.Negative(w) {
		// One bit is the sign.
		if b := 1 + max(v.SLo.Not().Mask(w).Len(), v.SHi.Len()); !v.SHi.Negative(w) && b < k {
			k, signed = b, true
		} else if b := 1 + v.SLo.Not().Mask(w).Len(); v.SHi.Negative(w) && b < k {
			k, signed = b, true
		}
	}
	x, wide := id, id
	if k < w {
		x = s.Var(s.Name(id), term.BV(k))
		if wide = s.Zext(x, w); signed {
			wide = s.Sext(x, w)
		}
		n.bind(id, wide)
	}
	// If one interval contains values of both signs, the other one does not follow from it.
	if !signed {
		n.fact(s.Ule(s.Const(v.Lo, k), x))
		n.fact(s.Ule(x, s.Const(v.Hi, k)))
		if v.Lo.Negative(w) != v.Hi.Negative(w) {
			n.fact(s.Sle(s.Const(v.SLo, w), wide))
			n.fact(s.Sle(wide, s.Const(v.SHi, w)))
		}
		return
	}
	n.fact(s.Sle(s.Const(v.SLo, k), x))
	n.fact(s.Sle(x, s.Const(v.SHi, k)))
	if v.SLo.Negative(w) != v.SHi.Negative(w) {
		n.fact(s.Ule(s.Const(v.Lo, w), wide))
		n.fact(s.Ule(wide, s.Const(v.Hi, w)))
	}
}

func (n *narrowing) fact(f term.ID) {
	if f != term.True {
		n.bounds = append(n.bounds, f)
	}
}

// term returns the new form of a term, None of None.
func (n *narrowing) term(id term.ID) term.ID {
	if id == term.None {
		return id
	}
	return n.tr.Term(id)
}

// reads returns the variables that the new values of reads have in place of the old ones.
func (n *narrowing) reads() []term.ID {
	list := make([]term.ID, 0, len(n.g.Reads))
	for _, v := range n.g.Reads {
		for _, id := range n.g.Terms.Below(n.term(v)) {
			if n.g.Terms.IsVar(id) {
				list = append(list, id)
			}
		}
	}
	return list
}

func (n *narrowing) graph() *event.Graph {
	g := *n.g
	g.Threads, g.Nodes, g.Events = slices.Clone(g.Threads), slices.Clone(g.Nodes), slices.Clone(g.Events)
	g.Regions, g.Objects, g.Edges = slices.Clone(g.Regions), slices.Clone(g.Objects), slices.Clone(g.Edges)
	g.Obligations, g.Marks, g.Inputs = slices.Clone(g.Obligations), slices.Clone(g.Marks), slices.Clone(g.Inputs)
	g.Points, g.Touches = slices.Clone(g.Points), slices.Clone(g.Touches)
	g.Trail, g.Ends = slices.Clone(g.Trail), slices.Clone(g.Ends)
	g.Facts = n.bounds
	for _, f := range n.g.Facts {
		if f = n.term(f); f != term.True {
			g.Facts = append(g.Facts, f)
		}
	}
	rewrite := func(terms ...*term.ID) {
		for _, t := range terms {
			*t = n.term(*t)
		}
	}
	g.Reads = n.reads()
	for i := range g.Threads {
		rewrite(&g.Threads[i].Guard)
	}
	for i := range g.Nodes {
		rewrite(&g.Nodes[i].Guard, &g.Nodes[i].Step)
	}
	for i := range g.Events {
		rewrite(&g.Events[i].Guard, &g.Events[i].Value, &g.Events[i].Index)
	}
	for i := range g.Regions {
		rewrite(&g.Regions[i].Init)
	}
	for i := range g.Objects {
		rewrite(&g.Objects[i].Count)
	}
	for i := range g.Edges {
		rewrite(&g.Edges[i].Guard)
	}
	for i := range g.Obligations {
		o := &g.Obligations[i]
		rewrite(&o.Guard, &o.Cond)
		if g.Terms.And(o.Guard, g.Terms.Not(o.Cond)) == term.False {
			o.Guard = term.False
		}
	}
	g.Unblock = slices.Clone(g.Unblock)
	for i := range g.Unblock {
		g.Unblock[i] = slices.Clone(g.Unblock[i])
		for j := range g.Unblock[i] {
			rewrite(&g.Unblock[i][j].Guard)
		}
	}
	for i := range g.Marks {
		rewrite(&g.Marks[i].Guard)
	}
	for i := range g.Inputs {
		rewrite(&g.Inputs[i].Guard, &g.Inputs[i].Value)
	}
	for i := range g.Points {
		rewrite(&g.Points[i].Guard, &g.Points[i].Modifies, &g.Points[i].Channel, &g.Points[i].Number)
	}
	for i := range g.Touches {
		rewrite(&g.Touches[i].Guard, &g.Touches[i].Offset)
	}
	for i := range g.Trail {
		p := &g.Trail[i]
		p.Regs = slices.Clone(p.Regs)
		rewrite(&p.Guard)
		for r := range p.Regs {
			rewrite(&p.Regs[r])
		}
	}
	for i := range g.Ends {
		rewrite(&g.Ends[i].Guard)
	}
	return &g
}
