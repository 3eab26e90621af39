package verdict

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestSchema compares the kinds in the schema of results with the kinds of this package.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "use", "result.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Properties struct {
			Property struct{ Enum []string }
		}
	}
	var schema struct {
		object
		Defs struct {
			Judgement object
			Kind      struct{ Enum []Kind }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	all := []Kind{""}
	for _, list := range kinds {
		all = append(all, list...)
	}
	slices.Sort(all)
	if found := slices.Sorted(slices.Values(schema.Defs.Kind.Enum)); !slices.Equal(found, all) {
		t.Errorf("found kinds %q, expected %q", found, all)
	}
	for _, o := range []object{schema.object, schema.Defs.Judgement} {
		if found := o.Properties.Property.Enum; !slices.Equal(found, propertyNames[:]) {
			t.Errorf("found properties %q, expected %q", found, propertyNames)
		}
	}
}
