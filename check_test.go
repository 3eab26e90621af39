package heddle

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/drive/check"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// source writes a program to a file and returns its name.
func source(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

const (
	failing = "#include <assert.h>\nint x;\nint main(void) { x = 1; assert(x == 2); }\n"
	endless = "#include <assert.h>\nint x;\nint main(void) { for (;;) { x++; assert(x != 1000000000); } }\n"
)

// TestCheckAndReplay follows a violation from its source to JSON and back.
func TestCheckAndReplay(t *testing.T) {
	opts := Options{Files: []string{filepath.Join("examples", "account_bug.c")}, Jobs: 1}
	result, err := Check(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if result.Verdict != Violation || result.Property != "assert" || result.Location == nil || result.Location.Line != 42 ||
		result.Location.Function != "main" || len(result.Results) != len(DefaultProperties()) || result.Results[1].Verdict != Safe {
		t.Errorf("got %+v", result)
	}
	var text bytes.Buffer
	if err := result.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	checkSchema(t, text.Bytes())
	again, err := Replay(context.Background(), opts, text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if again.Verdict != Violation || *again.Location != *result.Location || again.Message != result.Message {
		t.Errorf("replayed %+v, want %+v", again, result)
	}
	bare, err := Replay(context.Background(), opts, asJSON(t, result.Trace))
	if err != nil || bare.Verdict != Violation {
		t.Errorf("the trace alone: %+v, %v", bare, err)
	}
	opts.Files = []string{filepath.Join("examples", "account_ok.c")}
	var input *InputError
	if _, err := Replay(context.Background(), opts, text.Bytes()); !errors.As(err, &input) || !strings.Contains(err.Error(), "does not fit") {
		t.Errorf("of another program: %v", err)
	}
}

// TestResultForms checks results of all kinds: their JSON form against the schema, and their text.
func TestResultForms(t *testing.T) {
	for _, c := range []struct {
		name string
		opts Options
		want Verdict
		text []string
	}{
		{"violation", Options{Files: []string{source(t, failing)}}, Violation, []string{"assertion x == 2 fails", ":3:"}},
		{"safe", Options{Files: []string{filepath.Join("examples", "counter_ok.c")}}, Safe,
			[]string{"assert, lock: safe: no execution violates them", "memory: safe: static values", "race: safe: static race freedom", "deadlock: safe: static deadlock freedom", "assuming: sequential"}},
		{"bounded", Options{Files: []string{source(t, endless)}, Unwind: 2}, Bounded, []string{"assert: bounded", "loop bound 2 at"}},
		{"timeout", Options{Files: []string{source(t, endless)}, Timeout: time.Nanosecond}, Unknown, []string{"the time is up"}},
		{"lasso", Options{Files: []string{source(t, "int main(void) { for (;;) ; }")}, Properties: []string{"termination"}}, Unknown, []string{"termination", "goes round for ever"}},
		{"several", Options{Files: []string{source(t, failing)}, Properties: []string{"reach", "assert", "termination"}}, Violation,
			[]string{"reach: safe", "termination: safe", "x == 2"}},
		{"nothing", Options{Files: []string{source(t, "int main(void) { return 0; }")}, Properties: []string{"assert", "reach"}}, Safe,
			[]string{"assert, reach: safe: nothing in the program"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Jobs = 1
			result, err := Check(context.Background(), c.opts)
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := result.WriteJSON(&text); err != nil {
				t.Fatal(err)
			}
			checkSchema(t, text.Bytes())
			if result.Verdict != c.want {
				t.Errorf("got %s\n%s", result.Verdict, &text)
			}
			text.Reset()
			if err := result.WriteText(&text, TextOptions{Stats: true, Width: 160}); err != nil {
				t.Fatal(err)
			}
			for _, want := range append(c.text, "compile") {
				if !strings.Contains(text.String(), want) {
					t.Errorf("no %q in\n%s", want, &text)
				}
			}
		})
	}
}

// TestCoverage writes the coverage of random executions in every form. A proved check that no execution
// reached is distinguished from reached ones.
func TestCoverage(t *testing.T) {
	file := source(t, "#include <assert.h>\nint x;\nstatic void never(void)\n{\n\tassert(x);\n}\nint main(void)\n{\n\tif (x)\n\t\tnever();\n\tassert(!x);\n\treturn 0;\n}\n")
	result, err := Check(context.Background(), Options{Files: []string{file}, Properties: []string{"assert"}, Coverage: true})
	if err != nil || result.Verdict != Safe {
		t.Fatalf("got %+v, %v", result, err)
	}
	var text, lcov, form bytes.Buffer
	if err := errors.Join(result.WriteText(&text, TextOptions{Coverage: true}), result.WriteLCOV(&lcov), result.WriteJSON(&form)); err != nil {
		t.Fatal(err)
	}
	checkSchema(t, form.Bytes())
	for _, want := range []string{"coverage of 200 random executions, with at most 1 threads", "functions entered: main", "functions not entered: never",
		"assert reached: " + file + ":11:", "assert not reached, and holds anyway: " + file + ":5:", "2 of 4 lines of " + file} {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if want := "TN:\nSF:" + file + "\nDA:5,0\nDA:9,1\nDA:10,0\nDA:11,1\nend_of_record\n"; lcov.String() != want {
		t.Errorf("got %s, want %s", &lcov, want)
	}
}

func TestInputErrors(t *testing.T) {
	file := source(t, failing)
	for _, c := range []struct {
		opts Options
		want string
	}{
		{Options{}, "no input files"},
		{Options{Files: []string{file}, Arch: "vax"}, "vax"},
		{Options{Files: []string{file}, Engine: "steam"}, "unknown engine"},
		{Options{Files: []string{file}, Solver: "abacus"}, "unknown solver"},
		{Options{Files: []string{file}, Properties: []string{"beauty"}}, "unknown property"},
		{Options{Files: []string{file}, Environment: []string{"rain"}}, "unknown choice"},
		{Options{Files: []string{file}, Entry: "start"}, "errors"},
		{Options{Files: []string{"no-such-file.c"}}, "errors"},
	} {
		var said bytes.Buffer
		c.opts.Diagnostics = &said
		result, err := Check(context.Background(), c.opts)
		var input *InputError
		if result != nil || !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, %v", c.opts, result, err)
		}
		if c.want == "errors" && !strings.Contains(said.String(), "error:") {
			t.Errorf("%+v: said %q", c.opts, &said)
		}
	}
	for _, text := range []string{"", "{}", "[1]", `{"trace":null}`, `{"format":"heddle-trace","version":1,"schedule":[]}`} {
		var input *InputError
		if _, err := Replay(context.Background(), Options{Files: []string{file}}, []byte(text)); !errors.As(err, &input) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestInterruptedCheck(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(300*time.Millisecond, cancel)
	result, err := Check(ctx, Options{Files: []string{source(t, endless)}})
	if err != nil || result.Reason != "interrupted" || result.Verdict != Unknown && result.Verdict != Bounded {
		t.Errorf("got %+v, %v", result, err)
	}
}

// TestBugReport writes a report and checks its files.
func TestBugReport(t *testing.T) {
	opts, err := Options{Files: []string{source(t, failing)}, EngineOptions: map[string]string{"seed": "77", "without": "narrow"}, BugReports: t.TempDir()}.complete()
	if err != nil {
		t.Fatal(err)
	}
	b := check.NewBudget(context.Background(), 0, 0)
	defer b.Stop()
	c, err := opts.compile(b)
	if err != nil {
		t.Fatal(err)
	}
	cause := errors.New("broken")
	err = opts.report(&check.InternalError{Stage: "engine x", Err: cause, Stack: "goroutine 1", Trace: &trace.Trace{}}, c)
	var internal *InternalError
	if !errors.As(err, &internal) || internal.Bundle == "" || !errors.Is(err, cause) || !strings.Contains(err.Error(), internal.Bundle) {
		t.Fatalf("got %v", err)
	}
	for name, want := range map[string]string{
		"error.txt": "goroutine 1", "version.txt": Version, "options.json": `"seed": "77"`, "trace.json": "heddle-trace",
		"program.ir": "program lp64", "source-0-program.c": "x == 2",
	} {
		text, err := os.ReadFile(filepath.Join(internal.Bundle, name))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: no %q in %q, %v", name, want, text, err)
		}
	}
}

// TestPanicIsReported panics.
func TestPanicIsReported(t *testing.T) {
	opts := Options{BugReports: t.TempDir()}
	err := func() (err error) {
		defer opts.recover(&err)
		panic("broken")
	}()
	var internal *InternalError
	if !errors.As(err, &internal) || internal.Bundle == "" {
		t.Fatalf("got %v", err)
	}
	text, err := os.ReadFile(filepath.Join(internal.Bundle, "error.txt"))
	if err != nil || !strings.Contains(string(text), "TestPanicIsReported") {
		t.Errorf("%q, %v", text, err)
	}
}

func TestDumps(t *testing.T) {
	for _, form := range Dumps() {
		var text bytes.Buffer
		if err := Dump(context.Background(), Options{Files: []string{source(t, failing)}}, form, &text); err != nil || text.Len() == 0 {
			t.Errorf("%s: %q, %v", form, &text, err)
		}
	}
	var input *InputError
	if err := Dump(context.Background(), Options{Files: []string{source(t, failing)}}, "coffee", &bytes.Buffer{}); !errors.As(err, &input) {
		t.Errorf("got %v", err)
	}
}

// TestJSONOfResults reads a written result.
func TestJSONOfResults(t *testing.T) {
	result, err := Check(context.Background(), Options{Files: []string{source(t, failing)}, Properties: []string{"reach"}})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := result.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var back Result
	if err := json.Unmarshal(text.Bytes(), &back); err != nil || back.Verdict != Safe || back.Property != "reach" || back.Tool != "heddle" {
		t.Errorf("got %+v, %v", back, err)
	}
}

// TestExamplesChecked checks every example, without -long with every fourth property. A violation
// that the example states is found, with a story; a property that is stated as safe is not violated.
func TestExamplesChecked(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("examples", "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	safe, proved := 0, 0
	for i, file := range files {
		for p, want := range expectation(t, file) {
			if !*long && (i+int(p))%4 != 0 {
				continue
			}
			opts := Options{Files: []string{file}, Properties: []string{p.String()}, Jobs: 1}
			if want == "safe" {
				opts.Timeout = 100 * time.Millisecond
			}
			result, err := Check(context.Background(), opts)
			if want == "safe" && err == nil {
				safe++
				if result.Verdict == Safe {
					proved++
				}
			}
			switch {
			case err != nil:
				t.Errorf("%s, %s: %v", file, p, err)
			case want == "violation" && (result.Verdict != Violation || result.Story == nil || result.Location == nil):
				t.Errorf("%s, %s: %s (%s), story %v, location %v", file, p, result.Verdict, result.Reason, result.Story, result.Location)
			case want == "safe" && result.Verdict == Violation:
				t.Errorf("%s, %s: violation: %s", file, p, result.Message)
			}
		}
	}
	testprog.AtLeast(t, proved, safe, 50)
}

// asJSON returns the JSON form of a value.
func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
