package mu

import (
	"context"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/sequential"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// unitsOf returns the units of a program that is given as text.
func unitsOf(t *testing.T, text string, loop int) (*sequential.Inlined, *unitTable) {
	t.Helper()
	f, err := sequential.Inline(context.Background(), testprog.Source(t, text, ir.LP64), sequential.Options{Property: verdict.Assert, Loop: loop})
	if err != nil {
		t.Fatal(err)
	}
	return f, findUnits(context.Background(), f)
}

const ringProgram = `
#include <assert.h>
#include <pthread.h>
int ring[100], head, tail, up = 3, down = 6, wild;
extern int __VERIFIER_nondet_int(void);
void *put(void *arg)
{
	for (int k = 0; k < 4; k++) { ring[tail] = k; tail = tail == 100 ? 1 : tail + 1; up = down + 1; }
	wild = __VERIFIER_nondet_int();
	return 0;
}
void *get(void *arg)
{
	for (int k = 0; k < 3; k++) { ring[head] = -2; head++; down = up + 1; }
	return (void *)(long)(tail + wild);
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, put, 0);
	pthread_create(&b, 0, get, 0);
	assert(head + ring[0] != 100);
	return 0;
}
`

// TestRanges checks bounds. A counter is bounded by the number of writes to it, and its uses as an
// index likewise. Two variables that feed one another are bounded by the writes to both. A register
// that keeps its value from one step to another is zero at first.
func TestRanges(t *testing.T) {
	f, u := unitsOf(t, ringProgram, 1)
	got := make(map[string]interval)
	elements := 0
	for _, x := range u.all() {
		name := f.Program.Globals[x.global].Name
		if name == "ring" && x.unwound {
			elements++
		}
		if x.unwound {
			got[name] = got[name].join(x.values)
		}
	}
	for name, want := range map[string]interval{
		"head": numbers(1, 3), "tail": numbers(1, 4), "ring": numbers(-2, 3), "up": numbers(0, 13), "down": numbers(0, 12), "wild": anything,
	} {
		r := got[name]
		if want.any != r.any || !r.some {
			t.Errorf("%s is in %+v, want %+v", name, r, want)
			continue
		}
		// The rounds of a component count all its writes, those on paths that exclude one another, too.
		if !want.any && (r.low > want.low || r.high < want.high || r.high-want.high > 4 || want.low-r.low > 4) {
			t.Errorf("%s is in %+v, want about %+v", name, r, want)
		}
	}
	if elements < 4 || elements > 9 {
		t.Errorf("%d elements are unwound", elements)
	}
}

// TestRangesGiveUp: when it takes too long nothing is known.
func TestRangesGiveUp(t *testing.T) {
	_, u := unitsOf(t, ringProgram, 1)
	for _, a := range u.order {
		a.span = interval{}
	}
	for _, x := range u.all() {
		x.values, x.grown = interval{}, interval{}
	}
	u.boundRanges(1)
	for _, x := range u.unwound {
		if !x.values.any {
			t.Errorf("unit %d is in %+v", x.number, x.values)
		}
	}
	for _, a := range u.order {
		if a.span.base != 0 {
			t.Errorf("an access is to %+v", a.span)
		}
	}
}

// TestRangeArithmetic computes all numbers of small sets at a small width.
func TestRangeArithmetic(t *testing.T) {
	const width = 4
	typ := ir.Int(width)
	ops := []ir.Op{ir.OpCopy, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpShl, ir.OpLShr, ir.OpAShr,
		ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem, ir.OpEq, ir.OpULt, ir.OpSLt}
	wide := []ir.Op{ir.OpZExt, ir.OpSExt}
	b := ir.NewFuncBuilder(ir.LP64, &ir.Func{Name: "f"})
	x, y := b.Temp(typ), b.Temp(typ)
	check := func(in *ir.Instr, bits int, xs, ys interval) {
		r := &rangeAnalysis{units: &unitTable{prog: &sequential.Inlined{Program: &ir.Program{Model: ir.LP64}}}, regs: make([]interval, 3)}
		r.regs[x], r.regs[y] = xs, ys
		out := r.compute(&visit{fn: b.F, in: in})
		if !out.some {
			t.Fatalf("%s of %+v and %+v is empty", in.Op, xs, ys)
		}
		if out.any {
			return
		}
		for i := xs.low; i <= xs.high; i++ {
			for j := ys.low; j <= ys.high; j++ {
				v, ok := i, true
				if in.Op != ir.OpCopy {
					var folded uint64
					folded, ok = ir.Fold(in.Op, bits, width, ir.Truncate(uint64(i), width), ir.Truncate(uint64(j), width))
					v = ir.SignExtend(folded, bits)
				}
				if ok && (v < out.low || v > out.high) {
					t.Errorf("%s of %d and %d is %d, not in %+v", in.Op, i, j, v, out)
				}
			}
		}
	}
	for low := int64(-8); low < 8; low++ {
		for high := low; high < 8; high++ {
			for _, ys := range []interval{numbers(0, 0), numbers(1, 1), numbers(3, 3), numbers(-2, -2), numbers(-1, 2), numbers(2, 7), numbers(-8, 7)} {
				for _, op := range ops {
					in := &ir.Instr{Op: op, Type: typ, Args: []ir.Operand{ir.RegOperand(x), ir.RegOperand(y)}}
					bits := width
					switch op {
					case ir.OpCopy, ir.OpNeg, ir.OpNot:
						in.Args = in.Args[:1]
					case ir.OpEq, ir.OpULt, ir.OpSLt:
						bits = 1
					}
					check(in, bits, numbers(low, high), ys)
				}
			}
			for _, op := range wide {
				check(&ir.Instr{Op: op, Type: ir.Int(7), Args: []ir.Operand{ir.RegOperand(x)}}, 7, numbers(low, high), numbers(0, 0))
			}
			check(&ir.Instr{Op: ir.OpTrunc, Type: ir.Int(2), Args: []ir.Operand{ir.RegOperand(x)}}, 2, numbers(low, high), numbers(0, 0))
		}
	}
}

// TestGuessBits: a guess can be any value of its set.
func TestGuessBits(t *testing.T) {
	for low := int64(-20); low < 20; low++ {
		for high := low; high < 20; high++ {
			n, sign := numbers(low, high).guessBits(8)
			for v := low; v <= high; v++ {
				got := ir.Truncate(uint64(v), n)
				if sign {
					got = uint64(ir.SignExtend(got, n))
				}
				if ir.Truncate(got, 8) != ir.Truncate(uint64(v), 8) {
					t.Fatalf("%d of %d to %d does not fit %d bits", v, low, high, n)
				}
			}
		}
	}
	if n, sign := anything.guessBits(32); n != 32 || sign {
		t.Errorf("anything has %d bits, %t", n, sign)
	}
}
