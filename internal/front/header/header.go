// Package header holds the machine-independent input of the front end. There are C headers of our own,
// written from the standards, with glibc's sizes for both data models. There are the predefined
// macros, with their values in gcc 12, and the prototypes of functions that programs call without
// declaring them. All of it is text embedded in the binary; package load gives it to the parser.
// Package sema asks for the prototypes, and package link for the facts about functions of the library.
// Packages explain/native and cmd/clibgen copy and list headers, and the public package returns <heddle.h> (Header).
// The package reads no files.
//
// # Layout
//
//	include/     the headers; include/heddle holds those that are ours alone
//	predefined/  macros of both data models and of each
//	prelude.h    declarations before the first line of every unit
//	implicit.h   prototypes for undeclared calls, one per line
//	library.txt  the functions of ISO C and POSIX, with facts that no declaration states
//
// # Conventions between this package and sema
//
//   - assert(c) is __heddle_assert((c) != 0, "c", 0); the intrinsics __heddle_*
//     need no declaration, nor do __builtin_*, __atomic_* and __sync_*.
//   - A builtin that takes a type gets it wrapped in sizeof: __builtin_va_arg(l, T)
//     is __heddle_va_arg(l, sizeof(T)), __builtin_types_compatible_p(T, U) is
//     __heddle_types_compatible_p(sizeof(T), sizeof(U)). __builtin_offsetof(T, m)
//     is __heddle_offsetof(&((__typeof__(T) *)0)->m), the value of that address.
//   - <stdatomic.h> expands to __atomic_*_n, which here take objects of any type.
//
// long double has the values of double, also in the macros of <float.h>.
package header

import (
	"embed"
	"path"
	"strings"
	"sync"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

//go:embed include
var includes embed.FS

//go:embed predefined/common.h
var common string

//go:embed predefined/lp64.h
var lp64 string

//go:embed predefined/ilp32.h
var ilp32 string

//go:embed prelude.h
var prelude string

//go:embed implicit.h
var implicit string

// Open returns the text of the header that #include <name> means.
func Open(name string) (text []byte, ok bool) {
	text, err := includes.ReadFile(path.Join("include", name))
	return text, err == nil
}

// Names returns the names of all headers, sorted.
func Names() []string {
	var out []string
	walk(&out, "include")
	return out
}

func walk(out *[]string, dir string) {
	entries, err := includes.ReadDir(dir)
	if err != nil {
		panic("header: " + err.Error()) // the tree is part of the binary
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() {
			walk(out, name)
		} else {
			*out = append(*out, strings.TrimPrefix(name, "include/"))
		}
	}
}

// Declares reports whether the table of the library has a function, or a header declares it or a macro
// of its form.
func Declares(name string) bool {
	if _, ok := Lookup(name); ok {
		return true
	}
	all := everything()
	for at := 0; ; at += len(name) {
		n := strings.Index(all[at:], name)
		if n < 0 {
			return false
		}
		at += n
		before, behind := all[:at], strings.TrimPrefix(all[at+len(name):], " ")
		if strings.HasPrefix(behind, "(") && (before == "" || !isWord(before[len(before)-1])) {
			return true
		}
	}
}

// isWord reports whether a byte can be in a name.
func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// everything is the text of all headers.
var everything = sync.OnceValue(func() string {
	var all strings.Builder
	for _, name := range Names() {
		text, _ := Open(name)
		all.Write(text)
	}
	return all.String()
})

// Predefined returns the predefined macros of a data model as #define lines.
func Predefined(m ir.DataModel) string {
	if m == ir.ILP32 {
		return common + ilp32
	}
	return common + lp64
}

// Prelude returns the declarations that precede every unit.
func Prelude() string { return prelude }

// prototypes maps the names of implicit.h, heddle/verifier.h and math.h, whose functions are builtins of gcc, to their lines.
var prototypes = sync.OnceValue(func() map[string]string {
	verifier, _ := Open("heddle/verifier.h")
	math, _ := Open("math.h")
	out := map[string]string{}
	for _, line := range strings.Split(implicit+string(verifier)+string(math), "\n") {
		open := strings.IndexByte(line, '(')
		if open < 0 || !strings.HasSuffix(line, ");") {
			continue
		}
		start := strings.LastIndexAny(line[:open], " *") + 1
		out[line[start:open]] = line
	}
	return out
})

// Implicit returns the declaration of a function that a program calls without declaring it. It knows
// the builtin functions of gcc and the verifiers' vocabularies. The text needs no other declaration.
func Implicit(m ir.DataModel, name string) (declaration string, ok bool) {
	line, ok := prototypes()[name]
	if !ok {
		return "", false
	}
	size := "unsigned long"
	if m == ir.ILP32 {
		size = "unsigned"
	}
	line = strings.ReplaceAll(line, "__SIZE_TYPE__", size)
	return strings.ReplaceAll(line, "__builtin_va_list", "char *"), true
}
