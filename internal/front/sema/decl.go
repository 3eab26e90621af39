package sema

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/halt"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// external analyses one item of the unit.
func (a *analyzer) external(n *cc.ExternalDeclaration) {
	halt.Poll(a.ctx)
	switch n.Case {
	case cc.ExternalDeclarationFuncDef:
		a.functionDefinition(n.FunctionDefinition)
	case cc.ExternalDeclarationDecl:
		a.declaration(n.Declaration)
	case cc.ExternalDeclarationAsmStmt:
		if _, text := splitPrefix(n.AsmStatement.Asm.Token3.SrcStr()); !onlyVersions(text) {
			a.fail(a.nodePos(n.AsmStatement), "unsupported", "unsupported construct: asm at file scope")
		}
	}
}

// localDeclaration analyses a declaration in a block; the result brings its
// automatic objects to life, in order.
func (a *analyzer) localDeclaration(n *cc.Declaration) []tree.Stmt {
	outer := a.pre
	a.pre = nil
	a.declaration(n)
	stmts := a.pre
	a.pre = outer
	return stmts
}

// declaration analyses a declaration; Decls of automatic objects go to a.pre.
func (a *analyzer) declaration(n *cc.Declaration) {
	if n == nil {
		return
	}
	switch n.Case {
	case cc.DeclarationAssert:
		a.staticAssert(n.StaticAssertDeclaration)
		return
	case cc.DeclarationAuto:
		a.autoType(n)
		return
	}
	if n.InitDeclaratorList == nil {
		a.declSpecifiers(n.DeclarationSpecifiers, true)
		return
	}
	var s *specifiers
	a.guardNames(n, func() { s = a.declSpecifiers(n.DeclarationSpecifiers, false) })
	a.collect(&s.attr, n.AttributeSpecifierList)
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		if l.InitDeclarator == nil {
			continue
		}
		a.declareOne(s, l)
	}
}

// guardNames runs f; when it bails out, the declaration's names become refused.
func (a *analyzer) guardNames(n *cc.Declaration, f func()) {
	done := false
	scope := a.scope
	defer func() {
		if done {
			return
		}
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if l.InitDeclarator != nil && l.InitDeclarator.Declarator != nil {
				refuseName(scope, l.InitDeclarator.Declarator.Name())
			}
		}
	}()
	f()
	done = true
}

// refuseName makes a name known whose declaration failed.
func refuseName(s *scope, name string) {
	if name != "" && s.names[name] == nil {
		s.declare(name, &symbol{kind: symRefused, name: name})
	}
}

// declareOne analyses one init-declarator.
func (a *analyzer) declareOne(s *specifiers, l *cc.InitDeclaratorList) {
	n := l.InitDeclarator
	done := false
	scope := a.scope
	defer func() {
		if !done {
			refuseName(scope, n.Declarator.Name())
		}
	}()
	at := s.attr
	a.collect(&at, l.AttributeSpecifierList)
	a.collect(&at, n.AttributeSpecifierList)
	d := a.declarator(n.Declarator, s.typ, &at)
	if at.mode != s.attr.mode {
		d.typ = a.applyMode(d.typ, &at, s.pos)
	}
	d.typ = a.attributed(d.typ, &at)
	if n.Asm != nil && s.class == classRegister {
		a.fail(a.nodePos(n.Asm), "unsupported", "unsupported construct: register variable bound by asm")
	}
	switch {
	case s.class == classTypedef:
		a.declareTypedef(d, &at)
	case d.typ.IsFunc():
		if n.Initializer != nil {
			a.fail(a.pos(d.tok), "function", "function %q is initialized like a variable", d.name)
		}
		f := a.declareFunction(s, d, &at)
		if n.Asm != nil {
			f.Label = asmLabel(n.Asm)
		}
	case a.fn == nil || s.class == classExtern:
		a.declareLinked(s, d, &at, n.Initializer)
		if sym := a.linked[d.name]; sym != nil && n.Asm != nil {
			sym.obj.Label = asmLabel(n.Asm)
		}
	default:
		a.declareLocal(s, d, &at, n.Initializer)
	}
	done = true
}

func (a *analyzer) declareTypedef(d *declared, at *attributes) {
	t := d.typ
	if at.align > 0 {
		t = t.WithAlign(at.align)
	}
	if at.transparent && t.Record() != nil {
		t.Record().Transparent = true
	}
	t = t.Named(d.name)
	sym := &symbol{kind: symTypedef, name: d.name, pos: a.pos(d.tok), typ: t}
	if old := a.scope.names[d.name]; old != nil && old.kind != symRefused {
		if old.kind != symTypedef || !ctype.Compatible(old.typ, t) {
			a.fail(sym.pos, "redefinition", "conflicting types for %q", d.name)
		}
		return
	}
	a.encloseType(t)
	a.scope.declare(d.name, sym)
}

// declareLinked declares an object with linkage: at file scope, or extern in a
// block. All declarations of one identifier denote one object (C11 6.2.2).
func (a *analyzer) declareLinked(s *specifiers, d *declared, at *attributes, init *cc.Initializer) {
	if d.name == "__predefined_declarator" {
		return // cc's parser asks for it
	}
	pos := a.pos(d.tok)
	if d.typ.IsVoid() {
		a.fail(pos, "incomplete", "variable %q declared void", d.name)
	}
	if d.typ.IsVariablyModified() {
		a.fail(pos, "variably-modified", "variably modified %q at file scope", d.name)
	}
	if s.class == classAuto || s.class == classRegister {
		a.fail(pos, "specifier", "file-scope declaration of %q specifies auto or register", d.name)
	}
	o := a.linkedObject(s, d, pos)
	a.mergeObject(o, s, at)
	if at.alias != "" {
		a.alias(at, a.linked[d.name], d)
	}
	defines := s.class != classExtern || init != nil
	if !defines {
		return
	}
	o.Extern = false
	o.Pos = pos
	a.noteLongDouble(o)
	if init == nil {
		if o.Init == nil {
			o.Tentative = true
		}
		a.list(o)
		return
	}
	if a.fn != nil {
		a.fail(pos, "initializer", "%q has both extern and initializer", d.name)
	}
	if o.Init != nil {
		a.fail(pos, "redefinition", "redefinition of %q", d.name)
	}
	a.list(o)
	o.Tentative = false
	a.staticInit(o, init)
}

// linkedObject finds the object of an identifier with linkage, or creates it.
func (a *analyzer) linkedObject(s *specifiers, d *declared, pos ir.Pos) *tree.Object {
	if a.scope.names[d.name] != nil && a.scope != a.fileScope {
		if old := a.scope.names[d.name]; old.kind != symObject || old.obj.Linkage == tree.NoLinkage {
			a.fail(pos, "redefinition", "redeclaration of %q", d.name)
		}
	}
	sym := a.linked[d.name]
	if sym == nil {
		o := &tree.Object{
			Name: d.name, Type: d.typ, Linkage: tree.External, Static: true, Extern: true,
			ThreadLocal: s.threadLocal, AddrTaken: true, Pos: pos,
		}
		if s.class == classStatic {
			o.Linkage = tree.Internal
		}
		sym = &symbol{kind: symObject, name: d.name, pos: pos, obj: o}
		if old := a.fileScope.names[d.name]; old != nil && a.scope == a.fileScope && old.kind != symRefused {
			a.fail(pos, "redefinition", "%q redeclared as different kind of symbol", d.name)
		}
		a.linked[d.name] = sym
		a.scope.declare(d.name, sym)
		return o
	}
	if sym.kind != symObject {
		a.fail(pos, "redefinition", "%q redeclared as different kind of symbol", d.name)
	}
	o := sym.obj
	if !ctype.Compatible(o.Type, d.typ) {
		a.fail(pos, "conflict", "conflicting types for %q: %q and %q", d.name, o.Type.String(), d.typ.String())
	}
	if s.class == classStatic && o.Linkage == tree.External {
		a.fail(pos, "linkage", "static declaration of %q follows non-static declaration", d.name)
	}
	if s.class == classNone && a.fn == nil && o.Linkage == tree.Internal {
		a.fail(pos, "linkage", "non-static declaration of %q follows static declaration", d.name)
	}
	o.Type = ctype.Composite(o.Type, d.typ)
	a.scope.declare(d.name, sym)
	return o
}

// mergeObject adds the specifiers and attributes of a redeclaration to an object.
func (a *analyzer) mergeObject(o *tree.Object, s *specifiers, at *attributes) {
	o.ThreadLocal = o.ThreadLocal || s.threadLocal
	o.Weak = o.Weak || at.weak
	o.Align = max(o.Align, s.align, at.align)
}

// list enters an object with static storage into the unit, once.
func (a *analyzer) list(o *tree.Object) {
	if a.listed[o] {
		return
	}
	a.listed[o] = true
	a.unit.Objects = append(a.unit.Objects, o)
}

// noteLongDouble warns once that a variable's precision is not gcc's.
func (a *analyzer) noteLongDouble(o *tree.Object) {
	t := o.Type
	if t.IsComplex() || t.IsVector() {
		t = t.Elem()
	}
	if t.Kind() == ctype.LongDouble && !a.longDouble {
		a.longDouble = true
		a.warn(o.Pos, "long-double", "long double is computed with the precision of double")
	}
}

// newLocal makes an automatic object or parameter.
func newLocal(name string, t *ctype.Type, pos ir.Pos) *tree.Object {
	return &tree.Object{
		Name: name, Type: t, Pos: pos,
		AddrTaken: t.IsAggregate() || t.IsVolatile() || t.IsAtomic(),
	}
}

// declareLocal declares an object of a block: automatic, or static without linkage.
func (a *analyzer) declareLocal(s *specifiers, d *declared, at *attributes, init *cc.Initializer) {
	if d.name == "__func__" && s.class == classStatic {
		// cc puts this declaration into every function.
		a.scope.declare(d.name, &symbol{kind: symFuncName, name: d.name, pos: a.pos(d.tok)})
		return
	}
	pos := a.pos(d.tok)
	if d.typ.IsVoid() {
		a.fail(pos, "incomplete", "variable %q declared void", d.name)
	}
	o := newLocal(d.name, d.typ, pos)
	o.Align = max(s.align, at.align)
	o.Static = s.class == classStatic
	a.registers[o] = s.class == classRegister
	o.ThreadLocal = s.threadLocal
	a.noteLongDouble(o)
	sym := &symbol{kind: symObject, name: d.name, pos: pos, obj: o}
	a.checkRedeclared(sym)
	if s.threadLocal && !o.Static {
		a.fail(pos, "specifier", "function-scope %q implicitly auto and declared thread-local", d.name)
	}
	a.encloseType(d.typ)
	a.scope.declare(d.name, sym) // visible in its own initialiser (C11 6.2.1 paragraph 7)
	if o.Static {
		a.staticLocal(o, init)
	} else {
		a.automatic(o, at, init)
	}
}

// staticLocal initialises a static object of a block.
func (a *analyzer) staticLocal(o *tree.Object, init *cc.Initializer) {
	if o.Type.IsVariablySized() {
		a.fail(o.Pos, "variably-modified", "storage size of %q is not constant", o.Name)
	}
	o.AddrTaken = true
	a.list(o)
	if init != nil {
		a.staticInit(o, init)
	} else {
		o.Tentative = true
	}
	a.requireComplete(o.Type, o.Pos)
}

// automatic initialises an automatic object and brings it to life, even if the
// initialiser is refused: later statements may use the object.
func (a *analyzer) automatic(o *tree.Object, at *attributes, init *cc.Initializer) {
	defer func() {
		a.pre = append(a.pre, &tree.Decl{StmtNode: tree.StmtNode{P: o.Pos}, Object: o})
	}()
	a.owners[o] = a.fn
	if o.Type.IsVariablySized() {
		if init != nil && !emptyInit(init) {
			a.fail(o.Pos, "initializer", "variable-sized object may not be initialized")
		}
		o.VLASize = a.sizeOf(o.Type, o.Pos)
	}
	if init != nil && o.VLASize == nil {
		a.autoInit(o, init)
	}
	a.requireComplete(o.Type, o.Pos)
	if at.hasCleanup {
		a.cleanup(o, at)
	}
}

// cleanup resolves the function of a cleanup attribute.
func (a *analyzer) cleanup(o *tree.Object, at *attributes) {
	name := at.cleanup.SrcStr()
	sym := a.scope.lookup(name)
	if sym == nil || sym.kind != symFunction {
		a.fail(a.pos(at.cleanup), "attribute", "cleanup argument %q is not a function", name)
	}
	a.useFunction(sym.fn)
	o.Cleanup = sym.fn
	o.AddrTaken = true
}

// autoType declares an object of GNU's __auto_type.
func (a *analyzer) autoType(n *cc.Declaration) {
	name := n.Declarator.Name()
	done := false
	scope := a.scope
	defer func() {
		if !done {
			refuseName(scope, name)
		}
	}()
	pos := a.pos(n.Declarator.NameTok())
	if n.Initializer == nil || n.Initializer.Case != cc.InitializerExpr {
		a.fail(pos, "initializer", "__auto_type needs an expression as initializer")
	}
	x := a.rvalue(n.Initializer.AssignmentExpression)
	if x.Type().IsVoid() {
		a.fail(pos, "incomplete", "variable %q declared void", name)
	}
	var o *tree.Object
	if a.fn == nil {
		o = &tree.Object{Name: name, Type: x.Type(), Linkage: tree.External, Static: true, AddrTaken: true, Pos: pos}
		o.Init = scalarInit(o.Type, a.staticValue(x))
		a.linked[name] = &symbol{kind: symObject, name: name, pos: pos, obj: o}
		a.scope.declare(name, a.linked[name])
		a.list(o)
	} else {
		o = newLocal(name, x.Type(), pos)
		o.Init = scalarInit(o.Type, x)
		sym := &symbol{kind: symObject, name: name, pos: pos, obj: o}
		a.checkRedeclared(sym)
		a.scope.declare(name, sym)
		a.pre = append(a.pre, &tree.Decl{StmtNode: tree.StmtNode{P: pos}, Object: o})
	}
	done = true
}

// staticAssert evaluates a _Static_assert. Package load writes #pragma pack as one, and package openmp data sharing.
func (a *analyzer) staticAssert(n *cc.StaticAssertDeclaration) {
	if _, text := splitPrefix(n.Token4.SrcStr()); strings.HasPrefix(text, "#pragma pack") {
		a.pragmaPack(strings.TrimPrefix(text, "#pragma pack"))
		return
	}
	if _, text := splitPrefix(n.Token4.SrcStr()); strings.HasPrefix(text, openmpMark) {
		a.openmpDeclaration(strings.Fields(strings.TrimPrefix(text, openmpMark)), a.pos(n.Token))
		return
	}
	v := a.constValue(n.ConstantExpression)
	if v.IsZero() {
		_, text := splitPrefix(n.Token4.SrcStr())
		a.fail(a.pos(n.Token), "static-assert", "static assertion failed: %s", text)
	}
}

// finish completes the declarations that depend on the end of the unit.
func (a *analyzer) finish() {
	a.resolveAliases()
	for _, o := range a.unit.Objects {
		t := o.Type
		if o.Extern || t.IsComplete() {
			continue
		}
		if t.IsArray() && t.ArrayForm() == ctype.Incomplete && t.Elem().IsComplete() {
			a.warn(o.Pos, "incomplete", "array %q assumed to have one element", o.Name)
			o.Type = ctype.ArrayOf(t.Elem(), 1)
			continue
		}
		a.errorf(o.Pos, "incomplete", "storage size of %q is not known", o.Name)
	}
}
