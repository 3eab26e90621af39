// Package termtest generates random terms and assignments for tests of packages
// that read terms. It is imported by tests only. The generator knows every
// operator of package term; a test holds it to that.
package termtest

import (
	"math/rand/v2"
	"slices"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// Config holds the limits of a generator.
type Config struct {
	// Widths are the widths of bit-vectors that it makes by itself: of
	// variables, operands of comparisons, indices and elements. At least one.
	Widths []uint
	// VarsPerSort is the number of variables of each sort that may occur.
	VarsPerSort int
	// MaxBits bounds the bits of all variables together, arrays not counted; at
	// the bound variables become constants. 0 is no bound.
	MaxBits uint
	// Arrays allows arrays with indices and elements of these Widths.
	Arrays bool
	// Floats allows operators on floats, in formats with exponents of up to 5
	// bits and these Widths where they are at least 4.
	Floats bool
	// Formats, if not empty, holds the only formats of floats. Their widths should be among Widths.
	Formats []term.Format
	// Omit lists operators with float results that do not occur.
	Omit []term.Op
}

// Gen generates random terms in one store. It is deterministic for a given
// source and sequence of calls.
type Gen struct {
	s    *term.Store
	rnd  *rand.Rand
	cfg  Config
	vars map[term.Sort][]term.ID
	list []term.ID // all variables, in order of creation
	bits uint      // of all variables that are no arrays
	pool map[term.Sort][]term.ID
}

// New returns a generator. Terms are simplified by the store: use a raw store to get exactly the
// operators that were drawn.
func New(s *term.Store, rnd *rand.Rand, cfg Config) *Gen {
	return &Gen{
		s: s, rnd: rnd, cfg: cfg,
		vars: make(map[term.Sort][]term.ID),
		pool: make(map[term.Sort][]term.ID),
	}
}

// Vars returns the variables that were made so far, in order of creation.
func (g *Gen) Vars() []term.ID { return g.list }

// Term returns a random term of a sort with at most depth nested operators,
// often sharing subterms with earlier ones.
func (g *Gen) Term(sort term.Sort, depth int) term.ID {
	if depth <= 0 {
		return g.leaf(sort)
	}
	if pool := g.pool[sort]; len(pool) > 0 && g.rnd.IntN(6) == 0 {
		return pool[g.rnd.IntN(len(pool))]
	}
	var id term.ID
	switch {
	case g.rnd.IntN(8) == 0:
		return g.leaf(sort)
	case g.rnd.IntN(8) == 0:
		id = g.s.Ite(g.Term(term.Bool, depth-1), g.Term(sort, depth-1), g.Term(sort, depth-1))
	case sort == term.Bool:
		id = g.formula(depth - 1)
	case sort.IsArray():
		id = g.array(sort, depth-1)
	default:
		id = g.vector(sort, depth-1)
	}
	// A pool of the last terms is enough for sharing, and keeps terms small.
	if pool := g.pool[sort]; len(pool) < 16 {
		g.pool[sort] = append(pool, id)
	} else {
		pool[g.rnd.IntN(len(pool))] = id
	}
	return id
}

// Width returns a random width of the configuration.
func (g *Gen) Width() uint { return g.cfg.Widths[g.rnd.IntN(len(g.cfg.Widths))] }

func (g *Gen) leaf(sort term.Sort) term.ID {
	if sort.IsArray() && g.rnd.IntN(3) == 0 {
		return g.s.ConstArray(sort.IndexWidth(), g.leaf(sort.Elem()))
	}
	if !sort.IsArray() && g.rnd.IntN(3) == 0 {
		return g.constant(sort)
	}
	vars := g.vars[sort]
	if len(vars) < g.cfg.VarsPerSort && (len(vars) == 0 || g.rnd.IntN(2) == 0) {
		if !sort.IsArray() {
			if g.cfg.MaxBits > 0 && g.bits+sort.Width() > g.cfg.MaxBits {
				if len(vars) == 0 {
					return g.constant(sort)
				}
				return vars[g.rnd.IntN(len(vars))]
			}
			g.bits += sort.Width()
		}
		v := g.s.Var("x", sort)
		g.vars[sort] = append(vars, v)
		g.list = append(g.list, v)
		return v
	}
	if len(vars) == 0 {
		return g.constant(sort)
	}
	return vars[g.rnd.IntN(len(vars))]
}

func (g *Gen) constant(sort term.Sort) term.ID {
	v := Word(g.rnd, sort.Width())
	if sort == term.Bool {
		return g.s.Bool(!v.IsZero())
	}
	if sort.IsArray() {
		return g.s.ConstArray(sort.IndexWidth(), g.s.Const(v, sort.Width()))
	}
	return g.s.Const(v, sort.Width())
}

// apply applies an operator without checks: the generator knows the sorts.
func (g *Gen) apply(op term.Op, param uint32, args ...term.ID) term.ID {
	id, err := g.s.Apply(op, param, args...)
	if err != nil {
		panic("termtest: " + err.Error())
	}
	return id
}

var connectives = []term.Op{term.OpNot, term.OpAnd, term.OpOr, term.OpXor, term.OpEq}

var comparisons = []term.Op{
	term.OpEq, term.OpUlt, term.OpUle, term.OpSlt, term.OpSle,
	term.OpUaddo, term.OpSaddo, term.OpUsubo, term.OpSsubo,
	term.OpUmulo, term.OpSmulo, term.OpSdivo, term.OpNego,
}

var operations = []term.Op{
	term.OpBvNot, term.OpBvAnd, term.OpBvOr, term.OpBvXor,
	term.OpNeg, term.OpAdd, term.OpSub, term.OpMul,
	term.OpUdiv, term.OpUrem, term.OpSdiv, term.OpSrem,
	term.OpShl, term.OpLshr, term.OpAshr, term.OpRotlVar, term.OpRotrVar,
}

// formula returns a connective or a comparison.
func (g *Gen) formula(depth int) term.ID {
	ops, sort := connectives, term.Bool
	if g.rnd.IntN(2) == 0 {
		ops, sort = comparisons, term.BV(g.Width())
	}
	if w := sort.Width(); g.cfg.Floats && g.isFloat(w) && g.rnd.IntN(3) == 0 {
		op := []term.Op{term.OpFEq, term.OpFLt, term.OpFLe}[g.rnd.IntN(3)]
		return g.apply(op, term.FloatParam{Format: g.format(w)}.Pack(), g.Term(sort, depth), g.Term(sort, depth))
	}
	return g.uniform(ops[g.rnd.IntN(len(ops))], sort, depth)
}

// isFloat reports whether there is a format of a width.
func (g *Gen) isFloat(w uint) bool {
	if len(g.cfg.Formats) == 0 {
		return w >= 4
	}
	return slices.ContainsFunc(g.cfg.Formats, func(f term.Format) bool { return f.Width() == w })
}

// format returns a random format of a width for which isFloat holds.
func (g *Gen) format(w uint) term.Format {
	if len(g.cfg.Formats) == 0 {
		exp := 2 + uint(g.rnd.IntN(int(min(w-3, 4))))
		return term.Format{Exp: uint8(exp), Sig: uint8(w - exp)}
	}
	for {
		if f := g.anyFormat(); f.Width() == w {
			return f
		}
	}
}

// anyFormat returns a random format.
func (g *Gen) anyFormat() term.Format {
	if n := len(g.cfg.Formats); n > 0 {
		return g.cfg.Formats[g.rnd.IntN(n)]
	}
	return g.format(max(4, g.Width()))
}

var floatOperations = []term.Op{
	term.OpFAdd, term.OpFMul, term.OpFDiv, term.OpFRem, term.OpFFma, term.OpFSqrt, term.OpFRound,
	term.OpFToF, term.OpFToS, term.OpSToF, term.OpUToF,
}

// float returns an operator on floats with a result of width w: a conversion to
// integers, unless there is a format of that width.
func (g *Gen) float(w uint, depth int) term.ID {
	op := floatOperations[g.rnd.IntN(len(floatOperations))]
	for slices.Contains(g.cfg.Omit, op) {
		op = floatOperations[g.rnd.IntN(len(floatOperations))]
	}
	from := g.Width()
	if !g.isFloat(w) {
		op = term.OpFToS
	}
	p := term.FloatParam{Mode: term.Rounding(g.rnd.IntN(int(term.NumRoundings)))}
	switch op {
	case term.OpFToS:
		p.Format, p.Width = g.anyFormat(), w
		from = p.Format.Width()
	case term.OpFToF:
		p.Format, p.To = g.anyFormat(), g.format(w)
		from = p.Format.Width()
		if p.Format == p.To {
			return g.s.FToF(p.Mode, p.Format, p.To, g.Term(term.BV(from), depth))
		}
	case term.OpSToF, term.OpUToF:
		p.Format = g.format(w)
	case term.OpFRem:
		p.Mode = []term.Rounding{term.RNE, term.RTZ}[g.rnd.IntN(2)]
		fallthrough
	default:
		p.Format, from = g.format(w), w
	}
	args := make([]term.ID, op.Arity())
	for i := range args {
		args[i] = g.Term(term.BV(from), depth)
	}
	return g.apply(op, p.Pack(), args...)
}

// uniform applies an operator to arguments of one sort.
func (g *Gen) uniform(op term.Op, sort term.Sort, depth int) term.ID {
	args := make([]term.ID, op.Arity())
	for i := range args {
		args[i] = g.Term(sort, depth)
	}
	return g.apply(op, 0, args...)
}

// vector returns an operator with a bit-vector result.
func (g *Gen) vector(sort term.Sort, depth int) term.ID {
	w := sort.Width()
	if g.cfg.Floats && g.rnd.IntN(4) == 0 {
		return g.float(w, depth)
	}
	switch g.rnd.IntN(10) {
	case 0:
		if w > 1 {
			low := 1 + uint(g.rnd.IntN(int(w-1)))
			return g.s.Concat(g.Term(term.BV(w-low), depth), g.Term(term.BV(low), depth))
		}
	case 1:
		if w < term.MaxWidth {
			from := w + 1 + uint(g.rnd.IntN(int(min(8, term.MaxWidth-w))))
			lo := uint(g.rnd.IntN(int(from - w + 1)))
			return g.s.Extract(g.Term(term.BV(from), depth), lo+w-1, lo)
		}
	case 2:
		if w > 1 {
			from := 1 + uint(g.rnd.IntN(int(w-1)))
			op := []term.Op{term.OpZext, term.OpSext}[g.rnd.IntN(2)]
			return g.apply(op, uint32(w), g.Term(term.BV(from), depth))
		}
	case 3:
		op := []term.Op{term.OpRotl, term.OpRotr}[g.rnd.IntN(2)]
		return g.apply(op, uint32(g.rnd.IntN(int(w))), g.Term(sort, depth))
	case 4, 5:
		if g.cfg.Arrays {
			index := g.Width()
			return g.s.Select(g.Term(term.Array(index, w), depth), g.Term(term.BV(index), depth))
		}
	}
	return g.uniform(operations[g.rnd.IntN(len(operations))], sort, depth)
}

func (g *Gen) array(sort term.Sort, depth int) term.ID {
	if g.rnd.IntN(6) == 0 {
		return g.s.ConstArray(sort.IndexWidth(), g.Term(sort.Elem(), depth))
	}
	return g.s.Store(g.Term(sort, depth), g.Term(term.BV(sort.IndexWidth()), depth), g.Term(sort.Elem(), depth))
}

// Assignment returns random values for variables of a store, with special words
// more often than others.
func Assignment(s *term.Store, rnd *rand.Rand, vars []term.ID) *term.Assignment {
	asg := new(term.Assignment)
	for _, v := range vars {
		sort := s.Sort(v)
		if !sort.IsArray() {
			asg.Set(v, Word(rnd, sort.Width()))
			continue
		}
		value := term.ArrayValue{Default: Word(rnd, sort.Width()), Elems: make(map[term.Word]term.Word)}
		for range rnd.IntN(5) {
			value.Elems[Word(rnd, sort.IndexWidth())] = Word(rnd, sort.Width())
		}
		asg.SetArray(v, value)
	}
	return asg
}

// Word returns a random word of a width: often 0, 1, an extreme or a power of 2.
func Word(rnd *rand.Rand, w uint) term.Word {
	switch rnd.IntN(10) {
	case 0:
		return term.Word{}
	case 1:
		return term.WordOf(1)
	case 2:
		return term.Ones(w)
	case 3:
		return term.SignBit(w)
	case 4:
		return term.Ones(w - 1)
	case 5:
		return term.WordOf(1).Shl(uint(rnd.IntN(int(w))))
	}
	return term.Word{Hi: rnd.Uint64(), Lo: rnd.Uint64()}.Mask(w)
}
