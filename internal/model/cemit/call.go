package cemit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// area is the variable arguments of a library call: a variable for each.
type area struct {
	offsets []int64
	names   map[int64]string
	types   map[int64]ctyp
}

// areaSlot is a pointer into an area.
type areaSlot struct {
	local ir.LocalID
	off   int64
}

func (a *area) declare(f *funcPrinter, b *strings.Builder) {
	for _, off := range a.offsets {
		fmt.Fprintf(b, "\t%s;\n", f.p.declare(a.types[off], a.names[off]))
	}
}

// findAreas finds the stack objects that only hold the variable arguments of a call
// of a library function.
func (f *funcPrinter) findAreas() {
	f.areas = make(map[ir.LocalID]*area)
	f.slots = make(map[ir.Reg]areaSlot)
	given := make(map[ir.LocalID]bool)
	other := make(map[ir.LocalID]bool)
	stores := make(map[ir.LocalID][]*ir.Instr)
	f.folds.each(func(in *ir.Instr, _ ir.At) {
		switch {
		case in.Op == ir.OpEnter && len(in.Args) == 0 && f.fn.Locals[in.Local].Name == "" && f.fn.Locals[in.Local].CType == 0:
			f.slots[in.Dst] = areaSlot{in.Local, 0}
			other[in.Local] = other[in.Local] || f.enters[in.Local] != 1
			return
		case in.Op == ir.OpPtrAdd && in.Args[1].IsConst() && f.folds.defs[in.Dst] == 1:
			if s, ok := f.slots[in.Args[0].Reg()]; ok {
				f.slots[in.Dst] = areaSlot{s.local, s.off + int64(f.fn.Consts[in.Args[1].Const()].Lo)}
			}
			return
		}
		for i, a := range in.Args {
			s, ok := f.slots[a.Reg()]
			switch {
			case a.IsConst() || !ok:
			case in.Op == ir.OpStore && i == 0:
				stores[s.local] = append(stores[s.local], in)
			case in.Op == ir.OpCall && i == len(in.Args)-1 && s.off == 0 && f.isVariadicLibrary(in.Func):
				given[s.local] = true
			default:
				other[s.local] = true
			}
		}
	}, func(t *ir.Term, _ ir.At) {
		if s, ok := f.slots[t.Arg.Reg()]; t.HasArg && !t.Arg.IsConst() && ok {
			other[s.local] = true
		}
	})
	for l := range given {
		if other[l] {
			continue
		}
		a := &area{names: make(map[int64]string), types: make(map[int64]ctyp)}
		for _, in := range stores[l] {
			off := f.slots[in.Args[0].Reg()].off
			a.offsets = append(a.offsets, off)
			a.types[off] = f.p.accessType(in)
		}
		slices.Sort(a.offsets)
		a.offsets = slices.Compact(a.offsets)
		f.areas[l] = a
	}
	for l := 1; l < len(f.fn.Locals); l++ { // in order, for the names
		if a := f.areas[ir.LocalID(l)]; a != nil {
			for _, off := range a.offsets {
				a.names[off] = f.names.unique("arg")
			}
		}
	}
}

func (f *funcPrinter) isVariadicLibrary(id ir.FuncID) bool {
	return f.p.prog.Funcs[id].Variadic && f.p.reach.funcs[id] == called
}

// areaOf returns the variable that stands for the slot of an area that a pointer
// operand points to.
func (f *funcPrinter) areaOf(o ir.Operand) (name string, t ctyp, ok bool) {
	s, ok := f.slots[o.Reg()]
	if o.IsConst() || !ok || f.areas[s.local] == nil {
		return "", ctyp{}, false
	}
	a := f.areas[s.local]
	return a.names[s.off], a.types[s.off], true
}

func (f *funcPrinter) call(in *ir.Instr) value {
	if in.Op == ir.OpCallPtr {
		return f.callPointer(in)
	}
	fn := &f.p.prog.Funcs[in.Func]
	f.p.usedFunc[in.Func] = true
	if fn.Name == printsList {
		f.p.fail(in.Pos, "output of a list of variable arguments")
	}
	library := f.p.reach.funcs[in.Func] == called
	if library {
		f.p.include(headerOf(fn.Name))
		if takesList(fn.Name) {
			f.p.fail(in.Pos, "a list of variable arguments for the function %s", fn.Name)
		}
		if runsHandlers[fn.Name] && slices.ContainsFunc(f.p.prog.Funcs, func(g ir.Func) bool { return g.Model && g.Name == pushesHandler }) {
			f.p.fail(in.Pos, "%s in a program with cleanup handlers, which are printed as code of its own,", fn.Name)
		}
		if t := nondetType(fn); t != "" {
			f.p.need(fn.Name)
		}
	}
	args := in.Args
	var list []string
	if library && fn.Variadic {
		args = args[:len(args)-1]
	}
	for i, a := range args {
		t := f.p.paramType(fn, fn.Params[i])
		v := f.operandFor(a, t)
		if library && isRecordParam(f.p, fn, i) {
			f.p.fail(in.Pos, "a structure by value for the function %s", fn.Name)
		}
		if q := qualifiedParam(fn.Name, i); library && q != "" && v.k == nil {
			v = value{text: "(" + q + ")" + v.in(precUnary), prec: precUnary}
		}
		list = append(list, v.text)
	}
	if library && fn.Variadic {
		list = append(list, f.variableArgs(in, in.Args[len(in.Args)-1])...)
	}
	v := value{text: f.p.funcName[in.Func] + "(" + strings.Join(list, ", ") + ")", prec: precPostfix}
	if has, t := f.p.resultOf(in.Func); has {
		v.typ = t
		if library && strings.HasPrefix(fn.Name, "__ctype") { // its type has a const
			v = f.p.cast(t, v)
		}
	}
	return v
}

// isRecordParam reports whether a parameter is a structure by value.
func isRecordParam(p *printer, fn *ir.Func, i int) bool {
	id := fn.Regs[fn.Params[i]].CType
	return id != 0 && isRecord(p.types.at(p.types.strip(id)))
}

// variableArgs returns the variable arguments of a library call.
func (f *funcPrinter) variableArgs(in *ir.Instr, o ir.Operand) []string {
	if o.IsConst() {
		return nil
	}
	s, ok := f.slots[o.Reg()]
	if !ok || f.areas[s.local] == nil {
		f.p.fail(in.Pos, "a list of variable arguments for the function %s", f.p.prog.Funcs[in.Func].Name)
	}
	var list []string
	for _, off := range f.areas[s.local].offsets {
		list = append(list, f.areas[s.local].names[off])
	}
	return list
}

// callPointer prints a call through a pointer. The pointer's declared type is used if it fits the
// arguments; otherwise it is cast to their type.
func (f *funcPrinter) callPointer(in *ir.Instr) value {
	fp := f.operand(in.Args[0])
	args := in.Args[1:]
	result := ctyp{t: in.Type, signed: in.Type.IsInt() && f.p.bitsOf(in.Type) == 32}
	if fp.k == nil && fp.typ.elem != 0 {
		c := f.p.types.at(f.p.types.resolve(fp.typ.elem))
		if params, ok := f.matches(c, in); ok {
			var list []string
			for i, a := range args {
				list = append(list, f.operandFor(a, params[i]).text)
			}
			if in.Type != ir.NoType {
				result, _ = f.p.declaredType(c.Elem, in.Type)
			}
			return value{text: fp.in(precPostfix) + "(" + strings.Join(list, ", ") + ")", prec: precPostfix, typ: result}
		}
	}
	var types, list []string
	for _, a := range args {
		v := f.operand(a)
		if v.k != nil && v.typ.t.IsInt() {
			v = f.p.constant(*v.k, true)
		}
		types = append(types, f.p.typeName(v.typ))
		list = append(list, v.text)
	}
	if len(types) == 0 {
		types = []string{"void"}
	}
	signature := "(*)(" + strings.Join(types, ", ") + ")"
	if in.Type == ir.NoType {
		signature = "void " + signature
	} else {
		signature = f.p.declare(result, signature)
	}
	return value{text: fmt.Sprintf("((%s)%s)(%s)", signature, fp.in(precUnary), strings.Join(list, ", ")), prec: precPostfix, typ: result}
}

// matches returns the types of the parameters of a declared function type if a call
// through a pointer fits it.
func (f *funcPrinter) matches(c *ir.CType, in *ir.Instr) ([]ctyp, bool) {
	args := in.Args[1:]
	if c.Kind != ir.CFunc || c.Variadic || len(c.Params) != len(args) || isRecordOrLibrary(f.p.types, c.Elem) {
		return nil, false
	}
	if in.Type != ir.NoType {
		if _, ok := f.p.declaredType(c.Elem, in.Type); !ok {
			return nil, false
		}
	} else if !f.p.types.isVoid(c.Elem) {
		return nil, false
	}
	var out []ctyp
	for i, id := range c.Params {
		t, ok := f.p.declaredType(id, f.fn.TypeOf(args[i]))
		if !ok {
			return nil, false
		}
		out = append(out, t)
	}
	return out, true
}

func (f *funcPrinter) output(in *ir.Instr) string {
	fd := f.operand(in.Args[0])
	if f.p.opts.Sequential {
		return ";"
	}
	if in.Sub == ir.OutputList {
		f.p.fail(in.Pos, "output of a list of variable arguments")
	}
	f.p.include("stdio.h")
	format := f.operandFor(in.Args[1], ctyp{t: ir.Ptr})
	var wanted []string
	if text, ok := f.literalText(in.Args[1]); ok {
		wanted = conversionTypes(text)
	}
	list := []string{format.text}
	for i, a := range in.Args[2:] {
		v := f.operand(a)
		if v.k != nil && v.typ.t.IsInt() {
			v = f.p.constant(*v.k, true)
		}
		if i < len(wanted) && wanted[i] != "" && wanted[i] != f.p.typeName(v.typ) {
			v = value{text: "(" + wanted[i] + ")" + v.in(precUnary), prec: precUnary}
		}
		list = append(list, v.text)
	}
	args := strings.Join(list, ", ")
	switch {
	case fd.k != nil && fd.k.Lo == 1:
		return "printf(" + args + ");"
	case fd.k != nil && fd.k.Lo == 2:
		return "fprintf(stderr, " + args + ");"
	}
	if stream, ok := f.streamOf(in.Args[0]); ok {
		return "fprintf(" + stream.text + ", " + args + ");"
	}
	return "dprintf(" + fd.text + ", " + args + ");"
}

// streamOf returns the stream that a descriptor is of, if that is to be seen.
func (f *funcPrinter) streamOf(fd ir.Operand) (value, bool) {
	in := f.folds.def[fd.Reg()]
	if fd.IsConst() || in == nil || in.Op != ir.OpCall || f.p.prog.Funcs[in.Func].Name != "fileno" {
		return value{}, false
	}
	return f.operandFor(in.Args[0], ctyp{t: ir.Ptr}), true
}

// literalText returns the text of the string literal that an operand points to.
func (f *funcPrinter) literalText(o ir.Operand) (string, bool) {
	in := f.folds.def[o.Reg()]
	if o.IsConst() || in == nil || in.Op != ir.OpGlobalAddr {
		return "", false
	}
	g := &f.p.prog.Globals[in.Glob]
	if _, ok := f.p.literal(in.Glob); !ok {
		return "", false
	}
	text, _ := flatten(g.Init, 0, g.Size)
	return string(text), true
}

// conversionTypes returns the C type that each argument of a format is of; "" where
// any will do.
func conversionTypes(format string) []string {
	var out []string
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		long, size := 0, false
		for i++; i < len(format); i++ {
			c := format[i]
			switch {
			case c == '*':
				out = append(out, "int")
				continue
			case c == 'l':
				long++
				continue
			case c == 'z', c == 'j', c == 't':
				size = true
				if c == 'j' {
					long = 2
				}
				continue
			case c == 'L':
				long = 2
				continue
			case strings.IndexByte("0123456789.+- #'h", c) >= 0:
				continue
			}
			break
		}
		if i >= len(format) || format[i] == '%' {
			continue
		}
		out = append(out, conversionType(format[i], long, size))
	}
	return out
}

func conversionType(c byte, long int, size bool) string {
	length := [...]string{"int", "long", "long long"}[min(long, 2)]
	switch c {
	case 'd', 'i':
		if size && long == 0 {
			return "long"
		}
		return length
	case 'u', 'x', 'X', 'o':
		if size && long == 0 {
			return "__SIZE_TYPE__"
		}
		return "unsigned " + length
	case 'c':
		return "int"
	case 's':
		return "char *"
	case 'p':
		return "void *"
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
		if long == 2 {
			return "long double"
		}
		return "double"
	}
	return ""
}
