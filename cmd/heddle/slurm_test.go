package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// TestSlurm has a Slurm cluster of one node judge slices in an array job. The worker of the first task is killed, so the
// task is queued again.
func TestSlurm(t *testing.T) {
	if !*long {
		t.Skip("it takes long: -long")
	}
	for _, program := range []string{"slurmctld", "slurmd", "sbatch", "munged"} {
		peer.NeedProgram(t, program)
	}
	if os.Getuid() != 0 {
		t.Skip("slurmd runs as root")
	}
	tmp, program := t.TempDir(), filepath.Join("..", "..", "examples", "peterson_ok.c")
	real, dir, cluster, victim := filepath.Join(asCommands(t), "heddle"), filepath.Join(tmp, "parts"), filepath.Join(tmp, "cluster"), filepath.Join(tmp, "victim")
	// The first worker of task 1 says its number and waits.
	wrapper := fmt.Sprintf("#!/bin/sh\nif [ \"${SLURM_ARRAY_TASK_ID:-}${SLURM_RESTART_COUNT:-}\" = 1 ]; then\n\techo $$ >'%s.new'; mv '%[1]s.new' '%[1]s'; exec sleep 600\nfi\nexec '%s' \"$@\"\n", victim, real)
	tools := filepath.Join(tmp, "tools")
	if err := os.Mkdir(tools, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tools, "heddle"), []byte(wrapper), 0o777); err != nil {
		t.Fatal(err)
	}
	environment := append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"), "SLURM_CONF="+filepath.Join(cluster, "slurm.conf"))
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(args[0], args[1:]...)
		var out, trouble bytes.Buffer
		cmd.Env, cmd.Stdout, cmd.Stderr = environment, &out, &trouble
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %v\n%s%s", args, err, &out, &trouble)
		}
		return out.String()
	}
	run(real, "slice", "--property", "assert", "--model", "sc", "--engine", "order", "--unwind", "2", "--memory", "512MB", "--count", "40", "--into", dir, program)
	run(real, "emit", "slurm", dir)
	script := filepath.Join("..", "..", "scripts", "slurm-cluster")
	t.Cleanup(func() { exec.Command(script, "stop", cluster).Run() })
	run(script, "start", cluster)
	array, _, _ := strings.Cut(strings.TrimPrefix(run("sh", filepath.Join(dir, "slurm.sh")), "work: job "), ",")

	wait := func(file string, between func()) []byte {
		t.Helper()
		for range 1200 {
			if text, err := os.ReadFile(file); err == nil {
				return text
			}
			between()
			time.Sleep(100 * time.Millisecond)
		}
		t.Fatalf("%s did not come:\n%s", filepath.Base(file), run("squeue"))
		return nil
	}
	number, err := strconv.Atoi(strings.TrimSpace(string(wait(victim, func() {}))))
	if err == nil {
		err = syscall.Kill(number, syscall.SIGKILL)
	}
	if err != nil {
		t.Fatal(err)
	}
	// Slurm leaves a task alone for two minutes before it starts again.
	again := func() {
		if strings.TrimSpace(run("squeue", "--noheader", "--jobs="+array, "--states=PENDING", "--format=%K %r")) == "1 BeginTime" {
			run("scontrol", "update", "JobId="+array+"_1", "StartTime=now")
		}
	}
	var merged heddle.Result
	if err := json.Unmarshal(wait(filepath.Join(dir, "merged.json"), again), &merged); err != nil || merged.Verdict != heddle.Safe {
		t.Errorf("merged: %v, %v, want safe", merged.Verdict, err)
	}
	var state heddle.SliceState
	if err := json.Unmarshal([]byte(run(real, "top", "--json", dir)), &state); err != nil || state.Slices.Done < 32 || state.Slices.Open > 0 || len(state.Machines) != 1 {
		t.Errorf("found %+v, %v, want 32 slices of one machine at least, all done", state, err)
	}
	if log, err := os.ReadFile(filepath.Join(dir, "slurm-1.log")); err != nil || !strings.Contains(string(log), "Killed") {
		t.Errorf("the log of task 1: %q, %v, want a kill", log, err)
	}
}
