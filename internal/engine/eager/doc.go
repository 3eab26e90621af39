// Package eager is the engine that lazy token modelling is compared with: the synchronous composition with
// wait-cycles of M. Ganai, A. Gupta, "Efficient modeling of concurrent systems in BMC", SPIN 2008, sections
// 2.1 and 3.
//
// Package drive/check runs it by its Kind.
//
// # The method
//
// All threads of an efsm.System step at each depth. At most one of them, chosen by a scheduler, executes a
// visible state; other threads at visible states wait there, on a self-loop. Threads at local states always
// step. There is one copy of the shared variables, and every constraint is in the model from the start.
//
// Depths without any step are allowed, but never needed. If every execution to a depth has an idle depth,
// every execution has ended or waits for ever. Then a property that was not violated so far is never
// violated.
//
// So a run of n threads with D steps each needs depth n·D. States with self-loops stay in R(d), so R(d)
// soon contains all states: the saturation that the lazy model avoids.
//
// With the option composition the model is the paper's own baseline, which has synchronisation states and a token
// (sync.go). It is deeper: the depth of an execution is the sum of the depths of its threads in the lazy model.
//
// # Deviations
//
// As in engine/token, the position of a thread is a boolean for each state of R(d). Two accesses race if
// one is executed at a depth and the other could be at the next: the same adjacency as there, so both
// engines find the same races. Two threads are at two places at once (exclusion) if they are there at one
// depth: each can wait for the other. The scheduler may choose no thread.
//
// # Verdicts
//
// A violation has been executed on the system and, by the caller, on the program. A proof needs that Running
// cannot hold at the depth reached, and no mark.
package eager
