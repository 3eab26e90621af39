// Package fromir makes transition systems (package efsm) from programs. It determines the threads, the
// memory and the control states. The effects of a state are found by executing the code between two
// control states symbolically, with all paths merged.
//
// Package engine/depth calls Build for all engines over transition systems, circuit and refine among
// them. The package asks no solver and changes no program.
//
// # Threads
//
// A thread of the system is an instance of a spawn instruction in a calling context. A place that runs
// once has one instance, any other several. Creating more gives a bound mark (Options.Instances), or
// the instances are replicas (replica.go). All instances exist from the start and wait for Alive.
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
// Every object of package pointsto becomes one or several object instances: one for a global, and one
// for each local and allocation of each copy of a function and each thread. There are several
// (Options.Instances) if the place can be executed more than once. An instance has an address: its
// number above, the offset below (address.go). It is cut into cells according to the accesses to it
// (layout.go); a cell is a variable. A cell that is never written is a constant. A cell that a single
// thread accesses is a variable of that thread, and its accesses are no visible operations. An access
// through a pointer that is no constant is a case distinction over its points-to set.
//
// A dynamic object without a constant size is unsupported; with Options.Arrays it is an array variable
// (array.go).
//
// # Control states
//
// A control state is a place in a copy (region.go): the entry of a thread or of a procedure with
// several callers, the head of a loop, or the place between two visible operations. Everything between
// two of them is one step. An atomic section is one visible operation; it must not contain a loop.
// Each of Options.Places has a state that does nothing and is always visible (asked.go). A visible
// operation is the first of its state, except for code on a single path that touches only the thread's
// variables.
//
// # Ends of the process
//
// Where the process ends, its thread simply does not go on. That changes no violation before the end:
// in another execution that thread was just not scheduled again. For races, an atomic section in which
// the process ends is a step, because of its accesses; it writes nothing. Leaks are not supported.
//
// # Deadlocks
//
// For deadlocks, the ends of the process and of threads are states, as for executions as a whole. A
// state says for which thread its thread waits (efsm.Blocked), and every lock is a shared variable.
//
// # Executions as a whole
//
// For termination and formulas (semantics 17) it is not enough to reach the same states. So every
// visible operation of the program is a visible state, even if nothing depends on it. The end of the
// process is a separate state, and the end of each thread is kept. A choice in a range has a value for
// every input, so no input makes a thread wait.
//
// # Not supported
//
// Leaks, uses of the bits of a pointer beyond
// equality, lists of variable arguments. Reaching one of them is a mark (efsm.Mark),
// not an error; what cannot be built at all is an *Error.
package fromir
