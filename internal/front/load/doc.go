// Package load turns C source files into syntax trees. It preprocesses and parses one translation unit
// with modernc.org/cc/v4 and reports errors as diagnostics. It does not interpret the parsed text;
// package sema does.
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
// By default #include <...> finds only the headers embedded in package header, after the directories
// of -I, and the predefined macros are frozen, so that the result does not depend on the machine. With
// SystemHeaders the host's libc headers come first. The headers of the compiler (<stddef.h>,
// <stdarg.h>, <stdatomic.h>, ...) still come from package header.
//
// # Differences between the file and the parser's input
//
// cc v4.31 has limits that prescan works around, byte for byte where it can so that positions stay
// true. GNU line markers become #line. Unterminated quotes (legal in skipped groups and #error lines)
// become grave accents. Digraphs become brackets. __VA_OPT__ becomes a macro of the prelude. "#pragma
// pack(...)" and _Pragma("pack(...)") become the declaration _Static_assert(1, "#pragma pack(...)"),
// which sema understands; other _Pragma operators vanish. Directives that cc would drop become
// pragmas, which inclusion.go handles unless they are skipped; package known has the treatment of
// each. String literals are written so that joining their texts is right. Positions inside a macro
// expansion are those of the invocation. A last declaration, _Static_assert(1, "end of file"), follows
// every unit.
//
// # Survival
//
// The input may be any bytes. Files have size limits, the work of macro expansion is limited, and
// brackets may nest 2 000 deep. Other recursion of the parser is bounded as well (nesting.go), because
// Go cannot recover from an exhausted stack. A unit with macros is preprocessed once before it is
// parsed: the parser must not get truncated text, on which it may loop for ever. A panic inside cc
// becomes a diagnostic (code "parser-failure"). The parser's time on many declarations of one name
// remains quadratic: Parse obeys ctx.
package load
