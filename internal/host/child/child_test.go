package child

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"testing"
	"time"
)

var interrupted = make(chan os.Signal, 1)

// TestMain makes the test binary act as the child.
func TestMain(m *testing.M) {
	switch os.Getenv("HEDDLE_CHILD_ROLE") {
	case "talk":
		fmt.Print("out")
		fmt.Fprint(os.Stderr, strings.Repeat("noise\n", 10_000), "the end\n\n")
		os.Exit(3)
	case "work":
		for start := time.Now(); time.Since(start) < 30*time.Millisecond; {
		}
	case "spin":
		signal.Notify(interrupted, os.Interrupt)
		for stop := false; !stop; {
			select {
			case <-interrupted:
				stop = true
			default:
			}
		}
		fmt.Print("interrupted")
	case "parent":
		os.Setenv("HEDDLE_CHILD_ROLE", "spin")
		command := exec.Command(os.Args[0])
		signal.Notify(interrupted, os.Interrupt)
		if err := command.Start(); err != nil {
			panic(err)
		}
		<-interrupted
		command.Process.Kill()
		command.Wait()
	case "orphan":
		os.Setenv("HEDDLE_CHILD_ROLE", "rest")
		command := exec.Command(os.Args[0])
		command.Stdout = os.Stdout
		if err := command.Start(); err != nil {
			panic(err)
		}
		fmt.Print("done")
	case "rest":
		time.Sleep(2 * pipeDelay)
	case "hang":
		time.Sleep(time.Hour)
	default:
		os.Exit(m.Run())
	}
}

func run(t *testing.T, role string, opts Options) *Result {
	t.Setenv("HEDDLE_CHILD_ROLE", role)
	return Run(context.Background(), []string{os.Args[0]}, opts)
}

func TestRun(t *testing.T) {
	r := run(t, "talk", Options{})
	if string(r.Stdout) != "out" || r.LastLine() != "the end" || r.ExitCode() != 3 || r.Killed || len(r.Stderr) > 2*keptBytes+100 {
		t.Errorf("%q, %q, %d, %v, %d", r.Stdout, r.LastLine(), r.ExitCode(), r.Killed, len(r.Stderr))
	}
	var told bytes.Buffer
	r = run(t, "talk", Options{Told: &told})
	if string(r.Stdout) != "out" || r.LastLine() != "the end" || told.Len() != len("out")+10_000*len("noise\n")+len("the end\n\n") {
		t.Errorf("%q, %q, %d bytes told", r.Stdout, r.LastLine(), told.Len())
	}
	r = run(t, "work", Options{Dir: t.TempDir()})
	if r.ExitCode() != 0 || r.Time <= 0 || r.CPU <= 0 {
		t.Errorf("%+v", r)
	}
	r = run(t, "hang", Options{Kill: 50 * time.Millisecond})
	if !r.Killed || r.ExitCode() != -1 {
		t.Errorf("%+v", r)
	}
	if r = run(t, "work", Options{CPU: time.Minute}); r.Over || r.ExitCode() != 0 {
		t.Errorf("%+v", r)
	}
	if r = run(t, "orphan", Options{}); r.Err != nil || string(r.Stdout) != "done" {
		t.Errorf("%+v", r)
	}
	r = Run(context.Background(), []string{"no/such/program"}, Options{})
	if r.Err == nil || r.ExitCode() != -1 {
		t.Errorf("%+v", r)
	}
}

// TestLimit: a child, and a child's child, use up their processor time.
func TestLimit(t *testing.T) {
	if _, known := processorTime(os.Getpid()); !known {
		t.Skip("this system does not tell processor time")
	}
	r := run(t, "spin", Options{CPU: 100 * time.Millisecond})
	if !r.Over || r.ExitCode() != 0 || string(r.Stdout) != "interrupted" || r.CPU < 100*time.Millisecond {
		t.Errorf("%+v", r)
	}
	if r = run(t, "parent", Options{CPU: 100 * time.Millisecond, Kill: time.Minute}); !r.Over || r.Killed {
		t.Errorf("%+v", r)
	}
}
