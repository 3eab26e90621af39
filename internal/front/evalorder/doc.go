// Package evalorder finds the expressions in which the order of evaluation, which
// C leaves open, can matter (C11 6.5p2-3, 6.5.2.2p10, 6.7.9p23). It owns that
// question and nothing else: it changes no tree, and lower decides what to do
// about the places.
//
// # What is unsequenced
//
// The operands of an operator that needs all of them, the arguments of a call and
// what designates the function, the two sides of an assignment, and the values of
// an initialiser list. Operands are leaves: in (f() + g()) * h() they are the three
// calls, since +, * and conversions only compute. What && || ?: and the comma put in
// order, and the body of a called function after its arguments, is in order.
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
//   - threads may tell: one synchronises (a lock, an atomic access to what others write),
//     and the other synchronises as well or accesses what others write (or, if it
//     writes, access).
//
// Two plain reads of variables that other threads write do not depend on one another,
// volatile ones neither. Their order can be seen in a data race only: without one, what
// another thread does cannot come between two plain accesses that nothing but plain
// accesses lies between (Adve and Boehm, Memory Models: A Case for Rethinking Parallel
// Languages and Hardware, CACM 2010, on data-race-free models). A race is found whatever
// the order. Where another thread, as far as is known, writes both, the site says so (Racy), and
// verdicts that do not rest on a proof of race freedom name it.
//
// Other threads are those that begin with another function, or with the same one if
// more than one thread may.
//
// Where the two are accesses of this very expression to one scalar, not in a called
// function, and one is a side effect, the behaviour is undefined (6.5p2).
//
// # Effects
//
// Accesses are to named objects, with the bytes where they are constant, or through
// pointers: then to any object whose address is taken somewhere, if the types allow
// (6.5p7), members of one structure type being told apart. What a function does is
// the union over its body and its callees, by a fixpoint over the calls of the unit;
// what it does through a parameter is what the caller passes. A library function does
// what its model in clib does. Calls through pointers, and of functions that are
// neither here nor in the library, may do everything.
package evalorder
