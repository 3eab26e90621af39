package smtlib

import (
	"strconv"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

// AppendSort appends a sort.
func AppendSort(dst []byte, s term.Sort) []byte {
	switch {
	case s == term.Bool:
		return append(dst, "Bool"...)
	case s.IsArray():
		dst = append(dst, "(Array "...)
		dst = AppendSort(dst, term.BV(s.IndexWidth()))
		dst = append(dst, ' ')
		return append(AppendSort(dst, s.Elem()), ')')
	}
	dst = append(dst, "(_ BitVec "...)
	return append(strconv.AppendUint(dst, uint64(s.Width()), 10), ')')
}

// formats are the sorts of floats that have names.
var formats = map[string]term.Format{
	"Float16": {Exp: 5, Sig: 11}, "Float32": term.Float32, "Float64": term.Float64, "Float128": {Exp: 15, Sig: 113},
}

// readSort returns the sort that an expression denotes.
func readSort(e *Sexp) (sort, error) {
	switch {
	case e.Is("Bool"):
		return sort{Sort: term.Bool}, nil
	case e.Is("RoundingMode"):
		return sort{term.BV(roundingWidth), Meaning{Rounding: true}}, nil
	case e.Kind == Symbol:
		if f, ok := formats[e.Text]; ok {
			return floatSort(f), nil
		}
		return sort{}, unsupportedAt(e.Pos, "sort %s", e.describe())
	case e.Kind != List:
		return sort{}, errorAt(e.Pos, "found %s, expected a sort", e.describe())
	case len(e.List) == 3 && e.List[0].Is("_") && e.List[1].Is("BitVec"):
		width, err := readIndex(&e.List[2])
		if err == nil && width == 0 {
			err = errorAt(e.List[2].Pos, "bit-vectors of 0 bits")
		}
		if err != nil {
			return sort{}, err
		}
		if width > term.MaxWidth {
			return sort{}, unsupportedAt(e.List[2].Pos, "bit-vectors of more than %d bits", term.MaxWidth)
		}
		return sort{Sort: term.BV(width)}, nil
	case len(e.List) == 4 && e.List[0].Is("_") && e.List[1].Is("FloatingPoint"):
		f, err := readFormat(e)
		return floatSort(f), err
	case len(e.List) == 3 && e.List[0].Is("Array"):
		index, err := readSort(&e.List[1])
		if err != nil {
			return sort{}, err
		}
		elem, err := readSort(&e.List[2])
		if err != nil {
			return sort{}, err
		}
		if !index.IsBV() || !elem.IsBV() || index.Meaning != (Meaning{}) || elem.Meaning != (Meaning{}) {
			return sort{}, unsupportedAt(e.Pos, "sort %s: arrays from and to bit-vectors only", e.describe())
		}
		return sort{Sort: term.Array(index.Width(), elem.Width())}, nil
	}
	return sort{}, unsupportedAt(e.Pos, "sort %s", e.describe())
}

func floatSort(f term.Format) sort {
	if f == (term.Format{}) {
		return sort{}
	}
	return sort{term.BV(f.Width()), Meaning{Float: f}}
}

// maxIndex bounds the numbers in indexed identifiers; no operator of the
// fragment means anything beyond.
const maxIndex = 1 << 20

// readIndex returns a number in an indexed identifier.
func readIndex(e *Sexp) (uint, error) {
	if e.Kind != Numeral {
		return 0, errorAt(e.Pos, "found %s, expected a number", e.describe())
	}
	n, err := strconv.ParseUint(e.Text, 10, 32)
	if err != nil || n > maxIndex {
		return 0, errorAt(e.Pos, "number %s is too large", e.Text)
	}
	return uint(n), nil
}
