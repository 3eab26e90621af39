// Package slice cuts a check into slices that processes on several machines judge, and merges their results.
// The public package makes plans from options and programs, and runs slices. Any scheduler that starts
// processes over a shared directory distributes them.
//
//	plan      the question: options, the files that the front end read, properties, version
//	slice     a part of it: one property, all executions or a part of them (engine.Part), a budget
//	result    the judgement of a slice
//
// # Files
//
// Each is a file of a directory. Its first line has its kind and the SHA-256 of the rest (seal.go). The rest
// is JSON in one form: what reads and does not write again to the same bytes is refused. A slice is named by
// its hash, which covers that of the plan, and so the program, the options, the bounds and the version. It
// never changes. Its result has the same name. Files are written beside and renamed: a reader sees a whole file
// or none, so a slice may run twice, and a process may be killed at any moment. While a process judges a slice, a sign
// of that name says so (state.go). It is for people; no verdict depends on it.
//
// # Why a merged verdict holds
//
// All slices of a plan ask about one program under one memory model, with one set of bounds.
//
//   - Properties. Each is judged as if alone (semantics 5), so the verdict of a slice with all executions is
//     the verdict of the property.
//   - Parts. The executions within the bounds are those of the leaves of a tree (engine.Part). A set of
//     slices covers them if no branch of the tree is without a slice (cover.go). It is the tree that is
//     followed, not a list of slices: a slice that was lost, with its name, is missed all the same.
//   - No violation. A property is safe or bounded only if a cover has such results. It is bounded if one
//     of them is; the marks of the bounds are united: an execution that was cut is in some slice.
//   - Violations. One execution is enough, once its trace was replayed. If it does not replay, its slice has
//     no valid result.
//
// A result is valid if it reads, is of the version of the plan and of the property of its slice. A property
// without a cover by valid results is unknown, and the message names a slice that is missed.
//
// A slice that runs out of time is cut again. Its children are parts of its part, so that a cover may have
// either the slice or its children.
//
// # What is trusted
//
// A worker is trusted with verdicts other than violations. The hashes find faults of disks and of people,
// not of workers that lie.
package slice
