package known

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// TestDocument compares the table with the one in the documentation.
func TestDocument(t *testing.T) {
	kinds := [numKinds]string{"directives", "pragmas", "attributes", "asm constraints", "compiler flags"}
	words := []string{"honoured", "ignored", "ignored, and named", "refused"} // by Treatment
	var b strings.Builder
	for k := range numKinds {
		fmt.Fprintf(&b, "\n### %s\n\n| names | treatment | reason |\n| --- | --- | --- |\n", kinds[k])
		for _, r := range rules {
			if r.kind == k {
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.Join(strings.Fields(r.names), "`, `"), words[r.treatment], r.why)
			}
		}
		fmt.Fprintf(&b, "| others | %s | |\n", words[k.Other()])
	}
	golden.Part(t, "../../../docs/use/unsupported.md", "<!-- known -->\n", "<!-- end of known -->\n", b.String()+"\n")
}

func TestOthers(t *testing.T) {
	for kind, want := range map[Kind]Treatment{Directive: Refused, Constraint: Refused, Pragma: Noted, Attribute: Noted, Flag: Ignored} {
		if got, listed := Of(kind, "nothing_of_this_name"); listed || got != want {
			t.Errorf("kind %d: %d, listed %t; expected %d", kind, got, listed, want)
		}
	}
}
