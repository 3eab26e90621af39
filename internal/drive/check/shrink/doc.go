// Package shrink finds constants in the text of a C program whose smaller values make its loops shorter,
// for the hint `--set NAME=VALUE`. It belongs to the driver and changes no verdict.
//
// Package drive/check uses it for the suggestion after a bounded or unknown verdict.
//
// A Text is an index of the sources: tokens, heads of loops, and where each name is used. Building and
// querying it takes time linear in the program: each parameter and each local variable is followed once, to
// its assignment or to the arguments of the calls.
//
// A value is suggested only if all of this is known to hold:
//
//   - Each loop that depends on it still goes round at least once, by its start, comparison and step.
//   - The loop in question goes round less often than before.
//   - The name is no mask, shift, case label or bit-field width. It is in no #if and no static assertion.
//   - It is no flag of an enumeration, and is never assigned.
//   - Arrays of that size have no longer initialiser and no larger literal index.
//
// One hint has at most MaxFlags flags.
package shrink
