package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// asConst returns x if it is a constant, else nil.
func asConst(x tree.Expr) *tree.Const {
	c, _ := x.(*tree.Const)
	return c
}

// value returns the value of a constant node.
func (a *analyzer) value(c *tree.Const) ctype.Const {
	if c.T.IsFloating() {
		return ctype.FloatConst(c.T, c.Float)
	}
	return ctype.WideConst(a.model, c.T, c.Word)
}

// constNode makes a constant node.
func (a *analyzer) constNode(v ctype.Const, pos ir.Pos) *tree.Const {
	c := &tree.Const{Node: tree.Node{T: v.Type, P: pos}}
	if v.Type.IsFloating() {
		c.Float = v.Float
	} else {
		c.Word = v.Bits(a.model)
	}
	return c
}

// intNode makes an integer constant node.
func (a *analyzer) intNode(v int64, t *ctype.Type, pos ir.Pos) *tree.Const {
	return a.constNode(ctype.IntConst(a.model, t, v), pos)
}

// isNull reports whether x is a null pointer constant (C11 6.3.2.3).
func isNull(x tree.Expr) bool {
	c := asConst(x)
	if c == nil || !c.IsZero() {
		return false
	}
	t := c.T
	return t.IsInteger() || t.IsPointer() && t.Elem().IsVoid() && t.Elem().Qual() == 0
}

// constExpr analyses an expression in a constant context: everything that can
// be folded is. The result is not a *tree.Const if the expression is not constant.
func (a *analyzer) constExpr(n cc.ExpressionNode) tree.Expr {
	saved := a.constant
	a.constant = true
	defer func() { a.constant = saved }()
	return a.rvalue(n)
}

// constValue evaluates an integer constant expression.
func (a *analyzer) constValue(n cc.ExpressionNode) ctype.Const {
	x := a.constExpr(n)
	c := asConst(x)
	if c == nil || !c.T.IsInteger() {
		a.fail(x.Pos(), "constant", "expression is not an integer constant")
	}
	return a.value(c)
}

// constInt evaluates an integer constant expression that must fit 64 bits.
func (a *analyzer) constInt(n cc.ExpressionNode) int64 {
	v := a.constValue(n)
	i, ok := v.Int64()
	if !ok {
		a.fail(a.nodePos(n), "constant", "integer constant is out of range")
	}
	return i
}

// arithmeticOps maps the tree's operators to the operators of ctype.
var arithmeticOps = map[tree.BinaryOp]ctype.BinaryOp{
	tree.Add: ctype.OpAdd, tree.Sub: ctype.OpSub, tree.Mul: ctype.OpMul, tree.Div: ctype.OpDiv,
	tree.Rem: ctype.OpRem, tree.And: ctype.OpAnd, tree.Or: ctype.OpOr, tree.Xor: ctype.OpXor,
	tree.Shl: ctype.OpShl, tree.Shr: ctype.OpShr,
}

func isComparison(op tree.BinaryOp) bool { return op >= tree.Eq }

// foldBinary computes x op y; nil if it must happen at run time.
func (a *analyzer) foldBinary(op tree.BinaryOp, x, y *tree.Const, pos ir.Pos) *tree.Const {
	v, w := a.value(x), a.value(y)
	if isComparison(op) {
		return a.intNode(compare(op, v, w), intType, pos)
	}
	r, flaw := ctype.Binary(a.model, arithmeticOps[op], v, w)
	if !a.acceptFlaw(flaw, pos) {
		return nil
	}
	return a.constNode(r, pos)
}

// acceptFlaw decides whether an operation with a flaw is folded.
func (a *analyzer) acceptFlaw(flaw ctype.Flaw, pos ir.Pos) bool {
	switch {
	case flaw == ctype.NoFlaw:
		return true
	case !a.constant || flaw == ctype.DivByZero:
		return false
	}
	if flaw != ctype.LostBits { // gcc folds it without a warning
		a.warn(pos, "constant-overflow", "%s in constant expression", flaw)
	}
	return true
}

func compare(op tree.BinaryOp, v, w ctype.Const) int64 {
	order, ordered := ctype.Compare(v, w)
	holds := false
	switch op {
	case tree.Eq:
		holds = ordered && order == 0
	case tree.Ne:
		holds = !ordered || order != 0
	case tree.Lt:
		holds = ordered && order < 0
	case tree.Le:
		holds = ordered && order <= 0
	case tree.Gt:
		holds = ordered && order > 0
	case tree.Ge:
		holds = ordered && order >= 0
	}
	if holds {
		return 1
	}
	return 0
}

// binary makes an operation on two operands that have their common type
// already; t is the type of the result.
func (a *analyzer) binary(op tree.BinaryOp, x, y tree.Expr, t *ctype.Type, pos ir.Pos) tree.Expr {
	if c, d := asConst(x), asConst(y); c != nil && d != nil {
		if r := a.foldBinary(op, c, d, pos); r != nil {
			return r
		}
	}
	return &tree.Binary{Node: tree.Node{T: t, P: pos}, Op: op, X: x, Y: y}
}
