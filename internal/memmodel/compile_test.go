package memmodel

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/heddle-mc/heddle/internal/memmodel/cat"
	"github.com/heddle-mc/heddle/internal/memmodel/relation"
)

// mistakes has models and the errors that they give.
var mistakes = map[string]string{
	"acyclic po | foo as x":                  "m.cat:1:14: `foo` is not defined",
	"acyclic rf\nfoo":                        "m.cat:2:1: what stands before the argument is not a function",
	"let a = R | po":                         "m.cat:1:13: `|` has a relation as operand; a set is expected",
	"let a = [po]":                           "m.cat:1:10: `[…]` has a relation as operand; a set is expected",
	"let a = R;po":                           "m.cat:1:9: `;` has a set as operand; a relation is expected",
	"acyclic R":                              "m.cat:1:9: `acyclic` has a set as operand; a relation is expected",
	"let a = domain(R)":                      "m.cat:1:15: the function has a set as operand; a relation is expected",
	"let f(x, y) = x;y\nlet a = f(po)":       "m.cat:2:10: the function has 2 parameters",
	"let f(x) = x\nacyclic f":                "m.cat:2:9: set or relation expected, not a function",
	"let (a, b) = po":                        "m.cat:1:5: tuple of 2 values expected",
	"let rec a = po \\ a":                    "m.cat:1:16: a recursive definition uses its complement: `\\`",
	"let rec a = b and b = ~a":               "m.cat:1:23: a recursive definition uses its complement: `~`",
	"let rec a = po and a = rf":              "m.cat:1:20: `a` is defined twice",
	"let rec f(x) = x":                       "m.cat:1:9: recursive functions are not supported",
	"let rec a = b and b = R":                "m.cat:1:9: `a` is a relation and is defined as a set",
	"include \"none.cat\"":                   "m.cat:1:1: included file \"none.cat\" not found",
	"include \"../m.cat\"":                   "m.cat:1:1: included file \"../m.cat\" not found",
	"include \"m.cat\"":                      "m.cat:1:1: m.cat includes itself",
	"include \"bad.cat\"":                    "bad.cat:2:1: statement expected, not `)`",
	"let f = fun x -> x|x\nlet b = f(f(po))": "",
	"let f1(x) = x|x\nlet f2(x) = f1(x)|f1(x;x)\nlet f3(x) = f2(x)|f2(x;x)\nlet f4(x) = f3(x)|f3(x;x)\nlet f5(x) = f4(x)|f4(x;x)\nlet f6(x) = f5(x)|f5(x;x)\nlet f7(x) = f6(x)|f6(x;x)\nlet f8(x) = f7(x)|f7(x;x)\nlet f9(x) = f8(x)|f8(x;x)\nlet f10(x) = f9(x)|f9(x;x)\nlet f11(x) = f10(x)|f10(x;x)\nlet f12(x) = f11(x)|f11(x;x)\nlet f13(x) = f12(x)|f12(x;x)\nlet f14(x) = f13(x)|f13(x;x)\nlet f15(x) = f14(x)|f14(x;x)\nlet f16(x) = f15(x)|f15(x;x)\nlet f17(x) = f16(x)|f16(x;x)\nlet f18(x) = f17(x)|f17(x;x)\nlet f19(x) = f18(x)|f18(x;x)\nlet f20(x) = f19(x)|f19(x;x)\nlet f21(x) = f20(x)|f20(x;x)\nlet f22(x) = f21(x)|f21(x;x)\nlet f23(x) = f22(x)|f22(x;x)\nlet f24(x) = f23(x)|f23(x;x)\nlet b = f24(po)": "m.cat:2:18: the model expands to more than 131072 expressions",
	"let f = fun x -> x x\nlet b = f f":               "m.cat:1:20: more than 200 calls in each other",
	"let a = try foo with rf\nacyclic a":              "",
	"let rec a = R | domain(rf;[a])\nempty a \\ R":    "",
	"let a = po; 0 | {} ; rf\nempty a & 0\nempty {}":  "",
	"enum E = 'some || 'other\nempty [Some | 'other]": "",
}

func load(text string) (*Model, error) {
	return Load("m.cat", fstest.MapFS{"m.cat": {Data: []byte(text)}, "bad.cat": {Data: []byte("let x = rf\n) po")}})
}

func TestMistakes(t *testing.T) {
	for text, want := range mistakes {
		_, err := load(text)
		var e *cat.Error
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case want != "" && (!errors.As(err, &e) || e.Error() != want):
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

// FuzzLoad loads arbitrary models and judges one execution by them.
func FuzzLoad(f *testing.F) {
	for text := range mistakes {
		f.Add(text)
	}
	files, _ := filepath.Glob("models/*.cat")
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil {
			f.Add(string(text))
		}
	}
	x := execution("W:x:A=1 F:mfence R:y=0 | W:y=1 R:x:X=1")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := load(text)
		var e *cat.Error
		if err != nil {
			if !errors.As(err, &e) {
				t.Fatalf("error without a position: %v", err)
			}
			return
		}
		m.Check(x)
	})
}

// TestPublished loads all published files as they are.
func TestPublished(t *testing.T) {
	files, err := filepath.Glob(shared + "/*.cat")
	if err != nil || len(files) == 0 {
		t.Skip("the published models are not here:", shared)
	}
	for _, f := range files {
		if _, err := Load(filepath.Base(f), os.DirFS(shared)); err != nil {
			t.Error(err)
		}
	}
}

// TestResult holds the parts of a result: the axiom, its cycle, the pair of a relation that is to be empty, and flags.
func TestResult(t *testing.T) {
	m, err := load(`"Example"
acyclic po | rf as order
irreflexive co;po as coherence
empty [W & X]
empty ext & W*W \ (IW*_ | _*IW) as writers
flag ~empty rf as reading`)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"R:x=2 W:y=1 | R:y=1 W:x=2": "order 2 3 4 5",
		"W:x=2 W:x=1":               "coherence 2",
		"W:x:X=1":                   "m.cat:4:1 1 1",
		"W:x=1 | W:x=2":             "writers 1 2",
		"W:x=1":                     "",
		"W:x=1 | R:x=1":             "flags reading",
	} {
		r := m.Check(execution(text))
		got := r.Axiom
		for _, e := range r.Cycle {
			got += " " + string(rune('0'+e))
		}
		if len(r.Flags) > 0 {
			got = "flags " + strings.Join(r.Flags, " ")
		}
		if got != want || r.Consistent != (r.Axiom == "") {
			t.Errorf("%s: %s, expected %s", text, got, want)
		}
	}
	if m.Name() != "Example" {
		t.Error("name", m.Name())
	}
}

// TestCompleted holds the relations that an execution gets without stating them.
func TestCompleted(t *testing.T) {
	x := execution("F:Rcu-unlock F:Rcu-lock F:Rcu-lock W:x=1 F:Rcu-unlock R:x=1 F:Rcu-unlock F:Rcu-lock | F:Rcu-unlock")
	r := relation.New(len(x.Events))
	x.base(r, "rcu-rscs")
	want := relation.New(len(x.Events))
	want.Add(3, 5)
	want.Add(2, 7)
	if !r.Equal(want) {
		t.Error("rcu-rscs does not match its brackets")
	}
	x.Relations["rmw"] = want
	for name, count := range map[string]int{"po": 28, "loc": 9, "int": 66, "ext": 34, "id": 10, "si": 10, "amo": 2, "lxsx": 0, "rf": 1, "data": 0} {
		if x.base(r, name); r.Count() != count {
			t.Errorf("%s has %d pairs, expected %d", name, r.Count(), count)
		}
	}
}

// TestMonotone: TSO permits the executions of SC, and PSO those of TSO.
func TestMonotone(t *testing.T) {
	chain := []string{"sc", "tso", "pso"}
	models := builtins(t)
	v := vocabularies[1]
	v.fence = "mfence stbar"
	for _, x := range v.samples(int(*executions)) {
		before := false
		for _, name := range chain {
			now := models[name].Check(x).Consistent
			if before && !now {
				t.Fatalf("%s forbids what the stronger model permits:\n%s", name, x)
			}
			before = now
		}
	}
}
