package cemit_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/cemit"
	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/peer"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	programs  = flag.Int("programs", 2, "number of random programs per generator and data model")
	firstSeed = flag.Uint64("seed", 1, "seed of the first program")
	keepDir   = flag.String("keep", "", "directory for the programs that mismatch")
)

// warnings are gcc's: those of -Wall must not come, but for some that say of the
// program, and not of the text, that it reads what it never wrote, writes what it
// never reads, or computes what is known.
var warnings = []string{
	"-Wall", "-Werror", "-Wno-uninitialized", "-Wno-maybe-uninitialized", "-Wno-unused-but-set-variable",
	"-Wno-unused-variable", "-Wno-address", "-Wno-bool-compare", "-Wno-tautological-compare", "-Wno-div-by-zero",
	"-Wno-overflow", "-Wno-format",
	// ~ and & of what is 0 or 1, as the source has it.
	"-Wno-bool-operation", "-Wno-parentheses",
	// Through pointers into packed structures the text reads and writes with memcpy.
	"-Wno-address-of-packed-member",
}

// outcome is what a program did.
type outcome struct {
	output string
	status int
}

// source is a program to print.
type source struct {
	file     string
	includes []string
	flags    []string // for gcc, with the original
	limit    time.Duration
}

var models = []ir.DataModel{ir.LP64, ir.ILP32}

// errDropped says that a program is not worth comparing.
var errDropped = errors.New("dropped")

// bits are gcc's flags for the data models.
var bits = map[ir.DataModel]string{ir.LP64: "-m64", ir.ILP32: "-m32"}

// compile makes a program of C.
func compile(file string, m ir.DataModel, includes ...string) (*ir.Program, error) {
	r, err := cfront.Compile(context.Background(), cfront.Options{Files: []string{file}, Model: m, IncludeDirs: includes, LeftToRight: true})
	if err != nil {
		return nil, err
	}
	if r.Program == nil {
		return nil, fmt.Errorf("%s", r.Diagnostics[0])
	}
	return r.Program, nil
}

// print prints a program to a file beside the original.
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
	args := append([]string{"-std=gnu11", file, "-o", bin, bits[m]}, flags...)
	if out, err := exec.Command("gcc", append(args, "-lm", "-lpthread")...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %s: %w", out, err)
	}
	return bin, nil
}

// run runs a binary.
func run(bin string, limit time.Duration) (outcome, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, bin)
	cmd.Stdout = &out
	err := cmd.Run()
	var exit *exec.ExitError
	if ctx.Err() != nil || err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0) {
		return outcome{}, fmt.Errorf("%v: %w", err, errDropped)
	}
	return outcome{out.String(), cmd.ProcessState.ExitCode()}, nil
}

// interpret runs a program's IR.
func interpret(p *ir.Program) (outcome, error) {
	var out bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	res, _, err := interp.Run(ctx, p, interp.Options{
		Properties: interp.PropertySet(verdict.Assert, verdict.Memory, verdict.Div, verdict.Shift), Output: &out,
	})
	switch {
	case ctx.Err() != nil:
		return outcome{}, errDropped
	case err != nil:
		return outcome{}, err
	case res.Violation != nil:
		return outcome{}, fmt.Errorf("violation %+v", *res.Violation)
	case res.End.Kind == interp.StepLimit:
		return outcome{}, errDropped
	case res.End.Kind != interp.Exited:
		return outcome{}, fmt.Errorf("ends %s at %v: %s", res.End.Kind, res.End.Pos, res.End.Text)
	}
	return outcome{out.String(), int(uint8(res.End.Status))}, nil
}

// check compares an original, what gcc makes of it, with its printed form: gcc
// accepts it without a warning and makes a program that behaves the same, and so do
// the front end and the interpreter.
func (s *source) check(t *testing.T, m ir.DataModel, o cemit.Options) error {
	t.Helper()
	dir := filepath.Dir(s.file)
	flags := append([]string{"-O0"}, s.flags...)
	for _, i := range s.includes {
		flags = append(flags, "-I"+i)
	}
	bin, err := build(s.file, m, append(flags, "-w")...)
	if err != nil {
		return fmt.Errorf("%v: %w", err, errDropped)
	}
	want, err := run(bin, s.limit)
	if err != nil {
		return err
	}
	p, err := compile(s.file, m, s.includes...)
	if err != nil {
		return err
	}
	file, err := printed(t, dir, p, o)
	if err != nil {
		return err
	}
	bin, err = build(file, m, append(append([]string{"-O0", "-DHEDDLE_RUN"}, without(s.flags, "-w")...), warnings...)...)
	if err != nil {
		return err
	}
	got, err := run(bin, 10*s.limit+10*time.Second)
	if err != nil {
		return fmt.Errorf("printed: %v", err)
	}
	if got != want {
		return fmt.Errorf("printed: status %d, original %d; %s", got.status, want.status, difference(got.output, want.output))
	}
	if p, err = compile(file, m); err != nil {
		return fmt.Errorf("read again: %w", err)
	}
	switch got, err = interpret(p); {
	case errors.Is(err, errDropped):
		return nil
	case err != nil:
		return fmt.Errorf("read again: %w", err)
	case got != want:
		return fmt.Errorf("read again: status %d, original %d; %s", got.status, want.status, difference(got.output, want.output))
	}
	return nil
}

// without returns the flags but one.
func without(flags []string, flag string) []string {
	return slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == flag })
}

// difference shows the first line in which two outputs differ.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; i < len(g) && i < len(w); i++ {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d: %q, original %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, original %d", len(g), len(w))
}

// keep keeps a program that mismatches.
func keep(t *testing.T, name, text string) {
	t.Helper()
	if *keepDir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(*keepDir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestPrograms prints the hand-written sequential programs of the front end's tests.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("../cfront/difftest/testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		for _, m := range models {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".c")+"/"+m.String(), func(t *testing.T) {
				peer.NeedGCC(t, bits[m])
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				copied := filepath.Join(t.TempDir(), "program.c")
				if err := os.WriteFile(copied, text, 0o666); err != nil {
					t.Fatal(err)
				}
				s := source{file: copied, flags: testgen.SequentialFlags, limit: 10 * time.Second}
				if err := s.check(t, m, cemit.Options{Header: []string{"printed"}}); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// generate compares random programs.
func generate(t *testing.T, name string, flags, includes []string, write func(seed uint64) (string, error)) {
	for _, m := range models {
		t.Run(m.String(), func(t *testing.T) {
			peer.NeedGCC(t, bits[m])
			equal, dropped, bad := 0, 0, 0
			for seed := *firstSeed; equal+bad < *programs && dropped < 10**programs; seed++ {
				text, err := write(seed)
				if err != nil {
					dropped++
					continue
				}
				file := filepath.Join(t.TempDir(), "program.c")
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				s := source{file: file, includes: includes, flags: flags, limit: 100 * time.Millisecond}
				switch err := s.check(t, m, cemit.Options{}); {
				case errors.Is(err, errDropped):
					dropped++
				case err != nil:
					bad++
					t.Errorf("seed %d: %v", seed, err)
					keep(t, fmt.Sprintf("%s-%s-%d.c", name, m, seed), text)
				default:
					equal++
				}
			}
			t.Logf("%s %s: %d equal, %d different, %d dropped", name, m, equal, bad, dropped)
			if equal+bad < *programs {
				t.Errorf("only %d of %d programs were compared", equal+bad, *programs)
			}
		})
	}
}

func TestGenerated(t *testing.T) {
	generate(t, "testgen", testgen.SequentialFlags, nil, func(seed uint64) (string, error) {
		return testgen.Sequential(seed, 1+int(seed%5)*4), nil
	})
}

func TestCsmith(t *testing.T) {
	bin, dirs := peer.NeedCsmith(t)
	scratch := t.TempDir()
	flags := []string{"-fno-strict-aliasing", "-ffp-contract=off", "-msse2", "-mfpmath=sse"}
	generate(t, "csmith", flags, dirs, func(seed uint64) (string, error) {
		cmd := exec.Command(bin, "--seed", fmt.Sprint(seed), "--concise", "--max-funcs", "4", "--max-block-size", "3",
			"--max-block-depth", "3", "--inline-function")
		cmd.Dir = scratch // csmith writes a file beside its output
		text, err := cmd.Output()
		return strings.Replace(string(text), "print_hash_value = 0", "print_hash_value = 1", 1), err
	})
}
