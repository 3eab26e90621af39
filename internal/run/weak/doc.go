// Package weak explores the executions of a program under a memory model, each once. An execution is a graph
// of events; package smc explores interleavings instead.
//
// The algorithm is TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis, "Truly stateless, optimal dynamic
// partial order reduction", POPL 2022). It is optimal for models in which po ∪ rf is acyclic, prefixes of
// consistent graphs under po ∪ rf are consistent, and a read of the last write in coherence order keeps a
// graph consistent. The models of Models are such, with no-thin-air in the form of RC11.
//
//	explore.go   options, results, the stack of graphs to visit
//	graph.go     events and graphs; prefixes and restrictions
//	run.go       one run: a machine executes a graph, then adds events until no thread can go on
//	access.go    reads and writes of a run; fences, creation, join
//	section.go   sections of library models and their locks
//	revisit.go   the graphs in which an older read reads a new write
//	clock.go     po ∪ rf, and happens-before, as vector clocks
//	check.go     consistency: coherence and atomicity; sc.go, tso.go and rc11.go: the other axioms
//	race.go      data races
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
// # What an event is
//
// Accesses to visible memory outside of sections are events; so are fences, choices, creation, join and end
// of threads. A read-modify-write is a read and, if it writes, a write; both are exclusive. A thread whose
// next events depend on no other thread adds them at once. Accesses to private objects are no events; the
// contents of a local variable when it becomes visible are its initial value.
//
// A section of a library model is a read-modify-write of one location. Its class is the data that the
// section shares with other sections, such as one mutex. If the section changes nothing, or has to wait, it
// is a read only. So locks are sequentially consistent, in every model: po ∪ rf and the orders of the
// locations of sections are acyclic together. The happens-before edges are those that the model declares
// (send and receive). Hardware models treat a section as a full fence. Classes are discovered: if one
// section touches two classes, these are joined and the search begins again.
//
// The process ends after all other threads, since its end only hides events. Executions in which a thread
// is blocked (a false assumption, an await loop without an effect, a held lock) are visited but not counted.
//
// # What is refused
//
// Accesses of different sizes to the same bytes, atomic sections of the program, choices inside of sections,
// bytes without a value, and the end of an object's life that is not ordered with an access have no meaning
// here yet. The exploration then ends with Exploration.Refused and a place. It never guesses.
package weak
