package native

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// WriteTest writes a regression test into a directory, which is created if necessary. It contains the
// plan with the runtime, and the files that compile and run it with the program's sources, which stay
// in place.
func (p *Plan) WriteTest(dir string, source Source) error {
	if err := p.Write(dir, source); err != nil {
		return err
	}
	t := regression{plan: p}
	for _, u := range source.Units {
		t.units = append(t.units, u.seenFrom(dir))
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
	plan  *Plan
	units []Unit // as seen from its directory
}

// seenFrom returns a unit as it is called from a directory.
func (u Unit) seenFrom(dir string) Unit {
	out := Unit{File: seenFrom(dir, u.File)}
	for i := 0; i < len(u.Flags); i++ {
		switch flag := u.Flags[i]; {
		case strings.HasPrefix(flag, "-I"):
			out.Flags = append(out.Flags, "-I"+seenFrom(dir, flag[2:]))
		case flag == "-include":
			i++
			name := u.Flags[i]
			if _, err := os.Stat(name); err == nil {
				name = seenFrom(dir, name) // else it is looked for as headers are
			}
			out.Flags = append(out.Flags, flag, name)
		default:
			out.Flags = append(out.Flags, flag)
		}
	}
	return out
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
	fmt.Fprintf(&b, "# make check leads the program along the execution in schedule.c; it fails while the program does.\n\nCC = cc\nFLAGS = %s\n",
		strings.Join(append(t.plan.programFlags(len(t.units), 0), "-include", "runtime/names.h", "-idirafter", headers), " "))
	fmt.Fprintf(&b, "RUNTIME_FLAGS = %s\nRUNTIME = %s\n", strings.Join(runtimeFlags(t.plan.Model), " "), strings.Join(append(files(), "schedule.c"), " "))
	var objects []string
	for i := range t.units {
		objects = append(objects, fmt.Sprintf("source-%d.o", i))
	}
	fmt.Fprintf(&b, "\ncheck: program\n\t./program\n\nprogram: %[1]s $(RUNTIME)\n\t$(CC) $(RUNTIME_FLAGS) -no-pie -pthread -o $@ $(RUNTIME) %[1]s -lm\n", strings.Join(objects, " "))
	for i, u := range t.units {
		words := []string{"$(CC)", "$(FLAGS)"}
		for _, f := range append(slices.Clone(u.Flags), "-c", u.File) {
			words = append(words, shellQuote(f))
		}
		fmt.Fprintf(&b, "\n%s: %s\n\t%s -o $@\n", objects[i], strings.ReplaceAll(u.File, " ", "\\ "), strings.Join(words, " "))
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
	var b, objects strings.Builder
	for i, u := range t.units {
		flags := append(t.plan.programFlags(len(t.units), 0)[2:], "--include="+here+"runtime/names.h", "-idirafter", here+headers)
		for i := 0; i < len(u.Flags); i++ {
			f := u.Flags[i]
			if f == "-include" { // CMake takes an option that is there twice for one, so that its value is in the same word
				i++
				f = "--include=" + u.Flags[i]
			}
			flags = append(flags, fromHere(escape(f), here))
		}
		fmt.Fprintf(&b, "set_source_files_properties(\"%[2]s\" PROPERTIES LANGUAGE C)\nadd_library(source-%[1]d OBJECT \"%[2]s\")\nset_target_properties(source-%[1]d PROPERTIES COMPILE_OPTIONS \"%[3]s\")\n",
			i, escape(u.File), strings.Join(flags, ";"))
		fmt.Fprintf(&objects, " $<TARGET_OBJECTS:source-%d>", i)
	}
	return fmt.Sprintf(`# ctest leads the program along the execution in schedule.c; the test fails while the program does.
cmake_minimum_required(VERSION 3.13)
project(interleaving C)
enable_testing()
%sadd_executable(program %s%s)
target_compile_options(program PRIVATE %s)
target_link_options(program PRIVATE %s -no-pie -pthread)
target_link_libraries(program m)
add_test(NAME interleaving COMMAND program)
`, b.String(), strings.Join(append(files(), "schedule.c"), " "), objects.String(),
		strings.Join(runtimeFlags(t.plan.Model), " "), strings.Join(model(t.plan.Model), " "))
}

// fromHere returns a flag whose path is rewritten for CMake, which compiles in another directory.
func fromHere(flag, here string) string {
	for _, head := range []string{"-I", "--include="} {
		if name, ok := strings.CutPrefix(flag, head); ok && !filepath.IsAbs(name) && (head == "-I" || strings.HasPrefix(name, ".")) {
			return head + here + name
		}
	}
	return flag
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
	var names []string
	for _, u := range t.units {
		names = append(names, u.File)
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
`, what, where, "the program: "+strings.Join(names, ", "))
}
