// Package evalorder finds the expressions in which the order of evaluation, which C leaves open, can
// matter (C11 6.5p2-3, 6.5.2.2p10, 6.7.9p23). It changes no tree. Package front calls Analyze for
// each unit; lower decides how to treat the places.
//
// # What is unsequenced
//
// Unsequenced are the operands of an operator that needs all of them, the arguments of a call and its
// function designator, the two sides of an assignment, and the values of an initialiser list. Operands
// are leaves: in (f() + g()) * h() they are the three calls, since +, * and conversions only compute.
// The operators && || ?: and the comma order their operands, and the body of a called function comes
// after its arguments.
//
// # When the order can matter
//
// A leaf has effects: accesses to objects, output, synchronisation, an end of the
// thread or process. Two leaves depend on one another if
//
//   - one writes what the other reads or writes;
//   - both print;
//   - one may end the execution (exit, a failing assume) and the other may violate a
//     property by what it computes;
//   - other threads may notice: one synchronises (a lock, an atomic access to an object
//     that other threads write), and the other synchronises as well, reads an object that
//     other threads write, or writes one that they access.
//
// Two plain reads of variables that other threads write do not depend on one another, and neither do
// volatile ones. Their order can be seen in a data race only. Without a race, no other thread's access
// can come between two plain accesses that are separated by plain accesses only (Adve and Boehm,
// Memory Models: A Case for Rethinking Parallel Languages and Hardware, CACM 2010, on data-race-free
// models). A race is found in either order. If another thread may write both, as far as is known, the
// site is marked (Racy), and verdicts without a proof of race freedom name it.
//
// Other threads are threads that start with another root function. If several threads may start with
// the same root function, they count as well.
//
// Where the two are accesses of this very expression to one scalar, not in a called
// function, and one is a side effect, the behaviour is undefined (6.5p2).
//
// # Effects
//
// Accesses are to named objects, with their bytes if these are constant, or through pointers. An
// access through a pointer may be to any object whose address is taken somewhere, if the types allow
// it (6.5p7); members of one structure type are distinguished. The effects of a function are the union
// over its body and its callees, by a fixpoint over the calls of the unit. Accesses through a
// parameter are accesses through the caller's argument. A library function has the effects of its
// model in clib. Calls through pointers, and of functions that are neither in the unit nor in the
// library, may have every effect.
package evalorder
