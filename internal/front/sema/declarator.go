package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// declared holds the name, type and parameter list of a declarator.
type declared struct {
	name string
	tok  cc.Token
	typ  *ctype.Type
	// fn is the innermost function declarator. A function definition takes its parameters from it.
	fn     *cc.DirectDeclarator
	params []*tree.Object // of fn, when it is a prototype
	scope  *scope         // where they are declared
	// quals are those inside the brackets of an array parameter.
	quals ctype.Qual
}

// declarator applies a declarator to its base type.
func (a *analyzer) declarator(n *cc.Declarator, base *ctype.Type, at *attributes) *declared {
	d := &declared{}
	if n == nil {
		d.typ = base
		return d
	}
	a.applyDeclarator(d, n, base, at)
	return d
}

func (a *analyzer) applyDeclarator(d *declared, n *cc.Declarator, t *ctype.Type, at *attributes) {
	t = a.pointers(n.Pointer, t, at)
	a.applyDirect(d, n.DirectDeclarator, t, at)
}

// pointers applies a list of * with their qualifiers.
func (a *analyzer) pointers(p *cc.Pointer, t *ctype.Type, at *attributes) *ctype.Type {
	for ; p != nil; p = p.Pointer {
		if p.Case == cc.PointerBlock {
			a.fail(a.pos(p.Token), "unsupported", "unsupported construct: block pointer")
		}
		t = ctype.PointerTo(t).Qualified(a.qualifiers(p.TypeQualifiers, at))
	}
	return t
}

func (a *analyzer) qualifiers(n *cc.TypeQualifiers, at *attributes) ctype.Qual {
	q := ctype.NoQual
	for ; n != nil; n = n.TypeQualifiers {
		if n.TypeQualifier != nil {
			q |= a.qualifier(n.TypeQualifier, at)
		}
	}
	return q
}

// applyDirect works from the outside in: the last suffix applies first.
func (a *analyzer) applyDirect(d *declared, n *cc.DirectDeclarator, t *ctype.Type, at *attributes) {
	for n != nil {
		switch n.Case {
		case cc.DirectDeclaratorIdent:
			d.name, d.tok, d.typ = n.Token.SrcStr(), n.Token, t
			return
		case cc.DirectDeclaratorDecl:
			a.applyDeclarator(d, n.Declarator, t, at)
			return
		case cc.DirectDeclaratorArr, cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic, cc.DirectDeclaratorStar:
			d.fn = nil
			d.quals = a.qualifiers(n.TypeQualifiers, at)
			t = a.arrayOf(t, n.AssignmentExpression, n.Case == cc.DirectDeclaratorStar, n.Token)
		case cc.DirectDeclaratorFuncParam:
			t = a.functionType(d, t, n.ParameterTypeList, n.Token)
			d.fn = n
		case cc.DirectDeclaratorFuncIdent:
			a.checkResult(t, a.pos(n.Token))
			t = ctype.FuncOf(t, ctype.Signature{OldStyle: true})
			d.fn = n
		default:
			a.fail(a.pos(n.Token), "syntax", "unsupported declarator")
		}
		n = n.DirectDeclarator
	}
	d.typ = t
}

// abstractDeclarator applies a declarator without name.
func (a *analyzer) abstractDeclarator(n *cc.AbstractDeclarator, t *ctype.Type) *ctype.Type {
	if n == nil {
		return t
	}
	var at attributes
	t = a.pointers(n.Pointer, t, &at)
	for d := n.DirectAbstractDeclarator; d != nil; d = d.DirectAbstractDeclarator {
		switch d.Case {
		case cc.DirectAbstractDeclaratorDecl:
			// The declarator after the parenthesis was applied already: d is innermost.
			t = a.abstractDeclarator(d.AbstractDeclarator, t)
		case cc.DirectAbstractDeclaratorArr, cc.DirectAbstractDeclaratorStaticArr, cc.DirectAbstractDeclaratorArrStatic, cc.DirectAbstractDeclaratorArrStar:
			t = a.arrayOf(t, d.AssignmentExpression, d.Case == cc.DirectAbstractDeclaratorArrStar, d.Token)
		case cc.DirectAbstractDeclaratorFunc:
			t = a.functionType(&declared{}, t, d.ParameterTypeList, d.Token)
		default:
			a.fail(a.pos(d.Token), "syntax", "unsupported abstract declarator")
		}
	}
	return t
}

// arrayOf makes an array type. A length other than an integer constant expression makes a
// variable-length array, where one is allowed.
func (a *analyzer) arrayOf(elem *ctype.Type, length cc.ExpressionNode, star bool, tok cc.Token) *ctype.Type {
	pos := a.pos(tok)
	if elem.IsFunc() {
		a.fail(pos, "array", "declaration of an array of functions")
	}
	if !elem.IsComplete() && !(elem.IsArray() && elem.ArrayForm() == ctype.Star) {
		a.fail(pos, "incomplete", "array type has incomplete element type %q", elem.String())
	}
	if star {
		return ctype.VLA(elem, nil)
	}
	if isNilExpr(length) {
		return ctype.IncompleteArray(elem)
	}
	x := a.constExpr(length)
	if !x.Type().IsInteger() {
		a.fail(pos, "array", "size of array has non-integer type %q", x.Type().String())
	}
	if c := asConst(x); c != nil {
		n, ok := a.value(c).Int64()
		if !ok && !a.value(c).IsNegative() {
			a.fail(pos, "too-large", "size of array is too large")
		}
		if n < 0 {
			a.fail(pos, "array", "size of array is negative")
		}
		t := ctype.ArrayOf(elem, n)
		if !elem.IsVariablySized() && t.TooLarge(a.model) {
			a.fail(pos, "too-large", "size of array is too large")
		}
		return t
	}
	return ctype.VLA(elem, a.dimension(length, pos))
}

// functionType makes a function type from a prototype, in a scope of its own.
func (a *analyzer) functionType(d *declared, result *ctype.Type, n *cc.ParameterTypeList, tok cc.Token) *ctype.Type {
	d.params, d.scope = nil, nil
	a.checkResult(result, a.pos(tok))
	if n == nil {
		return ctype.FuncOf(result, ctype.Signature{OldStyle: true})
	}
	a.openScope()
	a.prototypes++
	defer func() {
		a.prototypes--
		a.closeScope()
	}()
	sig := ctype.Signature{Variadic: n.Case == cc.ParameterTypeListVar}
	params := a.parameters(n)
	for _, p := range params {
		sig.Params = append(sig.Params, ctype.Param{Name: p.Name, Type: p.Type})
	}
	d.params, d.scope = params, a.scope
	return ctype.FuncOf(result, sig)
}

func (a *analyzer) checkResult(t *ctype.Type, pos ir.Pos) {
	if t.IsFunc() {
		a.fail(pos, "function", "function returns a function")
	}
	if t.IsArray() {
		a.fail(pos, "function", "function returns an array")
	}
}

// parameters reads a parameter list; (void) is empty. Each parameter is visible
// to the ones after it, so the caller opens a scope.
func (a *analyzer) parameters(n *cc.ParameterTypeList) []*tree.Object {
	var out []*tree.Object
	for l := n.ParameterList; l != nil; l = l.ParameterList {
		p := l.ParameterDeclaration
		if p == nil {
			continue
		}
		s := a.declSpecifiers(p.DeclarationSpecifiers, false)
		var d *declared
		switch {
		case p.Case == cc.ParameterDeclarationDecl:
			d = a.declarator(p.Declarator, s.typ, &s.attr)
		case p.AbstractDeclarator != nil:
			d = &declared{typ: a.abstractDeclarator(p.AbstractDeclarator, s.typ)}
		default:
			d = &declared{typ: s.typ}
		}
		a.collect(&s.attr, p.AttributeSpecifierList)
		pos := s.pos
		if d.name != "" {
			pos = a.pos(d.tok)
		}
		t := d.typ
		if t.IsVoid() && d.name == "" && len(out) == 0 && l.ParameterList == nil && n.Case == cc.ParameterTypeListList {
			return nil
		}
		if t.IsVoid() {
			a.fail(pos, "parameter", "parameter has void type")
		}
		t = a.attributed(t, &s.attr).Adjusted().Qualified(d.quals)
		if s.class != classNone && s.class != classRegister || s.threadLocal {
			a.fail(pos, "specifier", "storage class specified for parameter")
		}
		o := newLocal(d.name, t, pos)
		a.registers[o] = s.class == classRegister
		out = append(out, o)
		if d.name != "" {
			sym := &symbol{kind: symObject, name: d.name, pos: pos, obj: o}
			a.checkRedeclared(sym)
			a.scope.declare(d.name, sym)
		}
	}
	return out
}
