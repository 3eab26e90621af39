package sema

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// nestedFunction analyses the definition of a nested function (GNU), and returns the statements that follow it.
func (a *analyzer) nestedFunction(n *cc.BlockItem) []tree.Stmt {
	t := a.functionDefinition(&cc.FunctionDefinition{
		DeclarationSpecifiers: n.DeclarationSpecifiers, Declarator: n.Declarator, CompoundStatement: n.CompoundStatement,
	})
	return a.taskCopies(t)
}

// declareNested declares a nested function in the current block: by its definition, or before it by auto.
func (a *analyzer) declareNested(d *declared, at *attributes) *tree.Function {
	pos := a.pos(d.tok)
	if at.alias != "" || at.constructor || at.destructor {
		a.fail(pos, "unsupported", "unsupported construct: nested function %q with attribute alias, constructor or destructor", d.name)
	}
	sym := a.scope.names[d.name]
	if sym == nil {
		parent := a.fn.fn
		parent.Nested = true
		f := &tree.Function{Name: parent.Name + "." + d.name, Type: d.typ, Linkage: tree.Internal, Parent: parent, Pos: pos}
		if a.nested[f.Name]++; a.nested[f.Name] > 1 {
			f.Name += fmt.Sprintf(".%d", a.nested[f.Name])
		}
		sym = &symbol{kind: symFunction, name: d.name, pos: pos, fn: f}
		a.scope.declare(d.name, sym)
	}
	switch f := sym.fn; {
	case sym.kind != symFunction || f.Parent != a.fn.fn:
		a.fail(pos, "redefinition", "%q redeclared as different kind of symbol", d.name)
	case !ctype.Compatible(f.Type, d.typ):
		a.fail(pos, "conflict", "conflicting types for %q: %q and %q", d.name, f.Type.String(), d.typ.String())
	default:
		f.Type = ctype.Composite(f.Type, d.typ)
		f.NoReturn = f.NoReturn || at.noReturn
	}
	return sym.fn
}

// capture notes that the current function uses an object, which may belong to a function around it.
func (a *analyzer) capture(o *tree.Object) {
	owner := a.owners[o]
	if owner == nil || owner == a.fn || a.unevaluated > 0 {
		return
	}
	if o.AddrTaken = true; !slices.Contains(owner.fn.Captured, o) {
		owner.fn.Captured = append(owner.fn.Captured, o)
	}
}

// noteFunctionAddress notes that the address of a function is used.
func (a *analyzer) noteFunctionAddress(f *tree.Function) {
	if p := f.Parent; p != nil && a.unevaluated == 0 && !slices.Contains(p.Trampolines, f) {
		p.Trampolines = append(p.Trampolines, f)
	}
}

// openLabel is the library's function whose calls package link takes for the beginning of a function with a label to
// which nested functions jump, and for that label.
const openLabel = "__sigsetjmp_cancel"

// leaveNested makes a goto out of a nested function: longjmp to an object of the function with the label.
func (a *analyzer) leaveNested(l *label, pos ir.Pos) tree.Stmt {
	if l.env == nil {
		l.env = newLocal("", ctype.ArrayOf(ullongType, 4), pos)
		a.owners[l.env] = l.fn
		l.fn.targets = append(l.fn.targets, l)
	}
	x := a.callNamed("longjmp", []tree.Expr{a.load(a.ref(l.env, pos)), a.intNode(1, intType, pos)}, pos)
	return &tree.ExprStmt{StmtNode: tree.StmtNode{P: pos}, X: x}
}

// openTargets prepares the labels of a function to which nested functions jump: for the n-th one, the body begins with
//
//	if (__sigsetjmp_cancel(env, n)) goto label;
//
// which is 0, and the label has a call with a null pointer. Package link connects them.
func (a *analyzer) openTargets(body *tree.Block) {
	var first []tree.Stmt
	for i, l := range a.fn.targets {
		node := tree.StmtNode{P: body.P}
		open := func(env tree.Expr) tree.Expr {
			return a.callNamed(openLabel, []tree.Expr{env, a.intNode(int64(i+1), intType, node.P)}, node.P)
		}
		env := a.load(a.ref(l.env, node.P))
		first = append(first, &tree.Decl{StmtNode: node, Object: l.env},
			&tree.If{StmtNode: node, C: open(env), Then: &tree.Goto{StmtNode: node, Label: l.tree}})
		if l.stmt != nil {
			here := &tree.ExprStmt{StmtNode: l.stmt.StmtNode, X: open(a.intNode(0, voidPtr, l.stmt.P))}
			l.stmt.Stmt = &tree.Block{StmtNode: l.stmt.StmtNode, Stmts: []tree.Stmt{here, l.stmt.Stmt}, End: l.stmt.P}
		}
	}
	body.Stmts = append(first, body.Stmts...)
}
