// Package eager owns the engine that lazy token modelling is compared with: the
// synchronous composition with wait-cycles of M. Ganai, A. Gupta, "Efficient modeling
// of concurrent systems in BMC", SPIN 2008, sections 2.1 and 3. It sits on floor 5.
//
// # The method
//
// All threads of an efsm.System do a step at each depth. One of them at most, which
// a scheduler picks, executes a visible state; the others that are at one wait there,
// on a self-loop. Threads at local states always go on. There is one copy of the
// shared variables, and every constraint is in the model from the start.
//
// Depths at which nothing happens are allowed, and needed for nothing: when no
// execution to a depth is without one, every execution has come to its end, or waits
// for good, and what was not violated until then is not violated at all.
//
// So a run of n threads of D steps each needs depth n·D, and since states with
// self-loops are never left by R(d), R(d) soon is everything that there is: it is
// the saturation that the lazy model does without.
//
// # Deviations
//
// As in engine/token, where a thread is, is a boolean for each state of R(d). Two
// accesses race if one is done at a depth and the other could be done at the next:
// the same adjacency as there, so that both find the same races. Two threads are at two
// places at once (exclusion) if they are at one depth: they can wait there, and for one
// another. A scheduler may pick nobody.
package eager
