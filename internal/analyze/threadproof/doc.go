// Package threadproof defines the form of a thread-modular proof. For the entry of every block of every
// function in every context, a proof states the possible contents of registers and memory. It also
// states the values that threads may see from each other's writes. Package analyze/values creates such
// proofs, package confirm/threads checks them, independently of each other. Package certificate has a
// text form of them.
//
// # Meaning of a proof
//
// Memory is divided into cells (Cell). For a thread at a place with state S, the proof states:
//
//   - Registers and the function's arguments have values in S.Regs and S.Args.
//   - A cell that only the thread can reach has a value in S.Mem.
//   - A cell that several threads can reach has a value in S.Mem, or a value written by a thread that
//     may run in parallel (Proof.Seen). Inside an atomic section a cell without a guard has a value in
//     S.Mem.
//   - A cell may be guarded by locks (Proof.Guards). If the thread holds one of them, the cell has a
//     value in S.Mem, or the contents of an object that another thread has made reachable meanwhile
//     (Proof.Appear). If it holds none and a lock is free, the cell has a value in S.Mem or a value that
//     others leave under this lock (Proof.Left).
//   - An element may have a lock of its own (Proof.Owns), at a stated distance. If the thread holds the
//     lock, the element has a value in S.Owned, or in Own.Left. A thread that writes an element while
//     others run holds all locks stated for its cell.
//   - A counter (Proof.Counters) has one of its other stored values, plus a possible total of its
//     additions.
//
// An obligation follows from the state at its block. For the properties in Proof.Paths it follows from
// the facts on all paths of its function to it, and of the callers as long as there is only one path.
// Along paths, registers keep Proof.Bounds in loops, and cells Proof.CellBounds.
//
// # Uncertified facts
//
// A proof uses facts of other analyses without certifying them. For a proof that was read from a file,
// these analyses are run again (package engine/stored):
//
//   - Proof.Beside, Thread.Once: the threads that may run in parallel, from the order of creations and
//     joins, and the kinds of threads of which there is at most one (package raceproof);
//   - Object.Single, Cell.Strong: the objects of which there is at most one, or of which a thread can
//     only reach the last (package raceproof);
//   - Proof.Filled: loads of elements that an earlier loop has written (package raceproof). The edges on
//     which this relies, Proof.Untaken, are confirmed.
//
// The targets of pointers, the functions that calls run, the held locks and their exclusiveness, and
// the objects that only one thread can reach are stated and confirmed.
package threadproof
