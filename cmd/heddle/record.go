package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// recordVariable names the directory of a build that is being recorded. The directory has this program
// under the names of compilers, and comes first on the build's PATH. Called under such a name, the program
// records the command and becomes the compiler (as Bear's wrapper does).
const recordVariable = "HEDDLE_RECORD"

// compilers are the names by which builds call compilers; the variable CC may have another.
var compilers = []string{"cc", "c99", "gcc", "clang"}

// The files in that directory, with an entry on each line: a compileCommand for each source file, and a made
// for each file that a command writes.
const (
	recordLog = "log"
	madeLog   = "made"
)

// compileCommand is an entry of a compilation database.
type compileCommand struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments"`
}

// recordBuild runs a command and writes the compilations that it makes into a compilation
// database, whose directories are relative to its own. It returns the programs that the command links. A
// build that fails after that is no error.
func recordBuild(ctx context.Context, command []string, database string) ([]made, error) {
	dir, err := os.MkdirTemp("", "heddle")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	names := append(slices.Clone(compilers), archiver)
	if fields := strings.Fields(os.Getenv("CC")); len(fields) > 0 && !filepath.IsAbs(fields[0]) {
		names = append(names, filepath.Base(fields[0]))
	}
	for _, name := range names {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrExist) {
			return nil, err
		}
	}
	program := command[0]
	if slices.Contains(names, program) {
		program = filepath.Join(dir, program)
	}
	build := exec.CommandContext(ctx, program, command[1:]...)
	build.Env = append(os.Environ(), recordVariable+"="+dir, "PATH="+dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	failed := build.Run()
	programs, err := linked(filepath.Join(dir, madeLog))
	switch {
	case err != nil:
		return nil, err
	case failed != nil && (len(programs) == 0 || ctx.Err() != nil):
		return nil, cli.InputError("%s: %w", command[0], failed)
	case failed != nil:
		fmt.Fprintf(os.Stderr, "heddle: %s: %v; what it compiled is checked\n", command[0], failed)
	}
	log, err := os.ReadFile(filepath.Join(dir, recordLog))
	if errors.Is(err, os.ErrNotExist) || err == nil && len(log) == 0 {
		return nil, cli.InputError("%s: no file was compiled; is everything built already?", command[0])
	}
	if err != nil {
		return nil, err
	}
	return programs, writeDatabase(log, database)
}

// writeDatabase makes a compilation database of a log. Of a file that is compiled several times
// the first counts.
func writeDatabase(log []byte, database string) error {
	base, err := filepath.Abs(filepath.Dir(database))
	if err != nil {
		return err
	}
	var all []compileCommand
	seen := make(map[string]bool)
	for line := range strings.Lines(string(log)) {
		var c compileCommand
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			return err
		}
		file := c.File
		if !filepath.IsAbs(file) {
			file = filepath.Join(c.Directory, file)
		}
		if seen[file] {
			continue
		}
		seen[file] = true
		if c.Directory, err = filepath.Rel(base, c.Directory); err != nil {
			return err
		}
		all = append(all, c)
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(database, append(text, '\n'), 0o644)
}

// isCompiler reports whether this process is a compiler of a build that is being recorded.
func isCompiler() bool {
	_, err := os.Lstat(filepath.Join(os.Getenv(recordVariable), filepath.Base(os.Args[0])))
	return os.Getenv(recordVariable) != "" && err == nil
}

// becomeCompiler records the sources of a command, and replaces the process by the compiler.
func becomeCompiler() error {
	dir, name := os.Getenv(recordVariable), filepath.Base(os.Args[0])
	if err := logMade(filepath.Join(dir, madeLog)); err != nil {
		return err
	}
	if name != archiver {
		if err := logSources(filepath.Join(dir, recordLog)); err != nil {
			return err
		}
	}
	path := strings.TrimPrefix(os.Getenv("PATH"), dir+string(filepath.ListSeparator))
	os.Setenv("PATH", path)
	os.Unsetenv(recordVariable)
	compiler, err := exec.LookPath(name)
	if err != nil {
		return err
	}
	return syscall.Exec(compiler, append([]string{name}, os.Args[1:]...), os.Environ())
}

// isSource reports whether an argument is a file that is compiled, by its name.
func isSource(arg string) bool { return filepath.Ext(arg) == ".c" || filepath.Ext(arg) == ".i" }

// logSources appends an entry for each C file of a compiler's command. A command that only preprocesses
// compiles none.
func logSources(log string) error {
	directory, err := os.Getwd()
	if err != nil {
		return err
	}
	var lines []byte
	for i := 1; i < len(os.Args); i++ {
		switch arg := os.Args[i]; {
		case arg == "-E" || arg == "-M" || arg == "-MM":
			return nil
		case valueFlag[arg], slices.Contains([]string{"-I", "-D", "-U", "-include", "-isystem", "-iquote", "-idirafter"}, arg):
			i++
		case strings.HasPrefix(arg, "-"):
		case isSource(arg):
			line, err := json.Marshal(compileCommand{directory, arg, os.Args})
			if err != nil {
				return err
			}
			lines = append(append(lines, line...), '\n')
		}
	}
	return appendTo(log, lines)
}

// appendTo adds lines at the end of a file.
func appendTo(name string, lines []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(lines)
	return errors.Join(err, file.Close())
}

// recorded runs the build command after --, and makes the check read its sources. files holds the files
// that the user named. The returned function removes the recorded file if the user did not name it.
func (o *checkOptions) recorded(ctx context.Context, files, command []string) (func(), error) {
	if len(command) == 0 {
		return nil, cli.InputError("--: expected a command that builds the program")
	}
	forget := func() {}
	if o.CompileCommands == "" {
		file, err := os.CreateTemp(".", ".heddle-*.json") // so that names are relative to here
		if err != nil {
			return nil, fmt.Errorf("record a build: %w", err)
		}
		file.Close()
		o.CompileCommands = file.Name()
		forget = func() { os.Remove(file.Name()) }
	}
	programs, err := recordBuild(ctx, command, o.CompileCommands)
	if err == nil && len(programs) > 1 && len(files) == 0 && o.Entry == "main" {
		err = cli.InputError("%s", severalPrograms(programs, command))
	}
	if err != nil {
		forget()
		return nil, err
	}
	return forget, nil
}
