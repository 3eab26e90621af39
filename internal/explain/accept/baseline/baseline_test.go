package baseline_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/explain/accept/baseline"
)

const (
	result = `{"tool": "heddle", "property": "race", "verdict": "violation", "key": "0123456789", "message": "data race",
 "location": {"file": "a.c", "line": 3, "column": 2},
 "others": [{"key": "aaaaaaaaaa", "message": "another", "location": null}],
 "results": [
  {"property": "assert", "verdict": "safe", "key": "", "message": ""},
  {"property": "race", "verdict": "violation", "key": "0123456789", "message": "data race"},
  {"property": "memory", "verdict": "bounded", "accepted": [{"key": "bbbbbbbbbb", "message": "leak"}]}]}`
	log = `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "heddle"}}, "results": [
  {"ruleId": "race", "message": {"text": "data race"}, "partialFingerprints": {"heddle/v1": "0123456789"}, "baselineState": "new",
   "locations": [{"physicalLocation": {"artifactLocation": {"uri": "src/a%20b.c"}, "region": {"startLine": 3}}}]},
  {"ruleId": "race", "level": "note", "message": {"text": "suspect"}},
  {"ruleId": "lock", "message": {"text": "old"}, "partialFingerprints": {"heddle/v1": "cccccccccc"}, "baselineState": "absent"},
  {"ruleId": "deadlock", "message": {"text": "stuck"}, "partialFingerprints": {"heddle/v1": "dddddddddd"}}]}]}`
)

// TestRead reads each form.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"result", result, "race aaaaaaaaaa another b:1:1; race 0123456789 data race a.c:3 b:1:1; memory bbbbbbbbbb leak b:1:1"},
		{"tests", `[{"test": "x", "result": ` + result + `}]`, "race aaaaaaaaaa another b:1:26; race 0123456789 data race a.c:3 b:1:26; memory bbbbbbbbbb leak b:1:26"},
		{"log", log, "race 0123456789 data race src/a b.c:3 b:2:3; deadlock dddddddddd stuck b:6:3"},
		{"nothing", `{"runs": [{"results": [], "tool": {"driver": {"name": "heddle"}}}]}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := baseline.Read("b", []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range list {
				text := fmt.Sprintf("%s %s %s", f.Property, f.Key, f.Message)
				if f.Place != nil {
					text += fmt.Sprintf(" %s:%d", f.Place.File, f.Place.Line)
				}
				got = append(got, text+" "+f.At.String())
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("read %s\nwant %s", s, c.want)
			}
		})
	}
}

// TestReadErrors checks the messages and places of errors.
func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "b:1:1: expected a result"},
		{"race 0123456789", "b:1:1: expected a result"},
		{"{\n \"tool\": }", "b:2:10: invalid character '}'"},
		{"{}", "b:1:1: found neither runs"},
		{"{} {}", "b:1:4: invalid character '{' after top-level value"},
		{"[] []", "b:1:4: found text behind the end"},
		{"[3]", "b:1:2: expected an object"},
		{`{"runs": 3}`, "b:1:10: expected a list"},
		{`{"runs": [{"tool": {"driver": {"name": "lint"}}}]}`, `b:1:11: found a run of the tool "lint", expected heddle`},
		{strings.Replace(log, "0123456789", "01234", 1), `b:2:3: found the key "01234" of a violation of race`},
		{strings.Replace(log, `"deadlock"`, `"style"`, 1), `b:6:3: unknown property "style"`},
		{strings.Replace(log, `"old"`, `3`, 1), `b:5:3: text: found number`},
		{strings.Replace(result, `"memory"`, `"mammary"`, 1), `b:1:1: unknown property "mammary"`},
		{strings.Replace(result, `"aaaaaaaaaa"`, `{}`, 1), `b:1:1: key: found object`},
		{result[:len(result)-1], "b:7:103: unexpected end of JSON input"},
	} {
		if _, err := baseline.Read("b", []byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.40s: got %v, want %s", c.text, err, c.want)
		}
	}
}

var placed = regexp.MustCompile(`^b:[1-9][0-9]*:[1-9][0-9]*: `)

// FuzzRead reads any text: an error names a place, and a finding has a key and a place.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{result, log, `[{"test": "x", "result": ` + result + `}]`, "{\"runs\": [{}, null]}", "[null]", "{\"tool\": \"heddle\"}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := baseline.Read("b", []byte(text))
		if err != nil && (!placed.MatchString(err.Error()) || list != nil) {
			t.Errorf("%v", err)
		}
		seen := make(map[string]bool)
		for _, found := range list {
			id := found.Property.String() + found.Key
			if len(found.Key) != 10 || seen[id] || found.At.Line < 1 || found.At.Column < 1 || found.Place != nil && found.Place.Line < 1 {
				t.Errorf("read %+v", found)
			}
			seen[id] = true
		}
	})
}
