package difftest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/front"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

var (
	generated = testflag.Generated(4)
	kept      = testflag.Keep()
	long      = testflag.Long()
)

// levels are gcc's flags for a program, -O0 first. The others, with -long, show that the program has one meaning: neither
// the optimiser nor a sanitizer makes a difference. Programs of csmith access members of packed structures through pointers, so
// alignment is not checked.
var levels = [][]string{{"-O0"}, {"-O2"}, {"-O1", "-fsanitize=address,undefined", "-fno-sanitize=alignment", "-fno-sanitize-recover=all"}}

// checked are the properties whose violation is a mismatch.
var checked = []verdict.Property{verdict.Assert, verdict.Memory, verdict.Div, verdict.Shift}

// source is how programs are compiled and run.
type source struct {
	flags      []string // for gcc
	includes   []string
	properties []verdict.Property
	limit      time.Duration // for gcc's binary; programs that take longer are dropped
	keepCopies bool          // without the clean-up after lowering
	// leftToRight is set for programs with unsequenced side effects, for which a compiler may choose
	// another order.
	leftToRight bool
}

// random compares random programs.
func random(t *testing.T, g testprog.Sequential, properties ...verdict.Property) {
	t.Helper()
	s := source{flags: g.Flags, includes: g.Includes, properties: properties, limit: 100 * time.Millisecond}
	g.Compare(t, generated, *kept, s.check)
}

func TestCsmith(t *testing.T) {
	random(t, testprog.Csmith(t), append([]verdict.Property{verdict.Overflow}, checked...)...)
}

func TestGenerated(t *testing.T) {
	random(t, testprog.Own(), verdict.Assert, verdict.Memory, verdict.Div)
}

// TestPrograms compares hand-written programs, which cover constructs that the generators lack.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".c")+"/"+m.String(), func(t *testing.T) {
				peer.NeedGCC(t, testprog.GCCBits[m])
				g := source{flags: testgen.SequentialFlags, properties: checked, limit: 10 * time.Second, leftToRight: true}
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

// check compares one program.
func (g *source) check(t *testing.T, text string, m ir.DataModel) error {
	dir := t.TempDir()
	file := filepath.Join(dir, "program.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	want, err := g.compiled(dir, file, m, levels[0])
	if err != nil {
		return err
	}
	got, err := g.interpreted(file, m)
	if err == nil {
		err = got.Is(want)
	}
	for _, level := range levels[1:] {
		if err != nil || !*long {
			break
		}
		if got, err = g.compiled(dir, file, m, level); err == nil {
			err = got.Is(want)
		}
		if err != nil {
			err = fmt.Errorf("gcc %s: %w", level, err)
		}
	}
	return err
}

// compiled runs the program that gcc makes.
func (g *source) compiled(dir, file string, m ir.DataModel, level []string) (testprog.Ending, error) {
	bin := filepath.Join(dir, "program")
	args := append([]string{file, "-o", bin, "-lm", testprog.GCCBits[m]}, append(level, g.flags...)...)
	for _, i := range g.includes {
		args = append(args, "-I"+i)
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		return testprog.Ending{}, fmt.Errorf("gcc: %s: %w", out, testprog.ErrDropped)
	}
	if len(level) > 1 {
		return testprog.RunBinary(bin, 10*g.limit) // sanitizers are slow
	}
	return testprog.RunBinary(bin, g.limit)
}

// interpreted runs the program's IR.
func (g *source) interpreted(file string, m ir.DataModel) (o testprog.Ending, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	r, err := front.Compile(context.Background(), front.Options{
		Files: []string{file}, Model: m, IncludeDirs: g.includes, KeepCopies: g.keepCopies, LeftToRight: g.leftToRight, GNUShift: true,
	})
	if err != nil {
		return o, err
	}
	if r.Program == nil {
		return o, fmt.Errorf("%s", r.Diagnostics[0])
	}
	return testprog.RunProgram(r.Program, g.properties...)
}
