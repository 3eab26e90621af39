package heddle

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// schema is the part of JSON Schema (2020-12) that docs/result.schema.json uses.
// A keyword beyond it is an error.
type schema struct {
	Schema      string             `json:"$schema"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Ref         string             `json:"$ref"`
	Defs        map[string]*schema `json:"$defs"`
	Type        string             `json:"type"`
	Enum        []any              `json:"enum"`
	AnyOf       []*schema          `json:"anyOf"`
	Minimum     *float64           `json:"minimum"`
	Items       *schema            `json:"items"`
	Required    []string           `json:"required"`
	Properties  map[string]*schema `json:"properties"`
	Additional  *bool              `json:"additionalProperties"`
}

// resultSchema reads the schema of results.
func resultSchema(t *testing.T) *schema {
	t.Helper()
	f, err := os.Open(filepath.Join("docs", "result.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	s := &schema{}
	if err := d.Decode(s); err != nil {
		t.Fatal(err)
	}
	return s
}

// validate returns an error that says where a value breaks the schema s, a part
// of root.
func validate(root, s *schema, v any, at string) error {
	if s.Ref != "" {
		def := root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")]
		if def == nil {
			return fmt.Errorf("%s: the schema has no %s", at, s.Ref)
		}
		return validate(root, def, v, at)
	}
	if s.Type != "" && !hasType(v, s.Type) {
		return fmt.Errorf("%s: found %T, want %s", at, v, s.Type)
	}
	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e any) bool { return reflect.DeepEqual(e, v) }) {
		return fmt.Errorf("%s: found %v, want one of %v", at, v, s.Enum)
	}
	if n, ok := v.(float64); ok && s.Minimum != nil && n < *s.Minimum {
		return fmt.Errorf("%s: found %v, want at least %v", at, n, *s.Minimum)
	}
	if len(s.AnyOf) > 0 {
		var last error
		for _, sub := range s.AnyOf {
			if last = validate(root, sub, v, at); last == nil {
				break
			}
		}
		if last != nil {
			return last
		}
	}
	if list, ok := v.([]any); ok && s.Items != nil {
		for i, e := range list {
			if err := validate(root, s.Items, e, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	for _, name := range s.Required {
		if _, ok := object[name]; !ok {
			return fmt.Errorf("%s: no %s", at, name)
		}
	}
	for name, e := range object {
		sub := s.Properties[name]
		if sub == nil {
			if s.Additional != nil && !*s.Additional {
				return fmt.Errorf("%s: %s is not in the schema", at, name)
			}
			continue
		}
		if err := validate(root, sub, e, at+"."+name); err != nil {
			return err
		}
	}
	return nil
}

func hasType(v any, name string) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case float64:
		return name == "number" || name == "integer" && v == float64(int64(v))
	case []any:
		return name == "array"
	}
	return name == "object"
}

// checkSchema holds a result against the schema.
func checkSchema(t *testing.T, text []byte) {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	s := resultSchema(t)
	if err := validate(s, s, v, "result"); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
}

// TestSchemaRejects shows that the schema, and this validator, say no.
func TestSchemaRejects(t *testing.T) {
	s := resultSchema(t)
	good := `{"tool":"heddle","version":"1","files":[],"property":"assert","verdict":"safe","kind":"","location":null,
		"message":"","reason":"","assumptions":[],"bounds":[],"trace":null,"stats":{"time_ns":1,"memory_bytes":2}}`
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"safe"`, `"fine"`, "result.verdict: found fine"},
		{`"tool":"heddle",`, ``, "no tool"},
		{`"tool"`, `"more":1,"tool"`, "more is not in the schema"},
		{`"bounds":[]`, `"bounds":[{"bound":"loop","limit":-1,"location":{"file":"a","line":1,"column":1}}]`, "result.bounds[0].limit: found -1"},
		{`"location":null`, `"location":{"file":"a","line":"1","column":1}`, "result.location.line: found string"},
		{`"trace":null`, `"trace":{"format":"heddle-trace","version":1,"schedule":[{"thread":"main","steps":0}]}`, "steps: found 0"},
	} {
		var v any
		if err := json.Unmarshal([]byte(strings.Replace(good, c.old, c.new, 1)), &v); err != nil {
			t.Fatal(err)
		}
		err := validate(s, s, v, "result")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.new, err, c.want)
		}
	}
}
