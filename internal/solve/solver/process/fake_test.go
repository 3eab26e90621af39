//go:build unix

package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/solver"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// fake makes a program out of a shell script. Scripts find a directory of their own in $DIR, and the
// system's commands regardless of the test's PATH.
func fake(t *testing.T, kind language, script string) *Tool {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "fake")
	text := fmt.Sprintf("#!/bin/sh\nPATH=$PATH:/usr/bin:/bin\nDIR='%s'\n%s\n", dir, script)
	// A process forked meanwhile by a parallel test would hold the file open for writing, and executing
	// it would fail.
	syscall.ForkLock.RLock()
	err := os.WriteFile(path, []byte(text), 0o755)
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Fatal(err)
	}
	return &Tool{name: "fake", path: path, language: kind}
}

// replies is a script that answers commands: questions, values, cores.
func replies(question, values, core string) string {
	return `while read line; do case "$line" in
"(check-sat"*) ` + question + ` ;;
"(get-value"*) ` + values + ` ;;
"(get-unsat"*) ` + core + ` ;;
"(get-info"*) echo '(:reason-unknown "tired")' ;;
esac; done`
}

// question asserts that a variable is 5 and assumes that it is odd.
func question(tool *Tool, opts Options) (s Solver, assumption term.ID) {
	terms := term.New(term.Options{Mode: term.Raw})
	x := terms.Var("x", term.BV(8))
	s = New(tool, terms, opts)
	s.Assert(terms.Eq(x, terms.Uint(5, 8)))
	return s, terms.Eq(terms.Extract(x, 0, 0), terms.Uint(1, 1))
}

// TestMisbehaviour: if a program misbehaves, a check ends with an error that names the fault, or with
// an unknown answer.
func TestMisbehaviour(t *testing.T) {
	const flood = "while :; do echo ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
	const endless = "while :; do printf ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff; done"
	cases := []struct {
		name   string
		kind   language
		script string
		want   string
	}{
		{"ends at once", smt, "exit 0", "it ended without an answer"},
		{"complains", smt, "cat >/dev/null & echo no licence >&2; exit 3", `it ended without an answer (it said "no licence")`},
		{"crashes", smt, replies("kill -SEGV $$", "", ""), "it ended without an answer"},
		{"reports an error", smt, replies(`echo '(error "line 3: no")'`, "", ""), `it answers (error "line 3: no")`},
		{"says something else", smt, replies("echo perhaps", "", ""), "found perhaps, expected sat, unsat or unknown"},
		{"says a list", smt, replies("echo '(sat)'", "", ""), "found (sat), expected sat, unsat or unknown"},
		{"says no text", smt, replies(`printf '\001\002'`, "", ""), `found '\x01', expected an expression`},
		{"half a model", smt, replies("echo sat", "printf '((v1 #x0'; exit 0", ""), "end of text in a list"},
		{"too few values", smt, replies("echo sat", "echo '()'", ""), "found (), expected 1 values"},
		{"no value", smt, replies("echo sat", "echo '((v1 five))'", ""), "found five, expected a bit-vector of 8 bits"},
		{"value of another width", smt, replies("echo sat", "echo '((v1 #x0005))'", ""), "found 16 bits, expected 8"},
		{"wrong model", smt, replies("echo sat", "echo '((v1 #x06))'", ""), "its model is wrong"},
		{"wrong core", smt, replies("echo unsat", "", "echo '(a2)'"), "found a2, which is no assumption"},
		{"wrong unsat", smt, replies("echo unsat", "", "echo '(a1)'"), "its answer is wrong"},
		{"has a reason of its own", smt, replies("echo unknown", "", ""), "UNKNOWN (ticks)"},
		{"hangs", smt, "sleep 1000", "UNKNOWN (time)"},
		{"hangs with children", smt, "sleep 1000 & sleep 1000 & wait", "UNKNOWN (time)"},
		{"hangs after an answer", smt, replies("echo sat", "sleep 1000", ""), "UNKNOWN (time)"},
		{"answers without listening", smt, "echo unsat; sleep 1000", "UNKNOWN (time)"},
		{"ignores signals", smt, "trap '' TERM INT HUP; while :; do sleep 1; done", "UNKNOWN (time)"},
		{"floods", smt, flood + "; done", "expected sat, unsat or unknown"},
		{"floods without an end", smt, endless, "more than 65536 bytes"},
		{"floods with lists", smt, "while :; do printf '(((((((((('; done", "more than 65536 bytes"},
		{"floods with comments", smt, "while :; do echo ';;;;;;;;;;;;;;;;;;;;;;'; done", "more than 65536 bytes"},
		{"floods on the side", smt, flood + "; done >&2", "UNKNOWN (time)"},

		{"ends at once", cnf, "exit 0", "it ended without an answer"},
		{"complains", cnf, "echo no licence >&2; exit 3", `it ended without an answer (it said "no licence")`},
		{"crashes", cnf, "kill -SEGV $$", "it ended without an answer"},
		{"crashes after an answer", cnf, "echo s UNSATISFIABLE; kill -SEGV $$", "it crashed: signal: segmentation fault"},
		{"says something else", cnf, "echo perhaps", `found "perhaps", expected an answer`},
		{"half a model", cnf, "echo s SATISFIABLE; echo v 1 -2", "its model is incomplete"},
		{"unknown variables", cnf, "echo s SATISFIABLE; echo v 1 -99 0", `found "-99", expected a literal`},
		{"wrong model", cnf, "echo s SATISFIABLE; echo v -1 -2 -3 0", "its model is wrong"},
		{"contradicts itself", cnf, "echo s SATISFIABLE; echo v 1 -1 0", "variable 1 has two values"},
		{"answers twice", cnf, "echo s SATISFIABLE; echo v 0; echo s UNSATISFIABLE", "it answers twice"},
		{"wrong unsat", cnf, "echo s UNSATISFIABLE; exit 20", "its answer is wrong"},
		{"wrong exit code", cnf, "echo s UNSATISFIABLE; exit 10", "it answers UNSATISFIABLE and ends with exit code 10"},
		{"gives up", cnf, "echo s UNKNOWN", "UNKNOWN (ticks)"},
		{"hangs", cnf, "sleep 1000", "UNKNOWN (time)"},
		{"hangs with children", cnf, "sleep 1000 & sleep 1000 & wait", "UNKNOWN (time)"},
		{"floods", cnf, flood + "; done", "expected an answer"},
		{"floods without an end", cnf, endless, "a line of more than"},
		{"floods with literals", cnf, "echo s SATISFIABLE; while :; do echo v 1 1 1 1 1 1; done", "UNKNOWN (time)"},

		{"no file", mini, "exit 10", "it ended without an answer"},
		{"empty file", mini, ": > $3; exit 10", "it ended without an answer"},
		{"half a model", mini, "echo SAT > $3; echo 1 2 >> $3; exit 10", "its model is incomplete"},
		{"floods", mini, flood + "; done", "UNKNOWN (time)"},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.kind, " ", c.name), func(t *testing.T) {
			t.Parallel()
			tool := fake(t, c.kind, c.script)
			if c.kind == mini {
				tool.args = []string{"-verb=0"}
			}
			s, assumption := question(tool, Options{Confirm: 1000})
			defer s.Close()
			limit := 20 * time.Second
			if strings.Contains(c.want, "time") {
				limit = 200 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			res, err := s.Check(ctx, assumption)
			got := res.String()
			if err != nil {
				got = err.Error()
				if failed := new(Error); !errors.As(err, &failed) {
					t.Errorf("not an Error: %v", err)
				}
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestHonest: the scripts of TestMisbehaviour with correct answers would pass.
func TestHonest(t *testing.T) {
	for _, tool := range []*Tool{
		fake(t, smt, replies("echo sat", "echo '((v1 #x05))'", "")),
		fake(t, smt, replies("echo '; so'; echo sat; echo '; be it'", "echo '(((f v1) (_ bv5 8)))'", "")),
	} {
		s, assumption := question(tool, Options{Confirm: 1000})
		for range 3 {
			if res, err := s.Check(context.Background(), assumption); err != nil || res.Status != sat.Satisfiable {
				t.Errorf("got %s, %v", res, err)
			}
		}
		s.Close()
		s.Close()
	}
}

// TestStartsAnew: after a conversation broke off, the next one sends all assertions again.
func TestStartsAnew(t *testing.T) {
	tool := fake(t, smt, `if [ ! -e $DIR/second ]; then touch $DIR/second; exit 1; fi
tee $DIR/heard | (`+replies("echo sat", "echo '((v1 #x05))'", "")+")")
	s, assumption := question(tool, Options{})
	defer s.Close()
	if _, err := s.Check(context.Background(), assumption); err == nil {
		t.Error("no error")
	}
	res, err := s.Check(context.Background(), assumption)
	if err != nil || res.Status != sat.Satisfiable {
		t.Fatalf("got %s, %v", res, err)
	}
	heard, err := os.ReadFile(filepath.Join(filepath.Dir(tool.path), "heard"))
	if err != nil || strings.Count(string(heard), "(assert") != 2 {
		t.Errorf("%v: heard %s", err, heard)
	}
}

// TestNobodyStays: the children of a program end with it.
func TestNobodyStays(t *testing.T) {
	for _, kind := range []language{smt, cnf} {
		tool := fake(t, kind, `sleep 1000 & echo $! > $DIR/child; wait`)
		s, assumption := question(tool, Options{})
		ctx, cancel := context.WithCancel(context.Background())
		file := filepath.Join(filepath.Dir(tool.path), "child")
		go func() {
			for {
				if text, err := os.ReadFile(file); err == nil && strings.HasSuffix(string(text), "\n") {
					cancel()
					return
				}
				time.Sleep(time.Millisecond)
			}
		}()
		res, err := s.Check(ctx, assumption)
		if err != nil || res != (solver.Result{Status: sat.Unknown, Reason: sat.ReasonCancelled}) {
			t.Errorf("got %s, %v", res, err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		// A killed child may be a zombie until its parent has waited for it.
		for range 1000 {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			if err != nil && syscall.Kill(pid, 0) != nil || strings.Contains(string(status), ") Z ") {
				pid = 0
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if pid != 0 {
			t.Errorf("process %d is there", pid)
		}
		s.Close()
	}
}

// TestMemory bounds the address space of a program.
func TestMemory(t *testing.T) {
	s, assumption := question(fake(t, smt, "ulimit -v >&2; exit 1"), Options{})
	defer s.Close()
	s.SetLimits(sat.Limits{Memory: 512 << 20})
	if _, err := s.Check(context.Background(), assumption); err == nil || !strings.Contains(err.Error(), "524288") {
		t.Errorf("got %v", err)
	}
	s, assumption = question(fake(t, smt, "echo std::bad_alloc >&2; exit 1"), Options{})
	defer s.Close()
	s.SetLimits(sat.Limits{Memory: 512 << 20})
	res, err := s.Check(context.Background(), assumption)
	if err != nil || res.Reason != sat.ReasonMemory {
		t.Errorf("got %s, %v", res, err)
	}
	s.SetLimits(sat.Limits{Conflicts: 5})
	if _, err := s.Check(context.Background(), assumption); err == nil {
		t.Error("a limit on conflicts was ignored")
	}
}

func TestFind(t *testing.T) {
	if _, err := Find("abacus"); err == nil || !strings.Contains(err.Error(), "expected one of z3, cvc5") {
		t.Errorf("got %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Find("cryptominisat"); err == nil || err.Error() != "solver cryptominisat: cryptominisat5 or cryptominisat is not on PATH" {
		t.Errorf("got %v", err)
	}
	gone := &Tool{name: "gone", path: filepath.Join(t.TempDir(), "gone")}
	s, assumption := question(gone, Options{})
	if _, err := s.Check(context.Background(), assumption); err == nil || !strings.Contains(err.Error(), "start: ") {
		t.Errorf("got %v", err)
	}
}
