package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var (
	faults = testflag.Generated(0)
	only   = testflag.Only()
	show   = testflag.Show()
)

// TestFaults seeds a fault in the models for each seed and runs the programs that contain it: at least 95 of 100 faults must
// be found. -show prints the others; -only restricts the faults to files whose names contain a text.
func TestFaults(t *testing.T) {
	if faults.N() == 0 {
		t.Skip("no faults (-generated)")
	}
	lines := faultyLines(t)
	programs := testedPrograms(t)
	found, all := 0, 0
	for seed := range faults.All() {
		f := newFault(rand.New(rand.NewPCG(seed, 1)), lines)
		library := f.library(t)
		if library == nil {
			continue // no C, or the same models
		}
		all++
		if by := f.foundBy(library, programs); by != "" {
			found++
		} else if *show {
			t.Logf("seed %d: no program finds %s", seed, f)
		}
	}
	t.Logf("%d of %d faults found", found, all)
	if found*100 < all*95 {
		t.Errorf("%d of %d faults found", found, all)
	}
}

// line is a line of a model.
type line struct {
	file, text string
	number     int
}

// fault is a changed line.
type fault struct {
	line
	changed string
}

func (f fault) String() string {
	return fmt.Sprintf("%s:%d\n-%s\n+%s", f.file, f.number, f.text, f.changed)
}

// faultyLines returns the lines inside of functions.
func faultyLines(t *testing.T) (list []line) {
	files, err := filepath.Glob(filepath.Join(sourceDir, "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !only.Has(file) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		inside := false
		for i, s := range strings.Split(string(text), "\n") {
			switch {
			case strings.HasPrefix(s, "{"):
				inside = true
			case strings.HasPrefix(s, "}"):
				inside = false
			case inside && !strings.HasPrefix(s, "#"):
				list = append(list, line{filepath.Base(file), s, i + 1})
			}
		}
	}
	return list
}

// changes are the ways in which a line becomes wrong.
var changes = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`==`), "!="},
	{regexp.MustCompile(`!=`), "=="},
	{regexp.MustCompile(` < `), " <= "},
	{regexp.MustCompile(` > `), " >= "},
	{regexp.MustCompile(` >= `), " > "},
	{regexp.MustCompile(` <= `), " < "},
	{regexp.MustCompile(` && `), " || "},
	{regexp.MustCompile(` \|\| `), " && "},
	{regexp.MustCompile(` \+ 1\b`), " + 2"},
	{regexp.MustCompile(` - 1\b`), " - 0"},
	{regexp.MustCompile(`\bif \((.*)\)$`), "if (!($1))"},
	{regexp.MustCompile(`return 0;`), "return 1;"},
	{regexp.MustCompile(`\b(EINVAL|EBADF|EAGAIN|ENOENT|EPERM|EBUSY)\b`), "ENOSYS"},
	{regexp.MustCompile(` = 0;`), " = 1;"},
	{regexp.MustCompile(` = 1;`), " = 0;"},
	{regexp.MustCompile(`^(\t+)[\w>.\[\]-]+ \S?= .*;$`), "$1;"}, // an assignment is missing
	{regexp.MustCompile(`^(\t+)__heddle_(send|recv|acquire|release)\(.*;$`), "$1;"},
	{regexp.MustCompile(`\+\+`), "--"},
	{regexp.MustCompile(`--`), "++"},
	{regexp.MustCompile(` & ~`), " | ~"},
}

// newFault changes one place of one line.
func newFault(r *rand.Rand, lines []line) fault {
	for {
		l := lines[r.IntN(len(lines))]
		c := changes[r.IntN(len(changes))]
		if at := c.from.FindStringIndex(l.text); at != nil && !strings.Contains(l.text, "_hook") {
			return fault{l, l.text[:at[0]] + c.from.ReplaceAllString(l.text[at[0]:at[1]], c.to) + l.text[at[1]:]}
		}
	}
}

// library returns the models with the fault; nil: they are the same or no C.
func (f fault) library(t *testing.T) *clib.Library {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(sourceDir)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, f.file)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	lines[f.number-1] = f.changed
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	ir, index, err := generate(context.Background(), dir, models[0])
	if err != nil {
		return nil
	}
	return clib.New(ir, index)
}

// tested is a program with the models that it contains.
type tested struct {
	program
	want  expectation
	funcs []string
}

func testedPrograms(t *testing.T) (list []tested) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range archives {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, prog := range programs(string(text)) {
			want := readExpectation(t, prog)
			if want.only == models[1].String() || want.system {
				continue
			}
			compiled, err := compileProgram(prog, models[0], want, nil)
			if err != nil {
				t.Fatal(err)
			}
			one := tested{program: prog, want: want}
			for i := range compiled.Funcs {
				if f := &compiled.Funcs[i]; f.Model {
					one.funcs = append(one.funcs, f.Name)
				}
			}
			list = append(list, one)
		}
	}
	return list
}

// foundBy returns the name of a program that fails with the models; empty: none does.
func (f fault) foundBy(library *clib.Library, programs []tested) string {
	base := clib.Load(models[0].String())
	var changed []string
	for _, name := range base.Funcs() {
		was, _ := base.Func(name)
		if is, _ := library.Func(name); withoutTypes(was) != withoutTypes(is) {
			changed = append(changed, name)
		}
	}
	for _, p := range programs {
		if !slices.ContainsFunc(changed, func(name string) bool { return slices.Contains(p.funcs, name) }) {
			continue
		}
		if f.fails(p, library) {
			return p.name
		}
	}
	return ""
}

// fails reports whether a program has another result with the models.
func (f fault) fails(p tested, library *clib.Library) (failed bool) {
	defer func() { failed = failed || recover() != nil }()
	var compiled *ir.Program
	compiled, err := compileProgram(p.program, models[0], p.want, library)
	return err != nil || execute(compiled, p.want) != nil
}

var typeName = regexp.MustCompile(`\$[\w.]+`)

func withoutTypes(text string) string { return typeName.ReplaceAllString(text, "$") }
