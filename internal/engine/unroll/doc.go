// Package unroll owns what the engines that unroll transition systems have in
// common: the terms of a system at one depth of an unrolling. It sits on floor 4,
// over efsm, term and solver; it knows nothing of threads' interleavings.
//
// A Frame gives a term to each variable that a step can mention. Term then turns a
// guard, an update or a condition of the system into one of the formula: the same
// term wherever the variables below it have the same terms, so that what does not
// change from one depth to the next costs nothing (Ganai and Gupta, "Efficient
// modeling of concurrent systems in BMC", SPIN 2008, section 2.3).
//
// A Witness is what an engine reads from a model: steps in an order, which Confirm
// executes on the system before anybody believes them.
package unroll
