package native_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/internal/explain/native"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/lab/bench"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	every    = testflag.Every(9)
	corpus   = testflag.Corpus()
	only     = testflag.Only()
	patience = testflag.Patience(10 * time.Second)
)

// runner compiles and runs programs, the runtime once for each data model.
type runner struct {
	dir     string
	objects map[ir.DataModel][]string
}

// run has a program follow a trace.
func (r *runner) run(t *testing.T, settings front.Options, tr *trace.Trace) (native.Outcome, error) {
	t.Helper()
	c, err := front.Compile(context.Background(), settings)
	if err != nil || c.Program == nil {
		t.Fatalf("%v %v", err, c.Diagnostics)
	}
	plan, err := native.NewPlan(context.Background(), interp.Prepare(c.Program), tr)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := plan.Write(dir, native.Source{Entry: settings.Entry}); err != nil {
		t.Fatal(err)
	}
	opts := native.Options{Compiler: "gcc", Patience: time.Minute}
	for _, file := range settings.Files {
		u := native.Unit{File: file}
		for _, d := range settings.Defines {
			u.Flags = append(u.Flags, "-D"+d)
		}
		opts.Units = append(opts.Units, u)
	}
	opts.Runtime = r.runtime(t, plan)
	if err := plan.Build(context.Background(), dir, opts); err != nil {
		return native.Outcome{}, err
	}
	return plan.Run(context.Background(), dir, opts)
}

// runtime returns the objects of the runtime for a plan.
func (r *runner) runtime(t *testing.T, plan *native.Plan) []string {
	t.Helper()
	if r.objects[plan.Model] == nil {
		shared := filepath.Join(r.dir, plan.Model.String())
		if err := plan.Write(shared, native.Source{}); err != nil {
			t.Fatal(err)
		}
		objects, err := native.BuildRuntime(context.Background(), "gcc", plan.Model, shared)
		if err != nil {
			t.Fatal(err)
		}
		r.objects[plan.Model] = objects
	}
	return r.objects[plan.Model]
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	peer.NeedGCC(t, "-fsanitize=thread", "-ftrivial-auto-var-init=zero")
	return &runner{t.TempDir(), make(map[ir.DataModel][]string)}
}

// found returns the trace of a random execution that violates a property.
func found(t *testing.T, p *ir.Program, property verdict.Property) *trace.Trace {
	t.Helper()
	code := interp.Prepare(p)
	for seed := range uint64(10_000) {
		res, tr, err := interp.RunCode(context.Background(), code, interp.Options{Seed: seed, Properties: interp.PropertySet(property)})
		if err != nil {
			t.Fatal(err)
		}
		if res.Violation != nil {
			return tr
		}
	}
	t.Fatal("no violation in 10000 executions")
	return nil
}

// TestExamples has every example that violates a property do so when it is compiled, as a
// random execution did, and a repaired one follow the trace of the one with the bug.
func TestExamples(t *testing.T) {
	r := newRunner(t)
	files, err := filepath.Glob("../../../examples/*_bug.c")
	if err != nil || len(files) < 12 {
		t.Fatal(files, err)
	}
	t.Run("repaired", func(t *testing.T) { repaired(t, r) })
	n := 0
	for _, file := range files {
		stated := testprog.Stated(t, file)
		for _, property := range native.Properties {
			if stated[property] != "violation" {
				continue
			}
			n++
			name := filepath.Base(file) + "/" + property.String()
			if !every.Has(n-1) || !only.Has(name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				settings := front.Options{Files: []string{file}, Model: ir.LP64}
				c, err := front.Compile(context.Background(), settings)
				if err != nil || c.Program == nil {
					t.Fatal(err)
				}
				out, err := r.run(t, settings, found(t, c.Program, property))
				if err != nil || out.Result != native.Happened {
					t.Errorf("%s: %s %v\n%s", out.Result, out.Detail, err, out.Output)
				}
			})
		}
	}
}

// repaired has a repaired program follow the trace of the one with the bug: it ends
// without a failure.
func repaired(t *testing.T, r *runner) {
	const bug, ok = "../../../examples/account_bug.c", "../../../examples/account_ok.c"
	c, err := front.Compile(context.Background(), front.Options{Files: []string{bug}, Model: ir.LP64})
	if err != nil || c.Program == nil {
		t.Fatal(err)
	}
	plan, err := native.NewPlan(context.Background(), interp.Prepare(c.Program), found(t, c.Program, verdict.Assert))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := plan.Write(dir, native.Source{}); err != nil {
		t.Fatal(err)
	}
	opts := native.Options{Compiler: "gcc", Source: native.Source{Units: []native.Unit{{File: ok}}}, Runtime: r.runtime(t, plan), Patience: time.Minute}
	if err := plan.Build(context.Background(), dir, opts); err != nil {
		t.Fatal(err)
	}
	if out, err := plan.Run(context.Background(), dir, opts); err != nil || out.Result != native.Passed {
		t.Errorf("%s: %s %v", out.Result, out.Detail, err)
	}
}

// TestRegression writes a regression test and runs it as a user would: for a file, and for a project
// whose files have flags of their own, in folders with blanks.
func TestRegression(t *testing.T) {
	newRunner(t)
	peer.NeedProgram(t, "make")
	project := filepath.Join(t.TempDir(), "a project")
	for name, text := range map[string]string{
		"src/main.c":     "#include <assert.h>\n#include <pthread.h>\n#include \"work.h\"\nint main(void)\n{\n\tpthread_t t;\n\tpthread_create(&t, 0, WORK, 0);\n\tWORK(0);\n\tpthread_join(t, 0);\n\tassert(count == 2);\n\treturn 0;\n}\n",
		"src/work.c":     "#include \"work.h\"\n_Atomic int count;\nvoid *WORK(void *arg)\n{\n\tcount = count + BY;\n\treturn arg;\n}\n",
		"include/work.h": "extern _Atomic int count;\nvoid *WORK(void *arg);\n",
		"names.h":        "#define WORK worker\n",
		"compile_commands.json": `[
{"directory": "src", "file": "main.c", "arguments": ["cc", "-I../include", "-include", "../names.h", "-c", "main.c"]},
{"directory": "src", "file": "work.c", "command": "cc -DWORK=worker '-DBY=(2 - 1)' -I ../include -c work.c"}]`,
	} {
		name = filepath.Join(project, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		settings front.Options
		property verdict.Property
		flags    []string // in addition to those of the files
	}{
		{front.Options{Files: []string{"../../../examples/lost_wakeup_bug.c"}}, verdict.Deadlock, []string{"-DX=a b", "-I../../../examples"}},
		{front.Options{CompileCommands: filepath.Join(project, "compile_commands.json")}, verdict.Assert, nil},
	} {
		c.settings.Model = ir.LP64
		r, err := front.Compile(context.Background(), c.settings)
		if err != nil || r.Program == nil {
			t.Fatal(err, r.Diagnostics)
		}
		plan, err := native.NewPlan(context.Background(), interp.Prepare(r.Program), found(t, r.Program, c.property))
		if err != nil {
			t.Fatal(err)
		}
		var source native.Source
		for _, command := range r.Commands() {
			source.Units = append(source.Units, native.UnitOf(command.File, &command.Options))
			last := &source.Units[len(source.Units)-1]
			last.Flags = append(last.Flags, c.flags...)
		}
		dir := filepath.Join(t.TempDir(), "test")
		if err := plan.WriteTest(dir, source); err != nil {
			t.Fatal(err)
		}
		happened := "heddle: happened: " + c.property.String()
		if c.property == verdict.Assert {
			happened = "heddle: happened: assertion"
		}
		out, err := exec.Command("make", "-C", dir, "CC=gcc", "check").CombinedOutput()
		if err == nil || !strings.Contains(string(out), happened) {
			t.Errorf("make: %v\n%s", err, out)
		}
		t.Run("CMake for "+c.property.String(), func(t *testing.T) {
			cmake, build := peer.NeedProgram(t, "cmake"), filepath.Join(dir, "build")
			for _, args := range [][]string{{"-S", dir, "-B", build, "-DCMAKE_C_COMPILER=gcc"}, {"--build", build}} {
				if out, err := exec.Command(cmake, args...).CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", args, err, out)
				}
			}
			if out, err := exec.Command(filepath.Join(build, "program")).CombinedOutput(); err == nil || !strings.Contains(string(out), happened) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestCorpus makes the compiled programs of the corpus follow the traces of their violations. At most
// a tenth of the failures may not happen. A failure of the same property at another place does not
// count as happened.
func TestCorpus(t *testing.T) {
	if !*corpus {
		t.Skip("judges the corpus only with -corpus")
	}
	r := newRunner(t)
	root := "../../../../shared/corpus"
	index, err := os.Open(filepath.Join(root, "index.csv"))
	if err != nil {
		t.Skip(err)
	}
	defer index.Close()
	rows, err := bench.ReadIndex(index)
	if err != nil {
		t.Fatal(err)
	}
	multilib := peer.TryGCC(t, "-m32")
	tally := make(map[string][2]int)
	all, happened := 0, 0
	seen := make(map[string]bool)
	for _, row := range rows {
		if row.Expected != "violation" || !only.Has(row.File) {
			continue
		}
		for _, property := range native.Properties {
			key := row.File + row.Defines + property.String()
			if seen[key] {
				continue
			}
			seen[key] = true
			result := judged(t, root, row, property)
			if result == nil || result.Verdict != heddle.Violation {
				continue
			}
			if row.Arch == ir.ILP32.String() && multilib != nil {
				t.Logf("%s %s: %v", row.File, property, multilib)
				continue
			}
			model, _ := ir.ParseDataModel(row.Arch)
			settings := front.Options{Files: []string{filepath.Join(root, row.File)}, Model: model, Defines: macros(row.Defines)}
			out, err := r.run(t, settings, result.Trace)
			count := tally[property.String()]
			count[1]++
			all++
			if err == nil && out.Result == native.Happened {
				count[0]++
				happened++
			} else {
				t.Logf("%s %s: %s: %s %v", row.File, property, out.Result, out.Detail, err)
			}
			tally[property.String()] = count
		}
	}
	for _, p := range native.Properties {
		t.Logf("%s: %d of %d", p, tally[p.String()][0], tally[p.String()][1])
	}
	if !only.IsSet() && all < 150 || 10*happened < 9*all {
		t.Errorf("%d of %d happened, expected nine tenths of at least 150", happened, all)
	}
}

// judged checks a program of the corpus for a property, as long as -patience allows.
func judged(t *testing.T, root string, row bench.Row, property verdict.Property) *heddle.Result {
	t.Helper()
	result, err := heddle.Check(context.Background(), heddle.Options{
		Files: []string{filepath.Join(root, row.File)}, Arch: row.Arch, Defines: macros(row.Defines),
		Properties: []string{property.String()}, Timeout: *patience, Jobs: 1,
	})
	if err != nil {
		t.Logf("%s: %v", row.File, err)
	}
	return result
}

// macros returns the macros of a row.
func macros(defines string) (list []string) {
	for _, d := range strings.Fields(defines) {
		list = append(list, strings.TrimPrefix(d, "-D"))
	}
	return list
}

// TestNames checks that the lists of replaced functions agree with the functions that the runtime
// defines.
func TestNames(t *testing.T) {
	text, err := os.ReadFile("runtime/names.h")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("runtime/*.c")
	if err != nil {
		t.Fatal(err)
	}
	var source []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, text...)
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) != 3 || f[0] != "#define" {
			continue
		}
		names = append(names, f[1])
		if f[2] != "heddle_"+f[1] || !strings.Contains(string(source), f[2]+"(") {
			t.Errorf("%s is not defined as heddle_%s", f[1], f[1])
		}
	}
	if !slices.IsSortedFunc(names[:len(names)-1], cmp.Compare[string]) {
		t.Error("the names are not sorted")
	}
	for line := range strings.Lines(string(source)) {
		if name, ok := strings.CutPrefix(line, "WEAK "); ok {
			if _, name, ok = strings.Cut(name, " heddle_"); ok {
				name, _, _ = strings.Cut(name, "(")
				if !slices.Contains(names, name) {
					t.Errorf("heddle_%s stands for nothing", name)
				}
			}
		}
	}
}

// TestPlan shows the plan of a trace.
func TestPlan(t *testing.T) {
	c, err := front.Compile(context.Background(), front.Options{Files: []string{"../../../examples/account_bug.c"}, Model: ir.LP64})
	if err != nil || c.Program == nil {
		t.Fatal(err)
	}
	plan, err := native.NewPlan(context.Background(), interp.Prepare(c.Program), found(t, c.Program, verdict.Assert))
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	steps := make(map[int]bool)
	for _, th := range plan.Threads {
		last = 0
		for _, a := range th.Anchors {
			if a.Step <= last || steps[a.Step] {
				t.Errorf("%s: step %d comes after %d", th.Name, a.Step, last)
			}
			last = a.Step
			steps[a.Step] = true
			if a.Kind <= native.Updates && (a.Object < 1 || plan.Objects[a.Object-1].Global == "" || a.Line == 0) {
				t.Errorf("%s: %+v", th.Name, a)
			}
		}
	}
	text, err := json.Marshal(plan)
	if err != nil || len(plan.Threads) != 3 || !strings.Contains(string(text), `"pthread_mutex_lock"`) {
		t.Errorf("%v %s", err, fmt.Sprint(string(text)))
	}
}
