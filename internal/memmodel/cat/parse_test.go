package cat

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// show prints an expression with all parentheses.
func show(e *Expr) string {
	var args []string
	for _, a := range e.Args {
		args = append(args, show(a))
	}
	join := func(op string) string { return "(" + strings.Join(args, op) + ")" }
	switch e.Op {
	case Name, Tag:
		return e.Text
	case Nothing:
		return "0"
	case All:
		return "_"
	case EmptySet:
		return "{}"
	case Union:
		return join("|")
	case Inter:
		return join("&")
	case Diff:
		return join("\\")
	case Seq:
		return join(";")
	case Cross:
		return join("*")
	case Complement:
		return "~" + args[0]
	case Plus, Star, Opt, Inverse:
		return args[0] + map[Op]string{Plus: "+", Star: "*", Opt: "?", Inverse: "^-1"}[e.Op]
	case Identity:
		return "[" + args[0] + "]"
	case Tuple:
		return join(",")
	case Call:
		return args[0] + "(" + args[1] + ")"
	}
	return fmt.Sprint("op", e.Op, args)
}

func TestPrecedence(t *testing.T) {
	for text, want := range map[string]string{
		"a | b ; c & d \\ e":        "(a|(b;((c&d)\\e)))",
		"a \\ b \\ c":               "((a\\b)\\c)",
		"po & W*R & ((M*A)|(A*M))":  "((po&(W*R))&((M*A)|(A*M)))",
		"rmw^-1? ; (com & ext)":     "(rmw^-1?;(com&ext))",
		"po? ; hb* ; pb* ; prop":    "(((po?;hb*);pb*);prop)",
		"rf^*;co^+":                 "(rf*;co+)",
		"[~ Srcu-unlock];~id & rf":  "([~Srcu-unlock];(~id&rf))",
		"A*~B":                      "(A*~B)",
		"f(a, b)?;g x;domain(rf+)":  "((f((a,b))?;g(x));domain(rf+))",
		"~(sb+)^-1":                 "~sb+^-1",
		"a ++ b":                    "(a|b)",
		"(*c (*d*) *) _ * M // end": "(_*M)",
		"{'a, 'b}":                  "(({}|a)|b)",
		"fence.rw.w|rf-lf":          "(fence.rw.w|rf-lf)",
	} {
		f, err := Parse("m.cat", "let x = "+text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := show(f.Stmts[0].(*Let).Bindings[0].Body); got != want {
			t.Errorf("%s: %s, expected %s", text, got, want)
		}
	}
}

func TestStatements(t *testing.T) {
	f, err := Parse("m.cat", `C "A title"
include "x.cat"
let (a, b) = f(po, rf)
let rec r = r;s and s = rf*
~empty [UB] as ub flag ~acyclic r as cyclic-r
undefined_unless irreflexive hb*
empty co show rf, co as order unshow fr
enum Fences = 'mb || 'wmb
instructions W[{'mb, 'wmb}]
let f x = let y = x in try z with fun (p, q) -> (p | y)`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range f.Stmts {
		switch s := s.(type) {
		case *Let:
			for _, b := range s.Bindings {
				got = append(got, fmt.Sprint("let ", s.Rec, b.Names, b.Params))
			}
		case *Test:
			got = append(got, fmt.Sprintf("%v %d %v %s", s.Form, s.Role, s.Negated, s.Name))
		case *Include:
			got = append(got, "include "+s.Path)
		case *Enum:
			got = append(got, fmt.Sprint("enum ", s.Tags))
		}
	}
	want := "include x.cat; let false [a b] []; let true [r] []; let true [s] []; empty 1 true ub; acyclic 2 true cyclic-r;" +
		" irreflexive 3 false ; empty 1 false ; enum [mb wmb]; let false [f] [x]"
	if s := strings.Join(got, "; "); s != want || f.Title != "A title" {
		t.Errorf("title %q:\n%s\nexpected\n%s", f.Title, s, want)
	}
}

// mistakes has texts and the errors that they give.
var mistakes = map[string]string{
	"let":                                 "m.cat:1:4: a name expected, not the end of the file",
	"\n  let a = rf ; ;":                  "m.cat:2:16: expression expected, not `;`",
	"let a = (rf":                         "m.cat:1:12: `)` expected, not the end of the file",
	"acyclic rf as":                       "m.cat:1:14: a name expected, not the end of the file",
	"let a = rf^-2":                       "m.cat:1:12: unexpected character '-'",
	"(* a (* b *)":                        "m.cat:1:1: comment without an end",
	"/* a":                                "m.cat:1:1: comment without an end",
	"\"a":                                 "m.cat:1:1: string without an end",
	"with co from generate_cos(co0)":      "m.cat:1:1: `with` is not supported",
	"let a = if b = c then d else e":      "m.cat:1:9: `if` is not supported",
	"let f (a, a) = a":                    "m.cat:1:5: `a` twice in one pattern",
	"~ let a = b":                         "m.cat:1:3: `acyclic`, `irreflexive` or `empty` expected, not `let`",
	"let a = ' b":                         "m.cat:1:9: ' without the name of a tag",
	"let a = \u00e9":                      "m.cat:1:9: unexpected character 'é'",
	"let a = " + strings.Repeat("(", 999): "m.cat:1:259: expression nested too deeply",
}

func TestMistakes(t *testing.T) {
	for text, want := range mistakes {
		_, err := Parse("m.cat", text)
		var e *Error
		if !errors.As(err, &e) || e.Error() != want {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for text := range mistakes {
		f.Add(text)
	}
	files, _ := filepath.Glob("../models/*.cat")
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil {
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("m.cat", text)
		var e *Error
		if err != nil && (!errors.As(err, &e) || e.Pos.Line < 1 || e.Pos.Col < 1) {
			t.Fatalf("error without a position: %v", err)
		}
		if (file == nil) == (err == nil) {
			t.Fatal("neither a file nor an error, or both")
		}
	})
}
