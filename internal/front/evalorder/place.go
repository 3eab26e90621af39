package evalorder

import (
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// access returns the access of a read or write of an lvalue.
func (a *analyzer) access(lv tree.Expr, write bool) access {
	t := lv.Type()
	x := access{write: write, class: a.classOf(t), atomic: t.IsAtomic(), fixed: true}
	bits := int64(0)
	if t.IsComplete() && !t.IsVariablySized() && !t.IsFunc() && !t.IsVoid() {
		bits = t.Size(a.opts.Model) * 8
	}
	if m, ok := lv.(*tree.Member); ok && m.BitField != nil {
		bits = int64(m.BitField.Bits)
	}
	a.locate(lv, &x, bits)
	x.end = x.off + bits
	if bits == 0 {
		x.fixed = false
	}
	if !x.fixed {
		x.off, x.end = 0, 0
	}
	return x
}

// locate finds the object of an lvalue from the outside in; x.off grows on the way.
func (a *analyzer) locate(lv tree.Expr, x *access, bits int64) {
	switch e := lv.(type) {
	case *tree.Ref:
		x.object = e.Object
	case *tree.StringLit:
		x.object = e.Object
	case *tree.CompoundLit:
		x.object = e.Object
	case *tree.Member:
		if e.BitField != nil {
			x.off += e.BitField.UnitOffset*8 + int64(e.BitField.BitOffset)
		} else {
			x.off += e.Offset * 8
		}
		if t := e.X.Type(); t.IsRecord() {
			x.rec, x.recAt, x.recEnd = t.Record(), x.off, x.off+bits
			if !x.fixed { // an element of an array in the member
				x.recAt, x.recEnd = memberSpan(a, e)
			}
		}
		a.locate(e.X, x, bits)
	case *tree.Deref:
		a.locatePointer(e.X, x, bits)
	}
}

// memberSpan returns the bits of a member.
func memberSpan(a *analyzer, m *tree.Member) (from, to int64) {
	if m.T.IsComplete() && !m.T.IsVariablySized() {
		return m.Offset * 8, (m.Offset + m.T.Size(a.opts.Model)) * 8
	}
	return m.Offset * 8, 1 << 62
}

// locatePointer finds the object that a pointer expression points into.
func (a *analyzer) locatePointer(p tree.Expr, x *access, bits int64) {
	switch e := p.(type) {
	case *tree.Convert:
		if e.X.Type().IsPointer() {
			a.locatePointer(e.X, x, bits)
			return
		}
	case *tree.Decay:
		if tree.IsLvalue(e.X) {
			a.locate(e.X, x, bits)
			return
		}
	case *tree.AddrOf:
		if tree.IsLvalue(e.X) {
			a.locate(e.X, x, bits)
			return
		}
	case *tree.Address:
		if e.Object != nil {
			x.object = e.Object
			x.off += e.Offset * 8
			return
		}
	case *tree.PtrAdd:
		c, ok := e.Index.(*tree.Const)
		if ok && e.ElemVLA == nil && !e.Negate {
			x.off += int64(c.Lo) * e.Elem * 8
		} else {
			x.fixed = false
		}
		a.locatePointer(e.X, x, bits)
		return
	case *tree.Load:
		if r, ok := e.X.(*tree.Ref); ok {
			x.param = a.params[r.Object]
		}
	case *tree.Call: // errno is *__errno_location()
		if f := e.Callee(); f != nil && f.Body == nil {
			if s := a.modelOf(f.Name); s != nil && s.result.hidden != "" {
				x.hidden = s.result.hidden
				a.consulted[x.hidden] = true
			}
		}
	}
	x.fixed = false
}

// escapes walks all expressions of the unit. It notes the objects whose address is used other than to
// access the object at once, and the parameters that are assigned.
func (a *analyzer) escapes(u *tree.Unit) {
	value := func(e tree.Expr) {
		halt.Poll(a.opts.Context)
		a.escapeValue(e)
	}
	for _, o := range u.Objects {
		a.escapeInit(o.Init)
	}
	for _, f := range u.Functions {
		for i, p := range f.Params {
			a.params[p] = i + 1
		}
	}
	for _, f := range u.Functions {
		for _, o := range f.Captured { // nested functions use them without their address
			a.escaped[o] = true
			delete(a.params, o)
		}
	}
	for _, f := range u.Functions {
		if f.Body != nil {
			expressions(f.Body, value, a.escapeInit)
		}
	}
}

func (a *analyzer) escapeInit(in *tree.Init) {
	if in == nil {
		return
	}
	for i := range in.Items {
		a.escapeValue(in.Items[i].Value)
	}
}

// escapeValue looks at an expression whose value is used in any way.
func (a *analyzer) escapeValue(e tree.Expr) {
	switch e := e.(type) {
	case *tree.Load:
		a.escapePlace(e.X)
		return
	case *tree.Ref, *tree.Deref, *tree.Member, *tree.CompoundLit:
		a.escapePlace(e)
		return
	case *tree.Assign:
		a.assigned(e.X)
		a.escapePlace(e.X)
		a.escapeValue(e.Y)
		return
	case *tree.IncDec:
		a.assigned(e.X)
		a.escapePlace(e.X)
		return
	case *tree.Decay:
		a.leak(e.X)
		a.escapePlace(e.X)
		return
	case *tree.AddrOf:
		a.leak(e.X)
		a.escapePlace(e.X)
		return
	case *tree.Address:
		if e.Object != nil {
			a.escaped[e.Object] = true
		}
		if e.Func != nil {
			a.taken[e.Func]++
		}
		return
	case *tree.Call:
		if e.Callee() == nil {
			a.escapeValue(e.F)
		}
		for _, x := range e.Args {
			a.escapeValue(x)
		}
		return
	case *tree.Intrinsic:
		// An intrinsic accesses the objects that its pointer arguments point to, and does not keep the
		// pointers.
		for i, x := range e.Args {
			if i == 0 && isAtomicAccess(e.Kind) || i == 1 && e.Kind == tree.AtomicCmpXchg {
				a.escapePointer(x)
			} else {
				a.escapeValue(x)
			}
		}
		return
	case *tree.VaStart:
		a.escapePlace(e.List)
		return
	case *tree.VaArg:
		a.escapePlace(e.List)
		return
	case *tree.StmtExpr:
		expressions(e.Body, a.escapeValue, a.escapeInit)
		if e.Value != nil {
			a.escapeValue(e.Value)
		}
		return
	}
	for _, x := range tree.Operands(e) {
		a.escapeValue(x)
	}
}

// escapePlace looks at an lvalue that is accessed.
func (a *analyzer) escapePlace(lv tree.Expr) {
	switch e := lv.(type) {
	case *tree.Ref, *tree.StringLit:
	case *tree.FuncRef:
		a.taken[e.Func]++
	case *tree.CompoundLit:
		a.escapeInit(e.Object.Init)
	case *tree.Member:
		a.escapePlace(e.X)
	case *tree.Deref:
		a.escapePointer(e.X)
	default:
		a.escapeValue(lv)
	}
}

// escapePointer looks at a pointer that is only followed.
func (a *analyzer) escapePointer(p tree.Expr) {
	switch e := p.(type) {
	case *tree.Convert:
		if e.X.Type().IsPointer() {
			a.escapePointer(e.X)
			return
		}
	case *tree.Decay:
		a.escapePlace(e.X)
		return
	case *tree.AddrOf:
		a.escapePlace(e.X)
		return
	case *tree.Address:
		if e.Object != nil {
			return
		}
	case *tree.PtrAdd:
		a.escapePointer(e.X)
		a.escapeValue(e.Index)
		if e.ElemVLA != nil {
			a.escapeValue(e.ElemVLA)
		}
		return
	}
	a.escapeValue(p)
}

// leak notes that the address of an lvalue's object becomes a value.
func (a *analyzer) leak(lv tree.Expr) {
	switch e := lv.(type) {
	case *tree.Ref:
		a.escaped[e.Object] = true
		delete(a.params, e.Object)
	case *tree.CompoundLit:
		a.escaped[e.Object] = true
	case *tree.StringLit:
		a.escaped[e.Object] = true
	case *tree.Member:
		a.leak(e.X)
	case *tree.Deref:
		var x access
		a.locatePointer(e.X, &x, 0)
		if x.object != nil {
			a.escaped[x.object] = true
			delete(a.params, x.object)
		}
	}
}

// assigned records that a parameter may no longer have the value that the caller passed.
func (a *analyzer) assigned(lv tree.Expr) {
	if r, ok := lv.(*tree.Ref); ok {
		delete(a.params, r.Object)
	}
}
