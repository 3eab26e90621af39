package interp

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/wide"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// formats lists conversions with one value and the output of glibc.
var formats = []struct {
	format string
	value  wide.Word
	typ    ir.Type
	want   string
}{
	{"%d", wide.Word{}, ir.I32, "0"},
	{"%d", wide.Word{Lo: 4294967291}, ir.I32, "-5"},
	{"%5d", wide.Word{Lo: 42}, ir.I32, "   42"},
	{"%-5d|", wide.Word{Lo: 42}, ir.I32, "42   |"},
	{"%05d", wide.Word{Lo: 4294967254}, ir.I32, "-0042"},
	{"%+d", wide.Word{Lo: 7}, ir.I32, "+7"},
	{"% d", wide.Word{Lo: 7}, ir.I32, " 7"},
	{"%.3d", wide.Word{Lo: 7}, ir.I32, "007"},
	{"%8.3d", wide.Word{Lo: 4294967289}, ir.I32, "    -007"},
	{"%.0d", wide.Word{}, ir.I32, ""},
	{"%u", wide.Word{Lo: 4294967295}, ir.I32, "4294967295"},
	{"%x", wide.Word{Lo: 255}, ir.I32, "ff"},
	{"%#x", wide.Word{Lo: 255}, ir.I32, "0xff"},
	{"%#X", wide.Word{Lo: 48879}, ir.I32, "0XBEEF"},
	{"%#x", wide.Word{}, ir.I32, "0"},
	{"%o", wide.Word{Lo: 8}, ir.I32, "10"},
	{"%#o", wide.Word{Lo: 8}, ir.I32, "010"},
	{"%#o", wide.Word{}, ir.I32, "0"},
	{"%08x", wide.Word{Lo: 4294967294}, ir.I32, "fffffffe"},
	{"%#010x", wide.Word{Lo: 255}, ir.I32, "0x000000ff"},
	{"%hhd", wide.Word{Lo: 300}, ir.I32, "44"},
	{"%hd", wide.Word{Lo: 70000}, ir.I32, "4464"},
	{"%hhu", wide.Word{Lo: 4294967295}, ir.I32, "255"},
	{"%c", wide.Word{Lo: 65}, ir.I32, "A"},
	{"%5c|", wide.Word{Lo: 66}, ir.I32, "    B|"},
	{"%-5c|", wide.Word{Lo: 66}, ir.I32, "B    |"},
	{"%%%d", wide.Word{Lo: 1}, ir.I32, "%1"},
	{"%i", wide.Word{}, ir.I32, "0"},
	{"%-+6d|", wide.Word{Lo: 3}, ir.I32, "+3    |"},
	{"%+.0d", wide.Word{}, ir.I32, "+"},
	{"%ld", wide.Word{Lo: 18446744073709551615}, ir.I64, "-1"},
	{"%lld", wide.Word{Lo: 9223372036854775808}, ir.I64, "-9223372036854775808"},
	{"%lu", wide.Word{Lo: 18446744073709551615}, ir.I64, "18446744073709551615"},
	{"%lx", wide.Word{Lo: 18446744073709551615}, ir.I64, "ffffffffffffffff"},
	{"%zu", wide.Word{Lo: 5}, ir.I64, "5"},
	{"%jd", wide.Word{Lo: 5}, ir.I64, "5"},
	{"%f", wide.Word{}, ir.F64, "0.000000"},
	{"%f", wide.Word{Lo: 0x8000000000000000}, ir.F64, "-0.000000"},
	{"%f", wide.Word{Lo: 0x400921fb53c8d4f1}, ir.F64, "3.141593"},
	{"%.0f", wide.Word{Lo: 0x3fe0000000000000}, ir.F64, "0"},
	{"%.0f", wide.Word{Lo: 0x3ff8000000000000}, ir.F64, "2"},
	{"%.0f", wide.Word{Lo: 0x4004000000000000}, ir.F64, "2"},
	{"%#.0f", wide.Word{Lo: 0x4008000000000000}, ir.F64, "3."},
	{"%10.2f|", wide.Word{Lo: 0x400921f9f01b866e}, ir.F64, "      3.14|"},
	{"%-10.2f|", wide.Word{Lo: 0x400921f9f01b866e}, ir.F64, "3.14      |"},
	{"%010.2f", wide.Word{Lo: 0xc00921f9f01b866e}, ir.F64, "-000003.14"},
	{"%+f", wide.Word{Lo: 0x3ff0000000000000}, ir.F64, "+1.000000"},
	{"% f", wide.Word{Lo: 0x3ff0000000000000}, ir.F64, " 1.000000"},
	{"%e", wide.Word{Lo: 0x40c81cd6c8b43958}, ir.F64, "1.234568e+04"},
	{"%.0e", wide.Word{Lo: 0x40c81cd6c8b43958}, ir.F64, "1e+04"},
	{"%#.0e", wide.Word{Lo: 0x40c81cd6c8b43958}, ir.F64, "1.e+04"},
	{"%E", wide.Word{Lo: 0x3ddb7cdfd9d7bdbb}, ir.F64, "1.000000E-10"},
	{"%e", wide.Word{}, ir.F64, "0.000000e+00"},
	{"%e", wide.Word{Lo: 0x54b249ad2594c37d}, ir.F64, "1.000000e+100"},
	{"%g", wide.Word{Lo: 0x40f86a0000000000}, ir.F64, "100000"},
	{"%g", wide.Word{Lo: 0x412e848000000000}, ir.F64, "1e+06"},
	{"%g", wide.Word{Lo: 0x3f1a36e2eb1c432d}, ir.F64, "0.0001"},
	{"%g", wide.Word{Lo: 0x3ee4f8b588e368f1}, ir.F64, "1e-05"},
	{"%g", wide.Word{Lo: 0x3ff8000000000000}, ir.F64, "1.5"},
	{"%.3g", wide.Word{Lo: 0x40934a0000000000}, ir.F64, "1.23e+03"},
	{"%#g", wide.Word{Lo: 0x3ff8000000000000}, ir.F64, "1.50000"},
	{"%G", wide.Word{Lo: 0x3ddb7cdfd9d7bdbb}, ir.F64, "1E-10"},
	{"%g", wide.Word{}, ir.F64, "0"},
	{"%.0g", wide.Word{Lo: 0x405ec00000000000}, ir.F64, "1e+02"},
	{"%#.0g", wide.Word{Lo: 0x405ec00000000000}, ir.F64, "1.e+02"},
	{"%.15g", wide.Word{Lo: 0x3fb999999999999a}, ir.F64, "0.1"},
	{"%.17g", wide.Word{Lo: 0x3fb999999999999a}, ir.F64, "0.10000000000000001"},
	{"%20g|", wide.Word{Lo: 0x4202a05f20000000}, ir.F64, "               1e+10|"},
	{"%f", wide.Word{Lo: 0x4415af1d78b58c40}, ir.F64, "100000000000000000000.000000"},
	{"%.10f", wide.Word{Lo: 0x3ee4f8b588e368f1}, ir.F64, "0.0000100000"},
	{"%a", wide.Word{Lo: 0x3ff0000000000000}, ir.F64, "0x1p+0"},
	{"%a", wide.Word{Lo: 0x3fb999999999999a}, ir.F64, "0x1.999999999999ap-4"},
	{"%a", wide.Word{}, ir.F64, "0x0p+0"},
	{"%.2a", wide.Word{Lo: 0x400921f9f01b866e}, ir.F64, "0x1.92p+1"},
	{"%A", wide.Word{Lo: 0x406ff00000000000}, ir.F64, "0X1.FFP+7"},
	{"%a", wide.Word{Lo: 0xc000000000000000}, ir.F64, "-0x1p+1"},
	{"%.0a", wide.Word{Lo: 0x3ff8000000000000}, ir.F64, "0x2p+0"},
	{"%20a|", wide.Word{Lo: 0x3ff0000000000000}, ir.F64, "              0x1p+0|"},
	{"%020a|", wide.Word{Lo: 0x3ff0000000000000}, ir.F64, "0x000000000000001p+0|"},
	{"%a", wide.Word{Lo: 0x1}, ir.F64, "0x0.0000000000001p-1022"},
	{"%f", wide.Word{Lo: 0x7fefffffffffffff}, ir.F64, "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368.000000"},
	{"%s", wide.Word{}, ir.Ptr, "(null)"},
	{"%p", wide.Word{}, ir.Ptr, "(nil)"},
	{"%9p|", wide.Word{}, ir.Ptr, "    (nil)|"},
}

func TestPrintf(t *testing.T) {
	for _, tt := range formats {
		t.Run(tt.format, func(t *testing.T) {
			f := formatter{m: &Machine{ptrBytes: 8}, format: tt.format, values: []wide.Word{tt.value}, types: []ir.Type{tt.typ}}
			if got := string(f.run()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestPrintfStars(t *testing.T) {
	f := formatter{m: &Machine{ptrBytes: 8}, format: "%*d|%-*d|%.*f|%*d|", values: []wide.Word{{Lo: 5}, {Lo: 1}, {Lo: 4}, {Lo: 2}, {Lo: 2}, f64word(1.005), {Lo: 0xfffffffd}, {Lo: 7}},
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
