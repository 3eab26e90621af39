package aiger_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit/aiger"
	"github.com/heddle-mc/heddle/internal/testkit/aigertest"
)

// witnesses holds witnesses for the example: an unreachable property, an execution with don't-care
// values, and a lasso for two properties.
const witnesses = "u0\n0\nb0\n.\nc made by hand\n1\nb0\nx1\n01\nc between steps\n1x\n.\n1\nb0j0\n00\n10\n.\n"

// TestWitnesses reads witnesses and compares them with the expected ones.
func TestWitnesses(t *testing.T) {
	c, err := aigertest.Read([]byte(example))
	if err != nil {
		t.Fatal(err)
	}
	list, err := aiger.ReadWitnesses([]byte(witnesses), c)
	if err != nil || len(list) != 2 {
		t.Fatalf("found %d, %v", len(list), err)
	}
	if w := list[0]; w.Line != 6 || !reflect.DeepEqual(w.Bads, []int{0}) || w.Justice != nil ||
		fmt.Sprint(*w.Execution) != "{[false true] [[false true] [true false]]}" {
		t.Errorf("found %+v, %v", w, *w.Execution)
	}
	if w := list[1]; w.Line != 13 || len(w.Bads) != 1 || len(w.Justice) != 1 || fmt.Sprint(*w.Execution) != "{[false false] [[true false]]}" {
		t.Errorf("found %+v, %v", w, *w.Execution)
	}
}

// TestWrongWitnesses checks the line of each error.
func TestWrongWitnesses(t *testing.T) {
	c, err := aigertest.Read([]byte(example))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []struct {
		text string
		line int
		want string
	}{
		{"snl_SAT\n", 1, `found "snl_SAT", expected 0, 1 or 2`},
		{"1\nb0\n01\n", 3, "found the end, expected inputs"},
		{"0\nb0\n", 2, "found the end, expected ."},
		{"c\n1\nb1\n", 3, `found "b1", expected b and j with numbers of bad states below 1 and of justice below 1`},
		{"1\no0\n", 2, `found "o0"`},
		{"1\n\n", 2, "found no property"},
		{"1\nb0\n0\n", 3, `found "0", expected 0, 1 or x for each latch: 2`},
		{"1\nb0\n11\n", 3, "found latch 0 with the first value 1, expected 0"},
		{"1\nb0\n01\n.\n", 4, "found no inputs of a step"},
		{"1\nb0\n01\n01\n2\n", 5, `found "2", expected 0, 1 or x for each input: 2`},
	} {
		_, err := aiger.ReadWitnesses([]byte(w.text), c)
		var syntax *aiger.SyntaxError
		if !errors.As(err, &syntax) || syntax.Line != w.line || !strings.Contains(err.Error(), w.want) {
			t.Errorf("%q: %v, expected line %d: %q", w.text, err, w.line, w.want)
		}
	}
}

// FuzzWitness: any text gives witnesses, which stay the same when they are written and read again, or
// an error on one of its lines.
func FuzzWitness(f *testing.F) {
	c, err := aigertest.Read([]byte(example))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(witnesses))
	f.Add([]byte("1\nb00b0j0\n0x\nxx\n.\r\n2\n.\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := aiger.ReadWitnesses(text, c)
		var syntax *aiger.SyntaxError
		if err != nil && (!errors.As(err, &syntax) || syntax.Line < 0 || syntax.Line > strings.Count(string(text), "\n")+1 || syntax.Offset > len(text)) {
			t.Fatalf("found %v", err)
		}
		bits := func(list []bool) string {
			line := ""
			for _, one := range list {
				line += map[bool]string{false: "0", true: "1"}[one]
			}
			return line + "\n"
		}
		for _, w := range list {
			again := "1\n" + strings.Repeat("b0", len(w.Bads)) + strings.Repeat("j0", len(w.Justice)) + "\n" + bits(w.Execution.Initial)
			for _, inputs := range w.Execution.Inputs {
				again += bits(inputs)
			}
			other, err := aiger.ReadWitnesses([]byte(again+".\n"), c)
			w.Line = 1
			if err != nil || len(other) != 1 || !reflect.DeepEqual(other[0], w) {
				t.Fatalf("found %+v, then %+v, %v", w, other, err)
			}
		}
	})
}
