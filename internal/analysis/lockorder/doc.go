// Package lockorder owns the proof that a program has no deadlock (semantics 11), in
// no execution, whatever bound an engine works with, because its threads take
// their locks in one order. It proves that or says why it did not; it never says
// that there is a deadlock.
//
// # The proof
//
// Package pointsto says which functions run in which threads, calling contexts
// apart. Every thread is walked through with the list of locks that it holds,
// which has to be the same on all ways to a place. A program is free of deadlocks
// if
//
//   - threads wait for locks and, in the main thread, for the ends of threads;
//     nothing else waits: no condition, semaphore, barrier, once routine, and no
//     trylock, after which what is held depends on the result; nobody is cancelled there;
//   - every lock that is taken or given up is one known place in a global, is not
//     held when it is taken, and is held when it is given up;
//   - no lock is held where a thread ends or waits for one's end;
//   - "taken while holding" has no cycle;
//   - nobody but the models writes to mutexes, so that one that is given up is free.
//
// For then what a thread holds is at most what the walk says. Let S be a deadlock.
// A member that waits for a lock has an owner in S or finished; it is not
// finished, for it would hold nothing; it does not wait for an end, while holding
// nothing; so it waits for a lock that comes later in the order, and so on without
// end. So all members wait for ends, which only the main thread does, and not for
// its own. Who is stopped counts as able to run, and so is never waited for.
//
// Locks that are taken shared are treated like others, which loses nothing but
// proofs. The assumptions are those of package pointsto.
package lockorder
