package evalorder

import "slices"

import "github.com/heddle-mc/heddle/internal/front/tree"

// expressions calls value with every full expression of a statement, the calls of
// cleanups included, and init with every initialiser list.
func expressions(s tree.Stmt, value func(tree.Expr), init func(*tree.Init)) {
	visit := func(e tree.Expr) {
		if e != nil {
			value(e)
		}
	}
	again := func(s tree.Stmt) {
		if s != nil {
			expressions(s, value, init)
		}
	}
	switch s := s.(type) {
	case *tree.Block:
		for _, t := range s.Stmts {
			again(t)
		}
	case *tree.Decl:
		if s.Object.Static || s.Object.Extern {
			return // its initialiser is constant
		}
		visit(s.Object.VLASize)
		if f := s.Object.Cleanup; f != nil { // called where the scope ends
			visit(&tree.Call{Node: tree.Node{T: f.Type.Result(), P: s.P}, F: &tree.FuncRef{Func: f}})
		}
		if s.Object.Init != nil {
			init(s.Object.Init)
		}
	case *tree.ExprStmt:
		visit(s.X)
	case *tree.If:
		visit(s.C)
		again(s.Then)
		again(s.Else)
	case *tree.Loop:
		again(s.Init)
		visit(s.C)
		visit(s.Step)
		again(s.Body)
	case *tree.Switch:
		visit(s.X)
		again(s.Body)
	case *tree.Case:
		again(s.Stmt)
	case *tree.Labeled:
		again(s.Stmt)
	case *tree.GotoPtr:
		visit(s.X)
	case *tree.Return:
		visit(s.X)
	}
}

// isAtomicAccess reports whether an intrinsic atomically accesses the target of its first argument.
func isAtomicAccess(k tree.IntrinsicKind) bool {
	return k >= tree.AtomicLoad && k <= tree.AtomicCmpSwap
}

// holdsLabel reports whether e has a statement expression with a label in it, which
// cannot be lowered twice.
func holdsLabel(e tree.Expr) bool {
	if s, ok := e.(*tree.StmtExpr); ok {
		found := false
		for _, t := range s.Body.Stmts {
			found = found || stmtHoldsLabel(t)
		}
		return found || s.Value != nil && holdsLabel(s.Value)
	}
	return slices.ContainsFunc(tree.Operands(e), holdsLabel)
}

func stmtHoldsLabel(s tree.Stmt) bool {
	switch s := s.(type) {
	case nil:
		return false
	case *tree.Labeled:
		return true
	case *tree.Block:
		if slices.ContainsFunc(s.Stmts, stmtHoldsLabel) {
			return true
		}
	case *tree.If:
		return stmtHoldsLabel(s.Then) || stmtHoldsLabel(s.Else)
	case *tree.Loop:
		return stmtHoldsLabel(s.Body)
	case *tree.Switch:
		return stmtHoldsLabel(s.Body)
	case *tree.Case:
		return stmtHoldsLabel(s.Stmt)
	}
	found := false
	expressions(s, func(e tree.Expr) { found = found || holdsLabel(e) }, func(*tree.Init) {})
	return found
}
