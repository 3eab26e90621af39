package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// nativeArchives are the archives whose programs also run natively. gcc compiles each program that always
// exits in one way against the host's C library, and it must behave the same. So the models are compared
// with the real library. -every chooses the programs, and with -every 2 or less all of them run.
var nativeArchives = []string{
	"string", "thread", "options", "posix", "signal", "queue", "timer", "wide", "text", "errors", "rows", "sync", "file",
	"behaviours", "characters", "corners", "descriptors", "files", "format", "limits", "locks", "memory", "names", "edges", "processes",
	"shared", "sweeps", "walks",
}

func TestNative(t *testing.T) {
	peer.NeedGCC(t)
	if testing.Short() {
		t.Skip("compiles some hundred programs")
	}
	dir := t.TempDir()
	for _, archive := range nativeArchives {
		text, err := os.ReadFile(filepath.Join("testdata", archive+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for i, prog := range programs(string(text)) {
			if every.Step() > 2 && !every.Has(i) {
				continue
			}
			want := readExpectation(t, prog)
			status, exits := strings.CutPrefix(want.ends[0], "exited ")
			if len(want.ends) != 1 || !exits || want.env != 0 || want.modelOnly {
				continue
			}
			t.Run(archive+"/"+strings.TrimSuffix(prog.name, ".c"), func(t *testing.T) {
				t.Parallel()
				source := filepath.Join(dir, archive+"-"+prog.name)
				binary := strings.TrimSuffix(source, ".c")
				if err := os.WriteFile(source, []byte(prog.text), 0o644); err != nil {
					t.Fatal(err)
				}
				build := exec.Command("gcc", "-w", "-D_GNU_SOURCE", "-pthread", "-o", binary, source, "-lm")
				if out, err := build.CombinedOutput(); err != nil {
					t.Fatalf("gcc: %v\n%s", err, out)
				}
				run := exec.Command(binary)
				run.Dir = t.TempDir()
				out, err := run.Output()
				if run.ProcessState == nil {
					t.Fatal(err)
				}
				if got := run.ProcessState.ExitCode(); strconv.Itoa(got) != status {
					t.Errorf("exit status %d, want %s", got, status)
				}
				if want.output != "" && string(out) != want.output {
					t.Errorf("output %q, want %q", out, want.output)
				}
			})
		}
	}
}
