package term

import (
	"fmt"
	"strings"
	"testing"
)

const sampleText = `var x bv32
%1 = bvadd x 0x1:32
%2 = extract[7:0] %1
var p bool
var "main::i 2" bv32
%3 = bvult %1 "main::i 2"
%4 = = p %3
var x#2 bv32
%5 = zext[33] x#2
var "true" array(bv32,bv8)
%6 = rotate_left[3] x
%7 = store "true" %6 %2
%8 = constarray[32] 0x0:8
%9 = ite true %7 %8
%10 = ite %4 false true
root %2
root %4
root %5
root %9
root %10
root 0xffffffffffffffffffffffffffffffff:128
root true
root x
`

func TestTextRoundTrip(t *testing.T) {
	s := New(Options{Mode: Raw})
	p, err := parse(s, sampleText)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Text(p.Roots...); got != sampleText {
		t.Errorf("got:\n%s\nwant:\n%s", got, sampleText)
	}
}

func TestTextOfEqualNames(t *testing.T) {
	s := New(Options{Mode: Raw})
	x, y, z := s.Var("x", BV(8)), s.Var("x", BV(8)), s.Var("x#2", BV(8))
	want := "var x bv8\nvar x#2 bv8\n%1 = bvadd x x#2\nvar x#2#2 bv8\n%2 = bvadd %1 x#2#2\nroot %2\n"
	if got := s.Text(s.Add(s.Add(x, y), z)); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestLine(t *testing.T) {
	s := New(Options{Mode: Raw})
	x := s.Var("x", BV(8))
	sum := s.Add(x, s.Uint(3, 8))
	for id, want := range map[ID]string{
		True:                  "true",
		x:                     "x",
		sum:                   "bvadd x 0x3:8",
		s.Extract(sum, 3, 0):  fmt.Sprintf("extract[3:0] %%%d", sum),
		s.Sext(x, 16):         "sext[16] x",
		s.Const(Ones(65), 65): "0x1ffffffffffffffff:65",
	} {
		if got := s.Line(id); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestTextIsLinear prints a DAG whose tree has 2^64 leaves.
func TestTextIsLinear(t *testing.T) {
	s := New(Options{Mode: Raw})
	x := s.Var("x", BV(8))
	for range 64 {
		x = s.Mul(x, x)
	}
	if n := strings.Count(s.Text(x), "\n"); n != 66 {
		t.Errorf("got %d lines, want 66", n)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"unknown line", "hello", `line 1: found "hello", want var, root or a definition`},
		{"bad sort", "var x bv129", `line 1: found "bv129", want a sort`},
		{"bad array sort", "var x array(bv8)", `line 1: found "array(bv8)", want a sort`},
		{"no sort", "var x", `line 1: found "", want a sort`},
		{"bad name", "var 7 bool", `line 1: found "7", want a name`},
		{"open quote", `var "x bool`, "line 1: malformed quoted name"},
		{"declared twice", "var x bool\nvar x bool", "line 2: second declaration of x"},
		{"not declared", "root x", "line 1: x is not declared"},
		{"not defined", "root %1", "line 1: %1 is not defined"},
		{"defined twice", "%1 = not true\n%1 = not true", "line 2: second definition of %1"},
		{"no equals", "%1 not true", `line 1: found "not", want =`},
		{"no operator", "%1 = (hello)", `line 1: found "hello", want an operator`},
		{"missing operand", "%1 = and true", "line 1: line ends, want an operand"},
		{"surplus operand", "%1 = not true true", `line 1: unexpected "true"`},
		{"unclosed", "%1 = not (not true", `line 1: found "", want )`},
		{"wrong sort", "%1 = and true 0x1:8", "line 1: and: argument of sort bv8, want bool"},
		{"bad constant", "root 12:8", `line 1: found "12:8", want a constant 0x…:width`},
		{"wide constant", "root 0x100:8", "line 1: 0x100:8 does not fit its width"},
		{"long constant", "root 0x" + strings.Repeat("0", 33) + ":8", "want a constant"},
		{"no parameter", "%1 = zext 0x1:8", "line 1: zext: parameter false, want true"},
		{"surplus parameter", "%1 = not[1] true", "line 1: not: parameter true, want false"},
		{"bad parameter", "%1 = zext[x] 0x1:8", "line 1: zext: malformed parameter [x]"},
		{"bad bounds", "%1 = extract[3] 0x1:8", "line 1: extract: malformed parameter [3]"},
		{"no direction", "%1 = fp.sqrt[f32] 0x1:32", "line 1: fp.sqrt: malformed parameter [f32]"},
		{"no format", "%1 = fp.lt[rne,f32] 0x1:32 0x1:32", "line 1: fp.lt: malformed parameter [rne,f32]"},
		{"no second format", "%1 = fp.to_fp[rne,f32] 0x1:32", "line 1: fp.to_fp: malformed parameter [rne,f32]"},
		{"second format", "%1 = fp.sqrt[rne,f32,f64] 0x1:32", "line 1: fp.sqrt: malformed parameter [rne,f32,f64]"},
		{"format for a width", "%1 = fp.to_sbv[rne,f32,f64] 0x1:32", "line 1: fp.to_sbv: malformed parameter [rne,f32,f64]"},
		{"too small a format", "%1 = fp.sqrt[rne,f1.3] 0x1:4", "line 1: fp.sqrt: malformed parameter [rne,f1.3]"},
		{"deep", "root " + strings.Repeat("(not ", 2000), "line 1: more than 1000 nested parentheses"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := parse(New(Options{}), tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// FuzzParse checks that no text crashes the parser and that terms read into a raw store print as a text
// that reads as the same terms.
func FuzzParse(f *testing.F) {
	f.Add(sampleText)
	f.Add("var a bv8\nroot (bvadd a (bvneg (extract[3:1] a)))")
	f.Add(ruleVars)
	f.Add("var x bv32\nroot (fp.lt[f64] (fp.to_fp[rtz,f32,f64] (fp.add[rne,f32] x 0x0:32)) (fp.from_sbv[rna,f64] (fp.to_sbv[rtp,f5.27,9] x)))")
	f.Fuzz(func(t *testing.T, text string) {
		s := New(Options{Mode: Raw})
		p, err := parse(s, text)
		if err != nil {
			return
		}
		first := s.Text(p.Roots...)
		again := New(Options{Mode: Raw})
		p, err = parse(again, first)
		if err != nil {
			t.Fatalf("%v\n%s", err, first)
		}
		if second := again.Text(p.Roots...); second != first {
			t.Fatalf("got:\n%s\nwant:\n%s", second, first)
		}
		if _, err := parse(New(Options{}), text); err != nil {
			t.Fatalf("simplified: %v", err)
		}
	})
}
