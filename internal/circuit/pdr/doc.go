// Package pdr checks circuits by property-directed reachability (IC3): it proves without
// a bound, and finds executions, though not the shortest.
//
// # The method
//
// Frame i is a set of clauses that hold in all states that i steps or fewer reach;
// frame 0 is the initial states. A clause is stored with the last frame that has it. A
// state of the last frame in which something bad holds is an obligation: its cube has to
// be blocked, by a clause of a frame that the frame before implies after a step;
// where this fails, a predecessor has to be blocked first. When no bad state is left, a
// new frame begins, and clauses move on as far as they stay true. Two equal frames are an
// inductive invariant; an obligation that reaches the initial states is an execution.
//
// Clauses do not depend on what is bad, since no frame assumes that nothing bad holds:
// all are kept when Check is called again. Clauses that others found (Seed) hold in all
// frames, once they are shown to hold in all states that can be reached.
//
// Of many seeds most are not needed for a proof; Trim leaves them out, by the cores of the queries that confirm it.
//
// Where parts of the circuit are alike (Options.Alike) all frames stay the same under exchanging
// them, so that what is learned of one is learned of all.
//
// Of words that are compared (Circuit.Compared) cubes say only how they compare, in place of bits. Blocked are more
// states than lead to something bad, so that an invariant has few clauses or is not found: an obligation
// that has an initial state is no execution, and the answer unknown.
//
// # Sources
//
// Bradley, "SAT-based model checking without unrolling", VMCAI 2011. Eén, Mishchenko,
// Brayton, "Efficient implementation of property directed reachability", FMCAD 2011: one
// clause in one frame, obligations kept for later frames. Hassan, Bradley, Somenzi,
// "Better generalization in IC3", FMCAD 2013: counterexamples to generalization are
// blocked on the way. Predecessors are lifted by walking back from what they have to
// make true, along the operands that need the fewest latches, in place of ternary
// simulation. Goel, Sakallah, "On symmetry and quantification: a new approach to verify distributed
// protocols", NFM 2021: clauses are learned with their images. Cimatti, Griggio, Mover, Tonetta, "IC3 modulo
// theories via implicit predicate abstraction", TACAS 2014: cubes of predicates, steps of the program; there are no other
// predicates than those of the circuit here. Of exclusive latches (Circuit.Exclusive) a cube has the one that is 1.
//
// # Cost
//
// One solver has the next-state functions once, and a literal for each frame's clauses;
// it is built anew when the literals of past queries are many.
package pdr
