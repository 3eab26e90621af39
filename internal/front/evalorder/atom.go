package evalorder

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// atom is one thing that evaluating an expression does: an access, or all that a
// called function does.
type atom struct {
	effects
	called bool // by a function or a statement expression: indeterminately sequenced, not unsequenced
}

// atoms calls yield for each atomic effect of the evaluation of e, from left to right.
func (a *analyzer) atoms(e tree.Expr, yield func(*atom)) {
	if e == nil {
		return
	}
	list := func(es ...tree.Expr) {
		for _, x := range es {
			a.atoms(x, yield)
		}
	}
	one := func(x access) {
		t := atom{effects: a.only(x)}
		t.fails = x.object == nil || !x.fixed
		yield(&t)
	}
	switch e := e.(type) {
	case *tree.Load:
		a.placeAtoms(e.X, yield)
		if !e.X.Type().IsFunc() && !isConstant(e.X) {
			one(a.access(e.X, false))
		}
	case *tree.Ref, *tree.Deref, *tree.Member, *tree.CompoundLit:
		a.placeAtoms(e, yield)
	case *tree.Decay:
		a.placeAtoms(e.X, yield)
	case *tree.AddrOf:
		a.placeAtoms(e.X, yield)
	case *tree.Assign:
		a.placeAtoms(e.X, yield)
		list(e.Y)
		if e.Compound {
			one(a.access(e.X, false))
		}
		one(a.access(e.X, true))
	case *tree.IncDec:
		a.placeAtoms(e.X, yield)
		one(a.access(e.X, false))
		one(a.access(e.X, true))
	case *tree.Binary:
		list(e.X, e.Y)
		if mayFail(e) {
			yield(&atom{effects: effects{fails: true}})
		}
	case *tree.Call:
		if e.Callee() == nil {
			list(e.F)
		}
		list(e.Args...)
		if a.collect != nil {
			a.collect(e)
			return
		}
		yield(&atom{effects: a.callEffects(e), called: true})
	case *tree.Intrinsic:
		list(e.Args...)
		yield(&atom{effects: a.intrinsicEffects(e), called: true})
	case *tree.StmtExpr:
		t := atom{called: true}
		t.effects = a.stmtEffects(e.Body)
		a.atoms(e.Value, func(x *atom) { t.union(&x.effects) })
		yield(&t)
	case *tree.VaArg:
		t := atom{called: true}
		t.accesses.add(a.id(a.access(e.List, false)))
		t.accesses.add(a.id(a.access(e.List, true)))
		yield(&t)
	case *tree.VaStart, *tree.VaCopy:
		t := atom{called: true}
		t.accesses.add(a.id(a.access(tree.Operands(e)[0], true)))
		yield(&t)
	default:
		list(tree.Operands(e)...)
	}
}

// placeAtoms calls yield for the atoms of the evaluation of an lvalue's address, like atoms.
func (a *analyzer) placeAtoms(lv tree.Expr, yield func(*atom)) {
	switch e := lv.(type) {
	case *tree.Ref, *tree.StringLit, *tree.FuncRef:
	case *tree.Deref:
		a.atoms(e.X, yield)
	case *tree.Member:
		a.placeAtoms(e.X, yield)
	case *tree.CompoundLit:
		if e.Object.Init != nil {
			for i := range e.Object.Init.Items {
				a.atoms(e.Object.Init.Items[i].Value, yield)
			}
		}
	default:
		a.atoms(lv, yield)
	}
}

// isConstant reports whether an lvalue designates an object that must not be written.
func isConstant(lv tree.Expr) bool {
	switch e := lv.(type) {
	case *tree.StringLit:
		return true
	case *tree.Ref:
		return e.Object.Static && e.Object.Type.IsConst() && !e.Object.Type.IsVolatile()
	}
	return false
}

// mayFail reports whether an operator may violate a property on some operands.
func mayFail(e *tree.Binary) bool {
	if _, ok := e.Y.(*tree.Const); ok && (e.Op == tree.Div || e.Op == tree.Rem || e.Op == tree.Shr) {
		return false
	}
	switch e.Op {
	case tree.Div, tree.Rem:
		return !e.T.IsFloating()
	case tree.Shl, tree.Shr:
		return true
	case tree.Add, tree.Sub, tree.Mul:
		return e.T.IsSigned()
	}
	return false
}

// stmtEffects returns the possible effects of a statement.
func (a *analyzer) stmtEffects(s tree.Stmt) effects {
	var out effects
	value := func(e tree.Expr) {
		halt.Poll(a.opts.Context)
		a.atoms(e, func(t *atom) { out.union(&t.effects) })
	}
	expressions(s, value, func(in *tree.Init) {
		for i := range in.Items {
			value(in.Items[i].Value)
		}
	})
	return out
}

// intrinsicEffects returns the effects of one of Heddle's own functions.
func (a *analyzer) intrinsicEffects(e *tree.Intrinsic) effects {
	var out effects
	touch := func(i int, write, atomic bool) {
		var x access
		x.write, x.atomic = write, atomic
		if t := e.Args[i].Type(); t.IsPointer() {
			x.class = a.classOf(t.Elem())
		}
		a.locatePointer(e.Args[i], &x, 0)
		x.fixed, x.off, x.end = false, 0, 0
		out.accesses.add(a.id(x))
	}
	switch e.Kind {
	case tree.Assert:
		out.fails = true
	case tree.Fail:
		out.fails, out.stops = true, true
	case tree.Assume, tree.Halt, tree.ThreadExit:
		out.stops = true
	case tree.Output, tree.OutputList:
		out.output, out.reads = true, true
	case tree.AtomicLoad:
		touch(0, false, true)
	case tree.AtomicStore, tree.AtomicRMW, tree.AtomicCmpSwap:
		touch(0, false, true)
		touch(0, true, true)
	case tree.AtomicCmpXchg:
		touch(0, false, true)
		touch(0, true, true)
		touch(1, false, false)
		touch(1, true, false)
	case tree.Free:
		touch(0, true, false)
	case tree.Fence, tree.Spawn, tree.Join, tree.Acquire, tree.Release, tree.LockState, tree.BlockUntil,
		tree.AtomicBegin, tree.AtomicEnd, tree.Send, tree.Recv, tree.Fork, tree.Share:
		out.sync = true
	}
	return out
}

// callEffects returns the possible effects of the body of a called function.
func (a *analyzer) callEffects(e *tree.Call) effects {
	f := e.Callee()
	if f == nil {
		return everything()
	}
	summary := a.summary(f)
	var out effects
	flags := *summary
	flags.accesses = nil
	out.union(&flags)
	var through accessSet
	for _, id := range summary.accesses {
		x := *a.get(id)
		switch {
		case x.param == 0:
			out.accesses = append(out.accesses, id)
		case x.param <= len(e.Args):
			through.add(a.id(a.through(x, e.Args[x.param-1])))
		default:
			x.param = 0
			through.add(a.id(x))
		}
	}
	out.accesses.union(through)
	return out
}

// through turns an access through a parameter into one through its argument.
func (a *analyzer) through(x access, arg tree.Expr) access {
	at := access{}
	a.locatePointer(arg, &at, 0)
	x.object, x.param, x.hidden = at.object, at.param, at.hidden
	x.fixed, x.off, x.end = false, 0, 0
	if x.object != nil && x.rec != nil && x.rec != recordAt(arg) {
		x.rec = nil // the offsets in the object are others
	}
	return x
}

// recordAt returns the record type that a pointer expression is declared to point to.
func recordAt(p tree.Expr) any {
	if t := p.Type(); t.IsPointer() && t.Elem().IsRecord() {
		return t.Elem().Record()
	}
	return nil
}

// summary returns the possible effects of a function, as computed so far by the fixpoint.
func (a *analyzer) summary(f *tree.Function) *effects {
	if s := a.summaries[f]; s != nil {
		return s
	}
	s := a.declared(f)
	a.summaries[f] = s
	return s
}

// declared returns the possible effects of a function without a body in this unit.
func (a *analyzer) declared(f *tree.Function) *effects {
	all := everything()
	switch {
	case f.Linkage == tree.External && f.Name == "reach_error" || f.Name == "__VERIFIER_error":
		return &effects{fails: true, stops: true}
	case f.Body != nil:
		return &effects{} // grows
	case f.Label != "", a.opts.Defined != nil && a.opts.Defined(f.Name):
		return &all
	case strings.HasPrefix(f.Name, "__VERIFIER_atomic_"):
		return &all
	}
	if s := a.modelled(f.Name); s != nil {
		return s
	}
	if strings.HasPrefix(f.Name, "__VERIFIER_nondet_") {
		return &effects{}
	}
	return &all
}
