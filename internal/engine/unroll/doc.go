// Package unroll has the common part of the engines that unroll transition systems: the terms of a system
// at one depth of an unrolling. It uses packages efsm, term and solver, and knows nothing of interleavings
// of threads.
//
// A Frame gives a term to each variable that a step can mention. Term turns a guard, an update or a
// condition of the system into a term of the formula. If the variables in it have the same terms at two
// depths, the results are the same term. So an expression that does not change from one depth to the next
// costs nothing (Ganai and Gupta, "Efficient modeling of concurrent systems in BMC", SPIN 2008, section
// 2.3).
//
// A Witness is read from a solver's model: an ordered list of steps. Confirm executes it on the system
// before it counts as a violation.
//
// Packages engine/token and engine/eager make frames, and witnesses of the executions that they find.
// Packages circuit and refine make witnesses only, and depth replays them.
package unroll
