// Package shrink finds constants in the text of a C program whose smaller values make its loops shorter,
// for the hint `--set NAME=VALUE`. It belongs to the driver and changes no verdict.
//
// Package drive/check uses it for the suggestion after a bounded or unknown verdict.
//
// A Text is an index of the sources: tokens, heads of loops, and where each name is used. Building and
// querying it takes time linear in the program: each parameter and each local variable is followed once, to
// its assignment or to the arguments of the calls. A member is followed to all assignments to members of its name.
//
// A value is suggested only if all of this is known to hold:
//
//   - Each loop that depends on it still goes round at least once, by its start, comparison and step.
//   - The loop in question goes round less often than before.
//   - The name is no mask, shift, case label or bit-field width. It is in no #if and no static assertion.
//   - It is no flag of an enumeration, and is never assigned.
//   - In place of a power of two it is one as well.
//   - Arrays of that size have no longer initialiser and no larger literal index.
//
// One hint has at most MaxFlags flags, whose values hold together. A number that several heads of loops have
// gets the same value in all of them. There is no hint if a loop stays as it is, although a bound cut it or
// it has a shorter loop in its body.
//
//	flags.go   the choice of constants and values
//	loop.go    the rounds of a loop; eval.go: the values of expressions
//	text.go    the index; token.go: tokens; uses.go: other uses of a constant
package shrink
