package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/tree"
)

// block analyses a compound statement in a scope of its own.
func (a *analyzer) block(n *cc.CompoundStatement) *tree.Block {
	a.openScope()
	defer a.closeScope()
	return a.blockItems(n)
}

// blockItems analyses the items of a compound statement in the current scope.
func (a *analyzer) blockItems(n *cc.CompoundStatement) *tree.Block {
	b := &tree.Block{StmtNode: a.stmtNode(n.Token), End: a.pos(n.Token2)}
	outer := a.pre
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		a.pre = nil
		var stmts []tree.Stmt
		if r := a.guard(func() { stmts = a.blockItem(l.BlockItem) }); r != nil {
			stmts = append(stmts, a.refusedStmt(r))
		}
		b.Stmts = append(b.Stmts, a.pre...)
		b.Stmts = append(b.Stmts, stmts...)
	}
	a.pre = outer
	return b
}

func (a *analyzer) blockItem(n *cc.BlockItem) []tree.Stmt {
	switch n.Case {
	case cc.BlockItemDecl:
		return a.probedDeclaration(n.Declaration)
	case cc.BlockItemLabel:
		for l := n.LabelDeclaration.IdentifierList; l != nil; l = l.IdentifierList {
			a.declareLocalLabel(l.Token2)
		}
		return nil
	case cc.BlockItemStmt:
		return []tree.Stmt{a.stmt(n.Statement)}
	case cc.BlockItemFuncDef:
		return a.nestedFunction(n)
	}
	a.fail(a.nodePos(n), "syntax", "unsupported block item")
	return nil
}

func (a *analyzer) stmtNode(t cc.Token) tree.StmtNode { return tree.StmtNode{P: a.pos(t)} }

// refusedStmt is the statement that stands for a refused one.
func (a *analyzer) refusedStmt(r *refusal) tree.Stmt {
	x := &tree.Unsupported{Node: tree.Node{T: voidType, P: r.pos}, Construct: r.construct}
	return &tree.ExprStmt{StmtNode: tree.StmtNode{P: r.pos}, X: x}
}

// body analyses a statement that is the body of a selection or iteration: a
// scope of its own, with the hidden objects that it needs.
func (a *analyzer) body(n *cc.Statement) tree.Stmt {
	a.openScope()
	defer a.closeScope()
	outer := a.pre
	a.pre = nil
	var s tree.Stmt
	if r := a.guard(func() { s = a.stmt(n) }); r != nil {
		s = a.refusedStmt(r)
	}
	if s == nil {
		s = &tree.Empty{}
	}
	if len(a.pre) > 0 {
		s = &tree.Block{StmtNode: tree.StmtNode{P: s.Pos()}, Stmts: append(a.pre, s), End: s.Pos()}
	}
	a.pre = outer
	return s
}

// stmt analyses a statement in the current scope.
func (a *analyzer) stmt(n *cc.Statement) tree.Stmt {
	if n == nil {
		return &tree.Empty{}
	}
	switch n.Case {
	case cc.StatementLabeled:
		return a.labeled(n.LabeledStatement)
	case cc.StatementCompound:
		return a.block(n.CompoundStatement)
	case cc.StatementExpr:
		return a.probedStmt(n, func() tree.Stmt { return a.exprStmt(n.ExpressionStatement) })
	case cc.StatementSelection:
		return a.probedStmt(n, func() tree.Stmt { return a.selection(n.SelectionStatement) })
	case cc.StatementIteration:
		return a.probedStmt(n, func() tree.Stmt { return a.iteration(n.IterationStatement) })
	case cc.StatementJump:
		return a.probedStmt(n, func() tree.Stmt { return a.jump(n.JumpStatement) })
	case cc.StatementAsm:
		return a.asmStmt(n.AsmStatement.Asm)
	}
	a.fail(a.nodePos(n), "syntax", "unsupported statement")
	return nil
}

func (a *analyzer) exprStmt(n *cc.ExpressionStatement) tree.Stmt {
	if isNilExpr(n.ExpressionList) {
		return &tree.Empty{StmtNode: a.stmtNode(n.Token)}
	}
	p := a.nodePos(n.ExpressionList)
	return &tree.ExprStmt{StmtNode: tree.StmtNode{P: p}, X: a.rvalue(n.ExpressionList)}
}

func (a *analyzer) selection(n *cc.SelectionStatement) tree.Stmt {
	a.openScope()
	defer a.closeScope()
	switch n.Case {
	case cc.SelectionStatementIf, cc.SelectionStatementIfElse:
		s := &tree.If{StmtNode: a.stmtNode(n.Token)}
		s.C = a.probedCondition(a.condition(n.ExpressionList), s.P, true)
		s.Then = a.body(n.Statement)
		if n.Case == cc.SelectionStatementIfElse {
			s.Else = a.body(n.Statement2)
		}
		return s
	case cc.SelectionStatementSwitch:
		return a.switchStmt(n)
	}
	a.fail(a.pos(n.Token), "syntax", "unsupported selection statement")
	return nil
}

func (a *analyzer) iteration(n *cc.IterationStatement) tree.Stmt {
	a.openScope()
	defer a.closeScope()
	s := &tree.Loop{StmtNode: a.stmtNode(n.Token)}
	loopBody := func() {
		f := a.fn
		f.loops++
		f.breaks++
		s.Body = a.body(n.Statement)
		f.loops--
		f.breaks--
	}
	switch n.Case {
	case cc.IterationStatementWhile:
		s.C = a.probedCondition(a.condition(n.ExpressionList), s.P, true)
		a.probedHead(s)
		loopBody()
		return s
	case cc.IterationStatementDo:
		s.After = true
		loopBody()
		s.C = a.probedCondition(a.condition(n.ExpressionList), s.P, true)
		a.probedHead(s)
		return s
	case cc.IterationStatementFor:
		if !isNilExpr(n.ExpressionList) {
			p := a.nodePos(n.ExpressionList)
			s.Init = &tree.ExprStmt{StmtNode: tree.StmtNode{P: p}, X: a.rvalue(n.ExpressionList)}
		}
		a.forClauses(s, n.ExpressionList2, n.ExpressionList3)
		loopBody()
		return s
	case cc.IterationStatementForDecl:
		outer := a.pre
		a.pre = nil
		decls := a.localDeclaration(n.Declaration)
		decls = append(a.pre, decls...)
		a.pre = outer
		a.forClauses(s, n.ExpressionList, n.ExpressionList2)
		loopBody()
		return &tree.Block{StmtNode: s.StmtNode, Stmts: append(decls, s), End: s.Body.Pos()}
	}
	a.fail(a.pos(n.Token), "syntax", "unsupported iteration statement")
	return nil
}

func (a *analyzer) forClauses(s *tree.Loop, test, step cc.ExpressionNode) {
	if !isNilExpr(test) {
		s.C = a.probedCondition(a.condition(test), s.P, true)
	}
	a.probedHead(s)
	if !isNilExpr(step) {
		s.Step = a.rvalue(step)
	}
}

func (a *analyzer) jump(n *cc.JumpStatement) tree.Stmt {
	node := a.stmtNode(n.Token)
	switch n.Case {
	case cc.JumpStatementGoto:
		l := a.useLabel(n.Token2)
		if l.fn != a.fn {
			return a.leaveNested(l, node.P)
		}
		a.fn.gotos = append(a.fn.gotos, gotoState{label: l, fences: a.scope.fences, pos: node.P})
		return &tree.Goto{StmtNode: node, Label: l.tree}
	case cc.JumpStatementGotoExpr:
		x := a.rvalue(n.ExpressionList)
		return &tree.GotoPtr{StmtNode: node, X: a.convert(x, voidPtr, false)}
	case cc.JumpStatementContinue:
		if a.fn.loops == 0 {
			a.fail(node.P, "jump", "continue statement not within a loop")
		}
		return &tree.Continue{StmtNode: node}
	case cc.JumpStatementBreak:
		if a.fn.breaks == 0 {
			a.fail(node.P, "jump", "break statement not within loop or switch")
		}
		return &tree.Break{StmtNode: node}
	case cc.JumpStatementReturn:
		return a.returnStmt(n, node)
	}
	a.fail(node.P, "syntax", "unsupported jump statement")
	return nil
}

// returnStmt converts the value to the result type. A value in a void function
// is evaluated and dropped; a missing value stays missing, as in C89.
func (a *analyzer) returnStmt(n *cc.JumpStatement, node tree.StmtNode) tree.Stmt {
	result := a.fn.result
	if isNilExpr(n.ExpressionList) {
		if !result.IsVoid() {
			a.warn(node.P, "return", "return without a value in a function returning %s", result)
		}
		return &tree.Return{StmtNode: node}
	}
	x := a.rvalue(n.ExpressionList)
	if result.IsVoid() {
		if !x.Type().IsVoid() {
			a.warn(x.Pos(), "return", "return with a value in a function returning void")
		}
		eval := &tree.ExprStmt{StmtNode: node, X: x}
		return &tree.Block{StmtNode: node, Stmts: []tree.Stmt{eval, &tree.Return{StmtNode: node}}, End: node.P}
	}
	return &tree.Return{StmtNode: node, X: a.assignConvert(x, result, "return")}
}
