package pathproof

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/analyze/values"
	"github.com/heddle-mc/heddle/internal/order/arith"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

func (q *question) valueHere(n pointsto.NodeID, v ssa.ValueID) term.ID {
	return q.value(values.Origin{Node: n, Value: v})
}

// value returns the term of a number: of the latest instance of a value in an active function, or of
// the only instance.
func (q *question) value(o values.Origin) term.ID {
	k, ok := q.known[o]
	if !ok {
		outer := q.sides
		q.sides = nil
		k.t = q.make(o)
		if _, active := q.active[o.Node]; !active && q.once(o) {
			q.remember(o, k.t)
		}
		k.sides = q.sides
		q.sides = outer
		q.known[o] = k
	}
	q.sides = append(q.sides, k.sides...)
	return k.t
}

func (q *question) width(o values.Origin) uint {
	return uint(q.pts.View(o.Node).Values[o.Value].Type.Bits(q.model))
}

// any returns an unknown number.
func (q *question) any(o values.Origin) term.ID {
	return q.s.Var(fmt.Sprintf("n%dv%d", o.Node, o.Value), term.BV(q.width(o)))
}

func (q *question) make(o values.Origin) term.ID {
	view := q.pts.View(o.Node)
	d := &view.Values[o.Value]
	q.work++
	if !q.isNumber(d.Type) || q.work > maxInstrs {
		return q.any(o)
	}
	if c, ok := view.Const(o.Value); ok {
		w := q.width(o)
		return q.s.Uint(c.Lo&mask(w), w)
	}
	switch d.Kind {
	case ssa.Param:
		if arg, ok := q.argument(o.Node, d); ok && (q.usable(arg) || q.passing(o)) {
			return q.value(arg)
		}
	case ssa.Def:
		in := view.Instr(o.Value)
		if in.Op == ir.OpLoad {
			return q.load(o)
		}
		args := view.Args(d.Block, d.Index)
		var terms []term.ID
		for _, a := range args {
			from := values.Origin{Node: o.Node, Value: a}
			if !q.isNumber(view.Values[a].Type) || !q.usable(from) && !q.passing(o) {
				return q.any(o)
			}
			terms = append(terms, q.value(from))
		}
		if t, ok := q.compute(in.Op, terms, q.width(o), q.any(o)); ok {
			return t
		}
	}
	return q.any(o)
}

// remember adds the facts about a value and its operands at the place where it is computed. That is for
// a function that is not active, and for a value that is computed once.
func (q *question) remember(o values.Origin, t term.ID) {
	view := q.pts.View(o.Node)
	d := &view.Values[o.Value]
	at := pointsto.At{Node: o.Node, Block: 1}
	wanted := []ssa.ValueID{o.Value}
	switch d.Kind {
	case ssa.Phi:
		at.Block = d.Block
	case ssa.Def:
		at.Block = d.Block
		in := view.Instr(o.Value)
		if in.Op == ir.OpCall || in.Op == ir.OpCallPtr {
			at.Instr = d.Index + 1
			break
		}
		for i := d.Index; i > 0 && at.Instr == 0; i-- {
			if before := view.IR.Blocks[d.Block].Instrs[i-1].Op; before == ir.OpCall || before == ir.OpCallPtr {
				at.Instr = i
			}
		}
		wanted = view.Args(d.Block, d.Index)
		if r, ok := q.facts.Loaded(o); ok {
			q.sides = append(q.sides, q.within(t, r))
		}
	}
	for v, r := range q.facts.At(at) {
		for _, x := range wanted {
			from := values.Origin{Node: o.Node, Value: x}
			switch {
			case x != v || !q.isNumber(view.Values[v].Type):
			case v == o.Value:
				q.sides = append(q.sides, q.within(t, r))
			case q.usable(from):
				q.sides = append(q.sides, q.within(q.value(from), r))
			}
		}
	}
}

// passing reports whether a value belongs to the creator of the thread and may be computed again after
// the thread has begun. Such a value occurs only in conditions at the creation of the thread, and its
// operands are those at that time.
func (q *question) passing(o values.Origin) bool {
	_, begun := q.begun[o.Node]
	return begun && !q.once(o)
}

// usable reports whether a value has a single instance that can be meant: the latest one of an active
// function, or the only one.
func (q *question) usable(o values.Origin) bool {
	if _, active := q.active[o.Node]; active {
		return true
	}
	return q.once(o)
}

func (q *question) once(o values.Origin) bool {
	d := &q.pts.View(o.Node).Values[o.Value]
	at := pointsto.At{Node: o.Node, Block: 1}
	switch d.Kind {
	case ssa.Const, ssa.Zero:
		return true
	case ssa.Def:
		at.Block, at.Instr = d.Block, d.Index
	case ssa.Phi:
		at.Block = d.Block
	}
	return q.facts.Once(at)
}

// argument returns the argument that the only caller passes for a parameter.
func (q *question) argument(n pointsto.NodeID, d *ssa.Value) (values.Origin, bool) {
	node := &q.pts.Nodes[n]
	if !node.Single || len(node.Callers) != 1 {
		return values.Origin{}, false
	}
	at := node.Callers[0]
	view := q.pts.View(at.Node)
	args := view.Args(at.Block, at.Instr)
	if view.IR.Blocks[at.Block].Instrs[at.Instr].Op == ir.OpCallPtr {
		args = args[1:]
	}
	if d.Index >= len(args) || view.Values[args[d.Index]].Type != d.Type {
		return values.Origin{}, false
	}
	arg := values.Origin{Node: at.Node, Value: args[d.Index]}
	if q.active[at.Node] == at || q.begun[at.Node] == at {
		return arg, true
	}
	return arg, q.once(arg) && q.facts.Once(at)
}

// load returns the result of a load: the value that its place is known to hold, if its instance is
// determined.
func (q *question) load(o values.Origin) term.ID {
	for _, x := range q.facts.Same(o) {
		d := &q.pts.View(x.Node).Values[x.Value]
		if !q.isNumber(d.Type) || q.width(x) != q.width(o) {
			continue
		}
		if q.once(x) || (q.isActive(o.Node) || q.passing(o)) && q.before(x, o) {
			return q.value(x)
		}
	}
	return q.any(o)
}

// before reports whether the latest instance of a value at a load is the one on the paths to the load:
// the value's definition dominates the load, or the call that leads there.
func (q *question) before(x, load values.Origin) bool {
	view := q.pts.View(load.Node)
	d := &view.Values[load.Value]
	at := pointsto.At{Node: load.Node, Block: d.Block, Instr: d.Index}
	frames := q.active
	if !q.isActive(load.Node) {
		frames = q.begun
	}
	here, there := frames[x.Node]
	switch {
	case !there:
		return false
	case x.Node != load.Node:
		if _, also := frames[load.Node]; !also || !q.outer(x.Node, load.Node, frames) {
			return false
		}
		at = here
	}
	view = q.pts.View(x.Node)
	switch def := &view.Values[x.Value]; def.Kind {
	case ssa.Param:
		return true
	case ssa.Phi:
		return view.Loops.Dom.Dominates(def.Block, at.Block)
	case ssa.Def:
		return def.Block == at.Block && def.Index < at.Instr || def.Block != at.Block && view.Loops.Dom.Dominates(def.Block, at.Block)
	}
	return false
}

func (q *question) isActive(n pointsto.NodeID) bool {
	_, active := q.active[n]
	return active
}

// outer reports whether function x called function inner, directly or through known calls.
func (q *question) outer(x, inner pointsto.NodeID, frames map[pointsto.NodeID]pointsto.At) bool {
	for n := inner; ; {
		node := &q.pts.Nodes[n]
		if !node.Single || len(node.Callers) != 1 {
			return false
		}
		if n = node.Callers[0].Node; n == x {
			return true
		}
		if _, there := frames[n]; !there || n == inner {
			return false
		}
	}
}

// compute returns the term of an operation on numbers. other stands for the result where the operation
// has none.
func (q *question) compute(op ir.Op, args []term.ID, w uint, other term.ID) (term.ID, bool) {
	s := q.s
	var x, y term.ID
	if len(args) > 0 {
		x, y = args[0], args[len(args)-1]
	}
	switch op {
	case ir.OpCopy, ir.OpBitcast:
		return x, s.Width(x) == w
	case ir.OpSelect:
		return s.Ite(q.isTrue(x), args[1], args[2]), true
	case ir.OpEq, ir.OpNe, ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe:
		holds, _ := arith.Compared(s, op, x, y)
		return s.Ite(holds, s.Uint(1, w), s.Uint(0, w)), true
	}
	out, ok := arith.Result(s, op, w, x, y)
	switch op {
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		out = s.Ite(s.Eq(y, s.Uint(0, w)), other, out)
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		out = s.Ite(s.Ult(y, s.Uint(uint64(w), w)), out, other)
	}
	return out, ok
}
