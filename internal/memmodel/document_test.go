package memmodel

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDocument holds that docs/use/models.md names each built-in model, base relation and base set, and that its
// example is a model.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/use/models.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	var names []string
	for name := range baseRelations {
		names = append(names, name)
	}
	for name := range baseSets {
		if !regexp.MustCompile(`^(D[MS]B|Fence)\..*[a-zA-Z]\.?`).MatchString(name) {
			names = append(names, name)
		}
	}
	for _, name := range append(names, Builtins()...) {
		if !strings.Contains(doc, "`"+name+"`") {
			t.Errorf("docs/use/models.md does not name %s", name)
		}
	}
	_, example, _ := strings.Cut(doc, "```cat\n")
	example, _, _ = strings.Cut(example, "```")
	m, err := load(example)
	if err != nil {
		t.Fatal(err)
	}
	if m.Name() != "Store buffers" || m.Check(execution("W:x=1 W:y=1 | R:y=1 R:x=0")).Consistent {
		t.Error("the example permits MP")
	}
	if !m.Check(execution("W:x=1 R:y=0 | W:y=1 R:x=0")).Consistent {
		t.Error("the example forbids SB")
	}
}
