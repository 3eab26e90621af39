package sema

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/cfront/tree"
	"github.com/heddle-mc/heddle/internal/ir"
)

// asmStmt gives a meaning to the few forms of inline asm that have one here: an
// empty template is a compiler barrier, which changes nothing; a fence
// instruction is a sequentially consistent fence; a pause does nothing.
func (a *analyzer) asmStmt(n *cc.Asm) tree.Stmt {
	node := a.stmtNode(n.Token)
	_, body := splitPrefix(n.Token3.SrcStr())
	switch classifyAsm(body) {
	case asmNothing:
		if asmOutputs(n) {
			a.refuse(node.P, "inline asm")
		}
		return &tree.Empty{StmtNode: node}
	case asmFence:
		order := a.intNode(int64(ir.SeqCst), intType, node.P)
		fence := &tree.Intrinsic{Node: tree.Node{T: voidType, P: node.P}, Kind: tree.Fence, Args: []tree.Expr{order}}
		return &tree.ExprStmt{StmtNode: node, X: fence}
	}
	a.refuse(node.P, "inline asm")
	return nil
}

// asmLabel returns the name that a declaration has for the linker.
func asmLabel(n *cc.Asm) string {
	_, body := splitPrefix(n.Token3.SrcStr())
	return strings.Trim(body, `"`)
}

type asmKind uint8

const (
	asmOther asmKind = iota
	asmNothing
	asmFence
)

// classifyAsm recognises a template by its instructions, without prefixes,
// separators and blanks.
func classifyAsm(template string) asmKind {
	t := strings.ToLower(template)
	for _, sep := range []string{`\n`, `\t`, ";"} {
		t = strings.ReplaceAll(t, sep, " ")
	}
	words := strings.Fields(t)
	if len(words) == 0 {
		return asmNothing
	}
	switch strings.Join(words, " ") {
	case "pause", "rep nop", "nop":
		return asmNothing
	case "mfence", "lfence", "sfence", "dmb ish", "sync":
		return asmFence
	}
	if words[0] == "lock" && len(words) >= 2 {
		switch strings.TrimRight(words[1], "lqbw") {
		case "add", "or":
			rest := strings.Join(words[2:], "")
			if strings.HasPrefix(rest, "$0,") || strings.HasPrefix(rest, "$0x0,") {
				return asmFence
			}
		}
	}
	return asmOther
}

// asmOutputs reports whether the statement writes operands other than by
// leaving them as they are ("+r").
func asmOutputs(n *cc.Asm) bool {
	if n.AsmArgList == nil {
		return false
	}
	for l := n.AsmArgList.AsmExpressionList; l != nil; l = l.AsmExpressionList {
		if !readWriteOperand(l.AssignmentExpression) {
			return true
		}
	}
	return false
}

// readWriteOperand reports whether an output operand, parsed as a call of its
// constraint string, is read as well: "+r" (x).
func readWriteOperand(n cc.ExpressionNode) bool {
	call, ok := n.(*cc.PostfixExpression)
	if !ok || call == nil || call.Case != cc.PostfixExpressionCall {
		return false
	}
	p, ok := call.PostfixExpression.(*cc.PrimaryExpression)
	if !ok || p == nil || p.Case != cc.PrimaryExpressionString {
		return false
	}
	_, constraint := splitPrefix(p.Token.SrcStr())
	return strings.HasPrefix(constraint, "+")
}
