package threads

import (
	mathbits "math/bits"

	"github.com/heddle-mc/heddle/internal/analyze/threadproof"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// alt is one alternative of a value: a number, with its bits, or a pointer into an object, with its
// offset.
type alt struct {
	object threadproof.ObjectID // 0: a number
	guard  term.ID              // in which executions it is this
	bits   term.ID
}

// sval is a value as terms. Its alternatives exclude one another, and each object occurs in at most
// one. If no alternative holds, there is no value. An sval is never changed.
type sval struct {
	width  uint
	alts   []alt
	uninit term.ID // bytes of it were never written
}

// exists returns whether there is a value.
func (e *exec) exists(v *sval) term.ID {
	var list []term.ID
	for _, a := range v.alts {
		list = append(list, a.guard)
	}
	return e.s.Disj(list...)
}

// bits returns a number as a value.
func (e *exec) bits(x term.ID) *sval {
	return &sval{width: e.s.Width(x), alts: []alt{{guard: term.True, bits: x}}, uninit: term.False}
}

func (e *exec) pointer(o threadproof.ObjectID) *sval {
	w := e.pointerBits()
	return &sval{width: w, alts: []alt{{o, term.True, e.s.Uint(0, w)}}, uninit: term.False}
}

func (e *exec) pointerBits() uint { return uint(e.c.prog.Model.PtrBits()) }

func (e *exec) fresh(w uint) term.ID { return e.s.Var("v", term.BV(w)) }

func (e *exec) maybe() term.ID { return e.s.Var("b", term.Bool) }

// unknown returns any number.
func (e *exec) unknown(w uint) *sval { return e.bits(e.fresh(w)) }

// arbitrary returns an unknown value, which may be missing.
func (e *exec) arbitrary(w uint) *sval {
	v := e.unknown(w)
	v.uninit = term.True
	return v
}

// number returns the bits of a value; those of pointers are unknown.
func (e *exec) number(v *sval) term.ID {
	if len(v.alts) == 1 && v.alts[0].object == 0 && v.alts[0].guard == term.True {
		return v.alts[0].bits
	}
	out := e.fresh(v.width)
	for _, a := range v.alts {
		if a.object == 0 {
			out = e.s.Ite(a.guard, a.bits, out)
		}
	}
	return out
}

// truth returns whether a value of one bit is 1.
func (e *exec) truth(v *sval) term.ID { return e.s.Eq(e.number(v), e.s.Uint(1, v.width)) }

// ofBool returns a value of one bit.
func (e *exec) ofBool(b term.ID) *sval { return e.bits(e.s.Ite(b, e.s.Uint(1, 1), e.s.Uint(0, 1))) }

// ite returns x if cond holds, else y.
func (e *exec) ite(cond term.ID, x, y *sval) *sval {
	switch {
	case cond == term.True || x == y:
		return x
	case cond == term.False:
		return y
	}
	out := &sval{width: x.width, uninit: e.s.Ite(cond, x.uninit, y.uninit)}
	no := e.s.Not(cond)
	for _, a := range x.alts {
		a.guard = e.s.And(cond, a.guard)
		out.alts = append(out.alts, a)
	}
	for _, b := range y.alts {
		b.guard = e.s.And(no, b.guard)
		e.addAlt(out, b)
	}
	return out
}

// addAlt adds an alternative to a value under construction.
func (e *exec) addAlt(v *sval, a alt) {
	if a.guard == term.False {
		return
	}
	for i := range v.alts {
		if b := &v.alts[i]; b.object == a.object {
			b.bits, b.guard = e.s.Ite(a.guard, a.bits, b.bits), e.s.Or(a.guard, b.guard)
			return
		}
	}
	v.alts = append(v.alts, a)
}

// among returns some value in the union of sets. It does not assume that there is one: if all are
// empty, the result does not exist.
func (e *exec) among(sets []*threadproof.Value, w uint) *sval {
	out := &sval{width: w, uninit: term.False}
	var objects []threadproof.ObjectID
	numbers := false
	known := make(map[threadproof.ObjectID]bool)
	for _, v := range sets {
		numbers = numbers || v.Number
		if v.Uninit {
			out.uninit = e.maybeOnce(out.uninit)
		}
		for _, t := range v.Targets {
			if !known[t.Object] {
				known[t.Object] = true
				objects = append(objects, t.Object)
			}
		}
	}
	if numbers {
		objects = append([]threadproof.ObjectID{0}, objects...)
	}
	before := term.False // one of the alternatives so far
	for i, o := range objects {
		a := alt{object: o, bits: e.only(sets, o, w)}
		in, certain := e.inAny(sets, o, a.bits, w)
		a.guard = e.s.Not(before)
		if i < len(objects)-1 || !certain {
			chosen := e.maybe()
			a.guard = e.s.And(a.guard, chosen)
			before = e.s.Or(before, chosen)
		}
		e.assume(e.s.Implies(a.guard, in))
		out.alts = append(out.alts, a)
	}
	return out
}

// only returns the single number, or the single offset in an object, in sets; if there is none or
// several, a new variable.
func (e *exec) only(sets []*threadproof.Value, o threadproof.ObjectID, w uint) term.ID {
	var found *int64
	for _, v := range sets {
		if o == 0 && v.Number {
			if found != nil && *found != v.SLo || v.SLo != v.SHi || w > 64 {
				return e.fresh(w)
			}
			found = &v.SLo
		}
		for _, t := range v.Targets {
			if t.Object == o && o != 0 {
				if found != nil && *found != t.Lo || t.Lo != t.Hi {
					return e.fresh(w)
				}
				found = &t.Lo
			}
		}
	}
	return e.s.Uint(uint64(*found)&ones(w), w)
}

// maybeOnce returns an unknown truth value; if before is one, it returns before.
func (e *exec) maybeOnce(before term.ID) term.ID {
	if before != term.False {
		return before
	}
	return e.maybe()
}

// inAny returns whether a number, or an offset in an object, is in one of sets. certain says that the
// sets contain one for certain.
func (e *exec) inAny(sets []*threadproof.Value, o threadproof.ObjectID, bits term.ID, w uint) (in term.ID, certain bool) {
	in = term.False
	for _, v := range sets {
		if o == 0 {
			if v.Number {
				in = e.s.Or(in, e.inNumbers(v, bits, w))
				certain = certain || w > 64 || hasNumbers(v, w)
			}
			continue
		}
		for _, t := range v.Targets {
			if t.Object == o {
				in = e.s.Or(in, e.inTarget(t, bits, w))
				certain = certain || t.Lo <= t.Hi && (t.Step == 0 || t.Hi-t.Lo >= t.Step && t.Rest >= 0 && t.Rest < t.Step) && least(w) <= t.Lo && t.Lo <= greatest(w)
			}
		}
	}
	return in, certain
}

func least(w uint) int64    { return -1 << (min(w, 64) - 1) }
func greatest(w uint) int64 { return 1<<(min(w, 64)-1) - 1 }
func ones(w uint) uint64    { return ^uint64(0) >> (64 - min(w, 64)) }

// hasNumbers reports whether an end of an interval is in both intervals; then the set is not empty.
func hasNumbers(v *threadproof.Value, w uint) bool {
	for _, u := range []uint64{uint64(v.SLo) & ones(w), uint64(v.SHi) & ones(w), v.ULo, v.UHi} {
		s := int64(u<<(64-w)) >> (64 - w)
		if u <= ones(w) && v.SLo <= s && s <= v.SHi && v.ULo <= u && u <= v.UHi && (v.Last^u)<<(64-v.Known) == 0 {
			return true
		}
	}
	return false
}

// inNumbers returns whether a number is in both intervals of a set and its last bits are the known
// ones. Intervals include every number of more than 64 bits.
func (e *exec) inNumbers(v *threadproof.Value, bits term.ID, w uint) term.ID {
	if w > 64 {
		return term.True
	}
	out := e.s.And(e.signedIn(v.SLo, v.SHi, bits, w), e.unsignedIn(v.ULo, v.UHi, bits, w))
	if n := min(uint(v.Known), w); n > 0 {
		out = e.s.And(out, e.s.Eq(e.s.Extract(bits, n-1, 0), e.s.Uint(v.Last&ones(n), n)))
	}
	return out
}

func (e *exec) signedIn(lo, hi int64, bits term.ID, w uint) term.ID {
	if lo > greatest(w) || hi < least(w) {
		return term.False
	}
	out := term.True
	if lo > least(w) {
		out = e.s.Sle(e.s.Uint(uint64(lo)&ones(w), w), bits)
	}
	if hi < greatest(w) {
		out = e.s.And(out, e.s.Sle(bits, e.s.Uint(uint64(hi)&ones(w), w)))
	}
	return out
}

func (e *exec) unsignedIn(lo, hi uint64, bits term.ID, w uint) term.ID {
	if lo > ones(w) {
		return term.False
	}
	out := term.True
	if lo > 0 {
		out = e.s.Ule(e.s.Uint(lo, w), bits)
	}
	if hi < ones(w) {
		out = e.s.And(out, e.s.Ule(bits, e.s.Uint(hi, w)))
	}
	return out
}

func (e *exec) inTarget(t threadproof.Target, bits term.ID, w uint) term.ID {
	out := e.signedIn(t.Lo, t.Hi, bits, w)
	if t.Step > 1 {
		out = e.s.And(out, e.congruent(bits, t.Rest, t.Step, w))
	}
	return out
}

// congruent returns whether an offset differs from rest by a multiple of step. The step is a power of
// two times an odd number. The factor of the odd number is found by multiplying with its inverse, and
// if the factor is small enough, the product did not wrap (Warren, Hacker's Delight, 2nd edition,
// 10-17). Divisions would take the solver long.
func (e *exec) congruent(bits term.ID, rest, step int64, w uint) term.ID {
	d := e.s.Sub(bits, e.s.Uint(uint64(rest)&ones(w), w))
	out := term.True
	n := uint(mathbits.TrailingZeros64(uint64(step)))
	if n >= w {
		return e.s.Eq(d, e.s.Uint(0, w))
	}
	if n > 0 {
		out = e.s.Eq(e.s.Extract(d, n-1, 0), e.s.Uint(0, n))
	}
	odd := step >> n
	if odd == 1 {
		return out
	}
	inverse := uint64(odd) // of its lowest three bits; each round doubles how many
	for range 5 {
		inverse *= 2 - uint64(odd)*inverse
	}
	factor := e.s.Mul(d, e.s.Uint(inverse&ones(w), w))
	return e.s.And(out, e.signedIn(least(w)/odd, greatest(w)/odd, factor, w))
}

// within returns whether a value, whatever it is, is in one of sets.
func (e *exec) within(v *sval, sets []*threadproof.Value) term.ID {
	out, uninit := term.True, false
	for _, x := range sets {
		uninit = uninit || x.Uninit
	}
	for _, a := range v.alts {
		in, _ := e.inAny(sets, a.object, a.bits, v.width)
		out = e.s.And(out, e.s.Implies(a.guard, in))
	}
	if !uninit {
		out = e.s.And(out, e.s.Not(e.s.And(v.uninit, e.exists(v))))
	}
	return out
}

// pointsTo reports whether a value may point into an object.
func (v *sval) pointsTo(o threadproof.ObjectID) bool {
	for _, a := range v.alts {
		if a.object == o && a.guard != term.False {
			return true
		}
	}
	return false
}

// exposed returns v with the pointers to one object replaced by pointers to another.
func (e *exec) exposed(v *sval, from, to threadproof.ObjectID) *sval {
	if v == nil || !v.pointsTo(from) {
		return v
	}
	out := &sval{width: v.width, uninit: v.uninit}
	for _, a := range v.alts {
		if a.object != from {
			out.alts = append(out.alts, a)
		}
	}
	for _, a := range v.alts {
		if a.object == from {
			a.object = to
			e.addAlt(out, a)
		}
	}
	return out
}
