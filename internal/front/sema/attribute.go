package sema

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/known"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// attributes are the GNU attributes of one declaration or type that change its
// meaning here. Package known has the treatment of the others.
type attributes struct {
	packed      bool
	align       int64 // largest aligned(n); 0: none
	cleanup     cc.Token
	hasCleanup  bool
	noReturn    bool
	constructor bool
	destructor  bool
	priority    int64 // of a constructor
	endPriority int64 // of a destructor
	weak        bool
	mode        string // the argument of mode(...), underscores trimmed
	transparent bool   // transparent_union
	vector      int64  // vector_size(n), in bytes; 0: none
	vectorAt    cc.Token
	role        ir.Role
	alias       string // the name of the definition that this one shares
	aliasAt     cc.Token
	gnuInline   bool
	refused     string // an attribute that changes the meaning in a way we do not follow
	refusedAt   cc.Token
}

// lastPriority is the priority of a constructor or destructor without an explicit one (gcc).
const lastPriority = 65535

// maxAlign is the alignment in bytes of a bare aligned attribute on x86.
const maxAlign = 16

// collect adds the attributes of a specifier list.
func (a *analyzer) collect(at *attributes, l *cc.AttributeSpecifierList) {
	for ; l != nil; l = l.AttributeSpecifierList {
		if l.AttributeSpecifier == nil {
			continue
		}
		for vl := l.AttributeSpecifier.AttributeValueList; vl != nil; vl = vl.AttributeValueList {
			if vl.AttributeValue != nil {
				a.attribute(at, vl.AttributeValue)
			}
		}
	}
}

func (a *analyzer) attribute(at *attributes, v *cc.AttributeValue) {
	name := strings.Trim(v.Token.SrcStr(), "_")
	var arg cc.ExpressionNode
	if v.Case == cc.AttributeValueExpr && v.ArgumentExpressionList != nil {
		arg = v.ArgumentExpressionList.AssignmentExpression
	}
	switch name {
	case "packed":
		at.packed = true
	case "aligned":
		n := int64(maxAlign)
		if arg != nil {
			n = a.constInt(arg)
		}
		if n <= 0 || n&(n-1) != 0 {
			a.fail(a.pos(v.Token), "alignment", "requested alignment is not a positive power of two")
		}
		at.align = max(at.align, n)
	case "cleanup":
		if p, ok := arg.(*cc.PrimaryExpression); ok && p != nil && p.Case == cc.PrimaryExpressionIdent {
			at.cleanup, at.hasCleanup = p.Token, true
		}
	case "noreturn":
		at.noReturn = true
	case "constructor":
		at.constructor, at.priority = true, a.priority(arg)
	case "destructor":
		at.destructor, at.endPriority = true, a.priority(arg)
	case "vector_size":
		if arg != nil {
			at.vector, at.vectorAt = a.constInt(arg), v.Token
			if at.vector <= 0 {
				a.fail(a.pos(v.Token), "vector", "the size of a vector is not positive")
			}
		}
	case "heddle_role":
		var words [2]string
		for l, i := v.ArgumentExpressionList, 0; l != nil && i < 2; l, i = l.ArgumentExpressionList, i+1 {
			if p, ok := l.AssignmentExpression.(*cc.PrimaryExpression); ok {
				words[i], _ = strconv.Unquote(p.Token.SrcStr())
			}
		}
		role, ok := ir.ParseRole(words[0], words[1])
		if !ok || !a.library && !role.IsHint() {
			a.fail(a.pos(v.Token), "attribute", "a function cannot have the role %q of a %q", words[0], words[1])
		}
		at.role = role
	case "alias":
		if p, ok := arg.(*cc.PrimaryExpression); ok && p != nil && p.Case == cc.PrimaryExpressionString {
			_, at.alias = splitPrefix(p.Token.SrcStr())
			at.aliasAt = v.Token
		}
	case "gnu_inline":
		at.gnuInline = true
	case "weak":
		at.weak = true
	case "mode":
		if p, ok := arg.(*cc.PrimaryExpression); ok && p != nil && p.Case == cc.PrimaryExpressionIdent {
			at.mode = strings.Trim(p.Token.SrcStr(), "_")
		}
	case "transparent_union":
		at.transparent = true
	default:
		switch t, _ := known.Of(known.Attribute, name); t {
		case known.Refused:
			at.refused, at.refusedAt = "attribute "+name, v.Token
		case known.Noted:
			a.warn(a.pos(v.Token), "attribute", "attribute %s is ignored", name)
		}
	}
}

// checkRefused reports an attribute that has no meaning here.
func (a *analyzer) checkRefused(at *attributes) {
	if at.refused != "" {
		a.fail(a.pos(at.refusedAt), "unsupported", "unsupported construct: %s", at.refused)
	}
}

// priority returns the priority of a constructor or destructor.
func (a *analyzer) priority(arg cc.ExpressionNode) int64 {
	if arg == nil {
		return lastPriority
	}
	return a.constInt(arg)
}
