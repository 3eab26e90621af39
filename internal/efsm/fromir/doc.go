// Package fromir makes transition systems (package efsm) from programs. It decides
// what threads, memory and control states there are; what a state does is found by
// executing the code between two control states symbolically, all paths merged.
//
// # Threads
//
// A thread of the system is an instance of a spawn instruction in a calling context.
// A place that runs once has one instance, any other some: what creates
// more meets a bound mark (Options.Instances), or they are replicas (replica.go). Instances are there from the start and wait for Alive.
//
// # Procedures
//
// A function of the program exists once in a thread that calls it (a copy), with a
// variable that says where to return to if there are several such places. A
// recursive one exists as often as Options.Instances says. Library models are
// copied for each place that calls them.
//
// # Memory
//
// Every object of package pointsto becomes one or several object instances: one for
// a global, for each copy of a function and each thread one for its locals and
// allocations, several (Options.Instances) where the place can be run more than once.
// An instance has an address: its number above, the offset below (address.go). It is cut
// into cells as the accesses to it ask for (layout.go); a cell is a variable. A cell
// that nobody writes is a constant, one that a single thread accesses is a variable
// of that thread, and its accesses are no visible operations. An access through a
// pointer that is no constant is a case distinction over what points-to has for it.
//
// A dynamic object whose size is no constant is unsupported, but with Options.Arrays a variable of arrays (array.go).
//
// # Control states
//
// A control state is a place in a copy (region.go): the entry of a thread, of a
// procedure with several callers, the head of a loop, the place after a visible
// operation where another one follows. Everything between two of them is one step. An
// atomic section is one visible operation; it must not have a loop in it. At places that
// are asked about (Options.Places, asked.go) there is a state that does nothing, and is
// visible whatever comes next. A visible
// operation is the first in its state but for code that touches the thread's variables
// only, on a single path.
//
// # Ends of the process
//
// Where the process ends its thread simply does not go on. For what can be violated
// before, this makes no difference: every such execution is also one in which that
// thread was not scheduled again. An atomic section in which the process ends is a step
// where races are asked about, for its accesses; nothing is written in it. Leaks
// cannot be asked about.
//
// # Deadlocks
//
// Where deadlocks are asked about, the ends of the process and of threads are states, as for
// executions as a whole; a state says whom its thread waits for (efsm.Blocked), and a lock is
// shared, whoever uses it.
//
// # Executions as a whole
//
// For termination and formulas (semantics 17) it is not enough that the same is reached: every
// visible operation of the program is a visible state, whatever depends on it; the end of the
// process is a state of its own; the end of each thread is kept; and a choice in a range has a
// value for every input, so that no input makes a thread wait.
//
// # What is not there
//
// Floats, leaks, uses of the bits of a pointer beyond
// equality, lists of variable arguments. Reaching one of them is a mark (efsm.Mark),
// not an error; what cannot be built at all is an *Error.
package fromir
