package wide

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

var two128 = new(big.Int).Lsh(big.NewInt(1), 128)

// wordOfBig returns v modulo 2^128.
func wordOfBig(v *big.Int) Word {
	v = new(big.Int).Mod(v, two128)
	lo := new(big.Int).And(v, new(big.Int).SetUint64(^uint64(0)))
	return Word{Hi: new(big.Int).Rsh(v, 64).Uint64(), Lo: lo.Uint64()}
}

// signedBig reads the lower w bits of x as two's complement.
func signedBig(x Word, w uint) *big.Int {
	v := x.Big()
	if v.Bit(int(w-1)) == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), w))
	}
	return v
}

// testWords are corner words and random ones.
func testWords() []Word {
	words := []Word{{}, {0, 1}, {0, 2}, {0, 3}, Ones(63), Ones(64), Ones(65), Ones(127), Ones(128),
		SignBit(63), SignBit(64), SignBit(65), SignBit(128), {1, 0}, {1, 1}, {^uint64(0), 0}, {1 << 63, 1}}
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		words = append(words, Word{rnd.Uint64(), rnd.Uint64()}.Mask(1+uint(rnd.IntN(128))))
	}
	return words
}

func TestWordAgainstBig(t *testing.T) {
	words := testWords()
	for _, x := range words {
		for _, y := range words {
			bx, by := x.Big(), y.Big()
			check := func(name string, got Word, want *big.Int) {
				t.Helper()
				if got != wordOfBig(want) {
					t.Errorf("%s of %s and %s: got %s, want %x", name, x, y, got, want)
				}
			}
			check("add", x.Add(y), new(big.Int).Add(bx, by))
			check("sub", x.Sub(y), new(big.Int).Sub(bx, by))
			check("mul", x.Mul(y), new(big.Int).Mul(bx, by))
			check("and", x.And(y), new(big.Int).And(bx, by))
			check("or", x.Or(y), new(big.Int).Or(bx, by))
			check("xor", x.Xor(y), new(big.Int).Xor(bx, by))
			check("andnot", x.AndNot(y), new(big.Int).AndNot(bx, by))
			hi, lo := x.MulWide(y)
			check("mulwide low", lo, new(big.Int).Mul(bx, by))
			check("mulwide high", hi, new(big.Int).Rsh(new(big.Int).Mul(bx, by), 128))
			if !y.IsZero() {
				quo, rem := x.DivMod(y)
				check("quotient", quo, new(big.Int).Quo(bx, by))
				check("remainder", rem, new(big.Int).Rem(bx, by))
			}
			if got, want := x.Less(y), bx.Cmp(by) < 0; got != want {
				t.Errorf("%s < %s: got %v", x, y, got)
			}
		}
	}
}

func TestWordUnary(t *testing.T) {
	for _, x := range testWords() {
		bx := x.Big()
		check := func(name string, w uint, got Word, want *big.Int) {
			t.Helper()
			if got != wordOfBig(want) {
				t.Errorf("%s(%d) of %s: got %s, want %x", name, w, x, got, want)
			}
		}
		check("not", 0, x.Not(), new(big.Int).Not(bx))
		check("neg", 0, x.Neg(), new(big.Int).Neg(bx))
		for w := uint(0); w <= 130; w++ {
			check("shl", w, x.Shl(w), new(big.Int).Lsh(bx, w))
			check("shr", w, x.Shr(w), new(big.Int).Rsh(bx, w))
			check("ashr", w, x.Ashr(w), new(big.Int).Rsh(signedBig(x, 128), w))
			if w == 0 || w > 128 {
				continue
			}
			m := x.Mask(w)
			check("mask", w, m, new(big.Int).Mod(bx, new(big.Int).Lsh(big.NewInt(1), w)))
			check("extend", w, m.Extend(w), signedBig(m, w))
			check("abs", w, m.Abs(w), new(big.Int).Abs(signedBig(m, w)))
			if got, want := x.Bit(w-1), bx.Bit(int(w-1)); got != want {
				t.Errorf("bit %d of %s: got %d", w-1, x, got)
			}
			if got, want := m.SignedLess(WordOf(1), w), w > 1 && signedBig(m, w).Sign() <= 0; got != want {
				t.Errorf("%s < 1 at width %d: got %v", m, w, got)
			}
		}
		if got, want := x.Len(), uint(bx.BitLen()); got != want {
			t.Errorf("length of %s: got %d, want %d", x, got, want)
		}
		if !x.IsZero() && x.TrailingZeros() != bx.TrailingZeroBits() {
			t.Errorf("trailing zeros of %s: got %d", x, x.TrailingZeros())
		}
		if got := OfBig(bx); got != x || OfBig(new(big.Int).Neg(bx)) != x.Neg() {
			t.Errorf("%s by way of a big integer: got %s", x, got)
		}
		if got, want := x.String(), "0x"+bx.Text(16); got != want {
			t.Errorf("text: got %s, want %s", got, want)
		}
	}
	if got := (Word{}).TrailingZeros(); got != 128 {
		t.Errorf("trailing zeros of 0: got %d", got)
	}
}
