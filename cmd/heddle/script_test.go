package main

import (
	"encoding/json"
	"errors"
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
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"heddle": func() { os.Exit(runUntilSignal()) },
	})
}

// TestScripts runs the scripts under testdata/script against the command. Beside
// testscript's own words they know `exit CODE COMMAND…`, which demands an exit code,
// `append TEXT FILE`, `further FLAG ARGUMENT…`, which checks, demands that the flag is
// what would get further, and checks again with it, `sleep DURATION`, and the directory $EXAMPLES. They execute
// nothing but heddle: the tests need no program of the system.
func TestScripts(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("EXAMPLES", examples)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit": exitWith, "append": appendText, "sleep": sleep, "further": further,
		},
	})
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
	check(exitOK, exitInconclusive)
	var result heddle.Result
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &result))
	flags := strings.Fields(result.Next)
	if len(flags) == 0 || flags[0] != flag {
		ts.Fatalf("to get further: found %q, want %s", result.Next, flag)
	}
	args = append(args, flags...)
	check(exitOK, exitInconclusive, exitViolation)
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

func sleep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sleep DURATION")
	}
	d, err := time.ParseDuration(args[0])
	ts.Check(err)
	time.Sleep(d)
}
