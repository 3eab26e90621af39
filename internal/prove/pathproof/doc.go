// Package pathproof proves single obligations that package analyze/values left: that the result of an
// instruction is in range, or that the bytes of an access are in its object. It uses relations between
// values, which intervals cannot express:
//
//	if (i >= 0 && i < n) a[i] = 0;            // a was allocated with n elements
//	if (b < 0 || a <= INT_MAX - b) s = a + b;
//
// Package engine/static is its only user. It calls Prove for the obligations that package values left
// open, ProveApart if package pointsto gave up, and Propose for guesses.
//
// # The question
//
// A path of the function leads from its beginning to the obligation, without the iterations of loops
// that ended before. Its conditions are branches, assumptions, and the facts of package values at the
// beginning of blocks and after calls. The disjunction of the conditions of all paths is one term. A
// solver searches values that satisfy it and violate the obligation. If a context has one caller, the
// conditions at its call are added, and so on outwards.
//
// The result of a computation on numbers is a term. A value read from memory, the result of a call, or
// a value merged at the head of a loop is any number that package values allows there. Some loads are
// known better (values.Facts.Same). Their place holds a value that was stored or loaded before, with no
// write by others in between. Or it holds a value that an execution computes at most once, like the
// number of elements that main read.
//
// # Why it is enough
//
// The latest instances of the values on a path were computed along it: a value whose definition
// dominates a place was computed after its operands. The iteration of a value merged at a loop head is
// unknown. Conditions that held where the loop was entered are about values from outside of it, so they
// hold in every iteration. If each iteration adds a constant to a value, another question shows by
// induction that the value is not below its first value. So every execution that violates the
// obligation gives a model.
//
// Prove returns the bounds of loops that it found (threadproof.Bound). Package confirm/threads follows
// paths in another way, which also executes memory, and confirms these proofs with the bounds.
//
// Propose returns further bounds, without any proof, on the contents of memory at loop heads. Package
// confirm/threads chooses among them; a proof found this way is already confirmed.
//
// Writes to memory are ignored, so threads matter only in the facts of values about loads. So
// ProveApart needs no facts of values; it is for programs of which values knows nothing, because
// pointers may lead anywhere.
//
// The effort is bounded by a number of instructions for each obligation and by a number of conflicts of
// the solver.
package pathproof
