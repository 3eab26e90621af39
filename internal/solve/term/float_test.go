package term

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

// long tests fma of more formats, and more random operands.
var long = testflag.Long()

// smallFormats are fractions narrower and wider than exponents, and the least of
// both.
var smallFormats = []Format{{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 5}, {4, 3}, {3, 5}}

// maxQuick is the largest width of a format that is tested without -long.
const maxQuick = 6

// applied is the value of a float operator.
func applied(op Op, p FloatParam, w uint, args ...int) int {
	var v [3]Word
	for i, a := range args {
		v[i] = WordOf(uint64(a)).Mask(w)
	}
	return int(fold(op, p.Pack(), w, w, v).Lo)
}

func truth(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// TestSmallFloats holds all operators to the reference on all operands of small
// formats, in all rounding directions.
func TestSmallFloats(t *testing.T) {
	for _, f := range smallFormats {
		t.Run(f.String(), func(t *testing.T) {
			if f.Width() > maxQuick && !*long {
				t.Skip("needs -long")
			}
			t.Parallel()
			for mode := range NumRoundings {
				checkSmall(t, f, mode)
			}
		})
	}
}

func checkSmall(t *testing.T, f Format, mode Rounding) {
	r := newSmall(f)
	p := FloatParam{Mode: mode, Format: f}
	plain := FloatParam{Format: f}
	w := f.Width()
	targets := make(map[Format]*small)
	for _, to := range smallFormats {
		targets[to] = newSmall(to)
	}
	check := func(op Op, p FloatParam, want int, args ...int) {
		if got := applied(op, p, w, args...); got != want {
			t.Fatalf("%s of %#x: got %#x, want %#x", op, args, got, want)
		}
	}
	for x := range 1 << w {
		check(OpFSqrt, p, r.sqrt(mode, x), x)
		check(OpFRound, p, r.round(mode, x), x)
		for width := uint(1); width <= 10; width++ {
			check(OpFToS, FloatParam{Mode: mode, Format: f, Width: width}, r.toInt(mode, x, width), x)
		}
		for _, to := range smallFormats {
			if to != f {
				check(OpFToF, FloatParam{Mode: mode, Format: f, To: to}, r.convert(mode, targets[to], x), x)
			}
		}
		check(OpUToF, p, r.fromInt(mode, x), x)
		check(OpSToF, p, r.fromInt(mode, signed(int(w), x)), x)
		for y := range 1 << w {
			check(OpFAdd, p, r.add(mode, x, y), x, y)
			check(OpFMul, p, r.mul(mode, x, y), x, y)
			check(OpFDiv, p, r.div(mode, x, y), x, y)
			switch mode {
			case RNE:
				c, ordered := r.compared(x, y)
				check(OpFEq, plain, truth(ordered && c == 0), x, y)
				check(OpFLt, plain, truth(ordered && c < 0), x, y)
				check(OpFLe, plain, truth(ordered && c <= 0), x, y)
				fallthrough
			case RTZ:
				check(OpFRem, p, r.rem(mode, x, y), x, y)
			}
			if w > 5 && !*long || w > 6 {
				continue
			}
			for z := range 1 << w {
				check(OpFFma, p, r.fma(mode, x, y, z), x, y, z)
			}
		}
	}
}

// TestHardwareFloats holds the operators to Go's arithmetic in both formats of C.
func TestHardwareFloats(t *testing.T) {
	count := 20_000
	if *long {
		count = 1_000_000
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	run := func(f Format, op Op, p FloatParam, want Word, v ...Word) {
		p.Format = f
		var args [3]Word
		copy(args[:], v)
		if got := fold(op, p.Pack(), f.Width(), f.Width(), args); got != want {
			t.Fatalf("%s %s of %s: got %s, want %s", f, op, v, got, want)
		}
	}
	for range count {
		a, b, c := cornerFloat(rnd, Float64), cornerFloat(rnd, Float64), cornerFloat(rnd, Float64)
		x, y, z := math.Float64frombits(a.Lo), math.Float64frombits(b.Lo), math.Float64frombits(c.Lo)
		run(Float64, OpFAdd, FloatParam{}, word64(x+y), a, b)
		run(Float64, OpFMul, FloatParam{}, word64(x*y), a, b)
		run(Float64, OpFDiv, FloatParam{}, word64(x/y), a, b)
		run(Float64, OpFSqrt, FloatParam{}, word64(math.Sqrt(x)), a)
		run(Float64, OpFFma, FloatParam{}, word64(math.FMA(x, y, z)), a, b, c)
		run(Float64, OpFRem, FloatParam{Mode: RTZ}, word64(math.Mod(x, y)), a, b)
		run(Float64, OpFRem, FloatParam{Mode: RNE}, word64(math.Remainder(x, y)), a, b)
		for mode, round := range []func(float64) float64{math.RoundToEven, math.Round, math.Ceil, math.Floor, math.Trunc} {
			run(Float64, OpFRound, FloatParam{Mode: Rounding(mode)}, word64(round(x)), a)
		}
		run(Float64, OpFLt, FloatParam{}, WordOfBool(x < y), a, b)
		run(Float64, OpFLe, FloatParam{}, WordOfBool(x <= y), a, b)
		run(Float64, OpFEq, FloatParam{}, WordOfBool(x == y), a, b)
		run(Float64, OpFToF, FloatParam{To: Float32}, word32(float32(x)), a)
		run(Float64, OpSToF, FloatParam{}, word64(float64(int64(a.Lo))), a)
		run(Float64, OpUToF, FloatParam{}, word64(float64(a.Lo)), a)
		if x > -0x1p63 && x < 0x1p63 {
			run(Float64, OpFToS, FloatParam{Mode: RTZ, Width: 64}, WordOf(uint64(int64(x))), a)
		}

		a, b = cornerFloat(rnd, Float32), cornerFloat(rnd, Float32)
		u, v := math.Float32frombits(uint32(a.Lo)), math.Float32frombits(uint32(b.Lo))
		run(Float32, OpFAdd, FloatParam{}, word32(u+v), a, b)
		run(Float32, OpFMul, FloatParam{}, word32(u*v), a, b)
		run(Float32, OpFDiv, FloatParam{}, word32(u/v), a, b)
		run(Float32, OpFSqrt, FloatParam{}, word32(float32(math.Sqrt(float64(u)))), a)
		run(Float32, OpFRem, FloatParam{Mode: RTZ}, word32(float32(math.Mod(float64(u), float64(v)))), a, b)
		run(Float32, OpFToF, FloatParam{To: Float64}, word64(float64(u)), a)
		run(Float32, OpSToF, FloatParam{}, word32(float32(int32(a.Lo))), a)
	}
}

func word64(x float64) Word {
	if x != x {
		return Float64.NaN()
	}
	return WordOf(math.Float64bits(x))
}

func word32(x float32) Word {
	if x != x {
		return Float32.NaN()
	}
	return WordOf(uint64(math.Float32bits(x)))
}

// TestDirectedFloats holds binary32 to big floats in every direction, away from
// the ends of the range.
func TestDirectedFloats(t *testing.T) {
	modes := [NumRoundings]big.RoundingMode{big.ToNearestEven, big.ToNearestAway, big.ToPositiveInf, big.ToNegativeInf, big.ToZero}
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		x := math.Float32frombits(rnd.Uint32()&0x8fffffff | 0x38000000)
		y := math.Float32frombits(rnd.Uint32()&0x8fffffff | 0x38000000)
		bx, by := new(big.Float).SetFloat64(float64(x)), new(big.Float).SetFloat64(float64(y))
		for mode, bigMode := range modes {
			p := FloatParam{Mode: Rounding(mode), Format: Float32}.Pack()
			for op, exact := range map[Op]func(z, x, y *big.Float) *big.Float{
				OpFAdd: (*big.Float).Add, OpFMul: (*big.Float).Mul, OpFDiv: (*big.Float).Quo,
			} {
				z := exact(new(big.Float).SetPrec(24).SetMode(bigMode), bx, by)
				want, _ := z.Float32()
				got := fold(op, p, 32, 32, [3]Word{word32(x), word32(y)})
				if got != word32(want) && want != 0 {
					t.Fatalf("%s %s of %g and %g: got %s, want %s", op, Rounding(mode), x, y, got, word32(want))
				}
			}
		}
	}
}

// TestFloatClasses compares the predicates and the sign operations with their
// definitions on all values of a small format.
func TestFloatClasses(t *testing.T) {
	f := Format{3, 4}
	r := newSmall(f)
	s := New(Options{})
	w := f.Width()
	x, y := s.Var("x", BV(w)), s.Var("y", BV(w))
	for vx := range 1 << w {
		minus, mag := r.split(vx)
		finite := mag < len(r.mags)-1
		normal := finite && mag >= 1<<(f.Sig-1)
		for vy := range 1 << w {
			var asg Assignment
			asg.Set(x, WordOf(uint64(vx)))
			asg.Set(y, WordOf(uint64(vy)))
			ev := NewEvaluator(s, &asg)
			least, greatest := vx, vx
			c, ordered := r.compared(vx, vy)
			switch {
			case r.isNaN(vx) && r.isNaN(vy):
				least, greatest = r.nan(), r.nan()
			case r.isNaN(vx) || ordered && c == 0:
				least, greatest = vy, vy
			case ordered && c < 0:
				greatest = vy
			case ordered:
				least = vy
			}
			for _, tt := range []struct {
				name string
				id   ID
				want int
			}{
				{"nan", s.FIsNaN(f, x), truth(r.isNaN(vx))},
				{"inf", s.FIsInf(f, x), truth(r.isInf(vx))},
				{"zero", s.FIsZero(f, x), truth(r.isZero(vx))},
				{"normal", s.FIsNormal(f, x), truth(normal)},
				{"subnormal", s.FIsSubnormal(f, x), truth(finite && !normal && mag > 0)},
				{"negative", s.FIsNegative(f, x), truth(minus)},
				{"neg", s.FNeg(f, x), r.join(!minus, mag)},
				{"abs", s.FAbs(f, x), mag},
				{"min", s.FMin(f, x, y), least},
				{"max", s.FMax(f, x, y), greatest},
				{"sub", s.FSub(RTN, f, x, y), r.add(RTN, vx, vy^1<<(w-1))},
			} {
				if got := ev.Word(tt.id); got != WordOf(uint64(tt.want)) {
					t.Fatalf("%s of %#x and %#x: got %s, want %#x", tt.name, vx, vy, got, tt.want)
				}
			}
		}
	}
}

// TestFloatSortErrors checks that the sort rules refuse wrong formats and arguments.
func TestFloatSortErrors(t *testing.T) {
	s := New(Options{})
	a, b, p := s.Var("a", BV(32)), s.Var("b", BV(64)), s.Var("p", Bool)
	f32 := FloatParam{Format: Float32}
	for _, c := range []struct {
		op    Op
		param uint32
		args  []ID
		want  string
	}{
		{OpFAdd, 0, []ID{a, a}, "fp.add: format of 0 exponent bits and precision 0"},
		{OpFAdd, f32.Pack(), []ID{a, b}, "fp.add: argument of sort bv64, want bv32 for f32"},
		{OpFAdd, f32.Pack() | 6<<11, []ID{a, a}, "fp.add: rounding direction 6, want less than 5"},
		{OpFAdd, f32.Pack() | 1<<14, []ID{a, a}, "fp.add: parameter 0x4188, want mode and format"},
		{OpFRem, FloatParam{Mode: RTP, Format: Float32}.Pack(), []ID{a, a}, "fp.rem: rounding direction 2, want rne or rtz"},
		{OpFLt, FloatParam{Mode: RTP, Format: Float32}.Pack(), []ID{a, a}, "fp.lt: rounding direction 2, want none"},
		{OpFToF, f32.Pack(), []ID{a}, "fp.to_fp: format of 0 exponent bits and precision 0"},
		{OpFToF, FloatParam{Format: Float32, To: Float32}.Pack(), []ID{a}, "fp.to_fp: conversion from f32 to itself"},
		{OpFToS, FloatParam{Format: Float32, Width: 129}.Pack(), []ID{a}, "fp.to_sbv: width 129 of an integer"},
		{OpFToS, f32.Pack(), []ID{a}, "fp.to_sbv: width 0 of an integer"},
		{OpSToF, f32.Pack(), []ID{p}, "fp.from_sbv: argument of sort bool, want a bit-vector"},
	} {
		if _, err := s.Apply(c.op, c.param, c.args...); fmt.Sprint(err) != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
