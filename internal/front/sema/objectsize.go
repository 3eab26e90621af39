package sema

import (
	"github.com/heddle-mc/heddle/internal/front/tree"
)

// room is the place that a pointer leads to, in bytes: the size of an object and an offset in it, and the
// same for the smallest member or array around the place.
type room struct {
	whole, offset    int64
	part, partOffset int64
	unsure           bool // gcc may take the part for larger: an array that ends its record, or is an element
}

// objectSize returns the value of __builtin_object_size for a pointer: the bytes from there to the end of the
// object, or with an odd mode of the member. Pointers other than constant places in named objects give what gcc gives
// without optimisation.
func (a *analyzer) objectSize(p tree.Expr, mode int64) int64 {
	r, ok := a.pointerRoom(p)
	rest := r.whole - r.offset
	if mode&1 != 0 && ok {
		if r.unsure && rest != r.part-r.partOffset {
			ok = false
		}
		rest = r.part - r.partOffset
	}
	switch {
	case ok:
		return max(rest, 0)
	case mode >= 2:
		return 0
	}
	return -1
}

// pointerRoom returns the place that a pointer leads to.
func (a *analyzer) pointerRoom(p tree.Expr) (r room, ok bool) {
	switch p := p.(type) {
	case *tree.Convert:
		return a.pointerRoom(p.X)
	case *tree.Decay:
		return a.lvalueRoom(p.X)
	case *tree.AddrOf:
		return a.lvalueRoom(p.X)
	case *tree.PtrAdd:
		c := asConst(p.Index)
		r, ok = a.pointerRoom(p.X)
		if !ok || c == nil || p.ElemVLA != nil {
			return r, false
		}
		by := int64(c.Lo) * p.Elem
		if p.Negate {
			by = -by
		}
		r.offset += by
		r.partOffset += by
		return r, true
	}
	return r, false
}

// lvalueRoom returns the place of an lvalue.
func (a *analyzer) lvalueRoom(x tree.Expr) (r room, ok bool) {
	switch x := x.(type) {
	case *tree.Ref:
		return a.objectRoom(x.Object)
	case *tree.StringLit:
		return a.objectRoom(x.Object)
	case *tree.CompoundLit:
		return a.objectRoom(x.Object)
	case *tree.Member:
		if x.BitField != nil || !x.T.IsComplete() || x.T.IsVariablySized() {
			return r, false
		}
		r, ok = a.lvalueRoom(x.X)
		r.offset += x.Offset
		r.part, r.partOffset = x.T.Size(a.model), 0
		fields := x.X.Type().Record().Fields()
		r.unsure = x.T.IsArray() && x.Offset == fields[len(fields)-1].Offset
		return r, ok
	case *tree.Deref:
		r, ok = a.pointerRoom(x.X)
		if ok && x.T.IsArray() && x.T.IsComplete() {
			r.part, r.partOffset, r.unsure = x.T.Size(a.model), 0, true
		}
		return r, ok
	}
	return r, false
}

// objectRoom returns the place of an object, unless its size depends on the execution or on an initialiser.
func (a *analyzer) objectRoom(o *tree.Object) (r room, ok bool) {
	t := o.Type
	if t == nil || !t.IsComplete() || t.IsVariablySized() || t.IsRecord() && t.Record().HasFlexible() {
		return r, false
	}
	size := t.Size(a.model)
	return room{whole: size, part: size}, true
}
