// Package persistent checks that a reduced circuit of a transition system reaches the bad signals of the
// unreduced one. Then a proof about the reduced circuit is a proof about the system. It imports no code
// that builds circuits. It computes by itself the accesses of states, the paths to them, and the
// variables that threads wait for.
//
// Package engine/circuit calls Confirm before it returns a safe verdict of a reduced circuit.
//
// # The claim
//
// The circuit has constraints that prune (circuit.Pruning), and an edge Allowed for each thread, a
// function of the state. In each step all threads at Local states move, and at most one thread at a
// visible state. The set J of a state has the threads that are allowed. Confirm asks a solver these
// questions, about all states, also unreachable ones:
//
//   - Constraint: if the thread that executes a visible state is in J, the constraints hold.
//   - Step: if any thread can execute a visible state, a thread in J can.
//   - Persistence: no thread outside J has, now or later, an access that conflicts with an access that a
//     thread in J does in its next step.
//   - Frames: where the condition of an access is false, the state does not write the variable, and does
//     the same whatever the variable's value is. A condition that fails this counts as true.
//   - Cycle: a visible state of a thread is full if each thread that can execute a visible state is in J
//     whenever this thread is there, in J, and can execute its state. Each cycle with a visible state in
//     the graph of a thread has a full state.
//
// # Why that is enough
//
// Let a word be the steps of an unreduced execution from a state s, such that only its last step
// violates the property or meets a mark. If a thread of the word is at a Local state in s, the reduced
// circuit first does a step in which no visible state is executed. The constraints hold then. All
// threads at Local states move, and the rest of the word remains possible. So let all threads of the
// word be at visible states.
//
// If the word has a step of a thread in J, let t be the first of them. The steps before it are by
// threads outside J, so they access nothing that t writes and write nothing that t accesses. By the
// frames, t can be executed first, the others behind it, with the same results and the same violations.
// The rest of the word is shorter.
//
// If it has none, some thread in J can execute a visible state (Step), since the first thread of the
// word can. By Persistence the word remains possible behind that step. This cannot go on for ever:
// infinitely many such steps pass a full state (Cycle). There the first thread of the word would be in
// J, too.
//
// So the reduced circuit reaches the last step of the word, or a violation earlier.
//
// A later access counts if a path in the graph of the thread leads to it, except in two cases. First,
// its condition is over the thread's own variables, no state on the path writes one of them, and it is
// false now. Second, each path has a state that waits for a shut variable. A variable v is shut if all
// conditions over v alone that threads outside J wait for are false now, and these threads wait for v on
// all their paths to a write of v. As long as only they do steps, v keeps its value: the first of them
// that writes v would have to pass such a condition.
//
// These are the conditional stubborn sets and transactions of Kahlon, Gupta, Sinha, CAV 2006, section 3,
// with the condition on cycles of Kurshan et al., "Static partial order reduction", TACAS 1998.
//
// # Not covered
//
// Replicas, and properties other than obligations of states: races, deadlocks, exclusion, executions as
// a whole. Confirm returns an *Uncovered for these.
package persistent
