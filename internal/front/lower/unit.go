package lower

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/evalorder"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Options holds the settings of lowering.
type Options struct {
	Context context.Context // ends the lowering (package halt); nil: the lowering is not interrupted
	Model   ir.DataModel
	// Library lowers a unit of the C library: atomic sections are model sections, functions and
	// globals are marked as models, and functions without a caller are kept.
	Library bool
	// Defined, if not nil, reports whether another unit of the program defines a
	// function, which then is not lowered in place.
	Defined func(name string) bool
	// Entry names a function that is lowered even if it has no caller.
	Entry string
	// Sequence holds the places where the order of evaluation can matter; nil: there are none.
	Sequence *evalorder.Places
	// LeftToRight evaluates operands from left to right there; otherwise the order is
	// a choice.
	LeftToRight bool
	// Volatile is the memory order of volatile accesses to scalars other than bit-fields: NonAtomic,
	// or the order of an atomic access.
	Volatile ir.MemOrder
	// GNUShift selects the meaning of GNU C for left shifts of negative numbers and for shifts that lose bits.
	GNUShift bool
	// KeepFormats keeps calls of snprintf and sprintf unchanged, for readable output.
	KeepFormats bool
	// KeepCopies leaves out the clean-up of copies and dead temporaries.
	KeepCopies bool
}

// Symbol holds the C properties of a global or function of a Unit, for the linker.
type Symbol struct {
	Name        string // as in the source; the Program's name may differ when it is not unique
	Label       string // its name for the linker, from an asm label; empty: Name
	Linkage     tree.Linkage
	Defined     bool
	Tentative   bool // a global defined without initialiser
	Weak        bool
	Constructor bool
	Priority    int // of a constructor
	Destructor  bool
	EndPriority int  // of a destructor
	OldStyle    bool // a function declared without parameters, or not at all
	Type        *ctype.Type
	Pos         ir.Pos
}

// Unit is a lowered translation unit. Its Program has no Start, and functions
// without a body where they are not defined here.
type Unit struct {
	File    string
	Program *ir.Program
	Globals []Symbol // by ir.GlobalID
	Funcs   []Symbol // by ir.FuncID
	Aliases []Alias
	// Trampolines is set if the address of a nested function is used.
	Trampolines bool
	// LongDouble is set if the unit computes with long double.
	LongDouble bool
}

// Alias is a further external name of a function or a global of the unit.
type Alias struct {
	Name   string
	Func   ir.FuncID // 0: a global
	Global ir.GlobalID
	Weak   bool
	Pos    ir.Pos
}

// Lower lowers a translation unit.
func Lower(u *tree.Unit, opts Options) *Unit {
	l := &lowerer{
		opts:  opts,
		model: opts.Model,
		prog: &ir.Program{
			Model:   opts.Model,
			Files:   u.Files,
			Globals: make([]ir.Global, 1, len(u.Objects)+1),
			Funcs:   make([]ir.Func, 1, 16),
		},
		out:     &Unit{File: u.File, Globals: make([]Symbol, 1), Funcs: make([]Symbol, 1)},
		globals: make(map[*tree.Object]ir.GlobalID),
		funcs:   make(map[*tree.Function]ir.FuncID),
		defined: make(map[string]bool),
		names:   make(map[string]int),
		helpers: make(map[string]ir.FuncID),
		texts:   make(map[string]ir.GlobalID),

		captured: captures(u),
	}
	l.types = newTypeTable(l.model)
	l.out.Program = l.prog
	for _, f := range u.Functions {
		if f.Body != nil {
			l.defined[f.Name] = true
		} else if slices.Contains(streamReaders, f.Name) {
			l.readsStreams = true
		}
	}
	for _, a := range u.Aliases {
		l.defined[a.Name] = a.Function != nil
	}
	for _, f := range u.Functions {
		if f.Body != nil && (f.Linkage == tree.External && !f.Inline || f.Constructor || f.Destructor || f.Name == opts.Entry || opts.Library) {
			l.function(f)
		}
	}
	for _, o := range u.Objects {
		if o.Linkage == tree.External && !o.Extern || opts.Library {
			l.global(o)
		}
	}
	for _, a := range u.Aliases {
		to := Alias{Name: a.Name, Weak: a.Weak, Pos: a.Pos}
		if a.Function != nil {
			to.Func = l.function(a.Function)
		} else {
			to.Global = l.global(a.Object)
		}
		l.out.Aliases = append(l.out.Aliases, to)
	}
	for len(l.pendingFuncs) > 0 || len(l.pendingGlobals) > 0 {
		for len(l.pendingGlobals) > 0 {
			o := l.pendingGlobals[0]
			l.pendingGlobals = l.pendingGlobals[1:]
			l.data(o)
		}
		if len(l.pendingFuncs) > 0 {
			f := l.pendingFuncs[0]
			l.pendingFuncs = l.pendingFuncs[1:]
			l.body(f)
		}
	}
	l.prog.CTypes = l.types.list
	return l.out
}

// lowerer holds the shared state of the functions of a unit. Functions and globals get their numbers
// when first mentioned; their bodies and initial values follow.
type lowerer struct {
	opts           Options
	model          ir.DataModel
	prog           *ir.Program
	out            *Unit
	types          *typeTable
	globals        map[*tree.Object]ir.GlobalID
	funcs          map[*tree.Function]ir.FuncID
	defined        map[string]bool           // functions with a body in this unit
	names          map[string]int            // how often a name of a global was given
	helpers        map[string]ir.FuncID      // library functions that lowered code calls
	texts          map[string]ir.GlobalID    // strings of our own
	readsStreams   bool                      // functions of the unit read streams or seek in them
	captured       map[*tree.Object]captured // by nested functions
	chain          *tree.Object              // nil: not used yet
	pendingFuncs   []*tree.Function
	pendingGlobals []*tree.Object
}

// function returns the number of a function, which is lowered later.
func (l *lowerer) function(f *tree.Function) ir.FuncID {
	if id, ok := l.funcs[f]; ok {
		return id
	}
	id := ir.FuncID(len(l.prog.Funcs))
	l.funcs[f] = id
	l.prog.Funcs = append(l.prog.Funcs, ir.Func{
		Name: f.Name, NoReturn: f.NoReturn, Role: f.Role, Model: l.opts.Library, Pos: f.Pos, CType: l.types.id(f.Type),
	})
	l.out.Funcs = append(l.out.Funcs, Symbol{
		Name: f.Name, Label: f.Label, Linkage: f.Linkage, Defined: f.Body != nil, Weak: f.Weak || f.Inline && f.Body != nil,
		Constructor: f.Constructor, Priority: f.Priority, Destructor: f.Destructor, EndPriority: f.EndPriority, OldStyle: f.Implicit || f.Type.Sig().OldStyle, Type: f.Type, Pos: f.Pos,
	})
	if f.Body != nil {
		l.pendingFuncs = append(l.pendingFuncs, f)
	} else {
		l.declare(f, id)
	}
	return id
}

// declare gives a function without body the signature that its type promises.
func (l *lowerer) declare(f *tree.Function, id ir.FuncID) {
	sig := l.signature(f.Type)
	fn := &l.prog.Funcs[id]
	fn.Result = sig.result
	fn.Variadic = sig.variadic
	fn.Regs = make([]ir.RegInfo, 1, len(sig.params)+1)
	for _, t := range sig.params {
		fn.Regs = append(fn.Regs, ir.RegInfo{Type: t})
		fn.Params = append(fn.Params, ir.Reg(len(fn.Regs)-1))
	}
}

// signature is a function's calling convention in the IR.
type signature struct {
	hidden   bool      // the first parameter points to the structure result
	params   []ir.Type // hidden ones included
	result   ir.Type
	variadic bool
	oldStyle bool // params holds only the known ones
}

// fixed returns the number of parameters between the hidden ones.
func (s *signature) fixed() int {
	n := len(s.params)
	if s.hidden {
		n--
	}
	if s.variadic {
		n--
	}
	return n
}

func (l *lowerer) signature(t *ctype.Type) signature {
	var s signature
	if r := t.Result(); r.IsRecord() {
		s.hidden = true
		s.params = append(s.params, ir.Ptr)
	} else {
		s.result = irType(l.model, r)
	}
	c := t.Sig()
	s.oldStyle = c.OldStyle
	for _, p := range c.Params {
		s.params = append(s.params, paramType(l.model, p.Type))
	}
	if c.Variadic {
		s.variadic = true
		s.params = append(s.params, ir.Ptr)
	}
	return s
}

// ownPrefix is the prefix of the names of the models' private objects. Their other objects (environ,
// the result of localtime) belong to the program as well.
const ownPrefix = "__heddle_"

// global returns the number of a static object, whose initial value follows.
func (l *lowerer) global(o *tree.Object) ir.GlobalID {
	if id, ok := l.globals[o]; ok {
		return id
	}
	id := ir.GlobalID(len(l.prog.Globals))
	l.globals[o] = id
	g := ir.Global{
		Name: l.globalName(o), Align: objectAlign(l.model, o), Volatile: o.Type.IsVolatile(),
		Model: l.opts.Library && (o.Literal || strings.HasPrefix(o.Name, ownPrefix)), CType: l.types.id(o.Type), Pos: o.Pos,
	}
	g.Size = l.objectSize(o)
	constant := !l.opts.Library && !o.Extern && isConst(o.Type)
	switch {
	case o.ThreadLocal:
		g.Storage, g.ReadOnly = ir.ThreadLocal, constant
	case o.Literal || constant:
		g.Storage = ir.Constant
	}
	l.prog.Globals = append(l.prog.Globals, g)
	l.out.Globals = append(l.out.Globals, Symbol{
		Name: o.Name, Label: o.Label, Linkage: o.Linkage, Defined: !o.Extern, Tentative: o.Tentative, Weak: o.Weak,
		Type: o.Type, Pos: o.Pos,
	})
	if o.Init != nil {
		l.pendingGlobals = append(l.pendingGlobals, o)
	}
	return id
}

// isConst reports whether an object of a type is defined const, as a whole (C11 6.7.3p6): the type is
// const-qualified, or is an array of such elements.
func isConst(t *ctype.Type) bool {
	for t.IsArray() && !t.IsConst() {
		t = t.Elem()
	}
	return t.IsConst()
}

// objectSize returns the size of an object in bytes: the size of its type plus the bytes that its
// initialiser gives to a flexible array member (GNU). It is zero when the type is incomplete or
// variably sized.
func (l *lowerer) objectSize(o *tree.Object) int64 {
	if !o.Type.IsComplete() || o.Type.IsVariablySized() {
		return 0
	}
	size := o.Type.Size(l.model)
	if o.Init != nil {
		for i := range o.Init.Items {
			_, end := l.extent(&o.Init.Items[i])
			size = max(size, end)
		}
	}
	return size
}

// globalName returns a name that is unique in the unit: local statics of one
// name and string literals get a number.
func (l *lowerer) globalName(o *tree.Object) string {
	name := o.Name
	if o.Literal || name == "" {
		name = ".str"
	}
	n := l.names[name]
	l.names[name]++
	if n == 0 && name != ".str" {
		return name
	}
	return fmt.Sprintf("%s.%d", name, n)
}

// helper returns the number of a library function that lowered code calls.
func (l *lowerer) helper(name string, result ir.Type, params ...ir.Type) ir.FuncID {
	if id, ok := l.helpers[name]; ok {
		return id
	}
	id := ir.FuncID(len(l.prog.Funcs))
	l.helpers[name] = id
	fn := ir.Func{Name: name, Result: result, Regs: make([]ir.RegInfo, 1, len(params)+1)}
	for _, t := range params {
		fn.Regs = append(fn.Regs, ir.RegInfo{Type: t})
		fn.Params = append(fn.Params, ir.Reg(len(fn.Regs)-1))
	}
	l.prog.Funcs = append(l.prog.Funcs, fn)
	l.out.Funcs = append(l.out.Funcs, Symbol{Name: name, Linkage: tree.External})
	return id
}

// text returns the number of a constant that holds a string of our own.
func (l *lowerer) text(s string) ir.GlobalID {
	if id, ok := l.texts[s]; ok {
		return id
	}
	id := ir.GlobalID(len(l.prog.Globals))
	l.texts[s] = id
	name := l.globalName(&tree.Object{Literal: true})
	l.prog.Globals = append(l.prog.Globals, ir.Global{
		Name: name, Size: int64(len(s)) + 1, Align: 1, Storage: ir.Constant,
		Init: []ir.InitItem{{Bytes: []byte(s)}},
	})
	l.out.Globals = append(l.out.Globals, Symbol{Name: name, Linkage: tree.Internal, Defined: true})
	return id
}
