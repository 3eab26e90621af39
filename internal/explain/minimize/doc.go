// Package minimize makes the trace of a failure smaller before it is shown: fewest thread switches,
// then fewest visible steps, then smallest inputs (semantics 16.4). Every candidate is executed by
// interp and kept only if it reaches the same failure; the result replays. It uses no engine: for all
// traces of examples and testdata/semantics, a solver found none with fewer switches than the search
// below.
//
// Package drive/check calls Minimize once for each violation, after its replay.
//
// # How
//
//	coarse    great changes first: parts of the schedule with each thread's steps
//	          at once
//	slice     the execution's dependencies (program order, conflicting accesses,
//	          locks, creation and join) give a partial order; the steps that do
//	          not happen before the failure are dropped
//	order     the rest is put into the linear order with the fewest switches
//	shrink    delta debugging of the schedule: segments are dropped,
//	          merged, and moved in parts (Zeller and Hildebrandt, "Simplifying
//	          and isolating failure-inducing input", IEEE TSE 28(2), 2002)
//	search    all schedules with fewer switches, breadth first in their number
//	          (Musuvathi and Qadeer, "Iterative context bounding for systematic
//	          testing of multithreaded programs", PLDI 2007), for the inputs of
//	          the trace. Deviations: every switch counts, not only preemptions;
//	          states are identified by the partial order that led to them
//	inputs    values towards zero
//
// A changed schedule may need other choices than those in the trace. A choice that does not fit the
// trace's inputs gets its least value.
//
// # Equal failures
//
// Two failures are the same if they have the same property and kind at the same place. The two places
// of a race may change their order. Two deadlocks must have a common place where a thread waits, other
// than for the end of a thread, if there are such places. The set of deadlocked threads may differ,
// since it depends on the schedule. The result's Failure is that of the smaller execution.
//
// # Cost
//
// Budgets are counted in executed visible steps, so that a result does not depend on the machine's
// speed; a limit on time is the backstop. Stats reports the work that was not completed.
package minimize
