// Package pdr checks circuits by property-directed reachability (IC3): it proves without
// a bound, and finds executions, though not the shortest. Package engine/circuit runs it as engine pdr.
//
// # The method
//
// Frame i is a set of clauses that hold in all states that i steps or fewer reach; frame 0 is the
// initial states. A clause is stored with the last frame that has it. A state of the last frame in
// which a bad signal holds is an obligation: its cube must be blocked. The blocking clause must hold
// after a step from the previous frame. If it does not, a predecessor must be blocked first. When no
// bad state is left, a new frame begins, and clauses move on as far as they stay true. Two equal frames
// are an inductive invariant. An obligation that contains an initial state gives an execution.
//
// Clauses do not depend on the bad signals, since no frame assumes their absence. So all clauses are
// kept when Check is called again. Clauses from other sources (Seed) hold in all frames, after a proof
// that they hold in all reachable states.
//
// Most of many seeds are not needed for a proof. Trim removes them, using the unsatisfiable cores of
// the confirming queries.
//
// If parts of the circuit are alike (Options.Alike), all frames are invariant under exchanging them. So
// a clause learned about one part is learned about all.
//
// For words with comparisons (Circuit.Compared) cubes contain only the comparisons, not the bits. So
// they contain states that do not lead to bad signals. An invariant then has few clauses, or is not
// found: if an obligation contains an initial state, that need not be an execution, and the answer is
// unknown.
//
// If constraints prune executions (Circuit.Pruning), steps from frames satisfy them, but cubes do not
// mention them: a cube has all states from which the step leads to a bad signal without pruning. So
// cubes are as short as without pruning, and more of them are blocked. A found execution may be an
// excluded one.
//
// # Sources
//
// Bradley, "SAT-based model checking without unrolling", VMCAI 2011. Eén, Mishchenko, Brayton,
// "Efficient implementation of property directed reachability", FMCAD 2011: one clause in one frame,
// obligations kept for later frames. Hassan, Bradley, Somenzi, "Better generalization in IC3", FMCAD
// 2013: counterexamples to generalization are blocked on the way. Predecessors are lifted by walking
// back from the edges that they must make true, along the operands that need the fewest latches, in
// place of ternary simulation. Goel, Sakallah, "On symmetry and quantification: a new approach to
// verify distributed protocols", NFM 2021: clauses are learned with their images. Cimatti, Griggio,
// Mover, Tonetta, "IC3 modulo theories via implicit predicate abstraction", TACAS 2014: cubes of
// predicates over concrete steps. The only predicates here are those of the circuit. Of exclusive
// latches (Circuit.Exclusive) a cube contains only the latch with the value 1.
//
// # Cost
//
// One solver has the next-state functions once, and a literal for each frame's clauses. It is rebuilt
// when there are many literals of past queries.
package pdr
