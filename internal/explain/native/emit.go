package native

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/front/load"
	"github.com/heddle-mc/heddle/internal/host/pattern"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

//go:embed runtime
var runtime embed.FS

// transparent lists the replaced functions that have only their accesses, or no effect.
var transparent = []string{"memcpy", "memmove", "memset", "strlen", "strcpy", "strcmp", "strdup", "malloc", "calloc", "qsort", "qsort_r", "bsearch", "aligned_alloc", "posix_memalign", "rand", "random",
	"sched_yield", "thrd_yield", "sleep", "usleep", "nanosleep", "thrd_sleep", "__assert_fail",
	"open", "creat", "close", "fsync", "ftruncate", "unlink", "lseek", "read", "pread", "write", "pwrite", "fstat", "sigwait"}

// definition matches the head of a function of the runtime that replaces one of the library.
var definition = pattern.Lazy(`(?m)^WEAK [^(\n]*\bheddle_(\w+)\(`)

// replaced lists the library functions that the runtime replaces, sorted.
var replaced = sync.OnceValue(func() (names []string) {
	files, err := fs.Glob(runtime, "runtime/*.c")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, name := range files {
		text, _ := runtime.ReadFile(name)
		for _, m := range definition().FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
})

// isInterposed reports whether a call of a function is one operation in the runtime.
func isInterposed(name string) bool {
	_, found := slices.BinarySearch(replaced(), name)
	return name == fence || found && !slices.Contains(transparent, name)
}

// Source describes the compilation of a plan's program.
type Source struct {
	Units []Unit
	Entry string // the function to start with; empty: main
}

// Unit is a C file with flags of the compiler: -D, -U, -I, -include.
type Unit struct {
	File  string
	Flags []string
}

// UnitOf returns a file with those of its flags that the host's compiler also understands.
func UnitOf(file string, o *load.Options) Unit {
	u := Unit{File: file}
	for _, f := range []struct {
		flag string
		list []string
	}{{"-I", o.IncludeDirs}, {"-D", o.Defines}, {"-U", o.Undefines}} {
		for _, v := range f.list {
			u.Flags = append(u.Flags, f.flag+v)
		}
	}
	for _, v := range o.Includes {
		u.Flags = append(u.Flags, "-include", v)
	}
	return u
}

// Write puts the runtime and the plan into a directory, which is made if it is not there.
func (p *Plan) Write(dir string, source Source) error {
	if err := os.MkdirAll(filepath.Join(dir, "runtime"), 0o777); err != nil {
		return err
	}
	files, err := fs.Glob(runtime, "runtime/*")
	if err != nil {
		return err
	}
	for _, name := range files {
		text, err := runtime.ReadFile(name)
		if err != nil {
			return err
		}
		if filepath.Base(name) == "names.h" {
			var defines []byte
			for _, f := range replaced() {
				defines = fmt.Appendf(defines, "#define %s heddle_%s\n", f, f)
			}
			text = append(defines, text...)
			if entry := source.Entry; entry != "" && entry != "main" {
				text = fmt.Appendf(text, "#undef main\n#define main heddle_other_main\n#define %s heddle_main\n", entry)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), text, 0o666); err != nil {
			return err
		}
	}
	for _, name := range vocabularies {
		text, _ := header.Open(name)
		to := filepath.Join(dir, headers, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, gdbScript), []byte(gdbText), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "schedule.c"), []byte(p.text()), 0o666)
}

// headers is the directory, within a plan's directory, of the headers that the host's compiler lacks:
// the vocabularies.
const headers = "runtime/include"

var vocabularies = []string{"dat3m.h", "genmc.h", "goblint.h", "heddle.h", "smack.h", "heddle/null.h", "heddle/types.h", "heddle/verifier.h"}

var anchorNames = [...]string{"HEDDLE_READ", "HEDDLE_WRITE", "HEDDLE_UPDATE", "HEDDLE_CALL", "HEDDLE_SECTION", "HEDDLE_END"}

// text returns the plan as C.
func (p *Plan) text() string {
	var b strings.Builder
	b.WriteString("/*\n * schedule.c - the execution that leads to the failure: who does what when, and the\n * values that the program is given. runtime/plan.h says what the fields mean.\n */\n#include \"runtime/plan.h\"\n")
	p.writeReturned(&b)
	for i := range p.Threads {
		p.Threads[i].write(&b, i)
	}
	b.WriteString("\nstatic const struct heddle_thread_plan threads[] = {\n")
	for i := range p.Threads {
		t := &p.Threads[i]
		fmt.Fprintf(&b, "\t{ %s, anchors_%d, %d, inputs_%d, %d },\n", quote(t.Name), i, len(t.Anchors), i, len(t.Inputs))
	}
	b.WriteString("\t{ 0 }\n};\n")
	for i, o := range p.Objects {
		if len(o.Uninit) > 0 {
			fmt.Fprintf(&b, "\nstatic const struct heddle_byte bytes_%d[] = {", i)
			for _, u := range o.Uninit {
				fmt.Fprintf(&b, " { %d, %d },", u.Offset, u.Value)
			}
			b.WriteString(" };\n")
		}
	}
	b.WriteString("\nstatic const struct heddle_object objects[] = {\n")
	for i, o := range p.Objects {
		bytes := "0"
		if len(o.Uninit) > 0 {
			bytes = fmt.Sprintf("bytes_%d", i)
		}
		fmt.Fprintf(&b, "\t{ %s, %d, %s, %d },\n", quote(o.Global), o.Size, bytes, len(o.Uninit))
	}
	b.WriteString("\t{ 0 }\n};\n\nstatic const char *const waits[] = {\n")
	for _, name := range p.waits() {
		fmt.Fprintf(&b, "\t%s,\n", quote(name))
	}
	b.WriteString("\t0\n};\n\n")
	args := p.Start.Arguments
	for i := range args {
		args[i].write(&b, "char", fmt.Sprintf("argument_%d", i))
	}
	b.WriteString("static char *arguments[]")
	if label().MatchString(p.Start.List) {
		fmt.Fprintf(&b, " __asm__(%s)", quote(p.Start.List))
	}
	b.WriteString(" = {")
	for i := range args {
		fmt.Fprintf(&b, " argument_%d,", i)
	}
	f := &p.Failure
	race := Race{}
	if p.Race != nil {
		race = *p.Race
	}
	fmt.Fprintf(&b, " 0 };\n\nconst struct heddle_plan heddle_plan = {\n\t%s, %s, %s,\n\t%s,\n\t{ %s, %s },\n\twaits, %d, threads, %d, objects, %d, arguments, %d\n};\n",
		quote(f.Property), quote(f.Kind), quote(f.Message), Access{f.Thread, f.File, f.Line}.text(), race.First.text(), race.Second.text(),
		len(p.waits()), len(p.Threads), len(p.Objects), len(args))
	p.Start.write(&b)
	b.WriteString("\n/* Undefined functions. */\n\nstruct heddle_input heddle_value(const char *call);\n")
	for _, e := range p.Externals {
		e.write(&b)
	}
	return b.String()
}

// writeReturned writes the objects that undefined functions return.
func (p *Plan) writeReturned(b *strings.Builder) {
	for i, g := range p.Returned {
		fmt.Fprintf(b, "\nstatic const struct heddle_byte returned_bytes_%d[] = {", i+1)
		for _, c := range g.Bytes {
			fmt.Fprintf(b, " { %d, %d },", c.Offset, c.Value)
		}
		fmt.Fprintf(b, " { 0 } };\nstatic const struct heddle_object returned_%d = { \"\", %d, returned_bytes_%d, %d };\n", i+1, g.Size, i+1, len(g.Bytes))
	}
}

func (t *ThreadPlan) write(b *strings.Builder, i int) {
	fmt.Fprintf(b, "\n/* %s */\n\nstatic const struct heddle_anchor anchors_%d[] = {\n", t.Name, i)
	for _, a := range t.Anchors {
		alone := 0
		if a.Alone {
			alone = 1
		}
		fmt.Fprintf(b, "\t{ %d, %s, %d, %s, %d, %s, %d, %d, %d },\n",
			a.Step, anchorNames[a.Kind], alone, quote(filepath.Base(a.File)), a.Line, quote(a.Call), a.Object, a.Offset, a.Size)
	}
	fmt.Fprintf(b, "\t{ 0 }\n};\n\nstatic const struct heddle_input inputs_%d[] = {\n", i)
	for _, in := range t.Inputs {
		given := "0"
		if in.Object > 0 {
			given = fmt.Sprintf("&returned_%d", in.Object)
		}
		fmt.Fprintf(b, "\t{ %s, %du, %du, %s },\n", quote(in.Call), in.Lo, in.Hi, given)
	}
	b.WriteString("\t{ 0 }\n};\n")
}

func (a Access) text() string {
	return fmt.Sprintf("{ %s, %s, %d }", quote(a.Thread), quote(filepath.Base(a.File)), a.Line)
}

// provided lists functions that the program does not define and the runtime does.
var provided = []string{"reach_error", "abort"}

func (e External) write(b *strings.Builder) {
	if slices.Contains(provided, e.Name) {
		return
	}
	if e.Result == ir.NoType {
		fmt.Fprintf(b, "\n__attribute__((weak)) void %s(void) {}\n", e.Name)
		return
	}
	result := "unsigned long long"
	switch e.Result {
	case ir.F32:
		result = "float"
	case ir.F64:
		result = "double"
	}
	fmt.Fprintf(b, "\n__attribute__((weak)) %s %s(void)\n{\n\tunion { unsigned long long bits; %s value; } u = { heddle_value(%s).lo };\n\n\treturn u.value;\n}\n",
		result, e.Name, result, quote(e.Name))
}

// quote returns a string as C writes it.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return strings.ReplaceAll(b.String(), "??", `?\?`) // no trigraph
}

// files lists the runtime's C files, as seen from a plan's directory, without the plan.
func files() []string {
	list, err := fs.Glob(runtime, "runtime/*.c")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	return list
}

// model returns the flags for a data model; the compiler's default is the one of 64 bits.
func model(m ir.DataModel) []string {
	if m == ir.ILP32 {
		return []string{"-m32"}
	}
	return nil
}

// programFlags returns the compiler flags of the program, which come in addition to each file's own.
// For a single file, functions that are only inline are emitted, as old programs expect.
func (p *Plan) programFlags(files, optimise int) []string {
	flags := append([]string{"-x", "c"}, model(p.Model)...)
	flags = append(flags, "-std=gnu17", "-g", "-O"+strconv.Itoa(optimise), "-w", "-fsanitize=thread", "-finstrument-functions",
		"-fno-pie", "-fno-builtin", "-fno-optimize-sibling-calls", "-fno-inline", "-ftrivial-auto-var-init=zero")
	if files == 1 {
		flags = append(flags, "-fgnu89-inline")
	}
	return flags
}

// runtimeFlags returns the compiler flags of the runtime.
func runtimeFlags(m ir.DataModel) []string {
	return append(model(m), "-std=gnu11", "-g", "-O1", "-w", "-fno-pie", "-fno-builtin")
}
