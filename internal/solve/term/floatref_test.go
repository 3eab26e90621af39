package term

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// small is the reference for a format with few values: they are enumerated from
// the definition, as integers in units of the least positive number. It shares
// nothing with the code under test.
type small struct {
	f Format
	// mags holds the magnitudes by bits without sign, then the power of two
	// above the largest, which stands where infinity has its bits.
	mags []int64
	unit int // the unit is 2^-unit
}

func newSmall(f Format) *small {
	r := &small{f: f, unit: 1<<(f.Exp-1) + int(f.Sig) - 3}
	fractions := 1 << (f.Sig - 1)
	for field := range 1<<f.Exp - 1 {
		for fraction := range fractions {
			if field == 0 {
				r.mags = append(r.mags, int64(fraction))
			} else {
				r.mags = append(r.mags, int64(fractions+fraction)<<(field-1))
			}
		}
	}
	r.mags = append(r.mags, int64(fractions)<<(1<<f.Exp-2))
	return r
}

// split returns the sign of bits, and their magnitude without the sign bit.
func (r *small) split(bits int) (minus bool, mag int) {
	sign := 1 << (r.f.Width() - 1)
	return bits&sign != 0, bits &^ sign
}

func (r *small) isNaN(bits int) bool {
	_, mag := r.split(bits)
	return mag >= len(r.mags)
}

func (r *small) isInf(bits int) bool {
	_, mag := r.split(bits)
	return mag == len(r.mags)-1
}

func (r *small) isZero(bits int) bool {
	_, mag := r.split(bits)
	return mag == 0
}

func (r *small) nan() int {
	return len(r.mags) - 1 + 1<<(r.f.Sig-2)
}

func (r *small) join(minus bool, mag int) int {
	if minus {
		return mag | 1<<(r.f.Width()-1)
	}
	return mag
}

func (r *small) inf(minus bool) int { return r.join(minus, len(r.mags)-1) }

// value of finite bits, in units.
func (r *small) value(bits int) int64 {
	minus, mag := r.split(bits)
	if minus {
		return -r.mags[mag]
	}
	return r.mags[mag]
}

// nearest returns the bits of a magnitude, given by its comparison with half
// units, rounded.
func (r *small) nearest(mode Rounding, minus bool, against func(half int64) int) int {
	last := len(r.mags) - 1
	if against(2*r.mags[last]) >= 0 {
		if away(mode, minus, true, 1) {
			return r.inf(minus)
		}
		return r.join(minus, last-1)
	}
	low, exact := slices.BinarySearchFunc(r.mags, 0, func(m int64, _ int) int { return -against(2 * m) })
	if exact {
		return r.join(minus, low)
	}
	low--
	if away(mode, minus, low%2 == 1, against(r.mags[low]+r.mags[low+1])) {
		low++
	}
	return r.join(minus, low)
}

// away says where a magnitude between two neighbours goes: odd is whether the
// lower one's last bit is set, middle the comparison with the middle.
func away(mode Rounding, minus, odd bool, middle int) bool {
	switch mode {
	case RNE:
		return middle > 0 || middle == 0 && odd
	case RNA:
		return middle >= 0
	case RTP:
		return !minus
	case RTN:
		return minus
	}
	return false
}

// ratio rounds num/den units; zero gives the sign of a zero. den > 0.
func (r *small) ratio(mode Rounding, num, den int64, zero bool) int {
	if num == 0 {
		return r.join(zero, 0)
	}
	minus := num < 0
	num = max(num, -num)
	return r.nearest(mode, minus, func(half int64) int { return cmp.Compare(2*num, half*den) })
}

func (r *small) add(mode Rounding, x, y int) int {
	mx, _ := r.split(x)
	my, _ := r.split(y)
	switch {
	case r.isNaN(x) || r.isNaN(y) || r.isInf(x) && r.isInf(y) && mx != my:
		return r.nan()
	case r.isInf(x):
		return x
	case r.isInf(y):
		return y
	}
	return r.ratio(mode, r.value(x)+r.value(y), 1, r.zeroSign(mode, mx, my))
}

// zeroSign is the sign of a zero that is the sum of numbers with two signs.
func (r *small) zeroSign(mode Rounding, mx, my bool) bool {
	if mx == my {
		return mx
	}
	return mode == RTN
}

func (r *small) fma(mode Rounding, x, y, z int) int {
	mx, _ := r.split(x)
	my, _ := r.split(y)
	mz, _ := r.split(z)
	minus := mx != my
	infinite := r.isInf(x) || r.isInf(y)
	switch {
	case r.isNaN(x) || r.isNaN(y) || r.isNaN(z),
		infinite && (r.isZero(x) || r.isZero(y)),
		infinite && r.isInf(z) && minus != mz:
		return r.nan()
	case infinite:
		return r.inf(minus)
	case r.isInf(z):
		return z
	}
	scale := int64(1) << r.unit
	return r.ratio(mode, r.value(x)*r.value(y)+r.value(z)*scale, scale, r.zeroSign(mode, minus, mz))
}

func (r *small) mul(mode Rounding, x, y int) int {
	mx, _ := r.split(x)
	my, _ := r.split(y)
	return r.fma(mode, x, y, r.join(mx != my, 0))
}

func (r *small) div(mode Rounding, x, y int) int {
	mx, _ := r.split(x)
	my, _ := r.split(y)
	minus := mx != my
	switch {
	case r.isNaN(x) || r.isNaN(y) || r.isInf(x) && r.isInf(y) || r.isZero(x) && r.isZero(y):
		return r.nan()
	case r.isInf(x) || r.isZero(y):
		return r.inf(minus)
	case r.isInf(y):
		return r.join(minus, 0)
	}
	num, den := r.value(x)<<r.unit, r.value(y)
	if den < 0 {
		num, den = -num, -den
	}
	return r.ratio(mode, num, den, minus)
}

func (r *small) sqrt(mode Rounding, x int) int {
	minus, _ := r.split(x)
	switch {
	case r.isNaN(x) || minus && !r.isZero(x):
		return r.nan()
	case r.isZero(x) || r.isInf(x):
		return x
	}
	square := r.value(x) << r.unit // of the root in units
	return r.nearest(mode, false, func(half int64) int { return cmp.Compare(4*square, half*half) })
}

func (r *small) rem(mode Rounding, x, y int) int {
	switch {
	case r.isNaN(x) || r.isNaN(y) || r.isInf(x) || r.isZero(y):
		return r.nan()
	case r.isInf(y):
		return x
	}
	minus, _ := r.split(x)
	a, b := r.value(x), r.value(y)
	return r.ratio(RNE, a-b*whole(mode, a, b), 1, minus)
}

// whole returns a/b rounded to an integer. b is not 0.
func whole(mode Rounding, a, b int64) int64 {
	minus := (a < 0) != (b < 0)
	a, b = max(a, -a), max(b, -b)
	q := a / b
	if a%b != 0 && away(mode, minus, q%2 == 1, cmp.Compare(2*(a%b), b)) {
		q++
	}
	if minus {
		return -q
	}
	return q
}

func (r *small) round(mode Rounding, x int) int {
	switch {
	case r.isNaN(x):
		return r.nan()
	case r.isInf(x):
		return x
	}
	minus, _ := r.split(x)
	return r.ratio(RNE, whole(mode, r.value(x), 1<<r.unit)<<r.unit, 1, minus)
}

// compared returns the order of two numbers, and whether they have one.
func (r *small) compared(x, y int) (int, bool) {
	if r.isNaN(x) || r.isNaN(y) {
		return 0, false
	}
	return cmp.Compare(r.value(x), r.value(y)), true // infinities are in mags
}

func (r *small) toInt(mode Rounding, x int, w uint) int {
	least := 1 << (w - 1)
	if r.isNaN(x) || r.isInf(x) {
		return least
	}
	v := int(whole(mode, r.value(x), 1<<r.unit))
	if v < -least || v >= least {
		return least
	}
	return v & (1<<w - 1)
}

func (r *small) fromInt(mode Rounding, v int) int {
	return r.ratio(mode, int64(v)<<r.unit, 1, false)
}

func (r *small) convert(mode Rounding, to *small, x int) int {
	minus, _ := r.split(x)
	switch {
	case r.isNaN(x):
		return to.nan()
	case r.isInf(x):
		return to.inf(minus)
	case r.unit > to.unit:
		return to.ratio(mode, r.value(x), 1<<(r.unit-to.unit), minus)
	}
	return to.ratio(mode, r.value(x)<<(to.unit-r.unit), 1, minus)
}

// cornerFloat returns random bits of a format, often special or near to special
// ones, and often with an exponent near that of 1.
func cornerFloat(rnd *rand.Rand, f Format) Word {
	w := f.Width()
	corners := []Word{{}, f.MinNormal(), f.One(), f.Inf(), f.NaN(), f.One().Add(f.MinNormal()), Ones(w - 1)}
	v := Word{Hi: rnd.Uint64(), Lo: rnd.Uint64()}
	switch rnd.IntN(4) {
	case 0:
		v = corners[rnd.IntN(len(corners))].Add(WordOf(uint64(rnd.IntN(5)))).Sub(WordOf(2))
	case 1:
		near := f.One().Add(f.MinNormal().Mul(WordOf(uint64(rnd.IntN(9))))).Sub(f.MinNormal().Mul(WordOf(4)))
		v = near.Xor(v.Mask(uint(f.Sig) - 1))
	}
	if rnd.IntN(2) == 0 {
		v = v.Xor(SignBit(w))
	}
	return v.Mask(w)
}
