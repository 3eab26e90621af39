// Package clib owns the models of the C library and of threads: they define pthread_mutex_lock,
// malloc, printf and their like. The models are C11 sources in src/, written over the intrinsics
// __heddle_* (src/intrinsics.h describes them); docs/use/library.md lists them for users. This package
// never lowers anything: it returns IR text.
//
// # Place in the pipeline
//
// cmd/clibgen compiles all sources as one translation unit for each data model and writes the result,
// in IR's text form, to gen/. That text is embedded here. The linker of the front end requests the
// functions that a program calls and does not define, then the functions and globals that these
// mention. It parses only these. A program that locks a mutex has the cost of a few functions, not of
// the library. Packages evalorder and model/cemit ask for hooks and names only.
//
// # Invariants
//
//   - Every name that the models do not share with C starts with __heddle_, so
//     that a program's names never meet it (a program's own definition of a
//     library function wins over the model; the models do not mind).
//   - An item's text mentions functions, globals and C types by the names under
//     which Func, Global and CType find them, or a function that has no model.
//   - gen/ is the output of cmd/clibgen; the test of that command checks that it is up to date.
package clib

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:generate go run ../../../cmd/clibgen

// UnitDir is the directory that positions in the models name.
const UnitDir = "clib/"

//go:embed gen/lp64.ir
var lp64Text string

//go:embed gen/lp64.idx
var lp64Index string

//go:embed gen/ilp32.ir
var ilp32Text string

//go:embed gen/ilp32.idx
var ilp32Index string

// Library is the models lowered for one data model. It is immutable.
type Library struct {
	text  string
	files []string
	names []string // of the functions, as in the index: sorted
	items map[string]span
}

// span is an item's place in the text, in bytes, and the header that declares it.
type span struct {
	start, end int32
	header     string
}

// The kinds of item: the first letter of an index line, and of a key of Library.items.
const (
	fileItem   = 'p'
	ctypeItem  = 't'
	globalItem = 'g'
	funcItem   = 'f'
)

var libraries = map[string]func() *Library{
	"lp64":  sync.OnceValue(func() *Library { return newLibrary(lp64Text, lp64Index) }),
	"ilp32": sync.OnceValue(func() *Library { return newLibrary(ilp32Text, ilp32Index) }),
}

// Load returns the models for a data model, lp64 or ilp32. The first call reads the index; later calls
// cost nothing.
func Load(dataModel string) *Library { return libraries[dataModel]() }

// New returns models in the form that Load embeds, for tests of changed models.
func New(text, index []byte) *Library { return newLibrary(string(text), string(index)) }

// newLibrary reads an index: lines of kind, name, start, end, and the header if there
// is one, all but the first two separated by blanks. A line of kind p names a source
// file and has no place.
func newLibrary(text, index string) *Library {
	n := strings.Count(index, "\n")
	l := &Library{text: text, items: make(map[string]span, n)}
	for line := range strings.Lines(index) {
		line = line[:len(line)-1]
		if line[0] == fileItem {
			l.files = append(l.files, line[1:])
			continue
		}
		key, place, _ := strings.Cut(line, " ")
		start, rest, _ := strings.Cut(place, " ")
		end, header, _ := strings.Cut(rest, " ")
		l.items[key] = span{number(start), number(end), header}
		if line[0] == funcItem {
			l.names = append(l.names, key[1:])
		}
	}
	return l
}

func number(s string) int32 {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		panic("clib: corrupt index: " + err.Error())
	}
	return int32(n)
}

// Func returns the IR text of the function with a name.
func (l *Library) Func(name string) (text string, ok bool) { return l.item(funcItem, name) }

// Header returns the name of the header that declares a function, or "" if none of ours
// does.
func (l *Library) Header(name string) string { return l.items[string(funcItem)+name].header }

// Global returns the IR text of the global with a name.
func (l *Library) Global(name string) (text string, ok bool) { return l.item(globalItem, name) }

// CType returns the IR text of the C type with a label; the label starts with $.
func (l *Library) CType(label string) (text string, ok bool) { return l.item(ctypeItem, label) }

func (l *Library) item(kind byte, name string) (string, bool) {
	var buf [64]byte
	at, ok := l.items[string(append(append(buf[:0], kind), name...))]
	return l.text[at.start:at.end], ok
}

// Funcs returns the names of all functions, sorted. It must not be changed.
func (l *Library) Funcs() []string { return l.names }

// Files returns the source files that positions in the text mean, by index.
func (l *Library) Files() []string { return l.files }
