// Package threads checks thread-modular proofs (package threadproof), which package analyze/values writes.
// The two share nothing but the form of the proof. Package threads executes the program on terms, from
// every state that the proof states, and asks a solver, bit by bit, for an execution that leaves the
// stated states.
//
// Packages engine/static and engine/stored call it.
//
// # Confirmed
//
//   - Initiation: main begins with the initial values of globals, and a thread with its creator's
//     knowledge.
//   - Consecution: after a block, with possible writes of other threads in between, the stated state of
//     the successor holds. This includes the entries and returns of functions.
//   - Non-interference: each value that a thread makes visible is among the values that others expect
//     from it. That happens at a write to an open cell, at the end of an atomic section, at the release
//     of a lock that guards the cell, and when an object appears. A thread that writes a guarded cell
//     while others run holds the lock exclusively, and only the holder releases a lock. No other thread
//     accesses an object that the proof gives to one thread.
//   - Elements with locks of their own (own.go): while its lock is free, an element holds a value of
//     Left; this is so initially, too. A thread that takes a lock finds Left in the elements that it
//     protects, at the lock's address minus the distance, in terms. The thread's writes there are
//     tracked separately. They must be in Left again when it releases the lock, ends, or reaches a
//     place where the proof does not state the lock as held. A writer of an element holds its locks,
//     and a thread that releases a lock in that object holds it, unless no other thread runs. So a lock
//     has one holder. The caller's locks are not left to a call that does one of the two without
//     knowing that the lock is held.
//   - Counters: every store to a counter adds the stated number to the old contents, with no write in
//     between, or stores a stated value. The number of times that a place is executed is bounded by the
//     stated trips of the loops around it, the calls that lead there, and the number of threads.
//   - Obligations: Report.Open lists the properties with an obligation that does not follow.
//
// If the proof says so, conditions that do not follow from the state at the entry of their block are
// tried along paths (run). Then all blocks of a function, starting in its callers, are executed at
// once, on terms that are merged where control meets. Bounds of loops must be preserved by every
// iteration. They are about registers, or about globals that no other thread writes concurrently
// (cells.go). Choose finds which of the proposed bounds hold (Houdini). A place that is read again has
// the same value if nothing writes to its cell in between (again.go).
//
// For races, every two accesses that may touch the same byte, one a write and one plain, must be
// ordered by happens-before (concludeRaces). This includes accesses under locks of elements
// (ownrace.go) and to objects that no other thread can reach yet (fresh.go). For deadlocks, threads
// must take their locks in one order and wait for nothing else (deadlocks). Both use the states of the
// proof.
//
// Package threadproof says what is not certified: which threads may run in parallel, and which objects and
// threads have at most one instance.
//
// # Not covered
//
// Accesses and calls through numbers, writes to parts of cells, and locks that are words in memory.
// Report.NotCovered gives the reason.
//
// # Assumed
//
// For all properties but memory: accesses are valid (semantics 5).
package threads
