package front

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/header"
	"github.com/heddle-mc/heddle/internal/program/ir"
	"github.com/heddle-mc/heddle/internal/testkit/golden"
)

// notAddressed lists the functions of the library that are macros, or that the front end handles in calls only.
var notAddressed = map[string]bool{"setjmp": true, "sigsetjmp": true}

// libraryProgram returns a program that includes the headers of the table of the library, and stores the addresses of
// all functions that they declare, or without linux those of the standards.
func libraryProgram(before string, linux bool) string {
	headers := map[string]bool{}
	var uses strings.Builder
	for f := range header.Functions() {
		if f.Header != "" && !notAddressed[f.Name] && (linux || f.Standard != header.Linux) {
			headers[f.Header] = true
			fmt.Fprintf(&uses, "\tp = (void *)(%s);\n", f.Name)
		}
	}
	text := before
	for _, h := range slices.Sorted(maps.Keys(headers)) {
		text += "#include <" + h + ">\n"
	}
	return text + "static void *volatile p;\nint main(void)\n{\n" + uses.String() + "\treturn 0;\n}\n"
}

// compileText compiles a text without any error.
func compileText(t *testing.T, text string, m ir.DataModel) *ir.Program {
	t.Helper()
	result, err := Compile(context.Background(), Options{Files: []string{"t.c"}, Model: m, ReadFile: func(string) ([]byte, error) { return []byte(text), nil }})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diagnostics {
		if d.Severity == diag.Error {
			t.Fatal(d)
		}
	}
	return result.Program
}

// states returns the state of each function of a program: "model", "any value", or "unsupported".
func states(p *ir.Program) map[string]string {
	m := map[string]string{}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		switch {
		case f.External != "":
			m[f.Name] = "any value"
		case f.HasBody() && len(f.Blocks[1].Instrs) > 0 && strings.HasPrefix(f.Blocks[1].Instrs[0].Text, "call of "+f.Name):
			m[f.Name] = "unsupported"
		default:
			m[f.Name] = "model"
		}
	}
	return m
}

// TestInterface checks that the headers declare all functions of the table for both data models, and writes the
// document of the interface.
func TestInterface(t *testing.T) {
	compileText(t, libraryProgram("#define _GNU_SOURCE\n", true), ir.ILP32)
	compileText(t, libraryProgram("#define _POSIX_C_SOURCE 200809L\n#define _XOPEN_SOURCE 700\n", false), ir.LP64)
	state := states(compileText(t, libraryProgram("#define _GNU_SOURCE\n", true), ir.LP64))
	for name := range notAddressed {
		state[name] = "model"
	}
	state["basename"] = state["__xpg_basename"]
	state["strerror_r"] = "model" // one of two, as the macro _GNU_SOURCE says
	state["sigpause"] = "unsupported"
	rows := map[string]map[string][]string{} // header, state: names
	var counts [4]int
	kinds := []string{"model", "any value", "unsupported", ""}
	var unsafe, cancels, mayCancel, signals, fails []string
	for f := range header.Functions() {
		h := f.Header
		if h == "" {
			state[f.Name], h = "unsupported", "no header"
			if _, ok := clib.Load("lp64").Func(f.Name); ok {
				state[f.Name] = "model"
			}
		}
		if rows[h] == nil {
			rows[h] = map[string][]string{}
		}
		counts[slices.Index(kinds, state[f.Name])]++
		rows[h][state[f.Name]] = append(rows[h][state[f.Name]], f.Name)
		for _, l := range []struct {
			has  bool
			list *[]string
		}{{f.Unsafe, &unsafe}, {f.Cancels, &cancels}, {f.MayCancel, &mayCancel}, {f.SignalSafe, &signals}} {
			if l.has {
				*l.list = append(*l.list, f.Name)
			}
		}
		if len(f.Errors) > 0 {
			may := slices.IndexFunc(f.Errors, func(e string) bool { return e[0] == '?' })
			if may < 0 {
				may = len(f.Errors)
			}
			fails = append(fails, fmt.Sprintf("| `%s` | %s | %s |\n", f.Name, strings.Join(f.Errors[:may], ", "), strings.ReplaceAll(strings.Join(f.Errors[may:], ", "), "?", "")))
		}
	}
	if counts[3] > 0 {
		t.Errorf("functions without a state: %v", rows)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Of the %d functions, %d have a model, %d return any value, and %d are unsupported where a call of them is reached.\n\n", counts[0]+counts[1]+counts[2], counts[0], counts[1], counts[2])
	b.WriteString("```text\n")
	for _, h := range slices.Sorted(maps.Keys(rows)) {
		b.WriteString(h + "\n")
		for _, kind := range kinds[:3] {
			if names := rows[h][kind]; len(names) > 0 {
				b.WriteString("  " + kind + ": " + strings.Join(names, " ") + "\n")
			}
		}
	}
	b.WriteString("```\n")
	for _, l := range []struct {
		title string
		list  []string
	}{{"Need not be thread-safe", unsafe}, {"Cancellation points", cancels}, {"May be cancellation points", mayCancel}, {"Safe in handlers of signals", signals}} {
		fmt.Fprintf(&b, "\n## %s\n\n```text\n%s\n```\n", l.title, strings.Join(l.list, " "))
	}
	b.WriteString("\n## Error numbers\n\n| function | shall fail | may fail |\n| --- | --- | --- |\n" + strings.Join(fails, ""))
	golden.Part(t, "../../docs/use/interface.md", "<!-- interface, by go test ./internal/front -run TestInterface -update -->\n\n", "\n<!-- end of interface -->\n", b.String())
}

// TestHeaderAlone compiles each header alone and twice, with the data models and feature macros in turn.
func TestHeaderAlone(t *testing.T) {
	macros := []string{"", "#define _POSIX_C_SOURCE 200809L\n", "#define _GNU_SOURCE\n"}
	for i, h := range header.Names() {
		m := []ir.DataModel{ir.LP64, ir.ILP32}[i%2]
		compileText(t, macros[i%len(macros)]+"#include <"+h+">\n#include <"+h+">\nint main(void) { return 0; }\n", m)
	}
}
