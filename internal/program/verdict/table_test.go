package verdict

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// TestSchema checks that the schema of results has the names of the properties and of the kinds.
func TestSchema(t *testing.T) {
	kinds := []string{""}
	for _, p := range AllChecks.Properties() {
		for _, k := range p.Row().Kinds {
			if !slices.Contains(kinds, string(k.Kind)) {
				kinds = append(kinds, string(k.Kind))
			}
		}
	}
	for begin, names := range map[string][]string{
		`    "property": {"enum": [`: AllChecks.Names(),
		`    "kind": {"description": "tells violations of a property with several kinds apart; else empty", "enum": [`: kinds,
	} {
		var quoted []string
		for _, name := range names {
			quoted = append(quoted, strconv.Quote(name))
		}
		golden.Part(t, "../../../docs/use/result.schema.json", begin, "]},\n", strings.Join(quoted, ", "))
	}
}

// TestRows checks that each row declares all that every property has.
func TestRows(t *testing.T) {
	for p := range NumProperties {
		r := p.Row()
		if r.Name == "" || r.Summary == "" || r.Rule.Name == "" || r.Rule.Text == "" || r.Rule.CWE == nil {
			t.Errorf("property %d: its name, its summary or a part of its rule is not stated", p)
		}
		if n := len(AllChecks.Properties()); n != int(NumProperties) || r.Check == 0 || r.Check&(r.Check-1) != 0 {
			t.Errorf("%s: found the checks %b, expected one", p, r.Check)
		}
		for _, k := range r.Kinds {
			if !k.Kind.Of(p) || r.Meaning == "" && k.Meaning == "" {
				t.Errorf("%s: the kind %s has no meaning", p, k.Kind)
			}
		}
		if r.Meaning == "" && r.Kinds == nil || (r.SVCOMP.Formula == "") != (r.SVCOMP.Verdict == "") {
			t.Errorf("%s: its meaning, or one of its names in SV-COMP, is not stated", p)
		}
		if f := r.SVCOMP.Formula; f != "" {
			if q, part, ok := OfFormula(f); !ok || q != p || part != "" {
				t.Errorf("%s: its formula is that of %s", p, q)
			}
		}
	}
}
