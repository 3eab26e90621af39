package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/peer"

	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// TestWitnessesDocument runs the commands of docs/use/witnesses.md in the repository's directory, one after
// the other. It compares their output with the output that the page shows.
func TestWitnessesDocument(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "use", "witnesses.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"unreach-call.prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
		"task.c":           "void reach_error(void) {}\nint main(void)\n{\n\treach_error();\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "examples"), filepath.Join(dir, "examples")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	commands := 0
	for line := range strings.SplitSeq(string(text), "\n") {
		args, ok := strings.CutPrefix(line, "    heddle ")
		if !ok {
			continue
		}
		commands++
		if code := run(t.Context(), strings.Fields(args)); code != cli.ExitViolation {
			t.Errorf("heddle %s: exit code %d", args, code)
		}
	}
	if commands < 5 {
		t.Errorf("found %d commands", commands)
	}
	for _, name := range []string{"witness.yml", "witness.graphml"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestToolInfo runs the tests of the tool-info module for BenchExec.
func TestToolInfo(t *testing.T) {
	cmd := exec.Command(peer.NeedProgram(t, "python3"), "-B", "-m", "unittest")
	cmd.Dir = filepath.Join("..", "..", "contrib", "benchexec")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
