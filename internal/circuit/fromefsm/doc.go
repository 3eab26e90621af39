// Package fromefsm makes circuits (package circuit) of transition systems (package
// efsm), and executions of systems of executions of circuits. It checks nothing.
//
// # The composition
//
// The place of a thread is a number in ⌈log₂(N+1)⌉ latches, N states being 1 to N and 0
// the end, or where a mark or a missing edge stopped it for good; each variable has a
// latch for each bit. A few inputs choose one thread; execute_i holds for exactly one i.
// A step of a thread executes its state if that can be done, else the thread waits. A
// variable takes the value of the state that updates it, if that is executed.
//
// Each obligation and each mark of a state is a bad signal of its own, and so is
// each pair of states at which two threads must not be at once, and each pair of places whose accesses
// race: one can be done right after the other.
//
// # Reductions
//
// With Options.Reduce execute_i holds only for threads of a conditional stubborn set J,
// which is a function of the state. Section 3 has two ways to find one: what a thread
// may touch later counts where its graph leads there (Algorithm 2, Stubborn), or only if
// it leads there by a way on which the thread acquires no lock that the other holds now
// (Algorithm 3, Transactions).
//
// A lock is here any shared variable v that a state waits for: its Enable has a
// conjunct over v alone; also an Alive. So mutexes are locks, and readers-writer locks,
// semaphores, creation and joining. Thread i holds v if every such conjunct of the other threads
// fails, and each other thread must wait for v on all its ways to a write of v. This is looked
// at in each state, by values and places, whoever the owner is.
//
// Why that is enough: let the threads outside J do steps alone. The first write of a lock that
// some i in J holds would be behind a wait for one of those locks, whose conjuncts fail up to
// then; so there is none, and no such wait ends. What is then touched is found without those
// ways, it conflicts with no next step of J, and these are still to come as they are: J is
// persistent (the paper's Theorem 1, for 2a as for 2b). If i releases a lock, the
// next state has its own J. Who tries, or takes a lock back (a condition
// variable, a re-entrant lock), waits for it where Enable says so, and nowhere else; a lock that
// others may release is held by nobody, and of one that is chosen by a value of the thread
// no conjunct is over one variable.
//
// Two things are not about steps of J alone. A race is one with the step that makes the access
// possible: the locks that this access itself waits for do not count. And what J keeps
// waiting for ever: a sticky step conflicts with all threads that are not waiting for J, so
// that each cycle has a state in which all that can execute may.
//
// For executions as a whole (Course) Local states are executed before visible ones, so that
// no state is looked at in the middle of a step; and an execution ends where it is not judged.
//
// # Source and deviation
//
// Kahlon, Gupta, Sinha, "Symbolic model checking of concurrent programs using partial
// orders and on-the-fly transactions", CAV 2006, sections 3 and 4. There, exactly one thread
// moves in a step. Here this holds for states that are visible: a thread at a Local
// state, which touches nothing of others and never waits, always moves. What is
// reached stays the same, since the order of such steps and others' does not matter; it
// is reached in fewer steps. A thread without a next step is in no set that is chosen, unless
// it is brought in. There, locks are owned, and only their owners release them.
package fromefsm
