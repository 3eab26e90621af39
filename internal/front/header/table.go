package header

import (
	_ "embed"
	"iter"
	"strings"
	"sync"
)

// library is the table of the functions of the C library.
//
//go:embed library.txt
var library string

// Standard is the document that specifies a function.
type Standard byte

// The standards.
const (
	C17   Standard = 'C'
	POSIX Standard = 'P' // POSIX.1-2017
	XSI   Standard = 'X' // the X/Open system interfaces, an option of POSIX
	Linux Standard = 'G'
)

// Function is a row of the table: facts about a function of the C library that no declaration states.
type Function struct {
	Name       string
	Header     string // "" if no header of ours declares the function
	Standard   Standard
	Unsafe     bool     // the function need not be thread-safe
	Cancels    bool     // it is a cancellation point
	MayCancel  bool     // it may be a cancellation point
	SignalSafe bool     // handlers of signals may call it
	NeedsModel bool     // its type does not tell enough about it
	Errors     []string // the numbers with which it shall fail, and behind "?" those with which it may fail
}

// Functions returns the rows of the table, sorted by name.
func Functions() iter.Seq[Function] {
	return func(yield func(Function) bool) {
		for line := range strings.Lines(library) {
			fields := strings.Fields(line)
			if fields[0] == "#" {
				continue
			}
			f := Function{Name: fields[0], Header: fields[1], Standard: Standard(fields[2][0]), Errors: fields[4:]}
			if f.Header == "-" {
				f.Header = ""
			}
			has := func(property string) bool { return strings.Contains(fields[3], property) }
			f.Unsafe, f.Cancels, f.MayCancel, f.SignalSafe, f.NeedsModel = has("u"), has("c"), has("m"), has("s"), has("n")
			if !yield(f) {
				return
			}
		}
	}
}

var byName = sync.OnceValue(func() map[string]Function {
	m := map[string]Function{}
	for f := range Functions() {
		m[f.Name] = f
	}
	return m
})

// Lookup returns the row of a function.
func Lookup(name string) (f Function, ok bool) {
	f, ok = byName()[name]
	return f, ok
}
