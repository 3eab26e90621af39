package sema

import (
	"context"
	"fmt"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/diag"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Options holds the settings for reading the unit.
type Options struct {
	Context context.Context // ends the analysis (package halt); nil: the analysis is not interrupted
	Model   ir.DataModel
	File    string      // the unit's name as given by the user
	Library bool        // the unit is of the library models
	Probes  *probe.List // the code that is put at places; nil: none
	// Place returns the place in a file of an offset in the parser's text; nil: the parser read the file itself.
	Place func(offset int) (file string, line, column int)
}

// maxErrors is how many errors are reported before the analysis stops.
const maxErrors = 50

// Analyze types a parsed translation unit. The unit is complete when no
// diagnostic is an error; otherwise it must not be used.
func Analyze(ast *cc.AST, opts Options) (*tree.Unit, []diag.Diagnostic) {
	a := &analyzer{
		ctx:       opts.Context,
		model:     opts.Model,
		library:   opts.Library,
		probes:    opts.Probes,
		place:     opts.Place,
		abi:       ast.ABI,
		unit:      &tree.Unit{File: opts.File},
		files:     map[string]ir.FileID{},
		linked:    map[string]*symbol{},
		gnuInline: map[*tree.Function]bool{},
		tags:      map[*ctype.Record]bool{},

		registers: map[*tree.Object]bool{},
		owners:    map[*tree.Object]*function{},
		numbered:  map[*tree.Function]uint64{},
		nested:    map[string]int{},

		listed:        map[*tree.Object]bool{},
		usedFunctions: map[*tree.Function]bool{},
	}
	a.scope = newScope(nil)
	a.fileScope = a.scope
	if opts.File != "" {
		a.file(opts.File)
	}
	a.guardAll(func() {
		for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if tu.ExternalDeclaration != nil {
				if r := a.guard(func() { a.external(tu.ExternalDeclaration) }); r != nil {
					a.errorf(r.pos, "unsupported", "unsupported construct: %s", r.construct)
				}
			}
		}
		a.finish()
	})
	return a.unit, a.diags
}

// analyzer is the state of the analysis of one unit.
type analyzer struct {
	ctx     context.Context
	polls   int // expressions that were analysed
	model   ir.DataModel
	library bool
	abi     *cc.ABI // to parse the prototypes of library functions, and probes
	probes  *probe.List
	place   func(offset int) (file string, line, column int)
	probing bool   // the code of a probe is being analysed
	at      ir.Pos // of the analysed code, when probing
	unit    *tree.Unit

	files    map[string]ir.FileID // by name
	lastName string               // the file of the last position, and its number
	lastFile ir.FileID

	diags  []diag.Diagnostic
	errors int

	scope       *scope
	fileScope   *scope
	linked      map[string]*symbol         // identifiers with linkage, wherever declared
	gnuInline   map[*tree.Function]bool    // functions whose body is an extern inline one of GNU's
	aliasOf     []string                   // by unit.Aliases: the name of the definition
	tags        map[*ctype.Record]bool     // records whose members are being read
	fn          *function                  // the function being analysed, nil at file scope
	registers   map[*tree.Object]bool      // objects of storage class register
	owners      map[*tree.Object]*function // of automatic objects that a nested function can name
	numbered    map[*tree.Function]uint64  // how many labels of a function, and of those nested in it, have a number
	nested      map[string]int             // how many nested functions have a name
	pre         []tree.Stmt                // hidden declarations that go before the current statement
	pack        int64                      // #pragma pack in force; 0: none
	packs       []int64                    // those that pack(push) saved
	constant    bool                       // in a constant context: fold everything
	prototypes  int                        // enclosing parameter lists
	defining    bool                       // the analyser reads the declarator of a function definition
	unevaluated int                        // enclosing operands of sizeof, typeof and the like

	listed        map[*tree.Object]bool   // in unit.Objects
	usedFunctions map[*tree.Function]bool // in unit.Functions
	longDouble    bool                    // the warning about long double was given
}

// bailout ends the analysis of the innermost guarded construct; its error has
// been reported.
type bailout struct{}

// refusal ends the analysis of the innermost statement, which becomes
// unsupported as a whole.
type refusal struct {
	pos       ir.Pos
	construct string
}

// stop ends the analysis of the unit: too many errors.
type stop struct{}

// guard runs f and absorbs a bailout or refusal in it, and returns the refusal. It restores scopes and
// function state to their values before the call.
func (a *analyzer) guard(f func()) (refused *refusal) {
	state := a.save()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bailout:
			a.restore(state)
		case refusal:
			a.restore(state)
			refused = &r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// state is the part of the analyzer that nested constructs change and undo.
type state struct {
	scope                   *scope
	fn                      *function
	constant, defining      bool
	prototypes, unevaluated int
	loops, breaks, switches int
}

func (a *analyzer) save() state {
	s := state{
		scope: a.scope, fn: a.fn, constant: a.constant, defining: a.defining,
		prototypes: a.prototypes, unevaluated: a.unevaluated,
	}
	if a.fn != nil {
		s.loops, s.breaks, s.switches = a.fn.loops, a.fn.breaks, len(a.fn.switches)
	}
	return s
}

func (a *analyzer) restore(s state) {
	a.scope, a.fn, a.constant, a.defining = s.scope, s.fn, s.constant, s.defining
	a.prototypes, a.unevaluated = s.prototypes, s.unevaluated
	if a.fn != nil {
		a.fn.loops, a.fn.breaks, a.fn.switches = s.loops, s.breaks, a.fn.switches[:s.switches]
	}
}

func (a *analyzer) guardAll(f func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(stop); !ok {
				panic(r)
			}
		}
	}()
	f()
}

// errorf reports an error and continues.
func (a *analyzer) errorf(pos ir.Pos, code, format string, args ...any) {
	a.report(diag.Error, pos, code, fmt.Sprintf(format, args...))
	a.errors++
	if a.errors >= maxErrors {
		panic(stop{})
	}
}

// fail reports an error and abandons the statement or declaration.
func (a *analyzer) fail(pos ir.Pos, code, format string, args ...any) {
	a.errorf(pos, code, format, args...)
	panic(bailout{})
}

// refuse makes the current statement unsupported.
func (a *analyzer) refuse(pos ir.Pos, construct string) {
	panic(refusal{pos, construct})
}

// warn reports a warning.
func (a *analyzer) warn(pos ir.Pos, code, format string, args ...any) {
	a.report(diag.Warning, pos, code, fmt.Sprintf(format, args...))
}

func (a *analyzer) report(sev diag.Severity, pos ir.Pos, code, message string) {
	d := diag.Diagnostic{Severity: sev, Code: code, Line: int(pos.Line), Column: int(pos.Col), Message: message}
	if int(pos.File) < len(a.unit.Files) {
		d.File = a.unit.Files[pos.File]
	}
	a.diags = append(a.diags, d)
}

// file returns the number of a file, adding it to the unit's list.
func (a *analyzer) file(name string) ir.FileID {
	if name == a.lastName && len(a.unit.Files) > 0 {
		return a.lastFile
	}
	id, ok := a.files[name]
	if !ok {
		id = ir.FileID(len(a.unit.Files))
		a.unit.Files = append(a.unit.Files, name)
		a.files[name] = id
	}
	a.lastName, a.lastFile = name, id
	return id
}

// pos returns the place of a token.
func (a *analyzer) pos(t cc.Token) ir.Pos { return a.nodePos(t) }

// nodePos returns the place of a node's first token. It walks down the left
// spine, so it is called once per statement or declaration only.
func (a *analyzer) nodePos(n cc.Node) ir.Pos {
	if a.probing {
		return a.at
	}
	p := n.Position()
	if !p.IsValid() {
		return ir.Pos{}
	}
	if a.place != nil {
		p.Filename, p.Line, p.Column = a.place(p.Offset)
	}
	return ir.Pos{File: a.file(p.Filename), Line: int32(p.Line), Col: int32(p.Column)}
}

// The basic types that the rules of C name.
var (
	voidType   = ctype.Basic(ctype.Void)
	boolType   = ctype.Basic(ctype.Bool)
	charType   = ctype.Basic(ctype.Char)
	intType    = ctype.Basic(ctype.Int)
	uintType   = ctype.Basic(ctype.UInt)
	longType   = ctype.Basic(ctype.Long)
	llongType  = ctype.Basic(ctype.LLong)
	ullongType = ctype.Basic(ctype.ULLong)
	int128     = ctype.Basic(ctype.Int128)
	uint128    = ctype.Basic(ctype.UInt128)
	floatType  = ctype.Basic(ctype.Float)
	doubleType = ctype.Basic(ctype.Double)
	longDouble = ctype.Basic(ctype.LongDouble)
	voidPtr    = ctype.PointerTo(voidType)
	charPtr    = ctype.PointerTo(charType)
)

func (a *analyzer) sizeT() *ctype.Type    { return ctype.SizeT(a.model) }
func (a *analyzer) ptrdiffT() *ctype.Type { return ctype.PtrdiffT(a.model) }
