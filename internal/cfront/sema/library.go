package sema

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-mc/heddle/internal/cfront/ctype"
	"github.com/heddle-mc/heddle/internal/cfront/header"
	"github.com/heddle-mc/heddle/internal/ir"
)

// builtinPrototypes are functions that gcc knows as __builtin_NAME, besides
// those that package header declares for undeclared calls.
const builtinPrototypes = `
void *mempcpy(void *to, const void *from, __SIZE_TYPE__ n);
char *stpcpy(char *to, const char *from);
int vfprintf(struct _IO_FILE *f, const char *format, __builtin_va_list args);
int fputs(const char *s, struct _IO_FILE *f);
int fputc(int c, struct _IO_FILE *f);
int putc(int c, struct _IO_FILE *f);
double log10(double x);
double rint(double x);
double copysign(double x, double y);
double fmin(double x, double y);
double fmax(double x, double y);
double fma(double x, double y, double z);
float floorf(float x);
float ceilf(float x);
float truncf(float x);
float roundf(float x);
float rintf(float x);
float powf(float x, float y);
float fmodf(float x, float y);
float copysignf(float x, float y);
float fminf(float x, float y);
float fmaxf(float x, float y);
float fmaf(float x, float y, float z);
`

// libraryType returns the type of a library function that gcc knows by name.
func (a *analyzer) libraryType(name string) (*ctype.Type, bool) {
	text, ok := header.Implicit(a.model, name)
	if !ok {
		i := strings.Index(builtinPrototypes, " "+name+"(")
		if i < 0 {
			i = strings.Index(builtinPrototypes, "*"+name+"(")
		}
		if i < 0 {
			return nil, false
		}
		line := builtinPrototypes[strings.LastIndexByte(builtinPrototypes[:i], '\n')+1:]
		text, _, _ = strings.Cut(line, "\n")
		size := "unsigned long"
		if a.model == ir.ILP32 {
			size = "unsigned"
		}
		text = strings.ReplaceAll(text, "__SIZE_TYPE__", size)
		text = strings.ReplaceAll(text, "__builtin_va_list", "char *")
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
