// Package efsm owns the transition-system model of a multi-threaded program: every thread an extended
// finite-state machine over shared and local variables of bounded width. It owns the data, their text
// form and checker, the reachability of control states, what makes that smaller, and
// concrete steps. It neither solves anything nor composes threads: interleaving is the job of the
// engines.
//
// # Place in the pipeline
//
// Package efsm/fromir makes the model from an ir.Program; engine/token, engine/eager and the circuits
// unroll it, and engine/refine explores it. Package engine/record turns their violations into traces of the program.
// Packages prove/inclusion and prove/confirm/reduced compare executions and proofs with systems.
//
//	System ─┬─ Terms            the store that all terms below are in
//	        ├─ Vars             shared variables, variables of one thread, inputs
//	        └─ Threads ── States ─┬─ Enable       the thread waits until this holds
//	                              ├─ Accesses     the shared variables that it touches
//	                              ├─ Updates      next values
//	                              ├─ Edges        guarded successors
//	                              └─ Obligations, Marks, Choices
//
// The definition follows Ganai and Gupta, "Efficient modeling of concurrent systems in BMC", SPIN 2008,
// section 2. There is one deviation: an update belongs to a state, not to a transition, which is how
// their next-state functions use it.
//
// # Meaning
//
// A thread is at one state at a time, at first at its Entry. A step of a thread executes its state. The
// variables have their values before the step, and the inputs have any values. All updates happen at
// once, and the thread goes to the state whose edge's guard holds. If Enable (or Alive, at the entry)
// is false, there is no step: the thread waits, and may continue after others have made it true. If no
// guard holds, the thread is stopped forever. A state without edges is the last of its thread:
// executing it finishes the thread, unless its Kind says more.
//
// A state is one atomic operation. The order of Local states of different threads does not matter; a
// thread switch matters only before a Visible state (semantics 1). A state has at most one operation on
// shared data.
//
// Replicas are threads that stand for any number of like ones (replica.go).
//
// # Before unrolling
//
// Reach is CSR. Contexts (CXT) and Balance (PB) return systems with the same behaviour that are smaller
// when unrolled.
//
// # Invariants, held by Check
//
//   - Identifiers are dense from 1 and index the slices that own them.
//   - Terms have the sorts that their places ask for, and mention only variables
//     of the thread and shared ones; only states that are not Local mention shared
//     variables, and Accesses lists all that they mention.
//   - All variables have a bounded width, except arrays. A system has arrays only on demand
//     (fromir.Options.Arrays), and their initial elements are arbitrary.
//   - The guards of a state's edges exclude one another. Check does not know that;
//     the concrete steps find out.
//
// # Text form
//
// WriteTo prints a system; see print.go for the grammar. Package efsmtest reads it back into a raw store,
// so that printing that gives the same text.
package efsm
