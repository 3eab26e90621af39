package sema

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// bitIntWidth returns the width of _BitInt(width), which a macro of the prelude writes as typeof of a call; nil: another type.
func bitIntWidth(n cc.ExpressionNode) cc.ExpressionNode {
	call, ok := n.(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall || call.ArgumentExpressionList == nil {
		return nil
	}
	if p, ok := call.PostfixExpression.(*cc.PrimaryExpression); !ok || p.Token.SrcStr() != "__heddle_bitint" {
		return nil
	}
	return call.ArgumentExpressionList.AssignmentExpression
}

// widestBitInt returns the largest width of _BitInt that is supported.
func (a *analyzer) widestBitInt() int64 {
	if a.model == ir.ILP32 {
		return 64
	}
	return 128
}

// bitInt returns the type _BitInt(N) or unsigned _BitInt(N) (C23 6.7.3).
func (a *analyzer) bitInt(b *baseType, pos ir.Pos) *ctype.Type {
	least := int64(2)
	if b.unsigned > 0 {
		least = 1
	}
	switch others := b.void + b.char + b.boolean + b.double + b.short + b.integer + b.long + b.float + b.float128 + b.int128 + b.uint128 + b.complex; {
	case others > 0 || b.bitInt > 1 || b.signed > 0 && b.unsigned > 0:
		a.fail(pos, "specifier", "invalid combination of type specifiers")
	case b.bits < least:
		a.fail(pos, "specifier", "_BitInt has a width of %d, expected at least %d", b.bits, least)
	case b.bits > a.widestBitInt():
		a.refuse(pos, fmt.Sprintf("_BitInt wider than %d bits", a.widestBitInt()))
	}
	return ctype.BitIntOf(int(b.bits), b.unsigned == 0)
}

// bitIntConstant makes a constant with the suffix wb or uwb: of the narrowest type that holds it (C23 6.4.4.1).
func (a *analyzer) bitIntConstant(l *intLiteral, pos ir.Pos) *tree.Const {
	n := max(int(l.Len()), 1)
	if !l.unsigned {
		n++
	}
	if int64(n) > a.widestBitInt() {
		a.refuse(pos, fmt.Sprintf("_BitInt wider than %d bits", a.widestBitInt()))
	}
	return a.constNode(ctype.WideConst(a.model, ctype.BitIntOf(n, !l.unsigned), l.Word), pos)
}
