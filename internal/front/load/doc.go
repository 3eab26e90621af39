// Package load turns C source files into syntax trees: it preprocesses and parses
// one translation unit with modernc.org/cc/v4 and reports what is wrong as
// diagnostics. It gives no meaning to what it parses; that is package sema.
//
// Place in the pipeline: the first phase. It alone reads source files. The
// result is cc's tree after parsing only: cc's type checker never runs.
//
// # Reading order
//
//	load.go        Options, Unit, Parse
//	files.go       where bytes come from: embedded headers, the file system, limits
//	prescan.go     a pass over each file's bytes before cc sees it
//	directive.go   directives, macros and declarations that this pass rewrites
//	literals.go    string literals that it rewrites
//	nesting.go     how deep the parser would recurse
//	inclusion.go   which file the preprocessor is in
//	message.go     cc's error texts as diagnostics
//	database.go    compile_commands.json
//
// # Hermetic
//
// By default #include <...> finds only the headers embedded in package header,
// after the directories of -I, and the predefined macros are frozen, so that the
// result does not depend on the machine. With SystemHeaders the host's libc
// headers come first, except those that belong to the compiler (<stddef.h>,
// <stdarg.h>, <stdatomic.h>, ...), which stay ours.
//
// # What the parser sees differs from the file
//
// cc v4.31 has limits that prescan works around, byte for byte where it can so
// that positions stay true: GNU line markers become #line, unterminated quotes
// (legal in skipped groups and #error lines) become grave accents, digraphs
// become brackets, __VA_OPT__ becomes a macro of the prelude, and "#pragma pack(...)" becomes the declaration
// _Static_assert(1, "#pragma pack(...)"), which sema understands; so does
// _Pragma("pack(...)"), while other _Pragma operators vanish. Directives that cc would drop become pragmas, which
// inclusion.go handles where they are not skipped; package known has the treatment of each. String literals are
// written so that joining their texts is right. Positions inside a
// macro expansion are those of the invocation. A last declaration,
// _Static_assert(1, "end of file"), follows every unit.
//
// # Survival
//
// Any bytes may be given. Files have size limits, the work of macro expansion is
// limited, brackets may nest 2 000 deep, and what else makes the parser recurse
// is bounded (nesting.go), because Go cannot recover from an exhausted stack. A
// unit with macros is preprocessed once before it is parsed: the parser must not
// meet text that was cut short, on which it may loop for ever. A panic inside cc
// becomes a diagnostic (code "parser-failure"). What remains is the parser's
// time on many declarations of one name, which is quadratic: Parse obeys ctx.
package load
