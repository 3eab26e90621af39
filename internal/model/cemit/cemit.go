package cemit

import (
	"errors"
	"fmt"
	"io"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Options holds the settings of printing.
type Options struct {
	// Header is the comment at the top, one line each: a description of the program and the meaning of
	// its bounds.
	Header  []string
	Dialect Dialect
	// Sequential is set if there is one thread only: atomic operations are plain ones.
	Sequential bool
}

// Error names a construct that has no C text.
type Error struct {
	File      string // empty: generated code
	Line, Col int32
	Func      string
	Construct string
}

// Error implements error.
func (e *Error) Error() string {
	if e.File == "" {
		return fmt.Sprintf("function %s: %s cannot be printed as C", e.Func, e.Construct)
	}
	return fmt.Sprintf("%s:%d:%d: %s cannot be printed as C", e.File, e.Line, e.Col, e.Construct)
}

// Write prints a checked program. The error is an *Error or the writer's.
func Write(w io.Writer, p *ir.Program, o Options) (err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	pr := newPrinter(p, o)
	text := pr.program()
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("write C: %w", err)
	}
	return nil
}

// IsUnprintable reports whether err is about a construct without C text.
func IsUnprintable(err error) bool {
	var e *Error
	return errors.As(err, &e)
}

// printer holds the shared state of the parts of the text.
type printer struct {
	prog  *ir.Program
	opts  Options
	reach reachable
	names *names
	types *types
	// helpers and includes that the text printed so far needs.
	named     []bool // by GlobalID: the text mentions it
	usedFunc  []bool // by FuncID: the text mentions it
	basics    basics
	guessed   map[ir.GlobalID]ir.CTypeID // types of objects that have no declared one
	unread    []bool                     // by GlobalID: written at most, so not printed
	codes     map[ir.FuncID]*code
	helpers   map[string]bool
	includes  map[string]bool
	accesses  map[string]ctyp // helpers for memory accesses
	globTypes map[ir.GlobalID]ir.CTypeID
	funcName  []string // by FuncID
	globName  []string // by GlobalID
	where     string   // the function being printed, for errors
}

func newPrinter(p *ir.Program, o Options) *printer {
	prog, basics := withBasics(p)
	pr := &printer{
		prog: prog, opts: o, names: newNames(), basics: basics, guessed: make(map[ir.GlobalID]ir.CTypeID),
		codes:    make(map[ir.FuncID]*code),
		accesses: make(map[string]ctyp), globTypes: make(map[ir.GlobalID]ir.CTypeID),
		helpers: make(map[string]bool), includes: make(map[string]bool),
	}
	pr.named, pr.usedFunc = make([]bool, len(p.Globals)), make([]bool, len(p.Funcs))
	pr.types = newTypes(pr)
	pr.reach = findReachable(pr)
	pr.studyObjects()
	pr.nameGlobals()
	return pr
}

// fail ends the printing.
func (p *printer) fail(pos ir.Pos, format string, args ...any) {
	e := &Error{Func: p.where, Construct: fmt.Sprintf(format, args...)}
	if pos.IsValid() {
		e.File, e.Line, e.Col = p.prog.Files[pos.File], pos.Line, pos.Col
	}
	panic(e)
}

// need notes that a helper of the prelude is used, and returns its name.
func (p *printer) need(helper string) string {
	p.helpers[helper] = true
	return helper
}

func (p *printer) include(header string) {
	if header != "" {
		p.includes[header] = true
	}
}
