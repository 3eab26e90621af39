package process

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/term"
	"github.com/heddle-mc/heddle/internal/testkit/termtest"
)

var operands = flag.Int("operands", 1, "operands per float operator, mode and format that z3 and cvc5 compute; more than 1: also in 64 bits")

// floatOperators lists the float operators that have a rounding mode.
var floatOperators = []term.Op{
	term.OpFAdd, term.OpFMul, term.OpFDiv, term.OpFFma, term.OpFSqrt, term.OpFRound, term.OpFRem,
	term.OpFToF, term.OpFToS, term.OpSToF, term.OpUToF, term.OpFEq, term.OpFLt, term.OpFLe,
}

// TestFloats has programs agree with the values of float operators on constants, many of them special.
// A model with another value would be rejected, too.
func TestFloats(t *testing.T) {
	for _, name := range []string{"z3", "cvc5", "bitwuzla", "mathsat"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tool := find(t, name)
			rnd := rand.New(rand.NewPCG(generated.First(), 9))
			formats := []term.Format{term.Float32, {Exp: 5, Sig: 11}}
			if *operands > 1 {
				formats = append(formats, term.Float64)
			}
			for _, f := range formats {
				s := term.New(term.Options{Mode: term.Raw})
				theirs := New(tool, s, Options{})
				defer theirs.Close()
				for _, op := range floatOperators {
					wrong := term.False
					for mode := range term.NumRoundings {
						for range *operands {
							wrong = s.Or(wrong, differs(s, rnd, op, f, mode))
						}
					}
					ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
					res, err := theirs.Check(ctx, wrong)
					switch {
					case err != nil:
						t.Errorf("%s %s: %v", op, f, err)
					case res.Status == sat.Unknown:
						t.Logf("%s %s: %s", op, f, res)
					case res.Status == sat.Satisfiable:
						t.Errorf("%s %s: got %s\n%s", op, f, res, s.Text(wrong))
					}
					cancel()
				}
			}
		})
	}
}

// differs returns the term "an operator on random constants has a value other than its own", which is
// unsatisfiable.
func differs(s *term.Store, rnd *rand.Rand, op term.Op, f term.Format, mode term.Rounding) term.ID {
	p := term.FloatParam{Mode: mode, Format: f}
	from := f.Width()
	switch op {
	case term.OpFRem:
		p.Mode = []term.Rounding{term.RNE, term.RTZ}[rnd.IntN(2)]
	case term.OpFEq, term.OpFLt, term.OpFLe:
		p.Mode = term.RNE
	case term.OpFToF:
		if p.To = term.Float64; f == p.To {
			p.To = term.Float32
		}
	case term.OpFToS:
		p.Width = []uint{8, 16, 17, 32, 64}[rnd.IntN(5)]
	case term.OpSToF, term.OpUToF:
		from = []uint{1, 8, 32, 64}[rnd.IntN(4)]
	}
	args := make([]term.ID, op.Arity())
	for i := range args {
		args[i] = s.Const(operand(rnd, f, from), from)
	}
	t, err := s.Apply(op, p.Pack(), args...)
	if err != nil {
		panic(err)
	}
	v := term.NewEvaluator(s, new(term.Assignment)).Word(t)
	if s.Sort(t) == term.Bool {
		return s.Distinct(t, s.Bool(!v.IsZero()))
	}
	return s.Distinct(t, s.Const(v, s.Width(t)))
}

// operand returns a random word, often a float near 1.
func operand(rnd *rand.Rand, f term.Format, width uint) term.Word {
	if width != f.Width() || rnd.IntN(2) == 0 {
		return termtest.Word(rnd, width)
	}
	v := f.Pow2(rnd.IntN(9) - 2).Or(term.WordOf(rnd.Uint64()).Mask(uint(f.Sig) - 1))
	if rnd.IntN(2) == 0 {
		v = v.Or(term.SignBit(width))
	}
	return v
}
