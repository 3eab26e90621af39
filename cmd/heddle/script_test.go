package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/model/circuit/liveness"
	"github.com/heddle-mc/heddle/internal/testkit/aigertest"
)

func TestMain(m *testing.M) {
	compiler := func() { // it makes nothing
		if isCompiler() {
			os.Exit(runUntilSignal())
		}
	}
	testscript.Main(m, map[string]func(){
		"heddle": func() { os.Exit(runUntilSignal()) },
		"cc":     compiler,
		"ar":     compiler,
	})
}

// TestScripts runs the scripts under testdata/script against the command. Beside the commands of testscript
// they have:
//
//   - `exit CODE COMMAND…` demands an exit code.
//   - `append TEXT FILE` and `replace OLD NEW FROM TO` change files, the latter one line.
//   - `further FLAG ARGUMENT…` checks, demands that the verdict suggests the flag, and checks again with it and
//     with a minute.
//   - `sleep DURATION` waits.
//   - `judge CIRCUIT PROPERTY WITNESS` is a model checker.
//
// Condition long holds with -long: without it some scripts that take long are skipped.
//
// The directory of the examples is $EXAMPLES. Scripts execute nothing but heddle and /bin/sh: the tests need no
// other program of the system.
func TestScripts(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("EXAMPLES", examples)
			env.Setenv("COLUMNS", "160") // so that few lines are broken
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return *long, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": exitWith, "append": appendText, "replace": replaceText, "sleep": sleep, "further": further, "judge": judge,
		},
	})
}

// TestScriptsAlone checks that scripts run a program of the system under a condition only, so that they
// pass without it.
func TestScriptsAlone(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("found no scripts: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		script, _, _ := strings.Cut(string(text), "\n-- ")
		for i, line := range strings.Split(script, "\n") {
			words := strings.Fields(strings.TrimPrefix(line, "! "))
			if len(words) > 1 && words[0] == "exec" && words[1] != "heddle" && words[1] != "cc" {
				t.Errorf("%s:%d: found exec %s without a condition", file, i+1, words[1])
			}
		}
	}
}

func further(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: further FLAG ARGUMENT…")
	}
	args, flag := append([]string{"check", "--json"}, args[1:]...), args[0]
	check := func(want ...int) {
		var exit *exec.ExitError
		if err := ts.Exec("heddle", args...); errors.As(err, &exit) && !slices.Contains(want, exit.ExitCode()) {
			ts.Fatalf("exit code %d", exit.ExitCode())
		}
	}
	check(cli.ExitOK, cli.ExitInconclusive)
	var result heddle.Result
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &result))
	flags := strings.Fields(result.Next)
	if len(flags) == 0 || flags[0] != flag {
		ts.Fatalf("to get further: found %q, want %s", result.Next, flag)
	}
	args = append(append(args, flags...), "--timeout", "1m") // of several, the last counts
	check(cli.ExitOK, cli.ExitInconclusive, cli.ExitViolation)
}

func exitWith(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE COMMAND [ARGUMENT…]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func appendText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: append TEXT FILE")
	}
	f, err := os.OpenFile(ts.MkAbs(args[1]), os.O_APPEND|os.O_WRONLY, 0)
	ts.Check(err)
	_, err = f.WriteString(args[0])
	ts.Check(errors.Join(err, f.Close()))
}

// replaceText writes the first file, with its first line that begins with OLD being NEW, to
// the second.
func replaceText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: replace OLD NEW FROM TO")
	}
	lines := strings.Split(ts.ReadFile(args[2]), "\n")
	line := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, args[0]) })
	if line < 0 {
		ts.Fatalf("%s: no line begins with %q", args[2], args[0])
	}
	lines[line] = args[1]
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(strings.Join(lines, "\n")), 0o666))
}

func sleep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sleep DURATION")
	}
	d, err := time.ParseDuration(args[0])
	ts.Check(err)
	time.Sleep(d)
}

// judge writes a witness for the first bad state or justice of a circuit in AIGER whose name
// begins as given, of at most 100 steps.
func judge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: judge CIRCUIT PROPERTY WITNESS")
	}
	c, err := aigertest.Read([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	safe := liveness.Safety(c)
	bad := slices.IndexFunc(safe.Circuit.Bads, func(s circuit.Signal) bool { return strings.HasPrefix(s.Name, args[1]) })
	if bad < 0 {
		ts.Fatalf("no %s", args[1])
	}
	a, err := bmc.New(safe.Circuit, bmc.Options{Depth: 100}).Check(context.Background(), []int{bad})
	ts.Check(err)
	if a.Status != circuit.Reached {
		ts.Fatalf("not reached")
	}
	property, inputs := fmt.Sprintf("b%d", bad), a.Execution.Inputs
	if j := bad - len(c.Bads); j >= 0 {
		property, inputs = fmt.Sprintf("j%d", j), inputs[:len(inputs)-1] // the last closes the loop
	}
	text := "1\n" + property + "\n"
	line := func(list []bool, n int) {
		for _, one := range list[:n] {
			text += map[bool]string{false: "0", true: "1"}[one]
		}
		text += "\n"
	}
	line(a.Execution.Initial, len(c.Latches))
	for _, in := range inputs {
		line(in, len(c.Inputs))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text+".\n"), 0o666))
}
