package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/front/link"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var every = testflag.Every(8)

// TestModels runs the C programs in testdata/*.txtar under many random schedules: with -every 1 for both data models,
// with -every 2 for one of them in turn. The first lines of a program state the expected results:
//
//	// want: exited 0 | deadlock    every one of these ends occurs, and no other
//	// output: text                 a line that every run prints, in this order
//	// env: spurious, alloc_fail    environment choices that are on
//	// seeds: 500                   how many schedules, instead of defaultSeeds
//	// only: lp64                   one data model
//	// races: ignored               data races are no end of the program
//	// native: no                   not compared with gcc and the host's C library
//	// headers: system              compiled with the host's headers, if it has them
//	// unchecked: lock             misuse of a lock is no end of the program
//	// checked: resource         uses of descriptors that another thread closed end the program
//	// guesses: yes                 some run calls __heddle_approximates; no: none does
//	// limits: yes                  some run calls __heddle_limit; no: none does
//
// Ends are "exited N", "deadlock", "PROPERTY", "PROPERTY KIND", "lock TEXT", "unsupported TEXT", "stuck".
func TestModels(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, path := range archives {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, prog := range programs(string(text)) {
			for k, m := range models {
				name := strings.TrimSuffix(filepath.Base(path), ".txtar") + "/" + strings.TrimSuffix(prog.name, ".c")
				want := readExpectation(t, prog)
				if want.only != "" && want.only != m.String() || want.only == "" && !every.Has(i+k) {
					continue
				}
				t.Run(name+"/"+m.String(), func(t *testing.T) {
					t.Parallel()
					runModel(t, prog, m, want)
				})
			}
		}
	}
}

// program is a file of a txtar archive.
type program struct{ name, text string }

// programs splits an archive: each file follows a line "-- NAME --".
func programs(archive string) (list []program) {
	for line := range strings.Lines(archive) {
		name, isMarker := strings.CutPrefix(strings.TrimSuffix(line, " --\n"), "-- ")
		switch {
		case isMarker:
			list = append(list, program{name: name})
		case len(list) > 0:
			list[len(list)-1].text += line
		}
	}
	return list
}

// defaultSeeds is how many schedules a program runs under.
const defaultSeeds = 60

// expectation holds the results that a program's first lines state.
type expectation struct {
	ends   []string
	output string
	env    ir.Environment
	seeds  uint64
	only   string
	system bool
	racy   bool
	// modelOnly leaves a program out of TestNative: its end depends on privileges, for example.
	modelOnly bool
	guesses   string
	limits    string
	unlocked  bool
	resources bool
}

func readExpectation(t *testing.T, prog program) (want expectation) {
	t.Helper()
	want.seeds = defaultSeeds
	for line := range strings.Lines(prog.text) {
		key, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "// "), ": ")
		if !strings.HasPrefix(line, "// ") || !ok {
			break
		}
		switch key {
		case "want":
			want.ends = strings.Split(value, " | ")
			slices.Sort(want.ends)
		case "output":
			want.output += value + "\n"
		case "env":
			for _, name := range strings.Split(value, ", ") {
				want.env |= environment(t, name)
			}
		case "seeds":
			want.seeds, _ = strconv.ParseUint(value, 10, 64)
		case "only":
			want.only = value
		case "races":
			want.racy = value == "ignored"
		case "native":
			want.modelOnly = value == "no"
		case "headers":
			want.system = value == "system"
		case "unchecked":
			want.unlocked = value == "lock"
		case "checked":
			want.resources = value == "resource"
		case "guesses":
			want.guesses = value
		case "limits":
			want.limits = value
		default:
			t.Fatalf("%s: unknown expectation %q", prog.name, key)
		}
	}
	if want.ends == nil {
		t.Fatalf("%s: no expectation", prog.name)
	}
	return want
}

func environment(t *testing.T, name string) ir.Environment {
	for r := ir.ChooseReason(0); r <= ir.ChooseIOFail; r++ {
		if r.String() == name {
			return ir.EnvironmentSet(r)
		}
	}
	t.Fatalf("unknown environment choice %q", name)
	return 0
}

// compileProgram compiles a program with the models it needs, from a library; nil: the embedded one.
func compileProgram(prog program, m ir.DataModel, want expectation, library *clib.Library) (*ir.Program, error) {
	result, err := front.Compile(context.Background(), front.Options{
		Files:         []string{prog.name},
		Model:         m,
		Models:        library,
		SystemHeaders: want.system,
		Signals:       want.env.Has(ir.ChooseSignal),
		Exact:         true,
		Inputs:        link.Inputs{Arguments: "none"},
		ReadFile: func(name string) ([]byte, error) {
			if name == prog.name {
				return []byte(prog.text), nil
			}
			return os.ReadFile(name)
		},
	})
	if err == nil {
		err = firstError(result.Diagnostics)
	}
	return result.Program, err
}

func runModel(t *testing.T, prog program, m ir.DataModel, want expectation) {
	if want.system {
		peer.NeedHeaders(t, "pthread.h", map[ir.DataModel]string{ir.LP64: "gnu/stubs-64.h", ir.ILP32: "gnu/stubs-32.h"}[m])
	}
	compiled, err := compileProgram(prog, m, want, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := execute(compiled, want); err != nil {
		t.Error(err)
	}
}

// execute runs a program under random schedules; the error tells the first difference from its expectation.
func execute(compiled *ir.Program, want expectation) error {
	code := interp.Prepare(compiled)
	firstSeed := map[string]uint64{}
	properties := interp.PropertySet(verdict.Assert, verdict.Reach, verdict.Deadlock, verdict.Memory,
		verdict.Lock, verdict.Overflow, verdict.Div, verdict.Shift, verdict.Uninit)
	if want.unlocked {
		properties &^= interp.PropertySet(verdict.Lock)
	}
	if want.resources {
		properties |= interp.PropertySet(verdict.Resource)
	}
	if !want.racy {
		properties |= interp.PropertySet(verdict.Race)
	}
	limited := false
	var seen *calls
	if want.guesses != "" {
		seen = &calls{program: compiled, name: "__heddle_approximates"}
	}
	for seed := range want.seeds {
		var output strings.Builder
		options := interp.Options{
			Seed:        seed,
			Properties:  properties,
			Environment: want.env,
			Output:      &output,
			MaxSteps:    2_000_000,
		}
		if seen != nil {
			options.Observer, options.Blocks = seen, true
		}
		result, made, err := interp.RunCode(context.Background(), code, options)
		if err != nil {
			return err
		}
		limited = limited || len(result.Cuts) > 0
		end := describe(result)
		if _, seen := firstSeed[end]; !seen {
			firstSeed[end] = seed
		}
		if !slices.Contains(want.ends, end) {
			where := ""
			if v := result.Violation; v != nil {
				where = fmt.Sprintf(": %s in %s, line %d", v.Message, v.Func, v.Pos.Line)
			}
			return fmt.Errorf("seed %d: %s%s\nwant %s\noutput: %s", seed, end, where, strings.Join(want.ends, " | "), output.String())
		}
		if strings.HasPrefix(end, "exited") && want.output != "" && output.String() != want.output {
			return fmt.Errorf("seed %d: output %q\nwant %q", seed, output.String(), want.output)
		}
		if result.Alone && result.End.Kind == interp.Exited && len(made.Threads)+len(made.Uninit) == 0 {
			break // one thread that asked for no choice: with other seeds its run is the same
		}
	}
	for _, end := range want.ends {
		if _, seen := firstSeed[end]; !seen {
			return fmt.Errorf("no seed below %d ended with %s: %v", want.seeds, end, firstSeed)
		}
	}
	if want.limits != "" && limited != (want.limits == "yes") {
		return fmt.Errorf("a run reaches a limit: %v", limited)
	}
	if seen != nil && seen.found != (want.guesses == "yes") {
		return fmt.Errorf("a run calls %s: %v", seen.name, seen.found)
	}
	return nil
}

// calls observes whether a run calls a function.
type calls struct {
	program *ir.Program
	name    string
	found   bool
}

// Observe implements interp.Observer.
func (c *calls) Observe(_ *interp.Machine, t *interp.Thread, o *interp.Observation) {
	if o.Kind == interp.ObservedBlock {
		f, _, _ := t.Next()
		c.found = c.found || c.program.Funcs[f].Name == c.name
	}
}

// describe names the end of a run as the expectations do.
func describe(r *interp.Result) string {
	switch r.End.Kind {
	case interp.Exited:
		return fmt.Sprintf("exited %d", r.End.Status)
	case interp.Deadlocked:
		return "deadlock"
	case interp.Violated:
		v := r.Violation
		switch {
		case v.Property == verdict.Lock && v.Kind == "":
			return "lock " + v.Message
		case v.Kind != "" && string(v.Kind) != v.Property.String():
			return v.Property.String() + " " + string(v.Kind)
		}
		return v.Property.String()
	case interp.Unsupported:
		return "unsupported " + r.End.Text
	}
	return r.End.Kind.String()
}
