// Package lazy has the methods in which threads run in contexts, one after another, on the
// memory of the program (LazySeq, EPC). Locals keep their values from context to context,
// so that only states are seen that an execution of the original comes to. The methods
// differ in how a context is left.
//
// A method keeps the steps as they are and adds a function per thread that has one context
// of it, and a start function that calls these functions as the schedule says.
package lazy
