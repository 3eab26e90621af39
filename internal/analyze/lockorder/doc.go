// Package lockorder proves that a program has no deadlock (semantics 11) because its threads take their
// locks in one order. The proof covers all executions, without bounds. If it fails it returns the
// reason; it never reports a deadlock.
//
// Package engine/static calls Analyse for property deadlock.
//
// # The proof
//
// Package pointsto returns the functions of each thread, by calling context. Package raceproof returns
// two lists of locks for each place: a thread surely holds the first, and may hold the second
// (raceproof.Held). A program is free of deadlocks if all of these hold:
//
//   - Threads wait only for locks and, in the main thread, for the ends of threads. There is no
//     condition, semaphore, barrier or once routine, and no trylock, whose result would decide which
//     locks are held. No thread is cancelled.
//   - Every lock that is taken or released is one known place in a global, may not be held when it is
//     taken, and is surely held when it is released.
//   - No thread may hold a lock when it ends, or while it joins another one.
//   - The locks have an order. No thread takes a lock that comes before one of those it may hold.
//   - Only the models write to mutexes, so that a released mutex is free.
//
// Then a thread holds at most the locks that it may hold. Let S be a deadlock. Assume a member waits for a
// lock. Its owner is in S or has finished. It has not finished, since it would hold no lock. It does
// not wait for the end of a thread, since it would hold no lock there. So it waits for a lock that
// comes later in the order, and so on forever, which is impossible. So all members wait for ends of
// threads. Only the main thread does that, and not for its own end. A stopped thread counts as able to
// run, so no deadlock waits for it.
//
// Locks that are taken shared are treated like others, which can only lose proofs. The assumptions are
// those of package pointsto.
package lockorder
