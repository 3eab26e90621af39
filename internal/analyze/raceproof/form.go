package raceproof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
	"github.com/heddle-mc/heddle/internal/analyze/ssa"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// value is a value of a node.
type value struct {
	n pointsto.NodeID
	v ssa.ValueID
}

// term is a multiple of an atom.
type term struct {
	atom int32
	coef int64
}

// form is a pointer or an integer as a sum: the address of an object with one instance (0: none), a
// number, and multiples of atoms. Two pointers of one thread with the same form are equal as long as no
// atom in it is redefined.
type form struct {
	obj   pointsto.ObjID
	off   int64
	terms []term // by atom, no zero coefficient
}

// atom is an unknown in forms: a value, or a conversion of a form.
type atom struct {
	of    value  // a value
	text  string // a conversion of a form, or the value loaded from there
	deps  []value
	small bool // it has at most 33 bits: no sum of its multiples by sizes wraps
	// widens is, for a conversion of a single atom, that atom plus one.
	widens int32
	loaded bool // it is the value of a steady load
	// width is, for an iteration of a shared loop, that of the loop's variable in bits (iteration.go). In a nest of two loops the atom is an
	// index, part of the number of an iteration; count is the number of iterations of the inner loop.
	width         int64
	digit         digit
	number, count value
	divides       pointsto.At // the division that yields the index
}

func (f form) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d+%d", f.obj, f.off)
	for _, t := range f.terms {
		fmt.Fprintf(&b, "+%d*a%d", t.coef, t.atom)
	}
	return b.String()
}

// plus returns f + sign·g, where at most one of the two has an object or sign is 1; ok is false if the
// sum has no form.
func (f form) plus(g form, sign int64) (sum form, ok bool) {
	if g.obj != 0 {
		if f.obj != 0 || sign != 1 {
			return form{}, false
		}
		f.obj = g.obj
	}
	f.off += sign * g.off
	terms := slices.Clone(f.terms)
	for _, t := range g.terms {
		i, found := slices.BinarySearchFunc(terms, t.atom, func(x term, a int32) int { return int(x.atom - a) })
		if !found {
			terms = slices.Insert(terms, i, term{t.atom, sign * t.coef})
		} else if terms[i].coef += sign * t.coef; terms[i].coef == 0 {
			terms = slices.Delete(terms, i, i+1)
		}
	}
	f.terms = terms
	return f, true
}

func (f form) times(k int64) form {
	if k == 0 {
		return form{}
	}
	f.off *= k
	f.terms = slices.Clone(f.terms)
	for i := range f.terms {
		f.terms[i].coef *= k
	}
	return f
}

func (a *prover) atomOf(x atom) form {
	key := x.text
	if x.of.n != 0 {
		key = fmt.Sprintf("%d.%d", x.of.n, x.of.v)
	}
	id, ok := a.atomIDs[key]
	if !ok {
		id = int32(len(a.atoms))
		a.atoms = append(a.atoms, x)
		a.atomIDs[key] = id
	}
	return form{terms: []term{{id, 1}}}
}

// maxForm bounds the depth to which definitions are followed.
const maxForm = 12

func (a *prover) formOf(x value) form {
	if f, ok := a.forms[x]; ok {
		return f
	}
	f := a.computeForm(x, maxForm)
	a.forms[x] = f
	return f
}

func (a *prover) computeForm(x value, fuel int) form {
	x = a.root(x)
	view := a.pts.View(x.n)
	d := &view.Values[x.v]
	if d.Type.IsPtr() {
		if l, ok := a.only(x); ok {
			return form{obj: l.Obj, off: l.Off}
		}
	}
	self := a.atomOf(atom{of: x, deps: []value{x}, small: d.Type.IsInt() && d.Type.Bits(a.prog.Model) <= 32, width: a.taken(x)})
	if c, ok := view.Const(x.v); ok {
		w := c.Type.Bits(a.prog.Model)
		if c.Type.IsInt() && w <= 64 {
			return form{off: int64(c.Lo<<(64-w)) >> (64 - w)}
		}
		return self
	}
	if d.Kind != ssa.Def || fuel == 0 {
		return self
	}
	in := view.Instr(x.v)
	arg := func(k int) form { return a.computeForm(value{x.n, view.Arg(d.Block, d.Index, k)}, fuel-1) }
	switch in.Op {
	case ir.OpPtrAdd, ir.OpAdd:
		if sum, ok := arg(0).plus(arg(1), 1); ok {
			return sum
		}
	case ir.OpSub:
		if sum, ok := arg(0).plus(arg(1), -1); ok {
			return sum
		}
	case ir.OpMul:
		f, g := arg(0), arg(1)
		if len(f.terms) == 0 && f.obj == 0 {
			f, g = g, f
		}
		if len(g.terms) == 0 && g.obj == 0 && f.obj == 0 {
			return f.times(g.off)
		}
	case ir.OpShl:
		if g := arg(1); len(g.terms) == 0 && g.obj == 0 && 0 <= g.off && g.off < 31 {
			if f := arg(0); f.obj == 0 {
				return f.times(1 << g.off)
			}
		}
	case ir.OpUDiv, ir.OpURem:
		if f, ok := a.indexOf(x, in.Op); ok {
			return f
		}
	case ir.OpLoad:
		if f, ok := a.steadyLoad(x, fuel-1); ok {
			return f
		}
	case ir.OpTrunc:
		if f := arg(0); a.kept(in.Op, f, int64(in.Type.Bits(a.prog.Model))) {
			return f
		}
	case ir.OpSExt, ir.OpZExt:
		f := arg(0)
		if a.kept(in.Op, f, 0) {
			return f
		}
		if len(f.terms) == 0 && f.obj == 0 && (f.off >= 0 || in.Op == ir.OpSExt) {
			return f
		}
		from := view.Values[view.Arg(d.Block, d.Index, 0)].Type
		widens := int32(0)
		if len(f.terms) == 1 && f.terms[0].coef == 1 && f.off == 0 && f.obj == 0 {
			widens = f.terms[0].atom + 1
		}
		return a.atomOf(atom{widens: widens,
			text: fmt.Sprintf("%s %s %s (%s)", in.Op, from, in.Type, f.key()),
			deps: a.deps(f), small: from.Bits(a.prog.Model) <= 32,
		})
	}
	return self
}

// deps lists the values whose redefinition changes a form.
func (a *prover) deps(f form) []value {
	var out []value
	for _, t := range f.terms {
		for _, v := range a.atoms[t.atom].deps {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// root follows copies, and parameters of functions that are called from one place, to the origin of a
// value.
func (a *prover) root(x value) value {
	for {
		view := a.pts.View(x.n)
		switch d := &view.Values[x.v]; {
		case d.Kind == ssa.Def && view.Instr(x.v).Op == ir.OpCopy:
			x.v = view.Arg(d.Block, d.Index, 0)
		case d.Kind == ssa.Param && a.pts.Nodes[x.n].Single:
			at := a.pts.Nodes[x.n].Callers[0]
			caller := a.pts.View(at.Node)
			args := caller.Args(at.Block, at.Instr)
			if caller.IR.Blocks[at.Block].Instrs[at.Instr].Op == ir.OpCallPtr {
				args = args[1:]
			}
			if d.Index >= len(args) || caller.Values[args[d.Index]].Type != d.Type {
				return x
			}
			x = value{at.Node, args[d.Index]}
		default:
			return x
		}
	}
}

func (a *prover) constOf(x value) (ir.Const, bool) {
	x = a.root(x)
	return a.pts.View(x.n).Const(x.v)
}

// only returns the single place that a pointer can point to, if there is only one and its object has
// one instance.
func (a *prover) only(x value) (pointsto.Loc, bool) {
	id, ok := a.pts.Only(x.n, x.v)
	l := a.pts.Locs[id]
	return l, ok && a.single(l.Obj)
}
