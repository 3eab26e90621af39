package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// function is the state of the function being analysed.
type function struct {
	fn       *tree.Function
	plain    string   // the name in the source
	targets  []*label // to which nested functions jump
	result   *ctype.Type
	labels   map[string]*label // of function scope
	all      []*label          // in order of mention, local labels included
	gotos    []gotoState
	loops    int // enclosing loops: continue is allowed
	breaks   int // enclosing loops and switches
	switches []*switchState
	name     *tree.Object // __func__, made on first use
	outer    *function    // around a nested one
	task     *taskState   // of a task of OpenMP; nil for others
}

// declareFunction declares a function, merging with earlier declarations.
func (a *analyzer) declareFunction(s *specifiers, d *declared, at *attributes) *tree.Function {
	pos := a.pos(d.tok)
	if a.fn != nil && s.class == classAuto {
		return a.declareNested(d, at)
	}
	if old := a.scope.names[d.name]; old != nil && old.kind != symFunction && old.kind != symRefused {
		a.fail(pos, "redefinition", "%q redeclared as different kind of symbol", d.name)
	}
	sym := a.linked[d.name]
	if sym == nil {
		f := &tree.Function{Name: d.name, Type: d.typ, Linkage: tree.External, Pos: pos, Inline: true}
		if s.class == classStatic {
			f.Linkage = tree.Internal
		}
		sym = &symbol{kind: symFunction, name: d.name, pos: pos, fn: f}
		a.linked[d.name] = sym
	} else {
		a.mergeFunction(sym, s, d, pos)
	}
	f := sym.fn
	f.Implicit = false
	f.NoReturn = f.NoReturn || at.noReturn
	if at.role != (ir.Role{}) {
		f.Role = at.role
	}
	if at.constructor {
		f.Constructor, f.Priority = true, int(at.priority)
	}
	if at.destructor {
		f.Destructor, f.EndPriority = true, int(at.endPriority)
	}
	f.Weak = f.Weak || at.weak
	f.Align = max(f.Align, at.align)
	if at.alias != "" {
		a.alias(at, sym, d)
	}
	if !s.inline || s.class == classExtern || f.Linkage == tree.Internal {
		f.Inline = false
	}
	a.scope.declare(d.name, sym)
	return f
}

func (a *analyzer) mergeFunction(sym *symbol, s *specifiers, d *declared, pos ir.Pos) {
	if sym.kind != symFunction {
		a.fail(pos, "redefinition", "%q redeclared as different kind of symbol", d.name)
	}
	f := sym.fn
	if f.Implicit && f.Body == nil {
		// An implicit declaration came first; the explicit one is the better.
		if !ctype.Compatible(f.Type, d.typ) {
			a.warn(pos, "conflict", "conflicting types for %q, which was called before", d.name)
		}
		f.Type = d.typ
		if s.class == classStatic {
			f.Linkage = tree.Internal
		}
		return
	}
	if !ctype.Compatible(f.Type, d.typ) {
		if a.builtinConflict(f) {
			f.Type = d.typ
			return
		}
		a.fail(pos, "conflict", "conflicting types for %q: %q and %q", d.name, f.Type.String(), d.typ.String())
	}
	if s.class == classStatic && f.Linkage == tree.External {
		a.fail(pos, "linkage", "static declaration of %q follows non-static declaration", d.name)
	}
	f.Type = ctype.Composite(f.Type, d.typ)
}

// builtinConflict reports whether f was only declared by an embedded header; a
// program may then declare it in its own way.
func (a *analyzer) builtinConflict(f *tree.Function) bool {
	if f.Body != nil || int(f.Pos.File) >= len(a.unit.Files) {
		return false
	}
	name := a.unit.Files[f.Pos.File]
	return len(name) > 0 && name[0] == '<'
}

// useFunction notes that a function is referred to.
func (a *analyzer) useFunction(f *tree.Function) {
	if a.usedFunctions[f] {
		return
	}
	a.usedFunctions[f] = true
	a.unit.Functions = append(a.unit.Functions, f)
}

// inBody reports whether the body of a function is being analysed, where statements may stand.
func (a *analyzer) inBody() bool { return a.fn != nil && a.fn.result != nil }

// functionDefinition analyses a function with its body, and returns its state at the end.
func (a *analyzer) functionDefinition(n *cc.FunctionDefinition) *function {
	name := n.Declarator.Name()
	done := false
	outer, around := a.fn, a.scope
	defer func() {
		if !done {
			refuseName(around, name)
		}
	}()
	s := a.declSpecifiers(n.DeclarationSpecifiers, false)
	saved := a.pre
	a.pre = nil
	a.defining = true
	fn := &function{fn: &tree.Function{Name: name}, plain: name, labels: map[string]*label{}, outer: outer, task: newTask(name)}
	if outer != nil {
		a.fn = fn
	}
	d := a.declarator(n.Declarator, s.typ, &s.attr)
	a.defining = false
	sizes := a.pre
	a.pre = saved
	pos := a.pos(d.tok)
	if d.fn == nil || !d.typ.IsFunc() {
		a.fail(pos, "function", "function definition declares no function")
	}
	d.typ = a.attributed(d.typ, &s.attr)
	result := d.typ.Result()
	if !result.IsVoid() {
		a.requireComplete(result, pos)
	}

	var prologue []tree.Stmt
	params := d.params
	body := d.scope
	if body == nil {
		body = newScope(a.scope)
	}
	old := d.fn.Case == cc.DirectDeclaratorFuncIdent
	if old {
		params, prologue = a.oldStyleParams(d.fn.IdentifierList, n.DeclarationList, body)
		sig := ctype.Signature{OldStyle: true}
		for _, p := range params {
			sig.Params = append(sig.Params, ctype.Param{Name: p.Name, Type: p.Type})
		}
		d.typ = ctype.FuncOf(result, sig)
	}
	if a.fn = outer; outer != nil {
		s.class = classAuto
	}
	f := a.declareFunction(s, d, &s.attr)
	onlyInline := f.Body != nil && a.gnuInline[f]
	if f.Body != nil && !onlyInline {
		a.fail(pos, "redefinition", "redefinition of %q", f.Name)
	}
	if a.gnuInline[f] = s.attr.gnuInline && s.inline && s.class == classExtern; a.gnuInline[f] {
		f.Inline = true // the body is one for calls here; an external definition may follow or be elsewhere
	} else if onlyInline || s.attr.gnuInline {
		f.Inline = false
	}
	if old && f.Type.Sig().OldStyle {
		f.Type = d.typ
	}
	f.Params = params
	f.Pos = pos
	for _, p := range params {
		a.owners[p] = fn
		if p.Type.IsRecord() {
			a.requireComplete(p.Type, p.Pos)
		}
	}
	a.useFunction(f)
	f.Body = &tree.Block{StmtNode: a.stmtNode(n.CompoundStatement.Token)}
	done = true

	fn.fn, fn.result = f, result.Unqualified()
	for _, s := range sizes {
		a.owners[s.(*tree.Decl).Object] = fn
	}
	a.fn = fn
	a.scope = body
	a.guard(func() {
		b := a.blockItems(n.CompoundStatement)
		if fn.task != nil {
			prologue = a.beginTask(pos)
			f.Outlived = true
		}
		b.Stmts = append(append(prologue, sizes...), b.Stmts...)
		f.Body = b
		a.openTargets(b)
		a.checkLabels()
	})
	a.scope = around
	a.fn = outer
	return fn
}

// oldStyleParams reads the parameters of a K&R definition. The function
// receives values of the promoted types; the declared objects are initialised
// from them on entry.
func (a *analyzer) oldStyleParams(names *cc.IdentifierList, decls *cc.DeclarationList, body *scope) (params []*tree.Object, prologue []tree.Stmt) {
	outer := a.scope
	a.scope = body
	defer func() { a.scope = outer }()
	types := a.oldStyleTypes(decls)
	for l := names; l != nil; l = l.IdentifierList {
		name := l.Token2.SrcStr()
		pos := a.pos(l.Token2)
		t := types[name]
		if t == nil {
			t = intType
		}
		promoted := t.DefaultPromote(a.model).Qualified(t.Qual())
		o := newLocal(name, t, pos)
		if ctype.Identical(promoted, t) {
			params = append(params, o)
		} else {
			p := newLocal(name, promoted.Unqualified(), pos)
			params = append(params, p)
			o.Init = scalarInit(t, a.convert(a.loadObject(p, pos), t.Unqualified(), false))
			prologue = append(prologue, &tree.Decl{StmtNode: tree.StmtNode{P: pos}, Object: o})
		}
		sym := &symbol{kind: symObject, name: name, pos: pos, obj: o}
		a.checkRedeclared(sym)
		a.scope.declare(name, sym)
	}
	return params, prologue
}

// oldStyleTypes reads the declarations between the declarator and the body.
func (a *analyzer) oldStyleTypes(decls *cc.DeclarationList) map[string]*ctype.Type {
	types := map[string]*ctype.Type{}
	for ; decls != nil; decls = decls.DeclarationList {
		n := decls.Declaration
		if n == nil || n.Case != cc.DeclarationDecl {
			continue
		}
		s := a.declSpecifiers(n.DeclarationSpecifiers, false)
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if l.InitDeclarator == nil {
				continue
			}
			at := s.attr
			d := a.declarator(l.InitDeclarator.Declarator, s.typ, &at)
			types[d.name] = d.typ.Adjusted()
		}
	}
	return types
}

// funcName returns the object that __func__ denotes in the current function.
func (a *analyzer) funcName() *tree.Object {
	if a.fn.name == nil {
		text := append([]byte(a.fn.plain), 0)
		t := ctype.ArrayOf(charType.Qualified(ctype.QConst), int64(len(text)))
		o := &tree.Object{Name: "__func__", Type: t, Static: true, Literal: true, AddrTaken: true, Pos: a.fn.fn.Pos}
		o.Init = literalInit(o, text)
		a.fn.name = o
		a.list(o)
	}
	return a.fn.name
}

// implicitFunction declares a function that is called without declaration.
func (a *analyzer) implicitFunction(t cc.Token) *symbol {
	name := t.SrcStr()
	if sym := a.linked[name]; sym != nil && sym.kind == symFunction {
		return sym // declared in another block
	}
	pos := a.pos(t)
	typ, known := a.libraryType(name)
	if !known {
		a.warn(pos, "implicit-function", "implicit declaration of function %q", name)
		typ = ctype.FuncOf(intType, ctype.Signature{OldStyle: true})
	}
	f := &tree.Function{
		Name: name, Type: typ, Linkage: tree.External, Implicit: true,
		NoReturn: typ.Sig().NoReturn, Pos: pos,
	}
	sym := &symbol{kind: symFunction, name: name, pos: pos, fn: f}
	a.linked[name] = sym
	a.fileScope.declare(name, sym)
	return sym
}

// alias notes that a function or object is defined as another one of the unit.
func (a *analyzer) alias(at *attributes, sym *symbol, d *declared) {
	if a.fn != nil || sym.kind == symFunction && sym.fn.Linkage == tree.Internal || sym.kind == symObject && sym.obj.Linkage == tree.Internal {
		a.fail(a.pos(at.aliasAt), "unsupported", "unsupported construct: attribute alias of %q, which has no external linkage", d.name)
	}
	a.unit.Aliases = append(a.unit.Aliases, tree.Alias{Name: d.name, Weak: at.weak, Pos: a.pos(at.aliasAt)})
	a.aliasOf = append(a.aliasOf, at.alias)
}

// resolveAliases finds the definitions that aliases share.
func (a *analyzer) resolveAliases() {
	for i, name := range a.aliasOf {
		to := &a.unit.Aliases[i]
		sym, target := a.linked[to.Name], a.linked[name]
		switch {
		case target == nil || sym == nil || target.kind != sym.kind:
		case target.kind == symFunction && target.fn.Body != nil && sym.fn.Body == nil:
			to.Function = target.fn
			a.useFunction(target.fn)
		case target.kind == symObject && !target.obj.Extern && sym.obj.Init == nil:
			to.Object = target.obj
			sym.obj.Extern, sym.obj.Tentative = true, false
		}
		if to.Function == nil && to.Object == nil {
			a.errorf(to.Pos, "alias", "%q is an alias of %q, which is not defined here", to.Name, name)
		}
	}
}
