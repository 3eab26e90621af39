package values

import (
	"math"
	"slices"

	"github.com/heddle-mc/heddle/internal/analyze/pointsto"
)

// value is a set of values of a register or of a cell: numbers and pointers into objects. The numbers
// are in two intervals, a signed and an unsigned one, and have known last bits. A value of more than 64
// bits is any number. It is immutable.
type value struct {
	slo, shi int64 // slo > shi: no number
	ulo, uhi uint64
	low      low
	to       []target // by object, each once
	uninit   bool     // its bytes may never have been written
	// unwritten means, for a cell of an array, that elements may have their initial values, which are
	// not among the rest. A load adds them.
	unwritten bool
}

// target is a set of places in an object: the offsets from lo to hi.
type target struct {
	obj    pointsto.ObjID
	lo, hi int64
}

// farOff bounds offsets: larger ones are unknown.
const farOff = 1 << 40

// nothing is the empty set.
var nothing = value{slo: 1, ulo: 1}

func smin(w int) int64  { return math.MinInt64 >> (64 - w) }
func smax(w int) int64  { return math.MaxInt64 >> (64 - w) }
func umax(w int) uint64 { return math.MaxUint64 >> (64 - w) }

func clampWidth(w int) int { return min(w, 64) }

func full(w int) value {
	w = clampWidth(w)
	return value{slo: smin(w), shi: smax(w), uhi: umax(w)}
}

// number is one number, given by its bits.
func number(bits uint64, w int) value {
	if w >= 64 {
		return value{slo: int64(bits), shi: int64(bits), ulo: bits, uhi: bits, low: low{bits, 64}}
	}
	bits &= umax(w)
	s := int64(bits<<(64-w)) >> (64 - w)
	return value{slo: s, shi: s, ulo: bits, uhi: bits, low: low{bits, w}}
}

func signedRange(lo, hi int64, w int) value {
	w = clampWidth(w)
	if lo < smin(w) || hi > smax(w) {
		return full(w)
	}
	return value{slo: lo, shi: hi, uhi: umax(w)}.reduce(w)
}

func unsignedRange(lo, hi uint64, w int) value {
	w = clampWidth(w)
	if hi > umax(w) {
		return full(w)
	}
	return value{slo: smin(w), shi: smax(w), ulo: lo, uhi: hi}.reduce(w)
}

func pointer(obj pointsto.ObjID, off int64) value {
	v := nothing
	v.to = []target{{obj, off, off}}
	return v
}

func (v value) hasNumber() bool { return v.slo <= v.shi }
func (v value) empty() bool     { return !v.hasNumber() && len(v.to) == 0 && !v.unwritten }

// constant returns the bits of v if it is a single number.
func (v value) constant(w int) (uint64, bool) {
	return v.ulo, len(v.to) == 0 && v.hasNumber() && v.ulo == v.uhi && w <= 64
}

func (v value) mayBeZero() bool { return v.hasNumber() && v.slo <= 0 && v.shi >= 0 && v.ulo == 0 }

func (v value) isZero() bool { return len(v.to) == 0 && v.hasNumber() && v.uhi == 0 }

// noNumbers returns v without its numbers.
func (v value) noNumbers() value {
	v.slo, v.shi, v.ulo, v.uhi, v.low = 1, 0, 1, 0, low{}
	return v
}

// reduce narrows each interval by the other one and the last bits.
func (v value) reduce(w int) value {
	if !v.hasNumber() || v.ulo > v.uhi {
		return v.noNumbers()
	}
	mask := umax(w)
	for range 2 {
		fitted, ok := v.fit()
		if v = fitted; !ok {
			return v.noNumbers()
		}
		if v.slo >= 0 || v.shi < 0 {
			v.ulo, v.uhi = max(v.ulo, uint64(v.slo)&mask), min(v.uhi, uint64(v.shi)&mask)
		}
		half := uint64(smax(w))
		signed := func(u uint64) int64 { return int64(u<<(64-w)) >> (64 - w) }
		switch {
		case v.ulo > v.uhi:
			return v.noNumbers()
		case v.uhi <= half || v.ulo > half:
			v.slo, v.shi = max(v.slo, signed(v.ulo)), min(v.shi, signed(v.uhi))
		}
		if v.slo > v.shi {
			return v.noNumbers()
		}
	}
	if v.ulo == v.uhi {
		v.low = low{v.ulo, w}
	}
	return v
}

// join returns the union, or a superset.
func (v value) join(x value) value {
	out := v
	switch {
	case !x.hasNumber():
	case !v.hasNumber():
		out.slo, out.shi, out.ulo, out.uhi, out.low = x.slo, x.shi, x.ulo, x.uhi, x.low
	default:
		out.slo, out.shi = min(v.slo, x.slo), max(v.shi, x.shi)
		out.ulo, out.uhi = min(v.ulo, x.ulo), max(v.uhi, x.uhi)
		out.low = v.low.join(x.low)
	}
	out.to = joinTargets(v.to, x.to)
	out.uninit = v.uninit || x.uninit
	out.unwritten = v.unwritten || x.unwritten
	return out
}

// joinTargets returns the union of two lists. It shares memory with them if possible.
func joinTargets(a, b []target) []target {
	if len(b) == 0 || slices.Equal(a, b) {
		return a
	}
	if len(a) == 0 {
		return b
	}
	out := make([]target, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].obj < b[0].obj:
			out, a = append(out, a[0]), a[1:]
		case a[0].obj > b[0].obj:
			out, b = append(out, b[0]), b[1:]
		default:
			out = append(out, target{a[0].obj, min(a[0].lo, b[0].lo), max(a[0].hi, b[0].hi)})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// meet returns the intersection of the numbers, and the pointers of v.
func (v value) meet(x value, w int) value {
	v.slo, v.shi = max(v.slo, x.slo), min(v.shi, x.shi)
	v.ulo, v.uhi = max(v.ulo, x.ulo), min(v.uhi, x.uhi)
	if !v.hasNumber() || v.ulo > v.uhi {
		return v.noNumbers()
	}
	return v.withLow(x.low, clampWidth(w)).reduce(clampWidth(w))
}

func (v value) equal(x value) bool {
	return v.slo == x.slo && v.shi == x.shi && v.ulo == x.ulo && v.uhi == x.uhi && v.low == x.low && v.uninit == x.uninit && v.unwritten == x.unwritten && slices.Equal(v.to, x.to)
}

// steps are the bounds that a growing interval stops at, ascending.
type steps struct {
	signed   []int64
	unsigned []uint64
}

// widen returns the union of v and x, in which bounds that x moves are extended to the next step.
func (s *steps) widen(v, x value) value {
	j := v.join(x)
	if !v.hasNumber() {
		j.to = widenTargets(v.to, j.to, s)
		return j
	}
	if j.slo < v.slo {
		j.slo = s.below(j.slo)
	}
	if j.shi > v.shi {
		j.shi = s.above(j.shi)
	}
	if j.ulo < v.ulo {
		i, found := slices.BinarySearch(s.unsigned, j.ulo)
		if !found {
			i--
		}
		j.ulo = s.unsigned[i]
	}
	if j.uhi > v.uhi {
		i, _ := slices.BinarySearch(s.unsigned, j.uhi)
		j.uhi = s.unsigned[i]
	}
	j.to = widenTargets(v.to, j.to, s)
	return j
}

// below returns the greatest step that is not above x.
func (s *steps) below(x int64) int64 {
	i, found := slices.BinarySearch(s.signed, x)
	if !found {
		i--
	}
	return s.signed[i]
}

// above returns the least step that is not below x.
func (s *steps) above(x int64) int64 {
	i, _ := slices.BinarySearch(s.signed, x)
	return s.signed[i]
}

// widenTargets returns to, which is a union with from, with grown bounds moved to the next step.
func widenTargets(from, to []target, s *steps) []target {
	if slices.Equal(from, to) {
		return to
	}
	out := slices.Clone(to)
	for i := range out {
		k, ok := slices.BinarySearchFunc(from, out[i].obj, func(t target, o pointsto.ObjID) int { return int(t.obj) - int(o) })
		if !ok {
			continue
		}
		if out[i].lo < from[k].lo {
			out[i].lo = max(s.below(out[i].lo), -farOff)
		}
		if out[i].hi > from[k].hi {
			out[i].hi = min(s.above(out[i].hi), farOff)
		}
	}
	return out
}

// shift moves pointers of a width by a number of bytes. Offsets that may wrap become unknown.
func shift(to []target, by value, width int) []target {
	far := int64(farOff)
	if width <= 32 {
		far = math.MaxInt32
	}
	if len(to) == 0 {
		return nil
	}
	out := slices.Clone(to)
	for i := range out {
		if !by.hasNumber() || len(by.to) > 0 || out[i].lo <= -farOff || out[i].hi >= farOff || by.slo < -farOff || by.shi > farOff {
			out[i].lo, out[i].hi = -farOff, farOff
			continue
		}
		lo, hi := out[i].lo+by.slo, out[i].hi+by.shi
		if lo < -far || hi > far {
			lo, hi = -farOff, farOff
		}
		out[i].lo, out[i].hi = lo, hi
	}
	return out
}
