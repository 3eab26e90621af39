package accept_test

import (
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/explain/accept"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// sources maps the names of files to their text.
type sources map[string]string

func (s sources) lines(file string) []string {
	if text, ok := s[file]; ok {
		return strings.Split(text, "\n")
	}
	return nil
}

func race(places ...verdict.Location) *accept.Finding {
	return &accept.Finding{Property: verdict.Race, Places: places}
}

// TestKey checks the parts of a finding on which its key depends.
func TestKey(t *testing.T) {
	files := sources{
		"a.c": "x++;\ny++;\nx++;",
		"b.c": "int z;\n\t x++;  // heddle: accept race\n\ty++;",
	}
	at := func(file string, line int, function string) verdict.Location {
		return verdict.Location{File: file, Line: line, Column: 1, Function: function}
	}
	key := func(f *accept.Finding) string { return f.Key(files.lines) }
	pair := race(at("a.c", 1, "f"), at("a.c", 2, "g"))
	for _, same := range []*accept.Finding{
		race(at("a.c", 2, "g"), at("a.c", 1, "f")), // the order of a race's accesses does not matter
		race(at("b.c", 2, "f"), at("b.c", 3, "g")), // nor do file, line, blanks and acceptance comments
	} {
		if key(same) != key(pair) {
			t.Errorf("%v: key %s, expected %s", same, key(same), key(pair))
		}
	}
	seen := map[string]bool{key(pair): true}
	for _, other := range []*accept.Finding{
		race(at("a.c", 3, "f"), at("a.c", 2, "g")), // the second line with this text
		race(at("a.c", 1, "h"), at("a.c", 2, "g")),
		race(at("a.c", 1, "f")),
		race(at("none.c", 1, "f")),
		race(at("none.c", 2, "f")),
		{Property: verdict.Assert, Places: pair.Places},
		{Property: verdict.Race, Kind: "other", Places: pair.Places},
	} {
		if seen[key(other)] {
			t.Errorf("%v has the key of another finding", other)
		}
		seen[key(other)] = true
	}
}

// TestAccepts compares acceptances with findings.
func TestAccepts(t *testing.T) {
	found := race(verdict.Location{File: "a.c", Line: 1}, verdict.Location{File: "a.c", Line: 5})
	key := found.Key(sources{}.lines)
	list, err := accept.Read("list", strings.NewReader("# known\n\n race "+key+" why\nassert "+key+"\nrace 0123456789\n"))
	if err != nil {
		t.Fatal(err)
	}
	comments, err := accept.Comments("a.c", []string{"", "", "", "", "x = 1; /* heddle: accept assert, race */", "y; // heddle:accept race"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range append(list, comments...) {
		if a.Accepts(found, key) {
			got = append(got, a.String())
		}
	}
	if want := "race " + key + " at list:3:2, race at a.c:5:8"; strings.Join(got, ", ") != want {
		t.Errorf("accepted by %s, expected %s", strings.Join(got, ", "), want)
	}
}

// FuzzRead reads any text; an error names a place.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"race 0123456789 x", "# no\n\tmemory", "rice 0", "// heddle: accept race,memory", "/* heddle: accept x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := accept.Read("list", strings.NewReader(text))
		if err != nil && !strings.HasPrefix(err.Error(), "list:") {
			t.Errorf("%v", err)
		}
		for _, a := range list {
			if a.At.Line < 1 || a.At.Column < 1 || len(a.Key) != 10 {
				t.Errorf("read %+v", a)
			}
		}
		if _, err := accept.Comments("list", strings.Split(text, "\n")); err != nil && !strings.HasPrefix(err.Error(), "list:") {
			t.Errorf("%v", err)
		}
	})
}
