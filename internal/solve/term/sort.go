package term

import "fmt"

// Kind tells the families of sorts apart.
type Kind uint8

// The kinds of sorts. The zero Kind is no sort.
const (
	KindNone Kind = iota
	KindBool
	KindBV
	KindArray
)

// MaxWidth is the largest width of a bit-vector.
const MaxWidth = 128

// Sort is the type of a term. It is a small comparable value:
//
//	bits 24-31 kind | 8-15 index width (arrays) | 0-7 width (of elements)
//
// The zero value is no sort.
type Sort uint32

// Bool is the sort of formulas.
const Bool = Sort(KindBool) << 24

// BV returns the sort of bit-vectors of the given width, 1 to MaxWidth.
func BV(width uint) Sort {
	checkWidth(width)
	return Sort(KindBV)<<24 | Sort(width)
}

// Array returns the sort of arrays from bit-vectors of width index to
// bit-vectors of width elem.
func Array(index, elem uint) Sort {
	checkWidth(index)
	checkWidth(elem)
	return Sort(KindArray)<<24 | Sort(index)<<8 | Sort(elem)
}

func checkWidth(width uint) {
	if !validWidth(width) {
		panic(fmt.Sprintf("term: width %d is not in 1..%d", width, MaxWidth))
	}
}

func validWidth(width uint) bool { return width >= 1 && width <= MaxWidth }

// Kind returns the family the sort belongs to.
func (s Sort) Kind() Kind { return Kind(s >> 24) }

// IsBV reports whether s is a bit-vector sort.
func (s Sort) IsBV() bool { return s.Kind() == KindBV }

// IsArray reports whether s is an array sort.
func (s Sort) IsArray() bool { return s.Kind() == KindArray }

// Width returns the number of bits of a value: 1 for Bool, the width of a
// bit-vector, the width of the elements of an array.
func (s Sort) Width() uint {
	if s == Bool {
		return 1
	}
	return uint(s & 0xff)
}

// IndexWidth returns the width of the indices of an array, 0 for other sorts.
func (s Sort) IndexWidth() uint { return uint(s >> 8 & 0xff) }

// Elem returns the sort of the elements of an array sort.
func (s Sort) Elem() Sort { return BV(s.Width()) }

// String returns the sort in the notation of the canonical text:
// bool, bv32, array(bv64,bv8).
func (s Sort) String() string {
	switch s.Kind() {
	case KindBool:
		return "bool"
	case KindBV:
		return fmt.Sprintf("bv%d", s.Width())
	case KindArray:
		return fmt.Sprintf("array(bv%d,bv%d)", s.IndexWidth(), s.Width())
	}
	return "none"
}
