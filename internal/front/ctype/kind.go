package ctype

// Kind tells types apart. The order of the integer kinds is their rank.
type Kind uint8

// The kinds.
const (
	Invalid Kind = iota
	Void
	Bool
	Char // plain char, signed as on x86
	SChar
	UChar
	Short
	UShort
	Int
	UInt
	Long
	ULong
	LLong
	ULLong
	Int128
	UInt128
	Float
	Double
	LongDouble
	Float128
	EnumKind // see Type.Enum
	Pointer
	Array
	Struct
	Union
	Func
	Complex // a record of two parts of type Elem
	Vector  // a record of Len parts of type Elem
	BitInt  // a signed integer of Len bits: _BitInt, and bit-fields wider than int
	UBitInt // the unsigned one

	numKinds
)

// kindNames is how gcc's messages spell the basic types.
var kindNames = [numKinds]string{
	Invalid: "<invalid>", Void: "void", Bool: "_Bool",
	Char: "char", SChar: "signed char", UChar: "unsigned char",
	Short: "short int", UShort: "short unsigned int", Int: "int", UInt: "unsigned int",
	Long: "long int", ULong: "long unsigned int",
	LLong: "long long int", ULLong: "long long unsigned int",
	Int128: "__int128", UInt128: "__int128 unsigned",
	Float: "float", Double: "double", LongDouble: "long double", Float128: "_Float128",
	EnumKind: "enum", Pointer: "pointer", Array: "array", Struct: "struct", Union: "union",
	Func: "function", Complex: "_Complex", Vector: "vector",
	BitInt: "_BitInt", UBitInt: "unsigned _BitInt",
}

// String returns the name of a basic type as gcc's messages spell it, or a word
// for the kind of a derived type.
func (k Kind) String() string {
	if k < numKinds {
		return kindNames[k]
	}
	return kindNames[Invalid]
}

// basic holds the shared type of each basic kind.
var basic [Float128 + 1]Type

func init() {
	for k := Void; k <= Float128; k++ {
		basic[k].kind = k
	}
}

// Basic returns the unqualified type of a basic kind, Void to Float128.
func Basic(k Kind) *Type {
	if k == Invalid || k > Float128 {
		panic("ctype: Basic of " + k.String())
	}
	return &basic[k]
}

// Qual is a set of type qualifiers.
type Qual uint8

// The qualifiers.
const (
	QConst Qual = 1 << iota
	QVolatile
	QRestrict
	QAtomic

	NoQual Qual = 0
)

// String lists the qualifiers in gcc's order, separated by blanks.
func (q Qual) String() string {
	s := ""
	for _, e := range []struct {
		q    Qual
		name string
	}{{QAtomic, "_Atomic"}, {QConst, "const"}, {QVolatile, "volatile"}, {QRestrict, "restrict"}} {
		if q&e.q == 0 {
			continue
		}
		if s != "" {
			s += " "
		}
		s += e.name
	}
	return s
}
