package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// TestMain makes the test binary act as the command under trial.
func TestMain(m *testing.M) {
	if os.Getenv("HEDDLE_TRIAL_ROLE") == "heddle" {
		os.Exit(pretend(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// pretend answers according to words in the files: a violation at the line of assert(0), of WRONG and
// of RACE. BOUND makes the answer bounded unless there is a flag --unwind. A function behind NEVER is
// not reached.
func pretend(args []string) int {
	var assert, race answer
	assert.Property, assert.Verdict = "assert", "safe"
	race.Property, race.Verdict = "race", "safe"
	out := strings.TrimPrefix(args[slices.Index(args, "--write")+1], "json=")
	for _, file := range args {
		text, err := os.ReadFile(file)
		if err != nil || !strings.HasSuffix(file, ".c") {
			continue
		}
		never := regexp.MustCompile(`(?s)\{[^{}]*NEVER`).FindStringIndex(string(text))
		offset := 0
		for i, line := range strings.SplitAfter(string(text), "\n") {
			begin := offset
			offset += len(line)
			here := location{file, i + 1}
			switch {
			case strings.Contains(line, "assert(0)"):
				if never != nil && begin <= never[0] && never[0] < offset {
					assert.Verdict = "bounded"
					assert.Coverage = &coverage{NotReached: []location{here}}
					return say(out, 0, assert, race)
				}
				assert.Verdict, assert.Location = "violation", &here
			case strings.Contains(line, "WRONG"):
				assert.Verdict, assert.Location = "violation", &here
			case strings.Contains(line, "RACE"):
				race.Verdict, race.Location = "violation", &here
			case strings.Contains(line, "BOUND") && !slices.Contains(args, "--unwind") && assert.Verdict == "safe":
				assert.Verdict, assert.Next = "bounded", "--unwind 4 --timeout 5m"
				assert.Coverage = &coverage{NotReached: []location{here}}
			}
		}
	}
	if assert.Verdict == "violation" || race.Verdict == "violation" {
		os.Stdout.WriteString("main.c:1:1: assert: it fails\n\nassert: violation, found at once\n")
		return say(out, 1, assert, race)
	}
	return say(out, 0, assert, race)
}

// say writes a result.
func say(out string, code int, answers ...answer) int {
	text, err := json.Marshal(map[string]any{"verdict": "", "results": answers})
	if err == nil {
		err = os.WriteFile(out, text, 0o600)
	}
	if err != nil {
		return 2
	}
	return code
}

// clock matches texts that vary between runs.
var clock = regexp.MustCompile(`\b\d+\.\d+\b|Within twice the time: \d+`)

// TestTrial compares the report about a made-up tree, and checks that no task runs twice.
func TestTrial(t *testing.T) {
	t.Setenv("HEDDLE_TRIAL_ROLE", "heddle")
	o := options{heddle: os.Args[0], kit: "testdata/kit", tree: "testdata/tree", parts: "asis,hint,planted,seeds,first",
		timeout: 10 * time.Second, jobs: 2, out: filepath.Join(t.TempDir(), "out.csv")}
	var report, log strings.Builder
	if err := run(t.Context(), &o, &report, &log); err != nil {
		t.Fatal(err)
	}
	golden.File(t, "testdata/report.md", clock.ReplaceAllString(report.String(), "…"))
	var again strings.Builder
	log.Reset()
	if err := run(t.Context(), &o, &again, &log); err != nil {
		t.Fatal(err)
	}
	if log.Len() > 0 {
		t.Errorf("runs again:\n%s", log.String())
	}
	golden.File(t, "testdata/report.md", clock.ReplaceAllString(again.String(), "…"))
}

// TestRaces reads the race report of a result as heddle check writes it.
func TestRaces(t *testing.T) {
	for _, c := range []struct {
		pairs int
		want  bool
	}{{10, true}, {11, false}} {
		report := engine.Races{Pairs: c.pairs, Proved: []engine.Proved{{Reason: "one thread", Pairs: 4}, {Reason: "a common lock", Pairs: 2}}}
		text, err := json.Marshal(map[string]any{"property": "race", "verdict": "unknown", "races": report})
		if err != nil {
			t.Fatal(err)
		}
		answers, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := answers[0].Races.says(); got != c.want {
			t.Errorf("6 of %d pairs are proved: %v, want %v", c.pairs, got, c.want)
		}
	}
}

// TestKit reads the kit itself; it needs no programs.
func TestKit(t *testing.T) {
	k, err := openKit(".", ".")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for i := range k.programs {
		p := &k.programs[i]
		if known[p.name] {
			t.Errorf("there are two programs %s", p.name)
		}
		known[p.name] = true
	}
	for f := range k.readings {
		if !known[f.program] {
			t.Errorf("somebody read %v", f)
		}
	}
	files := func(p *program) {
		for _, file := range p.sources() {
			if strings.HasPrefix(file, "harness/") {
				if _, err := os.Stat(k.at(p, file)); err != nil {
					t.Error(err)
				}
			}
		}
	}
	for i := range k.programs {
		files(&k.programs[i])
	}
	for i := range k.seeds {
		files(&k.seeds[i].program)
	}
	harness, err := filepath.Glob("harness/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range harness {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n > 30 {
			t.Errorf("%s has %d lines", file, n)
		}
	}
}

// TestTree compares the kit with the programs: their files exist, and seeds fit them.
func TestTree(t *testing.T) {
	tree := filepath.Join("..", "..", "..", "..", "shared", "real")
	if _, err := os.Stat(tree); err != nil {
		t.Skip("the programs are not there")
	}
	k, err := openKit(".", tree)
	if err != nil {
		t.Fatal(err)
	}
	for i := range k.programs {
		p := &k.programs[i]
		if _, err := k.plants(p); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
	}
	for i := range k.seeds {
		s := &k.seeds[i]
		if _, err := k.edited(&s.program, s.edits); err != nil {
			t.Error(err)
		}
	}
}
