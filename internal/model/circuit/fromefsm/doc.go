// Package fromefsm builds circuits (package circuit) of transition systems (package efsm), and
// translates executions of circuits back to executions of systems. It checks nothing.
//
// Package engine/circuit builds the circuits that it checks, and package engine/stored the circuit of a
// stored proof. Package drive/check writes circuits to files (Shown).
//
// # The composition
//
// The place of a thread is a number in ⌈log₂(N+1)⌉ latches. Numbers 1 to N are its states. 0 is the
// end, or a stop at a mark or a missing edge. Each variable has a latch for each bit. A few inputs
// choose one thread; execute_i holds for exactly one i. A step of a thread executes its state if the
// state is enabled; otherwise the thread waits. A variable takes its new value from the executed state
// that updates it.
//
// Each obligation and each mark of a state is a bad signal of its own. So is each pair of states at
// which two threads must not be at once, and each pair of places whose accesses race: one access can
// follow right after the other.
//
// # Reductions
//
// With Options.Reduce only threads of a conditional stubborn set J, a function of the state, execute
// visible states. This is a constraint (circuit.Pruning). The next-state functions stay as they are, so
// checkers may ignore J where they only look for the cause of a step. Section 3 of the paper has two ways to find one. With Stubborn (Algorithm 2),
// an access that a thread may do later counts if its graph leads there. With Transactions (Algorithm
// 3), it counts only if a path leads there on which the thread waits for no gate that the other thread
// keeps shut now.
//
// An access counts only where its condition may hold (efsm.Access.When). The condition of a later access
// has its value from now, if it is over the thread's own variables and no state on the path writes
// one of them. So threads that use lock[i] and data[i] with different i do not conflict, once each has
// its index. Conflicts are computed by variable. So the cost is linear in the states, for each variable
// or group of variables with the same accesses; no table limits it.
//
// A gate is any shared variable v that a state waits for: its Enable has a conjunct over v alone. An
// Alive variable is a gate, too. So mutexes, readers-writer locks, semaphores, creation and joining
// are gates. Thread i keeps v shut if every such conjunct of the other threads is false, and each of
// them must wait for v on all its paths to a write of v. The circuit computes this in each state from
// values and places. No analysis of the holders of locks is needed.
//
// Why this suffices: let the threads outside J do steps alone. Assume they write a gate that some i in
// J keeps shut. Before the first such write they would have to wait for one of those gates, but its
// conjuncts are false until then. So there is no such write, and no such wait ends. The remaining
// accesses are found without those paths. They conflict with no next step of J, and these steps remain
// possible unchanged. So J is persistent (the paper's Theorem 1, for 2a as for 2b). If i opens a
// gate, the next state has its own J. A thread that tries a lock, or takes it back (a condition
// variable, a re-entrant lock), waits for it only if Enable contains it. A lock that other threads may
// release is never shut. If a value of the thread selects the lock, no conjunct is over one variable.
//
// Two points are not about steps of J alone. A race is a race with the step that enables the access:
// gates that this access itself waits for do not count. And J must not keep another thread waiting
// forever. A sticky step conflicts with all threads that do not wait for J, so each cycle has a
// state in which every enabled thread may execute.
//
// For infinite executions (Course) Local states are executed before visible ones, so that no state is
// observed within a step; and an execution ends when it is not judged any more.
//
// # Reductions of infinite executions
//
// The paper's claim of section 1, linear-time properties, holds for formulas without Next with three more
// kinds of conflicts (observe.go):
//
//   - Two steps that may change atoms of one conjunct of the formula conflict. A violation is a violation of
//     one conjunct, so changes in different conjuncts need no order.
//   - A step after which the execution may not be judged any more conflicts with all others.
//   - Without fairness, a step that may change an atom, or begin an endless loop through Local states,
//     conflicts with all others.
//
// Let σ be the rest of a weakly fair execution that violates a conjunct. Some thread of J can execute. If no
// thread of J has a step in σ, that thread could always go on and never does, since J is persistent; so σ
// would not be fair. Let t be the first step of J in σ. The steps before it commute with t, and only t or only
// they change atoms of the conjunct. So t first and then the rest of σ violates it, too. Sticky steps make J
// the set of all threads that can execute, again and again. There t is the first step of σ, so no step of σ is
// put off for ever, and the limit σ' has the same steps. Its atoms change in the same order.
//
// The limit is fair. Let a thread stay at a state in which it waits infinitely often in σ, and let it not wait
// from some step of σ' on. From there on no gate for which it waits is shut when J is chosen. So a thread that
// writes a variable of its condition conflicts with it, and it conflicts with all later writers of these
// variables: all their writes have the same order in σ and σ'. Then it waits infinitely often in σ', too.
//
// Without fairness σ may have no step of J. Then σ' begins with a step of J that is not in σ. It commutes with
// all of σ, changes no atom, and the execution is still judged. Sticky steps end this after finitely many. These are
// conditions C0 to C3 of Peled, "All from one, one for all", CAV 1993, for sets of threads; the condition on
// cycles is that of Kurshan et al., "Static partial order reduction", TACAS 1998.
//
// # Source and deviation
//
// Kahlon, Gupta, Sinha, "Symbolic model checking of concurrent programs using partial orders and
// on-the-fly transactions", CAV 2006, sections 3 and 4. There, exactly one thread moves in a step. Here
// this holds for visible states. A thread at a Local state, which accesses nothing shared and never
// waits, always moves. The same signals stay reachable, since the order of such steps and other
// threads' steps does not matter, but in fewer steps. A thread without a next step is in no chosen set,
// unless a conflict adds it. In the paper, gates are locks with owners, and only the owner releases a
// lock.
package fromefsm
