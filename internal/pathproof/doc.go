// Package pathproof owns the proof of single obligations that package analysis/values left: that the result
// of an instruction is in range, that the bytes of an access are in its object. It looks at relations between
// values, which intervals do not know:
//
//	if (i >= 0 && i < n) a[i] = 0;            // a was allocated with n elements
//	if (b < 0 || a <= INT_MAX - b) s = a + b;
//
// # The question
//
// A path of the function from its beginning to the obligation, without the iterations of loops that ended
// before, has conditions: branches, assumptions, and what values says of the values that are known at the
// beginning of blocks and behind calls. The disjunction of the conditions of all paths is one term; a solver
// is asked for values that satisfy it and violate the obligation. Where a context has one caller, the
// conditions at its call are added, and so on outwards.
//
// What an instruction computes from numbers is a term. What is read from memory, what a call returns and
// what the head of a loop merges is any number that values allows there, but for loads from a place that is
// known to hold another value: what was stored or loaded before, while nobody else writes to it, or a value
// that an execution computes at most once, as the number of elements that main read (values.Facts.Same).
//
// # Why it is enough
//
// The latest instances of the values that a path mentions were computed along it: a value whose
// definition dominates a place was computed after all that it is made from. A merged value at the head of a
// loop is not told from which iteration it is; conditions that held where the loop was entered speak of values
// from outside of it, and hold in every iteration. Of a value to which each iteration adds a constant it is
// shown by induction, with such a question, that it is not below what it was first. So every execution that violates the obligation gives a model.
//
// Prove writes down the bounds of loops that it found (modular.Bound). Package certify/threads has another way to look at paths, which
// executes memory as well, and confirms with these what was shown here.
//
// Propose has more to try, of which it shows nothing: bounds of what memory holds at the heads of loops. Package certify/threads chooses
// among them, and has then confirmed the proof.
//
// What is written to memory is not looked at, so that threads matter only in what values says of loads. So ProveApart does without
// values where that knows nothing, since pointers may lead anywhere.
//
// The effort is bounded by a number of instructions for each obligation and of conflicts of the solver.
package pathproof
