package term

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/wide"
)

// testWords are corner words and random ones.
func testWords() []Word {
	words := []Word{{}, WordOf(1), WordOf(2), WordOf(3), Ones(63), Ones(64), Ones(65), Ones(127), Ones(128), SignBit(63), SignBit(64),
		SignBit(65), SignBit(128), {Hi: 1}, {Hi: 1, Lo: 1}, {Hi: ^uint64(0)}, {Hi: 1 << 63, Lo: 1}}
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		words = append(words, cornerWord(rnd, 1+uint(rnd.IntN(128))))
	}
	return words
}

// signedBig reads the lower w bits of x as two's complement.
func signedBig(x Word, w uint) *big.Int {
	v := x.Big()
	if x.Negative(w) {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), w))
	}
	return v
}

// TestFoldWide compares the operators at wide widths, corner words and random
// ones, with math/big.
func TestFoldWide(t *testing.T) {
	words := testWords()
	for _, w := range []uint{31, 32, 33, 63, 64, 65, 100, 127, 128} {
		modulus := new(big.Int).Lsh(big.NewInt(1), w)
		for _, x := range words {
			for _, y := range words {
				checkFoldWide(t, w, modulus, x.Mask(w), y.Mask(w))
			}
		}
	}
}

func checkFoldWide(t *testing.T, w uint, modulus *big.Int, x, y Word) {
	t.Helper()
	bx, by, sx, sy := x.Big(), y.Big(), signedBig(x, w), signedBig(y, w)
	check := func(op Op, want *big.Int) {
		t.Helper()
		got := fold(op, 0, w, w, [3]Word{x, y})
		if got != wide.OfBig(new(big.Int).Mod(want, modulus)) {
			t.Errorf("%s at width %d of %s and %s: got %s, want %x", op, w, x, y, got, want)
		}
	}
	holds := func(op Op, want bool) {
		t.Helper()
		if got := fold(op, 0, w, w, [3]Word{x, y}); got != WordOfBool(want) {
			t.Errorf("%s at width %d of %s and %s: got %s, want %v", op, w, x, y, got, want)
		}
	}
	least := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), w-1))
	misfit := func(v *big.Int) bool { return v.Cmp(least) < 0 || v.Cmp(new(big.Int).Neg(least)) >= 0 }
	if y.IsZero() {
		check(OpUdiv, big.NewInt(-1))
		check(OpUrem, bx)
		check(OpSrem, sx)
		if sx.Sign() < 0 {
			check(OpSdiv, big.NewInt(1))
		} else {
			check(OpSdiv, big.NewInt(-1))
		}
	} else {
		check(OpUdiv, new(big.Int).Quo(bx, by))
		check(OpUrem, new(big.Int).Rem(bx, by))
		check(OpSdiv, new(big.Int).Quo(sx, sy))
		check(OpSrem, new(big.Int).Rem(sx, sy))
		holds(OpSdivo, misfit(new(big.Int).Quo(sx, sy)))
	}
	check(OpAdd, new(big.Int).Add(bx, by))
	check(OpSub, new(big.Int).Sub(bx, by))
	check(OpMul, new(big.Int).Mul(bx, by))
	holds(OpUlt, bx.Cmp(by) < 0)
	holds(OpUle, bx.Cmp(by) <= 0)
	holds(OpSlt, sx.Cmp(sy) < 0)
	holds(OpSle, sx.Cmp(sy) <= 0)
	holds(OpUaddo, new(big.Int).Add(bx, by).Cmp(modulus) >= 0)
	holds(OpSaddo, misfit(new(big.Int).Add(sx, sy)))
	holds(OpUsubo, bx.Cmp(by) < 0)
	holds(OpSsubo, misfit(new(big.Int).Sub(sx, sy)))
	holds(OpUmulo, new(big.Int).Mul(bx, by).Cmp(modulus) >= 0)
	holds(OpSmulo, misfit(new(big.Int).Mul(sx, sy)))
	holds(OpNego, misfit(new(big.Int).Neg(sx)))
	shift := uint(1000)
	if y.Len() <= 8 {
		shift = uint(y.Lo)
	}
	check(OpShl, new(big.Int).Lsh(bx, shift))
	check(OpLshr, new(big.Int).Rsh(bx, shift))
	check(OpAshr, new(big.Int).Rsh(sx, shift))
	turn := uint(new(big.Int).Mod(by, big.NewInt(int64(w))).Uint64())
	left := new(big.Int).Or(new(big.Int).Lsh(bx, turn), new(big.Int).Rsh(bx, w-turn))
	right := new(big.Int).Or(new(big.Int).Rsh(bx, turn), new(big.Int).Lsh(bx, w-turn))
	check(OpRotlVar, left)
	check(OpRotrVar, right)
}
