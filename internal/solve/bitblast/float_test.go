package bitblast

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var (
	generated = testflag.Generated(10_000) // operands per float operator and format of C
	long      = testflag.Long()            // all operands of more formats
	every     = testflag.Every(104_729)    // operand of operators on one operand of 32 bits
)

// lanes are the gates on 64 assignments at once, one a bit.
type lanes struct{}

func (lanes) False() uint64             { return 0 }
func (lanes) Not(a uint64) uint64       { return ^a }
func (lanes) And(a, b uint64) uint64    { return a & b }
func (lanes) Xor(a, b uint64) uint64    { return a ^ b }
func (lanes) Ite(c, t, e uint64) uint64 { return c&t | ^c&e }
func (lanes) Maj(a, b, c uint64) uint64 { return a&b | c&(a|b) }

// columns turns up to 64 words into bits of lanes.
func columns(words []term.Word, width uint) []uint64 {
	r := make([]uint64, width)
	for k, w := range words {
		for i := range r {
			r[i] |= uint64(w.Bit(uint(i))) << k
		}
	}
	return r
}

// row returns the word in one lane.
func row(bits []uint64, k int) term.Word {
	var w term.Word
	for i, b := range bits {
		if b>>k&1 != 0 {
			w = w.Or(term.WordOf(1).Shl(uint(i)))
		}
	}
	return w
}

// batch gathers operands of one operator and compares 64 results at a time.
type batch struct {
	t     *testing.T
	op    term.Op
	p     term.FloatParam
	width uint // of the arguments
	args  [3][]term.Word
	want  []term.Word
}

func (b *batch) add(want term.Word, args ...term.Word) {
	for i, a := range args {
		b.args[i] = append(b.args[i], a)
	}
	b.want = append(b.want, want)
	if len(b.want) == 64 {
		b.flush()
	}
}

func (b *batch) flush() {
	b.t.Helper()
	var bits [3][]uint64
	for i := range bits {
		bits[i] = columns(b.args[i], b.width)
	}
	got := applyFloat(lanes{}, b.op, b.p, bits[0], bits[1], bits[2])
	for k, want := range b.want {
		if v := row(got, k); v != want {
			b.t.Fatalf("%s %s %s of %s, operand %d of %v: got %s, want %s",
				b.p.Format, b.op, b.p.Mode, b.operands(k), k, b.p, v, want)
		}
	}
	for i := range b.args {
		b.args[i] = b.args[i][:0]
	}
	b.want = b.want[:0]
}

func (b *batch) operands(k int) []term.Word {
	var r []term.Word
	for _, a := range b.args[:b.op.Arity()] {
		r = append(r, a[k])
	}
	return r
}

// evaluation gives the value that package term defines for an operator.
type evaluation struct {
	s    *term.Store
	vars []term.ID
	root term.ID
}

func newEvaluation(t *testing.T, op term.Op, p term.FloatParam, width uint) *evaluation {
	t.Helper()
	e := &evaluation{s: term.New(term.Options{Mode: term.Raw})}
	for range op.Arity() {
		e.vars = append(e.vars, e.s.Var("x", term.BV(width)))
	}
	var err error
	if e.root, err = e.s.Apply(op, p.Pack(), e.vars...); err != nil {
		t.Fatal(err)
	}
	return e
}

func (e *evaluation) at(args ...term.Word) term.Word {
	var asg term.Assignment
	for i, v := range e.vars {
		asg.Set(v, args[i])
	}
	return term.NewEvaluator(e.s, &asg).Word(e.root)
}

// exhaust compares an operator on all operands of a width.
func exhaust(t *testing.T, op term.Op, p term.FloatParam, width uint) {
	t.Helper()
	e := newEvaluation(t, op, p, width)
	b := &batch{t: t, op: op, p: p, width: width}
	args := make([]term.Word, op.Arity())
	for n := range uint64(1) << (width * uint(len(args))) {
		for i := range args {
			args[i] = term.WordOf(n >> (uint(i) * width)).Mask(width)
		}
		b.add(e.at(args...), args...)
	}
	b.flush()
}

// TestSmallFloats compares all operators in all rounding directions on all
// operands of small formats; package term holds its values to a definition by
// enumeration.
func TestSmallFloats(t *testing.T) {
	formats := []term.Format{{Exp: 2, Sig: 2}, {Exp: 2, Sig: 3}, {Exp: 3, Sig: 2}, {Exp: 3, Sig: 3}}
	if *long {
		formats = append(formats, term.Format{Exp: 2, Sig: 5}, term.Format{Exp: 4, Sig: 3}, term.Format{Exp: 3, Sig: 5})
	}
	for _, f := range formats {
		t.Run(f.String(), func(t *testing.T) {
			t.Parallel()
			w := f.Width()
			for _, op := range []term.Op{term.OpFEq, term.OpFLt, term.OpFLe} {
				exhaust(t, op, term.FloatParam{Format: f}, w)
			}
			for mode := range term.NumRoundings {
				p := term.FloatParam{Mode: mode, Format: f}
				for _, op := range []term.Op{term.OpFAdd, term.OpFMul, term.OpFDiv, term.OpFSqrt, term.OpFRound} {
					exhaust(t, op, p, w)
				}
				if mode == term.RNE || mode == term.RTZ {
					exhaust(t, term.OpFRem, p, w)
				}
				if w <= 5 || w == 6 && *long {
					exhaust(t, term.OpFFma, p, w)
				}
				for width := uint(1); width <= 9; width++ {
					exhaust(t, term.OpSToF, p, width)
					exhaust(t, term.OpUToF, p, width)
					exhaust(t, term.OpFToS, term.FloatParam{Mode: mode, Format: f, Width: width}, w)
				}
				for _, to := range formats {
					if to != f {
						exhaust(t, term.OpFToF, term.FloatParam{Mode: mode, Format: f, To: to}, w)
					}
				}
			}
		})
	}
}

// hardware is an operator with its value by Go's arithmetic.
type hardware struct {
	op    term.Op
	p     term.FloatParam
	width uint
	// share is the part of -generated that is run: one in share.
	share int
	want  func(v []term.Word) term.Word
}

func f64(w term.Word) float64 { return math.Float64frombits(w.Lo) }
func f32(w term.Word) float32 { return math.Float32frombits(uint32(w.Lo)) }

func w64(x float64) term.Word {
	if x != x {
		return term.Float64.NaN()
	}
	return term.WordOf(math.Float64bits(x))
}

func w32(x float32) term.Word {
	if x != x {
		return term.Float32.NaN()
	}
	return term.WordOf(uint64(math.Float32bits(x)))
}

func hardwares() []hardware {
	var list []hardware
	add := func(op term.Op, p term.FloatParam, want func(v []term.Word) term.Word) *hardware {
		list = append(list, hardware{op, p, p.Format.Width(), 1, want})
		return &list[len(list)-1]
	}
	double := func(op term.Op, p term.FloatParam, f func(x, y float64) float64) *hardware {
		p.Format = term.Float64
		return add(op, p, func(v []term.Word) term.Word { return w64(f(f64(v[0]), f64(v[len(v)-1]))) })
	}
	single := func(op term.Op, p term.FloatParam, f func(x, y float32) float32) *hardware {
		p.Format = term.Float32
		return add(op, p, func(v []term.Word) term.Word { return w32(f(f32(v[0]), f32(v[len(v)-1]))) })
	}
	nearest, zero := term.FloatParam{}, term.FloatParam{Mode: term.RTZ}
	double(term.OpFAdd, nearest, func(x, y float64) float64 { return x + y })
	double(term.OpFMul, nearest, func(x, y float64) float64 { return x * y })
	double(term.OpFDiv, nearest, func(x, y float64) float64 { return x / y })
	double(term.OpFSqrt, nearest, func(x, _ float64) float64 { return math.Sqrt(x) })
	double(term.OpFRem, zero, math.Mod).share = 20
	double(term.OpFRem, nearest, math.Remainder).share = 20
	single(term.OpFAdd, nearest, func(x, y float32) float32 { return x + y })
	single(term.OpFMul, nearest, func(x, y float32) float32 { return x * y })
	single(term.OpFDiv, nearest, func(x, y float32) float32 { return x / y })
	single(term.OpFSqrt, nearest, func(x, _ float32) float32 { return float32(math.Sqrt(float64(x))) })
	single(term.OpFRem, zero, func(x, y float32) float32 { return float32(math.Mod(float64(x), float64(y))) }).share = 4
	single(term.OpFRem, nearest, func(x, y float32) float32 { return float32(math.Remainder(float64(x), float64(y))) }).share = 4
	for mode, f := range []func(float64) float64{math.RoundToEven, math.Round, math.Ceil, math.Floor, math.Trunc} {
		p := term.FloatParam{Mode: term.Rounding(mode)}
		double(term.OpFRound, p, func(x, _ float64) float64 { return f(x) })
		single(term.OpFRound, p, func(x, _ float32) float32 { return float32(f(float64(x))) })
	}

	compare := func(op term.Op, f func(x, y float64) bool) {
		add(op, term.FloatParam{Format: term.Float64}, func(v []term.Word) term.Word { return term.WordOfBool(f(f64(v[0]), f64(v[1]))) })
		add(op, term.FloatParam{Format: term.Float32}, func(v []term.Word) term.Word {
			return term.WordOfBool(f(float64(f32(v[0])), float64(f32(v[1]))))
		})
	}
	compare(term.OpFEq, func(x, y float64) bool { return x == y })
	compare(term.OpFLt, func(x, y float64) bool { return x < y })
	compare(term.OpFLe, func(x, y float64) bool { return x <= y })

	add(term.OpFFma, term.FloatParam{Format: term.Float64}, func(v []term.Word) term.Word { return w64(math.FMA(f64(v[0]), f64(v[1]), f64(v[2]))) })
	add(term.OpFFma, term.FloatParam{Format: term.Float32}, func(v []term.Word) term.Word { return w32(fma32(f32(v[0]), f32(v[1]), f32(v[2]))) })
	add(term.OpFToF, term.FloatParam{Format: term.Float64, To: term.Float32}, func(v []term.Word) term.Word { return w32(float32(f64(v[0]))) })
	add(term.OpFToF, term.FloatParam{Format: term.Float32, To: term.Float64}, func(v []term.Word) term.Word { return w64(float64(f32(v[0]))) })
	for _, width := range []uint{32, 64} {
		for _, f := range []term.Format{term.Float32, term.Float64} {
			add(term.OpFToS, term.FloatParam{Mode: term.RTZ, Format: f, Width: width}, func(v []term.Word) term.Word {
				x := f64(v[0])
				if f == term.Float32 {
					x = float64(f32(v[0]))
				}
				if limit := math.Ldexp(1, int(width)-1); !(math.Trunc(x) >= -limit && x < limit) {
					return term.SignBit(width)
				}
				return term.WordOf(uint64(int64(x))).Mask(width)
			})
		}
		signed := func(v term.Word) int64 { return int64(v.Extend(width).Lo) }
		add(term.OpSToF, term.FloatParam{Format: term.Float64}, func(v []term.Word) term.Word { return w64(float64(signed(v[0]))) }).width = width
		add(term.OpSToF, term.FloatParam{Format: term.Float32}, func(v []term.Word) term.Word { return w32(float32(signed(v[0]))) }).width = width
		add(term.OpUToF, term.FloatParam{Format: term.Float64}, func(v []term.Word) term.Word { return w64(float64(v[0].Lo)) }).width = width
		add(term.OpUToF, term.FloatParam{Format: term.Float32}, func(v []term.Word) term.Word { return w32(float32(v[0].Lo)) }).width = width
	}
	return list
}

// fma32 computes x · y + z exactly and rounds once; binary64 tells what is special
// and the sign of a zero.
func fma32(x, y, z float32) float32 {
	sum := float64(x)*float64(y) + float64(z)
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return float32(sum)
	}
	exact := new(big.Float).SetPrec(700).SetFloat64(float64(x))
	exact.Mul(exact, big.NewFloat(float64(y)))
	exact.Add(exact, big.NewFloat(float64(z)))
	if exact.Sign() == 0 {
		return float32(sum)
	}
	r, _ := exact.Float32()
	return r
}

// floatCorners are special values of a format and their neighbours, of both signs.
func floatCorners(f term.Format) []term.Word {
	one := term.WordOf(1)
	least := f.MinNormal()
	two := f.One().Add(least)
	var list []term.Word
	for _, v := range []term.Word{
		{}, one, least, f.One(), two, f.Inf(), f.NaN(), term.Ones(f.Width() - 1),
		f.Inf().Sub(one), f.Inf().Sub(least), least.Sub(one), least.Add(one), least.Shr(1),
		f.One().Add(one), f.One().Sub(one), two.Add(one), two.Sub(one), f.One().Add(least.Shr(1)), f.One().Sub(least),
		f.One().Add(least.Mul(term.WordOf(uint64(f.Sig)))), f.One().Add(least.Mul(term.WordOf(uint64(f.Sig) - 1))),
		f.One().Sub(least.Mul(term.WordOf(uint64(f.Sig)))), f.One().Add(least.Mul(term.WordOf(31))),
		f.One().Add(least.Mul(term.WordOf(63))), f.One().Add(least.Mul(term.WordOf(30))).Add(one),
	} {
		list = append(list, v, v.Or(term.SignBit(f.Width())))
	}
	return list
}

// randomFloat returns any bits, or numbers near to 1, or near to a corner.
func randomFloat(rng *rand.Rand, f term.Format, corners []term.Word) term.Word {
	v := term.Word{Hi: rng.Uint64(), Lo: rng.Uint64()}.Mask(f.Width())
	switch rng.IntN(4) {
	case 0:
		return corners[rng.IntN(len(corners))].Add(term.WordOf(uint64(rng.IntN(4)))).Mask(f.Width())
	case 1, 2:
		exp := f.One().Add(f.MinNormal().Mul(term.WordOf(uint64(rng.IntN(2 * int(f.Sig))))))
		exp = exp.Sub(f.MinNormal().Mul(term.WordOf(uint64(f.Sig))))
		return exp.Xor(v.Mask(uint(f.Sig) - 1)).Xor(v.And(term.SignBit(f.Width())))
	}
	return v
}

// TestHardwareFloats compares the circuits for C's formats with the hardware: on
// all pairs of corners and on random operands, and with -every=1 on all operands
// of 32 bits where one suffices.
func TestHardwareFloats(t *testing.T) {
	for _, h := range hardwares() {
		t.Run(fmt.Sprintf("%s/%s/%s/%d-%d", h.op, h.p.Format, h.p.Mode, h.width, h.p.Width), func(t *testing.T) {
			t.Parallel()
			b := &batch{t: t, op: h.op, p: h.p, width: h.width}
			corners := floatCorners(h.p.Format)
			integers := h.op == term.OpSToF || h.op == term.OpUToF
			rng := rand.New(rand.NewPCG(5, 6))
			run := func(v ...term.Word) {
				for i := range v {
					v[i] = v[i].Mask(h.width)
				}
				v = v[:h.op.Arity()]
				b.add(h.want(v), v...)
			}
			for _, x := range corners {
				for _, y := range corners {
					run(x, y, corners[rng.IntN(len(corners))])
					if h.op.Arity() == 1 {
						break
					}
				}
			}
			for range generated.N() / h.share {
				if integers {
					run(term.WordOf(rng.Uint64() >> rng.IntN(64)))
					run(term.WordOf(-(rng.Uint64() >> rng.IntN(64))))
					continue
				}
				run(randomFloat(rng, h.p.Format, corners), randomFloat(rng, h.p.Format, corners), randomFloat(rng, h.p.Format, corners))
			}
			if h.op.Arity() == 1 && h.width == 32 {
				for v := uint64(0); v < 1<<32; v += uint64(every.Step()) {
					run(term.WordOf(v))
				}
			}
			b.flush()
		})
	}
}

// TestFloatModes compares the circuits for formats that are in use with the values
// of package term in every rounding direction, on random operands.
func TestFloatModes(t *testing.T) {
	half, quad := term.Format{Exp: 5, Sig: 11}, term.Format{Exp: 15, Sig: 113}
	for _, f := range []term.Format{half, term.Float32, term.Float64, quad} {
		corners := floatCorners(f)
		for op := term.OpFAdd; op <= term.OpUToF; op++ {
			t.Run(fmt.Sprintf("%s/%s", op, f), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(9, uint64(op)))
				for mode := range term.NumRoundings {
					p := term.FloatParam{Mode: mode, Format: f}
					count := generated.N() / 100
					switch op {
					case term.OpFEq, term.OpFLt, term.OpFLe:
						if mode != term.RNE {
							continue
						}
					case term.OpFRem:
						if mode != term.RNE && mode != term.RTZ || f == quad {
							continue
						}
						count = 64
					case term.OpFToF:
						if p.To = half; f == half {
							p.To = term.Float32
						}
					case term.OpFToS:
						p.Width = f.Width()
					}
					e := newEvaluation(t, op, p, f.Width())
					b := &batch{t: t, op: op, p: p, width: f.Width()}
					args := make([]term.Word, op.Arity())
					for range count {
						for i := range args {
							args[i] = randomFloat(rng, f, corners)
						}
						b.add(e.at(args...), args...)
					}
					b.flush()
				}
			})
		}
	}
}
