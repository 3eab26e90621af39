package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/heddle-mc/heddle/internal/solve/dimacs"
)

// generated returns the formulas that are made, not read. Sizes and seeds are
// fixed: changing one changes the meaning of earlier tables.
func generated() []problem {
	var out []problem
	add := func(want status, make func() *dimacs.Formula, format string, args ...any) {
		out = append(out, problem{fmt.Sprintf(format, args...), want,
			func() (*dimacs.Formula, error) { return make(), nil }})
	}
	for _, bits := range []int{5, 6, 7} {
		add(unsatisfiable, func() *dimacs.Formula { return miter(bits) }, "miter%d", bits)
	}
	for _, holes := range []int{8, 9, 10} {
		add(unsatisfiable, func() *dimacs.Formula { return pigeonhole(holes) }, "pigeonhole%d", holes)
	}
	for _, n := range []int{24, 28, 32} {
		add(unsatisfiable, func() *dimacs.Formula { return parity(n, 1) }, "parity%d", n)
	}
	for _, n := range []int{16, 20, 24} {
		add(unsatisfiable, func() *dimacs.Formula { return sorting(n) }, "sorting%d", n)
	}
	for _, vars := range []int{150, 175, 200, 225, 250} {
		for seed := range uint64(2) {
			add(unknown, func() *dimacs.Formula { return random3(vars, seed) }, "random%d_%d", vars, seed)
		}
	}
	for _, c := range []struct {
		bits, steps, target int
		want                status
	}{
		{6, 24, 24, satisfiable}, {6, 24, 25, unsatisfiable},
		{8, 48, 48, satisfiable}, {8, 32, 33, unsatisfiable},
		{10, 200, 200, satisfiable}, {10, 160, 161, unsatisfiable},
	} {
		add(c.want, func() *dimacs.Formula { return counter(c.bits, c.steps, c.target) },
			"counter%d_%d_%d", c.bits, c.steps, c.target)
	}
	return out
}

// builder collects the clauses of a circuit. Literals are signed variables.
type builder struct{ f dimacs.Formula }

func (b *builder) fresh() int32 {
	b.f.Vars++
	return int32(b.f.Vars)
}

func (b *builder) freshes(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = b.fresh()
	}
	return out
}

func (b *builder) clause(lits ...int32) {
	b.f.Clauses = append(b.f.Clauses, append([]int32{}, lits...))
}

func (b *builder) and(x, y int32) int32 {
	z := b.fresh()
	b.clause(-z, x)
	b.clause(-z, y)
	b.clause(z, -x, -y)
	return z
}

func (b *builder) or(x, y int32) int32 { return -b.and(-x, -y) }

func (b *builder) xor(x, y int32) int32 {
	z := b.fresh()
	b.clause(-z, x, y)
	b.clause(-z, -x, -y)
	b.clause(z, -x, y)
	b.clause(z, x, -y)
	return z
}

// differ asserts that the words x and y are not equal.
func (b *builder) differ(x, y []int32) {
	some := make([]int32, len(x))
	for i := range x {
		some[i] = b.xor(x[i], y[i])
	}
	b.clause(some...)
}

// miter asserts a·b ≠ b·a for array multipliers of the given width.
func miter(bits int) *dimacs.Formula {
	var b builder
	x, y := b.freshes(bits), b.freshes(bits)
	b.differ(b.multiply(x, y), b.multiply(y, x))
	return &b.f
}

// multiply adds the rows x·y[i] one after the other with ripple carry.
func (b *builder) multiply(x, y []int32) []int32 {
	n := len(x)
	var product []int32
	var sum []int32 // the bits above the product's
	for i := range y {
		row := make([]int32, n)
		for j := range x {
			row[j] = b.and(x[j], y[i])
		}
		if i > 0 {
			row = b.add(row, sum)
		}
		product = append(product, row[0])
		sum = row[1:]
	}
	return append(product, sum...)
}

// add returns x + y with one bit more than x, which is not shorter than y.
func (b *builder) add(x, y []int32) []int32 {
	carry := int32(0)
	var out []int32
	for i := range x {
		switch {
		case i < len(y) && carry != 0:
			half := b.xor(x[i], y[i])
			out = append(out, b.xor(half, carry))
			carry = b.or(b.and(x[i], y[i]), b.and(half, carry))
		case i < len(y):
			out = append(out, b.xor(x[i], y[i]))
			carry = b.and(x[i], y[i])
		default:
			out = append(out, b.xor(x[i], carry))
			carry = b.and(x[i], carry)
		}
	}
	return append(out, carry)
}

// pigeonhole asserts that holes+1 pigeons sit in different holes.
func pigeonhole(holes int) *dimacs.Formula {
	var b builder
	in := make([][]int32, holes+1)
	for p := range in {
		in[p] = b.freshes(holes)
		b.clause(in[p]...)
	}
	for h := range holes {
		for p := range in {
			for q := range p {
				b.clause(-in[p][h], -in[q][h])
			}
		}
	}
	return &b.f
}

// parity asserts that n bits are odd when added in one order and even when
// added in another.
func parity(n int, seed uint64) *dimacs.Formula {
	var b builder
	x := b.freshes(n)
	chain := func(order []int) int32 {
		sum := x[order[0]]
		for _, i := range order[1:] {
			sum = b.xor(sum, x[i])
		}
		return sum
	}
	r := rand.New(rand.NewPCG(seed, 1))
	b.clause(chain(r.Perm(n)))
	b.clause(-chain(r.Perm(n)))
	return &b.f
}

// sorting asserts that two sorting networks, odd-even transposition and
// insertion by halves of Batcher's odd-even merge, differ on n bits.
func sorting(n int) *dimacs.Formula {
	var b builder
	x := b.freshes(n)
	one := append([]int32{}, x...)
	for round := range n {
		for i := round % 2; i+1 < n; i += 2 {
			b.compare(one, i, i+1)
		}
	}
	two := append([]int32{}, x...)
	for p := 1; p < n; p *= 2 {
		for k := p; k >= 1; k /= 2 {
			for j := k % p; j+k < n; j += 2 * k {
				for i := 0; i < k && i+j+k < n; i++ {
					if (i+j)/(2*p) == (i+j+k)/(2*p) {
						b.compare(two, i+j, i+j+k)
					}
				}
			}
		}
	}
	b.differ(one, two)
	return &b.f
}

// compare puts the smaller of two bits first.
func (b *builder) compare(x []int32, i, j int) {
	x[i], x[j] = b.and(x[i], x[j]), b.or(x[i], x[j])
}

// random3 is uniform random 3-SAT at the threshold ratio.
func random3(vars int, seed uint64) *dimacs.Formula {
	r := rand.New(rand.NewPCG(seed, uint64(vars)))
	b := builder{dimacs.Formula{Vars: vars}}
	for range int(4.26 * float64(vars)) {
		var c []int32
		for len(c) < 3 {
			v := int32(1 + r.IntN(vars))
			if len(c) > 0 && (v == c[0] || v == -c[0]) || len(c) > 1 && (v == c[1] || v == -c[1]) {
				continue
			}
			if r.IntN(2) == 0 {
				v = -v
			}
			c = append(c, v)
		}
		b.clause(c...)
	}
	return &b.f
}

// counter unrolls a counter that may stand still in each step, and asserts that
// it reaches target within steps.
func counter(bits, steps, target int) *dimacs.Formula {
	var b builder
	state := b.freshes(bits)
	for _, l := range state {
		b.clause(-l)
	}
	var reached []int32
	for range steps {
		carry := b.fresh() // whether it counts in this step
		next := make([]int32, bits)
		for i, l := range state {
			next[i] = b.xor(l, carry)
			carry = b.and(l, carry)
		}
		state = next
		reached = append(reached, b.equals(state, target))
	}
	b.clause(reached...)
	return &b.f
}

// equals returns a literal that is true if the word has the value.
func (b *builder) equals(word []int32, value int) int32 {
	all := int32(0)
	for i, l := range word {
		if value>>i&1 == 0 {
			l = -l
		}
		if all == 0 {
			all = l
		} else {
			all = b.and(all, l)
		}
	}
	return all
}
