// Package raceproof proves that a program has no data race. The proof covers all executions, without
// bounds. A conflicting pair is two accesses that may touch the same byte; one writes, and one is plain
// (semantics 10). For every such pair the package searches a reason why they cannot race, or reports
// the pair as unproved. It never claims that there is a race.
//
// Package engine/static calls Analyse for property race. Packages analyze/values, analyze/layout,
// analyze/lockorder and engine/stored call FindParallel only.
//
// # Facts used
//
// Package pointsto returns the functions of each thread, by calling context, and the possible targets
// of accesses. flow.go walks through every thread, by context, and computes for each place a few paths
// (path.go). A path holds
//
//   - The locks that the thread certainly holds. A lock is identified by the form of its address
//     (form.go): a place in an object with one instance, or a sum of values. So p->lock guards p->data
//     and lock[i] guards data[i], also if p is loaded again where it is no longer written (steady.go).
//   - The locks that it holds if some result is zero (trylock).
//   - For package lockorder (held.go), the library locks that it took, and others that it may have taken.
//   - The open atomic sections.
//   - The status of every other thread: not created yet, may run, or joined. Threads are joined one by
//     one, all of a kind by a loop (joinall.go), or through the identifier in their own object
//     (joinown.go).
//   - The new objects that no other thread can reach yet (fresh.go).
//   - The values that are zero, or nonzero, so that a lock taken under condition c is known to be held
//     when c is tested again.
//
// Library functions that lock, wait and join are modelled as a unit (lock.go). The program's own locks
// in words are recognised in atomic operations (flag.go) and in sections (word.go).
//
// # Reasons
//
//   - OneThread: the same thread does both accesses, and there is only one of its kind; or no other
//     thread can reach the object.
//
//   - Ordered: one access comes before the other. The other's thread is not created yet, by this thread
//     or a descendant, or was joined. Or one access is in a routine of pthread_once, and the other after
//     a call that returned after the routine. first.go: one thread saw a variable zero under a lock, the
//     other saw it set, or set it, under the same lock. announce.go: one access is before the only
//     thread sets a variable, the other is in a thread that has seen it set. barrier.go: the threads of
//     an OpenMP team have passed different numbers of barriers, or one team has ended before the other begins.
//
//   - Sections: both accesses are in atomic sections, or in those of library models.
//
//   - Locked: both threads hold the same lock, not both for reading only. That excludes them only if no
//     thread ever releases the lock without holding it. A mutex must be valid when it is locked:
//     initialised, not destroyed, not overwritten (trust.go). A semaphore is such a lock if it is
//     initialised once, with at most one. A thread that reaches a node of a list from a slot of a table
//     holds the slot's lock, and the node is in no other list (region.go).
//
//   - Apart: a loop gives threads of one kind different arguments, and accesses through them do not
//     overlap (apart.go). Or threads take different numbers from a counter, and access elements with
//     these; either package values shows that the counter does not wrap, or there are too few threads
//     for that (claim.go). Or each thread has objects of its own, which it or its creator made for it
//     (belong.go). Or the accesses are to elements of different iterations of an OpenMP loop (iteration.go),
//     or one thread of a team executes both (barrier.go).
//
//   - Fresh: one access is done before a pointer to the object is stored where other threads can find
//     it. That is a reason only if all other pairs have reasons. Otherwise it means that another pair
//     races first (Later).
//
// # Assumptions
//
// No access is out of bounds, or goes through a null pointer, a pointer made of bytes that were never
// written, or to an object whose lifetime has ended. Such an access ends the process (semantics 5), and
// the verdict lists that assumption.
//
// A reachable construct without a defined meaning, or an access through a pointer that may point anywhere,
// makes the result Lost. The mark for more arguments of main does not, if the proof covers them (arguments.go).
//
// # Large programs
//
// Paths go past the calls of shared functions that change no lock and no thread (quiet.go). After fineSteps of the walk,
// paths at a place with the same locks become one, later all. Accesses of one thread to the same bytes are judged together as far as possible, and
// the others by classes, up to a limit (crowd.go, class.go, family.go). If the walk does not end, the pairs are judged
// without it (partial.go). A result that lacks a part counts the other pairs, but proves nothing. Survey judges the pairs
// if Analyse is Lost.
package raceproof
