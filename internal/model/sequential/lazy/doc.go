// Package lazy has the methods in which threads run in contexts, one after another, on the memory of
// the program (LazySeq, EPC). Locals keep their values from context to context, so that only reachable
// states of the original program occur. The methods differ in how a context is left.
//
// Package engine/sequentialized runs them as Methods. They decide no property.
//
// A method does not change the steps. It adds a function per thread that runs one context of it, and a
// start function that calls these functions according to the schedule.
package lazy
