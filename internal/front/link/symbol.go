package link

import (
	"fmt"

	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// linker is the state of one Link.
type linker struct {
	opts         Options
	units        []*lower.Unit
	prog         *ir.Program
	diags        []diag.Diagnostic
	keepDeclared bool

	funcs   map[string]symbol // external names
	globals map[string]symbol
	reached []reachSet // by unit
	files   map[string]ir.FileID
	names   map[string]bool // names of functions given so far
	objects map[string]bool // names of globals given so far
	types   *typeMerger
	library libraryState

	stubs         map[string]string       // results of the functions whose bodies are replaced, by name
	literals      map[string]map[int]bool // parameters of undefined functions that get constants, by function
	guesses       bool                    // the undefined function in work belongs to the C library
	arguments     *arguments              // of main; nil: not made yet
	given         []ir.GlobalID           // objects to which parameters of the entry function lead
	oldStyleCalls map[callSite]bool       // calls through a declaration without parameters
}

// symbol is the meaning of an external name: a definition in a unit or in the library.
type symbol struct {
	kind symbolKind
	unit int
	id   int32 // ir.FuncID or ir.GlobalID in the unit
}

// symbolKind is how good a definition is; a greater one wins.
type symbolKind uint8

const (
	declared  symbolKind = iota // a declaration only
	weak                        // a weak definition
	tentative                   // an object without initialiser
	defined                     // a definition
)

// reachSet holds the symbols of a unit that are in the program, and their numbers.
type reachSet struct {
	funcs   []ir.FuncID // by the unit's FuncID; zero: not reached, or resolved to another
	globals []ir.GlobalID
	seenF   []bool
	seenG   []bool
}

// callSite is a call instruction of the program.
type callSite struct {
	fn    ir.FuncID
	block ir.BlockID
	index int
}

func newLinker(units []*lower.Unit, opts Options) *linker {
	l := &linker{
		opts: opts, units: units,
		prog: &ir.Program{
			Model: opts.Model, Globals: make([]ir.Global, 1), Funcs: make([]ir.Func, 1),
		},
		funcs:         make(map[string]symbol),
		globals:       make(map[string]symbol),
		files:         make(map[string]ir.FileID),
		names:         make(map[string]bool),
		objects:       make(map[string]bool),
		types:         newTypeMerger(),
		stubs:         make(map[string]string),
		oldStyleCalls: make(map[callSite]bool),
	}
	l.library = newLibraryState()
	for _, u := range units {
		l.reached = append(l.reached, reachSet{
			funcs:   make([]ir.FuncID, len(u.Funcs)),
			globals: make([]ir.GlobalID, len(u.Globals)),
			seenF:   make([]bool, len(u.Funcs)),
			seenG:   make([]bool, len(u.Globals)),
		})
	}
	return l
}

// errorf reports an error at a position of a unit; a unit of -1 means no unit.
func (l *linker) errorf(pos ir.Pos, unit int, code, format string, args ...any) {
	l.report(diag.Error, pos, unit, code, format, args...)
}

func (l *linker) report(sev diag.Severity, pos ir.Pos, unit int, code, format string, args ...any) {
	d := diag.Diagnostic{Severity: sev, Code: code, Message: fmt.Sprintf(format, args...)}
	if unit >= 0 {
		u := l.units[unit]
		d.File = u.File
		if pos.IsValid() && int(pos.File) < len(u.Program.Files) {
			d.File, d.Line, d.Column = u.Program.Files[pos.File], int(pos.Line), int(pos.Col)
		}
	}
	l.diags = append(l.diags, d)
}

// resolve fills the tables of external names.
func (l *linker) resolve() {
	l.applyLabels()
	for u, unit := range l.units {
		for id := 1; id < len(unit.Funcs); id++ {
			if s := &unit.Funcs[id]; s.Linkage == tree.External {
				l.declare(l.funcs, s, symbol{kindOf(s), u, int32(id)})
			}
		}
		for id := 1; id < len(unit.Globals); id++ {
			if s := &unit.Globals[id]; s.Linkage == tree.External {
				l.declareObject(s, symbol{kindOf(s), u, int32(id)})
			}
		}
	}
	for u, unit := range l.units {
		for _, a := range unit.Aliases {
			kind := defined
			if a.Weak {
				kind = weak
			}
			s := &lower.Symbol{Name: a.Name, Pos: a.Pos}
			if a.Func != 0 {
				l.declare(l.funcs, s, symbol{kind, u, int32(a.Func)})
			} else {
				l.declare(l.globals, s, symbol{kind, u, int32(a.Global)})
			}
		}
	}
	l.checkKinds()
}

func kindOf(s *lower.Symbol) symbolKind {
	switch {
	case !s.Defined:
		return declared
	case s.Weak:
		return weak
	case s.Tentative:
		return tentative
	}
	return defined
}

// declare enters a mention of a name; the best definition wins, of equal ones
// the first.
func (l *linker) declare(table map[string]symbol, s *lower.Symbol, sym symbol) {
	old, known := table[s.Name]
	switch {
	case !known || sym.kind > old.kind:
		table[s.Name] = sym
	case sym.kind == defined && old.kind == defined:
		hint := ""
		if s.Name == "main" {
			hint = ": the files are of several programs, which are checked one by one"
		}
		l.errorf(s.Pos, sym.unit, "multiple-definition", "multiple definition of %s, also in %s%s", s.Name, l.units[old.unit].File, hint)
	}
}

// declareObject is declare for an object, with the rules for common symbols.
func (l *linker) declareObject(s *lower.Symbol, sym symbol) {
	old, known := l.globals[s.Name]
	if known {
		a := &l.units[old.unit].Program.Globals[old.id]
		b := &l.units[sym.unit].Program.Globals[sym.id]
		if a.Size != b.Size && a.Size != 0 && b.Size != 0 {
			l.report(diag.Warning, s.Pos, sym.unit, "size-conflict", "%s has %d bytes here and %d bytes in %s", s.Name, b.Size, a.Size, l.units[old.unit].File)
		}
		if old.kind == tentative && sym.kind == tentative && b.Size > a.Size {
			l.globals[s.Name] = sym
			return
		}
		if old.kind == declared && sym.kind == declared && a.Size == 0 {
			l.globals[s.Name] = sym
			return
		}
	}
	l.declare(l.globals, s, sym)
}

// checkKinds reports names that are a function here and an object there.
func (l *linker) checkKinds() {
	for u, unit := range l.units {
		for id := 1; id < len(unit.Globals); id++ {
			s := &unit.Globals[id]
			if s.Linkage != tree.External {
				continue
			}
			if f, ok := l.funcs[s.Name]; ok {
				l.errorf(s.Pos, u, "kind-conflict", "%s is an object here and a function in %s", s.Name, l.units[f.unit].File)
			}
		}
	}
}

// funcTarget returns the symbol to which a function of a unit resolves.
func (l *linker) funcTarget(unit int, id ir.FuncID) symbol {
	if s := &l.units[unit].Funcs[id]; s.Linkage == tree.External {
		if sym := l.funcs[s.Name]; sym.kind != declared || !s.Defined {
			return sym
		}
	}
	return symbol{defined, unit, int32(id)}
}

// globalTarget returns the symbol to which a global of a unit resolves.
func (l *linker) globalTarget(unit int, id ir.GlobalID) symbol {
	if s := &l.units[unit].Globals[id]; s.Linkage == tree.External {
		return l.globals[s.Name]
	}
	return symbol{defined, unit, int32(id)}
}
