package difftest

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/cfront"
	"github.com/heddle-mc/heddle/internal/interp"
	"github.com/heddle-mc/heddle/internal/ir"
	"github.com/heddle-mc/heddle/internal/peer"
	"github.com/heddle-mc/heddle/internal/testgen"
	"github.com/heddle-mc/heddle/internal/verdict"
)

var (
	programs  = flag.Int("programs", 12, "number of random programs per generator and data model")
	firstSeed = flag.Uint64("seed", 1, "seed of the first program")
	keepDir   = flag.String("keep", "", "directory for the programs that mismatch")
)

// checked are the properties whose violation is a mismatch.
var checked = []verdict.Property{verdict.Assert, verdict.Memory, verdict.Div, verdict.Shift}

// generator writes random programs.
type generator struct {
	name       string
	write      func(seed uint64) (string, error)
	flags      []string // for gcc
	includes   []string
	properties []verdict.Property
	limit      time.Duration // for gcc's binary; programs that take longer are dropped
	keepCopies bool          // without the clean-up after lowering
	// leftToRight is for programs with unsequenced side effects; others may choose.
	leftToRight bool
}

// outcome is what a program did.
type outcome struct {
	output string
	status int
}

// TestCsmith leaves out --float: such programs convert floats out of range, which
// gcc folds in another way than the machine computes.
func TestCsmith(t *testing.T) {
	bin, dirs := peer.NeedCsmith(t)
	scratch := t.TempDir()
	compare(t, generator{
		name: "csmith",
		write: func(seed uint64) (string, error) {
			args := []string{"--seed", fmt.Sprint(seed), "--concise", "--max-funcs", "4", "--max-block-size", "3",
				"--max-block-depth", "3", "--inline-function"}
			if seed%4 == 1 {
				args = append(args, "--no-packed-struct")
			}
			cmd := exec.Command(bin, args...)
			cmd.Dir = scratch // csmith writes a file beside its output
			text, err := cmd.Output()
			return strings.Replace(string(text), "print_hash_value = 0", "print_hash_value = 1", 1), err
		},
		flags:      []string{"-w", "-fno-strict-aliasing", "-ffp-contract=off", "-msse2", "-mfpmath=sse"},
		includes:   dirs,
		properties: append([]verdict.Property{verdict.Overflow}, checked...),
		limit:      100 * time.Millisecond,
	})
}

func TestGenerated(t *testing.T) {
	compare(t, generator{
		name: "testgen",
		write: func(seed uint64) (string, error) {
			return testgen.Sequential(seed, 1+int(seed%5)*4), nil
		},
		flags:      testgen.SequentialFlags,
		properties: []verdict.Property{verdict.Assert, verdict.Memory, verdict.Div},
		limit:      100 * time.Millisecond,
	})
}

// TestPrograms compares hand-written programs, which cover what generators
// leave out.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".c")+"/"+m.String(), func(t *testing.T) {
				peer.NeedGCC(t, bits[m])
				g := generator{flags: testgen.SequentialFlags, properties: checked, limit: 10 * time.Second, leftToRight: true}
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, g.keepCopies = range []bool{false, true} {
					if err := g.check(t, string(text), m); err != nil {
						t.Errorf("keep copies %t: %v", g.keepCopies, err)
					}
				}
			})
		}
	}
}

// bits are gcc's flags for the data models.
var bits = map[ir.DataModel]string{ir.LP64: "-m64", ir.ILP32: "-m32"}

// errDropped says that a program is not worth comparing.
var errDropped = errors.New("dropped")

// compare runs the programs of a generator for both data models.
func compare(t *testing.T, g generator) {
	for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
		t.Run(m.String(), func(t *testing.T) {
			peer.NeedGCC(t, bits[m])
			equal, dropped, bad := 0, 0, 0
			for seed := *firstSeed; equal+bad < *programs && dropped < 10**programs; seed++ {
				text, err := g.write(seed)
				if err != nil {
					dropped++
					continue
				}
				switch err := g.check(t, text, m); {
				case errors.Is(err, errDropped):
					dropped++
				case err != nil:
					bad++
					t.Errorf("seed %d: %v", seed, err)
					g.keep(t, seed, m, text)
				default:
					equal++
				}
			}
			t.Logf("%s %s: %d equal, %d different, %d dropped", g.name, m, equal, bad, dropped)
			if equal+bad < *programs {
				t.Errorf("only %d of %d programs were compared", equal+bad, *programs)
			}
		})
	}
}

func (g *generator) keep(t *testing.T, seed uint64, m ir.DataModel, text string) {
	t.Helper()
	if *keepDir == "" {
		return
	}
	name := filepath.Join(*keepDir, fmt.Sprintf("%s-%s-%d.c", g.name, m, seed))
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// check compares one program.
func (g *generator) check(t *testing.T, text string, m ir.DataModel) error {
	dir := t.TempDir()
	file := filepath.Join(dir, "program.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	want, err := g.compiled(dir, file, m)
	if err != nil {
		return err
	}
	got, err := g.interpreted(file, m)
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("status %d, compiled %d; first difference: %s", got.status, want.status, difference(got.output, want.output))
	}
	return nil
}

// difference shows the first line in which two outputs differ.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; i < len(g) && i < len(w); i++ {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d: %q, compiled %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, compiled %d", len(g), len(w))
}

// compiled runs the program that gcc makes.
func (g *generator) compiled(dir, file string, m ir.DataModel) (outcome, error) {
	bin := filepath.Join(dir, "program")
	args := append([]string{file, "-o", bin, "-O0", "-lm", bits[m]}, g.flags...)
	for _, i := range g.includes {
		args = append(args, "-I"+i)
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		return outcome{}, fmt.Errorf("gcc: %s: %w", out, errDropped)
	}
	ctx, cancel := context.WithTimeout(context.Background(), g.limit)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, bin)
	cmd.Stdout = &out
	err := cmd.Run()
	if ctx.Err() != nil {
		return outcome{}, errDropped
	}
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0) {
		return outcome{}, fmt.Errorf("%w: %v", errDropped, err)
	}
	return outcome{out.String(), cmd.ProcessState.ExitCode()}, nil
}

// interpreted runs the program's IR.
func (g *generator) interpreted(file string, m ir.DataModel) (o outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	r, err := cfront.Compile(context.Background(), cfront.Options{
		Files: []string{file}, Model: m, IncludeDirs: g.includes, KeepCopies: g.keepCopies, LeftToRight: g.leftToRight,
	})
	if err != nil {
		return o, err
	}
	if r.Program == nil {
		return o, fmt.Errorf("%s", r.Diagnostics[0])
	}
	var out bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	res, _, err := interp.Run(ctx, r.Program, interp.Options{Properties: interp.PropertySet(g.properties...), Output: &out})
	switch {
	case ctx.Err() != nil:
		return o, errDropped
	case err != nil:
		return o, err
	case res.Violation != nil:
		return o, fmt.Errorf("violation %+v", *res.Violation)
	case res.End.Kind == interp.StepLimit:
		return o, errDropped
	case res.End.Kind != interp.Exited:
		return o, fmt.Errorf("ends %s at %v: %s", res.End.Kind, res.End.Pos, res.End.Text)
	}
	return outcome{out.String(), int(uint8(res.End.Status))}, nil
}
