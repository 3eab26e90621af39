package cemit_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/model/cemit"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated = testflag.Generated(2)
	kept      = testflag.Keep()
)

// warnings lists gcc's warning flags. The text must cause no warning of -Wall. The disabled ones are
// about the program and not about the text: variables that are read and never written, or written and
// never read, and computations with known results.
var warnings = []string{
	"-Wall", "-Werror", "-Wno-uninitialized", "-Wno-maybe-uninitialized", "-Wno-unused-but-set-variable",
	"-Wno-unused-variable", "-Wno-address", "-Wno-bool-compare", "-Wno-tautological-compare", "-Wno-div-by-zero",
	"-Wno-overflow", "-Wno-format",
	// ~ and & of operands that are 0 or 1, as in the source.
	"-Wno-bool-operation", "-Wno-parentheses",
	// Through pointers into packed structures the text reads and writes with memcpy.
	"-Wno-address-of-packed-member",
}

// source is a program to print.
type source struct {
	includes []string
	flags    []string // for gcc, with the original
	limit    time.Duration
}

// compile makes a program of C.
func compile(file string, m ir.DataModel, includes ...string) (*ir.Program, error) {
	r, err := front.Compile(context.Background(), front.Options{Files: []string{file}, Model: m, IncludeDirs: includes, LeftToRight: true, GNUShift: true})
	if err != nil {
		return nil, err
	}
	if r.Program == nil {
		return nil, fmt.Errorf("%s", r.Diagnostics[0])
	}
	return r.Program, nil
}

// printed prints a program to a file beside the original.
func printed(t *testing.T, dir string, p *ir.Program, o cemit.Options) (string, error) {
	t.Helper()
	var text bytes.Buffer
	if err := cemit.Write(&text, p, o); err != nil {
		return "", err
	}
	file := filepath.Join(dir, "printed.c")
	if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file, nil
}

// build compiles C with gcc.
func build(file string, m ir.DataModel, flags ...string) (string, error) {
	bin := strings.TrimSuffix(file, ".c")
	args := append([]string{"-std=gnu11", file, "-o", bin, testprog.GCCBits[m]}, flags...)
	if out, err := exec.Command("gcc", append(args, "-lm", "-lpthread")...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %s: %w", out, err)
	}
	return bin, nil
}

// check compares an original program, as gcc compiles it, with its printed form. gcc must accept the
// printed form without a warning, and the resulting program must behave the same. So must the front
// end and the interpreter.
func (s *source) check(t *testing.T, text string, m ir.DataModel, o cemit.Options) error {
	t.Helper()
	file, want, err := s.compiled(t, text, m, o)
	if err != nil {
		return err
	}
	p, err := compile(file, m)
	if err != nil {
		return fmt.Errorf("read again: %w", err)
	}
	got, err := testprog.RunProgram(p, verdict.Assert, verdict.Memory, verdict.Div, verdict.Shift)
	if err == nil {
		err = got.Is(want)
	}
	if err != nil && !errors.Is(err, testprog.ErrDropped) {
		return fmt.Errorf("read again: %w", err)
	}
	return nil
}

// compiled is the part of check that gcc has. It returns the printed form, and how the
// original behaves.
func (s *source) compiled(t *testing.T, text string, m ir.DataModel, o cemit.Options) (file string, want testprog.Ending, err error) {
	t.Helper()
	dir := t.TempDir()
	original := filepath.Join(dir, "program.c")
	if err := os.WriteFile(original, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	flags := append([]string{"-O0"}, s.flags...)
	for _, i := range s.includes {
		flags = append(flags, "-I"+i)
	}
	bin, err := build(original, m, append(flags, "-w")...)
	if err != nil {
		return "", want, fmt.Errorf("%v: %w", err, testprog.ErrDropped)
	}
	want, err = testprog.RunBinary(bin, s.limit)
	if err != nil {
		return "", want, err
	}
	p, err := compile(original, m, s.includes...)
	if err != nil {
		return "", want, err
	}
	file, err = printed(t, dir, p, o)
	if err != nil && (m == ir.ILP32 && strings.Contains(err.Error(), "of which ilp32 has none") || oddWidth.MatchString(err.Error())) {
		err = fmt.Errorf("%v: %w", err, testprog.ErrDropped)
	}
	if err != nil {
		return "", want, err
	}
	bin, err = build(file, m, append(append([]string{"-O0", "-DHEDDLE_RUN"}, without(s.flags, "-w")...), warnings...)...)
	if err != nil {
		return "", want, err
	}
	got, err := testprog.RunBinary(bin, 10*s.limit+10*time.Second)
	if err != nil {
		return "", want, fmt.Errorf("printed: %v", err)
	}
	if err := got.Is(want); err != nil {
		return "", want, fmt.Errorf("printed: %v", err)
	}
	return file, want, nil
}

// oddWidth matches the error for an operation on integers of a width that C does not have, such as those of
// wide bit-fields.
var oddWidth = regexp.MustCompile(`(division|shift) of \d+ bits .*cannot be printed`)

// without returns the flags but one.
func without(flags []string, flag string) []string {
	return slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == flag })
}

// unprintable has the programs of the front end's tests whose constructs have no form in C, with the
// reason.
var unprintable = map[string]string{
	"nested_functions": "a call that may be of a nested function",
	"nested_jumps":     "a call that may be of a nested function",
	"wide_bitfields":   "division of 40 bits",
	"builtins/ilp32":   "an integer of 128 bits, of which ilp32 has none",
}

// TestPrograms prints the hand-written sequential programs of the front end's tests.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("../../front/difftest/testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".c")+"/"+m.String(), func(t *testing.T) {
				peer.NeedGCC(t, testprog.GCCBits[m])
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				s := source{flags: testgen.SequentialFlags, limit: 10 * time.Second}
				err = s.check(t, string(text), m, cemit.Options{Header: []string{"printed"}})
				name := strings.TrimSuffix(filepath.Base(file), ".c")
				reason := cmp.Or(unprintable[name], unprintable[name+"/"+m.String()])
				if err == nil != (reason == "") || err != nil && (reason == "" || !strings.Contains(err.Error(), reason)) {
					t.Errorf("found the error %v, expected %q", err, reason)
				}
			})
		}
	}
}

// random compares random programs.
func random(t *testing.T, g testprog.Sequential) {
	t.Helper()
	s := source{includes: g.Includes, flags: g.Flags, limit: 100 * time.Millisecond}
	g.Compare(t, generated, *kept, 1, func(t *testing.T, texts []string, m ir.DataModel) []error {
		return []error{s.check(t, texts[0], m, cemit.Options{})}
	})
}

func TestGenerated(t *testing.T) { random(t, testprog.Own()) }

func TestCsmith(t *testing.T) { random(t, testprog.Csmith(t)) }

// TestSignals prints a program with handlers of signals that it sends to itself,
// which only gcc can run.
func TestSignals(t *testing.T) {
	peer.NeedGCC(t, testprog.GCCBits[ir.LP64])
	text := `
#include <signal.h>
#include <stdio.h>
static volatile sig_atomic_t sum;
static void add(int s) { sum += s; }
static void tell(int s, siginfo_t *info, void *context) { sum += 2 * s; }
int main(void)
{
	struct sigaction a;
	sigemptyset(&a.sa_mask);
	a.sa_flags = SA_SIGINFO;
	a.sa_sigaction = tell;
	sigaction(SIGUSR2, &a, 0);
	void (*was)(int) = signal(SIGUSR1, add);
	raise(SIGUSR1);
	raise(SIGUSR2);
	signal(SIGUSR1, SIG_IGN);
	raise(SIGUSR1);
	printf("%d %d\n", (int)sum, was == SIG_DFL);
	return signal(SIGUSR1, SIG_DFL) != SIG_IGN;
}
`
	s := source{limit: 10 * time.Second}
	if _, _, err := s.compiled(t, text, ir.LP64, cemit.Options{}); err != nil {
		t.Error(err)
	}
}
