// Package cemit prints an IR program as self-contained, readable C (gnu11): the program itself, or the
// result of a sequentialisation. It owns the text only; it never changes the meaning of the program
// and never runs it. A construct that C cannot express yields an *Error with its position, and no
// text.
//
// Package drive/translate calls Write. The public package lists the dialects.
//
// # Place in the pipeline
//
// Write takes a checked ir.Program, from front or sequential. The printed text can be compiled by gcc,
// read again by front, or given to other verifiers (Dialect).
//
// # How a program is printed
//
//	reach.go      what the start function reaches; library functions are called, not printed
//	names.go      C identifiers: source names where known, made unique
//	ctypes.go     declared types: structures with their members where the layout is C's own
//	global.go     objects and their initial values; bytes where a type does not fit
//	objects.go    types for objects without one, by how they are accessed
//	idle.go       what a sequential program has no need of
//	fold.go       which registers are not variables but parts of expressions
//	function.go   signature, variables, body
//	flow.go       control flow: if, while and switch where they fit, goto elsewhere
//	expr.go, float.go, address.go, memory.go, call.go, instr.go   instructions
//	prelude.go    the macros and helpers at the top, for each dialect
//
// # Meaning
//
// The C program is defined where the IR has no violation. Arithmetic that wraps is unsigned. nsw
// operations of 32 bits and more are signed, so that their overflow is C's; division and shifts are
// C's own. Memory is accessed as a member or an element if the declared type has one of the right type
// there, else through a cast pointer. Accesses without a guaranteed alignment use memcpy. Accesses
// keep the order of the IR: an expression contains several loads only when reading it from left to
// right gives that order. Lifetimes end with functions, not with blocks, so a use after scope is not
// detected in the printed program. Uninitialised objects hold the values that C leaves in them.
// Objects are not const, and typed copies are not checked for overlap: both matter to checks of memory
// only.
//
// Structures by value are pointers to the caller's copy, as in the IR. The variable arguments of the
// program's own functions are an area to which the last parameter points; calls of library functions
// have them as arguments again.
package cemit
