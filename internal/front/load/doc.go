// Package load turns C source files into syntax trees. Package preprocess makes the tokens of one translation unit,
// modernc.org/cc/v4 parses them, and errors are reported as diagnostics. Package sema interprets the tree.
//
// Place in the pipeline: the first phase. Package front calls Parse for each source file, and cmd/clibgen
// for the library models. Package front also calls Database, and Constants for the list of names that
// Options.Set can change. The public package calls IsCPlusPlus. In the front end only load reads source files.
// The result is cc's tree after parsing only: cc's preprocessor has nothing to do, and its type checker never runs.
//
// # Reading order
//
//	load.go        Options, Unit, Parse
//	files.go       where bytes come from: embedded headers, the file system, limits
//	inclusion.go   pragmas, directives, and flags of a compiler
//	parsertext.go  tokens as text for the parser, with their places
//	nesting.go     how deep the parser would recurse
//	message.go     cc's error texts as diagnostics
//	constant.go    the places that give names their values
//	database.go    compile_commands.json
//
// # Hermetic
//
// By default #include <...> finds only the headers embedded in package header, after the directories
// of -I, and the predefined macros are frozen, so that the result does not depend on the machine. With
// SystemHeaders the host's libc headers come first. The headers of the compiler (<stddef.h>,
// <stdarg.h>, <stdatomic.h>, ...) still come from package header.
//
// # Differences between the tokens and the parser's input
//
// cc v4.31 has limits that parsertext.go works around. Digraphs become brackets. Adjacent string literals
// become one, and a mark says that a prefix was u or U. Attributes between enum and its tag move behind the list.
// An empty attribute separates such a tag from a colon behind it, unless a type follows. Attributes move out of the
// brackets around a function's name. Characters given by number in names become themselves, and "::" two colons.
// Qualifiers in front of an array's size vanish. "#pragma pack(...)" and _Pragma("pack(...)") become the declaration
// _Static_assert(1, "#pragma pack(...)"), which sema understands. The macros of the prelude are expanded behind
// all others, since they stand for constructs that the parser lacks. Positions in cc's tree are offsets in the parser's
// text, which Unit.Place translates. The place of a token that a macro makes is that of the invocation. A last declaration,
// _Static_assert(1, "end of file"), follows every unit.
//
// # Survival
//
// The input may be any bytes. Files have size limits, the work of macro expansion is limited, and
// brackets may nest 2 000 deep. Other recursion of the parser is bounded as well (nesting.go), because
// Go cannot recover from an exhausted stack. A panic inside cc
// becomes a diagnostic (code "parser-failure"). The parser's time on many declarations of one name
// remains quadratic: Parse obeys ctx.
package load
