package bitblast

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Blaster translates the terms of one store into clauses of one sink. It is
// used by one goroutine.
type Blaster struct {
	terms *term.Store
	graph *Graph
	cnf   *Encoder
	walk  *term.Walk

	first []uint32 // by term: where its bits start in pool, 0 if it has none
	pool  []Edge   // the bits of all words; pool[0] is unused
	vars  []term.ID
	roots []Edge // everything asserted, lemmas included

	arrays
}

// New returns a blaster of terms into sink.
func New(terms *term.Store, sink Sink) *Blaster {
	g := NewGraph()
	return &Blaster{
		terms:  terms,
		graph:  g,
		cnf:    NewEncoder(g, sink),
		walk:   term.NewWalk(terms),
		pool:   make([]Edge, 1, 1024),
		arrays: arrays{index: map[access]readID{}},
	}
}

// Assert adds clauses that make the Bool term f true.
func (b *Blaster) Assert(f term.ID) { b.assert(b.Edge(f)) }

func (b *Blaster) assert(e Edge) {
	b.roots = append(b.roots, e)
	b.cnf.Assert(e)
}

// Literal returns a literal for the Bool term f; p says in which direction the
// clauses connect the two. Different terms can have the same literal, and a
// term found constant has a literal that a unit clause fixes.
func (b *Blaster) Literal(f term.ID, p Polarity) sat.Lit { return b.cnf.Literal(b.Edge(f), p) }

// Edge returns the edge of the Bool term f.
func (b *Blaster) Edge(f term.ID) Edge {
	if b.terms.Sort(f) != term.Bool {
		panic(fmt.Sprintf("bitblast: term of sort %s, want bool", b.terms.Sort(f)))
	}
	return b.Bits(f)[0]
}

// Bits returns the edges of a Bool or bit-vector term, least significant bit
// first, and builds them if need be. The slice must not be changed.
func (b *Blaster) Bits(t term.ID) []Edge {
	if b.terms.Sort(t).IsArray() {
		panic("bitblast: an array has no bits")
	}
	b.walk.Visit(t, b.build)
	return b.word(t)
}

// Graph returns the graph the blaster builds.
func (b *Blaster) Graph() *Graph { return b.graph }

// Reencode encodes everything asserted so far, lemmas included, and the
// assumptions as unit clauses, into another sink.
func (b *Blaster) Reencode(sink Sink, assumptions ...term.ID) {
	c := NewEncoder(b.graph, sink)
	for _, e := range b.roots {
		c.Assert(e)
	}
	for _, f := range assumptions {
		c.Assert(b.Edge(f))
	}
}

// Stats counts the nodes, reads and lemmas that a Blaster has built.
type Stats struct {
	Ands    int // AND nodes of the graph
	Reads   int // reads of arrays, those introduced by lemmas included
	Lemmas  int // lemmas about arrays
	Rounds  int // candidate models checked against the array axioms
	Encoder EncoderStats
}

// Stats returns the counters.
func (b *Blaster) Stats() Stats {
	return Stats{
		Ands: b.graph.NumAnds(), Reads: len(b.reads), Lemmas: b.lemmas, Rounds: b.rounds,
		Encoder: b.cnf.Stats(),
	}
}

// Bytes estimates the memory held, in bytes.
func (b *Blaster) Bytes() int64 {
	return int64(cap(b.graph.nodes))*9 + int64(len(b.graph.table))*4 +
		int64(cap(b.cnf.vars))*5 + int64(cap(b.first)+cap(b.pool))*4
}

// word returns the bits of a built term.
func (b *Blaster) word(t term.ID) []Edge {
	at := b.first[t]
	end := at + uint32(b.terms.Width(t))
	return b.pool[at:end:end]
}

// place records that the bits of t start at a position of the pool.
func (b *Blaster) place(t term.ID, at uint32) {
	if int(t) >= len(b.first) {
		b.first = append(b.first, make([]uint32, max(b.terms.Len(), int(t)+1)-len(b.first))...)
	}
	b.first[t] = at
}

// set stores the bits of t.
func (b *Blaster) set(t term.ID, bits ...Edge) {
	b.place(t, uint32(len(b.pool)))
	b.pool = append(b.pool, bits...)
	if len(b.pool) > 1<<31 {
		panic("bitblast: more than 2^31 bits of terms")
	}
}

// inputs returns fresh input bits.
func (b *Blaster) inputs(width uint) []Edge {
	r := make([]Edge, width)
	for i := range r {
		r[i] = b.graph.Input()
	}
	return r
}

// build makes the bits of t from those of its arguments. Array terms have no
// bits: reads walk through them.
func (b *Blaster) build(t term.ID) {
	sort := b.terms.Sort(t)
	if sort.IsArray() {
		return
	}
	switch op := b.terms.Op(t); op {
	case term.OpConst:
		v, _ := b.terms.Value(t)
		b.set(t, constant(b.graph, v.Hi, v.Lo, int(sort.Width()))...)
	case term.OpVar:
		b.vars = append(b.vars, t)
		b.set(t, b.inputs(sort.Width())...)
	case term.OpSelect:
		b.set(t, b.read(b.terms.Arg(t, 0), b.terms.Arg(t, 1)).bits...)
	case term.OpExtract:
		_, lo := b.terms.Bounds(t)
		b.place(t, b.first[b.terms.Arg(t, 0)]+uint32(lo))
	default:
		b.set(t, b.apply(op, t)...)
	}
}

// apply builds the circuit of an operator.
func (b *Blaster) apply(op term.Op, t term.ID) []Edge {
	var words [3][]Edge
	for i, a := range b.terms.Args(t) {
		words[i] = b.word(a)
	}
	x, y, z := words[0], words[1], words[2]
	g := b.graph
	if op.IsFloat() {
		return applyFloat(g, op, b.terms.Float(t), x, y, z)
	}
	width := int(b.terms.Width(t))
	switch op {
	case term.OpNot, term.OpBvNot:
		return not(g, x)
	case term.OpAnd, term.OpBvAnd:
		return bitwise(g.And, x, y)
	case term.OpOr, term.OpBvOr:
		return bitwise(func(p, q Edge) Edge { return g.And(p^1, q^1) ^ 1 }, x, y)
	case term.OpXor, term.OpBvXor:
		return bitwise(g.Xor, x, y)
	case term.OpEq:
		return bit(equal(g, x, y))
	case term.OpIte:
		return mux(g, x[0], y, z)

	case term.OpNeg:
		return neg(g, x)
	case term.OpAdd:
		sum, _ := add(g, x, y, False)
		return sum
	case term.OpSub:
		diff, _ := sub(g, x, y)
		return diff
	case term.OpMul:
		if zeros(x) > zeros(y) {
			x, y = y, x
		}
		return mul(g, x, y)
	case term.OpUdiv:
		quo, _ := udivrem(g, x, y)
		return quo
	case term.OpUrem:
		_, rem := udivrem(g, x, y)
		return rem
	case term.OpSdiv:
		return sdiv(g, x, y)
	case term.OpSrem:
		return srem(g, x, y)

	case term.OpShl:
		return shiftLeft(g, x, y)
	case term.OpLshr:
		return shiftRight(g, x, y, False)
	case term.OpAshr:
		return shiftRight(g, x, y, sign(x))
	case term.OpRotl:
		return rotateBy(x, int(b.terms.Param(t)))
	case term.OpRotr:
		return rotateBy(x, -int(b.terms.Param(t)))
	case term.OpRotlVar:
		return rotateLeft(g, x, y)
	case term.OpRotrVar:
		return rotateRight(g, x, y)

	case term.OpUlt:
		return bit(ult(g, x, y))
	case term.OpUle:
		return bit(ule(g, x, y))
	case term.OpSlt:
		return bit(slt(g, x, y))
	case term.OpSle:
		return bit(sle(g, x, y))

	case term.OpConcat:
		return append(append(make([]Edge, 0, width), y...), x...)
	case term.OpZext:
		return extend(x, False, width)
	case term.OpSext:
		return extend(x, sign(x), width)

	case term.OpUaddo:
		return bit(uaddOverflow(g, x, y))
	case term.OpSaddo:
		return bit(saddOverflow(g, x, y))
	case term.OpUsubo:
		return bit(usubOverflow(g, x, y))
	case term.OpSsubo:
		return bit(ssubOverflow(g, x, y))
	case term.OpUmulo:
		if zeros(x) > zeros(y) {
			x, y = y, x
		}
		return bit(umulOverflow(g, x, y))
	case term.OpSmulo:
		return bit(smulOverflow(g, x, y))
	case term.OpSdivo:
		return bit(sdivOverflow(g, x, y))
	case term.OpNego:
		return bit(negOverflow(g, x))
	}
	panic(fmt.Sprintf("bitblast: no circuit for operator %s", op))
}

func bit(e Edge) []Edge { return []Edge{e} }

// zeros counts the bits of a word that are constantly false.
func zeros(x []Edge) int {
	n := 0
	for _, e := range x {
		if e == False {
			n++
		}
	}
	return n
}
