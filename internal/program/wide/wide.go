// Package wide has 128-bit integers, which constants of C, registers of the interpreter and
// values of bit-vectors are. It is arithmetic only: modulo 2^128, or at a width. Packages ctype, ir,
// interp and term compute with it.
package wide

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Word is an unsigned 128-bit integer. A value of width w uses the lower w bits
// and keeps the others 0; methods that can leave that range take the width and
// mask, methods without a width work on all 128 bits.
type Word struct {
	Hi, Lo uint64
}

// WordOf returns the word with value v.
func WordOf(v uint64) Word { return Word{Lo: v} }

// WordOfBool returns 1 for true and 0 for false.
func WordOfBool(b bool) Word {
	if b {
		return Word{Lo: 1}
	}
	return Word{}
}

// Ones returns the word whose lower width bits are set. requires: width ≤ 128.
func Ones(width uint) Word {
	switch {
	case width >= 128:
		return Word{^uint64(0), ^uint64(0)}
	case width > 64:
		return Word{1<<(width-64) - 1, ^uint64(0)}
	case width == 64:
		return Word{0, ^uint64(0)}
	}
	return Word{0, 1<<width - 1}
}

// SignBit returns the word with only bit width-1 set: the least signed value.
func SignBit(width uint) Word { return Word{Lo: 1}.Shl(width - 1) }

// Mask returns x with all but the lower width bits cleared.
func (x Word) Mask(width uint) Word { return x.And(Ones(width)) }

// IsZero reports whether x is 0.
func (x Word) IsZero() bool { return x.Hi|x.Lo == 0 }

// Bit returns bit i of x, 0 or 1.
func (x Word) Bit(i uint) uint {
	if i >= 64 {
		return uint(x.Hi>>(i-64)) & 1
	}
	return uint(x.Lo>>i) & 1
}

// Len returns the number of bits needed to represent x; 0 for 0.
func (x Word) Len() uint {
	if x.Hi != 0 {
		return 64 + uint(bits.Len64(x.Hi))
	}
	return uint(bits.Len64(x.Lo))
}

// TrailingZeros returns the index of the lowest set bit; 128 for 0.
func (x Word) TrailingZeros() uint {
	if x.Lo != 0 {
		return uint(bits.TrailingZeros64(x.Lo))
	}
	return 64 + uint(bits.TrailingZeros64(x.Hi))
}

// OnesCount returns the number of set bits.
func (x Word) OnesCount() uint {
	return uint(bits.OnesCount64(x.Hi) + bits.OnesCount64(x.Lo))
}

// Not returns the complement of all 128 bits.
func (x Word) Not() Word { return Word{^x.Hi, ^x.Lo} }

// And returns the bitwise conjunction.
func (x Word) And(y Word) Word { return Word{x.Hi & y.Hi, x.Lo & y.Lo} }

// Or returns the bitwise disjunction.
func (x Word) Or(y Word) Word { return Word{x.Hi | y.Hi, x.Lo | y.Lo} }

// Xor returns the bitwise exclusive disjunction.
func (x Word) Xor(y Word) Word { return Word{x.Hi ^ y.Hi, x.Lo ^ y.Lo} }

// AndNot returns the bits of x that are not in y.
func (x Word) AndNot(y Word) Word { return Word{x.Hi &^ y.Hi, x.Lo &^ y.Lo} }

// Add returns x + y modulo 2^128.
func (x Word) Add(y Word) Word {
	lo, carry := bits.Add64(x.Lo, y.Lo, 0)
	hi, _ := bits.Add64(x.Hi, y.Hi, carry)
	return Word{hi, lo}
}

// Sub returns x - y modulo 2^128.
func (x Word) Sub(y Word) Word {
	lo, borrow := bits.Sub64(x.Lo, y.Lo, 0)
	hi, _ := bits.Sub64(x.Hi, y.Hi, borrow)
	return Word{hi, lo}
}

// Neg returns -x modulo 2^128.
func (x Word) Neg() Word { return Word{}.Sub(x) }

// Mul returns x * y modulo 2^128.
func (x Word) Mul(y Word) Word {
	hi, lo := bits.Mul64(x.Lo, y.Lo)
	return Word{hi + x.Hi*y.Lo + x.Lo*y.Hi, lo}
}

// MulWide returns the 256-bit product of x and y as two words.
func (x Word) MulWide(y Word) (hi, lo Word) {
	// The four partial products, by weight:
	//   2^0: x.Lo*y.Lo   2^64: x.Lo*y.Hi, x.Hi*y.Lo   2^128: x.Hi*y.Hi
	llHi, llLo := bits.Mul64(x.Lo, y.Lo)
	lhHi, lhLo := bits.Mul64(x.Lo, y.Hi)
	hlHi, hlLo := bits.Mul64(x.Hi, y.Lo)
	hhHi, hhLo := bits.Mul64(x.Hi, y.Hi)
	mid, c1 := bits.Add64(llHi, lhLo, 0)
	mid, c2 := bits.Add64(mid, hlLo, 0)
	up, c3 := bits.Add64(hhLo, lhHi, c1)
	up, c4 := bits.Add64(up, hlHi, c2)
	return Word{hhHi + c3 + c4, up}, Word{mid, llLo}
}

// DivMod returns the quotient and the remainder of x by y.
// requires: y is not 0.
func (x Word) DivMod(y Word) (quo, rem Word) {
	if y.Hi == 0 {
		hi, r := bits.Div64(0, x.Hi, y.Lo)
		lo, r := bits.Div64(r, x.Lo, y.Lo)
		return Word{hi, lo}, Word{0, r}
	}
	// The quotient is less than 2^64: restoring division over the bits by which
	// x may exceed y.
	shift := bits.LeadingZeros64(y.Hi) - bits.LeadingZeros64(x.Hi)
	if x.Hi == 0 || shift < 0 {
		return Word{}, x
	}
	y = y.Shl(uint(shift))
	for ; shift >= 0; shift-- {
		if !x.Less(y) {
			x = x.Sub(y)
			quo.Lo |= 1 << uint(shift)
		}
		y = y.Shr(1)
	}
	return quo, x
}

// Shl returns x shifted left by n bits; 0 from 128 on.
func (x Word) Shl(n uint) Word {
	if n >= 64 {
		return Word{x.Lo << (n - 64), 0}
	}
	return Word{x.Hi<<n | x.Lo>>(64-n), x.Lo << n}
}

// Shr returns x shifted right by n bits, filling with 0; 0 from 128 on.
func (x Word) Shr(n uint) Word {
	if n >= 64 {
		return Word{0, x.Hi >> (n - 64)}
	}
	return Word{x.Hi >> n, x.Lo>>n | x.Hi<<(64-n)}
}

// Ashr returns x shifted right by n bits, filling with bit 127.
func (x Word) Ashr(n uint) Word {
	if x.Negative(128) {
		return x.Not().Shr(n).Not()
	}
	return x.Shr(n)
}

// Less reports whether x < y as unsigned integers.
func (x Word) Less(y Word) bool {
	return x.Hi < y.Hi || x.Hi == y.Hi && x.Lo < y.Lo
}

// SignedLess reports whether x < y as signed integers of the given width.
func (x Word) SignedLess(y Word, width uint) bool {
	sign := SignBit(width)
	return x.Xor(sign).Less(y.Xor(sign))
}

// Negative reports whether the sign bit of x at the given width is set.
func (x Word) Negative(width uint) bool { return x.Bit(width-1) == 1 }

// Extend returns the sign extension of x from the given width to 128 bits.
func (x Word) Extend(width uint) Word {
	if x.Negative(width) {
		return x.Or(Ones(width).Not())
	}
	return x
}

// SaddOverflows reports whether the signed x + y does not fit the width: the sum has
// another sign than both.
func (x Word) SaddOverflows(y Word, width uint) bool {
	sum := x.Add(y)
	return x.Xor(sum).And(y.Xor(sum)).Negative(width)
}

// SsubOverflows reports whether the signed x - y does not fit the width.
func (x Word) SsubOverflows(y Word, width uint) bool {
	return x.Xor(y).And(x.Xor(x.Sub(y))).Negative(width)
}

// SmulOverflows reports whether the signed x * y does not fit the width.
func (x Word) SmulOverflows(y Word, width uint) bool {
	hi, lo := x.Abs(width).MulWide(y.Abs(width))
	limit := SignBit(width) // least value of the absolute product that is too much
	if x.Negative(width) != y.Negative(width) {
		limit = limit.Add(WordOf(1))
	}
	return !hi.IsZero() || !lo.Less(limit)
}

// Abs returns the absolute value of x as a signed integer of the given width; for the least value it
// is 2^(width-1).
func (x Word) Abs(width uint) Word {
	if x.Negative(width) {
		return x.Neg().Mask(width)
	}
	return x
}

// Big returns x as a big integer.
func (x Word) Big() *big.Int {
	v := new(big.Int).SetUint64(x.Hi)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(x.Lo))
}

// OfBig returns v modulo 2^128. requires: |v| < 2^128.
func OfBig(v *big.Int) Word {
	abs := new(big.Int).Abs(v)
	hi := new(big.Int).Rsh(abs, 64)
	w := Word{hi.Uint64(), abs.Sub(abs, new(big.Int).Lsh(hi, 64)).Uint64()}
	if v.Sign() < 0 {
		return w.Neg()
	}
	return w
}

// String returns x in hexadecimal with the prefix 0x and without leading zeros.
func (x Word) String() string {
	if x.Hi != 0 {
		return fmt.Sprintf("0x%x%016x", x.Hi, x.Lo)
	}
	return fmt.Sprintf("0x%x", x.Lo)
}

// MarshalText implements encoding.TextMarshaler: an unsigned number, decimal up to 64 bits, else hexadecimal
// with 0x.
func (x Word) MarshalText() ([]byte, error) {
	if x.Hi == 0 {
		return strconv.AppendUint(nil, x.Lo, 10), nil
	}
	return fmt.Appendf(nil, "0x%x%016x", x.Hi, x.Lo), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (x *Word) UnmarshalText(text []byte) error {
	digits, base := string(text), 10
	if rest, ok := strings.CutPrefix(digits, "0x"); ok {
		digits, base = rest, 16
	}
	v, ok := new(big.Int), false
	if len(digits) > 0 && len(digits) <= 40 && digits[0] != '-' && digits[0] != '+' {
		v, ok = v.SetString(digits, base)
	}
	if !ok || v.BitLen() > 128 {
		return fmt.Errorf("%q is not an unsigned value of at most 128 bits", text)
	}
	*x = OfBig(v)
	return nil
}
