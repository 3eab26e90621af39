package heddle

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// sarifOf returns the log of a check, which the published schema accepts.
func sarifOf(t *testing.T, list ...Tested) *sarif.Run {
	t.Helper()
	var text bytes.Buffer
	if err := WriteSARIF(&text, list, Exit{Code: 1, Meaning: "violation"}); err != nil {
		t.Fatal(err)
	}
	if err := conforms(t, sarifSchema(t), text.Bytes()); err != nil {
		t.Errorf("%v in\n%s", err, &text)
	}
	log, err := sarif.FromBytes(text.Bytes())
	if err != nil || len(log.Runs) != 1 {
		t.Fatalf("%d runs, %v", len(log.Runs), err)
	}
	return log.Runs[0]
}

func checked(t *testing.T, opts Options) Tested {
	t.Helper()
	opts.Jobs = 1
	r, err := Check(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return Tested{Result: r}
}

// TestSARIF checks logs of all kinds of answers against the schema, and the parts of results that readers
// rely on.
func TestSARIF(t *testing.T) {
	odd := filepath.Join(t.TempDir(), "a b#ü.c")
	accepted := "#include <assert.h>\nint main(void) { /* ü */ assert(0); // heddle: accept assert\n}\n"
	if err := os.WriteFile(odd, []byte(accepted), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		opts     Options
		results  int
		notes    string // levels
		threads  int    // thread flows of the first result
		related  int
		suppress string
	}{
		{"assertion", Options{Files: []string{"examples/account_bug.c"}}, 1, "", 3, 0, ""},
		{"race", Options{Files: []string{"examples/counter_bug.c"}, Properties: []string{"race"}}, 1, "", 3, 1, ""},
		{"deadlock", Options{Files: []string{"examples/abba_bug.c"}}, 1, "", 3, 4, ""},
		{"all", Options{Files: []string{"examples/counter_bug.c"}, Properties: []string{"race"}, All: true}, 1, "", 3, 1, ""},
		{"safe", Options{Files: []string{"examples/counter_ok.c"}}, 0, "", 0, 0, ""},
		{"bounded", Options{Files: []string{source(t, endless)}, Properties: []string{"assert"}, Unwind: 2}, 0, "note", 0, 0, ""},
		{"unknown", Options{Files: []string{source(t, endless)}, Properties: []string{"assert", "race"}, Timeout: 1}, 0, "warning warning", 0, 0, ""},
		{"accepted", Options{Files: []string{odd}, Properties: []string{"assert"}}, 1, "note", 0, 0, "inSource"},
		{"no second thread", Options{Files: []string{source(t, failing)}, Properties: []string{"assert"}}, 1, "", 1, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := sarifOf(t, checked(t, c.opts))
			var levels []string
			for _, n := range run.Invocations[0].ToolExecutionNotifications {
				levels = append(levels, n.Level)
			}
			if len(run.Results) != c.results || strings.Join(levels, " ") != c.notes {
				t.Fatalf("%d results and notifications %v, want %d and %s", len(run.Results), levels, c.results, c.notes)
			}
			if c.results == 0 {
				return
			}
			r := run.Results[0]
			if key, _ := r.PartialFingerprints["heddle/v1"].(string); !regexp.MustCompile("^[0-9a-f]{10}$").MatchString(key) {
				t.Errorf("the fingerprint is %q", key)
			}
			if len(r.RelatedLocations) != c.related {
				t.Errorf("%d related locations, want %d", len(r.RelatedLocations), c.related)
			}
			if c.suppress != "" {
				at := r.Locations[0].PhysicalLocation
				if r.Suppressions[0].Kind != c.suppress || !strings.HasSuffix(*at.ArtifactLocation.URI, "/a%20b%23%C3%BC.c") || *at.Region.StartColumn != 26 {
					t.Errorf("suppressed %s, at %s, column %d", r.Suppressions[0].Kind, *at.ArtifactLocation.URI, *at.Region.StartColumn)
				}
				return
			}
			checkFlow(t, r, c.threads)
		})
	}
}

// checkFlow checks that a result has an execution with the given number of threads, in one order.
func checkFlow(t *testing.T, r *sarif.Result, threads int) {
	t.Helper()
	if len(r.CodeFlows) != 1 || len(r.CodeFlows[0].ThreadFlows) != threads {
		t.Fatalf("%d code flows, want one with %d threads", len(r.CodeFlows), threads)
	}
	seen := make(map[int]bool)
	for _, flow := range r.CodeFlows[0].ThreadFlows {
		last := 0
		for _, at := range flow.Locations {
			if n := *at.ExecutionOrder; n <= last || seen[n] {
				t.Errorf("%s: step %d after %d", *flow.ID, n, last)
			} else {
				last, seen[n] = n, true
			}
		}
	}
}

// TestExamplesAsSARIF writes the violations of examples in the forms for machines: without -long of every third.
func TestExamplesAsSARIF(t *testing.T) {
	files, err := filepath.Glob("examples/*_bug.c")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(file string) bool { return !*long && !testprog.Chosen(t, file, 3) })
	var list []Tested
	for _, file := range files {
		tested := checked(t, Options{Files: []string{file}, Properties: []string{"assert", "race", "deadlock", "memory"}, First: true})
		tested.Test = file
		list = append(list, tested)
	}
	if n := len(sarifOf(t, list...).Results); n < len(files) {
		t.Errorf("%d results of %d examples", n, len(files))
	}
	var lines, report bytes.Buffer
	if err := WriteGCC(&lines, list); err != nil {
		t.Fatal(err)
	}
	form := regexp.MustCompile(`^([^:]+:[0-9]+:[0-9]+|heddle): (error|warning|note): .`)
	for line := range strings.Lines(lines.String()) {
		if !form.MatchString(line) {
			t.Errorf("as gcc: %s", line)
		}
	}
	if err := WriteJUnit(&report, list, JUnitOptions{}); err != nil {
		t.Fatal(err)
	}
	var suites struct {
		Failures int `xml:"failures,attr"`
		Suites   []struct {
			Cases []struct {
				Failure *struct{} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.NewDecoder(&report).Decode(&suites); err != nil {
		t.Fatal(err)
	}
	if len(suites.Suites) != len(files) || suites.Failures < len(files) {
		t.Errorf("%d suites with %d failures, want %d", len(suites.Suites), suites.Failures, len(files))
	}
}

// TestJUnitOfOddText writes characters that XML does not have.
func TestJUnitOfOddText(t *testing.T) {
	list := []Tested{{Result: &Result{Judgement: Judgement{Property: "assert", Verdict: Violation, Message: "a\x01b]]>\u00fc<&\xff"}}}}
	var report bytes.Buffer
	if err := WriteJUnit(&report, list, JUnitOptions{}); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(&report); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestBaseline compares checks with earlier ones, in each form.
func TestBaseline(t *testing.T) {
	dir := t.TempDir()
	program := "#include <pthread.h>\nint a, b;\nvoid *f(void *p) { a++;\n#ifdef MORE\nb++;\n#endif\nreturn p; }\n" +
		"int main(void) {\npthread_t t;\npthread_create(&t, 0, f, 0);\n#ifndef NONE\na++;\n#endif\nb++;\n}\n"
	opts := Options{Files: []string{source(t, program)}, Properties: []string{"race"}}
	before := checked(t, opts)
	var asJSON, asSARIF, asTests bytes.Buffer
	err := before.Result.WriteJSON(&asJSON)
	if err == nil {
		err = WriteSARIF(&asSARIF, []Tested{before}, Exit{})
	}
	if err == nil {
		err = json.NewEncoder(&asTests).Encode([]Tested{before})
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"json": asJSON.Bytes(), "sarif": asSARIF.Bytes(), "tests": asTests.Bytes()} {
		opts.Baseline = filepath.Join(dir, name)
		if err := os.WriteFile(opts.Baseline, text, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			define string
			want   Verdict
			states []string
		}{
			{"SAME", Bounded, []string{"unchanged"}},
			{"MORE", Violation, []string{"new", "unchanged"}},
			{"NONE", Safe, []string{"absent"}},
		} {
			opts.Defines = []string{c.define}
			after := checked(t, opts)
			var text bytes.Buffer
			if err := after.Result.WriteJSON(&text); err != nil {
				t.Fatal(err)
			}
			checkSchema(t, text.Bytes())
			var states []string
			for _, r := range sarifOf(t, after).Results {
				states = append(states, *r.BaselineState)
			}
			if after.Result.Verdict != c.want || !slices.Equal(states, c.states) {
				t.Errorf("%s, %s: got %s and %v, want %s and %v", name, c.define, after.Result.Verdict, states, c.want, c.states)
			}
		}
	}
}

// TestAcceptanceBesideLineMarker checks that a comment accepts violations on its own physical line, not on
// one to which a line marker gives the same number.
func TestAcceptanceBesideLineMarker(t *testing.T) {
	file := source(t, "#include <assert.h>\nint n; // heddle: accept assert\nint main(void) {\n#line 2\nassert(n); }\n")
	if r := checked(t, Options{Files: []string{file}, Properties: []string{"assert"}}); r.Result.Verdict != Violation {
		t.Errorf("%s, expected a violation", r.Result.Verdict)
	}
}
