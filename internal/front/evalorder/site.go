package evalorder

import (
	"slices"

	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Places are the sites of a unit.
type Places struct {
	sites map[any]*Site // by tree.Expr or *tree.Init
}

// Of returns the site at an expression, or nil.
func (p *Places) Of(e tree.Expr) *Site {
	if p == nil {
		return nil
	}
	return p.sites[e]
}

// OfInit returns the site at an initialiser list, or nil.
func (p *Places) OfInit(in *tree.Init) *Site {
	if p == nil {
		return nil
	}
	return p.sites[in]
}

// Site is an expression, or an initialiser list, with parts whose order can matter.
type Site struct {
	Pos  ir.Pos
	Full ir.Pos // the first site of the same full expression: a name for all of them
	// Parts holds the operands that depend on another one, from left to right. It is empty if only an
	// assignment's own effect conflicts with one of its sides.
	Parts []Part
	// Undefined is set if two accesses of the expression itself conflict (C11 6.5p2).
	Undefined bool
	// Whole is set if only the orders of whole parts are tried, although another part could come
	// between the operations of one part.
	Whole bool
	// Single is set if the parts can be lowered only once, since one has a label inside.
	Single bool
	// Racy is set if two parts, which need not be in Parts, have plain accesses whose order other
	// threads could see in a data race.
	Racy  bool
	meets [][]bool
}

// Depend reports whether the order of two parts, by index, can matter.
func (s *Site) Depend(i, j int) bool { return s.meets[i][j] }

// Role is the kind of evaluation of a part.
type Role uint8

// The roles.
const (
	Value Role = iota
	Place      // the lvalue that is assigned to
	Old        // the same with its value before: the left side of a compound assignment
)

// Part is an operand.
type Part struct {
	X    tree.Expr
	Role Role
}

// finder finds the sites of one full expression.
type finder struct {
	*analyzer
	full ir.Pos
}

// findSites examines every function, together with the effects that may happen in parallel with it.
func (a *analyzer) findSites(u *tree.Unit) {
	t := a.threadsOf(u)
	for _, f := range u.Functions {
		if f.Body != nil {
			a.beside = t.besides(f)
			a.statement(f.Body)
		}
	}
}

func (a *analyzer) statement(s tree.Stmt) {
	expressions(s,
		func(e tree.Expr) { (&finder{analyzer: a}).expr(e) },
		func(in *tree.Init) { (&finder{analyzer: a}).init(in) })
}

// expr looks for sites in an expression.
func (f *finder) expr(e tree.Expr) {
	switch e := e.(type) {
	case nil:
		return
	case *tree.Binary, *tree.PtrAdd, *tree.PtrSub:
		var leaves []Part
		flatten(e, &leaves)
		f.site(e, e.Pos(), leaves)
		f.inside(leaves)
		return
	case *tree.Call:
		list := e.Args
		if e.Callee() == nil {
			list = slices.Concat([]tree.Expr{e.F}, list)
		}
		f.operands(e, e.P, list)
		return
	case *tree.Intrinsic:
		f.operands(e, e.P, e.Args)
		return
	case *tree.Assign:
		f.assign(e)
		return
	case *tree.IncDec:
		f.meetsItself(e, e.X, e.X)
	case *tree.CompoundLit:
		f.init(e.Object.Init)
		return
	case *tree.StmtExpr:
		f.statement(e.Body)
		f.expr(e.Value)
		return
	}
	for _, x := range tree.Operands(e) {
		f.expr(x)
	}
}

// operands makes a site of operands that all are evaluated, in any order.
func (f *finder) operands(key tree.Expr, pos ir.Pos, list []tree.Expr) {
	var leaves []Part
	for _, x := range list {
		flatten(x, &leaves)
	}
	f.site(key, pos, leaves)
	f.inside(leaves)
}

func (f *finder) inside(parts []Part) {
	for _, p := range parts {
		f.expr(p.X)
	}
}

// flatten collects the leaves below operators that only compute.
func flatten(e tree.Expr, out *[]Part) {
	switch x := e.(type) {
	case *tree.Const, *tree.Address, *tree.FuncRef:
		return
	case *tree.Binary, *tree.Unary, *tree.PtrAdd, *tree.PtrSub:
		for _, y := range tree.Operands(e) {
			flatten(y, out)
		}
		return
	case *tree.Convert:
		if !x.T.IsVoid() && !x.T.IsRecord() && !x.X.Type().IsRecord() {
			flatten(x.X, out)
			return
		}
	case *tree.Decay:
		if d, ok := x.X.(*tree.Deref); ok { // of an element that is an array
			flatten(d.X, out)
			return
		}
		if _, ok := x.X.(*tree.FuncRef); ok {
			return
		}
	}
	*out = append(*out, Part{X: e})
}

// assign looks at an assignment: the two sides, and its own effect with theirs.
func (f *finder) assign(e *tree.Assign) {
	var right []Part
	flatten(e.Y, &right)
	left := Part{X: e.X, Role: Place}
	if e.Compound {
		left.Role = Old
		if e.X.Type().IsAtomic() {
			left.Role = Place // it is read when it is written
		}
	}
	f.site(e, e.P, append([]Part{left}, right...))
	f.meetsItself(e, e.X, e.X, e.Y)
	f.expr(e.X)
	f.inside(right)
}

// meetsItself notes an assignment whose effect meets one of its sides', which are not
// in order with it.
func (f *finder) meetsItself(e tree.Expr, target tree.Expr, sides ...tree.Expr) {
	own := f.access(target, true)
	for _, side := range sides {
		f.sideEffects(side, func(x access) {
			if f.overlap(&own, &x, true) && f.definite(&own, &x) {
				f.at(e, e.Pos()).Undefined = true
			}
		})
	}
}

// sideEffects calls yield for the writes of e that are unsequenced with uses of its value. Writes
// before a sequence point of e are excluded.
func (f *finder) sideEffects(e tree.Expr, yield func(access)) {
	switch e := e.(type) {
	case *tree.Assign:
		yield(f.access(e.X, true))
	case *tree.IncDec:
		yield(f.access(e.X, true))
	case *tree.Comma:
		f.sideEffects(e.Y, yield)
		return
	case *tree.Logical:
		f.sideEffects(e.Y, yield)
		return
	case *tree.Cond:
		f.sideEffects(e.X, yield)
		f.sideEffects(e.Y, yield)
		return
	case *tree.Call, *tree.Intrinsic, *tree.StmtExpr, nil:
		return
	}
	for _, x := range tree.Operands(e) {
		f.sideEffects(x, yield)
	}
}

// definite reports whether two accesses that may overlap probably do: both are to a named object, or
// both through pointers. A pointer that may point to a variable named in the same expression is left
// out. Otherwise strncpy's *d++ = *s++ would be reported everywhere.
func (f *finder) definite(x, y *access) bool { return (x.object != nil) == (y.object != nil) }

// init looks at an initialiser list (C11 6.7.9p23).
func (f *finder) init(in *tree.Init) {
	if in == nil {
		return
	}
	var leaves []Part
	for i := range in.Items {
		flatten(in.Items[i].Value, &leaves)
	}
	pos := ir.Pos{}
	if len(leaves) > 0 {
		pos = leaves[0].X.Pos()
	}
	if len(in.Items) > 1 {
		f.site(in, pos, leaves)
		f.inside(leaves)
		return
	}
	for i := range in.Items {
		f.expr(in.Items[i].Value)
	}
}

// at returns the site of a node, and creates it if necessary.
func (f *finder) at(key any, pos ir.Pos) *Site {
	s := f.out.sites[key]
	if s == nil {
		if !f.full.IsValid() {
			f.full = pos
		}
		s = &Site{Pos: pos, Full: f.full}
		f.out.sites[key] = s
	}
	return s
}

// evaluation holds the effects of the evaluation of a part, in total and one by one.
type evaluation struct {
	total effects
	atoms []*atom
	own   accessSet // by the expression itself, not by a called function
}

func (f *finder) evaluate(p Part) *evaluation {
	v := &evaluation{}
	note := func(t *atom) {
		v.total.union(&t.effects)
		v.atoms = append(v.atoms, t)
		if !t.called {
			v.own = append(v.own, t.accesses...)
		}
	}
	switch p.Role {
	case Value:
		f.atoms(p.X, note)
	case Place:
		f.placeAtoms(p.X, note)
	case Old:
		f.placeAtoms(p.X, note)
		note(&atom{effects: f.only(f.access(p.X, false))})
	}
	return v
}

// site makes a site of a node if leaves of it depend on one another.
func (f *finder) site(key any, pos ir.Pos, leaves []Part) {
	halt.Poll(f.opts.Context)
	if len(leaves) < 2 {
		return
	}
	var evals []*evaluation
	for _, p := range leaves {
		evals = append(evals, f.evaluate(p))
	}
	n := len(leaves)
	meets := make([][]bool, n)
	for i := range meets {
		meets[i] = make([]bool, n)
	}
	dependent := make([]bool, n)
	undefined, whole := false, false
	for i := range n {
		for j := range i {
			if !f.conflict(&evals[i].total, &evals[j].total) {
				if f.racy(&evals[i].total, &evals[j].total) {
					f.at(key, pos).Racy = true
				}
				continue
			}
			meets[i][j], meets[j][i] = true, true
			dependent[i], dependent[j] = true, true
			if f.unsequenced(evals[i], evals[j]) {
				undefined = true // no order is right: all would not be more than some
				continue
			}
			whole = whole || f.between(evals[i], evals[j]) || f.between(evals[j], evals[i])
		}
	}
	var kept []int
	for i := range n {
		if dependent[i] {
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 {
		return
	}
	s := f.at(key, pos)
	s.Undefined, s.Whole = s.Undefined || undefined, whole
	for _, i := range kept {
		s.Parts = append(s.Parts, leaves[i])
		s.Single = s.Single || holdsLabel(leaves[i].X)
		row := make([]bool, 0, len(kept))
		for _, j := range kept {
			row = append(row, meets[i][j])
		}
		s.meets = append(s.meets, row)
	}
}

// unsequenced reports whether two parts have accesses of their own to one scalar, one
// of them a write.
func (f *finder) unsequenced(x, y *evaluation) bool {
	for _, i := range x.own {
		for _, j := range y.own {
			p, q := f.get(i), f.get(j)
			if (p.write || q.write) && f.definite(p, q) && f.overlap(p, q, true) {
				return true
			}
		}
	}
	return false
}

// between reports whether x does several things between which y can come so that it
// matters.
func (f *finder) between(x, y *evaluation) bool {
	n := 0
	for _, t := range x.atoms {
		if f.conflict(&t.effects, &y.total) {
			n++
		}
	}
	return n > 1
}
