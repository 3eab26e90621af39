// Package native has a compiled program do what a trace says: the user's sources, compiled
// by the host's C compiler, with a small runtime of C beside them. It judges nothing by
// itself: whether the failure of the trace happens is for the program to show.
//
// # Place in the pipeline
//
//	trace ──interp──▶ Plan ──Write──▶ directory ──cc──▶ program ──Run──▶ Outcome
//
// # How a program follows a plan
//
// A Plan is the trace replayed by interp, written down in terms that a compiled program
// has as well: for each thread, its visible operations (anchors) with their lines, the
// names of globals or a number for other memory, the library functions that are called,
// and the inputs. The runtime (directory runtime) knows of the program's operations from
// the calls that compilers insert for ThreadSanitizer (-fsanitize=thread), whose
// functions it defines itself, and from library functions that it stands in for
// (names.h). It lets one thread run at a time. At each operation it looks for the anchor
// that this is, and lets the thread wait until all anchors before it are done or will
// never be met.
//
// So what the compiler does otherwise than the IR needs no exact counterpart: an operation
// that no anchor is of goes on, an anchor that no operation is of is passed over when a
// later one is met.
//
// # What is found
//
// Assertions and errors that are reached; the two accesses of a race, of the same bytes,
// unordered by vector clocks; accesses of freed memory, beyond a block, of ended
// variables and through null; threads that all wait. The runtime compares with the plan:
// another failure, at another line, is not the one that was looked for.
package native
