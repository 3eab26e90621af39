// Package abctest is a substitute for ABC in tests on machines without it. The program reads the
// scripts that package abc writes, decides them with Heddle's own checkers, and answers in ABC's
// format. The tests of model/circuit and model/circuit/abc use it.
package abctest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/model/circuit"
	"github.com/heddle-mc/heddle/internal/model/circuit/bmc"
	"github.com/heddle-mc/heddle/internal/model/circuit/pdr"
	"github.com/heddle-mc/heddle/internal/testkit/aigertest"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// role is the environment variable that makes a test binary act as ABC.
const role = "HEDDLE_TEST_ABC"

// Main must be called first by test binaries that call Ask. It does not return in processes that act
// as ABC.
func Main() {
	if os.Getenv(role) == "" {
		return
	}
	if err := answer(os.Args[len(os.Args)-1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Ask runs a test with the test binary in the role of ABC, and then with the real ABC if it is
// installed.
func Ask(t *testing.T, ask func(*testing.T)) {
	t.Run("pretended", func(t *testing.T) {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := os.Symlink(self, filepath.Join(dir, "berkeley-abc")); err != nil {
			t.Skip(err)
		}
		t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		t.Setenv(role, "1")
		ask(t)
	})
	t.Run("real", func(t *testing.T) {
		peer.NeedProgram(t, "berkeley-abc")
		ask(t)
	})
}

// answer executes a script.
func answer(script string) error {
	var in, command, out string
	if n, err := fmt.Sscanf(strings.ReplaceAll(script, ";", " ;"), "read_aiger %s ; %s", &in, &command); n != 2 {
		return err
	}
	if n, err := fmt.Sscanf(script[strings.LastIndexByte(script, ';')+1:], " write_status %s", &out); n != 1 {
		return err
	}
	frames := 100
	if _, rest, ok := strings.Cut(script, "-F "); ok {
		fmt.Sscan(rest, &frames)
	}
	text, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	c, err := aigertest.Read(text)
	if err != nil {
		return err
	}
	if len(c.Outputs) != 1 || len(c.Bads)+len(c.Constraints) > 0 {
		return fmt.Errorf("not of the first kind: %.40q", text)
	}
	for i := range c.Latches {
		if c.Latches[i].Init != circuit.Zero {
			return fmt.Errorf("latch %d does not begin with 0", i)
		}
	}
	c.Bads, c.Outputs = c.Outputs, nil
	var k circuit.Checker = pdr.New(c, pdr.Options{})
	if command == "bmc3" {
		k = bmc.New(c, bmc.Options{Depth: frames - 1})
	}
	a, err := k.Check(context.Background(), []int{0})
	if err != nil {
		return err
	}
	said := "snl_UNSAT -1 unknown\nNULL\nNULL\n"
	switch a.Status {
	case circuit.Bounded:
		said = fmt.Sprintf("snl_UNK %d unknown\nNULL\nNULL\n", frames-1)
	case circuit.Reached:
		last := len(a.Execution.Inputs) - 1
		said = fmt.Sprintf("snl_SAT %d unknown 0", last)
		if command == "bmc3" && last > 0 { // it knows that no step before the last is bad
			said = fmt.Sprintf("snl_SAT %d unknown 0 %d", last-1, last)
		}
		said += "\n" + strings.Repeat("0", len(c.Latches)) + "\n"
		for _, inputs := range a.Execution.Inputs {
			for i := range c.Inputs {
				said += fmt.Sprint(circuit.Word(inputs, i))
			}
		}
		said += "\n"
	}
	return os.WriteFile(out, []byte(said), 0o666)
}
