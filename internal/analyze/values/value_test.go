package values

import (
	"math/rand/v2"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// has reports whether a value has the number with the given bits.
func (v value) has(bits uint64, w int) bool {
	n := number(bits, w)
	return v.hasNumber() && v.slo <= n.slo && n.slo <= v.shi && v.ulo <= n.ulo && n.ulo <= v.uhi && v.low.agrees(low{bits & umax(w), w})
}

// some returns a set of numbers of a width, and their join as a value.
func some(rng *rand.Rand, w int) (bits []uint64, v value) {
	v = nothing
	for range 1 + rng.IntN(3) {
		from, n, step := rng.Uint64()&umax(w), 1+rng.Uint64N(4), uint64(1)<<rng.IntN(4)
		for i := range n {
			b := (from + i*step) & umax(w)
			bits = append(bits, b)
			v = v.join(number(b, w))
		}
	}
	return bits, v
}

// computed is an operation on numbers of a width; ok: it has a result, and defined: no
// signed overflow happens.
func computed(op ir.Op, x, y uint64, w int) (z uint64, ok, defined bool) {
	sx, sy := number(x, w).slo, number(y, w).slo
	exact := int64(0)
	switch op {
	case ir.OpAdd:
		exact = sx + sy
	case ir.OpSub:
		exact = sx - sy
	case ir.OpMul:
		exact = sx * sy
	case ir.OpUDiv, ir.OpURem:
		if y == 0 {
			return 0, false, true
		}
		if op == ir.OpUDiv {
			return x / y, true, true
		}
		return x % y, true, true
	case ir.OpSDiv, ir.OpSRem:
		if y == 0 {
			return 0, false, true
		}
		if exact = sx / sy; op == ir.OpSRem { // undefined where the quotient is (C11 6.5.5)
			return uint64(sx%sy) & umax(w), true, exact <= smax(w)
		}
	case ir.OpAnd:
		return x & y, true, true
	case ir.OpOr:
		return x | y, true, true
	case ir.OpXor:
		return x ^ y, true, true
	case ir.OpShl:
		if y >= uint64(w) {
			return 0, false, true
		}
		exact = sx << y
		return uint64(exact) & umax(w), true, sx >= 0 && exact <= smax(w)
	case ir.OpLShr:
		if y >= uint64(w) {
			return 0, false, true
		}
		return x >> y, true, true
	case ir.OpAShr:
		if y >= uint64(w) {
			return 0, false, true
		}
		return uint64(sx>>y) & umax(w), true, true
	}
	return uint64(exact) & umax(w), true, exact >= smin(w) && exact <= smax(w)
}

// abstractly applies the operation to values.
func abstractly(op ir.Op, a, b value, w int) (v value, overflows bool) {
	switch op {
	case ir.OpAdd:
		return add(a, b, w)
	case ir.OpSub:
		return sub(a, b, w)
	case ir.OpMul:
		return mul(a, b, w)
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		return bitwise(op, a, b, w), false
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		v, _, overflows = shiftBits(op, a, b, w)
		return v, overflows
	}
	return divide(op, a, b, w)
}

// TestArithmetic compares operations on values with those on all their numbers.
func TestArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	ops := []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpLShr, ir.OpAShr}
	for k := range 60000 {
		w, op := []int{2, 3, 5, 8}[k%4], ops[rng.IntN(len(ops))]
		xs, a := some(rng, w)
		ys, b := some(rng, w)
		v, overflows := abstractly(op, a, b, w)
		for _, x := range xs {
			for _, y := range ys {
				z, ok, defined := computed(op, x, y, w)
				if ok && !v.has(z, w) {
					t.Fatalf("%s of %d and %d in %d bits is %d, which is not in %+v, of %+v and %+v", op, x, y, w, z, v, a, b)
				}
				if ok && !defined && !overflows {
					t.Fatalf("%s of %d and %d in %d bits overflows: %+v and %+v", op, x, y, w, a, b)
				}
			}
		}
	}
}

// TestCompare checks comparisons, and the restrictions of their operands.
func TestCompare(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for k := range 40000 {
		w := []int{1, 3, 5, 8}[k%4]
		op := []ir.Op{ir.OpEq, ir.OpNe, ir.OpULt, ir.OpULe, ir.OpSLt, ir.OpSLe}[rng.IntN(6)]
		xs, a := some(rng, w)
		ys, b := some(rng, w)
		result := compare(op, a, b, w)
		for _, x := range xs {
			for _, y := range ys {
				sx, sy := number(x, w).slo, number(y, w).slo
				holds := map[ir.Op]bool{ir.OpEq: x == y, ir.OpNe: x != y, ir.OpULt: x < y, ir.OpULe: x <= y, ir.OpSLt: sx < sy, ir.OpSLe: sx <= sy}[op]
				if holds && !result.yes || !holds && !result.no {
					t.Fatalf("%s of %d and %d is %v: %+v and %+v give %+v", op, x, y, holds, a, b, result)
				}
				p, q := narrow(op, a, b, holds, w)
				if !p.has(x, w) || !q.has(y, w) {
					t.Fatalf("%s of %d and %d is %v: %+v and %+v become %+v and %+v", op, x, y, holds, a, b, p, q)
				}
			}
		}
	}
}

// TestWiden checks intervals that grow as far as the steps allow, and casts.
func TestWiden(t *testing.T) {
	a := &solver{prog: &ir.Program{Funcs: make([]ir.Func, 1)}}
	a.findSteps()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		w := []int{8, 16, 32, 64}[rng.IntN(4)]
		v := nothing
		for grown := 0; ; {
			xs, x := some(rng, w)
			next := a.wider.widen(v, x)
			for _, bits := range xs {
				if !next.has(bits, w) {
					t.Fatalf("%+v widened by %+v is %+v", v, x, next)
				}
			}
			if next.slo < smin(w) || next.shi > smax(w) || next.uhi > umax(w) {
				t.Fatalf("%+v is no value of %d bits", next, w)
			}
			if next.equal(v) || next.equal(full(w)) {
				break
			}
			if v = next; grown > 4*len(a.wider.signed) {
				t.Fatal("it grows without end")
			}
			grown++
		}
	}
	for range 20000 {
		from, to := 1+rng.IntN(16), 1+rng.IntN(16)
		xs, v := some(rng, max(from, 2))
		from = max(from, 2)
		for _, x := range xs {
			switch {
			case to <= from:
				if c := cast(ir.OpTrunc, v, from, to); !c.has(x&umax(to), to) {
					t.Fatalf("trunc of %d to %d bits: %+v gives %+v", x, to, v, c)
				}
			default:
				if c := cast(ir.OpZExt, v, from, to); !c.has(x, to) {
					t.Fatalf("zext of %d: %+v gives %+v", x, v, c)
				}
				if c := cast(ir.OpSExt, v, from, to); !c.has(uint64(number(x, from).slo), to) {
					t.Fatalf("sext of %d: %+v gives %+v", x, v, c)
				}
			}
		}
	}
}
