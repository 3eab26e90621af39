package link

import (
	"fmt"
	"path"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/lower"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Inputs holds the arguments of the entry function.
type Inputs struct {
	// Arguments holds the arguments of main after the program's name, separated by blanks. Two words
	// are special: "none" stands for no arguments, and "any" for up to 4 (maxArguments) of up to 15
	// characters each (maxCharacters), with a bound mark if main reads its parameters. Empty is "any".
	Arguments string
	// Elements of the fresh object to which a pointer parameter of another entry
	// function leads; 0: 1.
	Elements int
	// Null lets such a pointer be null as well.
	Null bool
}

// These are the special values of Inputs.Arguments.
const (
	noArguments  = "none"
	anyArguments = "any"
)

// Limits of any arguments.
const (
	maxArguments  = 4
	maxCharacters = 15
)

// SplitEntry splits the name of an entry function, which for a function with internal
// linkage may begin with its file.
func SplitEntry(entry string) (file, name string) {
	if i := strings.LastIndexByte(entry, ':'); i >= 0 {
		return entry[:i], entry[i+1:]
	}
	return "", entry
}

// entry finds the function that the start function calls: one of that name, with
// external linkage if there is one.
func (l *linker) entry() symbol {
	file, name := SplitEntry(l.opts.Entry)
	if s, ok := l.funcs[name]; ok && s.kind == defined && file == "" {
		return s
	}
	var found []symbol
	for u, unit := range l.units {
		if file != "" && unit.File != file && !strings.HasSuffix(unit.File, "/"+file) {
			continue
		}
		for id := 1; id < len(unit.Funcs); id++ {
			if s := &unit.Funcs[id]; s.Name == name && s.Defined {
				found = append(found, symbol{defined, u, int32(id)})
			}
		}
	}
	switch len(found) {
	case 1:
		return found[0]
	case 0:
		l.errorf(ir.Pos{}, -1, "no-entry", "no definition of function %s", l.opts.Entry)
	default:
		l.errorf(ir.Pos{}, -1, "no-entry", "several functions %s: write FILE:%s, as in %s:%s", name, name,
			path.Base(l.units[found[0].unit].File), name)
	}
	return symbol{}
}

// entryArgs returns the arguments of the entry function: the arguments of main, or any values for
// other functions.
func (l *linker) entryArgs(b *ir.FuncBuilder, entry symbol, f ir.FuncID) []ir.Operand {
	if l.opts.Entry == "main" {
		return l.mainArgs(b, f)
	}
	s := &l.units[entry.unit].Funcs[entry.id]
	fn := &l.prog.Funcs[f]
	params := fn.Params
	var args []ir.Operand
	if sig := l.declared(fn.CType); sig != nil && len(params) == len(sig.Params)+1 && !sig.Variadic {
		result := l.arbitrary("result", sig.Elem, 1) // where a structure is returned
		args, params = append(args, b.GlobalAddr(result)), params[1:]
	}
	for i, r := range params {
		if fn.Variadic && i == len(params)-1 {
			args = append(args, b.Null())
			continue
		}
		args = append(args, l.anyValue(b, entry.unit, s, fn, r))
	}
	if len(args) > 0 {
		what := "parameters of " + l.opts.Entry + " have any values"
		if len(l.given) > 0 {
			what += fmt.Sprintf(", each pointer leads to an object of its own of any content, elements: %d", l.elements())
		}
		l.prog.Assumed = append(l.prog.Assumed, what)
	}
	return args
}

func (l *linker) elements() int { return max(l.opts.Inputs.Elements, 1) }

// declared returns a type of the program without its typedefs; nil: unknown.
func (l *linker) declared(id ir.CTypeID) *ir.CType {
	return ir.Declared(l.types.list, id)
}

// anyValue returns any value of a parameter of the entry function: a pointer leads to
// a fresh object of its type.
func (l *linker) anyValue(b *ir.FuncBuilder, unit int, s *lower.Symbol, fn *ir.Func, r ir.Reg) ir.Operand {
	reg := &fn.Regs[r]
	t := l.declared(reg.CType)
	switch {
	case !reg.Type.IsPtr():
		return anyNumber(b, reg.Type, t != nil && t.Kind == ir.CBool)
	case t != nil && (t.Kind == ir.CStruct || t.Kind == ir.CUnion): // by value
		return b.GlobalAddr(l.arbitrary(reg.Name, reg.CType, 1))
	case !uses(fn, r):
		return b.Null()
	}
	if t != nil && t.Kind == ir.CPointer {
		if to := l.declared(t.Elem); to != nil && to.Size > 0 && to.Kind != ir.CVoid && to.Kind != ir.CFunc {
			id := l.arbitrary(reg.Name, t.Elem, l.elements())
			l.given = append(l.given, id)
			p := b.GlobalAddr(id)
			if l.opts.Inputs.Null {
				p = b.Select(b.Choose(ir.I1, ir.ChooseNondet), b.Null(), p)
			}
			return p
		}
	}
	l.errorf(s.Pos, unit, "entry-parameter", "%s: an object for the pointer %s is not known: start with a function that calls %s", l.opts.Entry, reg.Name, s.Name)
	return b.Null()
}

// arbitrary adds an object of n elements whose content is not known.
func (l *linker) arbitrary(name string, elem ir.CTypeID, n int) ir.GlobalID {
	t := elem
	size := l.declared(elem).Size * int64(n)
	if n > 1 {
		t = l.types.reserve()
		l.types.set(t, ir.CType{Kind: ir.CArray, Size: size, Elem: elem, Len: int64(n)})
	}
	l.prog.Globals = append(l.prog.Globals, ir.Global{
		Name: uniqueName(l.objects, l.opts.Entry, name), Size: size, Align: maxAlign, CType: t, External: true})
	return ir.GlobalID(len(l.prog.Globals) - 1)
}

// maxAlign is the alignment in bytes of every object whose type gives none.
const maxAlign = 16

// mainArgs returns the arguments of main: argc and argv, and an empty environment as
// far as its prototype wants them, zero otherwise.
func (l *linker) mainArgs(b *ir.FuncBuilder, f ir.FuncID) []ir.Operand {
	fn := &l.prog.Funcs[f]
	var args []ir.Operand
	for i, r := range fn.Params {
		switch t := fn.Regs[r].Type; {
		case !uses(fn, r): // so that nothing is chosen for it
			args = append(args, b.Const(ir.Const{Type: t}))
		case i == 0 && t == ir.I32:
			args = append(args, l.argv(b).count)
		case i == 1 && t.IsPtr():
			args = append(args, b.GlobalAddr(l.argv(b).list))
		case i == 2 && t.IsPtr():
			args = append(args, l.pointer(b, l.argv(b).list, l.argv(b).length-1))
		default:
			args = append(args, b.Const(ir.Const{Type: t}))
		}
	}
	return args
}

// pointer returns the address of an element of an array of pointers.
func (l *linker) pointer(b *ir.FuncBuilder, array ir.GlobalID, i int) ir.Operand {
	ptr := l.opts.Model.PtrBits() / 8
	return b.PtrAdd(b.GlobalAddr(array), b.SignedInt(l.opts.Model.PtrInt(), int64(i*ptr)))
}

// arguments holds the arguments of main: argc, and argv with its null pointer at the end.
type arguments struct {
	count  ir.Operand
	list   ir.GlobalID
	length int // of list, with the null pointer
}

// argv adds the arguments to the program, once.
func (l *linker) argv(b *ir.FuncBuilder) *arguments {
	if l.arguments != nil {
		return l.arguments
	}
	texts := []ir.GlobalID{l.unknownText(b, "argv_0", nameBytes)}
	count := b.Int(ir.I32, 1)
	switch words := strings.Fields(l.opts.Inputs.Arguments); {
	case l.anyArguments():
		for i := range maxArguments {
			texts = append(texts, l.unknownText(b, fmt.Sprintf("argv_%d", i+1), maxCharacters+1))
		}
		count = b.ChooseRange(count, b.Int(ir.I32, maxArguments+1), ir.ChooseNondet)
	case len(words) == 1 && words[0] == noArguments:
	default:
		for i, w := range words {
			texts = append(texts, l.object(fmt.Sprintf("argv_%d", i+1), ir.Global{
				Size: int64(len(w)) + 1, Align: 1, Init: []ir.InitItem{{Bytes: []byte(w + "\x00")}}}))
		}
		count = b.Int(ir.I32, uint64(len(texts)))
	}
	ptr := int64(l.opts.Model.PtrBits() / 8)
	list := ir.Global{Size: int64(len(texts)+1) * ptr, Align: ptr}
	for i, text := range texts {
		list.Init = append(list.Init, ir.InitItem{Offset: int64(i) * ptr, Global: text})
	}
	a := &arguments{count, l.object("argv", list), len(texts) + 1}
	if l.anyArguments() {
		for i := 1; i < len(texts); i++ { // those from argc on are null
			missing := b.Compare(ir.OpULe, count, b.Int(ir.I32, uint64(i)))
			b.Store(l.pointer(b, a.list, i), b.Select(missing, b.Null(), b.GlobalAddr(texts[i])), ir.Access{Align: int32(ptr)})
		}
	}
	l.arguments = a
	return a
}

func (l *linker) anyArguments() bool {
	return l.opts.Inputs.Arguments == "" || l.opts.Inputs.Arguments == anyArguments
}

// nameBytes bounds the program's name, whose characters are not known.
const nameBytes = 4096

// unknownText adds a string of unknown characters that ends somewhere.
func (l *linker) unknownText(b *ir.FuncBuilder, name string, size int64) ir.GlobalID {
	text := l.object(name, ir.Global{Size: size, Align: 1, External: true})
	last := b.PtrAdd(b.GlobalAddr(text), b.SignedInt(l.opts.Model.PtrInt(), size-1))
	b.Store(last, b.Int(ir.I8, 0), ir.Access{Align: 1})
	return text
}

// object adds a global under a name that is near the given one.
func (l *linker) object(name string, g ir.Global) ir.GlobalID {
	g.Name = uniqueName(l.objects, "clib", name)
	l.prog.Globals = append(l.prog.Globals, g)
	return ir.GlobalID(len(l.prog.Globals) - 1)
}
