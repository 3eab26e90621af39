package term

import (
	"math/big"

	"github.com/heddle-mc/heddle/internal/program/wide"
)

// The operators on numbers. Results are exact, or have a sticky lowest bit below the required
// precision.

var notANumber = number{nan: true}

// scaled returns the significand of a finite number for a lower exponent.
func (x number) scaled(exp int) *big.Int { return new(big.Int).Lsh(x.sig, uint(x.exp-exp)) }

// compare returns a negative number, 0 or a positive one as x is less than,
// equal to or greater than y. Nothing is ordered with NaN.
func compare(x, y number) (c int, ordered bool) {
	switch {
	case x.nan || y.nan:
		return 0, false
	case x.inf || y.inf:
		return side(x) - side(y), true
	}
	exp := min(x.exp, y.exp)
	a, b := x.scaled(exp), y.scaled(exp)
	if x.minus {
		a.Neg(a)
	}
	if y.minus {
		b.Neg(b)
	}
	return a.Cmp(b), true
}

// side tells the infinities and the finite numbers between them apart.
func side(x number) int {
	switch {
	case !x.inf:
		return 0
	case x.minus:
		return -1
	}
	return 1
}

// sum returns x + y. A zero sum of numbers with different signs is negative only
// when rounding toward negative infinity (IEEE 754-2019, 6.3).
func sum(mode Rounding, x, y number) number {
	switch {
	case x.nan || y.nan || x.inf && y.inf && x.minus != y.minus:
		return notANumber
	case x.inf:
		return x
	case y.inf:
		return y
	}
	exp := min(x.exp, y.exp)
	a, b := x.scaled(exp), y.scaled(exp)
	if x.minus == y.minus {
		return number{minus: x.minus, exp: exp, sig: a.Add(a, b)}
	}
	switch c := a.Cmp(b); {
	case c > 0:
		return number{minus: x.minus, exp: exp, sig: a.Sub(a, b)}
	case c < 0:
		return number{minus: y.minus, exp: exp, sig: b.Sub(b, a)}
	}
	return number{minus: mode == RTN, exp: exp, sig: new(big.Int)}
}

func product(x, y number) number {
	minus := x.minus != y.minus
	switch {
	case x.nan || y.nan || x.inf && y.zero() || x.zero() && y.inf:
		return notANumber
	case x.inf || y.inf:
		return number{inf: true, minus: minus}
	}
	return number{minus: minus, exp: x.exp + y.exp, sig: new(big.Int).Mul(x.sig, y.sig)}
}

// quotient returns x / y with at least precision + 2 bits, the lowest of them
// sticky.
func quotient(x, y number, precision int) number {
	minus := x.minus != y.minus
	switch {
	case x.nan || y.nan || x.inf && y.inf || x.zero() && y.zero():
		return notANumber
	case x.inf || y.zero():
		return number{inf: true, minus: minus}
	case y.inf:
		return number{minus: minus, sig: new(big.Int)}
	}
	by := max(0, precision+2+y.sig.BitLen()-x.sig.BitLen())
	q, r := new(big.Int).QuoRem(x.scaled(x.exp-by), y.sig, new(big.Int))
	return number{minus: minus, exp: x.exp - by - y.exp - 1, sig: sticky(q, r)}
}

// root returns the square root with at least precision + 2 bits, the lowest of
// them sticky. The root of -0 is -0.
func root(x number, precision int) number {
	switch {
	case x.nan || x.zero():
		return x
	case x.minus:
		return notANumber
	case x.inf:
		return x
	}
	by := 2 * (precision + 2)
	by += (x.exp - by) & 1 // an even exponent
	a := x.scaled(x.exp - by)
	r := new(big.Int).Sqrt(a)
	a.Sub(a, new(big.Int).Mul(r, r))
	return number{exp: (x.exp-by)/2 - 1, sig: sticky(r, a)}
}

// sticky returns 2q, and one more when something is left.
func sticky(q, rest *big.Int) *big.Int {
	q.Lsh(q, 1)
	if rest.Sign() != 0 {
		q.SetBit(q, 0, 1)
	}
	return q
}

// remainder returns x - n·y, where n is x/y rounded to an integer: to nearest
// even for the remainder of IEEE 754, to zero for C's fmod. It is exact. A zero
// has the sign of x.
func remainder(mode Rounding, x, y number) number {
	switch {
	case x.nan || y.nan || x.inf || y.zero():
		return notANumber
	case y.inf:
		return x
	}
	exp := min(x.exp, y.exp)
	divisor := y.scaled(exp)
	n, r := new(big.Int).QuoRem(x.scaled(exp), divisor, new(big.Int))
	minus := x.minus
	if mode == RNE {
		if c := new(big.Int).Lsh(r, 1).Cmp(divisor); c > 0 || c == 0 && n.Bit(0) == 1 {
			r.Sub(divisor, r)
			minus = !minus
		}
	}
	return number{minus: minus, exp: exp, sig: r}
}

// toSigned returns x rounded to a signed integer of width w; it returns the least integer for NaN and
// for numbers that do not fit.
func toSigned(mode Rounding, x number, w uint) Word {
	if x.sig == nil || x.exp+x.sig.BitLen() > int(w) {
		return SignBit(w)
	}
	v := roundShift(mode, x.minus, x.sig, -x.exp)
	limit := new(big.Int).Lsh(big.NewInt(1), w-1) // least magnitude that is too much
	if x.minus {
		limit.Add(limit, big.NewInt(1))
	}
	if v.Cmp(limit) >= 0 {
		return SignBit(w)
	}
	if x.minus {
		return wide.OfBig(v).Neg().Mask(w)
	}
	return wide.OfBig(v)
}
