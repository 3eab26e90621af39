package smtlib

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// This file reads theory FloatingPoint. A result that the standard leaves open is a free variable, so
// that an answer is right for every permitted result. Such results are the sign of the minimum or
// maximum of two zeros with different signs, and the integer of a float that does not fit.

// floatOperator describes how a function of floats without indices is read.
type floatOperator struct {
	shape   shape // exactly or chain
	arity   int   // floats among the arguments
	rounded bool  // the first argument is a rounding mode
	truth   bool  // the result is a Bool, else a float of the arguments' format
	build   func(s *scope, m term.Rounding, f term.Format, a []term.ID) term.ID
}

var floatOperators = map[string]floatOperator{
	"fp.abs": unary(false, (*term.Store).FAbs),
	"fp.neg": unary(false, func(s *term.Store, f term.Format, x term.ID) term.ID { return s.FCanonical(f, s.FNeg(f, x)) }),
	"fp.add": rounded(2, func(s *term.Store, m term.Rounding, f term.Format, a []term.ID) term.ID {
		return s.FAdd(m, f, a[0], a[1])
	}),
	"fp.sub": rounded(2, func(s *term.Store, m term.Rounding, f term.Format, a []term.ID) term.ID {
		return s.FSub(m, f, a[0], a[1])
	}),
	"fp.mul": rounded(2, func(s *term.Store, m term.Rounding, f term.Format, a []term.ID) term.ID {
		return s.FMul(m, f, a[0], a[1])
	}),
	"fp.div": rounded(2, func(s *term.Store, m term.Rounding, f term.Format, a []term.ID) term.ID {
		return s.FDiv(m, f, a[0], a[1])
	}),
	"fp.fma": rounded(3, func(s *term.Store, m term.Rounding, f term.Format, a []term.ID) term.ID {
		return s.FFma(m, f, a[0], a[1], a[2])
	}),
	"fp.sqrt":            rounded(1, func(s *term.Store, m term.Rounding, f term.Format, a []term.ID) term.ID { return s.FSqrt(m, f, a[0]) }),
	"fp.roundToIntegral": rounded(1, func(s *term.Store, m term.Rounding, f term.Format, a []term.ID) term.ID { return s.FRound(m, f, a[0]) }),
	"fp.rem": {arity: 2, build: func(s *scope, _ term.Rounding, f term.Format, a []term.ID) term.ID {
		return s.store.FRem(term.RNE, f, a[0], a[1])
	}},
	"fp.min": {arity: 2, build: func(s *scope, _ term.Rounding, f term.Format, a []term.ID) term.ID {
		return s.extreme("fp.min", f, a, s.store.FMin(f, a[0], a[1]))
	}},
	"fp.max": {arity: 2, build: func(s *scope, _ term.Rounding, f term.Format, a []term.ID) term.ID {
		return s.extreme("fp.max", f, a, s.store.FMax(f, a[0], a[1]))
	}},
	"fp.leq": relation((*term.Store).FLe), "fp.lt": relation((*term.Store).FLt), "fp.eq": relation((*term.Store).FEq),
	"fp.geq":         relation(func(s *term.Store, f term.Format, x, y term.ID) term.ID { return s.FLe(f, y, x) }),
	"fp.gt":          relation(func(s *term.Store, f term.Format, x, y term.ID) term.ID { return s.FLt(f, y, x) }),
	"fp.isNormal":    unary(true, (*term.Store).FIsNormal),
	"fp.isSubnormal": unary(true, (*term.Store).FIsSubnormal),
	"fp.isZero":      unary(true, (*term.Store).FIsZero),
	"fp.isInfinite":  unary(true, (*term.Store).FIsInf),
	"fp.isNaN":       unary(true, (*term.Store).FIsNaN),
	// The one NaN is positive as a bit pattern, but isNegative and isPositive are false for NaN.
	"fp.isNegative": unary(true, (*term.Store).FIsNegative),
	"fp.isPositive": unary(true, func(s *term.Store, f term.Format, x term.ID) term.ID {
		return s.Not(s.Or(s.FIsNegative(f, x), s.FIsNaN(f, x)))
	}),
}

func unary(truth bool, build func(*term.Store, term.Format, term.ID) term.ID) floatOperator {
	return floatOperator{arity: 1, truth: truth, build: func(s *scope, _ term.Rounding, f term.Format, a []term.ID) term.ID {
		return build(s.store, f, a[0])
	}}
}

func rounded(arity int, build func(*term.Store, term.Rounding, term.Format, []term.ID) term.ID) floatOperator {
	return floatOperator{arity: arity, rounded: true, build: func(s *scope, m term.Rounding, f term.Format, a []term.ID) term.ID {
		return build(s.store, m, f, a)
	}}
}

func relation(build func(*term.Store, term.Format, term.ID, term.ID) term.ID) floatOperator {
	return floatOperator{shape: chain, arity: 2, truth: true, build: func(s *scope, _ term.Rounding, f term.Format, a []term.ID) term.ID {
		return build(s.store, f, a[0], a[1])
	}}
}

// extreme returns the minimum or maximum of two floats. For two zeros with different signs the standard
// requires only that it is one of them.
func (s *scope) extreme(name string, f term.Format, a []term.ID, otherwise term.ID) term.ID {
	t := s.store
	minus := t.FIsNegative(f, a[0])
	zeros := t.And(t.And(t.FIsZero(f, a[0]), t.FIsZero(f, a[1])), t.Xor(minus, t.FIsNegative(f, a[1])))
	first := t.Ite(minus, s.open(name+" -0 +0", f, term.Bool), s.open(name+" +0 -0", f, term.Bool))
	return t.Ite(zeros, t.Ite(first, a[0], a[1]), otherwise)
}

// open returns the variable for a result that the standard leaves open.
func (s *scope) open(name string, f term.Format, of term.Sort) term.ID {
	name = fmt.Sprintf("%s %s", name, f)
	v, ok := s.opened[name]
	if !ok {
		v = s.store.Var(name, of)
		s.opened[name] = v
	}
	return v
}

// modes are the rounding modes by name.
var modes = map[string]term.Rounding{
	"RNE": term.RNE, "RNA": term.RNA, "RTP": term.RTP, "RTN": term.RTN, "RTZ": term.RTZ,
	"roundNearestTiesToEven": term.RNE, "roundNearestTiesToAway": term.RNA,
	"roundTowardPositive": term.RTP, "roundTowardNegative": term.RTN, "roundTowardZero": term.RTZ,
}

// perMode builds a term that depends on the rounding mode, which need not be constant.
func (s *scope) perMode(mode term.ID, build func(term.Rounding) term.ID) term.ID {
	if m, ok := s.store.Value(mode); ok {
		return build(term.Rounding(m.Lo))
	}
	t := build(0)
	for m := term.Rounding(1); m < term.NumRoundings; m++ {
		t = s.store.Ite(s.store.Eq(mode, s.store.Uint(uint64(m), roundingWidth)), build(m), t)
	}
	return t
}

// applyFloat builds the application of a function of floats without indices.
func (s *scope) applyFloat(e *Sexp, op floatOperator, args []expr) (expr, error) {
	name := &e.List[0]
	mode, floats := term.None, args
	if op.rounded {
		if len(args) == 0 || !args[0].Rounding {
			return expr{}, errorAt(e.Pos, "%s without a rounding mode", name.describe())
		}
		mode, floats = args[0].ID, args[1:]
	}
	if len(floats) < op.arity || op.shape == exactly && len(floats) > op.arity {
		return expr{}, errorAt(e.Pos, "%s of %d floats, expected %d", name.describe(), len(floats), op.arity)
	}
	f := floats[0].Float
	ids := make([]term.ID, len(floats))
	for i, a := range floats {
		if a.Float != f || f == (term.Format{}) {
			return expr{}, errorAt(e.Pos, "%s: argument of sort %s, expected floats of one format", name.describe(), s.sort(a))
		}
		ids[i] = a.ID
	}
	result := Meaning{Float: f}
	if op.truth {
		result = Meaning{}
	}
	if op.rounded {
		return expr{s.perMode(mode, func(m term.Rounding) term.ID { return op.build(s, m, f, ids) }), result}, nil
	}
	if op.shape == exactly {
		return expr{op.build(s, 0, f, ids), result}, nil
	}
	var all []term.ID
	for i := range ids[1:] {
		all = append(all, op.build(s, 0, f, ids[i:i+2]))
	}
	return expr{s.store.Conj(all...), result}, nil
}

// triple builds (fp sign exponent fraction).
func (s *scope) triple(e *Sexp, args []expr) (expr, error) {
	ids, ok := plainIDs(args)
	if !ok || len(ids) != 3 || !s.store.Sort(ids[0]).IsBV() || !s.store.Sort(ids[1]).IsBV() || !s.store.Sort(ids[2]).IsBV() || s.store.Width(ids[0]) != 1 {
		return expr{}, errorAt(e.Pos, "fp: expected a bit, an exponent and a fraction")
	}
	f, err := format(e, s.store.Width(ids[1]), s.store.Width(ids[2])+1)
	if err != nil {
		return expr{}, err
	}
	return s.fromBits(f, s.store.Concat(ids[0], s.store.Concat(ids[1], ids[2]))), nil
}

func (s *scope) fromBits(f term.Format, bits term.ID) expr {
	return expr{s.store.FCanonical(f, bits), Meaning{Float: f}}
}

// format returns the format of floats with the given numbers of bits for exponent and precision.
func format(e *Sexp, exp, sig uint) (term.Format, error) {
	const longestExp = 15 // exponents of the store's formats
	switch {
	case exp < 2 || sig < 2:
		return term.Format{}, errorAt(e.Pos, "floats with an exponent of %d bits and a precision of %d", exp, sig)
	case exp > longestExp || exp+sig > term.MaxWidth:
		return term.Format{}, unsupportedAt(e.Pos, "floats with an exponent of %d bits and a precision of %d", exp, sig)
	}
	return term.Format{Exp: uint8(exp), Sig: uint8(sig)}, nil
}

// special builds (_ +oo e s) and the other special values; ok reports whether e is one of them.
func (s *scope) special(e *Sexp) (x expr, ok bool, err error) {
	if len(e.List) != 4 || e.List[1].Kind != Symbol {
		return expr{}, false, nil
	}
	f, err := readFormat(e)
	switch bits := (term.Word{}); {
	case err != nil:
		return expr{}, true, err
	default:
		switch e.List[1].Text {
		case "+oo":
			bits = f.Inf()
		case "-oo":
			bits = f.Inf().Or(term.SignBit(f.Width()))
		case "+zero":
		case "-zero":
			bits = term.SignBit(f.Width())
		case "NaN":
			bits = f.NaN()
		default:
			return expr{}, false, nil
		}
		return expr{s.store.Const(bits, f.Width()), Meaning{Float: f}}, true, nil
	}
}

// readFormat returns the format in an identifier (_ name exponent precision).
func readFormat(e *Sexp) (term.Format, error) {
	exp, err := readIndex(&e.List[2])
	if err != nil {
		return term.Format{}, err
	}
	sig, err := readIndex(&e.List[3])
	if err != nil {
		return term.Format{}, err
	}
	return format(e, exp, sig)
}

// convert builds the application of an indexed function from or to floats; ok reports whether head is
// one.
func (s *scope) convert(e, head *Sexp, args []expr) (x expr, ok bool, err error) {
	name := head.List[1].Text
	switch {
	case (name == "to_fp" || name == "to_fp_unsigned") && len(head.List) == 4:
		f, err := readFormat(head)
		if err == nil {
			x, err = s.toFloat(e, f, name == "to_fp_unsigned", args)
		}
		return x, true, err
	case (name == "fp.to_ubv" || name == "fp.to_sbv") && len(head.List) == 3:
		width, err := readIndex(&head.List[2])
		if err == nil {
			x, err = s.toInteger(e, width, name == "fp.to_sbv", args)
		}
		return x, true, err
	}
	return expr{}, false, nil
}

// toFloat builds to_fp of bits, of a float, of a signed integer, or to_fp_unsigned.
func (s *scope) toFloat(e *Sexp, f term.Format, unsigned bool, args []expr) (expr, error) {
	if len(args) == 1 && !unsigned && args[0].Meaning == (Meaning{}) && s.store.Sort(args[0].ID) == term.BV(f.Width()) {
		return s.fromBits(f, args[0].ID), nil
	}
	if len(args) != 2 || !args[0].Rounding {
		return expr{}, errorAt(e.Pos, "%s: expected %d bits, or a rounding mode and a number", e.List[0].describe(), f.Width())
	}
	x := args[1]
	switch from := x.Float; {
	case from == f && !unsigned:
		return x, nil
	case from != term.Format{} && !unsigned:
		return expr{s.perMode(args[0].ID, func(m term.Rounding) term.ID { return s.store.FToF(m, from, f, x.ID) }), Meaning{Float: f}}, nil
	case x.Meaning != (Meaning{}) || !s.store.Sort(x.ID).IsBV():
		return expr{}, errorAt(e.Pos, "%s of sort %s", e.List[0].describe(), s.sort(x))
	}
	return expr{s.perMode(args[0].ID, func(m term.Rounding) term.ID {
		if unsigned {
			return s.store.UToF(m, f, x.ID)
		}
		return s.store.SToF(m, f, x.ID)
	}), Meaning{Float: f}}, nil
}

// toInteger builds fp.to_ubv and fp.to_sbv. The result is computed with one more bit, to detect whether
// it fits.
func (s *scope) toInteger(e *Sexp, width uint, signed bool, args []expr) (expr, error) {
	switch {
	case len(args) != 2 || !args[0].Rounding || args[1].Float == (term.Format{}):
		return expr{}, errorAt(e.Pos, "%s: expected a rounding mode and a float", e.List[0].describe())
	case width == 0:
		return expr{}, errorAt(e.Pos, "bit-vectors of 0 bits")
	case width >= term.MaxWidth:
		return expr{}, unsupportedAt(e.Pos, "%s: more than %d bits", e.List[0].describe(), term.MaxWidth-1)
	}
	f, x := args[1].Float, args[1].ID
	return expr{s.perMode(args[0].ID, func(m term.Rounding) term.ID {
		wide := s.store.FToS(m, f, x, width+1)
		r := s.store.Extract(wide, width-1, 0)
		again, name := s.store.Zext(r, width+1), "fp.to_ubv"
		if signed {
			again, name = s.store.Sext(r, width+1), "fp.to_sbv"
		}
		array := s.open(fmt.Sprintf("%s %d %s", name, width, m), f, term.Array(f.Width(), width))
		return s.store.Ite(s.store.Eq(again, wide), r, s.store.Select(array, x))
	}), Meaning{}}, nil
}

// realConstant builds ((_ to_fp e s) mode number) of a literal number; ok reports whether e has this
// form.
func (s *scope) realConstant(e *Sexp) (x expr, ok bool, err error) {
	head := &e.List[0]
	if len(e.List) != 3 || head.head() != "_" || len(head.List) != 4 || !head.List[1].Is("to_fp") {
		return expr{}, false, nil
	}
	number, ok := readReal(&e.List[2])
	if !ok {
		return expr{}, false, nil
	}
	f, err := readFormat(head)
	if err != nil {
		return expr{}, true, err
	}
	mode, err := s.term(&e.List[1])
	if err == nil && !mode.Rounding {
		err = errorAt(e.Pos, "%s without a rounding mode", head.describe())
	}
	if err != nil {
		return expr{}, true, err
	}
	return expr{s.perMode(mode.ID, func(m term.Rounding) term.ID {
		return s.store.Const(f.Round(m, number), f.Width())
	}), Meaning{Float: f}}, true, nil
}

// longestReal bounds the digits of a real number.
const longestReal = 10_000

// readReal returns the value of a numeral, a decimal, (- a) or (/ a b).
func readReal(e *Sexp) (*big.Rat, bool) {
	switch {
	case (e.Kind == Numeral || e.Kind == Decimal) && len(e.Text) <= longestReal && !strings.ContainsAny(e.Text, "eE/"):
		return new(big.Rat).SetString(e.Text)
	case e.head() == "-" && len(e.List) == 2:
		a, ok := readReal(&e.List[1])
		if !ok {
			return nil, false
		}
		return a.Neg(a), true
	case e.head() == "/" && len(e.List) == 3:
		a, okA := readReal(&e.List[1])
		b, okB := readReal(&e.List[2])
		if !okA || !okB || b.Sign() == 0 {
			return nil, false
		}
		return a.Quo(a, b), true
	}
	return nil, false
}
