// Package sat is an incremental CDCL solver with a theory hook.
//
// It decides whether a set of clauses over boolean variables has a model. Package bitblast feeds it
// clauses, package solver wraps it, and the memory-order theory takes part in its search as a
// [Propagator]. The checkers of circuits and package prove/confirm call it directly. It imports
// nothing of Heddle.
//
// # The search
//
// A partial assignment is kept on a stack, the trail, which is cut into levels:
// each level starts with one decision, followed by everything that follows from
// it by unit propagation. Level 0 has no decision; what stands there holds in
// every model. When a clause becomes false (a conflict), the reasons of its
// literals are resolved with it until a single literal of the last level is
// left (the first unique implication point). The resulting clause is learned,
// the trail is cut back to the level where it becomes unit, and the search goes
// on. The empty clause ends it, and so does an assignment of all variables that
// neither propagation nor the propagator rejects.
//
//	solve.go      the loop            decide.go    next decision
//	propagate.go  unit propagation    phase.go     which value it gets
//	analyze.go    learning            restart.go   when to start over
//	minimize.go   shorter clauses     mode.go      stable or focused search
//	reduce.go     forgetting clauses  assume.go    assumptions and cores
//	bump.go       what was met        reasons.go   and what nearly was
//	theory.go     the propagator      limit.go     when to give up
//
// Between stretches of search, at level 0, the clauses are simplified:
//
//	simplify.go   when, and how much
//	strip.go      satisfied clauses and false literals
//	eliminate.go  variables whose clauses can be resolved away
//	substitute.go equivalent literals, one for all of them
//	components.go which literals are equivalent
//	restore.go    their values in models, and their return
//	subsume.go    given clauses that contain or nearly contain others
//	occurs.go     the given clauses while these two work on them
//	vivify.go     shorter learned clauses by propagation
//	probe.go      literals whose propagation fails
//	compact.go    reclaiming the space of deleted clauses
//
// On demand every step is written to a proof:
//
//	proof.go      numbers of clauses, and what to write when
//	hints.go      from which clauses a learned one follows
//	lrat.go       the proof as text
//
// # Representation
//
// A literal is 2·var+sign, so that tables indexed by literal are dense. A
// clause of three or more literals lives in one []uint32, the arena, and is
// named by its offset there (a ref):
//
//	ref →  | flags, glue | size | lit 0 | lit 1 | … |
//
// A clause of two literals lives only in the two watch lists of its
// literals. The reason of an assigned
// literal is one word: nothing, the other literal of a binary clause, a ref, or
// "ask the propagator".
//
// # Invariants
//
// Literals 0 and 1 of a clause are watched: watches[l] lists the clauses that watch ¬l, each with a
// blocker, some literal of the clause. When propagation is complete without conflict, a false watched
// literal implies that the blocker is true and was assigned at the level of the false literal or below.
// Every literal of a reason clause but the implied one precedes it on the trail. Reasons of literals at
// level 0 are never read; hence clauses may be deleted and moved freely at level 0, and only there.
// With a proof, each literal fixed at level 0 becomes a unit clause of the proof before clauses change.
//
// An eliminated variable is unassigned, in no clause, neither in the heap nor in
// the queue. It comes back when a clause, an assumption or Observe names it.
// Variables that were assumed or are observed are never eliminated.
//
// # States
//
// A solver is ready (clauses and variables may be added) or searching (inside
// Solve, when only the propagator acts). Solve leaves it ready, with a model or
// a core that stays readable until the next Solve.
//
// # Effort
//
// Everything that decides how much work to do next counts conflicts or ticks
// (estimated cache lines touched), never time. A run with the same calls and
// the same seed therefore repeats step for step.
//
// # Papers
//
// Marques-Silva, Sakallah: GRASP, IEEE Trans. Computers 1999 (learning);
// Moskewicz et al.: Chaff, DAC 2001 (watches, VSIDS); Eén, Sörensson: An
// Extensible SAT-solver, SAT 2003 (assumptions, analysis); Audemard, Simon:
// Predicting Learnt Clauses Quality, IJCAI 2009 (glue). The files cite the
// others. Names of one letter used throughout: l, k, p, q literals; v a
// variable; c a clause ref; w a watch.
package sat
