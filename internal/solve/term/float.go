package term

import (
	"math/big"

	"github.com/heddle-mc/heddle/internal/program/wide"
)

// number is the value that a bit-vector of a format stands for:
// (-1)^minus · sig · 2^exp, or an infinity, or not a number. sig is never
// changed once set.
type number struct {
	nan, inf, minus bool
	exp             int
	sig             *big.Int // nil for infinities and NaN
}

func (x number) zero() bool { return x.sig != nil && x.sig.Sign() == 0 }

// decode returns the value of the bits v of a format.
func (f Format) decode(v Word) number {
	fraction := v.Mask(uint(f.Sig) - 1)
	field := v.Shr(uint(f.Sig) - 1).Mask(uint(f.Exp))
	x := number{minus: v.Negative(f.Width())}
	switch {
	case field == Ones(uint(f.Exp)):
		x.nan, x.inf = !fraction.IsZero(), fraction.IsZero()
		return x
	case field.IsZero():
		field = WordOf(1) // subnormal: the exponent of 1, without hidden bit
	default:
		fraction = fraction.Or(f.MinNormal())
	}
	x.sig, x.exp = fraction.Big(), int(field.Lo)-1+f.leastExp()
	return x
}

// leastExp returns the exponent of the lowest bit of subnormal numbers.
func (f Format) leastExp() int { return 3 - 1<<(f.Exp-1) - int(f.Sig) }

// Round returns the float of a format that a number is rounded to; 0 is positive.
func (f Format) Round(mode Rounding, x *big.Rat) Word {
	if x.Sign() == 0 {
		return Word{}
	}
	num := new(big.Int).Abs(x.Num())
	// Two bits more than the precision, and a sticky bit for all lower ones.
	exp := num.BitLen() - x.Denom().BitLen() - int(f.Sig) - 2
	den := new(big.Int).Lsh(x.Denom(), uint(max(exp, 0)))
	sig, rest := num.QuoRem(num.Lsh(num, uint(max(-exp, 0))), den, new(big.Int))
	sig.Lsh(sig, 1)
	if rest.Sign() != 0 {
		sig.SetBit(sig, 0, 1)
	}
	return f.encode(mode, number{minus: x.Sign() < 0, exp: exp - 1, sig: sig})
}

// encode returns the bits of a value after one rounding. Where sig is not exact,
// its lowest bit is sticky and it has more than Sig + 1 bits.
func (f Format) encode(mode Rounding, x number) Word {
	switch {
	case x.nan:
		return f.NaN()
	case x.inf:
		return f.signed(x.minus, f.Inf())
	case x.zero():
		return f.signed(x.minus, Word{})
	}
	exp := max(x.exp+x.sig.BitLen()-int(f.Sig), f.leastExp())
	sig := roundShift(mode, x.minus, x.sig, exp-x.exp)
	// The field of the exponent and the fraction together are one number, in
	// which a carry out of the fraction moves on to the next exponent. The
	// exponent is that of a hidden bit, which adds 1 to the field.
	field := big.NewInt(int64(exp - f.leastExp()))
	bits := sig.Add(sig, field.Lsh(field, uint(f.Sig)-1))
	if inf := f.Inf(); bits.Cmp(inf.Big()) >= 0 {
		if mode.up(x.minus, true, true, true) {
			return f.signed(x.minus, inf)
		}
		return f.signed(x.minus, inf.Sub(WordOf(1)))
	}
	return f.signed(x.minus, wide.OfBig(bits))
}

func (f Format) signed(minus bool, v Word) Word {
	if minus {
		return v.Or(SignBit(f.Width()))
	}
	return v
}

// roundShift returns sig / 2^by rounded to an integer; minus is the sign of the
// number that sig is the magnitude of.
func roundShift(mode Rounding, minus bool, sig *big.Int, by int) *big.Int {
	if by <= 0 {
		return new(big.Int).Lsh(sig, uint(-by))
	}
	r := new(big.Int).Rsh(sig, uint(by))
	half := sig.Bit(by-1) == 1
	rest := sig.Sign() != 0 && int(sig.TrailingZeroBits()) < by-1
	if mode.up(minus, r.Bit(0) == 1, half, rest) {
		r.Add(r, big.NewInt(1))
	}
	return r
}

// up reports whether a magnitude is rounded up: odd is the lowest bit kept, half the first bit cut off,
// rest whether any later one is set. With all of them set it reports whether a magnitude that is too
// large becomes infinite.
func (m Rounding) up(minus, odd, half, rest bool) bool {
	switch m {
	case RNE:
		return half && (rest || odd)
	case RNA:
		return half
	case RTP:
		return !minus && (half || rest)
	case RTN:
		return minus && (half || rest)
	}
	return false
}

// foldFloat is fold for the operators on floats: exact arithmetic on integers,
// then one rounding. w is the width of the first argument.
func foldFloat(op Op, param uint32, w uint, v [3]Word) Word {
	p := unpackFloat(opTable[op].param, param)
	switch op {
	case OpSToF:
		return p.Format.encode(p.Mode, number{minus: v[0].Negative(w), sig: v[0].Abs(w).Big()})
	case OpUToF:
		return p.Format.encode(p.Mode, number{sig: v[0].Big()})
	}
	var args [3]number
	for i := range op.Arity() {
		args[i] = p.Format.decode(v[i])
	}
	x, y, z := args[0], args[1], args[2]
	switch op {
	case OpFEq:
		c, ordered := compare(x, y)
		return WordOfBool(ordered && c == 0)
	case OpFLt:
		c, ordered := compare(x, y)
		return WordOfBool(ordered && c < 0)
	case OpFLe:
		c, ordered := compare(x, y)
		return WordOfBool(ordered && c <= 0)
	case OpFToS:
		return toSigned(p.Mode, x, p.Width)
	case OpFToF:
		return p.To.encode(p.Mode, x)
	case OpFAdd:
		x = sum(p.Mode, x, y)
	case OpFMul:
		x = product(x, y)
	case OpFDiv:
		x = quotient(x, y, int(p.Format.Sig))
	case OpFRem:
		x = remainder(p.Mode, x, y)
	case OpFFma:
		x = sum(p.Mode, product(x, y), z)
	case OpFSqrt:
		x = root(x, int(p.Format.Sig))
	case OpFRound:
		if x.sig != nil {
			x = number{minus: x.minus, sig: roundShift(p.Mode, x.minus, x.sig, -x.exp)}
		}
	}
	return p.Format.encode(p.Mode, x)
}
