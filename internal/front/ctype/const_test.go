package ctype

import (
	"math"
	"math/big"
	"math/rand"
	"strconv"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

func TestConvert(t *testing.T) {
	m := ir.LP64
	for _, tt := range []struct {
		from Const
		to   Kind
		want string
		flaw Flaw
	}{
		{IntConst(m, Basic(Int), -1), UChar, "255", NoFlaw},
		{IntConst(m, Basic(Int), 200), Char, "-56", NoFlaw},
		{IntConst(m, Basic(Int), -1), UInt128, "340282366920938463463374607431768211455", NoFlaw},
		{IntConst(m, Basic(Int), -2), ULLong, "18446744073709551614", NoFlaw},
		{IntConst(m, Basic(Int), 256), Bool, "1", NoFlaw},
		{FloatConst(Basic(Double), 0.25), Bool, "1", NoFlaw},
		{FloatConst(Basic(Double), -1.9), Int, "-1", NoFlaw},
		{FloatConst(Basic(Double), 1e10), Int, "2147483647", Overflow},
		{FloatConst(Basic(Double), math.NaN()), Int, "0", Overflow},
		{FloatConst(Basic(Double), 0x1p100), Int128, "1267650600228229401496703205376", NoFlaw},
		{FloatConst(Basic(Double), -0x1p100), Int128, "-1267650600228229401496703205376", NoFlaw},
		{IntConst(m, Basic(Int), 16777217), Float, "1.6777216e+07", NoFlaw},
		{UintConst(m, Basic(ULLong), 1<<63+1<<39+1), Float, "9.223373136366404e+18", NoFlaw},
		{FloatConst(Basic(Double), 0.1), Float, "0.10000000149011612", NoFlaw},
	} {
		got, flaw := Convert(m, tt.from, Basic(tt.to))
		if got.String() != tt.want || flaw != tt.flaw {
			t.Errorf("%s to %s: got %s (%s), want %s (%s)", tt.from, tt.to, got, flaw, tt.want, tt.flaw)
		}
	}
}

func TestFlaws(t *testing.T) {
	m := ir.LP64
	i, l := Basic(Int), Basic(Int128)
	lowest := WideConst(m, l, wide.SignBit(128))
	for _, tt := range []struct {
		name string
		op   BinaryOp
		a, b Const
		want string
		flaw Flaw
	}{
		{"int max + 1", OpAdd, IntConst(m, i, math.MaxInt32), IntConst(m, i, 1), "-2147483648", Overflow},
		{"int min / -1", OpDiv, IntConst(m, i, math.MinInt32), IntConst(m, i, -1), "-2147483648", Overflow},
		{"int min % -1", OpRem, IntConst(m, i, math.MinInt32), IntConst(m, i, -1), "0", Overflow},
		{"1 / 0", OpDiv, IntConst(m, i, 1), IntConst(m, i, 0), "0", DivByZero},
		{"1 << 32", OpShl, IntConst(m, i, 1), IntConst(m, i, 32), "0", ShiftRange},
		{"-1 >> 40", OpShr, IntConst(m, i, -1), IntConst(m, i, 40), "-1", ShiftRange},
		{"-8 >> 1", OpShr, IntConst(m, i, -8), IntConst(m, i, 1), "-4", NoFlaw},
		{"-7 / 2", OpDiv, IntConst(m, i, -7), IntConst(m, i, 2), "-3", NoFlaw},
		{"-7 % 2", OpRem, IntConst(m, i, -7), IntConst(m, i, 2), "-1", NoFlaw},
		{"int128 min - 1", OpSub, lowest, IntConst(m, l, 1), "170141183460469231731687303715884105727", Overflow},
		{"int128 min * -1", OpMul, lowest, IntConst(m, l, -1), "-170141183460469231731687303715884105728", Overflow},
		{"unsigned wraps", OpAdd, UintConst(m, Basic(UInt), math.MaxUint32), UintConst(m, Basic(UInt), 1), "0", NoFlaw},
	} {
		got, flaw := Binary(m, tt.op, tt.a, tt.b)
		if got.String() != tt.want || flaw != tt.flaw {
			t.Errorf("%s: got %s (%s), want %s (%s)", tt.name, got, flaw, tt.want, tt.flaw)
		}
	}
	if c, flaw := Neg(m, IntConst(m, i, math.MinInt32)); flaw != Overflow || c.String() != "-2147483648" {
		t.Errorf("-INT_MIN: %s (%s)", c, flaw)
	}
}

// TestBinaryAgainstBig compares integer operators with math/big.
func TestBinaryAgainstBig(t *testing.T) {
	m := ir.LP64
	rng := rand.New(rand.NewSource(1))
	kinds := []Kind{Int, UInt, Long, ULong, Int128, UInt128}
	random := func(k Kind) Const {
		c := WideConst(m, Basic(k), wide.Word{Hi: rng.Uint64(), Lo: rng.Uint64()})
		if rng.Intn(2) == 0 {
			c = IntConst(m, Basic(k), int64(rng.Intn(9)-4))
		}
		return c
	}
	value := func(c Const) *big.Int {
		n, _ := new(big.Int).SetString(c.String(), 10)
		return n
	}
	for range 20000 {
		k := kinds[rng.Intn(len(kinds))]
		a, b := random(k), random(k)
		op := BinaryOp(rng.Intn(int(OpXor) + 1))
		got, flaw := Binary(m, op, a, b)
		x, y, want := value(a), value(b), new(big.Int)
		if flaw == DivByZero {
			if y.Sign() != 0 {
				t.Fatalf("%s op %d %s: %s", a, op, b, flaw)
			}
			continue
		}
		switch op {
		case OpAdd:
			want.Add(x, y)
		case OpSub:
			want.Sub(x, y)
		case OpMul:
			want.Mul(x, y)
		case OpDiv:
			want.Quo(x, y)
		case OpRem:
			want.Rem(x, y)
		case OpAnd:
			want.And(x, y)
		case OpOr:
			want.Or(x, y)
		case OpXor:
			want.Xor(x, y)
		}
		if want.Cmp(value(got)) == 0 {
			if flaw != NoFlaw && op != OpRem {
				t.Fatalf("%s op %d %s = %s: %s", a, op, b, got, flaw)
			}
			continue
		}
		if Basic(k).IsSigned() && flaw != Overflow {
			t.Fatalf("%s %s op %d %s: got %s, want %s", k, a, op, b, got, want)
		}
		bits := uint(Basic(k).Size(m) * 8)
		diff := new(big.Int).Sub(want, value(got))
		if diff.Mod(diff, new(big.Int).Lsh(big.NewInt(1), bits)).Sign() != 0 {
			t.Fatalf("%s %s op %d %s: got %s, want %s", k, a, op, b, got, want)
		}
	}
}

// String returns the value in decimal, floats in Go's shortest form.
func (c Const) String() string {
	if c.Type.IsFloating() {
		return strconv.FormatFloat(c.Float, 'g', -1, 64)
	}
	w, sign := c.Word, ""
	if c.IsNegative() {
		w, sign = w.Neg(), "-"
	}
	return sign + w.Big().String()
}
