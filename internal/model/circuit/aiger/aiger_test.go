package aiger_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/aiger"
	"github.com/heddle-mc/heddle/internal/testkit/aigertest"
)

// example has every section of the format.
const example = `aag 7 2 2 1 3 1 1 1 1
2
4
6 10
8 15 8
12
14
5
2
6
9
8
10 4 2
12 10 6
14 13 8
i0 thread[0]
i1 thread[1]
l0 x
l1 y of two words
o0 moved
b0 assert a.c:3:1
c0 assumed
j0 starves
f0 fair
c
made by hand
`

// TestExample: reading the example gives the expected circuit, and writing it gives the same text.
func TestExample(t *testing.T) {
	c, err := aigertest.Read([]byte(example))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	if len(c.Inputs) != 2 || c.Latches[1].Init != circuit.Any || c.Latches[0].Init != circuit.Zero || len(c.Justice[0].Edges) != 2 ||
		c.Latches[1].Name != "y of two words" || c.Bads[0].Name != "assert a.c:3:1" {
		t.Errorf("read %+v", c)
	}
	var text bytes.Buffer
	if err := aiger.Write(&text, c, aiger.Text, "made by hand"); err != nil {
		t.Fatal(err)
	}
	if text.String() != example {
		t.Errorf("wrote\n%s", text.String())
	}
}

// TestErrors: malformed texts give errors with their place.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "line 1, byte 0: found the end"},
		{"aag 1 1 0 0", "line 1, byte 0: found no end of the line"},
		{"aag 1 1 0 0\n", "line 1, byte 12: found no header"},
		{"abc 1 1 0 0 0\n", "no header"},
		{"aag 1 2 0 0 0\n", "found 1 variables, expected 2"},
		{"aig 2 1 0 0 0\n", "found 2 variables, expected 1"},
		{"aag 1 -1 0 0 0\n", `found "-1", expected a number`},
		{"aag 99999999 99999999 0 0 0\n", "found 99999999, expected 4194304 at most"},
		{"aag 1 1 0 0 0\n3\n", "line 2, byte 16: found literal 3, expected that of a variable"},
		{"aag 2 2 0 0 0\n2\n2\n", "line 3, byte 18: found variable 1 twice"},
		{"aag 1 0 1 0 0\n2 0 4\n", "found the reset 4, expected 0, 1 or 2"},
		{"aag 2 0 0 1 2\n2\n2 4 4\n4 2 2\n", "found a circle of gates through literal 2"},
		{"aag 1 0 0 1 0\n2\n", "found literal 2, which is nothing's"},
		{"aig 1 0 0 1 1\n2\n\x00\x00", "depends on a later one"},
		{"aig 1 0 0 1 1\n2\n\x80", "found no end of a gate"},
		{"aag 1 1 0 0 0\n2\ni1 x\n", `line 3, byte 16: found a name for "i1", which is not there`},
		{"aag 1 1 0 0 0\n2\ni0 x\nhello\n", `line 4, byte 21: found "hello", expected a symbol or a comment`},
	} {
		_, err := aigertest.Read([]byte(c.text))
		var syntax *aiger.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, expected %q", c.text, err, c.want)
		}
	}
}

// FuzzRead: reading any text gives a circuit or an error. A circuit that was read and written once does
// not change when it is read and written again, in either form.
func FuzzRead(f *testing.F) {
	f.Add([]byte(example))
	f.Add([]byte("aig 3 1 1 1 1\n6\n6\n\x02\x02b0 x\n"))
	f.Add([]byte("aag 4 1 1 1 2 1\n2\n4 7 1\n8\n6\n8 6 2\n6 4 3\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<12 {
			return
		}
		head, _, _ := bytes.Cut(text, []byte{'\n'})
		if len(head) > 30 {
			return // implicit inputs, up to millions
		}
		c, err := aigertest.Read(text)
		if err != nil {
			return
		}
		var last []byte
		for _, form := range []aiger.Form{aiger.Text, aiger.Binary, aiger.Text, aiger.Binary, aiger.Text} {
			var out bytes.Buffer
			if err := aiger.Write(&out, c, form, ""); err != nil {
				t.Fatal(err)
			}
			if c, err = aigertest.Read(out.Bytes()); err != nil {
				t.Fatalf("%v in %q", err, out.Bytes())
			}
			if form == aiger.Text {
				if last != nil && !bytes.Equal(last, out.Bytes()) {
					t.Fatalf("wrote\n%s\nand then\n%s", last, out.Bytes())
				}
				if last != nil || len(text) > 0 {
					last = out.Bytes()
				}
			}
		}
	})
}
