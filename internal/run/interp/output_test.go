package interp

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// formats lists conversions with one value and the output of glibc.
var formats = []struct {
	format string
	value  word
	typ    ir.Type
	want   string
}{
	{"%d", word{0, 0}, ir.I32, "0"},
	{"%d", word{4294967291, 0}, ir.I32, "-5"},
	{"%5d", word{42, 0}, ir.I32, "   42"},
	{"%-5d|", word{42, 0}, ir.I32, "42   |"},
	{"%05d", word{4294967254, 0}, ir.I32, "-0042"},
	{"%+d", word{7, 0}, ir.I32, "+7"},
	{"% d", word{7, 0}, ir.I32, " 7"},
	{"%.3d", word{7, 0}, ir.I32, "007"},
	{"%8.3d", word{4294967289, 0}, ir.I32, "    -007"},
	{"%.0d", word{0, 0}, ir.I32, ""},
	{"%u", word{4294967295, 0}, ir.I32, "4294967295"},
	{"%x", word{255, 0}, ir.I32, "ff"},
	{"%#x", word{255, 0}, ir.I32, "0xff"},
	{"%#X", word{48879, 0}, ir.I32, "0XBEEF"},
	{"%#x", word{0, 0}, ir.I32, "0"},
	{"%o", word{8, 0}, ir.I32, "10"},
	{"%#o", word{8, 0}, ir.I32, "010"},
	{"%#o", word{0, 0}, ir.I32, "0"},
	{"%08x", word{4294967294, 0}, ir.I32, "fffffffe"},
	{"%#010x", word{255, 0}, ir.I32, "0x000000ff"},
	{"%hhd", word{300, 0}, ir.I32, "44"},
	{"%hd", word{70000, 0}, ir.I32, "4464"},
	{"%hhu", word{4294967295, 0}, ir.I32, "255"},
	{"%c", word{65, 0}, ir.I32, "A"},
	{"%5c|", word{66, 0}, ir.I32, "    B|"},
	{"%-5c|", word{66, 0}, ir.I32, "B    |"},
	{"%%%d", word{1, 0}, ir.I32, "%1"},
	{"%i", word{0, 0}, ir.I32, "0"},
	{"%-+6d|", word{3, 0}, ir.I32, "+3    |"},
	{"%+.0d", word{0, 0}, ir.I32, "+"},
	{"%ld", word{18446744073709551615, 0}, ir.I64, "-1"},
	{"%lld", word{9223372036854775808, 0}, ir.I64, "-9223372036854775808"},
	{"%lu", word{18446744073709551615, 0}, ir.I64, "18446744073709551615"},
	{"%lx", word{18446744073709551615, 0}, ir.I64, "ffffffffffffffff"},
	{"%zu", word{5, 0}, ir.I64, "5"},
	{"%jd", word{5, 0}, ir.I64, "5"},
	{"%f", word{0, 0}, ir.F64, "0.000000"},
	{"%f", word{0x8000000000000000, 0}, ir.F64, "-0.000000"},
	{"%f", word{0x400921fb53c8d4f1, 0}, ir.F64, "3.141593"},
	{"%.0f", word{0x3fe0000000000000, 0}, ir.F64, "0"},
	{"%.0f", word{0x3ff8000000000000, 0}, ir.F64, "2"},
	{"%.0f", word{0x4004000000000000, 0}, ir.F64, "2"},
	{"%#.0f", word{0x4008000000000000, 0}, ir.F64, "3."},
	{"%10.2f|", word{0x400921f9f01b866e, 0}, ir.F64, "      3.14|"},
	{"%-10.2f|", word{0x400921f9f01b866e, 0}, ir.F64, "3.14      |"},
	{"%010.2f", word{0xc00921f9f01b866e, 0}, ir.F64, "-000003.14"},
	{"%+f", word{0x3ff0000000000000, 0}, ir.F64, "+1.000000"},
	{"% f", word{0x3ff0000000000000, 0}, ir.F64, " 1.000000"},
	{"%e", word{0x40c81cd6c8b43958, 0}, ir.F64, "1.234568e+04"},
	{"%.0e", word{0x40c81cd6c8b43958, 0}, ir.F64, "1e+04"},
	{"%#.0e", word{0x40c81cd6c8b43958, 0}, ir.F64, "1.e+04"},
	{"%E", word{0x3ddb7cdfd9d7bdbb, 0}, ir.F64, "1.000000E-10"},
	{"%e", word{0, 0}, ir.F64, "0.000000e+00"},
	{"%e", word{0x54b249ad2594c37d, 0}, ir.F64, "1.000000e+100"},
	{"%g", word{0x40f86a0000000000, 0}, ir.F64, "100000"},
	{"%g", word{0x412e848000000000, 0}, ir.F64, "1e+06"},
	{"%g", word{0x3f1a36e2eb1c432d, 0}, ir.F64, "0.0001"},
	{"%g", word{0x3ee4f8b588e368f1, 0}, ir.F64, "1e-05"},
	{"%g", word{0x3ff8000000000000, 0}, ir.F64, "1.5"},
	{"%.3g", word{0x40934a0000000000, 0}, ir.F64, "1.23e+03"},
	{"%#g", word{0x3ff8000000000000, 0}, ir.F64, "1.50000"},
	{"%G", word{0x3ddb7cdfd9d7bdbb, 0}, ir.F64, "1E-10"},
	{"%g", word{0, 0}, ir.F64, "0"},
	{"%.0g", word{0x405ec00000000000, 0}, ir.F64, "1e+02"},
	{"%#.0g", word{0x405ec00000000000, 0}, ir.F64, "1.e+02"},
	{"%.15g", word{0x3fb999999999999a, 0}, ir.F64, "0.1"},
	{"%.17g", word{0x3fb999999999999a, 0}, ir.F64, "0.10000000000000001"},
	{"%20g|", word{0x4202a05f20000000, 0}, ir.F64, "               1e+10|"},
	{"%f", word{0x4415af1d78b58c40, 0}, ir.F64, "100000000000000000000.000000"},
	{"%.10f", word{0x3ee4f8b588e368f1, 0}, ir.F64, "0.0000100000"},
	{"%a", word{0x3ff0000000000000, 0}, ir.F64, "0x1p+0"},
	{"%a", word{0x3fb999999999999a, 0}, ir.F64, "0x1.999999999999ap-4"},
	{"%a", word{0, 0}, ir.F64, "0x0p+0"},
	{"%.2a", word{0x400921f9f01b866e, 0}, ir.F64, "0x1.92p+1"},
	{"%A", word{0x406ff00000000000, 0}, ir.F64, "0X1.FFP+7"},
	{"%a", word{0xc000000000000000, 0}, ir.F64, "-0x1p+1"},
	{"%.0a", word{0x3ff8000000000000, 0}, ir.F64, "0x2p+0"},
	{"%20a|", word{0x3ff0000000000000, 0}, ir.F64, "              0x1p+0|"},
	{"%020a|", word{0x3ff0000000000000, 0}, ir.F64, "0x000000000000001p+0|"},
	{"%a", word{0x1, 0}, ir.F64, "0x0.0000000000001p-1022"},
	{"%f", word{0x7fefffffffffffff, 0}, ir.F64, "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368.000000"},
	{"%s", word{}, ir.Ptr, "(null)"},
	{"%p", word{}, ir.Ptr, "(nil)"},
	{"%9p|", word{}, ir.Ptr, "    (nil)|"},
}

func TestPrintf(t *testing.T) {
	for _, tt := range formats {
		t.Run(tt.format, func(t *testing.T) {
			f := formatter{m: &Machine{ptrBytes: 8}, format: tt.format, values: []word{tt.value}, types: []ir.Type{tt.typ}}
			if got := string(f.run()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestPrintfStars(t *testing.T) {
	f := formatter{m: &Machine{ptrBytes: 8}, format: "%*d|%-*d|%.*f|%*d|", values: []word{{5, 0}, {1, 0}, {4, 0}, {2, 0}, {2, 0}, f64word(1.005), {0xfffffffd, 0}, {7, 0}},
		types: []ir.Type{ir.I32, ir.I32, ir.I32, ir.I32, ir.I32, ir.F64, ir.I32, ir.I32}}
	if got := string(f.run()); got != "    1|2   |1.00|7  |" {
		t.Errorf("got %q", got)
	}
}

// TestOutputList prints from a variable argument area, where every value takes
// a multiple of eight bytes, in both data models.
func TestOutputList(t *testing.T) {
	for _, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
		size := model.PtrInt()
		text := fmt.Sprintf(`program %s start @main
global @fmt size 16 align 1 constant { 0: "%%d %%s %%g %%c\n\x00" }
global @s size 3 align 1 constant { 0: "hi\x00" }
func @main() {
  local &area.1 size 32 align 8 {}
b1:
  %%1 = enter ptr &area.1
  store i32 %%1, -5:i32
  %%2 = ptradd ptr %%1, 8:%[2]s
  %%3 = globaladdr ptr @s
  store ptr %%2, %%3
  %%4 = ptradd ptr %%1, 16:%[2]s
  store f64 %%4, 2.5:f64
  %%5 = ptradd ptr %%1, 24:%[2]s
  store i32 %%5, 33:i32
  %%6 = globaladdr ptr @fmt
  output list 1:i32, %%6, %%1
  leave &area.1
  halt 0:i32
}
`, model, size)
		if got := output(t, text); got != "-5 hi 2.5 !\n" {
			t.Errorf("%s: got %q", model, got)
		}
	}
}

// TestOutputOfAttempts checks that a section that is rolled back prints nothing.
func TestOutputOfAttempts(t *testing.T) {
	text := "global @f size 2 align 1 constant { 0: \"x\\x00\" }\n" + irtext.Main(`b1:
  %1 = globaladdr ptr @f
  br b2
b2:
  atomicbegin user
  output values 1:i32, %1
  %2 = choose nondet i1
  assume %2
  atomicend user
  br b3
b3:`)
	c := Prepare(irtext.Parse(t, text))
	for seed := range uint64(20) {
		var b bytes.Buffer
		runSeed(t, c, Options{Seed: seed, Output: &b})
		if b.String() != "x" {
			t.Fatalf("seed %d: %q", seed, strings.Clone(b.String()))
		}
	}
}
