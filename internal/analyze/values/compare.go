package values

import "github.com/heddle-mc/heddle/internal/program/ir"

// truth is the set of possible results of a comparison.
type truth struct{ yes, no bool }

func (t truth) value() value {
	switch {
	case t.yes && t.no:
		return full(1)
	case t.yes:
		return number(1, 1)
	case t.no:
		return number(0, 1)
	}
	return nothing
}

func compare(op ir.Op, a, b value, w int) truth {
	if a.empty() || b.empty() {
		return truth{}
	}
	if w > 64 {
		return truth{true, true}
	}
	if len(a.to) > 0 || len(b.to) > 0 {
		return comparePointers(op, a, b)
	}
	switch op {
	case ir.OpEq, ir.OpNe:
		t := truth{
			yes: a.slo <= b.shi && b.slo <= a.shi && a.ulo <= b.uhi && b.ulo <= a.uhi && a.low.agrees(b.low),
			no:  a.ulo != a.uhi || b.ulo != b.uhi || a.ulo != b.ulo,
		}
		if op == ir.OpNe {
			t.yes, t.no = t.no, t.yes
		}
		return t
	case ir.OpULt:
		return truth{a.ulo < b.uhi, a.uhi >= b.ulo}
	case ir.OpULe:
		return truth{a.ulo <= b.uhi, a.uhi > b.ulo}
	case ir.OpSLt:
		return truth{a.slo < b.shi, a.shi >= b.slo}
	default:
		return truth{a.slo <= b.shi, a.shi > b.slo}
	}
}

// pinned returns v, with all addresses as numbers if a pointer may be so far outside its object that
// its address is unknown.
func (a *solver) pinned(v value, w int) value {
	for _, t := range v.to {
		if size := a.sizeOf(t.obj); t.lo < 0 || t.hi > size {
			return v.join(full(w))
		}
	}
	return v
}

// comparePointers uses that no object is at address zero.
func comparePointers(op ir.Op, a, b value) truth {
	apart := len(a.to) == 0 && a.isZero() && !b.mayBeZero() || len(b.to) == 0 && b.isZero() && !a.mayBeZero()
	switch {
	case op == ir.OpEq && apart:
		return truth{no: true}
	case op == ir.OpNe && apart:
		return truth{yes: true}
	}
	return truth{true, true}
}

// narrow restricts two values by a result of their comparison.
func narrow(op ir.Op, a, b value, holds bool, w int) (value, value) {
	if w > 64 {
		return a, b
	}
	switch op {
	case ir.OpEq, ir.OpNe:
		if (op == ir.OpEq) == holds {
			return narrowEqual(a, b, w)
		}
		return without(a, b, w), without(b, a, w)
	}
	if len(a.to) > 0 || len(b.to) > 0 {
		return a, b
	}
	if !holds { // not a < b is b <= a
		a, b = b, a
		switch op {
		case ir.OpULt:
			op = ir.OpULe
		case ir.OpULe:
			op = ir.OpULt
		case ir.OpSLt:
			op = ir.OpSLe
		case ir.OpSLe:
			op = ir.OpSLt
		}
	}
	switch op {
	case ir.OpULt:
		if b.uhi == 0 || a.ulo == umax(w) {
			return nothing, nothing
		}
		a.uhi, b.ulo = min(a.uhi, b.uhi-1), max(b.ulo, a.ulo+1)
	case ir.OpULe:
		a.uhi, b.ulo = min(a.uhi, b.uhi), max(b.ulo, a.ulo)
	case ir.OpSLt:
		if b.shi == smin(w) || a.slo == smax(w) {
			return nothing, nothing
		}
		a.shi, b.slo = min(a.shi, b.shi-1), max(b.slo, a.slo+1)
	case ir.OpSLe:
		a.shi, b.slo = min(a.shi, b.shi), max(b.slo, a.slo)
	}
	a, b = a.reduce(w), b.reduce(w)
	if !holds {
		a, b = b, a
	}
	return a, b
}

// narrowEqual restricts two values that are equal. A pointer may equal any number but zero.
func narrowEqual(a, b value, w int) (value, value) {
	if len(a.to) == 0 && len(b.to) == 0 {
		return a.meet(b, w), b.meet(a, w)
	}
	if b.isZero() {
		return nullOnly(a), b
	}
	if a.isZero() {
		return a, nullOnly(b)
	}
	return a, b
}

// nullOnly returns null if v may be null, or nothing.
func nullOnly(v value) value {
	if !v.mayBeZero() {
		return nothing
	}
	out := number(0, 64)
	out.uninit = v.uninit
	return out
}

// without removes the number x from v, if it is at an end of an interval.
func without(v, x value, w int) value {
	c, ok := x.constant(w)
	if !ok || !v.hasNumber() {
		return v
	}
	s := number(c, w).slo
	if v.slo == s && v.shi == s {
		return v.noNumbers()
	}
	if v.slo == s {
		v.slo++
	}
	if v.shi == s {
		v.shi--
	}
	if v.ulo == c && v.uhi == c {
		return v.noNumbers()
	}
	if v.ulo == c {
		v.ulo++
	}
	if v.uhi == c {
		v.uhi--
	}
	return v.reduce(w)
}
