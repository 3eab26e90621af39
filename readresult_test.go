package heddle

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadResult checks that a page made from a result's JSON form is the same as one made from the result.
func TestReadResult(t *testing.T) {
	for _, name := range []string{"account_bug.c", "abba_bug.c", "use_after_free_bug.c", "counter_ok.c"} {
		r, err := Check(context.Background(), Options{Files: []string{filepath.Join("examples", name)}, Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		var text, want, got bytes.Buffer
		if err := r.WriteJSON(&text); err != nil {
			t.Fatal(err)
		}
		checkSchema(t, text.Bytes())
		again, err := ReadResult("result.json", text.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if err := r.WriteHTML(&want); err != nil {
			t.Fatal(err)
		}
		if err := again.WriteHTML(&got); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("%s: the page of the JSON form is another one", name)
		}
	}
}

func TestReadResultErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "r.json:1:1: unexpected end"},
		{"{\n  \"tool\": heddle}", "r.json:2:11: invalid character"},
		{`{"tool": "other"}`, `r.json: found tool "other"`},
		{`{"tool": 7}`, "r.json:1:10: tool: found number, expected string"},
		{`{"tool": "heddle", "property": "race", "verdict": "fine"}`, `race: found verdict "fine"`},
		{`{"tool": "heddle", "verdict": "safe", "results": [{"verdict": ""}]}`, `found verdict ""`},
		{`{"tool": "heddle", "verdict": "violation", "story": {"actions": [{"thread": "main"}]}}`, `action 0: thread "main" is not among the threads`},
		{`{"tool": "heddle", "verdict": "safe", "sources": [{"file": "a.c"}]}`, "a.c: found first line 0"},
	} {
		_, err := ReadResult("r.json", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v, expected %s", c.text, err, c.want)
		}
	}
}

// FuzzReadResult checks that every result that can be read can be shown.
func FuzzReadResult(f *testing.F) {
	const head = `{"tool":"heddle","property":"race","verdict":"violation","sources":[{"file":"a.c","first":1,"lines":["x","y"]}],"story":{"threads":[{"name":"main"},{"name":"main.1"}],`
	f.Add([]byte(head + `"failure":{"property":"race","race":[{"thread":"main","what":"read","step":1},{"thread":"main.1","what":"write"}]},"actions":[{"step":1,"thread":"main","kind":"read","object":"x","location":"1+0","writer":1,"uses":[0]}]}}`))
	f.Add([]byte(head + `"failure":{"waits":[{"thread":"main","for":"lock","object":"m","owners":[{"thread":"main.1"}]},{"thread":"main.1","for":"join","owners":[{"thread":"main"}]}]},"actions":[]}}`))
	f.Add([]byte(head + `"failure":{"property":"assert","reads":[0],"branches":[0]},"actions":[{"thread":"main","kind":"fault","locks":["m"],"stack":[{"file":"a.c","line":2,"column":1}]}]}}`))
	f.Add([]byte(`{"tool":"heddle","verdict":"safe","results":[{"verdict":"bounded","bounds":[{"bound":"loop","limit":2,"location":{"file":"a.c","line":1}}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := ReadResult("r.json", text)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := r.WriteHTML(&out); err != nil {
			t.Error(err)
		}
	})
}
