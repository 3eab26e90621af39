package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/front/link"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var (
	faults = testflag.Generated(0)
	only   = testflag.Only()
	show   = testflag.Show()
)

// TestFaults seeds faults in the models, one after another, and runs the programs that contain each: at least 95 of 100 must
// be found. A change that leaves gcc's code as it is counts as none (compilesAlike). -seed gives other faults. -show prints the
// faults that no program finds; -only restricts them to files whose names contain a text.
func TestFaults(t *testing.T) {
	if faults.N() == 0 {
		t.Skip("no faults (-generated)")
	}
	models := readFaulty(t)
	programs := testedPrograms(t)
	found, all, alike := 0, 0, 0
	for _, f := range models.chosenFaults(faults.First()) {
		if all == faults.N() {
			break
		}
		library := models.library(t, f)
		if library == nil {
			continue // no C
		}
		changed := changedFuncs(library)
		if len(changed) == 0 {
			continue // the same models
		}
		by := foundBy(library, changed, programs)
		if by == "" && models.compilesAlike(t, f) {
			alike++
			continue // no fault
		}
		all++
		if by != "" {
			found++
		} else if *show {
			t.Logf("no program finds %s", f)
		}
	}
	t.Logf("%d of %d faults found, and %d changes without an effect", found, all, alike)
	if found*100 < all*95 {
		t.Errorf("%d of %d faults found", found, all)
	}
}

// line is a line of a model.
type line struct {
	file, text string
	number     int
	next       string // the line behind it
	ofThread   bool   // it belongs to the start function of a thread of the model
}

// fault is a changed line.
type fault struct {
	line
	changed string
}

func (f fault) String() string {
	return fmt.Sprintf("%s:%d\n-%s\n+%s", f.file, f.number, f.text, f.changed)
}

// faulty is the models in which faults are seeded.
type faulty struct {
	files  map[string]string
	units  []*lower.Unit // of all files, without a fault
	bodies [][]line      // of functions with lines that can change
}

// readFaulty reads the models and compiles them.
func readFaulty(t *testing.T) *faulty {
	m := &faulty{files: map[string]string{}}
	paths, err := filepath.Glob(filepath.Join(sourceDir, "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		m.files[name] = string(text)
		unit, err := compile(context.Background(), sourceDir, name, models[0])
		if err != nil {
			t.Fatal(err)
		}
		m.units = append(m.units, unit)
		if only.Has(path) && name != "waypoint.c" { // which belongs to package waypoint and has its tests there
			m.bodies = append(m.bodies, bodies(name, string(text))...)
		}
	}
	return m
}

// bodies returns the lines of each function of a file in which a change is possible.
func bodies(file, text string) (list [][]line) {
	inside, ofThread := false, false
	var body []line
	lines := strings.Split(text, "\n")
	for i, s := range lines {
		switch {
		case strings.HasPrefix(s, "{"):
			inside = true
			ofThread = i > 0 && threadStart.MatchString(lines[i-1])
		case strings.HasPrefix(s, "}"):
			if len(body) > 0 {
				list = append(list, body)
			}
			inside, body = false, nil
		case inside && !strings.HasPrefix(s, "#") && !strings.Contains(s, "_hook") && len(possible(s)) > 0:
			body = append(body, line{file, s, i + 1, lines[i+1], ofThread})
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

// No program can see some changes, which are no faults:
//
//   - A comparison chooses the less or the greater of two values: `a < b ? a : b`, or `if (a > b)` in front of `a = b;`. At
//     equality both choices have the same value.
//   - The result of a thread that the model starts (`static void *__heddle_run_…(void *…)`): the thread is detached, and no
//     program has its identifier.
//   - A branch on a choice alone, which every program leaves open: `if (__heddle_flip(HEDDLE_CHOOSE_IO))`. Its two ways are exchanged.
func (l line) sees(change int, at []int, changed string) bool {
	switch {
	case freeChoice.MatchString(l.text):
		return false
	case strings.Contains("< > <= >=", strings.TrimSpace(changes[change].from.String())):
		return !l.choosesEqual(at)
	case changed == strings.Replace(l.text, "return 0;", "return 1;", 1):
		return !l.ofThread
	}
	return true
}

var (
	freeChoice  = regexp.MustCompile(`^\t+if \(!?__heddle_flip\(HEDDLE_CHOOSE_(?:IO|NONDET|WAKE)\)\)$`)
	threadStart = regexp.MustCompile(`^static void \*__heddle_run_\w+\(void \*\w+\)$`)
	cast        = regexp.MustCompile(`\((?:unsigned|int|size_t|off_t|socklen_t)\)`)
	operand     = regexp.MustCompile(`[^\s(]+$`)
	chooses     = regexp.MustCompile(`^ [<>]=? (\S+) \? ([^\s(]+) : ([^\s;,)]+)`)
	replaces    = regexp.MustCompile(`^ [<>]=? (\S+)\)\n\t+(\S+) = (\S+);$`)
)

// choosesEqual reports whether the comparison at a place of the line, with the next line, chooses one of the compared values.
func (l line) choosesEqual(at []int) bool {
	left := operand.FindString(cast.ReplaceAllString(l.text[:at[0]], ""))
	rest := cast.ReplaceAllString(l.text[at[0]:]+"\n"+l.next, "")
	m := chooses.FindStringSubmatch(rest)
	if m == nil {
		m = replaces.FindStringSubmatch(rest)
	}
	return m != nil && (left == m[2] && m[1] == m[3] || left == m[3] && m[1] == m[2])
}

// possible lists the indices of the changes that a line permits.
func possible(text string) (list []int) {
	for i, c := range changes {
		if c.from.MatchString(text) {
			list = append(list, i)
		}
	}
	return list
}

// chosenFaults lists a fault of each function, in an order that a seed and the faults' texts determine: changes of other functions
// do not alter it.
func (m *faulty) chosenFaults(seed uint64) (list []fault) {
	rank := func(f fault) uint64 {
		h := fnv.New64a()
		fmt.Fprint(h, seed, f.file, f.text, f.changed)
		return h.Sum64()
	}
	byRank := func(a, b fault) int { return cmp.Compare(rank(a), rank(b)) }
	for _, body := range m.bodies {
		var faults []fault
		for _, l := range body {
			for _, i := range possible(l.text) {
				at, to := changes[i].from.FindStringIndex(l.text), changes[i].to
				changed := l.text[:at[0]] + changes[i].from.ReplaceAllString(l.text[at[0]:at[1]], to) + l.text[at[1]:]
				if l.sees(i, at, changed) {
					faults = append(faults, fault{l, changed})
				}
			}
		}
		if len(faults) > 0 {
			list = append(list, slices.MinFunc(faults, byRank))
		}
	}
	slices.SortFunc(list, byRank)
	return list
}

// library returns the models with the fault; nil: it is no C. Only the file with the fault is compiled.
func (m *faulty) library(t *testing.T, f fault) *clib.Library {
	lines := strings.Split(m.files[f.file], "\n")
	lines[f.number-1] = f.changed
	changed, err := compileWith(context.Background(), f.file, models[0], func(name string) ([]byte, error) {
		if name == f.file {
			return []byte(strings.Join(lines, "\n")), nil
		}
		return os.ReadFile(filepath.Join(sourceDir, name))
	})
	if err != nil {
		return nil
	}
	var units []*lower.Unit
	for _, unit := range m.units {
		if filepath.Base(unit.File) == f.file {
			unit = changed
		}
		units = append(units, copyUnit(unit))
	}
	prog, diags := link.Merge(units, models[0])
	if err := firstError(diags); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := prog.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	index, err := makeIndex(prog, b.String())
	if err != nil {
		t.Fatal(err)
	}
	return clib.New(b.Bytes(), index)
}

// copyUnit returns a copy that the linker may change.
func copyUnit(u *lower.Unit) *lower.Unit {
	out, prog := *u, *u.Program
	out.Program = &prog
	prog.Globals, prog.Funcs = slices.Clone(prog.Globals), slices.Clone(prog.Funcs)
	for i := range prog.Globals {
		prog.Globals[i].Init = slices.Clone(prog.Globals[i].Init)
	}
	for i := range prog.Funcs {
		f := prog.Funcs[i].Clone()
		f.Unsequenced = slices.Clone(f.Unsequenced)
		for k := range f.Locals {
			f.Locals[k].Init = slices.Clone(f.Locals[k].Init)
		}
		prog.Funcs[i] = f
	}
	return &out
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

// changedFuncs lists the functions that differ from those of the models.
func changedFuncs(library *clib.Library) (list []string) {
	base := clib.Load(models[0].String())
	for _, name := range base.Funcs() {
		was, _ := base.Func(name)
		if is, _ := library.Func(name); was != is && withoutTypes(was) != withoutTypes(is) {
			list = append(list, name)
		}
	}
	return list
}

// foundBy returns the name of a program that fails with the models; empty: none does.
func foundBy(library *clib.Library, changed []string, programs []tested) string {
	for _, p := range programs {
		if slices.ContainsFunc(changed, func(name string) bool { return slices.Contains(p.funcs, name) }) && fails(p, library) {
			return p.name
		}
	}
	return ""
}

// fails reports whether a program has another result with the models.
func fails(p tested, library *clib.Library) (failed bool) {
	defer func() { failed = failed || recover() != nil }()
	var compiled *ir.Program
	compiled, err := compileProgram(p.program, models[0], p.want, library)
	return err != nil || execute(compiled, p.want) != nil
}

var typeName = regexp.MustCompile(`\$[\w.]+`)

func withoutTypes(text string) string { return typeName.ReplaceAllString(text, "$") }
