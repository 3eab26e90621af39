// Package preprocess turns source files into the preprocessing tokens of a translation unit (C11 5.1.1.2, phases 2 to 4).
// The result is that of gcc -E with -std=gnu17, token by token; a test compares both on generated programs.
//
// Place in the pipeline: package load gives it files and gives its tokens to the parser. The parser's own
// preprocessor differs from gcc's in stringification, in the rules of ##, in #if and in #line, and cannot be corrected
// from outside.
//
// # Reading order
//
//	token.go       tokens
//	lex.go         files to tokens
//	preprocess.go  Options, Preprocessor, Next
//	directive.go   directives and files
//	condition.go   the expressions of #if
//	macro.go       definitions
//	expand.go      expansion
//	builtin.go     predefined macros, _Pragma
//
// # Invariants
//
// Spellings are those of the source text: line splices and comments are removed, and nothing else. The
// place of a token that a macro makes is the place of the macro's invocation.
//
// # Limits
//
// No trigraphs, as in gcc without -trigraphs. No raw string literals: R"(a)" is a name and a literal. The time
// and the date are unknown. The work of macros, the depth of files and of calls have limits, which are errors.
//
// Sources: C11 6.10, C23 6.10, and the documentation of gcc's preprocessor internals (cppinternals).
package preprocess
