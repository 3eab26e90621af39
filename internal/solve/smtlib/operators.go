package smtlib

import "github.com/heddle-mc/heddle/internal/solve/term"

// shape is the rule by which an operator takes more arguments than the store's operator.
type shape uint8

const (
	exactly  shape = iota // it takes no more
	left                  // a ∘ b ∘ c is (a ∘ b) ∘ c
	right                 // a ∘ b ∘ c is a ∘ (b ∘ c)
	chain                 // a ∘ b ∘ c is a ∘ b and b ∘ c
	pairwise              // any two arguments are related
)

// operator describes how an identifier is read.
type operator struct {
	shape shape
	arity int // exactly: number of arguments; otherwise the least number
	build func(s *term.Store, args []term.ID) (term.ID, error)
}

// operators lists the functions without indices.
var operators = map[string]operator{
	"not": plain(term.OpNot), "and": folded(left, 1, term.OpAnd), "or": folded(left, 1, term.OpOr),
	"xor": folded(left, 2, term.OpXor), "=": folded(chain, 2, term.OpEq),
	"=>": {right, 2, func(s *term.Store, a []term.ID) (term.ID, error) {
		not, err := s.Apply(term.OpNot, 0, a[0])
		if err != nil {
			return term.None, err
		}
		return s.Apply(term.OpOr, 0, not, a[1])
	}},
	"distinct": {pairwise, 2, negated(term.OpEq)},
	"ite":      plain(term.OpIte),

	"bvnot": plain(term.OpBvNot), "bvneg": plain(term.OpNeg),
	"bvand": folded(left, 2, term.OpBvAnd), "bvor": folded(left, 2, term.OpBvOr), "bvxor": folded(left, 2, term.OpBvXor),
	"bvadd": folded(left, 2, term.OpAdd), "bvmul": folded(left, 2, term.OpMul), "bvsub": plain(term.OpSub),
	"bvnand": {exactly, 2, complemented(term.OpBvAnd)}, "bvnor": {exactly, 2, complemented(term.OpBvOr)},
	"bvxnor": {exactly, 2, complemented(term.OpBvXor)},
	"bvudiv": plain(term.OpUdiv), "bvurem": plain(term.OpUrem), "bvsdiv": plain(term.OpSdiv), "bvsrem": plain(term.OpSrem),
	"bvsmod": {exactly, 2, remainder}, "bvcomp": {exactly, 2, compared},
	"bvshl": plain(term.OpShl), "bvlshr": plain(term.OpLshr), "bvashr": plain(term.OpAshr),
	"ext_rotate_left": plain(term.OpRotlVar), "ext_rotate_right": plain(term.OpRotrVar),
	"concat": folded(left, 2, term.OpConcat),

	"bvult": plain(term.OpUlt), "bvule": plain(term.OpUle), "bvugt": swapped(term.OpUlt), "bvuge": swapped(term.OpUle),
	"bvslt": plain(term.OpSlt), "bvsle": plain(term.OpSle), "bvsgt": swapped(term.OpSlt), "bvsge": swapped(term.OpSle),

	"bvuaddo": plain(term.OpUaddo), "bvsaddo": plain(term.OpSaddo), "bvusubo": plain(term.OpUsubo), "bvssubo": plain(term.OpSsubo),
	"bvumulo": plain(term.OpUmulo), "bvsmulo": plain(term.OpSmulo), "bvsdivo": plain(term.OpSdivo), "bvnego": plain(term.OpNego),

	"select": plain(term.OpSelect), "store": plain(term.OpStore),
}

func plain(op term.Op) operator {
	return operator{exactly, op.Arity(), func(s *term.Store, args []term.ID) (term.ID, error) { return s.Apply(op, 0, args...) }}
}

func folded(how shape, least int, op term.Op) operator {
	return operator{how, least, func(s *term.Store, args []term.ID) (term.ID, error) { return s.Apply(op, 0, args...) }}
}

func swapped(op term.Op) operator {
	return operator{exactly, 2, func(s *term.Store, args []term.ID) (term.ID, error) { return s.Apply(op, 0, args[1], args[0]) }}
}

func negated(op term.Op) func(*term.Store, []term.ID) (term.ID, error) {
	return func(s *term.Store, args []term.ID) (term.ID, error) {
		t, err := s.Apply(op, 0, args...)
		if err != nil {
			return term.None, err
		}
		return s.Not(t), nil
	}
}

func complemented(op term.Op) func(*term.Store, []term.ID) (term.ID, error) {
	return func(s *term.Store, args []term.ID) (term.ID, error) {
		t, err := s.Apply(op, 0, args...)
		if err != nil {
			return term.None, err
		}
		return s.BvNot(t), nil
	}
}

// remainder builds bvsmod: the remainder with the sign of the divisor.
func remainder(s *term.Store, args []term.ID) (term.ID, error) {
	rem, err := s.Apply(term.OpSrem, 0, args...)
	if err != nil {
		return term.None, err
	}
	zero := s.Uint(0, s.Width(rem))
	differ := s.Xor(s.Slt(args[0], zero), s.Slt(args[1], zero))
	return s.Ite(s.And(differ, s.Distinct(rem, zero)), s.Add(rem, args[1]), rem), nil
}

// compared builds bvcomp: one bit, 1 iff two vectors are equal.
func compared(s *term.Store, args []term.ID) (term.ID, error) {
	if !s.Sort(args[0]).IsBV() {
		_, err := s.Apply(term.OpUlt, 0, args...) // returns the sort error
		return term.None, err
	}
	eq, err := s.Apply(term.OpEq, 0, args...)
	if err != nil {
		return term.None, err
	}
	return s.Ite(eq, s.Uint(1, 1), s.Uint(0, 1)), nil
}

// indexedOperator describes how an identifier with indices is read. All have one argument, a
// bit-vector.
type indexedOperator struct {
	indices int
	build   func(s *term.Store, arg term.ID, at []uint) (term.ID, error)
}

// indexedOperators lists the functions with indices.
var indexedOperators = map[string]indexedOperator{
	"extract": {2, func(s *term.Store, a term.ID, at []uint) (term.ID, error) {
		// An index too large for the parameter exceeds every width.
		return s.Apply(term.OpExtract, term.PackedBounds(min(at[0], term.MaxWidth), min(at[1], term.MaxWidth)), a)
	}},
	"zero_extend":  {1, extended(term.OpZext)},
	"sign_extend":  {1, extended(term.OpSext)},
	"rotate_left":  {1, rotated(term.OpRotl)},
	"rotate_right": {1, rotated(term.OpRotr)},
	"repeat":       {1, repeated},
}

func extended(op term.Op) func(*term.Store, term.ID, []uint) (term.ID, error) {
	return func(s *term.Store, a term.ID, by []uint) (term.ID, error) {
		if by[0] == 0 {
			return a, nil
		}
		return s.Apply(op, uint32(s.Width(a)+by[0]), a)
	}
}

func rotated(op term.Op) func(*term.Store, term.ID, []uint) (term.ID, error) {
	return func(s *term.Store, a term.ID, by []uint) (term.ID, error) {
		return s.Apply(op, uint32(by[0]%s.Width(a)), a)
	}
}

// repeated builds n copies of a vector side by side.
func repeated(s *term.Store, a term.ID, n []uint) (term.ID, error) {
	t := a
	for i := uint(1); i < n[0]; i++ {
		var err error
		if t, err = s.Apply(term.OpConcat, 0, t, a); err != nil {
			return term.None, err
		}
	}
	return t, nil
}
