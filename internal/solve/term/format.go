package term

import (
	"fmt"
	"strconv"
	"strings"
)

// Format is a binary format of IEEE 754: a sign bit, Exp bits of biased
// exponent, Sig - 1 bits of fraction, from the upper bits down. Sig counts the
// hidden bit, as SMT-LIB does: bias 2^(Exp-1) - 1, precision Sig.
type Format struct{ Exp, Sig uint8 }

// The formats of C's float and double.
var (
	Float32 = Format{8, 24}
	Float64 = Format{11, 53}
)

// Width returns the number of bits of a value.
func (f Format) Width() uint { return uint(f.Exp) + uint(f.Sig) }

// valid reports whether terms can have values of the format: exponents of 2 to
// 15 bits, at least 2 bits of precision, at most MaxWidth bits together.
func (f Format) valid() bool {
	return f.Exp >= 2 && f.Exp <= 15 && f.Sig >= 2 && f.Width() <= MaxWidth
}

// NaN returns the one NaN that operators give: positive and quiet, its fraction
// is the upper bit alone.
func (f Format) NaN() Word { return f.Inf().Or(WordOf(1).Shl(uint(f.Sig) - 2)) }

// Inf returns positive infinity.
func (f Format) Inf() Word { return Ones(uint(f.Exp)).Shl(uint(f.Sig) - 1) }

// One returns 1.
func (f Format) One() Word { return f.Pow2(0) }

// Pow2 returns 2^exp. requires: that is a normal number of the format.
func (f Format) Pow2(exp int) Word {
	bias := 1<<(f.Exp-1) - 1
	return WordOf(uint64(bias + exp)).Shl(uint(f.Sig) - 1)
}

// MinNormal returns the least positive value with a hidden bit of 1.
func (f Format) MinNormal() Word { return WordOf(1).Shl(uint(f.Sig) - 1) }

// String returns f32 and f64 for the formats of C, else f, the width of the
// exponent, a dot and the precision.
func (f Format) String() string {
	if f == Float32 || f == Float64 {
		return fmt.Sprintf("f%d", f.Width())
	}
	return fmt.Sprintf("f%d.%d", f.Exp, f.Sig)
}

func parseFormat(text string) (Format, bool) {
	switch text {
	case "f32":
		return Float32, true
	case "f64":
		return Float64, true
	}
	digits, ok := strings.CutPrefix(text, "f")
	exp, sig, dot := strings.Cut(digits, ".")
	e, err1 := strconv.ParseUint(exp, 10, 8)
	p, err2 := strconv.ParseUint(sig, 10, 8)
	f := Format{uint8(e), uint8(p)}
	return f, ok && dot && err1 == nil && err2 == nil && f.valid()
}

// Rounding is a rounding direction of IEEE 754, named as in SMT-LIB.
type Rounding uint8

// The rounding directions.
const (
	RNE Rounding = iota // to nearest, ties to even
	RNA                 // to nearest, ties away from zero
	RTP                 // toward positive infinity
	RTN                 // toward negative infinity
	RTZ                 // toward zero

	// NumRoundings is the number of rounding directions.
	NumRoundings
)

var roundingNames = [NumRoundings]string{"rne", "rna", "rtp", "rtn", "rtz"}

// String returns the abbreviation of SMT-LIB in lower case.
func (m Rounding) String() string { return roundingNames[m] }

func parseRounding(text string) (Rounding, bool) {
	for m, name := range roundingNames {
		if name == text {
			return Rounding(m), true
		}
	}
	return 0, false
}

// FloatParam is the parameter of a float operator, unpacked.
type FloatParam struct {
	Mode   Rounding // RNE for comparisons
	Format Format   // of the arguments; of the result for fp.from_sbv and fp.from_ubv
	To     Format   // of the result of fp.to_fp, else zero
	Width  uint     // of the result of fp.to_sbv, else zero
}

// Pack returns the parameter as Apply takes it:
//
//	bits 14-24 format or width of a conversion's result | 11-13 mode | 0-10 format
//	a format: bits 4-10 Sig | 0-3 Exp
func (p FloatParam) Pack() uint32 {
	pack := func(f Format) uint32 { return uint32(f.Exp) | uint32(f.Sig)<<4 }
	return pack(p.Format) | uint32(p.Mode)<<11 | (pack(p.To)|uint32(p.Width))<<14
}

// unpackFloat undoes Pack for the parameter of an operator. A parameter that Pack cannot produce gives
// a FloatParam that check refuses.
func unpackFloat(kind paramKind, param uint32) FloatParam {
	unpack := func(bits uint32) Format { return Format{uint8(bits & 15), uint8(bits >> 4 & 127)} }
	p := FloatParam{Mode: Rounding(param >> 11 & 7), Format: unpack(param)}
	switch kind {
	case paramConvert:
		p.To = unpack(param >> 14)
	case paramInteger:
		p.Width = uint(param >> 14)
	}
	return p
}

// Float returns the parameter of a float operator.
// requires: Op(id).IsFloat().
func (s *Store) Float(id ID) FloatParam {
	n := &s.nodes[id]
	if !n.op.IsFloat() {
		panic(fmt.Sprintf("term: %s has no float parameter", n.op))
	}
	return unpackFloat(opTable[n.op].param, n.param)
}

// text returns the parameter as the canonical text has it between brackets.
func (p FloatParam) text(kind paramKind) string {
	switch kind {
	case paramFormat:
		return p.Format.String()
	case paramConvert:
		return fmt.Sprintf("%s,%s,%s", p.Mode, p.Format, p.To)
	case paramInteger:
		return fmt.Sprintf("%s,%s,%d", p.Mode, p.Format, p.Width)
	}
	return fmt.Sprintf("%s,%s", p.Mode, p.Format)
}

// parseFloatParam undoes text.
func parseFloatParam(kind paramKind, text string) (p FloatParam, ok bool) {
	parts := strings.Split(text, ",")
	if kind == paramFormat {
		p.Format, ok = parseFormat(text)
		return p, ok
	}
	if want := 2 + len(parts)/3; len(parts) != want || (want == 3) != (kind != paramRound) {
		return p, false
	}
	mode, ok1 := parseRounding(parts[0])
	format, ok2 := parseFormat(parts[1])
	p.Mode, p.Format, ok = mode, format, ok1 && ok2
	switch kind {
	case paramConvert:
		to, toOK := parseFormat(parts[2])
		p.To, ok = to, ok && toOK
	case paramInteger:
		w, err := strconv.ParseUint(parts[2], 10, 8)
		p.Width, ok = uint(w), ok && err == nil && validWidth(uint(w))
	}
	return p, ok
}
