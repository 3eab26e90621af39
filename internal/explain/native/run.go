package native

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Result is the kind of outcome of a compiled program.
type Result uint8

// The results.
const (
	Passed       Result = iota // it ended without a failure
	Happened                   // the failure of the plan
	OtherFailure               // a failure, at another place or of another kind
	Lost                       // the plan could not be followed: the time is up, or the runtime gave up
)

// String returns the result in words.
func (r Result) String() string {
	return [...]string{"passed", "happened", "another failure", "lost"}[r]
}

// exitCodes maps the exit codes of the runtime (failure.c) to results.
var exitCodes = map[int]Result{0: Passed, 1: Happened, 5: OtherFailure, 3: Lost}

// Outcome is the result of a run of a compiled program.
type Outcome struct {
	Result Result
	Detail string // the event and its place, as the runtime reports them
	Output string // the end of the program's output
}

// BuildError is the error if the host's compiler is missing or refuses the program.
type BuildError struct {
	Command string
	Output  string
	Err     error
}

// Error returns the command, the reason of its failure, and its output.
func (e *BuildError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("%s: %v\n%s", e.Command, e.Err, e.Output))
}

// Unwrap returns why the command failed.
func (e *BuildError) Unwrap() error { return e.Err }

// Options holds the settings for a run of a plan.
type Options struct {
	Source
	Compiler string        // of C; empty: cc
	Optimise int           // the level, 0 to 3; above 0 operations may be lost
	Patience time.Duration // for the program; 0: 20 seconds
	Runtime  []string      // the runtime's objects for the data model (BuildRuntime); nil: they are made
}

// program is the name of the executable in a plan's directory.
const program = "program"

// Build compiles the files that Write has written. The error is a *BuildError.
func (p *Plan) Build(ctx context.Context, dir string, opts Options) error {
	compiler := opts.Compiler
	if compiler == "" {
		compiler = "cc"
	}
	names, err := filepath.Abs(filepath.Join(dir, "runtime", "names.h"))
	if err != nil {
		return err
	}
	objects := opts.Runtime
	if objects == nil {
		if objects, err = BuildRuntime(ctx, compiler, p.Model, dir); err != nil {
			return err
		}
	}
	link := append(runtimeFlags(p.Model), "-no-pie", "-pthread", "-o", filepath.Join(dir, program), filepath.Join(dir, "schedule.c"))
	link = append(link, objects...)
	for i, u := range opts.Units {
		object := filepath.Join(dir, fmt.Sprintf("source-%d.o", i))
		args := append(p.programFlags(len(opts.Units), opts.Optimise), "-include", names, "-idirafter", filepath.Join(dir, filepath.FromSlash(headers)))
		args = append(append(args, u.Flags...), "-c", u.File, "-o", object)
		if err := compile(ctx, compiler, args); err != nil {
			return err
		}
		link = append(link, object)
	}
	return compile(ctx, compiler, append(link, "-lm"))
}

// BuildRuntime compiles the runtime of a plan in a directory, and returns its objects. The objects of
// one plan serve all plans of the same data model. The error is a *BuildError.
func BuildRuntime(ctx context.Context, compiler string, m ir.DataModel, dir string) (objects []string, err error) {
	for _, name := range files() {
		name = filepath.Join(dir, filepath.FromSlash(name))
		object := strings.TrimSuffix(name, ".c") + ".o"
		if err := compile(ctx, compiler, append(runtimeFlags(m), "-c", name, "-o", object)); err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
	return objects, nil
}

func compile(ctx context.Context, compiler string, args []string) error {
	out, err := exec.CommandContext(ctx, compiler, args...).CombinedOutput()
	if err != nil {
		return &BuildError{compiler + " " + strings.Join(args, " "), string(out), err}
	}
	return nil
}

// Run has the program that Build made follow the plan.
func (p *Plan) Run(ctx context.Context, dir string, opts Options) (Outcome, error) {
	patience := opts.Patience
	if patience == 0 {
		patience = 20 * time.Second
	}
	ctx, stop := context.WithTimeout(ctx, patience+time.Second)
	defer stop()
	name, err := filepath.Abs(filepath.Join(dir, program))
	if err != nil {
		return Outcome{}, err
	}
	cmd := exec.CommandContext(ctx, name)
	cmd.Env = append(os.Environ(), fmt.Sprintf("HEDDLE_SECONDS=%d", max(1, int(patience.Seconds()))))
	text, err := cmd.CombinedOutput()
	out := Outcome{Output: tail(string(text))}
	if i := strings.LastIndex(out.Output, mark); i >= 0 {
		out.Detail = strings.TrimSpace(out.Output[i+len(mark):])
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return out, nil
	case !errors.As(err, &exit):
		return out, err
	}
	known := false
	if out.Result, known = exitCodes[exit.ExitCode()]; !known || out.Detail == "" {
		out.Result, out.Detail = Lost, "the program ended with "+exit.String()
	}
	return out, nil
}

// Debug has gdb run the program that Build made, and stop before the step that fails. It
// has the streams of this process.
func Debug(ctx context.Context, dir string) error {
	cmd := exec.CommandContext(ctx, "gdb", "-q", "-x", gdbScript, program)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}

// mark begins the runtime's lines.
const mark = "heddle: "

// tail returns the end of a text.
func tail(s string) string {
	const most = 8 << 10
	return s[max(0, len(s)-most):]
}
