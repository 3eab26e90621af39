// Package consistency defines which executions an event graph has under a memory model. It turns a
// graph into constraints on a solver, either with an ordering theory that takes part in the search, or with
// clocks and all clauses up front. It turns a model into a trace. It knows no IR instruction and makes no
// events.
//
// Packages engine/order and engine/interleave create an Encoding for each bound; package drive/check
// prints the clauses for heddle ir --form cnf.
//
// # The way through the package
//
//	event.Graph ──must──▶ Must ──candidates, coherence──▶ Relations
//	                                                       │ arcs, constraints
//	             ┌── eager: clocks ◀───────────────────────┤
//	solver.Host ◀┤                                         │
//	             └── theory: propagator over acyclic ◀─────┘
//	model ──decode, linear──▶ trace.Trace
//
//	guards.go       what a guard implies, syntactically
//	must.go         which node comes before which in every execution
//	arc.go          the arcs an execution may have
//	candidates.go   rf: which writes a read may see
//	coherence.go    ws: pairs of writes; fr of initial values
//	sections.go     locks whose sections are ordered as wholes
//	held.go         the accesses in such sections
//	final.go        reads that see the last writes
//	constraints.go  what arcs mean for guards and values
//	encoding.go     both encodings: obligations, marks
//	execution.go    a model as relations; the past of a node; an order of it
//	decode.go       the trace that leads to a violation
//	deadlock.go     the trace that leads to a deadlock
//	happens.go      happens-before, a second graph
//	locksets.go     accesses that locks keep apart
//	schedule.go     executions whose order the caller decides
//	weak.go         the executions of a weaker memory model
//	race.go         the pairs of accesses that may race; race_decode.go their traces
//
// # Axioms
//
// An execution is a set of executed nodes with relations po (program order), sync (create, join, locks), rf
// (reads-from), ws (coherence) and fr = rf⁻¹;ws. It is sequentially consistent iff their union over nodes
// is acyclic (Alglave, Kroening, Tautschnig: Partial Orders for Efficient Bounded Model Checking of
// Concurrent Software, CAV 2013; semantics 7). With g for guards, = for indices:
//
//	g(r) ⇒ some rf(w, r)                every read sees a write or the initial value
//	rf(w, r) ⇒ g(w) ∧ g(r) ∧ w = r ∧ value(w) = value(r)
//	g(w) ∧ g(w') ∧ w = w' ⇒ exactly one of ws(w, w'), ws(w', w)
//	rf(w, r) ∧ ws(w, w') ⇒ r → w'       fr
//	po ∪ sync ∪ rf ∪ ws ∪ fr is acyclic
//
// The first three are constraints over terms, the same for both encodings; the last two are clocks or the
// theory. The order of two writes is the order of their nodes: all pairs of events of two nodes share one
// variable.
//
// Inside a node, the numbers of events decide. A read that an earlier write of its node covers sees the
// last such write. Other nodes see the last write of a node at an index and nothing before it.
//
// # Locks
//
// A lock word is memory like any other, and its rf, ws and fr make its sections disjoint. If all accesses
// to a lock are parts of exclusive holds (event.HoldID, sections.go), the order of two of its sections is
// one variable with LO arcs instead. Accesses in two sections of one lock then need no arcs and variables
// of their own. No other node sees intermediate writes of a section, and a section sees no write from
// outside after its own. trylock, hand-over and release by another thread are no such parts; such a lock
// stays memory.
//
// # Traces
//
// A violation needs its past only: the nodes before it in po, the nodes from which these read, creation,
// joins, and releases of locks that they took (execution.go). The past of a violation contains no other
// violation if it is the smallest among those of the model.
//
// Nodes that are not executed may be ordered like all others: they have no arcs except po, so any order of
// the executed ones extends to them.
//
// # Deadlocks
//
// A graph for deadlocks (wait.go of package unwind) has final nodes, of threads that wait for ever: their
// reads see the last writes of the execution, and nothing comes after them. By the facts of the graph, each
// thread that could end such a wait has finished or waits for ever, too. A model is a deadlock if some
// wait's guard holds. The smallest deadlock in it is decoded, and its trace has the past of its waits.
//
// # Races
//
// In a graph for races (event.Touch) happens-before is a second graph, over the points at which threads
// synchronise. Its arcs depend on terms of the first. Both are kept acyclic by the same means. Two accesses
// race iff the graph stays acyclic when they are contracted (semantics 10; happens.go and race.go). Where
// happens-before depends on the order of nodes that share no memory, SO arcs fix it.
//
// # What is left out
//
// A pair that no execution needs has no arc. Its guards exclude one another, its indices differ, or its
// order contradicts the fixed order; the write must be overwritten before the read; or another from-read
// and program order imply the from-read. Options.Without keeps them, for tests.
//
// # Cost
//
// Arcs are quadratic in the events of a region, and so are the clauses for the theory. The eager encoding
// has cubically many clauses per region.
package consistency
