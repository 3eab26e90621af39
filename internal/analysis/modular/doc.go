// Package modular owns the form in which a thread-modular proof is written down: what
// registers and memory may hold at the entry of every block of every function in every
// context, and what threads may find of each other's writes. Package analysis/values
// writes such proofs, package certify/threads confirms them. Neither needs the other. Package
// certificate has a text form of them.
//
// # What a proof says
//
// Memory is laid out in cells (Cell). A thread at a place, with the state S there, has:
//
//   - registers and the function's arguments hold what S.Regs and S.Args say;
//   - a cell that only the thread can reach holds what S.Mem says;
//   - a cell that several threads can reach holds what S.Mem says or what a thread
//     that may run beside it shows (Proof.Seen). Inside an atomic section a cell without a
//     guard holds what S.Mem says;
//   - a cell that a lock guards (Proof.Guards): for who holds one of its locks, what S.Mem
//     says or what objects held that other threads have made reachable meanwhile
//     (Proof.Appear). For who holds none: if a lock is free, what S.Mem says or what
//     others leave under this lock (Proof.Left);
//   - an element with a lock of its own (Proof.Owns): for who holds that lock, at the distance from the element that is stated,
//     what S.Owned says, or Own.Left. Whoever writes one beside others holds all locks that are stated of its cell;
//   - a counter (Proof.Counters) holds what is stored in it otherwise, plus what can be added to it in all.
//
// An obligation follows from the state at its block or, of the properties in Proof.Paths, from what holds on all paths of
// its function to it, and of those functions that lead to that while there is one way. Registers keep Proof.Bounds in loops then, and cells Proof.CellBounds.
//
// # What is not certified here
//
// Facts of other analyses, which a proof uses as they are. Of one that was read from a file, these analyses
// are asked once more (package engine/stored):
//
//   - Proof.Beside, Thread.Once: which threads may run in parallel, from the order of
//     creating and joining, and of which kind of thread there is one at most (package
//     raceproof);
//   - Object.Single, Cell.Strong: of which objects there is one at most, or of which
//     a thread can only reach the last (package raceproof);
//   - Proof.Filled: loads of elements that a loop before has written (package raceproof). The
//     edges on which that rests, Proof.Untaken, are confirmed.
//
// Which objects pointers point to, which functions calls run, which locks are held and
// whether they exclude others, which objects one thread alone can reach is stated and confirmed.
package modular
