package propfile

import (
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text  string
		entry string
		want  string
	}{
		{"CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "main", "reach"},
		{"\n\tCHECK(init(run()),LTL(G!call(__VERIFIER_error())))\r\n\n", "run", "reach"},
		{"CHECK( init(main()), LTL(G ! data-race) )", "main", "race"},
		{"CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G ! deadlock) )\nCHECK( init(main()), LTL(G ! overflow) )", "main", "overflow deadlock"},
		{"CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n", "main", "memory"},
		{"CHECK( init(main()), LTL(F end) )", "main", "termination"},
	} {
		f, err := Parse("x.prp", c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if f.Entry != c.entry || !reflect.DeepEqual(f.Properties, strings.Fields(c.want)) {
			t.Errorf("%q: got %+v", c.text, f)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "x.prp:1:1: no CHECK found"},
		{"\n  COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "x.prp:2:3: found"},
		{"CHECK( init(main()), LTL(G ! call(panic())) )", `x.prp:1:1: cannot check the formula "G!call(panic())"`},
		{"CHECK( init(main()), LTL(G valid-memcleanup) )", "x.prp:1:1: cannot check"},
		{"CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(f()), LTL(G ! overflow) )", "x.prp:2:1: init names f, but main before"},
		{"CHECK( init(main()), LTL(G valid-free) )\n CHECK( init(main()), LTL(G valid-deref) )", "x.prp:2:2: valid-free, valid-deref and valid-memtrack"},
		{"CHECK( init(), LTL(G ! overflow) )", "x.prp:1:1: found"},
		{"CHECK( init(main()), LTL(G ! overflow)", "x.prp:1:1:"},
	} {
		if _, err := Parse("x.prp", c.text); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
	f.Add("CHECK( init(main()), LTL(G valid-free) )")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("x.prp", text)
		if err == nil && (file.Entry == "" || len(file.Properties) == 0) {
			t.Errorf("%q: %+v", text, file)
		}
	})
}
