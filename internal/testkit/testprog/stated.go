package testprog

import (
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
)

// Files returns the programs of this repository that state their verdicts: first the programs of the
// semantics, then the examples, then the files that match the patterns in more.
func Files(t testing.TB, more ...string) []string {
	t.Helper()
	var files []string
	for _, pattern := range append([]string{root(t) + "/testdata/semantics/*.c", root(t) + "/examples/*.c"}, more...) {
		list, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || len(list) == 0 {
			t.Fatalf("no programs in %s: %v", pattern, err)
		}
		files = append(files, list...)
	}
	return files
}

// Turn returns the number of a program by which tests that look at some programs only, or at
// each with other options, choose. It is of its name: a new program changes no other's.
func Turn(file string) int {
	h := fnv.New32a()
	io.WriteString(h, filepath.Base(file))
	return int(h.Sum32() >> 8)
}

// Some returns one in n of Files, or all of them. The selection depends on the names of the files and
// of the test, so that tests share the work.
func Some(t testing.TB, n int, all bool) []string {
	return slices.DeleteFunc(Files(t), func(file string) bool { return !all && !Chosen(t, file, n) })
}

// Chosen reports whether a program is in the sample, one in n, that a test examines.
func Chosen(t testing.TB, file string, n int) bool {
	return Turn(t.Name()+" "+filepath.Base(file))%n == 0
}

// root returns the repository's directory, derived from the directory of the test.
func root(t testing.TB) string {
	t.Helper()
	for dir := "."; len(dir) < 100; dir = filepath.Join(dir, "..") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("no go.mod in this directory or above it")
	return ""
}

// Stated returns the contents of the line `// expect: property=verdict …` of a program.
func Stated(t testing.TB, file string) map[verdict.Property]string {
	t.Helper()
	stated := verdicts(t, file, "expect")
	if len(stated) == 0 {
		t.Fatalf("%s states no verdict", file)
	}
	return stated
}

// Alone returns the contents of the line `// alone: property=verdict …` of a program: the verdict when
// the property is checked alone. It is empty if that is the stated verdict.
func Alone(t testing.TB, file string) map[verdict.Property]string {
	t.Helper()
	return verdicts(t, file, "alone")
}

// Strict returns the contents of the line `// strict: property=verdict …` of a program: the verdict when the
// property is checked alone, and undefined functions may do more than is assumed (semantics 14.9).
func Strict(t testing.TB, file string) map[verdict.Property]string {
	t.Helper()
	return verdicts(t, file, "strict")
}

// verdicts reads a line of verdicts.
func verdicts(t testing.TB, file, title string) map[verdict.Property]string {
	t.Helper()
	stated := make(map[verdict.Property]string)
	for _, item := range strings.Fields(lineOf(t, file, title)) {
		name, v, _ := strings.Cut(item, "=")
		p, err := verdict.ParseProperty(name)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		stated[p] = v
	}
	return stated
}

// Environment returns the choices of the environment with which a program's verdicts are
// stated: the default ones unless its line `// environment: SWITCH …` turns some.
func Environment(t testing.TB, file string) ir.Environment {
	t.Helper()
	env, err := ir.ParseEnvironment(strings.Fields(lineOf(t, file, "environment")))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return env
}

// signals reports whether the environment that a program states has signals.
func signals(text string) bool {
	return slices.Contains(strings.Fields(lineIn(text, "environment")), ir.ChooseSignal.String())
}

// lineOf returns the text of a program's comment with a given title, if there is one.
func lineOf(t testing.TB, file, title string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return lineIn(string(text), title)
}

func lineIn(text, title string) string {
	_, line, _ := strings.Cut("\n"+text, "\n// "+title+": ")
	line, _, _ = strings.Cut(line, "\n")
	return line
}
