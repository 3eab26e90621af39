package heddle

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/engine/explore"
	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/run/interp"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestThreadSanitizer compiles racing programs with gcc -fsanitize=thread, and runs them repeatedly with
// random delays and inputs. It counts the races of Heddle, as pairs of lines, that ThreadSanitizer also
// reports: four in five. The others are not reached by any run, or are of kinds that ThreadSanitizer does
// not check, such as the end of a scope. The log counts each kind. With -generated all examples and that
// number of racing generated programs run, else two examples.
func TestThreadSanitizer(t *testing.T) {
	s := newSanitizer(t)
	for _, file := range []string{"examples/counter_bug.c", "examples/double_checked_bug.c"} {
		s.program(t, filepath.FromSlash(file), nil)
	}
	if generated.N() > 0 {
		for _, file := range testprog.Files(t, "testdata/papers/*.c") {
			s.program(t, file, nil)
		}
		dir := t.TempDir()
		racing := 0
		for seed := generated.First(); racing < generated.N(); seed++ {
			file := filepath.Join(dir, fmt.Sprintf("generated%d.c", seed))
			text := testgen.Concurrent(testgen.Options{Seed: seed}).C()
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if s.program(t, file, nil) {
				racing++
			}
		}
	}
	if *corpus {
		s.corpus(t)
	}
	s.summary(t)
}

// sanitizer counts the races that ThreadSanitizer confirms.
type sanitizer struct {
	dir       string
	support   string // the object file
	all, same map[string]int
	cannotRun []string
	done      map[string]bool // programs
}

func newSanitizer(t *testing.T) *sanitizer {
	t.Helper()
	peer.NeedGCC(t, "-fsanitize=thread")
	s := &sanitizer{dir: t.TempDir(), all: map[string]int{}, same: map[string]int{}, done: map[string]bool{}}
	s.support = filepath.Join(s.dir, "support.o")
	if out, err := exec.Command("gcc", "-O1", "-pthread", "-c", "-o", s.support, filepath.Join("testdata", "tsan", "support.c")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return s
}

func (s *sanitizer) build(file string, defines []string) (binary string, output []byte, err error) {
	binary = filepath.Join(s.dir, "program")
	args := []string{"-w", "-g", "-O0", "-pthread", "-fsanitize=thread", "-fsanitize-coverage=trace-pc", "-o", binary}
	for _, d := range defines {
		args = append(args, "-D"+d)
	}
	output, err = exec.Command("gcc", append(args, file, s.support)...).CombinedOutput()
	return binary, output, err
}

// race is a race of Heddle, identified by its lines.
type race struct {
	lines [2]int
	kind  string
}

// program runs one program, if Heddle finds races in it, and reports whether it
// does and the program can be run.
func (s *sanitizer) program(t *testing.T, file string, defines []string) bool {
	t.Helper()
	if s.done[file] {
		return false
	}
	s.done[file] = true
	races := racesToConfirm(t, file, defines)
	if len(races) == 0 {
		return false
	}
	binary, _, err := s.build(file, defines)
	if err != nil {
		s.cannotRun = append(s.cannotRun, filepath.Base(file))
		return false
	}
	reported := make(map[[2]int]bool)
	left := func(r race) bool { return !reported[r.lines] }
	for seed := 0; seed < int(*executions) && slices.ContainsFunc(races, left); seed++ {
		for _, lines := range s.run(binary, file, seed) {
			reported[lines] = true
		}
	}
	for _, r := range races {
		s.all[r.kind]++
		if reported[r.lines] {
			s.same[r.kind]++
		} else {
			t.Logf("not reported: %s: lines %d and %d (%s)", filepath.Base(file), r.lines[0], r.lines[1], r.kind)
		}
	}
	return true
}

// racesToConfirm returns the races that exploration finds in a program's file,
// each pair of lines once.
func racesToConfirm(t *testing.T, file string, defines []string) (races []race) {
	t.Helper()
	compiled, err := front.Compile(context.Background(), front.Options{Files: []string{file}, Defines: defines})
	if err != nil || compiled.Program == nil {
		t.Logf("does not compile: %s", file)
		return nil
	}
	code := interp.Prepare(compiled.Program)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	out, err := explore.New().Run(ctx, &engine.Problem{Program: code.Program(), Property: verdict.Race, All: true, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range out.Violations {
		v := replayedRace(t, code, found.Trace)
		files := code.Program().Files
		if files[v.Pos.File] != file || files[v.First.Pos.File] != file {
			continue
		}
		r := race{[2]int{int(v.First.Pos.Line), int(v.Pos.Line)}, kindOfRace(v.Message)}
		slices.Sort(r.lines[:])
		if !slices.ContainsFunc(races, func(q race) bool { return q.lines == r.lines }) {
			races = append(races, r)
		}
	}
	return races
}

// kindOfRace classifies a race by its message.
func kindOfRace(message string) string {
	if strings.Contains(message, " of the state of ") || strings.Contains(message, " of the result of ") { // the models' objects
		return "library"
	}
	for _, kind := range []string{"initialisation", "free", "atomic"} {
		if strings.Contains(message, kind) {
			return kind
		}
	}
	return "plain"
}

// run runs a program once and returns the lines of the races reported.
func (s *sanitizer) run(binary, file string, seed int) (races [][2]int) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary)
	cmd.Env = append(os.Environ(), "HEDDLE_SEED="+strconv.Itoa(seed),
		"TSAN_OPTIONS=history_size=7 suppress_equal_stacks=0 suppress_equal_addresses=0 atexit_sleep_ms=100 report_thread_leaks=0 detect_deadlocks=0 report_destroy_locked=0 report_mutex_bugs=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Run() // ends in any way
	return reportedRaces(stderr.String(), filepath.Base(file))
}

var (
	tsanAccess = regexp.MustCompile(`^  (Previous )?([Aa]tomic )?([Rr]ead|[Ww]rite) of size`)
	tsanFrame  = regexp.MustCompile(`^    #\d+ .*?([^/ ]+):(\d+)(?::\d+)? \(`)
)

// reportedRaces reads ThreadSanitizer's reports: for each access the innermost
// line in the file.
func reportedRaces(text, file string) (races [][2]int) {
	for _, report := range strings.Split(text, "WARNING: ThreadSanitizer: ")[1:] {
		var lines []int
		open := false // an access whose line is not known yet
		for _, l := range strings.Split(report, "\n") {
			frame := tsanFrame.FindStringSubmatch(l)
			switch {
			case tsanAccess.MatchString(l):
				open = true
			case !strings.HasPrefix(l, "    "):
				open = false
			case open && frame != nil && frame[1] == file:
				n, _ := strconv.Atoi(frame[2])
				lines, open = append(lines, n), false
			}
		}
		if len(lines) == 2 {
			slices.Sort(lines)
			races = append(races, [2]int{lines[0], lines[1]})
		}
	}
	return races
}

// corpus runs the sources of the corpus that are about races, all as LP64, the only data model of
// ThreadSanitizer.
func (s *sanitizer) corpus(t *testing.T) {
	t.Helper()
	for _, row := range testprog.Corpus(t, testflag.Filter{}) {
		if row.Property == "no-data-race" {
			s.program(t, row.Path, row.Defines)
		}
	}
}

func (s *sanitizer) summary(t *testing.T) {
	t.Helper()
	all, same := 0, 0
	for _, kind := range []string{"plain", "atomic", "free", "initialisation", "library"} {
		if s.all[kind] > 0 {
			t.Logf("%s: %d of %d races reported", kind, s.same[kind], s.all[kind])
		}
		if kind != "library" { // ThreadSanitizer does not see into the C library
			all += s.all[kind]
			same += s.same[kind]
		}
	}
	t.Logf("%d of %d races reported by ThreadSanitizer; %d programs cannot be run: %s", same, all, len(s.cannotRun), strings.Join(s.cannotRun, " "))
	if 5*same < 4*all {
		t.Errorf("%d of %d races reported, expected four in five", same, all)
	}
}
