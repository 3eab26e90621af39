package efsm_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/efsm"
	"github.com/heddle-mc/heddle/internal/testkit/efsmtest"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// read parses and checks a system in testdata.
func read(t *testing.T, name string) (*efsm.System, string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	s, err := efsmtest.Parse(string(text))
	if err != nil {
		t.Fatal(name, err)
	}
	if err := efsm.Check(s); err != nil {
		t.Fatal(name, err)
	}
	return s, string(text)
}

// TestPaperText: printing a system that was read gives the same text, except for comments.
func TestPaperText(t *testing.T) {
	s, text := read(t, "p1p2.efsm")
	var want strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			want.WriteString(line)
		}
	}
	if got := s.String(); got != want.String() {
		t.Errorf("got\n%swant\n%s", got, want.String())
	}
}

// TestPaperReach: R(0..6) of both threads of the paper's example.
func TestPaperReach(t *testing.T) {
	s, _ := read(t, "p1p2.efsm")
	var b strings.Builder
	for i := 1; i < len(s.Threads); i++ {
		th := &s.Threads[i]
		r := th.Reach()
		for d := range 8 {
			fmt.Fprintf(&b, "%s R(%d)", th.Name, d)
			for _, c := range r.At(d) {
				fmt.Fprintf(&b, " %s", th.States[c].Name)
			}
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s sum %d\n", th.Name, r.Sum(7))
	}
	golden.File(t, "testdata/p1p2.reach", b.String())
}

// TestPaperBalanced: with balanced paths every state is reached at one depth.
func TestPaperBalanced(t *testing.T) {
	s, _ := read(t, "p1p2.efsm")
	var b strings.Builder
	for i := 1; i < len(s.Threads); i++ {
		th := s.Threads[i].Balance(func(*efsm.State) int { return 1 }, 0)
		r := th.Reach()
		for d := range 9 {
			fmt.Fprintf(&b, "%s R(%d)", th.Name, d)
			for _, c := range r.At(d) {
				fmt.Fprintf(&b, " %s", th.States[c].Name)
			}
			b.WriteByte('\n')
		}
	}
	golden.File(t, "testdata/p1p2.balanced", b.String())
}

func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"nonsense", `line 1: unknown keyword "nonsense"`},
		{"shared x data bv0 any", `line 1: shared: found "bv0", want a sort`},
		{"shared x data bv8 any\nshared x sync bool any", "line 2: shared: second declaration of x"},
		{"shared x data bv8 any more", `line 1: unexpected "more"`},
		{"state a local", "line 1: state outside a thread"},
		{"thread t entry a", "line 1: there is no state a"},
		{"thread t entry a\ngoto a", "line 2: goto: outside a state"},
		{"thread t entry a\nstate a local\nstate a local", "line 3: state: second state a"},
		{"thread t entry a\nstate a local\ngoto b", "line 3: there is no state b"},
		{"thread t entry a\nstate a odd", `line 2: state: found "odd", want a kind`},
		{"thread t entry a\nstate a visible\naccess read x", "line 3: access: x is not declared"},
		{"thread t entry a\nstate a visible\nenable and true", "line 3: enable: line ends, want an operand"},
		{"thread t entry a\nstate a local at 0:1 f 1 0", `line 2: state: found "0:1", want file:line:column`},
		{`file 0 "`, "line 1: file: malformed quoted name"},
	} {
		_, err := efsmtest.Parse(test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: got %v, want %s", test.text, err, test.want)
		}
	}
}

func TestCheck(t *testing.T) {
	const head = "shared g data bv8 any\nthread u entry b\nlocal y bv8 any\nstate b local\nthread t entry a\nlocal x bv8 any\ninput i bool\n"
	for _, test := range []struct{ text, want string }{
		{"state a visible\naccess update g\nset g := bvadd g x", ""},
		{"state a visible\naccess read g\ngoto a if = g x", ""},
		{"state a local\nset x := g", "t, state a: g is mentioned but not accessed"},
		{"state a local\naccess read g", "t, state a: local, with accesses, locks or a condition to wait for"},
		{"state a visible\naccess read g\nset g := x", "t, state a: update of g is no access"},
		{"state a local\nset x := 0x0:9", "t, state a: a term is bv9, want bv8"},
		{"state a local\nset x := x\nset x := x", "t, state a: update of x, which is an input, another thread's, or updated twice"},
		{"state a visible asked\ngoto a", ""},
		{"state a local asked\ngoto a", "t, state a: asked about, and does something or waits"},
		{"state a stopped\ngoto a", "t, state a: goes on although it is stopped"},
		{"state a local\nchoose x nondet 8", "t, state a: choice of what is no input of the thread"},
	} {
		s, err := efsmtest.Parse(head + test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		got := ""
		if err := efsm.Check(s); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/p1p2.efsm")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add("file 0 \"a b\"\nshared \"g 1\" data bv8 0x1:8 home global g 0 1\nthread t entry a alive x\n" +
		"input i bool\nstate a stopped at 0:1:2 f 3 4\nchoose i nondet 1 if i\nbound loop 3 if i\nlimit arguments if i\nunsupported \"x y\"\nincomplete z if i")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := efsmtest.Parse(text)
		if err != nil || efsm.Check(s) != nil {
			return
		}
		printed := s.String()
		again, err := efsmtest.Parse(printed)
		if err != nil {
			t.Fatalf("%v in\n%s", err, printed)
		}
		if second := again.String(); second != printed {
			t.Fatalf("first\n%ssecond\n%s", printed, second)
		}
	})
}
