package dimacs

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRead(t *testing.T) {
	cases := []struct {
		name, text string
		want       *Formula
	}{
		{"plain", "p cnf 3 2\n1 -3 0\n2 3 -1 0\n", &Formula{3, [][]int32{{1, -3}, {2, 3, -1}}}},
		{"no clauses", "p cnf 0 0\n", &Formula{0, nil}},
		{"comments", "c one\nc\np cnf 2 2\nc two\n1\nc three\n2 0 -1 0\nc end", &Formula{2, [][]int32{{1, 2}, {-1}}}},
		{"two clauses in a line", "p cnf 2 2\n1 0 2 0", &Formula{2, [][]int32{{1}, {2}}}},
		{"empty clause", "p cnf 1 1\n0\n", &Formula{1, [][]int32{{}}}},
		{"spaces, tabs and carriage returns", "p  cnf\t1 1 \r\n -1\t0\r\n\r\n", &Formula{1, [][]int32{{-1}}}},
		{"leading zeros", "p cnf 07 01\n007 0\n", &Formula{7, [][]int32{{7}}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, src := range []io.Reader{
				strings.NewReader(c.text),
				iotest.OneByteReader(strings.NewReader(c.text)),
				bytes.NewReader(compress(t, c.text)),
			} {
				got, err := Read(src)
				if err != nil {
					t.Fatal(err)
				}
				if got.Vars != c.want.Vars || len(got.Clauses) != len(c.want.Clauses) {
					t.Fatalf("got %v, want %v", got, c.want)
				}
				for i := range got.Clauses {
					if !reflect.DeepEqual(got.Clauses[i], c.want.Clauses[i]) {
						t.Errorf("clause %d: got %v, want %v", i, got.Clauses[i], c.want.Clauses[i])
					}
				}
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"empty", "", "1:1: found end of text, expected the header p cnf"},
		{"no header", "1 2 0\n", "1:1: found '1', expected the header p cnf"},
		{"wrong format", "p dnf 1 1\n", "1:3: found 'd', expected the header p cnf"},
		{"no space", "pcnf 1 1\n", "1:2: found 'c', expected a space"},
		{"no variables", "p cnf\n", "1:6: found end of line, expected a space"},
		{"no number", "p cnf x 1\n", "1:7: found 'x', expected the number of variables"},
		{"no clauses", "p cnf 1\n", "1:8: found end of line, expected the number of clauses"},
		{"negative variables", "p cnf -1 1\n", "1:7: found '-', expected the number of variables"},
		{"too many variables", "p cnf 536870912 1\n", "1:7: more than 536870911 variables"},
		{"too many digits", "p cnf 99999999999999999999999 1\n", "1:7: more than 536870911 variables"},
		{"more in the header", "p cnf 1 1 1\n", "1:11: found '1' after the header"},
		{"not a literal", "p cnf 2 1\n1 x 0\n", "2:3: found 'x', expected a literal"},
		{"sign only", "p cnf 2 1\n1 - 0\n", "2:4: found ' ', expected a literal"},
		{"minus zero", "p cnf 2 1\n1 -0\n", "2:4: found '0', expected a literal"},
		{"letter in a literal", "p cnf 2 1\n1 2x 0\n", "2:4: found 'x' in a literal"},
		{"variable too large", "c\np cnf 2 1\n1 -3 0\n", "3:3: literal -3, but the header allows variables up to 2"},
		{"number too large", "p cnf 2 1\n99999999999 0\n", "2:1: variable larger than 536870911"},
		{"zero is missing", "p cnf 2 1\n1 2", "2:4: end of text in a clause: 0 is missing"},
		{"too few clauses", "p cnf 2 2\n1 2 0\n", "3:1: end of text after 1 of 2 clauses"},
		{"too many clauses", "p cnf 2 1\n1 0\n 2 0\n", "3:2: more clauses than the 1 of the header"},
		{"comment not at the start", "p cnf 2 1\n c\n1 0\n", "2:2: found 'c', expected a literal"},
		{"second header", "p cnf 1 1\np cnf 1 1\n", "2:1: found 'p', expected a literal"},
		{"binary", "p cnf 1 1\n\x00", `2:1: found '\x00', expected a literal`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(c.text))
			var at *Error
			if !errors.As(err, &at) || err.Error() != c.want {
				t.Errorf("got  %v\nwant %v", err, c.want)
			}
		})
	}
}

func TestReadBrokenSource(t *testing.T) {
	broken := errors.New("disk on fire")
	cases := []struct {
		name, want string
		src        io.Reader
	}{
		{"error after a clause", "3:1: disk on fire",
			io.MultiReader(strings.NewReader("p cnf 2 2\n1 0\n"), iotest.ErrReader(broken))},
		{"error in a clause", "2:2: disk on fire",
			io.MultiReader(strings.NewReader("p cnf 2 2\n1"), iotest.ErrReader(broken))},
		{"truncated gzip", "2:1: unexpected EOF",
			bytes.NewReader(compress(t, "p cnf 2 1\n")[:25])},
		{"bad gzip header", "1:1: gzip: invalid header",
			strings.NewReader("\x1f\x8bxxxxxxxxxxxxx")},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(c.src)
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %v", err, c.want)
			}
		})
	}
}

func TestWriteError(t *testing.T) {
	f := &Formula{1, [][]int32{{1}}}
	r, w := io.Pipe()
	r.Close()
	if _, err := f.WriteTo(w); err == nil {
		t.Error("no error from a closed pipe")
	}
}

func compress(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// FuzzRead checks that any text is either rejected with a position inside it or
// survives writing and reading again.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"p cnf 3 2\n1 -3 0\n2 3 -1 0\n", "c x\np cnf 0 0", "p cnf 1 1\n0", "p cnf 2 2\n1 0 2 0\nc",
		"p cnf 536870911 1\n-536870911 0\n", "p cnf 1 1\n1", "\x1f\x8b\x08",
	} {
		f.Add([]byte(seed))
		f.Add(compress(f, seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		formula, err := Read(bytes.NewReader(text))
		if err != nil {
			var at *Error
			if !errors.As(err, &at) || at.Line < 1 || at.Column < 1 {
				t.Fatalf("error without position: %v", err)
			}
			return
		}
		var out bytes.Buffer
		n, err := formula.WriteTo(&out)
		if err != nil || n != int64(out.Len()) {
			t.Fatalf("wrote %d of %d bytes: %v", n, out.Len(), err)
		}
		again, err := Read(&out)
		if err != nil || !reflect.DeepEqual(formula, again) {
			t.Fatalf("got %v, %v after writing and reading %v", again, err, formula)
		}
	})
}
