package unwind_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/order"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// floatExpressions have operands x, y and z of one floating type T.
var floatExpressions = []struct{ result, text string }{
	{"T", "x + y"}, {"T", "x - y"}, {"T", "x * y"}, {"T", "x / y"},
	{"T", "F(fma)(x, y, z)"}, {"T", "F(sqrt)(x)"}, {"T", "-x"}, {"T", "F(fabs)(x)"},
	{"T", "F(floor)(x)"}, {"T", "F(ceil)(x)"}, {"T", "F(trunc)(x)"}, {"T", "F(round)(x)"}, {"T", "F(rint)(x)"},
	{"T", "F(fmin)(x, y)"}, {"T", "F(fmax)(x, y)"},
	{"int", "(x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != x)"},
	{"float", "(float)x"}, {"double", "(double)x"},
	{"signed char", "x"}, {"unsigned short", "x"}, {"int", "x"}, {"unsigned", "x"},
	{"long", "x"}, {"unsigned long", "x"}, {"__int128", "x"}, {"unsigned __int128", "x"},
	{"T", "(signed char)(int)y"}, {"T", "(int)y"}, {"T", "(unsigned)y"}, {"T", "(long)y"}, {"T", "(unsigned long)y"},
	{"T", "(__int128)y * 1237"}, {"T", "(unsigned __int128)y * 1237"},
}

// floatOperands are three operands each, as the bits of a type of n bits.
func floatOperands(n int) [][3]uint64 {
	corners := []float64{0, 1, -1, 0.5, -2.5, 3.5, 127.5, -128.9, 65535.9, -0.75, 0x1p31, -0x1p31 - 0.5, 0x1p32, 0x1p63, -0x1p63,
		0x1.8p63, 0x1p64, 0x1p127, 0x1.8p127, -0x1p127, math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1), 0x1p-140, 0x1.fp-127, 0x1.fffffep127}
	rng := rand.New(rand.NewPCG(1, 7))
	bits := func() uint64 {
		x := corners[rng.IntN(len(corners))]
		switch rng.IntN(3) {
		case 0:
			x = math.Ldexp(rng.Float64()-0.5, rng.IntN(70)-5)
		case 1:
			return rng.Uint64() >> (64 - n)
		}
		if n == 32 {
			return uint64(math.Float32bits(float32(x)))
		}
		return math.Float64bits(x)
	}
	var list [][3]uint64
	for i := range corners {
		first := math.Float64bits(corners[i])
		if n == 32 {
			first = uint64(math.Float32bits(float32(corners[i])))
		}
		list = append(list, [3]uint64{first, bits(), bits()}, [3]uint64{bits(), bits(), bits()})
	}
	return list
}

// TestFloats compares float operations on symbolic values with runs: the bits of results on operands that
// are picked from a table. Without -long, of some.
func TestFloats(t *testing.T) {
	for _, typ := range []struct {
		name, word, function string
		bits                 int
	}{{"float", "unsigned", "name##f", 32}, {"double", "unsigned long", "name", 64}} {
		t.Run(typ.name, func(t *testing.T) {
			t.Parallel()
			operands := floatOperands(typ.bits)
			for i, e := range floatExpressions {
				if !*long && i%16 != typ.bits/8 {
					continue
				}
				t.Run(e.result+" "+e.text, func(t *testing.T) {
					source := floatSource(typ.name, typ.word, typ.function, e.result, e.text, operands)
					checkFloats(t, source, len(operands))
				})
			}
			t.Run("fmod", func(t *testing.T) {
				if !*long {
					t.Skip("no -long")
				}
				checkFloats(t, floatSource(typ.name, typ.word, typ.function, "T", "F(fmod)(x, y)", operands), len(operands))
			})
		})
	}
}

// floatSource returns a program that computes the expression on the operands of a
// row. PICK and RESULT are replaced.
func floatSource(name, word, function, result, text string, operands [][3]uint64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#include <math.h>\n#include <stdio.h>\n#include <string.h>\nunsigned __VERIFIER_nondet_uint(void);\n")
	fmt.Fprintf(&b, "#define F(name) %s\n", function)
	fmt.Fprintf(&b, "void reach_error(void) {}\ntypedef %s T;\ntypedef %s result_t;\nconst %s operands[][3] = {\n", name, strings.ReplaceAll(result, "T", name), word)
	for _, o := range operands {
		fmt.Fprintf(&b, "\t{%#xul, %#xul, %#xul},\n", o[0], o[1], o[2])
	}
	fmt.Fprintf(&b, "};\nunsigned long long part(unsigned i) {\n\t%s x, y, z;\n", name)
	for i, v := range []string{"x", "y", "z"} {
		fmt.Fprintf(&b, "\tmemcpy(&%s, &operands[i][%d], sizeof %s);\n", v, i, v)
	}
	fmt.Fprintf(&b, "\tresult_t r = %s;\n\tunsigned long long w[2] = {0, 0};\n\tmemcpy(w, &r, sizeof r);\n\treturn w[0] ^ w[1] * 3;\n}\n", text)
	fmt.Fprintf(&b, "RESULT\nint main(void)\n{\n\tPICK\n\treturn 0;\n}\n")
	return b.String()
}

// flipped returns another number of as many digits.
func flipped(digits string) string {
	if last := len(digits) - 1; digits[last] == '0' {
		return digits[:last] + "1"
	}
	return digits[:len(digits)-1] + "0"
}

// checkFloats runs a program that prints the results of all rows. Then the engine must prove that these are
// the results of any row that the program picks, and find the row if one result is wrong.
func checkFloats(t *testing.T, source string, n int) {
	loop := strings.NewReplacer("PICK", fmt.Sprintf(`for (unsigned i = 0; i < %d; i++) printf("%%llx\n", part(i));`, n), "RESULT", "")
	var out bytes.Buffer
	if _, _, err := interp.RunCode(context.Background(), interp.Prepare(testprog.Source(t, loop.Replace(source), ir.LP64)), interp.Options{Output: &out}); err != nil {
		t.Fatal(err)
	}
	results := strings.Fields(out.String())
	if len(results) != n {
		t.Fatalf("%d results, want %d", len(results), n)
	}
	for _, want := range []verdict.Verdict{verdict.Safe, verdict.Violation} {
		if want == verdict.Violation {
			results[n/2] = flipped(results[n/2])
		}
		pick := strings.NewReplacer(
			"PICK", fmt.Sprintf("unsigned i = __VERIFIER_nondet_uint();\n\tif (i < %d && part(i) != results[i]) reach_error();", n),
			"RESULT", "const unsigned long long results[] = {0x"+strings.Join(results, ", 0x")+"};")
		code := interp.Prepare(testprog.Source(t, pick.Replace(source), ir.LP64))
		out, err := order.New(order.Options{}).Run(context.Background(), &engine.Problem{Program: code.Program(), Property: verdict.Reach})
		if err != nil {
			t.Fatal(err)
		}
		if out.Verdict != want {
			t.Errorf("%s %s %s, want %s\n%s", out.Verdict, out.Reason, out.Detail, want, pick.Replace(source))
		}
	}
}
