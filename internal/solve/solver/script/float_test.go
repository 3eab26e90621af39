package script

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/solver/process"
)

// TestFloatsAgainstZ3 runs random scripts of theory FloatingPoint in this package and in z3.
func TestFloatsAgainstZ3(t *testing.T) {
	if _, err := process.Find("z3"); err != nil {
		t.Skip(err)
	}
	rnd := rand.New(rand.NewPCG(generated.First(), 7))
	crashes := 0
	for range generated.N() {
		text := randomFloats(rnd)
		z3 := exec.Command("z3", "-smt2", "-in")
		z3.Stdin = strings.NewReader(text)
		want, err := z3.Output()
		if err != nil {
			// Some versions of z3 stop with an overflow; their earlier answers count.
			crashes++
		}
		var out strings.Builder
		if _, err := Run(context.Background(), strings.NewReader(text), &out, embedded, Options{}); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		ours := strings.Fields(out.String())
		for i, theirs := range strings.Fields(string(want)) {
			if theirs != "unknown" && theirs != ours[i] { // z3 does not decide all of these
				t.Fatalf("got\n%swant\n%s%s", out.String(), want, text)
			}
		}
	}
	if crashes > generated.N()/2 {
		t.Errorf("z3 failed on %d of %d scripts", crashes, generated.N())
	}
}

func TestFloatModel(t *testing.T) {
	const text = `(declare-const x (_ FloatingPoint 3 4))(declare-const m RoundingMode)
(assert (and (fp.isNaN x) (not (= m RNE RNA RTP RTN)) (= m RTZ)))(check-sat)(get-value (x m (fp.neg x)))(get-model)
(declare-const y Float16)(assert (= (fp.add RNE y y) ((_ to_fp 5 11) RNE 3)))(check-sat)(get-value (y))`
	const want = `sat ((x (fp #b0 #b111 #b100)) (m RTZ) ((fp.neg x) (fp #b0 #b111 #b100)))` +
		` ( (define-fun x () (_ FloatingPoint 3 4) (fp #b0 #b111 #b100)) (define-fun m () RoundingMode RTZ) )` +
		` sat ((y (fp #b0 #b01111 #b1000000000)))`
	var out strings.Builder
	if _, err := Run(context.Background(), strings.NewReader(text), &out, embedded, Options{}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(out.String()), " "); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestOpen: results that the standard leaves open may have each permitted value.
func TestOpen(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"(= (fp.min (_ -zero 3 4) (_ +zero 3 4)) (_ -zero 3 4))", "sat sat"},
		{"(= (fp.max (_ +zero 3 4) (_ -zero 3 4)) (_ -zero 3 4))", "sat sat"},
		{"(= (fp.min (_ +zero 3 4) (_ +zero 3 4)) (_ +zero 3 4))", "sat unsat"},
		{"(= ((_ fp.to_ubv 3) RNE (_ NaN 3 4)) #b101)", "sat sat"},
		{"(= ((_ fp.to_sbv 3) RTZ ((_ to_fp 3 4) RNE 4)) #b100)", "sat sat"},
		{"(= ((_ fp.to_sbv 3) RTZ ((_ to_fp 3 4) RNE (- 4))) #b100)", "sat unsat"},
		{"(=> (= x y) (= ((_ fp.to_sbv 3) RTZ x) ((_ fp.to_sbv 3) RTZ y)))", "sat unsat"},
		{"(=> (= x y) (= ((_ fp.to_sbv 3) RTZ x) ((_ fp.to_sbv 3) RTP y)))", "sat sat"},
	} {
		text := "(declare-const x (_ FloatingPoint 3 4))(declare-const y (_ FloatingPoint 3 4))(push)(assert " + c.text +
			")(check-sat)(pop)(assert (not " + c.text + "))(check-sat)"
		var out strings.Builder
		if _, err := Run(context.Background(), strings.NewReader(text), &out, embedded, Options{}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(out.String()), " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// randomFloats returns a script about floats of two small formats. It uses no results that the standard
// leaves open.
func randomFloats(rnd *rand.Rand) string {
	pick := func(words ...string) string { return words[rnd.IntN(len(words))] }
	formats := [2]string{"3 4", "4 5"}
	mode := func() string { return pick("RNE", "RNA", "RTP", "RTN", "RTZ", "m") }
	var float func(f, depth int) string
	float = func(f, depth int) string {
		if depth == 0 {
			return pick(fmt.Sprintf("x%d", f), fmt.Sprintf("y%d", f), fmt.Sprintf("(_ %s %s)", pick("+oo", "-zero", "NaN"), formats[f]))
		}
		sub := func() string { return float(f, depth-1) }
		switch rnd.IntN(8) {
		case 0:
			return fmt.Sprintf("(%s %s)", pick("fp.abs", "fp.neg"), sub())
		case 1, 2:
			return fmt.Sprintf("(%s %s %s %s)", pick("fp.add", "fp.sub", "fp.mul", "fp.div"), mode(), sub(), sub())
		case 3:
			return fmt.Sprintf("(fp.fma %s %s %s %s)", mode(), sub(), sub(), sub())
		case 4:
			return fmt.Sprintf("(%s %s %s)", pick("fp.sqrt", "fp.roundToIntegral"), mode(), sub())
		case 5:
			return fmt.Sprintf("(fp.rem %s %s)", sub(), sub())
		case 6:
			return fmt.Sprintf("((_ to_fp %s) %s %s)", formats[f], mode(), pick(float(1-f, depth-1), "b", "1.75", "(- 0.3)"))
		default:
			return pick(fmt.Sprintf("((_ to_fp_unsigned %s) %s b)", formats[f], mode()), fmt.Sprintf("(ite p %s %s)", sub(), sub()),
				fmt.Sprintf("((_ to_fp %s) ((_ zero_extend %d) b))", formats[f], 2*f+1), fmt.Sprintf("(let ((z %s)) (fp.mul RNE z z))", sub()))
		}
	}
	var b strings.Builder
	b.WriteString("(set-logic QF_BVFP)\n(declare-const m RoundingMode)(declare-const p Bool)(declare-const b (_ BitVec 6))\n")
	for f, name := range formats {
		for _, v := range []string{"x", "y"} {
			fmt.Fprintf(&b, "(declare-const %s%d (_ FloatingPoint %s))", v, f, name)
		}
	}
	for range 4 {
		f := rnd.IntN(2)
		fact := fmt.Sprintf("(%s %s %s)", pick("fp.eq", "fp.lt", "fp.leq", "fp.gt", "fp.geq", "=", "distinct"), float(f, 2), float(f, 2))
		if rnd.IntN(3) == 0 {
			fact = fmt.Sprintf("(%s %s)", pick("fp.isNormal", "fp.isSubnormal", "fp.isZero", "fp.isInfinite", "fp.isNaN", "fp.isNegative", "fp.isPositive"), float(f, 2))
		}
		fmt.Fprintf(&b, "\n(assert (%s %s))(check-sat)", pick("and", "not"), fact)
	}
	b.WriteString("\n")
	return b.String()
}
