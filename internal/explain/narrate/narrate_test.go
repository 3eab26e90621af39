package narrate

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/explain/minimize"
	"github.com/heddle-mc/heddle/internal/explain/report"
	"github.com/heddle-mc/heddle/internal/explain/story"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// testdata is where the golden files are, from the root of the module.
const testdata = "internal/explain/narrate/testdata"

// sources reads a file's lines.
func sources(file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return strings.Split(string(text), "\n")
}

// tell compiles a file, finds a failure of a property, and returns the story of its smallest trace.
func tell(t *testing.T, file string, p verdict.Property) *story.Story {
	t.Helper()
	ctx := context.Background()
	r, err := front.Compile(ctx, front.Options{Files: []string{file}, Model: ir.LP64})
	if err != nil || r.Program == nil {
		t.Fatalf("%v %v", err, r.Diagnostics)
	}
	code := interp.Prepare(r.Program)
	var env ir.Environment
	if m := regexp.MustCompile(`environment: (\w+)`).FindStringSubmatch(strings.Join(sources(file), "\n")); m != nil {
		if env, err = ir.ParseEnvironment(m[1:]); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range uint64(20_000) {
		res, tr, err := interp.RunCode(ctx, code, interp.Options{Seed: seed, Properties: interp.PropertySet(p), Environment: env})
		if err != nil {
			t.Fatal(err)
		}
		if res.Violation == nil {
			continue
		}
		small, _, err := minimize.Minimize(ctx, code, tr, minimize.Options{})
		if err != nil {
			t.Fatal(err)
		}
		story, err := narrate(ctx, code, small, sources)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := story.Switches(), small.Switches(); got != want {
			t.Errorf("the story has %d switches, the trace %d", got, want)
		}
		for i := range story.Actions {
			if a := &story.Actions[i]; a.Step == 0 && a.Value != "" && a.Location != "" {
				t.Errorf("an access to unshared memory is described: %+v", a)
			}
		}
		return story
	}
	t.Fatalf("no failure of %s", p)
	return nil
}

// TestStories compares the text of the stories of the examples with golden files.
func TestStories(t *testing.T) {
	t.Chdir("../../..")
	files, err := filepath.Glob("examples/*_bug.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no examples")
	}
	more, err := filepath.Glob(testdata + "/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, more...) {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(\w+)=violation`).FindAllStringSubmatch(string(source), -1) {
			name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".c"), "_bug") + "." + m[1]
			t.Run(name, func(t *testing.T) {
				p, err := verdict.ParseProperty(m[1])
				if err != nil {
					t.Fatal(err)
				}
				var b bytes.Buffer
				if err := report.Text(&b, tell(t, file, p), report.TextOptions{}); err != nil {
					t.Fatal(err)
				}
				golden.File(t, filepath.Join(testdata, name+".txt"), b.String())
			})
		}
	}
}

// TestReadme checks that the lines of an explanation in README.md are those of an example, in the same
// order.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	told, err := os.ReadFile("testdata/account.assert.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```text\n")
	excerpt, _, _ := strings.Cut(rest, "```")
	left, shown := string(told), 0
	for line := range strings.Lines(excerpt) {
		if strings.TrimSpace(line) == "…" {
			continue
		}
		_, after, ok := strings.Cut(left, line)
		if !ok {
			t.Errorf("not in the output, or not there: %s", line)
			continue
		}
		left = after
		shown++
	}
	if shown < 10 {
		t.Errorf("%d lines", shown)
	}
}

// TestErrors: traces without a failure give errors, and sources may be missing.
func TestErrors(t *testing.T) {
	t.Chdir("../../..")
	ctx := context.Background()
	r, err := front.Compile(ctx, front.Options{Files: []string{"examples/counter_bug.c"}, Model: ir.ILP32})
	if err != nil || r.Program == nil {
		t.Fatal(err)
	}
	code := interp.Prepare(r.Program)
	var good *trace.Trace
	for seed := uint64(0); good == nil; seed++ {
		res, tr, err := interp.RunCode(ctx, code, interp.Options{Seed: seed, Properties: interp.PropertySet(verdict.Assert)})
		if err != nil {
			t.Fatal(err)
		}
		if res.Violation != nil {
			good = tr
		}
	}
	story, err := narrate(ctx, code, good, nil)
	if err != nil {
		t.Fatal(err)
	}
	if a := story.Actions[0]; a.Source != "" || a.Place.Line == 0 {
		t.Errorf("without sources: %+v", a)
	}
}

// narrate replays a trace and returns its story.
func narrate(ctx context.Context, code *interp.Code, t *trace.Trace, sources func(string) []string) (*story.Story, error) {
	n := New(code.Program(), t, sources)
	res, err := interp.ReplayCode(ctx, code, t, interp.ReplayOptions{Observer: n, Stepped: n.Stepped})
	if err != nil {
		return nil, err
	}
	return n.Story(res.Violation), nil
}
