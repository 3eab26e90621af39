package bitblast

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// bools are the gates as plain Boolean functions.
type bools struct{}

func (bools) False() bool           { return false }
func (bools) Not(a bool) bool       { return !a }
func (bools) And(a, b bool) bool    { return a && b }
func (bools) Xor(a, b bool) bool    { return a != b }
func (bools) Maj(a, b, c bool) bool { return a && b || a && c || b && c }
func (bools) Ite(c, t, e bool) bool {
	if c {
		return t
	}
	return e
}

// simulate returns the values of all nodes of g, 64 assignments at a time:
// inputs[i] is the value of input node i.
func simulate(g *Graph, inputs map[Edge]uint64) []uint64 {
	val := make([]uint64, g.NumNodes())
	get := func(e Edge) uint64 {
		if e.IsNeg() {
			return ^val[e.Node()]
		}
		return val[e.Node()]
	}
	for i := 2; i < len(val); i++ {
		if n := g.nodes[i]; n.left != NoEdge {
			val[i] = get(n.left) & get(n.right)
		} else {
			val[i] = inputs[Edge(i)<<1]
		}
	}
	return val
}

func edgeValue(val []uint64, e Edge) uint64 {
	if e.IsNeg() {
		return ^val[e.Node()]
	}
	return val[e.Node()]
}

// operator is a binary circuit over both gates with its definition on big
// integers: a and b are unsigned, and the result is taken modulo 2^width.
type operator struct {
	name  string
	bools func(a, b []bool) []bool
	graph func(g *Graph, a, b []Edge) []Edge
	want  func(n int, a, b *big.Int) *big.Int
}

// binary makes an operator out of one generic circuit, instantiated twice.
func binary(name string, onBools func(g Gates[bool], a, b []bool) []bool,
	onGraph func(g Gates[Edge], a, b []Edge) []Edge, want func(n int, a, b *big.Int) *big.Int) operator {
	return operator{
		name:  name,
		bools: func(a, b []bool) []bool { return onBools(bools{}, a, b) },
		graph: func(g *Graph, a, b []Edge) []Edge { return onGraph(g, a, b) },
		want:  want,
	}
}

// predicate is binary for circuits with a Boolean result.
func predicate(name string, onBools func(g Gates[bool], a, b []bool) bool,
	onGraph func(g Gates[Edge], a, b []Edge) Edge, want func(n int, a, b *big.Int) bool) operator {
	return operator{
		name:  name,
		bools: func(a, b []bool) []bool { return []bool{onBools(bools{}, a, b)} },
		graph: func(g *Graph, a, b []Edge) []Edge { return []Edge{onGraph(g, a, b)} },
		want: func(n int, a, b *big.Int) *big.Int {
			if want(n, a, b) {
				return big.NewInt(1)
			}
			return new(big.Int)
		},
	}
}

func pow2(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// signed reads an unsigned n-bit number as two's complement.
func signed(n int, a *big.Int) *big.Int {
	if a.Bit(n-1) == 1 {
		return new(big.Int).Sub(a, pow2(n))
	}
	return a
}

// fits reports whether x is an n-bit two's complement number.
func fits(n int, x *big.Int) bool {
	half := pow2(n - 1)
	return x.Cmp(half) < 0 && x.Cmp(new(big.Int).Neg(half)) >= 0
}

func arith[L any](f func(Gates[L], []L, []L, L) ([]L, L)) func(Gates[L], []L, []L) []L {
	return func(g Gates[L], a, b []L) []L {
		r, _ := f(g, a, b, g.False())
		return r
	}
}

func first[L any](f func(Gates[L], []L, []L) ([]L, L)) func(Gates[L], []L, []L) []L {
	return func(g Gates[L], a, b []L) []L { r, _ := f(g, a, b); return r }
}

func quotient[L any](g Gates[L], a, b []L) []L  { q, _ := udivrem(g, a, b); return q }
func remainder[L any](g Gates[L], a, b []L) []L { _, r := udivrem(g, a, b); return r }
func negate[L any](g Gates[L], a, _ []L) []L    { return neg(g, a) }
func negOvf[L any](g Gates[L], a, _ []L) L      { return negOverflow(g, a) }
func lshr[L any](g Gates[L], a, b []L) []L      { return shiftRight(g, a, b, g.False()) }
func ashr[L any](g Gates[L], a, b []L) []L      { return shiftRight(g, a, b, sign(a)) }

func operators() []operator {
	z := func() *big.Int { return new(big.Int) }
	return []operator{
		binary("add", arith(add[bool]), arith(add[Edge]), func(n int, a, b *big.Int) *big.Int { return z().Add(a, b) }),
		binary("sub", first(sub[bool]), first(sub[Edge]), func(n int, a, b *big.Int) *big.Int { return z().Sub(a, b) }),
		binary("neg", negate[bool], negate[Edge], func(n int, a, b *big.Int) *big.Int { return z().Neg(a) }),
		binary("mul", mul[bool], mul[Edge], func(n int, a, b *big.Int) *big.Int { return z().Mul(a, b) }),
		binary("udiv", quotient[bool], quotient[Edge], func(n int, a, b *big.Int) *big.Int {
			if b.Sign() == 0 {
				return big.NewInt(-1)
			}
			return z().Quo(a, b)
		}),
		binary("urem", remainder[bool], remainder[Edge], func(n int, a, b *big.Int) *big.Int {
			if b.Sign() == 0 {
				return a
			}
			return z().Rem(a, b)
		}),
		binary("sdiv", sdiv[bool], sdiv[Edge], func(n int, a, b *big.Int) *big.Int {
			a, b = signed(n, a), signed(n, b)
			if b.Sign() == 0 {
				if a.Sign() < 0 {
					return big.NewInt(1)
				}
				return big.NewInt(-1)
			}
			return z().Quo(a, b)
		}),
		binary("srem", srem[bool], srem[Edge], func(n int, a, b *big.Int) *big.Int {
			a, b = signed(n, a), signed(n, b)
			if b.Sign() == 0 {
				return a
			}
			return z().Rem(a, b)
		}),
		binary("shl", shiftLeft[bool], shiftLeft[Edge], func(n int, a, b *big.Int) *big.Int {
			if b.Cmp(big.NewInt(int64(n))) >= 0 {
				return z()
			}
			return z().Lsh(a, uint(b.Int64()))
		}),
		binary("lshr", lshr[bool], lshr[Edge], func(n int, a, b *big.Int) *big.Int {
			if b.Cmp(big.NewInt(int64(n))) >= 0 {
				return z()
			}
			return z().Rsh(a, uint(b.Int64()))
		}),
		binary("ashr", ashr[bool], ashr[Edge], func(n int, a, b *big.Int) *big.Int {
			by := uint(n)
			if b.Cmp(big.NewInt(int64(n))) < 0 {
				by = uint(b.Int64())
			}
			return z().Rsh(signed(n, a), by)
		}),
		binary("rotate left", rotateLeft[bool], rotateLeft[Edge], func(n int, a, b *big.Int) *big.Int {
			return rotated(n, a, uint(z().Mod(b, big.NewInt(int64(n))).Int64()))
		}),
		binary("rotate right", rotateRight[bool], rotateRight[Edge], func(n int, a, b *big.Int) *big.Int {
			return rotated(n, a, uint(n)-uint(z().Mod(b, big.NewInt(int64(n))).Int64()))
		}),
		predicate("equal", equal[bool], equal[Edge], func(n int, a, b *big.Int) bool { return a.Cmp(b) == 0 }),
		predicate("ult", ult[bool], ult[Edge], func(n int, a, b *big.Int) bool { return a.Cmp(b) < 0 }),
		predicate("ule", ule[bool], ule[Edge], func(n int, a, b *big.Int) bool { return a.Cmp(b) <= 0 }),
		predicate("slt", slt[bool], slt[Edge], func(n int, a, b *big.Int) bool { return signed(n, a).Cmp(signed(n, b)) < 0 }),
		predicate("sle", sle[bool], sle[Edge], func(n int, a, b *big.Int) bool { return signed(n, a).Cmp(signed(n, b)) <= 0 }),
		predicate("uadd overflow", uaddOverflow[bool], uaddOverflow[Edge], func(n int, a, b *big.Int) bool { return z().Add(a, b).BitLen() > n }),
		predicate("usub overflow", usubOverflow[bool], usubOverflow[Edge], func(n int, a, b *big.Int) bool { return a.Cmp(b) < 0 }),
		predicate("umul overflow", umulOverflow[bool], umulOverflow[Edge], func(n int, a, b *big.Int) bool { return z().Mul(a, b).BitLen() > n }),
		predicate("sadd overflow", saddOverflow[bool], saddOverflow[Edge], func(n int, a, b *big.Int) bool {
			return !fits(n, z().Add(signed(n, a), signed(n, b)))
		}),
		predicate("ssub overflow", ssubOverflow[bool], ssubOverflow[Edge], func(n int, a, b *big.Int) bool {
			return !fits(n, z().Sub(signed(n, a), signed(n, b)))
		}),
		predicate("smul overflow", smulOverflow[bool], smulOverflow[Edge], func(n int, a, b *big.Int) bool {
			return !fits(n, z().Mul(signed(n, a), signed(n, b)))
		}),
		predicate("sdiv overflow", sdivOverflow[bool], sdivOverflow[Edge], func(n int, a, b *big.Int) bool {
			b = signed(n, b)
			return b.Sign() != 0 && !fits(n, z().Quo(signed(n, a), b))
		}),
		predicate("neg overflow", negOvf[bool], negOvf[Edge], func(n int, a, b *big.Int) bool {
			return !fits(n, z().Neg(signed(n, a)))
		}),
	}
}

func rotated(n int, a *big.Int, left uint) *big.Int {
	return new(big.Int).Or(new(big.Int).Lsh(a, left), new(big.Int).Rsh(a, uint(n)-left))
}

func bitsOf(x *big.Int, n int) []bool {
	r := make([]bool, n)
	for i := range r {
		r[i] = x.Bit(i) == 1
	}
	return r
}

func numberOf(a []bool) *big.Int {
	r := new(big.Int)
	for i, x := range a {
		if x {
			r.SetBit(r, i, 1)
		}
	}
	return r
}

// checkPairs runs op on the pairs over booleans and over a simulated graph.
func checkPairs(t *testing.T, op operator, n int, pairs [][2]*big.Int) {
	t.Helper()
	g := NewGraph()
	a, b := make([]Edge, n), make([]Edge, n)
	for i := range a {
		a[i], b[i] = g.Input(), g.Input()
	}
	out := op.graph(g, a, b)
	for len(pairs) > 0 {
		chunk := pairs[:min(64, len(pairs))]
		pairs = pairs[len(chunk):]
		inputs := map[Edge]uint64{}
		for k, p := range chunk {
			for i := range a {
				inputs[a[i]] |= uint64(p[0].Bit(i)) << k
				inputs[b[i]] |= uint64(p[1].Bit(i)) << k
			}
		}
		val := simulate(g, inputs)
		for k, p := range chunk {
			onBools := op.bools(bitsOf(p[0], n), bitsOf(p[1], n))
			want := new(big.Int).Mod(op.want(n, p[0], p[1]), pow2(len(onBools)))
			if got := numberOf(onBools); got.Cmp(want) != 0 {
				t.Fatalf("%s width %d on booleans: %v, %v gives %v, want %v", op.name, n, p[0], p[1], got, want)
			}
			onGraph := make([]bool, len(out))
			for i, e := range out {
				onGraph[i] = edgeValue(val, e)>>k&1 != 0
			}
			if got := numberOf(onGraph); got.Cmp(want) != 0 {
				t.Fatalf("%s width %d on graph: %v, %v gives %v, want %v", op.name, n, p[0], p[1], got, want)
			}
		}
	}
}

// TestOperatorsExhaustive covers all operand pairs up to width 5.
func TestOperatorsExhaustive(t *testing.T) {
	for _, op := range operators() {
		t.Run(op.name, func(t *testing.T) {
			for n := 1; n <= 5; n++ {
				var pairs [][2]*big.Int
				for a := range int64(1) << n {
					for b := range int64(1) << n {
						pairs = append(pairs, [2]*big.Int{big.NewInt(a), big.NewInt(b)})
					}
				}
				checkPairs(t, op, n, pairs)
			}
		})
	}
}

// TestOperatorsWide covers corner words and random ones at larger widths.
func TestOperatorsWide(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, op := range operators() {
		t.Run(op.name, func(t *testing.T) {
			for _, n := range []int{6, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128} {
				corners := cornerWords(n)
				var pairs [][2]*big.Int
				for _, a := range corners {
					for _, b := range corners {
						pairs = append(pairs, [2]*big.Int{a, b})
					}
				}
				for range 64 {
					pairs = append(pairs, [2]*big.Int{randomWord(rng, n), randomWord(rng, n)})
				}
				if n > 33 {
					rng.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
					pairs = pairs[:64]
				}
				checkPairs(t, op, n, pairs)
			}
		})
	}
}

func cornerWords(n int) []*big.Int {
	one := big.NewInt(1)
	top := pow2(n - 1)
	all := new(big.Int).Sub(pow2(n), one)
	return []*big.Int{
		new(big.Int), one, big.NewInt(2), big.NewInt(int64(n)), big.NewInt(int64(n - 1)),
		top, new(big.Int).Sub(top, one), new(big.Int).Add(top, one), all, new(big.Int).Sub(all, one),
	}
}

// randomWord returns a word of random length, so that small ones are common.
func randomWord(rng *rand.Rand, n int) *big.Int {
	r := new(big.Int)
	for i := range 1 + rng.IntN(n) {
		r.SetBit(r, i, uint(rng.IntN(2)))
	}
	return r
}
