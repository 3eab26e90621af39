package smtlib

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// ReadValue returns the value of the given sort, Bool or bit-vector, that an expression in a solver's
// answer denotes.
func ReadValue(e *Sexp, sort term.Sort) (term.Word, error) {
	if sort == term.Bool {
		switch {
		case e.Is("true"):
			return term.WordOf(1), nil
		case e.Is("false"):
			return term.Word{}, nil
		}
		return term.Word{}, errorAt(e.Pos, "found %s, expected true or false", e.describe())
	}
	v, width, ok, err := readConstant(e)
	switch {
	case err != nil:
		return term.Word{}, err
	case !ok:
		return term.Word{}, errorAt(e.Pos, "found %s, expected a bit-vector of %d bits", e.describe(), sort.Width())
	case width != sort.Width():
		return term.Word{}, errorAt(e.Pos, "found %d bits, expected %d", width, sort.Width())
	}
	return v, nil
}

// readConstant returns the bit-vector that #x…, #b… or (_ bvN w) denotes; ok reports whether the
// expression has one of these forms.
func readConstant(e *Sexp) (v term.Word, width uint, ok bool, err error) {
	digits, base := e.Text, 10
	switch e.Kind {
	case Hex:
		base, width = 16, 4*uint(len(digits))
	case Binary:
		base, width = 2, uint(len(digits))
	case List:
		if len(e.List) != 3 || !e.List[0].Is("_") || e.List[1].Kind != Symbol || !isBVNumber(e.List[1].Text) {
			return term.Word{}, 0, false, nil
		}
		if width, err = readIndex(&e.List[2]); err != nil {
			return term.Word{}, 0, true, err
		}
		digits = e.List[1].Text[2:]
	default:
		return term.Word{}, 0, false, nil
	}
	if width == 0 {
		return term.Word{}, 0, true, errorAt(e.Pos, "bit-vectors of 0 bits")
	}
	if width > term.MaxWidth {
		return term.Word{}, 0, true, unsupportedAt(e.Pos, "bit-vectors of more than %d bits", term.MaxWidth)
	}
	const longest = 40 // digits: more than any number of 128 bits needs
	n, valid := new(big.Int), len(digits) <= longest || base != 10
	if valid {
		_, valid = n.SetString(digits, base)
	}
	if !valid || n.BitLen() > int(width) {
		return term.Word{}, 0, true, errorAt(e.Pos, "%s does not fit %d bits", e.describe(), width)
	}
	return wide.OfBig(n), width, true, nil
}

// isBVNumber reports whether a symbol is bv followed by digits.
func isBVNumber(name string) bool {
	if len(name) < 3 || name[:2] != "bv" {
		return false
	}
	for _, c := range []byte(name[2:]) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// AppendValue appends a value of sort Bool or bit-vector.
func AppendValue(dst []byte, v term.Word, sort term.Sort) []byte {
	switch width := sort.Width(); {
	case sort == term.Bool && v.IsZero():
		return append(dst, "false"...)
	case sort == term.Bool:
		return append(dst, "true"...)
	case width%4 == 0 && width > 64:
		dst = fmt.Appendf(dst, "#x%0*x", int(width-64)/4, v.Hi)
		return fmt.Appendf(dst, "%016x", v.Lo)
	case width%4 == 0:
		return fmt.Appendf(dst, "#x%0*x", int(width)/4, v.Lo)
	default:
		dst = append(dst, "#b"...)
		for i := width; i > 0; i-- {
			dst = append(dst, '0'+byte(v.Bit(i-1)))
		}
		return dst
	}
}

// AppendMeaning appends a value of any sort but arrays.
func AppendMeaning(dst []byte, v term.Word, of term.Sort, m Meaning) []byte {
	switch {
	case m.Rounding:
		return append(dst, strings.ToUpper(term.Rounding(v.Lo).String())...)
	case m.Float != term.Format{}:
		return appendFloat(dst, v, m.Float)
	}
	return AppendValue(dst, v, of)
}

// appendFloat appends a float by its three parts.
func appendFloat(dst []byte, v term.Word, f term.Format) []byte {
	fraction := uint(f.Sig) - 1
	dst = AppendValue(append(dst, "(fp "...), v.Shr(f.Width()-1).Mask(1), term.BV(1))
	dst = AppendValue(append(dst, ' '), v.Shr(fraction).Mask(uint(f.Exp)), term.BV(uint(f.Exp)))
	dst = AppendValue(append(dst, ' '), v.Mask(fraction), term.BV(fraction))
	return append(dst, ')')
}

// AppendArray appends the value of an array: its default element, then its other elements by ascending
// index.
func AppendArray(dst []byte, v term.ArrayValue, sort term.Sort) []byte {
	indices := make([]term.Word, 0, len(v.Elems))
	for i := range v.Elems {
		indices = append(indices, i)
	}
	slices.SortFunc(indices, func(a, b term.Word) int {
		return cmp.Or(cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Lo, b.Lo))
	})
	for range indices {
		dst = append(dst, "(store "...)
	}
	dst = AppendSort(append(dst, "((as const "...), sort)
	dst = append(AppendValue(append(dst, ") "...), v.Default, sort.Elem()), ')')
	for _, i := range indices {
		dst = AppendValue(append(dst, ' '), i, term.BV(sort.IndexWidth()))
		dst = append(AppendValue(append(dst, ' '), v.Elems[i], sort.Elem()), ')')
	}
	return dst
}
