package heddle

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaIn compiles the JSON schema that is read.
func schemaIn(t *testing.T, from io.Reader) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(from)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// resultSchema reads the schema of results.
func resultSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("docs/use", "result.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schemaIn(t, bytes.NewReader(text))
}

// sarifSchema reads the published schema of SARIF.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "sarif", "sarif-schema-2.1.0.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return schemaIn(t, text)
}

// conforms compares a document with a schema.
func conforms(t *testing.T, s *jsonschema.Schema, text []byte) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(v)
}

// checkSchema compares a result with the schema.
func checkSchema(t *testing.T, text []byte) {
	t.Helper()
	if err := conforms(t, resultSchema(t), text); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
}

// TestSchemaRejects checks that the schema rejects malformed results.
func TestSchemaRejects(t *testing.T) {
	s := resultSchema(t)
	good := `{"tool":"heddle","version":"1","files":[],"property":"assert","verdict":"safe","kind":"","location":null,
		"message":"","reason":"","assumptions":[],"bounds":[],"trace":null,"stats":{"time_ns":1,"memory_bytes":2}}`
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"safe"`, `"fine"`, "at '/verdict': value must be one of"},
		{`"tool":"heddle",`, ``, "missing property 'tool'"},
		{`"tool"`, `"more":1,"tool"`, "additional properties 'more' not allowed"},
		{`"bounds":[]`, `"bounds":[{"bound":"loop","limit":-1,"location":{"file":"a","line":1,"column":1}}]`, "at '/bounds/0/limit': minimum"},
		{`"location":null`, `"location":{"file":"a","line":"1","column":1}`, "at '/location/line': got string"},
		{`"trace":null`, `"trace":{"format":"heddle-trace","version":1,"schedule":[{"thread":"main","steps":0}]}`, "/steps': minimum"},
	} {
		err := conforms(t, s, []byte(strings.Replace(good, c.old, c.new, 1)))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.new, err, c.want)
		}
	}
}
