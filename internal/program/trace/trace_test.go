package trace

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/wide"
)

func full() *Trace {
	return &Trace{
		Program: "0123456789abcdef", Model: "lp64",
		Failure: &Failure{Property: "memory", Kind: "use-after-free", Message: "read of <freed> memory", Thread: "main.1",
			Function: "f", File: "a.c", Line: 3, Column: 7, Threads: []string{"main", "main.1"},
			Other: &Other{Thread: "main.1", Function: "g", File: "b.c", Line: 4, Column: 9}},
		Environment: []string{"spurious"},
		Schedule:    []Segment{{"main", 3}, {"main.1", 1}, {"main", 1}, {"main.1.2", 9}},
		Threads: []ThreadInputs{
			{"main", []Input{{Reason: "nondet", Width: 32, Value: wide.Word{Lo: 7}, Place: "a.c:3:4"}, {Reason: "wake", Width: 64, Value: wide.Word{Lo: 1<<64 - 1}}}},
			{"main.1", []Input{{Reason: "nondet", Width: 128, Value: wide.Word{Lo: 5, Hi: 1 << 63}}}},
		},
		Uninit: []Uninit{{Object{Global: "x"}, 3, 255}, {Object{Site: 4, Thread: "main.1", Count: 2}, 0, 0}},
	}
}

func text(t *testing.T, tr *Trace) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	for name, tr := range map[string]*Trace{"full": full(), "empty": {}} {
		t.Run(name, func(t *testing.T) {
			got, err := Parse([]byte(text(t, tr)))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, tr) {
				t.Errorf("got %+v\nwant %+v", got, tr)
			}
		})
	}
}

// TestDocument reads the example of docs/understand/trace.md.
func TestDocument(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/understand/trace.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(doc), "```json\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("no example")
	}
	tr, err := Parse([]byte(example))
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, tr); got != example {
		t.Errorf("the example is not in canonical form\n%s", got)
	}
}

func TestErrors(t *testing.T) {
	head := "{\n  \"format\": \"heddle-trace\",\n  \"version\": 1,\n  "
	tests := []struct{ name, text, want string }{
		{"empty", "", "1:1: the text ends too early"},
		{"array", "[]", `1:1: expected "{"`},
		{"format", `{"format": "x"}`, `1:15: field "version" is missing`},
		{"version", `{"format": "heddle-trace", "version": 2, "schedule": []}`, "1:1: version 2 is not 1"},
		{"other format", `{"format": "x", "version": 1, "schedule": []}`, `1:1: format "x" is not heddle-trace`},
		{"unknown", head + `"foo": 1}`, `4:3: unknown field "foo"`},
		{"twice", head + "\"model\": \"lp64\",\n  \"model\": \"lp64\"}", `5:3: field "model" comes twice`},
		{"missing", "{}", `1:2: field "format" is missing`},
		{"thread", head + `"schedule": [{"thread": "main.0", "steps": 1}]}`, `4:16: "main.0" is not a thread name`},
		{"steps", head + `"schedule": [{"thread": "main", "steps": 0}]}`, "4:16: a segment has at least one step"},
		{"negative", head + `"schedule": [{"thread": "main", "steps": -1}]}`, "4:44: -1 is not a whole number"},
		{"type", head + `"schedule": [{"thread": 5}]}`, "4:27: expected a string"},
		{"segment", head + `"schedule": [{}]}`, `4:17: field "thread" is missing`},
		{"value", head + `"schedule": [], "inputs": [{"thread": "main", "values": [{"reason": "nondet", "width": 8, "value": "256"}]}]}`, "the value does not fit 8 bits"},
		{"number", head + `"schedule": [], "inputs": [{"thread": "main", "values": [{"reason": "nondet", "width": 8, "value": "-1"}]}]}`, `4:102: "-1" is not an unsigned value`},
		{"object", head + `"schedule": [], "uninitialised": [{"offset": 1, "value": 1}]}`, "a byte's object is a global, or a site and a thread"},
		{"other", head + `"failure": {"property": "exclusion", "other": {"thread": "main.1", "file": "a.c", "line": 0, "column": 0}}, "schedule": []}`, "the other thread has a name and a place"},
		{"syntax", head + `"schedule": [,]}`, "4:16: invalid character ','"},
		{"rest", head + `"schedule": []} 5`, "something follows the trace"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

func TestSteps(t *testing.T) {
	var tr Trace
	for _, th := range []string{"main", "main", "main.1", "main"} {
		tr.AddStep(th)
	}
	if !reflect.DeepEqual(tr.Schedule, []Segment{{"main", 2}, {"main.1", 1}, {"main", 1}}) || tr.Steps() != 4 || tr.Switches() != 2 {
		t.Errorf("%+v, %d steps, %d switches", tr.Schedule, tr.Steps(), tr.Switches())
	}
}

func FuzzParse(f *testing.F) {
	var b bytes.Buffer
	Write(&b, full())
	f.Add(b.Bytes())
	f.Add([]byte(`{"format": "heddle-trace", "version": 1, "schedule": []}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tr, err := Parse(data)
		if err != nil {
			return
		}
		once := text(t, tr)
		again, err := Parse([]byte(once))
		if err != nil {
			t.Fatalf("%v\n%s", err, once)
		}
		if text(t, again) != once {
			t.Errorf("not stable\n%s", once)
		}
	})
}
