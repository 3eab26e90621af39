package smtlib

import (
	"math"
	"math/big"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/term"
)

const floatDeclarations = `
(declare-const x Float32) (declare-const d (_ FloatingPoint 11 53)) (declare-const b (_ BitVec 32))
(declare-const m RoundingMode) (declare-const p Bool)
(define-fun twice ((v Float32)) Float32 (fp.add RNE v v))
(define-fun third () Float32 ((_ to_fp 8 24) roundNearestTiesToEven (/ 1 3.0)))
`

// TestReadFloat evaluates closed terms.
func TestReadFloat(t *testing.T) {
	cases := []struct {
		text string
		want bool
	}{
		{"(= (twice ((_ to_fp 8 24) RNE 0.1)) ((_ to_fp 8 24) RNE 0.2))", true},
		{"(= third ((_ to_fp 8 24) #x3eaaaaab))", true},
		{"(= ((_ to_fp 8 24) RTZ (/ 1 3)) ((_ to_fp 8 24) #x3eaaaaaa))", true},
		{"(= ((_ to_fp 8 24) RTN (- 0.1)) (fp #b1 #x7b #b10011001100110011001101))", true},
		{"(= ((_ to_fp 8 24) RTP (- 0.1)) (fp #b1 #x7b #b10011001100110011001100))", true},
		{"(= (_ NaN 8 24) ((_ to_fp 8 24) #xffc00001))", true},
		{"(= (_ NaN 8 24) (fp.neg (_ NaN 8 24)) (fp.abs (_ NaN 8 24)))", true},
		{"(fp.eq (_ NaN 8 24) (_ NaN 8 24))", false},
		{"(= (_ -zero 8 24) (_ +zero 8 24))", false},
		{"(fp.eq (_ -zero 8 24) (_ +zero 8 24))", true},
		{"(distinct (_ -oo 8 24) (_ +oo 8 24) (_ NaN 8 24))", true},
		{"(fp.lt (_ -oo 8 24) (_ -zero 8 24) third (_ +oo 8 24))", true},
		{"(fp.leq (_ -zero 8 24) (_ +zero 8 24) (_ -zero 8 24))", true},
		{"(fp.gt third (_ -zero 8 24) third)", false},
		{"(fp.isPositive (_ NaN 8 24))", false},
		{"(fp.isNegative (_ -zero 8 24))", true},
		{"(fp.isSubnormal (fp #b0 #x00 #b00000000000000000000001))", true},
		{"(fp.isInfinite (fp.div RTZ third (_ -zero 8 24)))", true},
		{"(= (fp.sub RTN third third) (_ -zero 8 24))", true},
		{"(= ((_ to_fp 8 24) RTP ((_ to_fp 11 53) RNE 0.1)) ((_ to_fp 8 24) #x3dcccccd))", true},
		{"(= ((_ to_fp 8 24) RNE third) third)", true},
		{"(= ((_ to_fp 5 11) RNE #xff) ((_ to_fp 5 11) RNE (- 1)))", true},
		{"(= ((_ to_fp_unsigned 5 11) RNE #xff) ((_ to_fp 5 11) RNE 255))", true},
		{"(= ((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE 255.9)) #xff)", true},
		{"(= ((_ fp.to_sbv 8) RTN ((_ to_fp 8 24) RNE (- 127.5))) #x80)", true},
		{"(= ((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE (- 0.9))) #x00)", true},
		{"(= (fp.rem ((_ to_fp 8 24) RNE 5) ((_ to_fp 8 24) RNE 3)) ((_ to_fp 8 24) RNE (- 1)))", true},
		{"(= (fp.roundToIntegral RNA ((_ to_fp 8 24) RNE 2.5)) ((_ to_fp 8 24) RNE 3))", true},
		{"(= (fp.min third (_ NaN 8 24)) (fp.max (_ -oo 8 24) third) third)", true},
		{"(= (let ((up RTP)) (fp.sqrt up ((_ to_fp 8 24) RNE 4))) ((_ to_fp 8 24) RNE 2))", true},
	}
	for _, c := range cases {
		s := term.New(term.Options{})
		got, _, err := parse(s, floatDeclarations+"(assert "+c.text+"\n)")
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.text, err)
		case got[0] != term.True && got[0] != term.False:
			t.Errorf("%s: is no constant", c.text)
		case (got[0] == term.True) != c.want:
			t.Errorf("%s: got %v", c.text, !c.want)
		}
	}
}

func TestReadFloatErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"(fp.add x x)", "4:9: fp.add without a rounding mode"},
		{"(fp.add RNE x d)", "4:9: fp.add: argument of sort float f64, expected floats of one format"},
		{"(fp.lt x)", "4:9: fp.lt of 1 floats, expected 2"},
		{"(bvadd x b)", "4:9: bvadd of floats or rounding modes"},
		{"(= x b)", "4:9: = of sorts float f32 and bv32"},
		{"(= x d)", "4:9: = of sorts float f32 and float f64"},
		{"(ite p x d)", "4:9: ite of sorts float f32 and float f64"},
		{"(ite x p p)", "4:9: condition of sort float f32"},
		{"((_ extract 1 0) x)", "4:9: (_ extract 1 0): argument of sort float f32, want a bit-vector"},
		{"((_ to_fp 5 11) b)", "4:9: (_ to_fp 5 11): expected 16 bits, or a rounding mode and a number"},
		{"((_ to_fp 1 11) b)", "4:10: floats with an exponent of 1 bits and a precision of 11"},
		{"((_ to_fp 20 11) m x)", "4:10: unsupported: floats with an exponent of 20 bits and a precision of 11"},
		{"((_ fp.to_sbv 0) m x)", "4:9: bit-vectors of 0 bits"},
		{"(fp #b00 #b00 #b00)", "4:9: fp: expected a bit, an exponent and a fraction"},
		{"(twice d)", "4:16: argument of sort float f64, expected float f32"},
		{"x", "4:9: found a term of sort float f32, expected bool"},
	} {
		s := term.New(term.Options{})
		_, _, err := parse(s, "(declare-const x Float32)(declare-const d Float64)(declare-const b (_ BitVec 32))\n"+
			"(declare-const m RoundingMode)(declare-const p Bool)\n(define-fun twice ((v Float32)) Float32 (fp.add RNE v v))\n(assert "+c.text+")")
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.text, err, c.want)
		}
	}
}

// TestRound compares rounding with the hardware's.
func TestRound(t *testing.T) {
	for _, v := range []float64{1, -1, 0.1, 1.0 / 3, math.MaxFloat64, math.SmallestNonzeroFloat64, 1e-40, 1e39, 16777217, 16777219, 3.4028235677973366e38} {
		x := new(big.Rat).SetFloat64(v)
		if got := term.Float64.Round(term.RNE, x); got.Lo != math.Float64bits(v) {
			t.Errorf("%g: got %x", v, got.Lo)
		}
		if got := term.Float32.Round(term.RNE, x); uint32(got.Lo) != math.Float32bits(float32(v)) {
			t.Errorf("%g in 32 bits: got %x, want %x", v, got.Lo, math.Float32bits(float32(v)))
		}
	}
}
