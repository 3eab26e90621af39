package sema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/probe"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Probes: the analyzer adds every site that it visits to Options.Probes, and inserts the code that the
// list has for the site (package probe). Code is parsed as the value of a function of its own, and
// analysed in the scope of the site.

// site adds a site to the list and returns the code for it, analysed; nil: none.
func (a *analyzer) site(s probe.Site, value tree.Expr) tree.Expr {
	list := a.probes
	if list == nil || a.fn == nil || a.probing || a.unevaluated > 0 || a.constant || !s.Pos.IsValid() {
		return nil
	}
	s.Func, s.File = a.fn.fn.Name, a.unit.Files[s.Pos.File]
	if !s.Start.IsValid() {
		s.Start = s.Pos
	}
	if !s.Other.IsValid() {
		s.Other = s.Pos
	}
	if !s.End.IsValid() {
		s.End = s.Pos
	}
	if value != nil {
		s.Value = probeType(a.model, value.Type())
	}
	id, code, ok := list.Come(s)
	if !ok {
		return nil
	}
	x, err := a.code(code, s.Start, value)
	if err != "" {
		list.Fail(id, err)
		return nil
	}
	return x
}

// probeType describes the type of a value.
func probeType(m ir.DataModel, t *ctype.Type) probe.Type {
	if !t.IsInteger() || !t.IsComplete() {
		return probe.Type{}
	}
	return probe.Type{Int: true, Signed: t.IsSigned(), Bits: int(8 * t.Size(m))}
}

// code analyses the code of a site in the current scope. An error in the code is returned as a text,
// and is not a diagnostic of the program.
func (a *analyzer) code(c probe.Code, pos ir.Pos, value tree.Expr) (x tree.Expr, wrong string) {
	parsed := a.parseCode(c.Text)
	if parsed == nil {
		return nil, "this is no C expression"
	}
	diags, errors := len(a.diags), a.errors
	a.probing, a.at = true, pos
	a.openScope()
	defer func() {
		a.probing, a.at = false, ir.Pos{}
		if a.errors > errors {
			wrong = a.diags[len(a.diags)-1].Message
		}
		a.diags, a.errors = a.diags[:diags], errors
	}()
	if value != nil {
		a.declareValue(value, pos)
	}
	scope := a.scope
	refused := a.guard(func() {
		x = a.rvalue(parsed)
		if !x.Type().IsVoid() && !x.Type().IsScalar() {
			a.fail(pos, "scalar", "it has no scalar value")
		}
	})
	a.scope = scope
	a.closeScope()
	switch {
	case refused != nil:
		return nil, "unsupported: " + refused.construct
	case a.errors > errors:
		return nil, ""
	}
	if effect := a.effect(x); effect != "" {
		return nil, "it has a side effect: " + effect
	}
	if !c.Section {
		return x, ""
	}
	return a.section(x, pos), ""
}

// declareValue makes the value known by its name. Its object is a hidden one.
func (a *analyzer) declareValue(value tree.Expr, pos ir.Pos) {
	if load, ok := value.(*tree.Load); ok {
		if ref, ok := load.X.(*tree.Ref); ok {
			a.scope.declare(probe.Value, &symbol{kind: symObject, name: probe.Value, pos: pos, obj: ref.Object})
			return
		}
	}
	if c := asConst(value); c != nil && c.T.IsInteger() {
		a.scope.declare(probe.Value, &symbol{kind: symEnumerator, name: probe.Value, pos: pos, typ: c.T, val: int64(c.Lo)})
	}
}

// section puts an expression into an atomic section that synchronises nothing.
func (a *analyzer) section(x tree.Expr, pos ir.Pos) tree.Expr {
	node := tree.Node{T: voidType, P: pos}
	begin := &tree.Intrinsic{Node: node, Kind: tree.AtomicBegin, Text: tree.ModelSection}
	end := &tree.Intrinsic{Node: node, Kind: tree.AtomicEnd, Text: tree.ModelSection}
	return &tree.Comma{Node: node, X: &tree.Comma{Node: node, X: begin, Y: x}, Y: end}
}

// before makes an expression of a hook and a value.
func before(hook, x tree.Expr) tree.Expr {
	return &tree.Comma{Node: tree.Node{T: x.Type(), P: x.Pos()}, X: hook, Y: x}
}

// parseCode parses the text of an expression; nil: it is not an expression.
func (a *analyzer) parseCode(text string) cc.ExpressionNode {
	if !probe.IsWhole(text) {
		return nil
	}
	var types strings.Builder
	for _, word := range words(text) {
		if sym := a.scope.lookup(word); sym != nil && sym.kind == symTypedef {
			fmt.Fprintf(&types, "typedef int %s;\n", word)
		}
	}
	var ast *cc.AST
	if a.protect(func() (err error) {
		ast, err = cc.Parse(&cc.Config{ABI: a.abi}, []cc.Source{
			{Name: "<predefined>", Value: "int __predefined_declarator;\n"},
			{Name: "<probe>", Value: types.String() + "void __heddle_probe(void) { return (" + text + "); }\n"},
		})
		return err
	}) != nil {
		return nil
	}
	last := ast.TranslationUnit
	for last.TranslationUnit != nil {
		last = last.TranslationUnit
	}
	f := last.ExternalDeclaration.FunctionDefinition
	if f == nil {
		return nil
	}
	items := f.CompoundStatement.BlockItemList
	for items != nil && items.BlockItemList != nil {
		items = items.BlockItemList // cc puts a declaration of __func__ first
	}
	if items == nil || items.BlockItem.Statement == nil || items.BlockItem.Statement.JumpStatement == nil {
		return nil
	}
	return items.BlockItem.Statement.JumpStatement.ExpressionList
}

// protect turns a panic of the parser into an error.
func (a *analyzer) protect(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the parser failed: %v", r)
		}
	}()
	return f()
}

// words lists the identifiers of a text, each once.
func words(text string) (list []string) {
	isWord := func(r rune) bool {
		return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !isWord(r) }) {
		if (w[0] < '0' || w[0] > '9') && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// effect names a side effect of an expression, or returns the empty string. Calls of functions that
// the list declares are allowed: the author of the code is responsible for them.
func (a *analyzer) effect(x tree.Expr) string {
	switch x := x.(type) {
	case *tree.Assign:
		return "an assignment"
	case *tree.IncDec:
		return "an increment or decrement"
	case *tree.StmtExpr, *tree.CompoundLit:
		return "an object"
	case *tree.Intrinsic:
		return "a builtin function"
	case *tree.VaArg, *tree.VaStart, *tree.VaCopy:
		return "a variable argument"
	case *tree.Unsupported:
		return x.Construct
	case *tree.Call:
		f := directCallee(x)
		if f == nil || a.probes == nil || a.probes.Functions[f.Name] == "" {
			return "a call"
		}
	case *tree.Cond:
		if x.X == nil {
			return "an object"
		}
	}
	for _, y := range tree.Operands(x) {
		if s := a.effect(y); s != "" {
			return s
		}
	}
	return ""
}

// probeFunction returns a function that code may call; nil: none of that name.
func (a *analyzer) probeFunction(name string) *symbol {
	if !a.probing || a.probes.Functions[name] == "" {
		return nil
	}
	if sym := a.linked[name]; sym != nil {
		return sym
	}
	t, ok := a.declaredType(a.probes.Functions[name])
	if !ok {
		return nil
	}
	f := &tree.Function{Name: name, Type: t, Linkage: tree.External}
	sym := &symbol{kind: symFunction, name: name, fn: f}
	a.linked[name] = sym
	a.useFunction(f)
	return sym
}

// probedStmt puts the code of a statement's site before it.
func (a *analyzer) probedStmt(n *cc.Statement, analyse func() tree.Stmt) tree.Stmt {
	if a.probes == nil {
		return analyse()
	}
	first := a.nodePos(n)
	simple := n.Case == cc.StatementExpr || n.Case == cc.StatementJump
	hook := a.site(probe.Site{Kind: probe.Statement, Pos: first, End: a.endOf(n), Simple: simple}, nil)
	s := analyse()
	var after tree.Expr
	if n.Case == cc.StatementExpr {
		after = a.site(probe.Site{Kind: probe.After, Pos: first}, nil)
	}
	if hook == nil && after == nil {
		return s
	}
	return &tree.Block{StmtNode: tree.StmtNode{P: first}, Stmts: around(hook, []tree.Stmt{s}, after, first), End: a.endOf(n)}
}

// probedDeclaration puts the code of a declaration's site before it.
func (a *analyzer) probedDeclaration(n *cc.Declaration) []tree.Stmt {
	if a.probes == nil || n == nil || n.Case != cc.DeclarationDecl || n.InitDeclaratorList == nil {
		return a.localDeclaration(n)
	}
	if name := n.InitDeclaratorList.InitDeclarator; name != nil && name.Declarator != nil && name.Declarator.Name() == "__func__" {
		return a.localDeclaration(n) // cc's own
	}
	first := a.nodePos(n)
	hook := a.site(probe.Site{Kind: probe.Statement, Pos: first, End: a.pos(n.Token)}, nil)
	list := a.localDeclaration(n)
	return around(hook, list, a.site(probe.Site{Kind: probe.After, Pos: first}, nil), first)
}

// around puts code before and behind statements; nil: none.
func around(before tree.Expr, list []tree.Stmt, after tree.Expr, pos ir.Pos) []tree.Stmt {
	node := tree.StmtNode{P: pos}
	if before != nil {
		list = append([]tree.Stmt{&tree.ExprStmt{StmtNode: node, X: before}}, list...)
	}
	if after != nil {
		list = append(list, &tree.ExprStmt{StmtNode: node, X: after})
	}
	return list
}

// endOf returns the place of a statement's last token, as far as it is known.
func (a *analyzer) endOf(n *cc.Statement) ir.Pos {
	if n == nil {
		return ir.Pos{}
	}
	switch n.Case {
	case cc.StatementLabeled:
		return a.endOf(n.LabeledStatement.Statement)
	case cc.StatementCompound:
		return a.pos(n.CompoundStatement.Token2)
	case cc.StatementExpr:
		return a.pos(n.ExpressionStatement.Token)
	case cc.StatementSelection:
		if s := n.SelectionStatement; s.Case == cc.SelectionStatementIfElse {
			return a.endOf(s.Statement2)
		}
		return a.endOf(n.SelectionStatement.Statement)
	case cc.StatementIteration:
		if n.IterationStatement.Case == cc.IterationStatementDo {
			return a.pos(n.IterationStatement.Token5)
		}
		return a.endOf(n.IterationStatement.Statement)
	case cc.StatementJump:
		for _, t := range []cc.Token{n.JumpStatement.Token3, n.JumpStatement.Token2, n.JumpStatement.Token} {
			if p := a.pos(t); p.IsValid() {
				return p
			}
		}
	}
	return a.nodePos(n)
}

// probedCondition puts the code of a controlling expression behind it.
func (a *analyzer) probedCondition(x tree.Expr, pos ir.Pos, simple bool) tree.Expr {
	if a.probes == nil {
		return x
	}
	return a.probedValue(probe.Site{Kind: probe.Condition, Pos: pos, Simple: simple}, x)
}

// probedHead puts the code of a loop's head before its controlling expression.
func (a *analyzer) probedHead(s *tree.Loop) {
	if a.probes == nil {
		return
	}
	hook := a.site(probe.Site{Kind: probe.Head, Pos: s.P, Variables: a.integersInScope()}, nil)
	switch {
	case hook == nil:
	case s.C == nil:
		s.C = before(hook, a.intNode(1, intType, s.P))
	default:
		s.C = before(hook, s.C)
	}
}

// integersInScope lists the program's integers that have a name here, by scope and name.
func (a *analyzer) integersInScope() (list []probe.Variable) {
	hidden := make(map[string]bool)
	for s := a.scope; s != nil; s = s.parent {
		for _, name := range slices.Sorted(maps.Keys(s.names)) {
			sym := s.names[name]
			if hidden[name] || len(list) == probe.MaxVariables {
				continue
			}
			hidden[name] = true
			if sym.kind != symObject || sym.obj == nil || sym.obj.Type.IsVolatile() || strings.HasPrefix(a.unit.Files[sym.pos.File], "<") {
				continue
			}
			if t := probeType(a.model, sym.obj.Type); t.Int {
				list = append(list, probe.Variable{Name: name, Type: t})
			}
		}
	}
	return list
}

// probedCall puts the code of a call's sites around it.
func (a *analyzer) probedCall(n *cc.PostfixExpression, x tree.Expr) tree.Expr {
	call, ok := x.(*tree.Call)
	if a.probes == nil || !ok {
		return x
	}
	s := probe.Site{Kind: probe.Enter, Pos: a.pos(n.Token), Start: x.Pos(), Other: a.pos(n.Token2)}
	if f := directCallee(call); f != nil {
		s.Callee = f.Name
	}
	enter := a.site(s, nil)
	s.Kind, s.Pos, s.Other = probe.Return, s.Other, s.Pos
	x = a.probedValue(s, x)
	if enter != nil {
		x = before(enter, x)
	}
	return x
}

// probedValue puts code that may name a value behind the value.
func (a *analyzer) probedValue(s probe.Site, x tree.Expr) tree.Expr {
	scalar := x.Type().IsScalar()
	o := newLocal("", x.Type().Unqualified(), x.Pos())
	var value tree.Expr
	switch {
	case !scalar:
	case asConst(x) != nil:
		value = x
	default:
		value = a.loadObject(o, x.Pos())
	}
	hook := a.site(s, value)
	if hook == nil {
		return x
	}
	node := tree.Node{T: x.Type(), P: x.Pos()}
	switch {
	case x.Type().IsVoid():
		return &tree.Comma{Node: node, X: x, Y: hook}
	case !scalar:
		return x // a structure: code cannot be behind it
	case asConst(x) != nil:
		return before(hook, x)
	}
	o.Init = scalarInit(o.Type, x)
	place := tree.StmtNode{P: x.Pos()}
	return &tree.StmtExpr{Node: node, Value: value, Body: &tree.Block{StmtNode: place, End: x.Pos(), Stmts: []tree.Stmt{
		&tree.Decl{StmtNode: place, Object: o}, &tree.ExprStmt{StmtNode: place, X: hook},
	}}}
}
