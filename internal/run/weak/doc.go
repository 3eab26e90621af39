// Package weak explores the executions of a program under a memory model, each once. An execution is a graph
// of events; package smc explores interleavings instead. Package engine/explore calls Explore for tasks with
// a memory model. The public package and drive/relax take the names of the models from it. It reports no verdict.
//
// The algorithm is TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis, "Truly stateless, optimal dynamic
// partial order reduction", POPL 2022). It is optimal for models with three properties, which those of Models
// have. No execution has a cycle of po ∪ rf (cycle.go has the others). A prefix under po ∪ rf of a consistent graph is consistent. A
// consistent graph stays so with a new read of the last write, and with a new write that is the last one.
//
//	explore.go   options, results, the stack of graphs to visit
//	graph.go     events and graphs; prefixes and restrictions
//	run.go       one run: a machine executes a graph, then adds events until no thread can go on
//	access.go    reads and writes of a run; fences, creation, join
//	section.go   sections of library models and their locks
//	revisit.go   the graphs in which an older read reads a new write
//	clock.go     po ∪ rf, and happens-before, as vector clocks
//	cycle.go     executions with a cycle of po ∪ rf
//	check.go     consistency: coherence and atomicity; tso.go and rc11.go: the other axioms
//	race.go      data races
//	hang.go      executions that last for ever
//	location.go  locations: bytes of objects, and data of library models
//
// # Runs
//
// The search is stateless. A run begins with a graph from the stack, and a fresh machine (package interp)
// whose Memory is the run. Threads first execute the events of the graph, in an order that extends po ∪ rf:
// each read finds the bytes of the write that the graph names. Then the run adds events, those of the first
// thread that can go on. It pushes the other alternatives of each event, so a run ends with a whole
// execution or where a graph is inconsistent.
//
// Alternatives of a read are the writes that it may read from. Those of a write are its places in the
// coherence order. The alternatives of a choice are the values of its domain. A new write w also revisits
// each earlier read r of its location outside its po ∪ rf-prefix: the new graph drops the events added after
// r outside that prefix, and r reads from w. This happens only if all dropped events, and r, are maximally
// added, as in the paper; a choice is if it has the first value of its domain.
//
// # Events
//
// Accesses to visible memory outside of sections are events; so are fences, choices, creation, join and end
// of threads. A read-modify-write is a read and, if it writes, a write; both are exclusive. A thread whose
// next events depend on no other thread adds them at once. Accesses to private objects are no events; the
// contents of a local variable when it becomes visible are its initial value.
//
// A section of a library model is a read-modify-write of one location. Its class is the data that the
// section shares with other sections, such as one mutex. If the section changes nothing, or has to wait, it
// is a read only. So locks are sequentially consistent, in every model: po ∪ rf and the orders of the
// locations of sections are acyclic together. The library model declares what happens before what, by sends
// and receives. Hardware models treat a section as a full fence. Classes are discovered: if one
// section touches two classes, these are joined and the search begins again.
//
// The process ends after all other threads, since its end only hides events. Executions in which a thread
// is blocked (a false assumption, an await loop without an effect, a held lock) are visited but not counted.
//
// # What is refused
//
// Some constructs have no meaning here yet. These are accesses of different sizes to the same bytes, atomic
// sections of the program, choices inside of sections, and bytes without a value. The end of an object's life
// must be ordered with each access to the object. Otherwise the exploration ends with Exploration.Refused.
package weak
