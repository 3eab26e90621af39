// Package raceproof owns the proof that a program has no data race, in no
// execution, whatever bound an engine works with. It looks at every pair of accesses
// that may be to one byte, of which one writes and one is plain (semantics 10), and
// finds a reason why they cannot race, or leaves the pair. It never says that there
// is a race.
//
// # What it knows
//
// pointsto says which functions run in which threads, in which calling contexts,
// and what accesses may touch. flow.go then walks through every thread, contexts
// apart, and computes for each place a few paths (path.go), each of which says
//
//   - which locks the thread holds for certain. A lock is known by the form of its
//     address (form.go): a place in an object of which there is one, or a sum of
//     values, so that p->lock guards p->data and lock[i] guards data[i], also if p is loaded
//     again, where nobody writes it any more (steady.go);
//   - which locks it holds if some result is zero (trylock);
//   - which atomic sections are open;
//   - of every other thread whether it was not created yet, may run, or has been
//     joined, one by one or all of a kind by a loop (joinall.go), or the one whose identifier is in its own object (joinown.go);
//   - which new objects nobody else can reach yet (fresh.go);
//   - which values are zero and which are not, so that a lock taken if c is held
//     where c is tested again.
//
// Library functions that lock, wait and join are taken as a whole (lock.go). What the program does with words that are
// locks of its own is looked at: in atomic operations (flag.go), and in sections (word.go).
//
// # Reasons
//
//   - One thread does both accesses, of whose kind there is only one; or nobody else
//     can reach the object.
//
//   - Ordered: where one access is, the other's thread is not created yet, by this
//     thread or a descendant, or it was joined; or one is in a routine of pthread_once
//     and the other comes after a call that returned when it had run; or one is by who found a variable
//     zero under a lock, and the other by who found it set or set it under that (first.go); or one is before the only thread sets it, and
//     the other by who found it set (announce.go).
//
//   - Atomic sections: both are in one; or they are in a library model's.
//
//   - Locked: both threads hold the same lock, not both for reading only. That
//     excludes them only if nobody ever gives the lock up without holding it, and
//     if a mutex really is one when it is locked: initialised, not destroyed, not
//     overwritten (trust.go). A semaphore is such a lock if it is initialised once,
//     with one at most. Who comes to a node of a list from a slot of a table holds the lock of that slot, and no other list
//     has the node (region.go).
//
//   - Apart: threads of one kind are given different arguments, by the iterations of a
//     loop, and each accesses by its argument what no other does by its own (apart.go). Or threads take
//     numbers from a counter, each others than all before, and access elements by these; that the counter does not
//     wrap, somebody else has to know, or there are too few threads for that (claim.go).
//
//   - Fresh: one access is done before a pointer to the object is anywhere where
//     others find it. That is a reason only if all other pairs have theirs.
//
// # What is assumed
//
// That no access is out of bounds, goes through a null pointer, a pointer made of
// bytes that were never written, or to an object whose life is over: such an
// access ends the process (semantics 5), and the verdict names that assumption.
//
// A construct without a meaning that control may reach, an access through a pointer
// that may point anywhere, or too large a program make the result Lost.
package raceproof
