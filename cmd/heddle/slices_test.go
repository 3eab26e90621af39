package main

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var kills = flag.Int("kills", 3, "how many workers are killed at random moments")

// TestKilledWorkers kills workers at random moments. After each kill the results can be merged. When a last
// worker has finished, the verdict is that of the whole check.
func TestKilledWorkers(t *testing.T) {
	heddle := filepath.Join(asCommands(t), "heddle")
	program, dir := filepath.Join("..", "..", "examples", "peterson_ok.c"), filepath.Join(t.TempDir(), "parts")
	run := func(args ...string) (string, int) {
		cmd := exec.Command(heddle, args...)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return out.String(), cmd.ProcessState.ExitCode()
	}
	cut := func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if out, code := run("slice", "--property", "assert", "--model", "sc", "--engine", "order", "--unwind", "2", "--count", "6", "--into", dir, program); code != 0 {
			t.Fatal(out)
		}
	}
	cut()
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range *kills {
		if n%8 == 7 {
			finish(t, run, dir)
			cut()
		}
		all, err := filepath.Glob(filepath.Join(dir, "*.slice"))
		if err != nil || len(all) < 2 {
			t.Fatalf("found the slices %v, %v", all, err)
		}
		one := strings.TrimSuffix(filepath.Base(all[rng.IntN(len(all))]), ".slice")
		cmd := exec.Command(heddle, "work", dir, one)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.IntN(600)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
		if out, code := run("merge", dir); code != 0 && code != 3 {
			t.Errorf("after a kill: exit code %d: %s", code, out)
		}
	}
	finish(t, run, dir)
}

// finish judges the rest of the slices and merges them.
func finish(t *testing.T, run func(args ...string) (string, int), dir string) {
	t.Helper()
	if out, code := run("work", dir); code != 0 {
		t.Errorf("exit code %d: %s", code, out)
	}
	if out, code := run("merge", dir, "--json"); code != 0 || !strings.Contains(out, `"verdict": "safe"`) {
		t.Errorf("exit code %d: %s", code, out)
	}
}
