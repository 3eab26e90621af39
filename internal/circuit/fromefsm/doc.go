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
// each pair of states at which two threads must not be at once, or whose accesses race:
// one can be done right after the other.
//
// With Options.Reduce execute_i holds only for threads of a conditional stubborn set, which
// is a function of where all threads are.
//
// # Source and deviation
//
// Kahlon, Gupta, Sinha, "Symbolic model checking of concurrent programs using partial
// orders and on-the-fly transactions", CAV 2006, section 4. There, exactly one thread
// moves in a step. Here this holds for states that are visible: a thread at a Local
// state, which touches nothing of others and never waits, always moves. What is
// reached stays the same, since the order of such steps and others' does not matter; it
// is reached in fewer steps. A thread without a next step is in no set that is chosen, unless
// it is brought in. Lock patterns are not used.
package fromefsm
