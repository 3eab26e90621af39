package native

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// WriteTest writes a regression test into a directory, which is made if it is not there:
// the plan with the runtime, and what compiles and runs it with the program's files where
// they are.
func (p *Plan) WriteTest(dir string, source Source) error {
	if err := p.Write(dir, source); err != nil {
		return err
	}
	t := regression{plan: p}
	for _, file := range source.Files {
		t.files = append(t.files, seenFrom(dir, file))
	}
	for i := 0; i < len(source.Flags); i++ {
		switch flag := source.Flags[i]; {
		case strings.HasPrefix(flag, "-I"):
			t.flags = append(t.flags, "-I"+seenFrom(dir, flag[2:]))
		case flag == "-include":
			i++
			name := source.Flags[i]
			if _, err := os.Stat(name); err == nil {
				name = seenFrom(dir, name) // else it is looked for as headers are
			}
			t.flags = append(t.flags, flag, name)
		default:
			t.flags = append(t.flags, flag)
		}
	}
	for name, text := range map[string]string{
		"Makefile": t.makefile(), "CMakeLists.txt": t.cmake(), "README.md": t.readme(),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// regression is a test that is being written.
type regression struct {
	plan         *Plan
	files, flags []string // as seen from its directory
}

// seenFrom returns a file as it is called from a directory.
func seenFrom(dir, file string) string {
	from, err1 := filepath.Abs(dir)
	to, err2 := filepath.Abs(file)
	if err1 != nil || err2 != nil {
		return file
	}
	r, err := filepath.Rel(from, to)
	if err != nil {
		return file
	}
	return filepath.ToSlash(r)
}

// gdbScript is the file that has gdb stop where the program fails.
const gdbScript = "failure.gdb"

// gdbText stops behind the runtime's function that announces the last step, in the
// program's own code, or where the runtime finds the failure.
const gdbText = `# gdb -x failure.gdb ./program: stops before the step that fails.
set breakpoint pending on
set environment HEDDLE_SECONDS=0
break heddle_last_step
commands
  silent
  tbreak *(char *)pc
  continue
end
break heddle_failure
commands
  silent
  backtrace
end
run
`

func (t *regression) makefile() string {
	var b strings.Builder
	quoted := make([]string, len(t.flags))
	for i, f := range t.flags {
		quoted[i] = shellQuote(f)
	}
	fmt.Fprintf(&b, "# make check leads the program along the execution in schedule.c; it fails while the program does.\n\nCC = cc\nFLAGS = %s\n",
		strings.Join(append(t.plan.programFlags(len(t.files), 0), append([]string{"-include", "runtime/names.h", "-idirafter", headers}, quoted...)...), " "))
	fmt.Fprintf(&b, "RUNTIME_FLAGS = %s\nRUNTIME = %s\n", strings.Join(runtimeFlags(t.plan.Model), " "), strings.Join(append(files(), "schedule.c"), " "))
	var objects []string
	for i := range t.files {
		objects = append(objects, fmt.Sprintf("source-%d.o", i))
	}
	fmt.Fprintf(&b, "\ncheck: program\n\t./program\n\nprogram: %[1]s $(RUNTIME)\n\t$(CC) $(RUNTIME_FLAGS) -no-pie -pthread -o $@ $(RUNTIME) %[1]s -lm\n", strings.Join(objects, " "))
	for i, file := range t.files {
		fmt.Fprintf(&b, "\n%s: %s\n\t$(CC) $(FLAGS) -c %s -o $@\n", objects[i], strings.ReplaceAll(file, " ", "\\ "), shellQuote(file))
	}
	b.WriteString("\nclean:\n\trm -f program *.o\n\n.PHONY: check clean\n")
	return b.String()
}

// shellQuote returns a word as a shell and make read it.
func shellQuote(s string) string {
	s = strings.ReplaceAll(s, "$", "$$")
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,+:@%") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func (t *regression) cmake() string {
	const here = "${CMAKE_CURRENT_SOURCE_DIR}/"
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`, `;`, `\;`).Replace
	sources := make([]string, len(t.files))
	for i, file := range t.files {
		sources[i] = `"` + escape(file) + `"`
	}
	flags := append(t.plan.programFlags(len(t.files), 0)[2:], "-include", here+"runtime/names.h", "-idirafter", here+headers)
	for _, f := range t.flags {
		if dir, ok := strings.CutPrefix(f, "-I"); ok && !filepath.IsAbs(dir) {
			flags = append(flags, "-I"+here+escape(dir))
			continue
		}
		flags = append(flags, escape(f))
	}
	return fmt.Sprintf(`# ctest leads the program along the execution in schedule.c; the test fails while the program does.
cmake_minimum_required(VERSION 3.13)
project(interleaving C)
enable_testing()
set(sources %s)
add_executable(program %s ${sources})
set_source_files_properties(${sources} PROPERTIES LANGUAGE C COMPILE_OPTIONS "%s")
target_compile_options(program PRIVATE %s)
target_link_options(program PRIVATE %s -no-pie -pthread)
target_link_libraries(program m)
add_test(NAME interleaving COMMAND program)
`, strings.Join(sources, " "), strings.Join(append(files(), "schedule.c"), " "), strings.Join(flags, ";"),
		strings.Join(runtimeFlags(t.plan.Model), " "), strings.Join(model(t.plan.Model), " "))
}

func (t *regression) readme() string {
	f := &t.plan.Failure
	what := f.Property
	if f.Message != "" {
		what += ": " + f.Message
	}
	where := ""
	if f.Line > 0 {
		where = fmt.Sprintf(", %s:%d", filepath.Base(f.File), f.Line)
	}
	return fmt.Sprintf(`# %s%s

This test runs one interleaving of a program with threads: the one in which the failure
above was found. It needs a C compiler that has -fsanitize=thread (gcc, clang), and Linux.

    make check

| exit code | means |
| --- | --- |
| 0 | the program ends without a failure: the test passes |
| 1 | the failure happens |
| 3 | the interleaving cannot be followed, or the time is up (HEDDLE_SECONDS, by default 60) |
| 5 | the program fails in another way |

`+"`ctest` does the same after `cmake .`. `HEDDLE_TRACE=1 ./program` prints every step, and\n`gdb -x failure.gdb ./program` stops before the step that fails.\n"+`
- %s
- schedule.c: which thread does what when, and what the program is given
- runtime: lets one thread run at a time, and stands in for the thread library

The schedule knows operations by their lines and variables. When the program changes, what it
does not find any more is passed over; after larger changes, make the test again from a new
trace. The program is compiled without optimisation: a compiler that optimises leaves operations
out, and with them the places where threads have to change.
`, what, where, "the program: "+strings.Join(t.files, ", "))
}
