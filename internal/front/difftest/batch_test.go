package difftest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testgen"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// word matches a token that has letters or quotes. Submatch 1 is a name with a digit, or a name that
// every program of package testgen declares.
var word = regexp.MustCompile(`(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|[uUL]?'(?:\\.|[^'\\\n])*'|\.?[0-9](?:[eEpP][+-]|[\w.])*|__\w*|` +
	`\b(?:safe_|crc|u?int(?:8|16|32|64)_t\b|U?INT\d)\w*|\b([A-Za-z]\w*\d\w*|(?:sum|fuel|mix|mix_double|tame)\b)|\w+`)

// distinct returns the text of a program with other names of functions, objects, types and members. Many such programs make one
// translation unit.
func distinct(text string, number int) string {
	var b strings.Builder
	last := 0
	for _, m := range word.FindAllStringSubmatchIndex(text, -1) {
		if m[2] >= 0 {
			b.WriteString(text[last:m[3]] + "_" + strconv.Itoa(number))
			last = m[3]
		}
	}
	return b.String() + text[last:]
}

// driver is the end of a translation unit of several programs. It runs each in a process of its own, which leaves its output,
// its messages and its status in files. The second argument is how many milliseconds of processor a program has.
const driver = `
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
int run_programs(int argc, char **argv) __asm__("main");
int run_programs(int argc, char **argv)
{
	char name[32], *arguments[] = { argv[0], 0 };
	int status, limit = atoi(argv[1]);
	struct itimerval timer = { { 0, 0 }, { limit / 1000, limit % 1000 * 1000 } };

	for (int i = 0; i < sizeof programs / sizeof *programs; i++) {
		if (fork() == 0) {
			sprintf(name, "output%d", i);
			freopen(name, "w", stdout);
			sprintf(name, "messages%d", i);
			freopen(name, "w", stderr);
			setitimer(ITIMER_PROF, &timer, 0);
			exit(((int (*)(int, char **))programs[i])(1, arguments));
		}
		wait(&status);
		printf("%d\n", status);
		fflush(stdout);
	}
	return 0;
}
`

// ending is the end of a program that gcc made, or the reason why there is none.
type ending struct {
	testprog.Ending
	err error
}

// compiled runs the programs that gcc makes of texts, as one translation unit. It reports whether gcc compiles it.
func (g *source) compiled(t *testing.T, dir string, texts []string, m ir.DataModel, level []string) ([]ending, bool) {
	t.Helper()
	var unit strings.Builder
	var mains []string
	for i, text := range texts {
		name := "main"
		if len(texts) > 1 {
			name = fmt.Sprintf("main_%d", i)
			fmt.Fprintf(&unit, "#define main %s\n", name)
		} else {
			unit.WriteString("int main() __asm__(\"main_0\");\n")
		}
		fmt.Fprintf(&unit, "#line 1 \"program.c\"\n%s\n#undef main\n", text)
		mains = append(mains, "(void *)"+name)
	}
	fmt.Fprintf(&unit, "static void *programs[] = { %s };%s", strings.Join(mains, ", "), driver)
	file, bin := filepath.Join(dir, "programs.c"), filepath.Join(dir, "programs")
	if err := os.WriteFile(file, []byte(unit.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append([]string{file, "-o", bin, "-lm", testprog.GCCBits[m]}, append(level, g.flags...)...)
	for _, i := range g.includes {
		args = append(args, "-I"+i)
	}
	if err := exec.Command("gcc", args...).Run(); err != nil {
		return nil, false
	}
	limit := g.limit
	if len(level) > 1 {
		limit *= 10 // sanitizers are slow
	}
	cmd := exec.Command(bin, fmt.Sprint(limit.Milliseconds()))
	cmd.Dir = dir
	statuses, err := cmd.Output()
	lines := strings.Fields(string(statuses))
	if err != nil || len(lines) != len(texts) {
		t.Fatalf("the programs end after %d of %d: %v", len(lines), len(texts), err)
	}
	list := make([]ending, len(texts))
	for i := range list {
		status, _ := strconv.Atoi(lines[i])
		out, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("output%d", i)))
		messages, err2 := os.ReadFile(filepath.Join(dir, fmt.Sprintf("messages%d", i)))
		switch {
		case err != nil || err2 != nil:
			t.Fatal(err, err2)
		case len(level) > 1 && (bytes.Contains(messages, []byte("runtime error:")) || bytes.Contains(messages, []byte("Sanitizer:"))):
			list[i].err = fmt.Errorf("gcc %s: %s", level, messages)
		case syscall.Signal(status&0x7f) == syscall.SIGPROF:
			list[i].err = fmt.Errorf("%w: it takes too long", testprog.ErrDropped)
		case status&0x7f != 0:
			list[i].err = fmt.Errorf("gcc %s: the program ends by signal %d", level, status&0x7f)
		default:
			list[i].Ending = testprog.Ending{Output: string(out), Status: status >> 8}
		}
	}
	return list, true
}

// check compares programs, and returns an error for each. A program that differs is compared alone, too.
func (g *source) check(t *testing.T, texts []string, m ir.DataModel) []error {
	t.Helper()
	if len(texts) == 1 {
		return g.compare(t, texts, m)
	}
	changed := make([]string, len(texts))
	for i, text := range texts {
		changed[i] = distinct(text, i)
	}
	errs := g.compare(t, changed, m)
	for i, err := range errs {
		if err != nil && !errors.Is(err, testprog.ErrDropped) {
			if alone := g.compare(t, texts[i:i+1], m)[0]; alone != nil {
				errs[i] = alone
			} else {
				errs[i] = fmt.Errorf("only beside others: %w", err)
			}
		}
	}
	return errs
}

// compare compares programs with distinct names.
func (g *source) compare(t *testing.T, texts []string, m ir.DataModel) []error {
	t.Helper()
	errs := make([]error, len(texts))
	used := levels[:1]
	if *long {
		used = levels[1:]
	}
	dir := t.TempDir()
	var want []ending
	for n, level := range used {
		got, ok := g.compiled(t, dir, texts, m, level)
		if !ok && len(texts) > 1 { // one of them is the reason
			half := len(texts) / 2
			return append(g.compare(t, texts[:half], m), g.compare(t, texts[half:], m)...)
		}
		if !ok {
			return []error{fmt.Errorf("gcc: %w", testprog.ErrDropped)}
		}
		if n == 0 {
			want = got
		}
		for i := range got {
			if errs[i] == nil {
				errs[i] = got[i].err
			}
			if err := got[i].Is(want[i].Ending); errs[i] == nil && err != nil {
				errs[i] = fmt.Errorf("gcc %s, compared with gcc %s: %w", level, used[0], err)
			}
		}
	}
	for i, text := range texts {
		if errs[i] == nil {
			file := filepath.Join(dir, "program.c")
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			got, err := g.interpreted(file, m)
			if err == nil {
				err = got.Is(want[i].Ending)
			}
			errs[i] = err
		}
	}
	return errs
}

// TestBatch checks that each of several programs gets the error that is its own.
func TestBatch(t *testing.T) {
	peer.NeedGCC(t)
	defer func(was bool) { *long = was }(*long)
	*long = true
	const head, tail = "#include <stdio.h>\nstatic int a1[2];\nint main(void)\n{\n\tvolatile int i = 2;\n", "\tprintf(\"%d\\n\", i + a1[1]);\n\treturn i;\n}\n"
	bodies := []struct{ body, want string }{
		{"\ti += none;\n", "dropped"},
		{"", ""},
		{"\ta1[1] = a1[i];\n", "out of bounds"},
		{"#ifdef __OPTIMIZE__\n\ti++;\n#endif\n", "gcc [-O2], compared with"},
		{"#ifdef __HEDDLE__\n\ti++;\n#endif\n", "status 3, expected 2"},
		{"\twhile (i)\n\t\t;\n", "dropped: it takes"},
		{"\ti = 5;\n", ""},
	}
	var texts []string
	for _, b := range bodies {
		texts = append(texts, head+b.body+tail)
	}
	g := source{flags: testgen.SequentialFlags, limit: 10 * time.Millisecond}
	for i, err := range g.check(t, texts, ir.LP64) {
		if want := bodies[i].want; (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("program %d has the error %v, expected %q", i, err, want)
		}
	}
}
