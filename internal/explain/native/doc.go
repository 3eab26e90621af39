// Package native makes a compiled program follow a trace: the user's sources, compiled by the host's C
// compiler, with a small runtime in C. It does not judge the trace: the execution of the program shows
// whether the failure happens.
//
// The public package calls it for heddle replay --native.
//
// # Place in the pipeline
//
//	trace ──interp──▶ Plan ──Write──▶ directory ──cc──▶ program ──Run──▶ Outcome
//
// # How a program follows a plan
//
// A Plan is the replay of a trace by interp, in terms that a compiled program has as well. For each
// thread it holds the visible operations (anchors) with their lines, the names of globals or a number
// for other memory, the called library functions, and the inputs. The runtime (directory runtime)
// learns of the program's operations in two ways: from the calls that compilers insert for
// ThreadSanitizer (-fsanitize=thread), whose functions it defines itself, and from library functions
// that it replaces (names.h). It lets one thread run at a time. At each operation it looks for the
// matching anchor, and lets the thread wait until all anchors before it are done or can no longer be
// reached.
//
// So differences between compiler and IR need no exact counterpart. An operation without an anchor is
// executed. An anchor without an operation is skipped when the program reaches a later one.
//
// # What is found
//
// The runtime detects reached assertions and errors, and the two accesses of a race, of the same
// bytes, unordered by vector clocks. It detects accesses of freed memory, beyond a block, of ended
// variables and through null, and states in which all threads wait. It compares a failure with the
// plan: a failure at another line is a different one.
package native
