package interp

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/program/wide"
)

// given is a Source of fixed answers.
type given struct{ values []wide.Word }

func (g *given) Choose(c Choice) (wide.Word, error)     { return g.values[c.Index], nil }
func (g *given) Uninit(ObjectKey, uint64) (byte, error) { return 0, nil }

// operation is a program that computes one instruction on chosen operands and
// stores the result in a global.
type operation struct {
	code *Code
	bits int
}

func newOperation(t testing.TB, op ir.Op, flags ir.Flags, sub uint8, typ, result ir.Type, operands ...ir.Type) *operation {
	t.Helper()
	p := &ir.Program{Globals: make([]ir.Global, 2), Funcs: make([]ir.Func, 1), CTypes: make([]ir.CType, 1), Start: 1}
	p.Globals[1] = ir.Global{Name: "r", Size: 16, Align: 16}
	f := ir.Func{Name: "main"}
	b := ir.NewFuncBuilder(p.Model, &f)
	b.SetBlock(b.NewBlock())
	in := ir.Instr{Op: op, Flags: flags, Sub: sub, Type: typ, Dst: b.Temp(result)}
	for _, o := range operands {
		in.Args = append(in.Args, b.Choose(o, ir.ChooseNondet))
	}
	r := b.Emit(in)
	b.Store(b.GlobalAddr(1), r, ir.Access{})
	b.Halt(b.Int(ir.I32, 0))
	p.Funcs = append(p.Funcs, *b.Finish())
	if err := ir.Check(p); err != nil {
		t.Fatal(err)
	}
	return &operation{code: Prepare(p), bits: result.Bits(p.Model)}
}

// run returns the result and the first violation, if any.
func (o *operation) run(props Properties, values ...wide.Word) (wide.Word, *Violation) {
	src := &given{}
	for _, v := range values {
		src.values = append(src.values, v)
	}
	src.values = append(src.values, wide.Word{}) // the value of a bad shift
	m := NewMachine(o.code, Config{Properties: props, Source: src, KeepGoing: true})
	for m.end.Kind == Running {
		m.Step(m.threads[0])
	}
	r := m.objects[m.numFuncs+1]
	w := wrap(wide.Word{Lo: r.raw(0, 8), Hi: r.raw(8, 8)}, o.bits)
	if len(m.violations) > 0 {
		return w, &m.violations[0]
	}
	return w, nil
}

func toBig(w wide.Word) *big.Int {
	v := new(big.Int).SetUint64(w.Hi)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(w.Lo))
}

func fromBig(v *big.Int, bits int) wide.Word {
	m := new(big.Int).Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	mask := new(big.Int).SetUint64(math.MaxUint64)
	return wide.Word{Lo: new(big.Int).And(m, mask).Uint64(), Hi: new(big.Int).Rsh(m, 64).Uint64()}
}

func signedBig(w wide.Word, bits int) *big.Int {
	v := toBig(w)
	if v.Bit(bits-1) != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	}
	return v
}

// reference computes an operation by big integers: the exact result, whether
// it is a comparison's, and which property it violates.
func reference(op ir.Op, a, b wide.Word, bits int) (exact *big.Int, violates verdict.Property) {
	none := verdict.NumProperties
	x, y := toBig(a), toBig(b)
	sx, sy := signedBig(a, bits), signedBig(b, bits)
	r := new(big.Int)
	truth := func(c bool) (*big.Int, verdict.Property) {
		if c {
			return big.NewInt(1), none
		}
		return r, none
	}
	switch op {
	case ir.OpAdd:
		return r.Add(sx, sy), verdict.Overflow
	case ir.OpSub:
		return r.Sub(sx, sy), verdict.Overflow
	case ir.OpMul:
		return r.Mul(sx, sy), verdict.Overflow
	case ir.OpNeg:
		return r.Neg(sx), verdict.Overflow
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		if y.Sign() == 0 {
			return r, verdict.Div
		}
		switch op {
		case ir.OpUDiv:
			return r.Quo(x, y), none
		case ir.OpURem:
			return r.Rem(x, y), none
		case ir.OpSDiv:
			return r.Quo(sx, sy), verdict.Overflow
		}
		return r.Rem(sx, sy), none
	case ir.OpAnd:
		return r.And(x, y), none
	case ir.OpOr:
		return r.Or(x, y), none
	case ir.OpXor:
		return r.Xor(x, y), none
	case ir.OpNot:
		return r.Not(x), none
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		if y.Cmp(big.NewInt(int64(bits))) >= 0 {
			return r, verdict.Shift
		}
		n := uint(y.Uint64())
		switch op {
		case ir.OpShl:
			return r.Lsh(sx, n), verdict.Overflow
		case ir.OpLShr:
			return r.Rsh(x, n), none
		}
		return r.Rsh(sx, n), none
	case ir.OpEq:
		return truth(x.Cmp(y) == 0)
	case ir.OpNe:
		return truth(x.Cmp(y) != 0)
	case ir.OpULt:
		return truth(x.Cmp(y) < 0)
	case ir.OpULe:
		return truth(x.Cmp(y) <= 0)
	case ir.OpSLt:
		return truth(sx.Cmp(sy) < 0)
	}
	return truth(sx.Cmp(sy) <= 0)
}

// TestIntegers compares every integer operation with big integers: all
// operands of up to 3 bits, corners and random ones of other widths.
func TestIntegers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	props := PropertySet(verdict.Overflow, verdict.Div, verdict.Shift)
	for op := ir.OpAdd; op <= ir.OpSLe; op++ {
		for _, bits := range []int{1, 2, 3, 8, 31, 32, 33, 63, 64, 65, 100, 127, 128} {
			arity := 2
			if op == ir.OpNeg || op == ir.OpNot {
				arity = 1
			}
			typ, result := ir.Int(bits), ir.Int(bits)
			if op >= ir.OpEq {
				result = ir.I1
			}
			flags := ir.Flags(0)
			switch op {
			case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg, ir.OpShl, ir.OpSDiv, ir.OpSRem:
				flags = ir.NSW
			}
			o := newOperation(t, op, flags, 0, typ, result, []ir.Type{typ, typ}[:arity]...)
			for _, pair := range operandPairs(rng, bits) {
				a, b := pair[0], pair[1]
				got, v := o.run(props, []wide.Word{a, b}[:arity]...)
				exact, may := reference(op, a, b, bits)
				violated := may == verdict.Div || may == verdict.Shift
				if may == verdict.Overflow {
					lo := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(bits-1)))
					hi := new(big.Int).Sub(new(big.Int).Neg(lo), big.NewInt(1))
					violated = exact.Cmp(lo) < 0 || exact.Cmp(hi) > 0
				}
				if op == ir.OpSRem && !violated && toBig(b).Sign() != 0 {
					// MIN % -1 is undefined in C as MIN / -1 is.
					violated = signedBig(b, bits).Cmp(big.NewInt(-1)) == 0 && signedBig(a, bits).Cmp(new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(bits-1)))) == 0
					may = verdict.Overflow
				}
				want := fromBig(exact, o.bits)
				if (v != nil) != violated || violated && v.Property != may || got != want {
					t.Fatalf("%s i%d %s, %s: got %x (violation %v), want %x (%v %v)", op, bits, toBig(a), toBig(b), got, v, want, violated, may)
				}
			}
		}
	}
}

func operandPairs(rng *rand.Rand, bits int) (pairs [][2]wide.Word) {
	if bits <= 3 {
		for a := range uint64(1) << bits {
			for b := range uint64(1) << bits {
				pairs = append(pairs, [2]wide.Word{{Lo: a}, {Lo: b}})
			}
		}
		return pairs
	}
	one := wide.Word{Lo: 1}
	top := wide.SignBit(uint(bits))
	corners := []wide.Word{{}, one, {Lo: 2}, {Lo: uint64(bits - 1)}, {Lo: uint64(bits)}, top, wide.Ones(uint(bits - 1)), wide.Ones(uint(bits))}
	for _, a := range corners {
		for _, b := range corners {
			pairs = append(pairs, [2]wide.Word{a, b})
		}
	}
	for range 60 {
		random := func() wide.Word {
			w := wrap(wide.Word{Lo: rng.Uint64(), Hi: rng.Uint64()}, bits)
			return w.Shr(uint(rng.IntN(bits)))
		}
		pairs = append(pairs, [2]wide.Word{random(), random()})
	}
	return pairs
}

func TestConversions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, from := range []int{1, 8, 32, 64, 65, 128} {
		for _, to := range []int{1, 7, 8, 32, 33, 64, 90, 128} {
			ops := []ir.Op{ir.OpZExt, ir.OpSExt}
			if to < from {
				ops = []ir.Op{ir.OpTrunc}
			} else if to == from {
				continue
			}
			for _, op := range ops {
				o := newOperation(t, op, 0, 0, ir.Int(to), ir.Int(to), ir.Int(from))
				for range 50 {
					a := wrap(wide.Word{Lo: rng.Uint64(), Hi: rng.Uint64()}, from)
					got, _ := o.run(0, a)
					exact := toBig(a)
					if op == ir.OpSExt {
						exact = signedBig(a, from)
					}
					if want := fromBig(exact, to); got != want {
						t.Fatalf("%s i%d to i%d of %x: got %x, want %x", op, from, to, a, got, want)
					}
				}
			}
		}
	}
}

func f64word(x float64) wide.Word { return wide.Word{Lo: math.Float64bits(x)} }
func f32word(x float32) wide.Word { return wide.Word{Lo: uint64(math.Float32bits(x))} }

// sameFloat compares results; any NaN equals any other.
func sameFloat(t ir.Type, a, b wide.Word) bool {
	x, y := toFloat(t, a), toFloat(t, b)
	return a == b || math.IsNaN(x) && math.IsNaN(y)
}

var floats = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 2.5, -2.5, 0.1, 1e-310, 5e-324, 1e300, -1e300, math.MaxFloat64,
	math.MaxFloat32, math.Inf(1), math.Inf(-1), math.NaN(), 16777217, 4294967296.5, 9.3e18, -9.3e18, 2147483647.9, -2147483648.9}

func TestFloats(t *testing.T) {
	ops := map[ir.Op]func(x, y float64) float64{
		ir.OpFAdd: func(x, y float64) float64 { return x + y },
		ir.OpFSub: func(x, y float64) float64 { return x - y },
		ir.OpFMul: func(x, y float64) float64 { return x * y },
		ir.OpFDiv: func(x, y float64) float64 { return x / y },
		ir.OpFRem: math.Mod,
	}
	ops32 := map[ir.Op]func(x, y float32) float32{
		ir.OpFAdd: func(x, y float32) float32 { return x + y },
		ir.OpFSub: func(x, y float32) float32 { return x - y },
		ir.OpFMul: func(x, y float32) float32 { return x * y },
		ir.OpFDiv: func(x, y float32) float32 { return x / y },
	}
	for op, f := range ops {
		o := newOperation(t, op, 0, 0, ir.F64, ir.F64, ir.F64, ir.F64)
		for _, x := range floats {
			for _, y := range floats {
				if got, _ := o.run(0, f64word(x), f64word(y)); !sameFloat(ir.F64, got, f64word(f(x, y))) {
					t.Errorf("%s f64 %g, %g: got %x", op, x, y, got)
				}
			}
		}
	}
	for op, f := range ops32 {
		o := newOperation(t, op, 0, 0, ir.F32, ir.F32, ir.F32, ir.F32)
		for _, x := range floats {
			for _, y := range floats {
				x, y := float32(x), float32(y)
				if got, _ := o.run(0, f32word(x), f32word(y)); !sameFloat(ir.F32, got, f32word(f(x, y))) {
					t.Errorf("%s f32 %g, %g: got %x, want %x", op, x, y, got, f32word(f(x, y)))
				}
			}
		}
	}
}

func TestFloatComparisons(t *testing.T) {
	for op, f := range map[ir.Op]func(x, y float64) bool{
		ir.OpFEq: func(x, y float64) bool { return x == y },
		ir.OpFLt: func(x, y float64) bool { return x < y },
		ir.OpFLe: func(x, y float64) bool { return x <= y },
	} {
		for _, typ := range []ir.Type{ir.F64, ir.F32} {
			o := newOperation(t, op, 0, 0, typ, ir.I1, typ, typ)
			for _, x := range floats {
				for _, y := range floats {
					a, b := fromFloat(typ, x), fromFloat(typ, y)
					if got, _ := o.run(0, a, b); got.Lo != bit(f(toFloat(typ, a), toFloat(typ, b))) {
						t.Errorf("%s %s %g, %g: got %d", op, typ, x, y, got.Lo)
					}
				}
			}
		}
	}
}

// TestFloatToInteger checks the results of gcc on x86-64.
func TestFloatToInteger(t *testing.T) {
	tests := []struct {
		op   ir.Op
		bits int
		x    float64
		want uint64
	}{
		{ir.OpFToSI, 32, 1.9, 1}, {ir.OpFToSI, 32, -1.9, 0xffffffff}, {ir.OpFToSI, 32, 2147483647.9, 2147483647},
		{ir.OpFToSI, 32, 2147483648, 0x80000000}, {ir.OpFToSI, 32, -2147483648.9, 0x80000000}, {ir.OpFToSI, 32, 1e30, 0x80000000},
		{ir.OpFToSI, 32, math.NaN(), 0x80000000}, {ir.OpFToSI, 8, 300, 44}, {ir.OpFToSI, 8, -129, 127}, {ir.OpFToSI, 8, 1e30, 0}, {ir.OpFToSI, 16, 70000, 4464},
		{ir.OpFToSI, 64, -1, math.MaxUint64}, {ir.OpFToSI, 64, 9.3e18, 1 << 63}, {ir.OpFToSI, 64, math.Inf(-1), 1 << 63},
		{ir.OpFToUI, 32, 4294967295.5, 4294967295}, {ir.OpFToUI, 32, 4294967296, 0}, {ir.OpFToUI, 32, -1, 0xffffffff}, {ir.OpFToUI, 32, 1e30, 0},
		{ir.OpFToUI, 64, 1e19, 10000000000000000000}, {ir.OpFToUI, 64, -1, math.MaxUint64}, {ir.OpFToUI, 64, 1e30, 0}, {ir.OpFToUI, 64, math.NaN(), 1 << 63},
		{ir.OpFToUI, 8, 300, 44}, {ir.OpFToUI, 16, -1, 0xffff},
	}
	for _, tt := range tests {
		o := newOperation(t, tt.op, 0, 0, ir.Int(tt.bits), ir.Int(tt.bits), ir.F64)
		if got, _ := o.run(0, f64word(tt.x)); got.Lo != tt.want {
			t.Errorf("%s i%d of %g: got %d, want %d", tt.op, tt.bits, tt.x, got.Lo, tt.want)
		}
	}
}

func TestIntegerToFloat(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, op := range []ir.Op{ir.OpSIToF, ir.OpUIToF} {
		for _, bits := range []int{8, 32, 64, 128} {
			for _, typ := range []ir.Type{ir.F32, ir.F64} {
				o := newOperation(t, op, 0, 0, typ, typ, ir.Int(bits))
				for range 100 {
					a := wrap(wide.Word{Lo: rng.Uint64(), Hi: rng.Uint64()}, bits).Shr(uint(rng.IntN(bits)))
					v := toBig(a)
					if op == ir.OpSIToF {
						v = signedBig(a, bits)
					}
					var want wide.Word
					if typ == ir.F32 {
						x, _ := new(big.Float).SetInt(v).Float32()
						want = f32word(x)
					} else {
						x, _ := new(big.Float).SetInt(v).Float64()
						want = f64word(x)
					}
					if got, _ := o.run(0, a); got != want {
						t.Fatalf("%s i%d to %s of %s: got %x, want %x", op, bits, typ, v, got, want)
					}
				}
			}
		}
	}
}

func TestFloatUnary(t *testing.T) {
	rounds := []func(float64) float64{
		ir.RoundNearestEven: math.RoundToEven, ir.RoundNearestAway: math.Round, ir.RoundDown: math.Floor, ir.RoundUp: math.Ceil, ir.RoundToZero: math.Trunc,
	}
	for _, x := range floats {
		for mode, f := range rounds {
			o := newOperation(t, ir.OpFRound, 0, uint8(mode), ir.F64, ir.F64, ir.F64)
			if got, _ := o.run(0, f64word(x)); !sameFloat(ir.F64, got, f64word(f(x))) {
				t.Errorf("fround %d of %g: got %g", mode, x, f64(got))
			}
		}
		for op, f := range map[ir.Op]func(float64) float64{ir.OpFSqrt: math.Sqrt, ir.OpFAbs: math.Abs, ir.OpFNeg: func(x float64) float64 { return -x }} {
			o := newOperation(t, op, 0, 0, ir.F64, ir.F64, ir.F64)
			if got, _ := o.run(0, f64word(x)); !sameFloat(ir.F64, got, f64word(f(x))) {
				t.Errorf("%s of %g: got %g", op, x, f64(got))
			}
		}
	}
}

// TestFMA32 compares with exact arithmetic rounded once.
func TestFMA32(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	o := newOperation(t, ir.OpFMA, 0, 0, ir.F32, ir.F32, ir.F32, ir.F32, ir.F32)
	random := func() float32 {
		return float32(math.Ldexp(rng.Float64()-0.5, rng.IntN(40)-20))
	}
	for i := range 2000 {
		x, y, z := random(), random(), random()
		if i%2 == 0 {
			z = -x * y // the interesting case: cancellation
		}
		exact := new(big.Float).SetPrec(500).SetFloat64(float64(x))
		exact.Mul(exact, new(big.Float).SetFloat64(float64(y)))
		exact.Add(exact, new(big.Float).SetFloat64(float64(z)))
		want, _ := exact.Float32()
		if got, _ := o.run(0, f32word(x), f32word(y), f32word(z)); got != f32word(want) && want != 0 {
			t.Fatalf("fma(%g, %g, %g): got %g, want %g", x, y, z, toFloat(ir.F32, got), want)
		}
	}
}
