package difftest

import (
	"context"
	"fmt"
	"os"
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

// levels are gcc's flags for a program: the first usually, the others with -long. These show that the program has one meaning:
// neither the optimiser nor a sanitizer makes a difference. Programs of csmith access members of packed structures through
// pointers, so alignment is not checked.
var levels = [][]string{{"-O0"}, {"-O0", "-fsanitize=address,undefined", "-fno-sanitize=alignment", "-fno-sanitize-recover=all"}, {"-O2"}}

// together is how many programs gcc compiles at once.
const together = 40

// checked are the properties whose violation is a mismatch.
var checked = []verdict.Property{verdict.Assert, verdict.Memory, verdict.Div, verdict.Shift}

// source is how programs are compiled and run.
type source struct {
	flags      []string // for gcc
	includes   []string
	properties []verdict.Property
	limit      time.Duration // of processor, for gcc's binary; programs that take longer are dropped
	keepCopies bool          // without the clean-up after lowering
	// leftToRight is set for programs with unsequenced side effects, for which a compiler may choose
	// another order.
	leftToRight bool
}

// random compares random programs.
func random(t *testing.T, g testprog.Sequential, properties ...verdict.Property) {
	t.Helper()
	s := source{flags: g.Flags, includes: g.Includes, properties: properties, limit: 100 * time.Millisecond}
	g.Compare(t, generated, *kept, together, s.check)
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
					if err := g.check(t, []string{string(text)}, m)[0]; err != nil {
						t.Errorf("keep copies %t: %v", g.keepCopies, err)
					}
				}
			})
		}
	}
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
