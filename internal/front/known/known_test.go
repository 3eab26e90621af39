package known_test

import (
	"os"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/known"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var update = testflag.Update()

const page = "../../../docs/use/unsupported.md"

// TestDocument compares the table with the one in the documentation.
func TestDocument(t *testing.T) {
	const begin, end = "<!-- known -->\n", "<!-- end of known -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", page)
	}
	want := head + begin + known.Table() + "\n" + end + tail
	if string(text) == want {
		return
	}
	if !*update {
		t.Fatalf("%s has another table; run the test with -update", page)
	}
	if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestOthers(t *testing.T) {
	for kind, want := range map[known.Kind]known.Treatment{
		known.Directive: known.Refused, known.Constraint: known.Refused,
		known.Pragma: known.Noted, known.Attribute: known.Noted, known.Flag: known.Ignored,
	} {
		if got, listed := known.Of(kind, "nothing_of_this_name"); listed || got != want {
			t.Errorf("%s: %s, listed %t; expected %s", kind, got, listed, want)
		}
	}
}
