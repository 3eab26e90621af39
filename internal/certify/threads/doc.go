// Package threads confirms thread-modular proofs (package modular), which package
// analysis/values writes. It shares nothing with that but the form of the proof: the program
// is executed on terms, from every state that the proof states, and a solver is asked
// bit by bit for an execution that leaves what is stated.
//
// # What is confirmed
//
//   - Initiation: main begins with what globals are born with, a thread with what its
//     creator knows.
//   - Consecution: what a block does, with what others may have written in between, leads
//     to what is stated where control goes on, where functions begin and return.
//   - Non-interference: what a thread writes is among what others expect of it: of a cell in the
//     open, behind an atomic section, where a lock is given up that guards it, where an object
//     appears. Who writes a cell that a lock guards beside others holds it exclusively, and nobody
//     gives up a lock who does not hold it. What one thread alone knows is accessed by no other.
//   - Elements with locks of their own (own.go): they are born with what is left in them when their locks are free, Left. Who takes a lock
//     finds Left in the elements that it protects, those at its address less the distance, in terms; what it writes there is kept
//     apart, and is in Left again when it gives the lock up, ends, or comes to a place where the lock is not stated to be held. Who writes an
//     element holds its locks, and who gives up a lock in that object holds it, or no other thread runs: so a lock has one holder. A
//     call that does one of the two without knowing of the lock is none to which the caller's locks are left.
//   - Counters: every store to one adds to what it holds then what is stated, with nobody in between, or stores what is stated
//     otherwise; how often a place is passed at most follows from the loops around it, which go round as is stated, the calls
//     that lead there, and how many threads there are.
//   - Obligations follow: Report.Open lists the properties of which one does not.
//
// What does not follow from the state at the entry of its block is looked for along paths, if the proof says so (run): all blocks
// of a function are executed at once, in terms that are merged where control meets, beginning in those that call it. Bounds of loops are
// kept by every iteration: of registers, and of globals that no other thread writes beside others (cells.go). Choose finds which of those that are
// only proposed are (Houdini). What was read at one place is found there again while nobody writes to its cell (again.go).
//
// Of races it is confirmed that of every two accesses that may be to one byte, one of which writes and one is plain, one happens before
// the other (concludeRaces), also under locks of elements (ownrace.go), and where one is to what nobody else can reach yet (fresh.go); of deadlocks, that threads take their locks in one order and wait for nothing else (deadlocks). Both rest on
// the same states.
//
// Package modular says what is not certified: which threads may run in parallel, and of which
// objects and threads there is one at most.
//
// # What is not covered
//
// Accesses and calls through numbers, writes to parts of cells, locks that are words in memory. Reasons are given.
//
// # What is assumed
//
// That accesses go well, of all properties but memory: semantics 5.
package threads
