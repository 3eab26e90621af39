package hunt

import (
	"bytes"
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

	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/peer"
)

// Native makes programs with gcc, with delays before every basic block that depend on
// a seed, and runs them.
type Native struct {
	dir      string
	binaries int                     // made so far
	objects  map[ir.DataModel]string // the support code, by the data models that gcc supports
}

// Compiler is the name under which compiled programs answer.
const Compiler = "gcc"

// reached is the exit code of reach_error.
const reached = 99

var modelFlags = map[ir.DataModel]string{ir.LP64: "-m64", ir.ILP32: "-m32"}

// NewNative looks for gcc and the data models that it supports: it skips the test if there is none.
// support is the directory of support.c.
func NewNative(t testing.TB, support string) *Native {
	t.Helper()
	peer.NeedGCC(t)
	n := &Native{dir: t.TempDir(), objects: map[ir.DataModel]string{}}
	for model, flag := range modelFlags {
		if err := peer.TryGCC(t, flag); err != nil {
			t.Logf("%s is left out: %v", model, err)
			continue
		}
		object := filepath.Join(n.dir, "support"+flag+".o")
		if out, err := exec.Command(Compiler, flag, "-O1", "-pthread", "-c", "-o", object, filepath.Join(support, "support.c")).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		n.objects[model] = object
	}
	return n
}

// Makes reports whether there are programs for a data model.
func (n *Native) Makes(m ir.DataModel) bool { return n.objects[m] != "" }

// prologue is put before a program; it prints a text when reach_error is called.
const prologue = `#include <unistd.h>
void reach_error(void) { _exit(99); }
#line 1 "a.c"
`

// Build makes a program with delays and returns its file's name.
func (n *Native) Build(text string, m ir.DataModel) (string, error) {
	const define = "#define _GNU_SOURCE\n" // which headers want first
	if rest, ok := strings.CutPrefix(text, define); ok {
		text = define + prologue + "\n" + rest
	} else {
		text = prologue + text
	}
	file := filepath.Join(n.dir, "program.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		return "", err
	}
	return n.compile(m, "-fsanitize-coverage=trace-pc", file, n.objects[m])
}

// BuildAll makes one program from several, without delays: its argument selects the one to run.
func (n *Native) BuildAll(texts []string, m ir.DataModel) (string, error) {
	var declarations, calls strings.Builder
	var files []string
	for i, text := range texts {
		fmt.Fprintf(&declarations, "int main%d(void);\n", i)
		fmt.Fprintf(&calls, "\tcase %d: return main%d();\n", i, i)
		file := filepath.Join(n.dir, fmt.Sprintf("program%d.c", i))
		if err := os.WriteFile(file, []byte(fmt.Sprintf("#define HEDDLE_RUN\n#define main main%d\n#line 1\n%s", i, text)), 0o666); err != nil {
			return "", err
		}
		files = append(files, file)
	}
	chosen := filepath.Join(n.dir, "chosen.c")
	text := "#include <stdlib.h>\n" + declarations.String() +
		"int main(int n, char **arguments)\n{\n\tswitch (atoi(arguments[1])) {\n" + calls.String() + "\t}\n\treturn n;\n}\n"
	if err := os.WriteFile(chosen, []byte(text), 0o666); err != nil {
		return "", err
	}
	return n.compile(m, append(files, chosen)...)
}

func (n *Native) compile(m ir.DataModel, args ...string) (string, error) {
	n.binaries++
	binary := filepath.Join(n.dir, fmt.Sprintf("binary%d", n.binaries))
	args = append([]string{modelFlags[m], "-w", "-O0", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-pthread", "-o", binary}, args...)
	if out, err := exec.Command(Compiler, append(args, "-lm")...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return binary, nil
}

// Run is the result of a run of a program.
type Run struct {
	Output string
	Status int // of its exit; negative: a signal ended it
	Errors string
	Hung   bool
}

// Run runs a program.
func (n *Native) Run(binary string, seed int, limit time.Duration, args ...string) (Run, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("HEDDLE_SEED=%d", seed))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if ctx.Err() != nil {
		return Run{Hung: true}, nil
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Run{}, err
	}
	return Run{out.String(), cmd.ProcessState.ExitCode(), errs.String(), false}, nil
}

var failedAssertion = regexp.MustCompile(`:(\d+): [^\n]*Assertion .* failed`)

// Observe runs a program several times and returns which of assert, reach and deadlock it violated in
// these runs. Unknown means that no violation was observed.
func (n *Native) Observe(s *Subject, runs int) ([]Answer, error) {
	binary, err := n.Build(s.Text, s.Model)
	if err != nil {
		return nil, err
	}
	answers := []Answer{
		{Engine: Compiler, Property: verdict.Assert, Verdict: verdict.Unknown},
		{Engine: Compiler, Property: verdict.Reach, Verdict: verdict.Unknown},
		{Engine: Compiler, Property: verdict.Deadlock, Verdict: verdict.Unknown},
	}
	see := func(p verdict.Property, format string, args ...any) {
		i := slices.IndexFunc(answers, func(a Answer) bool { return a.Property == p })
		answers[i].Verdict, answers[i].Detail = verdict.Violation, fmt.Sprintf(format, args...)
	}
	for seed := range runs {
		r, err := n.Run(binary, seed, 3*time.Second)
		if err != nil {
			return nil, err
		}
		if m := failedAssertion.FindStringSubmatch(r.Errors); m != nil {
			see(verdict.Assert, "in run %d at line %s", seed, m[1])
		}
		if r.Status == reached {
			see(verdict.Reach, "in run %d", seed)
		}
		if r.Hung {
			see(verdict.Deadlock, "in run %d", seed)
			break
		}
	}
	return answers, nil
}
