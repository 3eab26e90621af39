package process

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/smtlib"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// FuzzAnswer: every value read from a SAT solver's answer stands in the text.
func FuzzAnswer(f *testing.F) {
	for _, text := range []string{
		"c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", "s UNSATISFIABLE\n", "SAT\n1 -2 3 0\n", "UNSAT\n", "INDET\n", "s UNKNOWN\r\n",
		"s SATISFIABLE\nv 1 -1 0\n", "s SATISFIABLE\nv 1 2", "s SATISFIABLE\nv 4 0\n", "v 1 0\ns SATISFIABLE\nc\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		const vars = 3
		a, err := readAnswer(strings.NewReader(text), vars)
		if err != nil {
			return
		}
		words := strings.Fields(text)
		says := func(word string) bool {
			for _, w := range words {
				if w == word {
					return true
				}
			}
			return false
		}
		switch a.status {
		case sat.Satisfiable:
			if !says("SATISFIABLE") && !says("SAT") || !says("0") && !says("+0") && !says("-0") && !strings.Contains(text, "00") {
				t.Fatalf("%q is no model", text)
			}
			for v := sat.Var(1); v <= vars; v++ {
				if a.value(v.Pos()) && !strings.Contains(text, string(rune('0'+v))) {
					t.Fatalf("%q does not make %d true", text, v)
				}
			}
		case sat.Unsatisfiable:
			if !says("UNSATISFIABLE") && !says("UNSAT") {
				t.Fatalf("%q is not unsatisfiable", text)
			}
		}
	})
}

// FuzzReply reads arbitrary text as values and as a core. The result is an error, or one value per
// queried term that fits its sort, and a core of given assumptions.
func FuzzReply(f *testing.F) {
	for _, text := range []string{
		"((v1 #xff) (v2 true))", "((v1 (_ bv3 8)) ((select v3 #b0) false))", "(a1 a2)", "()", "(a1 a1)", "(|a2|)",
		"((v1 #b1) (v2 #b1))", "sat", "(error \"no\")", "((v1 (_ bv256 8)) (v2 true))",
	} {
		f.Add(text)
	}
	sorts := []term.Sort{term.BV(8), term.Bool}
	names, assumptions := []string{"a1", "a2"}, []term.ID{7, 5}
	f.Fuzz(func(t *testing.T, text string) {
		r := smtlib.NewReader(strings.NewReader(text), 1<<12)
		for {
			e, err := r.Next()
			if err != nil {
				return
			}
			if values, err := readValues(&e, sorts); err == nil {
				if len(values) != 2 || values[0] != values[0].Mask(8) || values[1] != values[1].Mask(1) {
					t.Fatalf("%q: got %v", text, values)
				}
			}
			if core, err := readCore(&e, names, assumptions); err == nil {
				if len(core) > 2 || len(core) == 2 && (core[0] != 7 || core[1] != 5) || len(core) == 1 && core[0] != 7 && core[0] != 5 {
					t.Fatalf("%q: got %v", text, core)
				}
			}
		}
	})
}
