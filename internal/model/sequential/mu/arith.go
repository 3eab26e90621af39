package mu

import (
	"math/bits"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// compute returns the interval of the results of an instruction without effects.
func (r *rangeAnalysis) compute(v *visit) interval {
	in, model := v.in, r.units.prog.Program.Model
	var x, y interval
	if len(in.Args) > 0 {
		x = r.arg(v.fn, in.Args[0])
	}
	if len(in.Args) > 1 {
		y = r.arg(v.fn, in.Args[1])
	}
	switch in.Op {
	case ir.OpGlobalAddr:
		return interval{base: in.Glob, some: true}
	case ir.OpCopy:
		return x
	case ir.OpSelect:
		return y.join(r.arg(v.fn, in.Args[2]))
	case ir.OpPtrAdd:
		if x.any || !y.known() || max(-x.low, x.high, -y.low, y.high) > maxOffset {
			return anything
		}
		x.low, x.high = x.low+y.low, x.high+y.high
		return x
	}
	if !in.Type.IsInt() || in.Type.Bits(model) > 64 {
		return anything
	}
	width := in.Type.Bits(model)
	switch in.Op {
	case ir.OpAdd:
		return sum(x, y, width)
	case ir.OpSub:
		return sum(x, negative(y), width)
	case ir.OpMul:
		return product(x, y, width)
	case ir.OpNeg:
		return negative(x).within(width)
	case ir.OpZExt:
		if from := v.fn.TypeOf(in.Args[0]).Bits(model); !x.natural() && from < 63 {
			return numbers(0, 1<<from-1)
		}
		if x.natural() {
			return x
		}
	case ir.OpSExt, ir.OpTrunc:
		if x.known() {
			return x.within(width)
		}
	case ir.OpAnd:
		switch {
		case x.natural() && y.natural():
			return numbers(0, min(x.high, y.high))
		case x.natural():
			return numbers(0, x.high)
		case y.natural():
			return numbers(0, y.high)
		}
	case ir.OpOr, ir.OpXor:
		if x.natural() && y.natural() {
			return numbers(0, 1<<bits.Len64(uint64(max(x.high, y.high)))-1)
		}
	default:
		return quotient(in.Op, x, y, width)
	}
	return anything
}

// maxOffset bounds the offsets of pointers that are computed with.
const maxOffset = 1 << 30

// quotient returns the interval of the results of a division, or a right shift, by a positive number.
func quotient(op ir.Op, x, y interval, width int) interval {
	if !y.known() || y.low != y.high || y.low < 0 {
		return anything
	}
	n := y.low
	switch op {
	case ir.OpShl:
		if n < 31 && n < int64(width) {
			return product(x, numbers(1<<n, 1<<n), width)
		}
	case ir.OpLShr, ir.OpAShr:
		if x.natural() && n < int64(width) {
			return numbers(x.low>>n, x.high>>n)
		}
	case ir.OpUDiv, ir.OpSDiv:
		if x.natural() && n > 0 {
			return numbers(x.low/n, x.high/n)
		}
	case ir.OpURem, ir.OpSRem:
		switch {
		case n == 0:
		case x.natural():
			return numbers(0, min(x.high, n-1))
		case op == ir.OpURem:
			return numbers(0, n-1)
		default:
			return numbers(1-n, n-1)
		}
	}
	return anything
}

// maxSummand bounds the numbers that are added and multiplied: results do not overflow.
const maxSummand = 1 << 31

// small reports whether all numbers of two sets are below maxSummand.
func small(x, y interval) bool {
	return x.known() && y.known() && max(-x.low, x.high, -y.low, y.high) < maxSummand && min(x.low, y.low) > -maxSummand
}

// sum returns the sums of the numbers of two sets, at a width.
func sum(x, y interval, width int) interval {
	if !small(x, y) {
		return anything
	}
	return numbers(x.low+y.low, x.high+y.high).within(width)
}

func product(x, y interval, width int) interval {
	if !small(x, y) {
		return anything
	}
	a, b, c, d := x.low*y.low, x.low*y.high, x.high*y.low, x.high*y.high
	return numbers(min(a, b, c, d), max(a, b, c, d)).within(width)
}

// negative returns the numbers with the other sign.
func negative(x interval) interval {
	if !x.known() || x.low <= -maxSummand || x.high >= maxSummand {
		return anything
	}
	return numbers(-x.high, -x.low)
}
