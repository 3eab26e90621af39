package cemit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/program/ir"
)

// funcPrinter prints one function.
type funcPrinter struct {
	p          *printer
	id         ir.FuncID
	fn         *ir.Func
	folds      *folds
	flow       *flow
	names      *names
	regs       []string // by Reg: the variable's name, given when it is needed first
	used       []bool   // by Reg: to be declared
	locals     []string // by LocalID
	localTypes []ir.CTypeID
	enters     []int // by LocalID: how many enters there are
	areas      map[ir.LocalID]*area
	slots      map[ir.Reg]areaSlot
	result     ctyp
	asking     int // depth of regType's recursion
}

func (p *printer) function(id ir.FuncID) string {
	fn := &p.prog.Funcs[id]
	p.where = fn.Name
	c := p.codeOf(id)
	fn = c.fn
	f := &funcPrinter{
		p: p, id: id, fn: fn, folds: findFolds(p, c), names: p.names.local(),
		regs: make([]string, len(fn.Regs)), used: make([]bool, len(fn.Regs)),
		locals: make([]string, len(fn.Locals)), localTypes: make([]ir.CTypeID, len(fn.Locals)),
		enters: make([]int, len(fn.Locals)),
	}
	for _, r := range fn.Params {
		f.regName(r)
	}
	f.nameLocals()
	f.findAreas()
	f.flow = newFlow(f)
	_, f.result = p.resultOf(id)
	var body []stmt
	f.flow.block(&body, 1, jump{})
	used := make(map[ir.BlockID]bool)
	gotos(body, used)
	body = f.tidy(unlabelled(body, used))
	if n := len(body); n > 0 && body[n-1].kind == stmtPlain && strings.HasPrefix(body[n-1].text, "return") && f.result.t == ir.NoType {
		body = body[:n-1]
	}
	w := &writer{p: p}
	w.list(1, body)
	var b strings.Builder
	b.WriteString(p.signature(id, f) + "\n{\n")
	if decls := f.declarations(); decls != "" {
		b.WriteString(decls + "\n")
	}
	b.WriteString(f.unusedParams())
	if id == p.reach.main && p.hasUnspecified() {
		b.WriteString("\t" + anyValues + "();\n")
	}
	b.WriteString(w.b.String())
	b.WriteString("}\n")
	return b.String()
}

// unusedParams returns statements that mark unused parameters as used.
func (f *funcPrinter) unusedParams() string {
	var b strings.Builder
	for _, r := range f.fn.Params {
		if f.folds == nil || f.folds.uses[r] == 0 {
			fmt.Fprintf(&b, "\t(void)%s;\n", f.regName(r))
		}
	}
	return b.String()
}

// stub returns the definition of a function whose code is elsewhere: a
// sequentialisation has made it part of its own functions, and only compares its
// address.
func (p *printer) stub(id ir.FuncID) string {
	fn := &p.prog.Funcs[id]
	if !p.opts.Sequential {
		p.fail(fn.Pos, "the function %s, which is defined nowhere,", fn.Name)
	}
	f := &funcPrinter{p: p, id: id, fn: fn, names: p.names.local(), regs: make([]string, len(fn.Regs)), used: make([]bool, len(fn.Regs))}
	for _, r := range fn.Params {
		f.regName(r)
	}
	p.include("stdlib.h")
	return p.signature(id, f) + "\n{\n" + f.unusedParams() + "\tabort(); /* not called: only its address is used */\n}\n"
}

// nameLocals names the stack objects and decides their types.
func (f *funcPrinter) nameLocals() {
	for l := 1; l < len(f.fn.Locals); l++ {
		loc := &f.fn.Locals[l]
		name := loc.Name
		if name == "" {
			name = "object"
		}
		f.locals[l] = f.names.unique(name)
		f.localTypes[l] = f.p.objectType(loc.CType, loc.Size, loc.Init)
	}
	for _, in := range f.fn.Instrs() {
		if in.Op == ir.OpEnter {
			f.enters[in.Local]++
		}
	}
}

func (f *funcPrinter) regName(r ir.Reg) string {
	if f.regs[r] == "" {
		name := f.fn.Regs[r].Name
		if name == "" {
			name = "t"
			if f.fn.Regs[r].Type.IsPtr() {
				name = "p"
			}
		}
		f.regs[r] = f.names.unique(name)
	}
	f.used[r] = true
	return f.regs[r]
}

// regType returns the type of a register's variable: the declared type, or for a
// temporary the type of the instruction that defines it.
func (f *funcPrinter) regType(r ir.Reg) ctyp {
	info := &f.fn.Regs[r]
	if t, ok := f.p.declaredType(info.CType, info.Type); ok {
		return t
	}
	if r == f.p.hiddenResult(f.fn) {
		return f.p.paramType(f.fn, r)
	}
	if slices.Contains(f.fn.Params, r) {
		return f.p.paramType(f.fn, r)
	}
	t := ctyp{t: info.Type}
	if f.asking > 4 || info.Type == ir.F32 || info.Type == ir.F64 || f.p.bitsOf(info.Type) == 1 {
		return t
	}
	f.asking++
	defer func() { f.asking-- }()
	if in := f.folds.born[r]; in != nil {
		return f.typeOfResult(in, t)
	}
	return t
}

// declaredType returns the type of a value of a register type whose variable has a
// declared type, if they fit.
func (p *printer) declaredType(id ir.CTypeID, t ir.Type) (ctyp, bool) {
	if id == 0 {
		return ctyp{}, false
	}
	if r := p.types.resolve(id); p.scalarMatches(r, t) {
		return p.scalarType(r, t), true
	} else if t.IsPtr() {
		switch c := p.types.at(r); {
		case c.Kind == ir.CArray:
			return ctyp{t: t, elem: c.Elem}, true
		case isRecordOrLibrary(p.types, r):
			return ctyp{t: t, elem: r}, true
		}
	}
	return ctyp{}, false
}

func (f *funcPrinter) typeOfResult(in *ir.Instr, t ctyp) ctyp {
	bits := f.p.bitsOf(t.t)
	if t.t.IsInt() && bits != storageBits(bits) {
		return t
	}
	switch in.Op {
	case ir.OpLoad, ir.OpRMW, ir.OpCmpXchg:
		return f.p.accessType(in)
	case ir.OpCall:
		if has, r := f.p.resultOf(in.Func); has {
			return r
		}
	case ir.OpCopy, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot:
		return f.typeOfOperands(in.Args, t)
	case ir.OpSelect:
		return f.typeOfOperands(in.Args[1:], t)
	case ir.OpSDiv, ir.OpSRem, ir.OpAShr, ir.OpSExt, ir.OpFToSI, ir.OpPtrDiff:
		t.signed = true
	case ir.OpZExt:
		t.signed = bits <= 32
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg, ir.OpShl:
		t.signed = in.Flags&ir.NSW != 0
	case ir.OpChoose:
		t.signed = bits == 32
	case ir.OpPtrAdd, ir.OpGlobalAddr, ir.OpFuncAddr, ir.OpEnter:
		if in.Op == ir.OpEnter && len(in.Args) > 0 {
			return t
		}
		v := f.pointerTo(f.address(in), 0, false)
		if v.typ.t.IsPtr() {
			return v.typ
		}
	}
	return t
}

func (f *funcPrinter) typeOfOperands(args []ir.Operand, t ctyp) ctyp {
	t.signed = true
	for _, a := range args {
		if r := a.Reg(); r != 0 {
			if in := f.folds.def[r]; in != nil {
				return f.typeOfResult(in, ctyp{t: t.t})
			}
			return f.regType(r)
		}
	}
	return t
}

func (f *funcPrinter) wantSigned(r ir.Reg) bool {
	return r != 0 && f.folds.def[r] == nil && f.regType(r).signed
}

// declarations declares the variables that the body uses.
func (f *funcPrinter) declarations() string {
	var b strings.Builder
	param := make(map[ir.Reg]bool)
	for _, r := range f.fn.Params {
		param[r] = true
	}
	for l := 1; l < len(f.fn.Locals); l++ {
		if a := f.areas[ir.LocalID(l)]; a != nil {
			a.declare(f, &b)
			continue
		}
		if f.enters[l] == 0 || f.fn.Locals[l].Size == 0 && f.isVariable(ir.LocalID(l)) {
			continue
		}
		loc := &f.fn.Locals[l]
		fmt.Fprintf(&b, "\t%s;\n", f.p.declareObject(f.localTypes[l], loc.Size, loc.Align, f.locals[l], loc.Volatile, f.initAtBirth(ir.LocalID(l)), loc.Init))
	}
	var plain [][]string // same type: type, names
	at := make(map[string]int)
	for r := 1; r < len(f.fn.Regs); r++ {
		if !f.used[r] || param[ir.Reg(r)] {
			continue
		}
		t := f.regType(ir.Reg(r))
		if zero := f.folds.code.zero[r]; zero || f.fn.Regs[r].Name != "" || t.t.IsPtr() {
			fmt.Fprintf(&b, "\t%s%s;\n", f.p.declareReg(f.fn, ir.Reg(r), t, f.regs[r]), map[bool]string{true: " = 0"}[zero])
			continue
		}
		name := f.p.typeName(t)
		if _, ok := at[name]; !ok {
			at[name] = len(plain)
			plain = append(plain, []string{name})
		}
		plain[at[name]] = append(plain[at[name]], f.regs[r])
	}
	for _, l := range plain {
		fmt.Fprintf(&b, "\t%s %s;\n", l[0], strings.Join(l[1:], ", "))
	}
	return b.String()
}

// isVariable reports whether a local is a variable-length array.
func (f *funcPrinter) isVariable(l ir.LocalID) bool {
	for _, in := range f.fn.Instrs() {
		if in.Op == ir.OpEnter && in.Local == l && len(in.Args) > 0 {
			return true
		}
	}
	return false
}

// declareReg declares a register's variable with its declared type where that fits.
func (p *printer) declareReg(fn *ir.Func, r ir.Reg, t ctyp, name string) string {
	if id := fn.Regs[r].CType; id != 0 && p.scalarMatches(p.types.resolve(id), t.t) {
		return p.types.declare(id, name)
	}
	return p.declare(t, name)
}

// initAtBirth reports whether a local's initial value stands in its declaration: when
// it is born once.
func (f *funcPrinter) initAtBirth(l ir.LocalID) bool {
	if !f.fn.Locals[l].Initialised || f.enters[l] != 1 {
		return false
	}
	for at, in := range f.fn.Instrs() {
		if in.Op == ir.OpEnter && in.Local == l {
			return f.flow.dom.Place(at.Block) != 0 && f.flow.loop[at.Block] == 0
		}
	}
	return false
}

func (p *printer) resultOf(id ir.FuncID) (bool, ctyp) {
	fn := &p.prog.Funcs[id]
	if fn.Result == ir.NoType {
		return false, ctyp{}
	}
	if fn.CType != 0 {
		if c := p.types.at(p.types.strip(fn.CType)); c.Kind == ir.CFunc {
			if t, ok := p.declaredType(c.Elem, fn.Result); ok {
				return true, t
			}
		}
	}
	return true, ctyp{t: fn.Result, signed: fn.Result.IsInt() && fn.Result.Bits(p.prog.Model) == 32}
}

// outsideMain returns the attributes of a function that runs before main or at exit, with its
// turn. The priorities up to 100 are the implementation's.
func (p *printer) outsideMain(id ir.FuncID) (text string) {
	if turn := p.reach.constructors[id]; turn > 0 {
		text = fmt.Sprintf("__attribute__((constructor(%d))) ", 100+turn)
	}
	if turn := p.reach.destructors[id]; turn > 0 {
		text += fmt.Sprintf("__attribute__((destructor(%d))) ", 100+turn)
	}
	return text
}

// signature returns the head of a function; f names its parameters and may be nil.
func (p *printer) signature(id ir.FuncID, f *funcPrinter) string {
	fn := &p.prog.Funcs[id]
	name := p.funcName[id]
	var params []string
	for _, r := range fn.Params {
		t := p.paramType(fn, r)
		pname := ""
		if f != nil {
			pname = f.regs[r]
		}
		params = append(params, p.declareReg(fn, r, t, pname))
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	decl := name + "(" + strings.Join(params, ", ") + ")"
	if has, t := p.resultOf(id); has {
		decl = p.declare(t, decl)
		if c := p.declaredResult(fn); c != 0 {
			decl = p.types.declare(c, name+"("+strings.Join(params, ", ")+")")
		}
	} else {
		decl = "void " + decl
	}
	if id == p.reach.main {
		if fn.Result == ir.NoType {
			return "int" + strings.TrimPrefix(decl, "void")
		}
		return decl
	}
	decl = p.outsideMain(id) + decl
	if fn.NoReturn {
		decl = "_Noreturn " + decl
	}
	return "static " + decl
}

// declaredResult returns the declared type of a function's result if it fits, or 0.
func (p *printer) declaredResult(fn *ir.Func) ir.CTypeID {
	if fn.CType == 0 {
		return 0
	}
	c := p.types.at(p.types.strip(fn.CType))
	if c.Kind != ir.CFunc || c.Elem == 0 || !p.scalarMatches(p.types.resolve(c.Elem), fn.Result) {
		return 0
	}
	return c.Elem
}

func (p *printer) paramType(fn *ir.Func, r ir.Reg) ctyp {
	if t, ok := p.declaredType(fn.Regs[r].CType, fn.Regs[r].Type); ok {
		return t
	}
	t := fn.Regs[r].Type
	if r == p.hiddenResult(fn) {
		return ctyp{t: t, elem: p.types.at(p.types.strip(fn.CType)).Elem}
	}
	return ctyp{t: t, signed: t.IsInt() && t.Bits(p.prog.Model) == 32}
}

// hiddenResult returns the parameter that points to where a structure is returned, or
// zero.
func (p *printer) hiddenResult(fn *ir.Func) ir.Reg {
	if fn.CType == 0 || len(fn.Params) == 0 || fn.Regs[fn.Params[0]].CType != 0 {
		return 0
	}
	if c := p.types.at(p.types.strip(fn.CType)); c.Kind == ir.CFunc && isRecordOrLibrary(p.types, c.Elem) {
		return fn.Params[0]
	}
	return 0
}

func (p *printer) functionPointer(id ir.FuncID) value {
	fn := &p.prog.Funcs[id]
	p.usedFunc[id] = true
	v := value{text: p.funcName[id], prec: precPrimary, typ: ctyp{t: ir.Ptr}}
	if p.reach.funcs[id] == called {
		p.include(headerOf(fn.Name))
	}
	if fn.CType != 0 && p.reach.funcs[id] == printed { // the types of library functions have qualifiers
		c := p.types.at(p.types.strip(fn.CType))
		plain := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(p.signature(id, nil), "static "), "_Noreturn "), p.outsideMain(id))
		if c.Kind == ir.CFunc && p.types.function(c, p.funcName[id]) == plain {
			v.typ.elem = fn.CType
			return v
		}
	}
	return value{text: "(void *)" + v.text, prec: precUnary, typ: v.typ}
}
