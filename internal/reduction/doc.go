// Package reduction owns which interleavings of a transition system's threads have to be looked
// at: what a thread does in one step, which steps commute, which threads it is enough to ask at a
// place, and in which order they are preferred. It proves nothing; what holds at a place is told
// to it, and a solver decides for it.
//
// # Steps
//
// A step of a thread is the execution of its state and of the local states behind it. Variables
// that only ever have values from a few constants (whether a thread was created, or has ended; who
// holds a lock) are fixed: their values are part of a Control, beside the states of the threads,
// so that what they forbid is not there. An Outcome is one way in which a step ends; outcomes of several steps can be made one (Then).
//
// # Soundness
//
// An execution is a word of steps. A word may be rewritten where two steps of different threads
// stand side by side, x y, and y x does the same from that very state. A model is about the violations of one thread: a word is bad if
// a step of that thread violates something. The first violation of an execution is some thread's, so that all threads' models together are enough, and
// marks in one thread are no reason to ask another. Who explores keeps, for each place (a Control, an assertion φ that holds
// there, a set S of sleeping threads), the promise: if a bad word can be executed from a state
// of φ, and no rewriting of it begins with a step of a thread of S, then something bad is found.
// It holds by induction over the length of the word. Let the place ask threads in some order, and c be the
// first of them with which a rewriting begins: c u. Behind c, the threads s that sleep are those of S, or before c
// in the order, for which under φ each execution c s is also one as s c, with the same end
// (Commute). No rewriting of u begins with such an s: c s v would rewrite to s c v, and s would be in
// S, or c not the first. The order may be another one at each place. A place may stand for
// another one if its assertion is weaker and fewer threads sleep.
//
// The threads that are asked may be a part M of all (Membrane) if it is certain that a rewriting
// begins with one of M: no bad word does without a step of M, and the next step of each thread of M
// can be moved in front of all that the other threads do before it. Who waits for a thread of M does nothing before: whom a state waits for
// is known from the constants that the thread's own variables are when it comes there (future.go).
//
// Conditions that keep steps from commuting may be left out of a system (Relax): what is proved of more executions is proved.
//
// These are the sleep sets and weakly persistent membranes of Farzan, Klumpp and Podelski, "Sound
// sequentialization for concurrent program verification", PLDI 2022, sections 5 to 7, with two deviations.
// Commutativity is asked in one direction only, c s to s c, which is what the argument needs. A
// preference order is the explorer's business: any one is sound.
package reduction
