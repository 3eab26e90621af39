// Package efsm owns the transition-system model of a multi-threaded program:
// every thread an extended finite-state machine over shared and local variables of
// bounded width. It owns the data, their text form with parser and checker, the
// reachability of control states, what makes that smaller, and concrete steps. It
// never solves anything, and composes nothing: how threads interleave is the engines'
// business.
//
// # Place in the pipeline
//
// The model is made from an ir.Program (efsm/fromir), or read from text; engine/token,
// engine/eager and the circuits unroll it. What they find becomes a trace of the
// program in engine/record.
//
//	System ─┬─ Terms            the store that all terms below are in
//	        ├─ Vars             shared variables, variables of one thread, inputs
//	        └─ Threads ── States ─┬─ Enable       the thread waits until this holds
//	                              ├─ Accesses     what of the shared variables it touches
//	                              ├─ Updates      next values
//	                              ├─ Edges        guarded successors
//	                              └─ Obligations, Marks, Choices
//
// The definition follows Ganai and Gupta, "Efficient modeling of concurrent systems
// in BMC", SPIN 2008, section 2, with one deviation: an update belongs to a state,
// not to a transition, which is how their next-state functions use it.
//
// # Meaning
//
// A thread is at one state at a time, at first at its Entry. A step of a thread
// executes its state: with the values that the variables have before the step, and
// with any values for the inputs, all updates happen at once, and the thread goes to
// the state whose edge's guard holds. If Enable fails, or, at the entry, Alive does,
// there is no step: the thread waits, and may go on when others have made it hold.
// If no guard holds the thread is stopped for good. A state without edges is the
// last of its thread: executing it finishes the thread, unless its Kind says more.
//
// A state is one atomic operation. Between steps of Local states of different
// threads the order does not matter; a thread switch matters only before a Visible
// state (semantics 1), and at most one operation on shared data is in a state.
//
// Replicas are threads that stand for any number of like ones (replica.go).
//
// # Before unrolling
//
// Reach is CSR. Contexts (CXT) and Balance (PB) make other systems, which do the same
// and are smaller to unroll.
//
// # Invariants, held by Check
//
//   - Identifiers are dense from 1 and index the slices that own them.
//   - Terms have the sorts that their places ask for, and mention only variables
//     of the thread and shared ones; only states that are not Local mention shared
//     variables, and Accesses lists all that they mention.
//   - Only variables of arrays are not of bounded width, and only who asks for them
//     (fromir.Options.Arrays) has them. Their first elements are any.
//   - The guards of a state's edges exclude one another. Check does not know that;
//     the concrete steps find out.
//
// # Text form
//
// WriteTo prints a system, Parse reads it back into a raw store, so that printing
// that gives the same text; see print.go for the grammar.
package efsm
