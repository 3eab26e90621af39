package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// action is the part of GitHub's metadata of a composite action that action.yml uses. A key beyond
// it is an error.
type action struct {
	Name        string
	Description string
	Author      string
	Branding    map[string]string
	Inputs      map[string]struct{ Description, Default string }
	Outputs     map[string]struct{ Description, Value string }
	Runs        struct {
		Using string
		Steps []step
	}
}

type step struct {
	Name, ID, If, Uses, Run, Shell string
	Directory                      string `yaml:"working-directory"`
	With, Env                      map[string]string
}

// readYAML reads a file of the repository's root.
func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	decodeYAML(t, name, text, into)
}

func decodeYAML(t *testing.T, name string, text []byte, into any) {
	t.Helper()
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// runner does the steps of a composite action as GitHub's runner does: each script in a bash of its
// own that ends with the first error, with the files that steps write variables to. Steps of other
// actions it only names.
type runner struct {
	t         *testing.T
	workspace string
	temp      string
	contexts  map[string]string // the values of expressions
	path      string
	summary   string
	used      []string // actions
}

func newRunner(t *testing.T, a *action, workspace string, inputs map[string]string) *runner {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{t: t, workspace: workspace, temp: t.TempDir(), path: os.Getenv("PATH"), contexts: map[string]string{"github.action_path": root}}
	for name, in := range a.Inputs {
		r.contexts["inputs."+name] = in.Default
	}
	for name, value := range inputs {
		if _, ok := a.Inputs[name]; !ok {
			t.Errorf("the action has no input %s", name)
		}
		r.contexts["inputs."+name] = value
	}
	return r
}

var expression = regexp.MustCompile(`\$\{\{ *([^}]*?) *\}\}`)

// expand replaces the expressions in a text.
func (r *runner) expand(text string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		return r.value(expression.FindStringSubmatch(e)[1])
	})
}

// value returns the value of an expression: of a name of a context, or of a string.
func (r *runner) value(e string) string {
	if strings.HasPrefix(e, "'") {
		return strings.Trim(e, "'")
	}
	if v, ok := r.contexts[e]; ok || strings.HasPrefix(e, "steps.") {
		return v
	}
	r.t.Fatalf("the runner does not know the expression %q", e)
	return ""
}

// holds evaluates a condition: comparisons joined by &&.
func (r *runner) holds(condition string) bool {
	for _, c := range strings.Split(condition, " && ") {
		word := strings.Fields(c)
		if len(word) != 3 || word[1] != "==" && word[1] != "!=" {
			r.t.Fatalf("the runner does not know the condition %q", c)
		}
		if (r.value(word[0]) == r.value(word[2])) != (word[1] == "==") {
			return false
		}
	}
	return true
}

// do does the steps until one fails, and returns the exit code of that.
func (r *runner) do(steps []step) int {
	for i := range steps {
		s := &steps[i]
		if s.If != "" && !r.holds(s.If) {
			continue
		}
		if s.Uses != "" {
			r.used = append(r.used, s.Uses)
			for _, v := range s.With {
				r.expand(v)
			}
			continue
		}
		if code := r.script(s); code != 0 {
			return code
		}
	}
	return 0
}

// script runs a script.
func (r *runner) script(s *step) int {
	r.t.Helper()
	files := map[string]string{}
	for _, name := range []string{"GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"} {
		files[name] = filepath.Join(r.temp, name)
		if err := os.WriteFile(files[name], nil, 0o666); err != nil {
			r.t.Fatal(err)
		}
	}
	script := filepath.Join(r.temp, "script.sh")
	if err := os.WriteFile(script, []byte(r.expand(s.Run)), 0o666); err != nil {
		r.t.Fatal(err)
	}
	if s.Shell != "bash" {
		r.t.Fatalf("step %s has the shell %q", s.Name, s.Shell)
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	cmd.Dir = filepath.Join(r.workspace, r.expand(s.Directory))
	cmd.Env = append(os.Environ(), "PATH="+r.path, "RUNNER_TEMP="+r.temp, "GITHUB_WORKSPACE="+r.workspace)
	for name, file := range files {
		cmd.Env = append(cmd.Env, name+"="+file)
	}
	for name, value := range s.Env {
		cmd.Env = append(cmd.Env, name+"="+r.expand(value))
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		r.t.Fatal(err)
	}
	r.t.Logf("%s: exit code %d\n%s", s.Name, cmd.ProcessState.ExitCode(), out)
	for name, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			r.t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			switch key, value, ok := strings.Cut(line, "="); {
			case name == "GITHUB_PATH":
				r.path = line + string(filepath.ListSeparator) + r.path
			case name == "GITHUB_STEP_SUMMARY":
				r.summary += line + "\n"
			case name == "GITHUB_OUTPUT" && ok:
				r.contexts["steps."+s.ID+".outputs."+key] = value
			default:
				r.t.Fatalf("step %s writes %q to %s", s.Name, line, name)
			}
		}
	}
	return cmd.ProcessState.ExitCode()
}

// TestAction does the steps of action.yml.
func TestAction(t *testing.T) {
	for _, name := range []string{"bash", "go", "cat"} {
		peer.NeedProgram(t, name)
	}
	var a action
	readYAML(t, "action.yml", &a)
	if a.Runs.Using != "composite" {
		t.Fatalf("the action is %q", a.Runs.Using)
	}
	workspace := t.TempDir()
	for _, name := range []string{"counter_bug.c", "counter_ok.c"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(workspace, "src"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(workspace, "src", name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(workspace, "loop_test.c"), []byte("#include <heddle.h>\nint f(void);\nHEDDLE_TEST(ends)\n{\n\twhile (f())\n\t\t;\n\theddle_assert(f());\n}\nHEDDLE_TEST(holds)\n{\n\theddle_assert(1);\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	// The first two steps set the machine up; the others are done for each case.
	setup := newRunner(t, &a, workspace, nil)
	if code := setup.do(a.Runs.Steps[:2]); code != 0 || len(setup.used) != 1 {
		t.Fatalf("exit code %d, used %v", code, setup.used)
	}
	const upload = "github/codeql-action/upload-sarif@v3"
	for _, c := range []struct {
		name     string
		inputs   map[string]string
		code     int    // of the job
		exit     string // output
		uploaded bool
		summary  string
	}{
		{"violation", map[string]string{"files": "src/counter_bug.c", "flags": "--property race"}, 1, "1", true, "data race on count"},
		{"known", map[string]string{"files": "src/counter_bug.c", "flags": "--property race", "baseline": "heddle.sarif"}, 0, "0", true, "known (race f6c6791ea8)"},
		{"a file that is missing", map[string]string{"files": "src/*_ok.c\nsrc/none.c"}, 2, "2", false, ""},
		{"safe, elsewhere", map[string]string{"files": "counter_ok.c", "working-directory": "src", "upload": "false"}, 0, "0", false, "race: safe"},
		{"a build", map[string]string{"build": "cc -c 'src/counter_ok.c'", "flags": "--property race"}, 0, "0", true, "race: safe"},
		{"tests", map[string]string{"command": "test", "files": "loop_test.c", "flags": "--run holds"}, 0, "0", true, ""},
		{"nothing certain", map[string]string{"files": "src/counter_ok.c", "flags": "--timeout 1ns"}, 3, "3", true, "unknown"},
		{"nothing certain, which passes", map[string]string{"files": "src/counter_ok.c", "flags": "--timeout 1ns", "unknown": "pass"}, 0, "3", true, "unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRunner(t, &a, workspace, c.inputs)
			r.path = setup.path
			if c.inputs["build"] != "" {
				r.path = asCommands(t) + string(filepath.ListSeparator) + r.path
			}
			code := r.do(a.Runs.Steps[2:])
			outputs := make(map[string]string)
			for name, out := range a.Outputs {
				outputs[name] = r.expand(out.Value)
			}
			if code != c.code || outputs["exit-code"] != c.exit || slices.Contains(r.used, upload) != c.uploaded {
				t.Errorf("the job ends with %d, outputs %v, used %v", code, outputs, r.used)
			}
			if c.exit != "2" {
				log := filepath.Join(workspace, r.contexts["inputs.working-directory"], outputs["sarif"])
				if info, err := os.Stat(log); err != nil || info.Size() == 0 || outputs["sarif"] == "" {
					t.Errorf("findings in %q: %v", outputs["sarif"], err)
				}
			}
			if !strings.Contains(r.summary, c.summary) {
				t.Errorf("the summary has no %q:\n%s", c.summary, r.summary)
			}
		})
	}
}

// TestWorkflowsOfPages checks that the workflow of docs/use/ci.md uses only inputs that the action has.
func TestWorkflowsOfPages(t *testing.T) {
	var a action
	readYAML(t, "action.yml", &a)
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "use", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for _, b := range blocks(string(page)) {
		if !strings.HasSuffix(b.name, ".yml") && !strings.HasSuffix(b.name, ".yaml") {
			continue
		}
		var doc map[string]any
		decodeYAML(t, b.name, []byte(b.text), &doc)
		if !strings.HasPrefix(b.name, ".github/") {
			continue
		}
		var workflow struct {
			Name        string
			On          []string
			Permissions map[string]string
			Jobs        map[string]struct {
				Machine string `yaml:"runs-on"`
				Steps   []step
			}
		}
		decodeYAML(t, b.name, []byte(b.text), &workflow)
		for _, job := range workflow.Jobs {
			for _, s := range job.Steps {
				if !strings.HasPrefix(s.Uses, "heddle-mc/heddle@") {
					continue
				}
				steps++
				newRunner(t, &a, t.TempDir(), s.With)
			}
		}
	}
	if steps != 1 {
		t.Errorf("%d steps use the action, want one", steps)
	}
}

// TestPreCommitHooks runs the hooks of .pre-commit-hooks.yaml as pre-commit does, with the arguments
// of docs/use/ci.md, and with a test.
func TestPreCommitHooks(t *testing.T) {
	type hook struct {
		ID, Name, Description, Entry, Language, Files string
		PassFilenames                                 bool `yaml:"pass_filenames"`
		RequireSerial                                 bool `yaml:"require_serial"`
		Args                                          []string
	}
	var hooks []hook
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "use", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	args := map[string][]string{"heddle-test": {"--run", "deposits", "example_test.c"}}
	t.Setenv("PATH", asCommands(t)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Chdir(t.TempDir())
	for _, b := range blocks(string(page)) {
		if b.name == "counter.c" { // the last one is the repair
			if err := os.WriteFile(b.name, []byte(b.text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if b.name != ".pre-commit-config.yaml" {
			continue
		}
		var config struct {
			Repos []struct {
				Repo, Rev string
				Hooks     []hook
			}
		}
		decodeYAML(t, b.name, []byte(b.text), &config)
		for _, h := range config.Repos[0].Hooks {
			args[h.ID] = h.Args
		}
	}
	if err := exec.Command("heddle", "init").Run(); err != nil {
		t.Fatal(err)
	}
	for _, h := range hooks {
		if h.Language != "golang" || h.PassFilenames || !regexp.MustCompile(h.Files).MatchString("src/a.c") || len(args[h.ID]) == 0 {
			t.Errorf("hook %+v", h)
		}
		line := append(strings.Fields(h.Entry), args[h.ID]...)
		if out, err := exec.Command(line[0], line[1:]...).CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", line, err, out)
		}
	}
}
