package svcomp_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/explain/svcomp"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
	"github.com/heddle-mc/heddle/internal/testkit/svcomptest"
)

func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// forget removes the data that a writer does not write.
func forget(w *svcomp.Witness) {
	w.Warnings = nil
	clear := func(list []svcomp.Waypoint) {
		for i := range list {
			list[i].At, list[i].Callee, list[i].Starts = svcomp.Place{}, "", ""
		}
	}
	for i := range w.Segments {
		w.Segments[i].At = svcomp.Place{}
		clear(w.Segments[i].Avoid)
		clear(w.Segments[i].Follow)
	}
	for i := range w.Invariants {
		w.Invariants[i].At = svcomp.Place{}
	}
	for i := range w.Ghosts {
		w.Ghosts[i].At = svcomp.Place{}
	}
	for i := range w.Updates {
		w.Updates[i].At = svcomp.Place{}
		for k := range w.Updates[i].Sets {
			w.Updates[i].Sets[k].At = svcomp.Place{}
		}
	}
}

// TestRoundTrip: a witness that was read is written, and read again as the same. The text equals the
// golden files, and keeps the rules of the format.
func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"violation.yml", "race.yml", "ghost.yml"} {
		first, err := svcomp.Read(name, read(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if len(first.Warnings) > 0 {
			t.Errorf("%s: %v", name, first.Warnings)
		}
		var text, graph bytes.Buffer
		if err := first.WriteYAML(&text); err != nil {
			t.Fatal(err)
		}
		golden.File(t, filepath.Join("testdata", name+".golden"), text.String())
		if err := svcomptest.Lint(text.Bytes()); err != nil && first.Ghosts == nil {
			t.Errorf("%s: %v", name, err)
		}
		second, err := svcomp.Read(name, text.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		forget(first)
		forget(second)
		if !reflect.DeepEqual(first, second) {
			t.Errorf("%s: read %+v, then %+v", name, first, second)
		}
		if first.Ghosts != nil {
			continue
		}
		if err := first.WriteGraphML(&graph); err != nil {
			t.Fatal(err)
		}
		golden.File(t, filepath.Join("testdata", strings.TrimSuffix(name, ".yml")+".graphml.golden"), graph.String())
		third, err := svcomp.Read(name, graph.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(third.Segments) != len(first.Segments) || len(targets(third)) != len(targets(first)) {
			t.Errorf("%s: GraphML has %d segments, expected %d", name, len(third.Segments), len(first.Segments))
		}
	}
}

// TestOriginFile: GraphML names the file of a line if it is not the first.
func TestOriginFile(t *testing.T) {
	w, err := svcomp.Read("violation.yml", read(t, "violation.yml"))
	if err != nil {
		t.Fatal(err)
	}
	last := len(w.Segments) - 1
	w.Segments[last].Follow[0].Location.File = "included.c"
	var graph bytes.Buffer
	if err := w.WriteGraphML(&graph); err != nil {
		t.Fatal(err)
	}
	again, err := svcomp.Read("w.graphml", graph.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]string{0: w.Metadata.Files[0], last: "included.c"} {
		if got := again.Segments[i].Follow[0].Location.File; got != want {
			t.Errorf("segment %d is in %s, want %s", i, got, want)
		}
	}
}

// TestTargetOfCall: a target means a statement, even if the edges of its line are about a call.
func TestTargetOfCall(t *testing.T) {
	const line, returns = "\n    <data key=\"startline\">32</data>", "\n    <data key=\"assumption\">\\result == 0;</data>\n    <data key=\"assumption.resultfunction\">f</data>"
	text := string(read(t, "race.graphml.golden"))
	edge := strings.LastIndex(text, "</edge>")
	end := strings.LastIndex(text[:edge], "<data key=\"startline\">")
	text = text[:end] + strings.TrimSpace(line+returns) + "\n  </edge>\n</graph>\n</graphml>\n"
	w, err := svcomp.Read("w.graphml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets(w) {
		if target.Callee != "" {
			t.Errorf("the target %+v is of a call", target)
		}
	}
}

// targets returns the waypoints of the last segment.
func targets(w *svcomp.Witness) []svcomp.Waypoint {
	if len(w.Segments) == 0 {
		return nil
	}
	return w.Segments[len(w.Segments)-1].Follow
}

// TestMistakes: errors name the mistake and its place.
func TestMistakes(t *testing.T) {
	good := string(read(t, "violation.yml"))
	for _, c := range []struct{ old, new, want string }{
		{"- entry_type", "entry_type", "this is no YAML"},
		{"violation_sequence", "violation", "violation.yml:1:1: no entry is of a type that is known"},
		{`"2.2"`, `"3.0"`, `violation.yml:3:21: found the format_version "3.0"`},
		{"uuid: \"0f6c2f0a-5a53-4c39-9d0e-6c1f5f6f2b11\"", "uuid: x", `violation.yml:4:11: found the uuid "x"`},
		{"creation_time: \"2026-10-01T09:00:00Z\"", "creation_time: now", "creation_time"},
		{"df4cdca2", "DF4CDCA2", "64 hexadecimal digits"},
		{"LP64", "LP65", `found the data_model "LP65"`},
		{"language: \"C\"", "language: Java", `found the language "Java"`},
		{"type: branching", "type: jumping", `waypoints of type "jumping" are not known`},
		{"line: 12", "line: 0", `found "0", expected an integer of at least 1`},
		{"line: 12", "line: many", `found "many"`},
		{", line: 12", "", `the key "line" is missing`},
		{"thread_id: 1", "thread_id: 2", "thread_id is 2, but 1 threads were created"},
		{"thread_id: 1", "thread_id: -1", "expected an integer of at least 0"},
		{"type: target", "type: assumption", "the last segment has no target"},
		{`constraint: {value: "true"}`, `constraint: {value: "maybe"}`, `found the value "maybe"`},
		{`value: '\result == 5', format: ext_c_expression`, `value: '5', format: ext_c_expression`, "expected \\result"},
		{"action: follow, thread_id: 0, location: {file_name: lost.c, line: 18", "action: avoid, thread_id: 0, location: {file_name: lost.c, line: 18", "no waypoint to be followed"},
		{"action: follow", "action: cycle", "cycles, of executions without an end, are not supported"},
		{"content:", "content: []\n  more:", "has at least one segment"},
		{"type: function_return", "type: target", "a target is in a segment before the last"},
		{"  content:", "  content: *nothing\n  x:", "this is no YAML"},
		{"metadata:", "metadata:\n    uuid: x", "already defined|there twice"},
		{"]", "", "this is no YAML"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Errorf("%q is not in the file", c.old)
		}
		_, err := svcomp.Read("violation.yml", []byte(text))
		var named *svcomp.Error
		if !errors.As(err, &named) || !containsOne(err.Error(), c.want) || named.Line == 0 {
			t.Errorf("%q instead of %q: found %v, expected %q with a line", c.new, c.old, err, c.want)
		}
	}
}

func containsOne(text, alternatives string) bool {
	for _, a := range strings.Split(alternatives, "|") {
		if strings.Contains(text, a) {
			return true
		}
	}
	return false
}

// TestGraphMistakes is TestMistakes for GraphML.
func TestGraphMistakes(t *testing.T) {
	good := string(read(t, "violation.graphml.golden"))
	for _, c := range []struct{ old, new, want string }{
		{"</graphml>", "", "this is no XML"},
		{"violation_witness", "witness", "found the witness-type"},
		{"64bit", "65bit", "found the architecture"},
		{`<data key="programhash">`, `<data key="hash">`, "the graph has no programhash"},
		{`<data key="entry">true</data>`, ``, "no node is the entry"},
		{`<data key="violation">true</data>`, ``, "the violation is not reached"},
		{`target="N1"`, `target="N99"`, `leads to "N99"`},
		{`source="N1"`, `source="N0"`, "the automaton branches"},
		{`source="N1"`, `source="N99"`, `comes from "N99"`},
		{`<data key="startline">12</data>`, `<data key="startline">x</data>`, `found the startline "x"`},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		_, err := svcomp.Read("w.graphml", []byte(text))
		var named *svcomp.Error
		if !errors.As(err, &named) || !strings.Contains(err.Error(), c.want) || named.Line == 0 {
			t.Errorf("%q instead of %q: found %v, expected %q with a line", c.new, c.old, err, c.want)
		}
	}
}

// TestProperties: all forms of specifications that are in use are recognised.
func TestProperties(t *testing.T) {
	for text, want := range map[string]string{
		"CHECK( init(main()), LTL(G ! call(reach_error())) )": "reach", "G ! call(reach_error())": "reach", "G ! data-race": "race",
		"CHECK( init(main()), LTL(G valid-deref) )": "memory", "CHECK( init(main()), LTL(F end) )": "termination",
		"CHECK( init(main()), LTL(G ! overflow) )": "overflow", "CHECK(init(main()),LTL(G!data-race))": "race", "": "", "CHECK( init(main()), F": "",
	} {
		if got := svcomp.Property(text); got != want {
			t.Errorf("%q: found %q, expected %q", text, got, want)
		}
	}
	for _, p := range []string{"reach", "race", "memory", "overflow", "assert"} {
		text, ok := svcomp.Specification(p, "")
		if got := svcomp.Property(text); !ok || got != p {
			t.Errorf("%s: %q is %q", p, text, got)
		}
	}
}

// FuzzContent is FuzzRead for contents after valid metadata.
func FuzzContent(f *testing.F) {
	head, _, _ := strings.Cut(string(read(f, "race.yml")), "  content:")
	f.Add("  content:\n  - segment: [waypoint: {type: target, action: follow, thread_id: 0, location: {file_name: a.c, line: 1}}]\n", true)
	f.Add("  content:\n  - invariant: {type: loop_invariant, location: {file_name: a.c, line: 1}, value: x, format: c_expression}\n", false)
	f.Fuzz(func(t *testing.T, content string, violation bool) {
		text := head
		if !violation {
			text = strings.Replace(head, "violation_sequence", "invariant_set", 1)
		}
		w, err := svcomp.Read("w", []byte(text+content))
		if err != nil {
			if !errors.As(err, new(*svcomp.Error)) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		var out bytes.Buffer
		if err := w.WriteYAML(&out); err != nil {
			t.Fatal(err)
		}
		again, err := svcomp.Read("w", out.Bytes())
		if err != nil {
			t.Fatalf("%v, of\n%s", err, out.Bytes())
		}
		forget(w)
		forget(again)
		if !reflect.DeepEqual(w, again) {
			t.Fatalf("read %+v, then %+v", w, again)
		}
	})
}

// FuzzRead: every failure of the readers on any input is an *Error, and a witness that was read can be
// written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte("- &a [*a]"))
	f.Add([]byte("- entry_type: violation_sequence\n  metadata: {format_version: \"2.2\"}\n  content: [segment: [waypoint: {type: target, action: follow, location: {file_name: a.c, line: 1}}]]\n"))
	f.Add([]byte("- {entry_type: invariant_set, metadata: {}, content: [invariant: {type: loop_invariant, value: '1'}]}"))
	f.Add([]byte(`<graphml><graph><data key="witness-type">violation_witness</data><node id="N"><data key="entry">true</data></node><edge source="N" target="N"><data key="startline">1</data></edge></graph></graphml>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := svcomp.Read("w", text)
		if err != nil {
			if !errors.As(err, new(*svcomp.Error)) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		var out bytes.Buffer
		if len(w.Metadata.Files) != len(w.Metadata.Hashes) {
			return
		}
		if err := w.WriteYAML(&out); err != nil {
			t.Fatal(err)
		}
		w.Metadata.FormatVersion = "2.2"
		if err := w.WriteGraphML(&out); err != nil {
			t.Fatal(err)
		}
	})
}
