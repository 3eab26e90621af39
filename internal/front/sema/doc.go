// Package sema gives a parsed C translation unit its meaning: it turns the
// syntax tree of modernc.org/cc/v4 into the typed tree of package tree.
//
// Place in the pipeline: load parses, sema types, lower makes IR. Package front calls Analyze for
// each source file, and cmd/clibgen for the library models. No package above the front end sees
// either tree. sema takes only three things from cc: tokens, productions, and the parser's decision
// which identifiers are typedef names. It computes types, scopes, linkage, conversions, constants,
// layout and initialisers itself, because cc's checker lacks _Atomic, implicit conversions and gcc's
// layout, and mistypes calls of undeclared functions.
//
// # Reading order
//
//	sema.go         Analyze, the analyzer, positions, diagnostics
//	scope.go        names: scopes, symbols, linkage
//	specifier.go    declaration specifiers to types; record.go, enum.go, attribute.go
//	declarator.go   declarators to types; vla.go for variable lengths
//	decl.go         objects; function.go functions, K&R definitions included
//	initializer.go  initialisers to flat lists; designator.go
//	expr.go         expressions, one file per family expr_*.go
//	parts.go        vectors and complex numbers: vector.go, complex.go
//	convert.go      loads, decay, implicit conversions
//	constant.go     folding; static.go address constants of static initialisers
//	builtin.go      GNU builtins; atomic.go, intrinsic.go, library.go
//	stmt.go         statements; label.go, switch.go, asm.go
//
// # Invariants
//
//   - The tree keeps the promises of package tree; check them with tree.Dump.
//   - Folding keeps failures: in an ordinary expression a division by zero, a
//     signed overflow or a shift out of range is not folded, so that it happens
//     at run time. Constant contexts (array sizes, case labels, static
//     initialisers) wrap, with a warning, or refuse, as gcc does.
//   - An error ends the analysis of the statement or declaration that it is in
//     (bailout), never of the unit; a name whose declaration failed is known as
//     refused and causes no follow-on errors.
//   - A construct that Heddle refuses makes its statement unsupported (refusal),
//     not the unit: it counts only when it is reached.
//   - Time and space are linear in the size of the tree.
//
// Deviations from gcc: a bit-field wider than int has its declared type as a value. long double is
// computed in binary64. Identical string literals are different objects. The lengths of a VLA type in
// a cast or declaration are evaluated before the statement that contains it.
package sema
