package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
)

var (
	corpus    = testflag.Corpus()
	long      = testflag.Long()
	only      = testflag.Only()
	generated = testflag.Generated(2)
)

// How long a check may last beyond its time, and after a signal. In a sample the processors may be busy with
// other tests: it allows more.
const (
	maxOverrun     = 2 * time.Second
	maxAfterSignal = time.Second
	busy           = 4
)

// limited is a run of `heddle check` with a timeout, and perhaps a signal.
type limited struct {
	file    string
	timeout time.Duration
	signal  time.Duration // when it is sent SIGTERM; 0: never
}

// TestBudget checks large inputs with short timeouts, and sends some checks SIGTERM at a random moment:
// each ends in its time, within its memory, with a result in JSON. With -corpus it also checks the programs
// of ../shared/concrat.
func TestBudget(t *testing.T) {
	const memory = 2 << 30
	rng := rand.New(rand.NewPCG(generated.First(), 2))
	var runs []limited
	timeouts := []time.Duration{time.Second}
	if *long {
		timeouts = append(timeouts, 5*time.Second, 20*time.Second)
	}
	add := func(file string, i int) {
		timeout := timeouts[i%len(timeouts)]
		runs = append(runs, limited{file: file, timeout: timeout})
		if *long || i%2 == 0 {
			runs = append(runs, limited{file, time.Minute, time.Duration(rng.Int64N(int64(2*timeout))) + 50*time.Millisecond})
		}
	}
	dir := t.TempDir()
	shapes := testgen.LargeShapes()
	for i := range generated.N() {
		shape := shapes[(i+int(generated.First())-1)%len(shapes)]
		lines := []int{1_000, 10_000, 50_000}[i/len(shapes)%3]
		if !*long {
			lines = 4_000
		}
		file := filepath.Join(dir, fmt.Sprintf("%s_%d_%d.c", shape, lines, i))
		if err := os.WriteFile(file, []byte(testgen.Large(shape, lines, generated.First()+uint64(i))), 0o666); err != nil {
			t.Fatal(err)
		}
		add(file, i)
	}
	if *corpus {
		for i, file := range concrat(t) {
			for k := range timeouts {
				add(file, i+k)
			}
		}
	}
	for _, r := range runs {
		if only.Has(filepath.ToSlash(r.file)) {
			r.check(t, memory)
		}
	}
}

// TestBudgetMemory checks a program that needs more memory than there is already in the front end: the
// verdict has that reason.
func TestBudgetMemory(t *testing.T) {
	const memory = 32 << 20
	file := filepath.Join(t.TempDir(), "globals.c")
	if err := os.WriteFile(file, []byte(testgen.Large("globals", 20_000, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	r := limited{file: file, timeout: time.Minute}
	_, peak, text, code := r.run(t, memory)
	if code != cli.ExitInconclusive || !strings.Contains(text, `"reason": "memory"`) {
		t.Errorf("exit code %d, want %d because of memory: %.500s", code, cli.ExitInconclusive, text)
	}
	const program = 48 << 20 // memory of the command itself, and memory that is allocated before the budget's watch sees it
	if peak > memory+program {
		t.Errorf("used %d MB, want at most %d MB", peak>>20, (memory+program)>>20)
	}
}

// concrat lists the programs of ../shared/concrat that have a main.
func concrat(t *testing.T) (files []string) {
	root := filepath.Join("..", "..", "..", "shared", "concrat")
	f, err := os.Open(filepath.Join(root, "index.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row[2] == "yes" {
			files = append(files, filepath.Join(root, row[0]))
		}
	}
	return files
}

// check runs the check and compares its time and memory with the limits.
func (r *limited) check(t *testing.T, memory int64) {
	name := filepath.Base(filepath.Dir(r.file)) + "/" + filepath.Base(r.file)
	late, peak, text, code := r.run(t, memory)
	allowed := maxOverrun
	if r.signal > 0 {
		allowed = maxAfterSignal
	}
	if !*long {
		allowed *= busy
	}
	what := fmt.Sprintf("%s --timeout %s", name, r.timeout)
	if r.signal > 0 {
		what += fmt.Sprintf(", SIGTERM after %s", r.signal.Round(time.Millisecond))
	}
	t.Logf("%s: exit code %d, %s late, %d MB", what, code, late.Round(10*time.Millisecond), peak>>20)
	if late > allowed {
		t.Errorf("%s: ended %s late, want at most %s", what, late, allowed)
	}
	if peak > memory+memory/8 {
		t.Errorf("%s: used %d MB, want at most %d MB", what, peak>>20, memory>>20)
	}
	var result heddle.Result
	if code != cli.ExitUsage {
		if err := json.Unmarshal([]byte(text), &result); err != nil {
			t.Errorf("%s: no result in JSON: %v: %.200s", what, err, text)
		}
	}
	if code == cli.ExitInternal || code < 0 {
		t.Errorf("%s: exit code %d", what, code)
	}
}

// run runs the check. It returns the time since the check was due, the largest memory in bytes, the output
// and the exit code.
func (r *limited) run(t *testing.T, memory int64) (late time.Duration, peak int64, text string, code int) {
	cmd := exec.Command(filepath.Join(asCommands(t), "heddle"), "check", "--json", "--timeout", r.timeout.String(), "--memory", fmt.Sprintf("%dMB", memory>>20), r.file)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	due := began.Add(r.timeout)
	if r.signal > 0 {
		due = began.Add(min(r.signal, r.timeout))
		timer := time.AfterFunc(r.signal, func() { cmd.Process.Signal(syscall.SIGTERM) })
		defer timer.Stop()
	}
	kill := time.AfterFunc(time.Until(due)+30*time.Second, func() { cmd.Process.Signal(syscall.SIGQUIT) }) // prints stacks
	defer kill.Stop()
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if strings.Contains(errs.String(), "goroutine ") {
		t.Errorf("%s: %.5000s", r.file, errs.String())
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return time.Since(due), usage.Maxrss << 10, out.String(), cmd.ProcessState.ExitCode()
}
