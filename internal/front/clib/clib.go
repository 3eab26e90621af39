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
	"cmp"
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
	items string // the lines of the index that have a place, sorted
}

// span is an item's place in the text, in bytes, and the header that declares it.
type span struct {
	start, end int
	header     string
}

// The kinds of item: the first letter of an index line.
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

// newLibrary reads an index: lines of kind, name, start, end, and the header if there is one, all but the
// first two separated by blanks. The lines are sorted, after those of kind p, which name source files and
// have no place.
func newLibrary(text, index string) *Library {
	l := &Library{text: text, items: index}
	for l.items != "" && l.items[0] == fileItem {
		line, rest, _ := strings.Cut(l.items, "\n")
		l.files, l.items = append(l.files, line[1:]), rest
	}
	return l
}

// find returns the place of an item: it searches the sorted lines by halves.
func (l *Library) find(kind byte, name string) (at span, ok bool) {
	low, high := 0, len(l.items) // starts of lines
	for low < high {
		start := low + strings.LastIndexByte(l.items[low:(low+high)/2], '\n') + 1
		line, _, _ := strings.Cut(l.items[start:], "\n")
		key, place, _ := strings.Cut(line, " ")
		switch c := cmp.Or(int(kind)-int(key[0]), strings.Compare(name, key[1:])); {
		case c < 0:
			high = start
		case c > 0:
			low = start + len(line) + 1
		default:
			from, rest, _ := strings.Cut(place, " ")
			to, header, _ := strings.Cut(rest, " ")
			return span{number(from), number(to), header}, true
		}
	}
	return span{}, false
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("clib: corrupt index: " + err.Error())
	}
	return n
}

// Func returns the IR text of the function with a name.
func (l *Library) Func(name string) (text string, ok bool) { return l.item(funcItem, name) }

// Header returns the name of the header that declares a function, or "" if none of ours
// does.
func (l *Library) Header(name string) string {
	at, _ := l.find(funcItem, name)
	return at.header
}

// Global returns the IR text of the global with a name.
func (l *Library) Global(name string) (text string, ok bool) { return l.item(globalItem, name) }

// CType returns the IR text of the C type with a label; the label starts with $.
func (l *Library) CType(label string) (text string, ok bool) { return l.item(ctypeItem, label) }

func (l *Library) item(kind byte, name string) (string, bool) {
	at, ok := l.find(kind, name)
	return l.text[at.start:at.end], ok
}

// Funcs returns the names of all functions, sorted.
func (l *Library) Funcs() (names []string) {
	for line := range strings.Lines(l.items) {
		if line[0] == funcItem {
			name, _, _ := strings.Cut(line[1:], " ")
			names = append(names, name)
		}
	}
	return names
}

// Files returns the source files that positions in the text mean, by index.
func (l *Library) Files() []string { return l.files }
