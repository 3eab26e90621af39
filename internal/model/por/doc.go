// Package por determines which interleavings of a transition system's threads have to be
// explored: the steps of a thread, whether steps commute, the threads that suffice at a place, and an
// order of preference. It proves nothing. Callers supply the assertion that holds at a place, and
// decide its questions with a solver.
//
// Package engine/refine explores the reductions.
//
// # Steps
//
// A step of a thread is the execution of its state and of the local states behind it. Variables that
// only ever have values from a few constants are fixed (whether a thread was created or has ended, the
// holder of a lock). Their values are part of a Control, beside the states of the threads. So steps
// that they forbid do not exist. An Outcome is one way in which a step ends. Then composes outcomes of
// successive steps into one.
//
// # Soundness
//
// An execution is a word of steps. If two steps x y of different threads are neighbours in a word and y
// x does the same from that very state, the word may be rewritten by swapping them. A model is about
// the violations of one thread: a word is bad if a step of that thread violates a property. The first
// violation of an execution is in some thread. So the models of all threads together suffice, and marks
// in one thread need no exploration of another.
//
// A place is a Control, an assertion φ that holds there, and a set S of sleeping threads. The explorer
// keeps a promise for each place. Assume a bad word can be executed from a state of φ, and no rewriting
// of it begins with a step of a thread of S. Then the exploration finds something bad.
//
// It holds by induction over the length of the word. Let the place explore threads in some order. Let c
// be the first of them with which a rewriting begins: c u. Behind c, a thread s sleeps if it is in S,
// or before c in the order, and under φ each execution c s has an execution s c with the same end
// (Commute). No rewriting of u begins with such an s: c s v would rewrite to s c v, and s would be in
// S, or c not the first. The order may differ at each place. A place may stand for another one if its
// assertion is weaker and fewer threads sleep.
//
// The explored threads may be a subset M of all (Membrane) if a rewriting certainly begins with a
// thread of M. Two conditions ensure that. No bad word exists without a step of M. And the next step of
// each thread of M can be moved in front of all steps that the other threads do before it. A thread
// that waits for a thread of M does no step before it. future.go finds the threads that a state waits
// for, from the constant values of the thread's own variables there.
//
// Relax removes conditions that keep steps from commuting. The relaxed system has more executions, so a
// proof about it holds for the original.
//
// These are the sleep sets and weakly persistent membranes of Farzan, Klumpp and Podelski, "Sound
// sequentialization for concurrent program verification", PLDI 2022, sections 5 to 7, with two
// deviations. Commutativity is checked in one direction only, c s to s c, which suffices for the
// argument. The explorer chooses the preference order: any order is sound.
package por
