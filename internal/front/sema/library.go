package sema

import (
	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/header"
)

// libraryType returns the type of a library function that gcc knows by name.
func (a *analyzer) libraryType(name string) (*ctype.Type, bool) {
	text, ok := header.Implicit(a.model, name)
	if !ok {
		return nil, false
	}
	return a.declaredType(text)
}

// declaredType returns the type that the text of one function declaration gives.
func (a *analyzer) declaredType(text string) (*ctype.Type, bool) {
	ast, err := cc.Parse(&cc.Config{ABI: a.abi}, []cc.Source{
		{Name: "<predefined>", Value: "int __predefined_declarator;\n"},
		{Name: "<library>", Value: text},
	})
	if err != nil {
		return nil, false
	}
	last := ast.TranslationUnit
	for last.TranslationUnit != nil {
		last = last.TranslationUnit
	}
	n := last.ExternalDeclaration.Declaration
	if n == nil || n.InitDeclaratorList == nil {
		return nil, false
	}
	scope, fn := a.scope, a.fn
	a.scope, a.fn = a.fileScope, nil
	defer func() { a.scope, a.fn = scope, fn }()
	s := a.declSpecifiers(n.DeclarationSpecifiers, false)
	t := a.declarator(n.InitDeclaratorList.InitDeclarator.Declarator, s.typ, &s.attr).typ
	if s.attr.noReturn {
		sig := *t.Sig()
		sig.NoReturn = true
		t = ctype.FuncOf(t.Result(), sig)
	}
	return t, true
}
